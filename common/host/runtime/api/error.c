// error.c: an error's name and words.
#include "api.h"

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
