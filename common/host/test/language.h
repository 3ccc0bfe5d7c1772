// language.h: what the tests of the language share: the array that kernels write, and what it held.
#ifndef HOST_TEST_LANGUAGE_H
#define HOST_TEST_LANGUAGE_H

#include "semantics.h"

static int *out;       // on the device
static int seen[4096]; // what it held

// A kernel in a header.
__global__ void from_header(int *to, int value) {
    to[threadIdx.x] = value;
}

static inline void look(int count) {
    OK(cudaGetLastError());
    OK_FATAL(cudaMemcpy(seen, out, (size_t)count * sizeof *seen, cudaMemcpyDeviceToHost));
}

static inline void clear(void) {
    OK_FATAL(cudaMemset(out, 0, sizeof seen));
}

// Counts where what the kernel left is not wanted(i), and clears it.
template <class F> static int wrong(int count, F wanted) {
    look(sizeof seen / sizeof *seen);
    int bad = 0;
    for (int i = 0; i < count; i++)
        bad += seen[i] != wanted(i);
    clear();
    return bad;
}

#define LANGUAGE_MAIN(name, tests)                                                                 \
    int main(int argc, char **argv) {                                                              \
        if (cudaMalloc(&out, sizeof seen) || cudaMemset(out, 0, sizeof seen))                      \
            return 1;                                                                              \
        return suite_main(name, tests, (int)(sizeof(tests) / sizeof((tests)[0])), argc, argv);     \
    }

#endif
