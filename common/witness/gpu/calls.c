// calls.c: every call of the runtime, and of the driver where the program calls the driver
// itself. Runs in the program's own threads, at the begin and the end of a call.
#include <cuda_runtime_api.h>
#include <string.h>

#include "witness/gpu/gpu.h"
#include "witness/record/record.h"

enum { DEEP = 16 };

// What a call was given, in the order of its parameters. Each toolkit names these types after its
// own version, so they are written here once.
struct record_given {
    cudaEvent_t event;
    cudaStream_t stream;
};
struct elapsed_given {
    float *ms;
    cudaEvent_t start, end;
};
struct stream_given {
    cudaStream_t *stream;
    unsigned flags; // cudaStreamCreate has none
};

struct allocation_given {
    void *pointer; // where the address goes
    size_t bytes;
};

// The calls that this thread is in. The driver's calls within a call of the runtime are not noted.
static __thread struct {
    struct {
        CUpti_CallbackDomain domain;
        CUpti_CallbackId id;
        uint64_t begin;
    } of[DEEP];
    int count;
    uint64_t loaded; // until when loading has been noted, within the outermost call
} stack;

static uint64_t started;

void calls_started(void) {
    started = witness_now();
}

// ---- what some calls note besides ----------------------------------------------------

static void note_record(const CUpti_CallbackData *data, cudaEvent_t event, cudaStream_t stream,
                        int per_thread) {
    struct stream_seen seen = stream_of_handle(data->context, (CUstream)stream, per_thread);
    uint64_t now = witness_now();
    struct witness_note note = {.kind = WITNESS_RECORD,
                                .begin = now,
                                .end = now,
                                .stream = seen.number,
                                .non_blocking = seen.non_blocking,
                                .correlation = data->correlationId,
                                .event = (uint64_t)(uintptr_t)event,
                                .name = "cudaEventRecord"};
    record_keep(data->correlationId, note.event);
    witness_note(&note);
}

static void note_elapsed(const CUpti_CallbackData *data, int result) {
    const struct elapsed_given *given = data->functionParams;
    uint64_t now = witness_now();
    struct witness_note note = {.kind = WITNESS_ELAPSED,
                                .begin = now,
                                .end = now,
                                .correlation = data->correlationId,
                                .event = (uint64_t)(uintptr_t)given->start,
                                .other_event = (uint64_t)(uintptr_t)given->end,
                                .value = given->ms && result == cudaSuccess ? *given->ms : 0,
                                .result = result,
                                .name = "cudaEventElapsedTime"};
    witness_note(&note);
}

static void note_details(CUpti_CallbackId id, const CUpti_CallbackData *data, int result) {
    const void *given = data->functionParams;
    switch (id) {
    case CUPTI_RUNTIME_TRACE_CBID_cudaEventRecord_v3020:
    case CUPTI_RUNTIME_TRACE_CBID_cudaEventRecordWithFlags_v11010: {
        const struct record_given *of = given;
        if (result == cudaSuccess)
            note_record(data, of->event, of->stream, 0);
        break;
    }
    case CUPTI_RUNTIME_TRACE_CBID_cudaEventRecord_ptsz_v7000:
    case CUPTI_RUNTIME_TRACE_CBID_cudaEventRecordWithFlags_ptsz_v11010: {
        const struct record_given *of = given;
        if (result == cudaSuccess)
            note_record(data, of->event, of->stream, 1);
        break;
    }
    case CUPTI_RUNTIME_TRACE_CBID_cudaStreamCreate_v3020: {
        const struct stream_given *of = given;
        if (result == cudaSuccess && of->stream)
            stream_created(data->context, (CUstream)*of->stream, 0);
        break;
    }
    case CUPTI_RUNTIME_TRACE_CBID_cudaStreamCreateWithFlags_v5000:
    case CUPTI_RUNTIME_TRACE_CBID_cudaStreamCreateWithPriority_v5050: {
        const struct stream_given *of = given;
        if (result == cudaSuccess && of->stream)
            stream_created(data->context, (CUstream)*of->stream, of->flags & 1);
        break;
    }
    default:
        if (strncmp(data->functionName, "cudaEventElapsedTime", 20) == 0)
            note_elapsed(data, result);
    }
}

// ---- begin and end ----------------------------------------------------------------------

// The program called "cudaMemcpyAsync_ptsz_v7000" by the name cudaMemcpyAsync.
static void plain_name(const char *name, char plain[80]) {
    size_t n = 0;
    for (; name[n] && n + 1 < 80; n++) {
        if (name[n] == '_' &&
            (strncmp(name + n, "_ptsz", 5) == 0 || strncmp(name + n, "_ptds", 5) == 0 ||
             (name[n + 1] == 'v' && name[n + 2] >= '0' && name[n + 2] <= '9')))
            break;
        plain[n] = name[n];
    }
    plain[n] = 0;
}

// 1 for a call whose second parameter is the size in bytes.
static int allocates(const char *name) {
    static const char *const names[] = {"cudaMalloc",        "cudaMallocHost",  "cudaHostAlloc",
                                        "cudaMallocManaged", "cudaMallocAsync", "cuMemAlloc",
                                        "cuMemAllocManaged", "cuMemAllocAsync", "cuMemAllocHost"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(name, names[i]) == 0)
            return 1;
    return 0;
}

static void note_call(const CUpti_CallbackData *data, uint64_t begin, int result) {
    char name[80];
    struct witness_note note = {.kind = WITNESS_CALL,
                                .begin = begin,
                                .end = witness_now(),
                                .correlation = data->correlationId,
                                .result = result,
                                .name = name};
    plain_name(data->functionName, name);
    if (allocates(name))
        note.bytes = ((const struct allocation_given *)data->functionParams)->bytes;
    witness_note(&note);
    if (strstr(name, "Synchronize")) { // these calls do nothing but wait
        note.kind = WITNESS_WAIT;
        witness_note(&note);
    }
}

// The runtime asks the driver about a kernel before it launches the kernel. These calls take a
// tenth of a microsecond, and the program did not make them.
static int is_question(CUpti_CallbackDomain domain, const char *name) {
    return domain == CUPTI_CB_DOMAIN_DRIVER_API &&
           (strncmp(name, "cuKernelGet", 11) == 0 || strncmp(name, "cuLibraryGet", 12) == 0);
}

static void enter(CUpti_CallbackDomain domain, CUpti_CallbackId id,
                  const CUpti_CallbackData *data) {
    if (stack.count == 0)
        stack.loaded = 0;
    if (stack.count < DEEP) {
        stack.of[stack.count].domain = domain;
        stack.of[stack.count].id = id;
        stack.of[stack.count].begin = witness_now();
    }
    stack.count++;
    if (strncmp(data->functionName, "cudaDeviceReset", 15) == 0)
        cupti.cuptiActivityFlushAll(0); // its records would go with the context
}

static void leave(CUpti_CallbackDomain domain, CUpti_CallbackId id,
                  const CUpti_CallbackData *data) {
    if (stack.count == 0) // the witness was loaded during this call and did not see its begin
        return;
    int top = --stack.count;
    if (top > 0 || stack.of[0].domain != domain || stack.of[0].id != id)
        return;
    int result = data->functionReturnValue ? *(const int *)data->functionReturnValue : 0;
    stream_context_seen(data->context);
    if (domain == CUPTI_CB_DOMAIN_RUNTIME_API)
        note_details(id, data, result);
    if (!is_question(domain, data->functionName))
        note_call(data, stack.of[0].begin, result);
}

// A context was made, or a module loaded, just now: it took the time since the call began, or
// since the last context or module of this call.
static void note_loading(CUpti_CallbackId id, const CUpti_ResourceData *data) {
    if (id != CUPTI_CBID_RESOURCE_CONTEXT_CREATED && id != CUPTI_CBID_RESOURCE_MODULE_LOADED)
        return;
    uint64_t begin = stack.count > 0 ? stack.of[0].begin : started;
    if (stack.loaded > begin)
        begin = stack.loaded;
    struct witness_note note = {.kind = WITNESS_CONTEXT, .begin = begin, .end = witness_now()};
    note.name = id == CUPTI_CBID_RESOURCE_CONTEXT_CREATED ? "context" : "module";
    stack.loaded = note.end;
    if (id == CUPTI_CBID_RESOURCE_MODULE_LOADED)
        stream_context_seen(data->context);
    if (stack.count > 0 || id == CUPTI_CBID_RESOURCE_CONTEXT_CREATED)
        witness_note(&note);
}

void CUPTIAPI calls_callback(void *unused, CUpti_CallbackDomain domain, CUpti_CallbackId id,
                             const void *data) {
    (void)unused;
    if (domain == CUPTI_CB_DOMAIN_RESOURCE) {
        note_loading(id, data);
        return;
    }
    const CUpti_CallbackData *call = data;
    if (call->callbackSite == CUPTI_API_ENTER)
        enter(domain, id, call);
    else
        leave(domain, id, call);
}
