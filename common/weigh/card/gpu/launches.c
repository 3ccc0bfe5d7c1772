// launches.c: kernels. The first launch of each shape is weighed between the begin and the end of
// the program's own call. Meanwhile other threads wait before they launch, so that no other kernel
// runs in the range that is counted.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "weigh/card/gpu/gpu.h"

enum { UNSEEN, WEIGHED, OVER_SHAPES, OVER_TIME, IN_GRAPH }; // what became of a shape

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct card_shapes shapes;
static uint64_t graphs; // how often a graph was launched
static long weighed;
static int ended;

// The launch that is being weighed. Only its thread, which holds the lock, reads and writes this.
static struct {
    struct profiler *profiler;
    struct card_shape *shape;
    uint32_t correlation;
    CUstreamCaptureMode mode; // of the thread, to be put back
} now;
static __thread int inside; // CUPTI calls the driver too, from this thread: not the program's calls

struct launch {
    CUstream stream;
    unsigned grid[3], block[3];
};

// ---- what a call was given
// -----------------------------------------------------------------------

#define ID(name) CUPTI_DRIVER_TRACE_CBID_##name
static const CUpti_CallbackId ids[] = {
    ID(cuLaunchKernel),        ID(cuLaunchKernel_ptsz),       ID(cuLaunchKernelEx),
    ID(cuLaunchKernelEx_ptsz), ID(cuLaunchCooperativeKernel), ID(cuLaunchCooperativeKernel_ptsz),
    ID(cuGraphLaunch),         ID(cuGraphLaunch_ptsz)};

static struct launch plain(const cuLaunchKernel_params *p) {
    return (struct launch){p->hStream,
                           {p->gridDimX, p->gridDimY, p->gridDimZ},
                           {p->blockDimX, p->blockDimY, p->blockDimZ}};
}

static struct launch configured(const CUlaunchConfig *c) {
    return (struct launch){c->hStream,
                           {c->gridDimX, c->gridDimY, c->gridDimZ},
                           {c->blockDimX, c->blockDimY, c->blockDimZ}};
}

// The parameters of the cooperative launch begin like those of the plain one.
static struct launch read_launch(CUpti_CallbackId id, const void *parameters) {
    int per_thread = id == ID(cuLaunchKernel_ptsz) || id == ID(cuLaunchKernelEx_ptsz) ||
                     id == ID(cuLaunchCooperativeKernel_ptsz);
    struct launch launch = id == ID(cuLaunchKernelEx) || id == ID(cuLaunchKernelEx_ptsz)
                               ? configured(((const cuLaunchKernelEx_params *)parameters)->config)
                               : plain(parameters);
    if (per_thread && !launch.stream)
        launch.stream = CU_STREAM_PER_THREAD;
    return launch;
}

// The driver refuses to say so of the default stream while another stream is being captured.
static int is_captured(CUstream stream) {
    CUstreamCaptureStatus status = CU_STREAM_CAPTURE_STATUS_NONE;
    return library.cuStreamIsCapturing(stream, &status) != CUDA_SUCCESS ||
           status != CU_STREAM_CAPTURE_STATUS_NONE;
}

// ---- the limits
// ------------------------------------------------------------------------------------

static double limit(const char *name) { // 0: none
    const char *text = getenv(name);
    double value = text ? atof(text) : 0;
    return value > 0 ? value : 0;
}

static double seconds(void) {
    static const double second_per_ns = 1e-9;
    struct timespec at;
    clock_gettime(CLOCK_MONOTONIC, &at);
    return (double)at.tv_sec + (double)at.tv_nsec * second_per_ns;
}

static int over_limit(void) {
    static double begin;
    double most_seconds = limit("TARE_WEIGH_SECONDS"), most = limit("TARE_WEIGH_SHAPES");
    if (begin == 0)
        begin = seconds();
    if (most_seconds > 0 && seconds() - begin > most_seconds)
        return OVER_TIME;
    return most > 0 && (double)weighed >= most ? OVER_SHAPES : 0;
}

// ---- one launch
// -------------------------------------------------------------------------------------

// Said before the kernel runs, so that a kernel that never ends is known by name.
static void write_begin(const struct card_shape *shape) {
    struct card_line *line = file_line("weighing");
    file_shape(line, "name", shape);
    file_write(line);
}

// 1 if the launch is being weighed; then the lock stays taken until its end.
static int begin(struct card_shape *shape, CUcontext context, uint32_t correlation) {
    now.mode =
        CU_STREAM_CAPTURE_MODE_RELAXED; // else what CUPTI calls could spoil another's capture
    library.cuThreadExchangeStreamCaptureMode(&now.mode);
    now.profiler = profiler_of(context);
    if (now.profiler) {
        write_begin(shape);
        if (profiler_start(now.profiler, shape)) {
            now.shape = shape;
            now.correlation = correlation;
            return 1;
        }
    }
    library.cuThreadExchangeStreamCaptureMode(&now.mode);
    now.profiler = NULL;
    return 0;
}

static int enter(struct card_shape *shape, const CUpti_CallbackData *data, CUstream stream) {
    if (shape->weighed != UNSEEN && shape->weighed != IN_GRAPH)
        return 0;
    if (is_captured(stream)) {
        shape->launches--; // it does not run now
        shape->weighed = IN_GRAPH;
        return 0;
    }
    int over = over_limit();
    shape->weighed = over ? over : WEIGHED;
    if (over)
        return 0;
    weighed++;
    return begin(shape, data->context, data->correlationId);
}

static void leave(const CUpti_CallbackData *data) {
    int succeeded = *(const int *)data->functionReturnValue == 0;
    profiler_stop(now.profiler, now.shape, succeeded);
    if (!succeeded)
        now.shape->weighed = UNSEEN;
    library.cuThreadExchangeStreamCaptureMode(&now.mode);
    now.profiler = NULL;
    inside = 0;
    pthread_mutex_unlock(&lock);
}

static void launched(CUpti_CallbackId id, const CUpti_CallbackData *data) {
    struct launch launch = read_launch(id, data->functionParams);
    const char *name = data->symbolName ? data->symbolName : "?";
    pthread_mutex_lock(&lock);
    inside = 1;
    struct card_shape *shape =
        ended ? NULL : card_shape_seen(&shapes, name, launch.grid, launch.block);
    if (shape && enter(shape, data, launch.stream))
        return; // leave() gives the lock back
    inside = 0;
    pthread_mutex_unlock(&lock);
}

void launches_called(CUpti_CallbackId id, const CUpti_CallbackData *data) {
    int begins = data->callbackSite == CUPTI_API_ENTER;
    if (inside) {
        if (!begins && now.profiler && now.correlation == data->correlationId)
            leave(data);
    } else if (begins && (id == ID(cuGraphLaunch) || id == ID(cuGraphLaunch_ptsz))) {
        __atomic_fetch_add(&graphs, 1, __ATOMIC_RELAXED);
    } else if (begins) {
        launched(id, data);
    }
}

CUptiResult launches_watch(CUpti_SubscriberHandle subscriber) {
    CUptiResult result = CUPTI_SUCCESS;
    for (size_t i = 0; i < sizeof ids / sizeof *ids && result == CUPTI_SUCCESS; i++)
        result = library.cuptiEnableCallback(1, subscriber, CUPTI_CB_DOMAIN_DRIVER_API, ids[i]);
    return result;
}

int launches_inside(void) {
    return inside;
}

void launches_context_ends(CUcontext context) {
    if (inside)
        return;
    pthread_mutex_lock(&lock);
    inside = 1;
    if (!ended)
        profiler_context_ends(context);
    inside = 0;
    pthread_mutex_unlock(&lock);
}

// ---- the end
// ------------------------------------------------------------------------------------------

static void write_launched(const struct card_shape *shape) {
    struct card_line *line = file_line("launched");
    file_shape(line, "name", shape);
    card_count(line, "launches", (double)shape->launches);
    file_write(line);
}

static void write_left_out(int fate, const char *why) {
    char detail[80];
    size_t left = 0;
    for (size_t i = 0; i < shapes.count; i++)
        left += shapes.of[i].weighed == fate;
    snprintf(detail, sizeof detail, "shapes=%zu of %zu", left, shapes.count);
    if (left > 0)
        file_unweighed(NULL, why, detail);
}

static void write_graphs(void) {
    char detail[80];
    for (size_t i = 0; i < shapes.count; i++)
        if (shapes.of[i].weighed == IN_GRAPH)
            file_unweighed(&shapes.of[i], "graph", "captured");
    snprintf(detail, sizeof detail, "launches=%llu", (unsigned long long)graphs);
    if (graphs > 0)
        file_unweighed(NULL, "graph", detail);
}

// A thread that still weighs has the lock: then the program ends without these records.
void launches_end(void) {
    if (pthread_mutex_trylock(&lock) != 0)
        return;
    ended = 1;
    for (size_t i = 0; i < shapes.count; i++)
        if (shapes.of[i].launches > 0)
            write_launched(&shapes.of[i]);
    write_left_out(OVER_SHAPES, "limit");
    write_left_out(OVER_TIME, "time");
    if (file_first_turn()) {
        write_graphs();
        if (shapes.count == 0 && graphs == 0)
            file_unweighed(NULL, "no-kernel", "");
        copies_write();
    }
    pthread_mutex_unlock(&lock);
}
