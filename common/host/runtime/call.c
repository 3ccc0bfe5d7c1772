// call.c: what every API call does at its begin and end.
#include "witness.h"

static _Thread_local cudaError_t last_error;
static _Thread_local struct call current;
static atomic_uint_fast64_t last_correlation;
atomic_bool failure_told;

struct call call_begin(const char *name) {
    struct call call = {.name = name};
    if (watched) {
        call.begin = now_ns();
        call.correlation = atomic_fetch_add(&last_correlation, 1) + 1;
        current = call;
    }
    return call;
}

static void note_failure(cudaError_t error) {
    if (error != cudaSuccess && error == device_failed())
        atomic_store(&failure_told, true);
}

cudaError_t call_answer(const struct call *call, cudaError_t error) {
    note_failure(error);
    if (error != cudaSuccess && error != cudaErrorNotReady)
        last_error = error;
    if (watched)
        watch_call(call, error);
    return error;
}

cudaError_t call_end(const struct call *call, cudaError_t error) {
    note_failure(error);
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

// An error that sticks is the answer until the device is reset, but these two do not look for
// one: right after a launch they know of the launch only, as on a card.
static cudaError_t look(bool forget) {
    cudaError_t error = atomic_load(&failure_told) ? device_failed() : cudaSuccess;
    if (error == cudaSuccess)
        error = last_error;
    if (forget)
        last_error = cudaSuccess;
    return error;
}

cudaError_t cudaGetLastError(void) {
    struct call call = call_begin(__func__);
    cudaError_t error = look(true);
    if (watched)
        watch_call(&call, error);
    return error;
}

cudaError_t cudaPeekAtLastError(void) {
    struct call call = call_begin(__func__);
    cudaError_t error = look(false);
    if (watched)
        watch_call(&call, error);
    return error;
}
