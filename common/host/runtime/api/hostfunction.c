// hostfunction.c: functions of the program that a stream calls when it comes to them.
#include "api.h"

static void run_function(struct op *op) {
    in_host_function = true;
    if (op->callback)
        op->callback(op->handle, device_failed(), op->user);
    else if (device_failed() == cudaSuccess)
        op->function(op->user);
    in_host_function = false;
}

static cudaError_t enqueue(cudaStream_t handle, cudaHostFn_t function,
                           cudaStreamCallback_t callback, void *user) {
    struct CUstream_st *stream = stream_of(handle);
    if (!stream)
        return cudaErrorInvalidResourceHandle;
    if (!function && !callback)
        return cudaErrorInvalidValue;
    struct op *op = engine_op(FUNCTIONS, "host function");
    if (!op)
        return cudaErrorMemoryAllocation;
    op->run = run_function;
    op->handle = handle;
    op->function = function;
    op->callback = callback;
    op->user = user;
    op_enqueue(op, stream);
    return cudaSuccess;
}

cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void *user) {
    CALL(enqueue(stream, function, NULL, user));
}

cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback, void *user,
                                  unsigned flags) {
    CALL(flags ? cudaErrorInvalidValue : enqueue(stream, NULL, callback, user));
}
