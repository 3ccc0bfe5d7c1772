// fake_cupti.c: a CUPTI without a card. FAKE_REFUSES=FUNCTION:CODE makes one function refuse. Every
// metric counts ten, every range is one, and the chip has three kinds of metrics.
#include <cupti_profiler_host.h>
#include <cupti_profiler_target.h>
#include <cupti_range_profiler.h>
#include <cupti_target.h>
#include <stdlib.h>
#include <string.h>

#include "fake.h"

static CUpti_CallbackFunc callback;
static int counting; // between a start and a stop

static CUptiResult answer(const char *function) {
    const char *refuses = getenv("FAKE_REFUSES");
    size_t length = strlen(function);
    if (refuses && strncmp(refuses, function, length) == 0 && refuses[length] == ':')
        return (CUptiResult)atoi(refuses + length + 1);
    return CUPTI_SUCCESS;
}
#define ANSWER answer(__func__)

CUptiResult cuptiSubscribe(CUpti_SubscriberHandle *subscriber, CUpti_CallbackFunc function,
                           void *user) {
    (void)user;
    *subscriber = NULL;
    callback = ANSWER == CUPTI_SUCCESS ? function : NULL;
    return ANSWER;
}

CUptiResult cuptiEnableCallback(uint32_t enable, CUpti_SubscriberHandle subscriber,
                                CUpti_CallbackDomain domain, CUpti_CallbackId id) {
    (void)enable, (void)subscriber, (void)domain, (void)id;
    if (ANSWER != CUPTI_SUCCESS)
        callback = NULL;
    return ANSWER;
}

CUptiResult cuptiGetResultString(CUptiResult result, const char **text) {
    (void)result;
    *text = "as the test\twants it";
    return CUPTI_SUCCESS;
}

CUptiResult cuptiDeviceGetChipName(CUpti_Device_GetChipName_Params *p) {
    p->pChipName = "FAKE";
    return ANSWER;
}

CUptiResult cuptiProfilerInitialize(CUpti_Profiler_Initialize_Params *p) {
    (void)p;
    return ANSWER;
}

CUptiResult cuptiProfilerGetCounterAvailability(CUpti_Profiler_GetCounterAvailability_Params *p) {
    p->counterAvailabilityImageSize = 8;
    return ANSWER;
}

CUptiResult cuptiProfilerHostInitialize(CUpti_Profiler_Host_Initialize_Params *p) {
    p->pHostObject = (CUpti_Profiler_Host_Object *)&counting;
    return ANSWER;
}

CUptiResult cuptiProfilerHostDeinitialize(CUpti_Profiler_Host_Deinitialize_Params *p) {
    (void)p;
    return ANSWER;
}

CUptiResult cuptiProfilerHostGetBaseMetrics(CUpti_Profiler_Host_GetBaseMetrics_Params *p) {
    static const char *names[] = {"dram__bytes_read",
                                  "smsp__sass_data_bytes_mem_global_op_ld",
                                  "smsp__sass_data_bytes_mem_global_op_atom",
                                  "smsp__sass_data_bytes_mem_global_op_st",
                                  "sm__ops_path_tensor_src_fp16",
                                  "something__else"};
    p->ppMetricNames = names;
    p->numMetrics = sizeof names / sizeof *names;
    return ANSWER;
}

CUptiResult cuptiProfilerHostConfigAddMetrics(CUpti_Profiler_Host_ConfigAddMetrics_Params *p) {
    return p->numMetrics > 0 ? ANSWER : CUPTI_ERROR_INVALID_PARAMETER;
}

CUptiResult cuptiProfilerHostGetConfigImageSize(CUpti_Profiler_Host_GetConfigImageSize_Params *p) {
    p->configImageSize = 8;
    return ANSWER;
}

CUptiResult cuptiProfilerHostGetConfigImage(CUpti_Profiler_Host_GetConfigImage_Params *p) {
    (void)p;
    return ANSWER;
}

CUptiResult
cuptiProfilerHostEvaluateToGpuValues(CUpti_Profiler_Host_EvaluateToGpuValues_Params *p) {
    for (size_t i = 0; i < p->numMetrics; i++)
        p->pMetricValues[i] = 10;
    return ANSWER;
}

CUptiResult cuptiRangeProfilerEnable(CUpti_RangeProfiler_Enable_Params *p) {
    p->pRangeProfilerObject = (CUpti_RangeProfiler_Object *)&counting;
    return ANSWER;
}

CUptiResult cuptiRangeProfilerDisable(CUpti_RangeProfiler_Disable_Params *p) {
    (void)p;
    return ANSWER;
}

CUptiResult cuptiRangeProfilerGetCounterDataSize(CUpti_RangeProfiler_GetCounterDataSize_Params *p) {
    p->counterDataSize = 8;
    return ANSWER;
}

CUptiResult cuptiRangeProfilerCounterDataImageInitialize(
    CUpti_RangeProfiler_CounterDataImage_Initialize_Params *p) {
    (void)p;
    return ANSWER;
}

CUptiResult cuptiRangeProfilerGetCounterDataInfo(CUpti_RangeProfiler_GetCounterDataInfo_Params *p) {
    p->numTotalRanges = getenv("FAKE_RANGES") ? strtoul(getenv("FAKE_RANGES"), NULL, 10) : 1;
    return ANSWER;
}

CUptiResult cuptiRangeProfilerSetConfig(CUpti_RangeProfiler_SetConfig_Params *p) {
    (void)p;
    return ANSWER;
}

// What CUPTI does within its own calls, it does by calls of the driver, of which it tells as well.
static void call_within(void) {
    static const cuLaunchKernel_params own = {.gridDimX = 77};
    static const cuMemcpyHtoD_v2_params copy = {.ByteCount = 1 << 20};
    fake_call(CUPTI_DRIVER_TRACE_CBID_cuLaunchKernel, "cupti's own", &own, 0);
    fake_call(CUPTI_DRIVER_TRACE_CBID_cuMemcpyHtoD_v2, NULL, &copy, 0);
}

CUptiResult cuptiRangeProfilerStart(CUpti_RangeProfiler_Start_Params *p) {
    (void)p;
    call_within();
    if (counting)
        return CUPTI_ERROR_INVALID_OPERATION;
    counting = ANSWER == CUPTI_SUCCESS;
    return ANSWER;
}

CUptiResult cuptiRangeProfilerStop(CUpti_RangeProfiler_Stop_Params *p) {
    (void)p;
    call_within();
    if (!counting)
        return CUPTI_ERROR_INVALID_OPERATION;
    counting = 0;
    return ANSWER;
}

CUptiResult cuptiRangeProfilerDecodeData(CUpti_RangeProfiler_DecodeData_Params *p) {
    (void)p;
    return ANSWER;
}

// ---- for the test ---------------------------------------------------------------------

static int context;

void fake_call(CUpti_CallbackId id, const char *kernel, const void *parameters, int result) {
    static unsigned calls;
    uint64_t kept;
    CUpti_CallbackData data = {.functionName = "a call",
                               .functionParams = parameters,
                               .functionReturnValue = &result,
                               .symbolName = kernel,
                               .correlationId = ++calls,
                               .context = (CUcontext)&context,
                               .correlationData = &kept};
    if (!callback)
        return;
    data.callbackSite = CUPTI_API_ENTER;
    callback(NULL, CUPTI_CB_DOMAIN_DRIVER_API, id, &data);
    data.callbackSite = CUPTI_API_EXIT;
    callback(NULL, CUPTI_CB_DOMAIN_DRIVER_API, id, &data);
}

void fake_context_ends(void) {
    CUpti_ResourceData data = {.context = (CUcontext)&context};
    if (callback)
        callback(NULL, CUPTI_CB_DOMAIN_RESOURCE, CUPTI_CBID_RESOURCE_CONTEXT_DESTROY_STARTING,
                 &data);
}
