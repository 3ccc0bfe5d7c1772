// semantics.h: what the tests of CUDA's semantics share. They are the same sources for the
// host device and, built with nvcc, for a card: both must pass.
#ifndef HOST_TEST_SEMANTICS_H
#define HOST_TEST_SEMANTICS_H

#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "suite.h"

#define OK(call) CU_ASSERT_EQUAL((call), cudaSuccess)
#define OK_FATAL(call) CU_ASSERT_EQUAL_FATAL((call), cudaSuccess)
#define GIVES(call, error) CU_ASSERT_EQUAL((call), (error))

// An event or a stream that is given back where its scope ends.
template <class T, cudaError_t (*give_back)(T)> struct held {
    T handle;
    ~held() {
        OK(give_back(handle));
    }
    operator T() const {
        return handle;
    }
};
typedef held<cudaEvent_t, cudaEventDestroy> Event;
typedef held<cudaStream_t, cudaStreamDestroy> Stream;

static inline Event event_with(unsigned flags) {
    cudaEvent_t event;
    OK_FATAL(cudaEventCreateWithFlags(&event, flags));
    return {event};
}

static inline Event event_new(void) {
    return event_with(cudaEventDefault);
}

static inline Stream stream_with(unsigned flags) {
    cudaStream_t stream;
    OK_FATAL(cudaStreamCreateWithFlags(&stream, flags));
    return {stream};
}

static inline Stream blocking(void) {
    return stream_with(cudaStreamDefault);
}

static inline Stream non_blocking(void) {
    return stream_with(cudaStreamNonBlocking);
}

static inline double now_ms(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1e3 + t.tv_nsec * 1e-6;
}

static inline bool on_host_device(void) {
    cudaDeviceProp properties;
    return cudaGetDeviceProperties(&properties, 0) == cudaSuccess &&
           strncmp(properties.name, "host device", 11) == 0;
}

static inline int processors(void) {
    int count = 0;
    cudaDeviceGetAttribute(&count, cudaDevAttrMultiProcessorCount, 0);
    return count;
}

__global__ void empty(void) {}

__global__ void spin(long long clocks) {
    long long start = clock64();
    while (clock64() - start < clocks)
        ;
}

__global__ void store(int *to, int value) {
    *to = value;
}

__global__ void add(int *to, int value) {
    *to += value;
}

// Clocks of this device in a millisecond: the host device counts nanoseconds, a card's are
// measured once.
static inline long long clocks_per_ms(void) {
    static long long found;
    long long clocks = 10000000;
    if (!found && on_host_device())
        found = 1000000;
    if (!found)
        spin<<<1, 1>>>(10 * clocks); // until the clock runs at its full speed
    while (!found) {
        cudaEvent_t start, stop;
        float ms = 0;
        cudaEventCreate(&start);
        cudaEventCreate(&stop);
        cudaEventRecord(start);
        spin<<<1, 1>>>(clocks);
        cudaEventRecord(stop);
        if (cudaEventSynchronize(stop) != cudaSuccess)
            return 1000000;
        cudaEventElapsedTime(&ms, start, stop);
        cudaEventDestroy(start);
        cudaEventDestroy(stop);
        if (ms > 4)
            found = (long long)(clocks / ms);
        clocks *= 2;
    }
    return found;
}

// A kernel on one thread that takes this long.
static inline void busy(double ms, cudaStream_t stream) {
    spin<<<1, 1, 0, stream>>>((long long)(ms * clocks_per_ms()));
}

// LONG_MS is long enough to show an effect in one of TRIES; HOLD_MS is longer than a busy machine
// makes a thread wait.
enum { LONG_MS = 60, HOLD_MS = 300, TRIES = 5 };

// Asserts that `attempt` shows its effect at least once in TRIES: a machine that others use
// may hide an effect of timing now and then.
static inline void shows(bool (*attempt)(void), const char *what) {
    bool shown = false;
    for (int i = 0; i < TRIES && !shown; i++) {
        OK_FATAL(cudaDeviceSynchronize());
        shown = attempt();
    }
    OK(cudaDeviceSynchronize());
    if (!shown)
        printf("          never seen: %s\n", what);
    CU_ASSERT_TRUE(shown);
}

static inline int read_int(const int *device) {
    int value = -1;
    OK(cudaMemcpy(&value, device, sizeof value, cudaMemcpyDeviceToHost));
    return value;
}

static inline int *device_int(int value) {
    int *device = NULL;
    OK_FATAL(cudaMalloc(&device, sizeof *device));
    OK_FATAL(cudaMemcpy(device, &value, sizeof value, cudaMemcpyHostToDevice));
    OK_FATAL(cudaDeviceSynchronize());
    return device;
}

#endif
