// inject.c: where the driver comes in (CUDA_INJECTION64_PATH), once a process, before its
// first context.
#include "calls.h"
#include "hub.h"
#include "work.h"

#include <stdio.h>
#include <stdlib.h>

static int worked(CUptiResult result, const char *what) {
    const char *why = "";
    if (result == CUPTI_SUCCESS)
        return 1;
    cupti.cuptiGetResultString(result, &why);
    fprintf(stderr, "witness: CUPTI: %s: %s; what it would have told is missing\n", what, why);
    if (result == CUPTI_ERROR_INSUFFICIENT_PRIVILEGES)
        fprintf(stderr, "witness: this driver lets administrators profile; its option is "
                        "NVreg_RestrictProfilingToAdminUsers=0\n");
    return 0;
}

static uint64_t CUPTIAPI our_clock(void) {
    return witness_now();
}

static void flush(void) {
    cupti.cuptiActivityFlushAll(1); // unfinished records too: nothing comes after this
}

static void watch_work(void) {
    static const struct {
        CUpti_ActivityKind kind;
        const char *name;
    } kinds[] = {{CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL, "kernels"},
                 {CUPTI_ACTIVITY_KIND_MEMCPY, "copies"},
                 {CUPTI_ACTIVITY_KIND_MEMSET, "memsets"}};
    enum { PERIOD_MS = 100 }; // what a crash may cost
    if (!worked(cupti.cuptiActivityRegisterTimestampCallback(our_clock), "its clock") ||
        !worked(cupti.cuptiActivityRegisterCallbacks(work_buffer_wanted, work_buffer_full),
                "its buffers"))
        return;
    for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++)
        if (!worked(cupti.cuptiActivityEnable(kinds[i].kind), kinds[i].name))
            return; // the others would be refused, too
    if (cupti.enable_event_times && worked(cupti.enable_event_times(1), "the times of events"))
        worked(cupti.cuptiActivityEnable(CUPTI_ACTIVITY_KIND_CUDA_EVENT), "events");
    cupti.cuptiActivityFlushPeriod(PERIOD_MS);
    atexit(flush);
}

static void watch_calls(void) {
    CUpti_SubscriberHandle subscriber;
    if (!worked(cupti.cuptiSubscribe(&subscriber, calls_callback, NULL),
                "another tool already watches this program"))
        return;
    worked(cupti.cuptiEnableDomain(1, subscriber, CUPTI_CB_DOMAIN_RUNTIME_API), "runtime calls");
    worked(cupti.cuptiEnableDomain(1, subscriber, CUPTI_CB_DOMAIN_DRIVER_API), "driver calls");
    worked(cupti.cuptiEnableCallback(1, subscriber, CUPTI_CB_DOMAIN_RESOURCE,
                                     CUPTI_CBID_RESOURCE_CONTEXT_CREATED),
           "contexts");
    worked(cupti.cuptiEnableCallback(1, subscriber, CUPTI_CB_DOMAIN_RESOURCE,
                                     CUPTI_CBID_RESOURCE_MODULE_LOADED),
           "modules");
}

// Called by the driver; 1: all is well.
int InitializeInjection(void);
int InitializeInjection(void) {
    if (!witness_watching())
        return 1;
    witness_on_card();
    calls_started();
    if (cupti_load()) {
        watch_calls();
        watch_work();
    }
    return 1;
}
