// api.h: what the files of this folder share. Each holds the functions of one section of
// include/cuda_runtime_api.h and has its name.
#ifndef HOST_API_H
#define HOST_API_H

#include "queue/queue.h"

enum { MAX_BLOCK_THREADS = 1024, SHARED_DEFAULT = 48 << 10, SHARED_OPT_IN = 227 << 10 };
enum { PIECE = 64 << 10 }; // bytes that one block of a copy or memset moves

// ---- errors.c: the begin and the end of every call

struct call call_begin(const char *name);
// Both tell the witness about the call, and remember the error for cudaGetLastError. call_answer
// does not remember cudaErrorNotReady, which is an answer to a query and not a failure.
cudaError_t call_end(const struct call *call, cudaError_t error);
cudaError_t call_answer(const struct call *call, cudaError_t error);

// The whole body of an API function: starts the device, returns an earlier failure if there was one
// that sticks, else returns the value of the expression.
#define CALL(expression) CALL_THEN(call_end, expression)
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

// The body of a function that needs no device.
#define CALL_WITHOUT_CONTEXT(expression)                                                           \
    do {                                                                                           \
        struct call call_ = call_begin(__func__);                                                  \
        return call_end(&call_, (expression));                                                     \
    } while (0)

// The value, where the program wants it, which must not be a null pointer.
#define GIVE(to, value) ((to) ? (*(to) = (value), cudaSuccess) : cudaErrorInvalidValue)

// ---- device.c: the context

cudaError_t device_start(void); // cheap after the first time
bool launch_blocking(void);
extern _Thread_local bool in_host_function; // such a function must not call this API

// ---- kernels.c

// Queues a grid of one of the runtime's own kernels (a copy, a memset). The kernel finds a copy of
// `what` in its closure; `described` is the text for the witness.
cudaError_t grid_of_our_own(const struct host_kernel *kernel, const void *what, size_t size,
                            uint64_t blocks, struct CUstream_st *stream,
                            const struct op *described);

// The same as <<<>>>, with the addresses of the arguments, and no note for the witness.
cudaError_t enqueue_kernel(const void *kernel, dim3 grid, dim3 block, void **arguments,
                           size_t shared, cudaStream_t stream);

// ---- copies.c

struct rows { // a copy: `height` rows of `width` bytes
    void *to;
    const void *from;
    size_t to_pitch, from_pitch, width, height;
};

cudaError_t copy_rows(const struct rows *rows, enum cudaMemcpyKind kind, cudaStream_t stream,
                      bool async);
// False: the box is no rows with one distance between them.
bool rows_of_box(const struct cudaMemcpy3DParms *box, struct rows *rows);

// ---- arrays.c

// The rows of an array as memory. Returns the bytes of an element; 0: it is no array.
size_t array_as_memory(cudaArray_const_t array, struct cudaPitchedPtr *memory);

// ---- streams.c

cudaError_t enqueue_function(cudaStream_t stream, cudaHostFn_t function,
                             cudaStreamCallback_t callback, void *user);

#endif
