// inject.c: the function that the driver calls (CUDA_INJECTION64_PATH), once in a process, before
// its first context.
#include <stdlib.h>
#include <unistd.h>

#include "weigh/card/gpu/gpu.h"

static pid_t process;

static void CUPTIAPI called(void *unused, CUpti_CallbackDomain domain, CUpti_CallbackId id,
                            const void *data) {
    (void)unused;
    if (domain == CUPTI_CB_DOMAIN_RESOURCE)
        launches_context_ends(((const CUpti_ResourceData *)data)->context);
    else if (launches_inside() || !copies_called(id, data))
        launches_called(id, data);
}

// A child of fork() has no card; what its parent did is its parent's to write.
static void end(void) {
    if (getpid() == process)
        launches_end();
}

int InitializeInjection(void);
int InitializeInjection(void) {
    CUpti_SubscriberHandle subscriber;
    if (!file_open())
        return 1;
    const char *lacking = library_find();
    if (lacking) {
        file_unweighed(NULL, "cupti", lacking);
        return 1;
    }
    CUptiResult result = library.cuptiSubscribe(&subscriber, called, NULL);
    if (result == CUPTI_SUCCESS)
        result = launches_watch(subscriber);
    if (result != CUPTI_SUCCESS) {
        file_refused(NULL, result, "the watch over the calls");
        return 1;
    }
    copies_watch(subscriber);
    library.cuptiEnableCallback(1, subscriber, CUPTI_CB_DOMAIN_RESOURCE,
                                CUPTI_CBID_RESOURCE_CONTEXT_DESTROY_STARTING);
    process = getpid();
    atexit(end);
    return 1;
}
