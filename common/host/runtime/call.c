// call.c: what every API call does at its begin and end.
#include "witness.h"

static _Thread_local cudaError_t last_error;
static _Thread_local struct call current;
static atomic_uint_fast64_t last_correlation;

struct call call_begin(const char *name) {
    struct call call = {.name = name};
    if (watched) {
        call.begin = now_ns();
        call.correlation = atomic_fetch_add(&last_correlation, 1) + 1;
        current = call;
    }
    return call;
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

uint64_t call_correlation(void) {
    return current.correlation;
}

const char *call_name(void) {
    return current.name;
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
