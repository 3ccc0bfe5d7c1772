// inject.c: the function that the driver calls (CUDA_INJECTION64_PATH), once in a process, before
// its first context: finds CUPTI and asks CUPTI to report.
#include <stdio.h>
#include <stdlib.h>

#include "witness/gpu/gpu.h"
#include "witness/record/record.h"
#include "witness/words.h"

// ---- what CUPTI refuses ----------------------------------------------------------------

// What to do about the results that a learner can meet. CUDA 11.8 may not know the names of those
// that are numbers here.
static const struct {
    int result;
    enum witness_word remedy;
} remedies[] = {
    {CUPTI_ERROR_NOT_INITIALIZED, WITNESS_SAYS_REMEDY_NO_DRIVER},
    {CUPTI_ERROR_INVALID_DEVICE, WITNESS_SAYS_REMEDY_NO_DRIVER},
    {CUPTI_ERROR_UNKNOWN, WITNESS_SAYS_REMEDY_UNKNOWN},
    {CUPTI_ERROR_INSUFFICIENT_PRIVILEGES, WITNESS_SAYS_REMEDY_FORBIDDEN},
    {40 /* the same in a virtual machine */, WITNESS_SAYS_REMEDY_FORBIDDEN},
    {CUPTI_ERROR_MAX_LIMIT_REACHED, WITNESS_SAYS_REMEDY_TAKEN},
    {39 /* multiple subscribers */, WITNESS_SAYS_REMEDY_TAKEN},
    {CUPTI_ERROR_NOT_COMPATIBLE, WITNESS_SAYS_REMEDY_OTHER_VERSION},
    {CUPTI_ERROR_NOT_SUPPORTED, WITNESS_SAYS_REMEDY_NOT_HERE},
    {33 /* a virtual card */, WITNESS_SAYS_REMEDY_NOT_HERE},
    {41 /* confidential computing */, WITNESS_SAYS_REMEDY_NOT_HERE},
    {43 /* a part of a card */, WITNESS_SAYS_REMEDY_NOT_HERE},
    {45 /* WSL */, WITNESS_SAYS_REMEDY_NOT_HERE},
};

// Prints a cause once, even if it keeps several things from being watched.
static int worked(CUptiResult result, enum witness_word what) {
    static CUptiResult told = CUPTI_SUCCESS;
    const char *why = "";
    enum language language = witness_language();
    if (result == CUPTI_SUCCESS || result == told)
        return result == CUPTI_SUCCESS;
    told = result;
    cupti.cuptiGetResultString(result, &why);
    fprintf(stderr, witness_text(language, WITNESS_SAYS_CUPTI_REFUSES),
            witness_text(language, what), why);
    for (size_t i = 0; i < sizeof remedies / sizeof remedies[0]; i++)
        if (remedies[i].result == (int)result)
            fprintf(stderr, witness_text(language, WITNESS_SAYS_REMEDY),
                    witness_text(language, remedies[i].remedy));
    return 0;
}

// ---- the begin -------------------------------------------------------------------------

static uint64_t CUPTIAPI our_clock(void) {
    return witness_now();
}

static void flush(void) {
    cupti.cuptiActivityFlushAll(1); // unfinished records too: nothing comes after this
}

static void watch_work(void) {
    static const struct {
        CUpti_ActivityKind kind;
        enum witness_word name;
    } kinds[] = {{CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL, WITNESS_SAYS_REPORT_KERNELS},
                 {CUPTI_ACTIVITY_KIND_MEMCPY, WITNESS_SAYS_REPORT_COPIES},
                 {CUPTI_ACTIVITY_KIND_MEMCPY2, WITNESS_SAYS_REPORT_COPIES}, // from card to card
                 {CUPTI_ACTIVITY_KIND_MEMSET, WITNESS_SAYS_REPORT_MEMSETS}};
    enum { PERIOD_MS = 100 }; // a crash may lose the records of this time
    if (!worked(cupti.cuptiActivityRegisterTimestampCallback(our_clock),
                WITNESS_SAYS_REPORT_CLOCK) ||
        !worked(cupti.cuptiActivityRegisterCallbacks(work_buffer_wanted, work_buffer_full),
                WITNESS_SAYS_REPORT_BUFFERS))
        return;
    for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++)
        if (!worked(cupti.cuptiActivityEnable(kinds[i].kind), kinds[i].name))
            return; // CUPTI would refuse the others too
    if (cupti.enable_event_times &&
        worked(cupti.enable_event_times(1), WITNESS_SAYS_REPORT_EVENT_TIMES))
        worked(cupti.cuptiActivityEnable(CUPTI_ACTIVITY_KIND_CUDA_EVENT),
               WITNESS_SAYS_REPORT_EVENTS);
    cupti.cuptiActivityFlushPeriod(PERIOD_MS);
    atexit(flush);
}

static void watch_calls(void) {
    CUpti_SubscriberHandle subscriber;
    if (!worked(cupti.cuptiSubscribe(&subscriber, calls_callback, NULL), WITNESS_SAYS_REPORT_CALLS))
        return;
    worked(cupti.cuptiEnableDomain(1, subscriber, CUPTI_CB_DOMAIN_RUNTIME_API),
           WITNESS_SAYS_REPORT_RUNTIME);
    worked(cupti.cuptiEnableDomain(1, subscriber, CUPTI_CB_DOMAIN_DRIVER_API),
           WITNESS_SAYS_REPORT_DRIVER);
    worked(cupti.cuptiEnableCallback(1, subscriber, CUPTI_CB_DOMAIN_RESOURCE,
                                     CUPTI_CBID_RESOURCE_CONTEXT_CREATED),
           WITNESS_SAYS_REPORT_CONTEXTS);
    worked(cupti.cuptiEnableCallback(1, subscriber, CUPTI_CB_DOMAIN_RESOURCE,
                                     CUPTI_CBID_RESOURCE_MODULE_LOADED),
           WITNESS_SAYS_REPORT_MODULES);
}

// The driver calls this. 1: all is well.
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
