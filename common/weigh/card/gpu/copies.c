// copies.c: bytes copied and set, by the driver's calls, which the runtime's calls end in too.
#include <pthread.h>

#include "weigh/card/gpu/gpu.h"

enum kind { TO_DEVICE, TO_HOST, ON_DEVICE, SET, KINDS, ELSEWHERE };
static const char *const kind_names[KINDS] = {"h2d", "d2h", "d2d", "memset"};

// What a call's parameters look like, and how many bytes of an element there are.
enum layout { LINEAR, PEER, PITCHED, BOX, SET_LINE, SET_RECTANGLE };

#define ID(name) CUPTI_DRIVER_TRACE_CBID_##name
#define BOTH(name, thread, ...)                                                                    \
    {ID(name), __VA_ARGS__}, {                                                                     \
        ID(name##thread), __VA_ARGS__                                                              \
    }
#define WAITING(name, ...) BOTH(name, _ptds, __VA_ARGS__)
#define ASYNC(name, ...) BOTH(name, _ptsz, __VA_ARGS__)

static const struct call {
    CUpti_CallbackId id;
    enum layout layout;
    int kind; // ELSEWHERE: the addresses tell
    int size; // of what is set
} calls[] = {
    WAITING(cuMemcpyHtoD_v2, LINEAR, TO_DEVICE, 1),
    ASYNC(cuMemcpyHtoDAsync_v2, LINEAR, TO_DEVICE, 1),
    WAITING(cuMemcpyDtoH_v2, LINEAR, TO_HOST, 1),
    ASYNC(cuMemcpyDtoHAsync_v2, LINEAR, TO_HOST, 1),
    WAITING(cuMemcpyDtoD_v2, LINEAR, ON_DEVICE, 1),
    ASYNC(cuMemcpyDtoDAsync_v2, LINEAR, ON_DEVICE, 1),
    WAITING(cuMemcpy, LINEAR, ELSEWHERE, 1),
    ASYNC(cuMemcpyAsync, LINEAR, ELSEWHERE, 1),
    WAITING(cuMemcpyPeer, PEER, ON_DEVICE, 1),
    ASYNC(cuMemcpyPeerAsync, PEER, ON_DEVICE, 1),
    WAITING(cuMemcpy2D_v2, PITCHED, ELSEWHERE, 1),
    WAITING(cuMemcpy2DUnaligned_v2, PITCHED, ELSEWHERE, 1),
    ASYNC(cuMemcpy2DAsync_v2, PITCHED, ELSEWHERE, 1),
    WAITING(cuMemcpy3D_v2, BOX, ELSEWHERE, 1),
    ASYNC(cuMemcpy3DAsync_v2, BOX, ELSEWHERE, 1),
    WAITING(cuMemsetD8_v2, SET_LINE, SET, 1),
    WAITING(cuMemsetD16_v2, SET_LINE, SET, 2),
    WAITING(cuMemsetD32_v2, SET_LINE, SET, 4),
    ASYNC(cuMemsetD8Async, SET_LINE, SET, 1),
    ASYNC(cuMemsetD16Async, SET_LINE, SET, 2),
    ASYNC(cuMemsetD32Async, SET_LINE, SET, 4),
    WAITING(cuMemsetD2D8_v2, SET_RECTANGLE, SET, 1),
    WAITING(cuMemsetD2D16_v2, SET_RECTANGLE, SET, 2),
    WAITING(cuMemsetD2D32_v2, SET_RECTANGLE, SET, 4),
    ASYNC(cuMemsetD2D8Async, SET_RECTANGLE, SET, 1),
    ASYNC(cuMemsetD2D16Async, SET_RECTANGLE, SET, 2),
    ASYNC(cuMemsetD2D32Async, SET_RECTANGLE, SET, 4),
};
enum { CALLS = sizeof calls / sizeof *calls };

static struct {
    pthread_mutex_t lock;
    double bytes[KINDS];
    uint64_t count[KINDS];
} sums = {.lock = PTHREAD_MUTEX_INITIALIZER};

// ---- from where to where ------------------------------------------------------------------------

static int is_device(CUmemorytype type, CUdeviceptr address) {
    unsigned found = 0;
    if (type != CU_MEMORYTYPE_UNIFIED)
        return type != CU_MEMORYTYPE_HOST;
    return library.cuPointerGetAttribute(&found, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, address) ==
               CUDA_SUCCESS &&
           found != CU_MEMORYTYPE_HOST;
}

static int direction(int from_device, int to_device) {
    if (from_device)
        return to_device ? ON_DEVICE : TO_HOST;
    return to_device ? TO_DEVICE : ELSEWHERE;
}

// ---- the layouts --------------------------------------------------------------------------------

struct moved {
    int kind;
    double bytes;
};

static struct moved linear(const struct call *call, const void *parameters) {
    const cuMemcpy_params *p = parameters; // the others have these three at the same places
    int kind = call->kind;
    if (kind == ELSEWHERE)
        kind = direction(is_device(CU_MEMORYTYPE_UNIFIED, p->src),
                         is_device(CU_MEMORYTYPE_UNIFIED, p->dst));
    return (struct moved){kind, (double)p->ByteCount};
}

static struct moved pitched(const void *parameters) {
    const CUDA_MEMCPY2D *copy = ((const cuMemcpy2D_v2_params *)parameters)->pCopy;
    return (struct moved){direction(is_device(copy->srcMemoryType, copy->srcDevice),
                                    is_device(copy->dstMemoryType, copy->dstDevice)),
                          (double)copy->WidthInBytes * (double)copy->Height};
}

static struct moved box(const void *parameters) {
    const CUDA_MEMCPY3D *copy = ((const cuMemcpy3D_v2_params *)parameters)->pCopy;
    return (struct moved){direction(is_device(copy->srcMemoryType, copy->srcDevice),
                                    is_device(copy->dstMemoryType, copy->dstDevice)),
                          (double)copy->WidthInBytes * (double)copy->Height * (double)copy->Depth};
}

static struct moved read_call(const struct call *call, const void *parameters) {
    switch (call->layout) {
    case PEER:
        return (struct moved){ON_DEVICE,
                              (double)((const cuMemcpyPeer_params *)parameters)->ByteCount};
    case PITCHED:
        return pitched(parameters);
    case BOX:
        return box(parameters);
    case SET_LINE: // the count stands at the same place for each size of element
        return (struct moved){SET,
                              (double)((const cuMemsetD32_v2_params *)parameters)->N * call->size};
    case SET_RECTANGLE: {
        const cuMemsetD2D32_v2_params *set = parameters;
        return (struct moved){SET, (double)set->Width * (double)set->Height * call->size};
    }
    case LINEAR:
        break;
    }
    return linear(call, parameters);
}

// ---- the calls
// ------------------------------------------------------------------------------------

void copies_watch(CUpti_SubscriberHandle subscriber) {
    for (int i = 0; i < CALLS; i++)
        library.cuptiEnableCallback(1, subscriber, CUPTI_CB_DOMAIN_DRIVER_API, calls[i].id);
}

int copies_called(CUpti_CallbackId id, const CUpti_CallbackData *data) {
    int i = 0;
    while (i < CALLS && calls[i].id != id)
        i++;
    if (i == CALLS)
        return 0;
    if (data->callbackSite != CUPTI_API_EXIT || *(const int *)data->functionReturnValue != 0)
        return 1;
    struct moved moved = read_call(&calls[i], data->functionParams);
    if (moved.kind < KINDS) {
        pthread_mutex_lock(&sums.lock);
        sums.bytes[moved.kind] += moved.bytes;
        sums.count[moved.kind]++;
        pthread_mutex_unlock(&sums.lock);
    }
    return 1;
}

void copies_write(void) {
    for (int kind = 0; kind < KINDS; kind++) {
        if (sums.count[kind] == 0)
            continue;
        struct card_line *line = file_line("copy");
        card_text(line, "kind", kind_names[kind]);
        card_count(line, "bytes", sums.bytes[kind]);
        card_count(line, "count", (double)sums.count[kind]);
        file_write(line);
    }
}
