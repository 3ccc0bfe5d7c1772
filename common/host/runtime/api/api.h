// api.h: what every call of the API does at its begin and end, and what calls share.
#ifndef HOST_API_H
#define HOST_API_H

#include "machine/memory.h"
#include "queue/queue.h"
#include "queue/witness.h"

enum { MAX_BLOCK_THREADS = 1024, SHARED_DEFAULT = 48 << 10, SHARED_OPT_IN = 227 << 10 };

// ---- the context (device.c)

cudaError_t device_start(void); // cheap after the first time
bool launch_blocking(void);
extern _Thread_local bool in_host_function; // which may call nothing of this API

// ---- kernels (kernel.c, launch.c)

size_t kernel_shared_limit(const struct host_kernel *kernel); // dynamic, after opting in
// Runs the runtime's own blocks (a copy, a memset) as a grid.
cudaError_t grid_enqueue(const struct host_launch *launch, uint64_t blocks,
                         struct CUstream_st *stream, const struct op *described);

// ---- every call (call.c): the last error, the sticky one, and the witness

struct call call_begin(const char *name);
cudaError_t call_end(const struct call *call, cudaError_t error);
cudaError_t call_answer(const struct call *call, cudaError_t error); // not a last error

// The body of an API function: refused while an earlier failure sticks.
#define CALL(expression) CALL_THEN(call_end, expression)

// The same for a question: "not ready" is an answer to it, not an error to remember.
#define CALL_ANSWER(expression) CALL_THEN(call_answer, expression)

#define CALL_THEN(end, expression)                                                                 \
    do {                                                                                           \
        struct call call_ = call_begin(__func__);                                                  \
        cudaError_t error_ = device_start();                                                       \
        if (error_ == cudaSuccess)                                                                 \
            error_ = device_failed();                                                              \
        if (error_ == cudaSuccess)                                                                 \
            error_ = (expression);                                                                 \
        return end(&call_, error_);                                                                \
    } while (0)

// The same for calls that need no context.
#define CALL_WITHOUT_CONTEXT(expression)                                                           \
    do {                                                                                           \
        struct call call_ = call_begin(__func__);                                                  \
        return call_end(&call_, (expression));                                                     \
    } while (0)

#endif
