// profiler.c: one range profiler for each context: what it counts, and how a kernel is counted.
#include <stdlib.h>
#include <string.h>

#include "weigh/card/gpu/gpu.h"

enum { CONTEXTS = 16, ALL_IN_A_TURN = CARD_METRICS, NAME = 160 };

struct profiler {
    CUcontext context; // NULL: free
    int broken;
    CUdevice device;
    const char *chip;
    uint8_t *available;
    CUpti_Profiler_Host_Object *host;
    CUpti_RangeProfiler_Object *range;
    char names[CARD_METRICS][NAME]; // of this turn, with ".sum"
    const char *metrics[CARD_METRICS];
    size_t count;
    uint8_t *config, *image;
    size_t config_size, image_size;
};

static struct profiler profilers[CONTEXTS];

// CUPTI's parameters begin with their own size.
#define PARAMETERS(type, name) type name = {.structSize = type##_STRUCT_SIZE}

// ---- what is to be counted
// -------------------------------------------------------------------------

static CUptiResult know_chip(struct profiler *p) {
    PARAMETERS(CUpti_Profiler_Initialize_Params, initialize);
    PARAMETERS(CUpti_Device_GetChipName_Params, chip);
    CUptiResult result = library.cuptiProfilerInitialize(&initialize);
    if (result != CUPTI_SUCCESS)
        return result;
    if (library.cuCtxGetDevice(&p->device) != CUDA_SUCCESS)
        return CUPTI_ERROR_INVALID_CONTEXT;
    chip.deviceIndex = (size_t)p->device;
    result = library.cuptiDeviceGetChipName(&chip);
    p->chip = chip.pChipName;
    return result;
}

static CUptiResult know_counters(struct profiler *p) {
    PARAMETERS(CUpti_Profiler_GetCounterAvailability_Params, there);
    there.ctx = p->context;
    CUptiResult result = library.cuptiProfilerGetCounterAvailability(&there);
    if (result != CUPTI_SUCCESS)
        return result;
    p->available = calloc(1, there.counterAvailabilityImageSize);
    if (!p->available)
        return CUPTI_ERROR_OUT_OF_MEMORY;
    there.pCounterAvailabilityImage = p->available;
    return library.cuptiProfilerGetCounterAvailability(&there);
}

static CUptiResult open_host(struct profiler *p) {
    PARAMETERS(CUpti_Profiler_Host_Initialize_Params, host);
    host.profilerType = CUPTI_PROFILER_TYPE_RANGE_PROFILER;
    host.pChipName = p->chip;
    host.pCounterAvailabilityImage = p->available;
    CUptiResult result = library.cuptiProfilerHostInitialize(&host);
    p->host = host.pHostObject;
    return result;
}

static void write_turns(const struct card_plan *plan) {
    static char asked[CARD_METRICS * NAME];
    struct card_line *line = file_line("turns");
    size_t length = 0;
    const char *key;
    for (int i = 0; i < plan->count && length < sizeof asked; i++)
        length += (size_t)snprintf(asked + length, sizeof asked - length, "%s%s", i ? "," : "",
                                   plan->names[i]);
    card_count(line, "count", plan->turns);
    card_text(line, "asked", asked);
    file_write(line);
    for (size_t at = 0; file_first_turn() && (key = card_lacks(plan, &at));)
        file_unweighed(NULL, "metric", key);
}

// Without TARE_WEIGH_TURN the metrics of all turns are counted in one run, and the kernel is
// repeated.
static void take_turn(struct profiler *p, const struct card_plan *plan) {
    int turn = file_turn();
    for (int i = 0; i < plan->count; i++)
        if (turn == EVERY_TURN || plan->turn[i] == turn) {
            snprintf(p->names[p->count], NAME, "%s.sum", plan->names[i]);
            p->metrics[p->count] = p->names[p->count];
            p->count++;
        }
}

static CUptiResult choose_metrics(struct profiler *p) {
    static struct card_plan plan;
    PARAMETERS(CUpti_Profiler_Host_GetBaseMetrics_Params, base);
    base.pHostObject = p->host;
    base.metricType = CUPTI_METRIC_TYPE_COUNTER;
    CUptiResult result = library.cuptiProfilerHostGetBaseMetrics(&base);
    if (result != CUPTI_SUCCESS)
        return result;
    card_plan(&plan, base.ppMetricNames, base.numMetrics,
              getenv("TARE_WEIGH_ALONE") ? 1 : ALL_IN_A_TURN);
    write_turns(&plan);
    take_turn(p, &plan);
    return CUPTI_SUCCESS;
}

// All metrics in one call: CUPTI gives metrics that are added one by one a pass each, and metrics
// of the kernel's code that were added so have been seen to return the first one's value.
static CUptiResult add_metrics(struct profiler *p) {
    PARAMETERS(CUpti_Profiler_Host_ConfigAddMetrics_Params, add);
    add.pHostObject = p->host;
    add.ppMetricNames = p->metrics;
    add.numMetrics = p->count;
    return library.cuptiProfilerHostConfigAddMetrics(&add);
}

static CUptiResult make_config(struct profiler *p) {
    PARAMETERS(CUpti_Profiler_Host_GetConfigImageSize_Params, size);
    PARAMETERS(CUpti_Profiler_Host_GetConfigImage_Params, get);
    size.pHostObject = get.pHostObject = p->host;
    CUptiResult result = library.cuptiProfilerHostGetConfigImageSize(&size);
    if (result != CUPTI_SUCCESS)
        return result;
    p->config_size = get.configImageSize = size.configImageSize;
    p->config = get.pConfigImage = calloc(1, p->config_size);
    return p->config ? library.cuptiProfilerHostGetConfigImage(&get) : CUPTI_ERROR_OUT_OF_MEMORY;
}

// ---- the counters of one context
// --------------------------------------------------------------------

static CUptiResult enable(struct profiler *p) {
    PARAMETERS(CUpti_RangeProfiler_Enable_Params, enable);
    enable.ctx = p->context;
    CUptiResult result = library.cuptiRangeProfilerEnable(&enable);
    p->range = result == CUPTI_SUCCESS ? enable.pRangeProfilerObject : NULL;
    return result;
}

static CUptiResult make_image(struct profiler *p) {
    PARAMETERS(CUpti_RangeProfiler_GetCounterDataSize_Params, size);
    size.pRangeProfilerObject = p->range;
    size.pMetricNames = p->metrics;
    size.numMetrics = p->count;
    size.maxNumOfRanges = size.maxNumRangeTreeNodes = 1;
    CUptiResult result = library.cuptiRangeProfilerGetCounterDataSize(&size);
    if (result != CUPTI_SUCCESS)
        return result;
    p->image_size = size.counterDataSize;
    p->image = calloc(1, p->image_size);
    return p->image ? CUPTI_SUCCESS : CUPTI_ERROR_OUT_OF_MEMORY;
}

static void open_profiler(struct profiler *p) {
    static const struct {
        CUptiResult (*take)(struct profiler *p);
        const char *name;
    } steps[] = {{know_chip, "the chip's name"},      {know_counters, "the chip's counters"},
                 {open_host, "the chip's metrics"},   {choose_metrics, "the list of metrics"},
                 {add_metrics, "the choice"},         {make_config, "the configuration"},
                 {enable, "the use of the counters"}, {make_image, "room for the counts"}};
    for (size_t i = 0; i < sizeof steps / sizeof *steps && !p->broken; i++) {
        CUptiResult result = steps[i].take(p);
        p->broken = result != CUPTI_SUCCESS || (steps[i].take == choose_metrics && p->count == 0);
        if (result != CUPTI_SUCCESS)
            file_refused(NULL, result, steps[i].name);
        if (i == 0 && p->chip && file_first_turn())
            device_write(p->device);
    }
}

struct profiler *profiler_of(CUcontext context) {
    struct profiler *empty = NULL;
    for (int i = CONTEXTS - 1; i >= 0; i--) {
        if (profilers[i].context == context)
            return profilers[i].broken ? NULL : &profilers[i];
        if (!profilers[i].context)
            empty = &profilers[i];
    }
    if (!empty)
        return NULL;
    empty->context = context;
    open_profiler(empty);
    return empty->broken ? NULL : empty;
}

void profiler_context_ends(CUcontext context) {
    for (int i = 0; i < CONTEXTS; i++) {
        struct profiler *p = &profilers[i];
        PARAMETERS(CUpti_RangeProfiler_Disable_Params, disable);
        PARAMETERS(CUpti_Profiler_Host_Deinitialize_Params, host);
        if (p->context != context)
            continue;
        disable.pRangeProfilerObject = p->range;
        host.pHostObject = p->host;
        if (p->range)
            library.cuptiRangeProfilerDisable(&disable);
        if (p->host)
            library.cuptiProfilerHostDeinitialize(&host);
        free(p->available);
        free(p->config);
        free(p->image);
        memset(p, 0, sizeof *p);
    }
}

// ---- one kernel
// -------------------------------------------------------------------------------------

static CUptiResult set_config(struct profiler *p) {
    PARAMETERS(CUpti_RangeProfiler_CounterDataImage_Initialize_Params, image);
    PARAMETERS(CUpti_RangeProfiler_SetConfig_Params, set);
    image.pRangeProfilerObject = set.pRangeProfilerObject = p->range;
    image.pCounterData = set.pCounterDataImage = p->image;
    image.counterDataSize = set.counterDataImageSize = p->image_size;
    CUptiResult result = library.cuptiRangeProfilerCounterDataImageInitialize(&image);
    if (result != CUPTI_SUCCESS)
        return result;
    set.pConfig = p->config;
    set.configSize = p->config_size;
    set.range = CUPTI_AutoRange;
    set.replayMode = CUPTI_KernelReplay;
    set.maxRangesPerPass = 1;
    set.numNestingLevels = set.minNestingLevel = 1;
    return library.cuptiRangeProfilerSetConfig(&set);
}

int profiler_start(struct profiler *p, const struct card_shape *shape) {
    PARAMETERS(CUpti_RangeProfiler_Start_Params, start);
    start.pRangeProfilerObject = p->range;
    CUptiResult result = set_config(p);
    if (result == CUPTI_SUCCESS)
        result = library.cuptiRangeProfilerStart(&start);
    if (result != CUPTI_SUCCESS)
        file_refused(shape, result, "the begin of the count");
    return result == CUPTI_SUCCESS;
}

static CUptiResult read_counts(struct profiler *p, double *values) {
    PARAMETERS(CUpti_RangeProfiler_DecodeData_Params, decode);
    PARAMETERS(CUpti_RangeProfiler_GetCounterDataInfo_Params, info);
    PARAMETERS(CUpti_Profiler_Host_EvaluateToGpuValues_Params, evaluate);
    decode.pRangeProfilerObject = p->range;
    CUptiResult result = library.cuptiRangeProfilerDecodeData(&decode);
    info.pCounterDataImage = evaluate.pCounterDataImage = p->image;
    info.counterDataImageSize = evaluate.counterDataImageSize = p->image_size;
    if (result == CUPTI_SUCCESS)
        result = library.cuptiRangeProfilerGetCounterDataInfo(&info);
    if (result == CUPTI_SUCCESS && info.numTotalRanges != 1)
        result = CUPTI_ERROR_HARDWARE_BUSY; // nothing ran between, or another kernel too
    evaluate.pHostObject = p->host;
    evaluate.ppMetricNames = p->metrics;
    evaluate.numMetrics = p->count;
    evaluate.pMetricValues = values;
    return result == CUPTI_SUCCESS ? library.cuptiProfilerHostEvaluateToGpuValues(&evaluate)
                                   : result;
}

static void write_counted(const struct profiler *p, const struct card_shape *shape,
                          const double *values) {
    struct card_line *line = file_line("counted");
    char metric[NAME];
    file_shape(line, "name", shape);
    for (size_t i = 0; i < p->count; i++) {
        snprintf(metric, sizeof metric, "%s", p->metrics[i]);
        metric[strlen(metric) - strlen(".sum")] = 0;
        if (values[i] >= 0) // else it is not a number
            card_count(line, metric, values[i]);
    }
    file_write(line);
}

void profiler_stop(struct profiler *p, const struct card_shape *shape, int launched) {
    PARAMETERS(CUpti_RangeProfiler_Stop_Params, stop);
    double values[CARD_METRICS] = {0};
    stop.pRangeProfilerObject = p->range;
    CUptiResult result = library.cuptiRangeProfilerStop(&stop);
    if (!launched)
        return;
    if (result == CUPTI_SUCCESS)
        result = read_counts(p, values);
    if (result == CUPTI_SUCCESS)
        write_counted(p, shape, values);
    else
        file_refused(shape, result, "the end of the count");
}
