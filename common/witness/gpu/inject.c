// inject.c: where the driver comes in (CUDA_INJECTION64_PATH), once a process, before its
// first context.
#include "calls.h"
#include "hub.h"
#include "reason.h"
#include "work.h"

#include <stdio.h>
#include <stdlib.h>

// What to do, for the results that a learner can meet. As numbers where CUDA 11.8 may not
// know the name.
static const struct {
    int result;
    const char *english, *chinese;
} remedies[] = {
#define NO_DRIVER                                                                                  \
    "no NVIDIA driver answers here; run nvidia-smi: it says what is missing",                      \
        "这里没有可用的 NVIDIA 驱动；运行 nvidia-smi，看它缺什么"
#define FORBIDDEN                                                                                  \
    "this driver lets administrators profile; its option is "                                      \
    "NVreg_RestrictProfilingToAdminUsers=0",                                                       \
        "此驱动只允许管理员做性能分析；要改的选项是 NVreg_RestrictProfilingToAdminUsers=0"
#define TAKEN                                                                                      \
    "another tool already watches this program; run it without nsys, ncu or a debugger",           \
        "已有别的工具在观察这个程序；不要同时用 nsys、ncu 或调试器"
#define NOT_HERE                                                                                   \
    "this card or virtual machine cannot be watched; try another machine, or DEVICE=host",         \
        "这块卡或这台虚拟机不支持观察；换一台机器，或用 DEVICE=host"
    {CUPTI_ERROR_NOT_INITIALIZED, NO_DRIVER},
    {CUPTI_ERROR_INVALID_DEVICE, NO_DRIVER},
    {CUPTI_ERROR_UNKNOWN, "where no NVIDIA driver answers, CUPTI knows no more; run nvidia-smi",
     "没有可用的 NVIDIA 驱动时，CUPTI 就只报告这个；请运行 nvidia-smi"},
    {CUPTI_ERROR_INSUFFICIENT_PRIVILEGES, FORBIDDEN},
    {40 /* the same in a virtual machine */, FORBIDDEN},
    {CUPTI_ERROR_MAX_LIMIT_REACHED, TAKEN},
    {39 /* multiple subscribers */, TAKEN},
    {CUPTI_ERROR_NOT_COMPATIBLE,
     "this CUPTI and the driver do not fit; put the CUPTI of the "
     "driver's CUDA version into LD_LIBRARY_PATH",
     "CUPTI 与驱动版本不合；把驱动所属 CUDA 版本的 CUPTI 放进 LD_LIBRARY_PATH"},
    {CUPTI_ERROR_NOT_SUPPORTED, NOT_HERE},
    {33 /* a virtual card */, NOT_HERE},
    {41 /* confidential computing */, NOT_HERE},
    {43 /* a part of a card */, NOT_HERE},
    {45 /* WSL */, NOT_HERE},
};

// One cause is told once, however much it keeps from being watched.
static int worked(CUptiResult result, const char *what) {
    static CUptiResult told = CUPTI_SUCCESS;
    const char *why = "";
    int chinese = witness_chinese();
    if (result == CUPTI_SUCCESS || result == told)
        return result == CUPTI_SUCCESS;
    told = result;
    cupti.cuptiGetResultString(result, &why);
    if (chinese)
        fprintf(stderr, "见证器：CUPTI 报告 %s；由它提供的内容缺失\n", why);
    else
        fprintf(stderr, "witness: CUPTI (%s): %s; what it would have told is missing\n", what, why);
    for (size_t i = 0; i < sizeof remedies / sizeof remedies[0]; i++)
        if (remedies[i].result == (int)result)
            fprintf(stderr, chinese ? "见证器：%s\n" : "witness: %s\n",
                    chinese ? remedies[i].chinese : remedies[i].english);
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
    if (!worked(cupti.cuptiSubscribe(&subscriber, calls_callback, NULL), "calls"))
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
