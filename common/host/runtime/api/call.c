// call.c: what every API call does at its begin and end.
#include "api.h"

static _Thread_local cudaError_t last_error;

struct call call_begin(const char *name) {
    return watched ? watch_begin(name) : (struct call){.name = name};
}

cudaError_t call_answer(const struct call *call, cudaError_t error) {
    if (error != cudaSuccess && error != cudaErrorNotReady)
        last_error = error;
    if (watched)
        watch_call(call, error);
    return error;
}

cudaError_t call_end(const struct call *call, cudaError_t error) {
    if (error != cudaSuccess)
        last_error = error;
    if (watched)
        watch_call(call, error);
    return error;
}

// These two know what this thread's calls gave, and nothing else, as on a card: a failure that
// sticks is told by every other call.
cudaError_t cudaGetLastError(void) {
    struct call call = call_begin(__func__);
    cudaError_t error = last_error;
    last_error = cudaSuccess;
    if (watched)
        watch_call(&call, error);
    return error;
}

cudaError_t cudaPeekAtLastError(void) {
    struct call call = call_begin(__func__);
    if (watched)
        watch_call(&call, last_error);
    return last_error;
}
