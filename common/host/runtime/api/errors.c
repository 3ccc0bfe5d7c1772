// errors.c: the begin and the end of every call, the last error, and the words of an error.
#include "api/api.h"

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

// As on a card, these two return only an error of earlier calls of this thread. All other calls
// return a failure that sticks.
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

struct words {
    cudaError_t error;
    const char *name, *text;
};

static const struct words all[] = {
#define HOST_ERROR(name, number, words) {name, #name, words},
#include "host_errors.h"
#undef HOST_ERROR
};

static const struct words *find(cudaError_t error) {
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        if (all[i].error == error)
            return &all[i];
    return NULL;
}

const char *cudaGetErrorName(cudaError_t error) {
    const struct words *found = find(error);
    return found ? found->name : "unrecognized error code";
}

const char *cudaGetErrorString(cudaError_t error) {
    const struct words *found = find(error);
    if (!found)
        return "unrecognized error code";
    return found->text ? found->text : "an error that the host device never gives";
}
