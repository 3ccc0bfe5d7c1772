// fake_cuda.c: see fake_cuda.h. Stands in for the runtime and for the library's kernels.
#include "fake_cuda.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tare_internal.h"

struct fake_cuda fake;

void fake_cuda_reset(void) {
    int device = fake.device + 1; // a new number, so that nothing of an earlier test is kept
    fake = (struct fake_cuda){.count = 1,
                              .device = device,
                              .tick = 32e-9,
                              .empty = 1.3e-6,
                              .seed = 1,
                              .cycles_per_ns = 1.98,
                              .cache = 60u << 20,
                              .enough = 0};
    snprintf(fake.name, sizeof fake.name, "Fake card");
    fake.attribute[cudaDevAttrComputeCapabilityMajor] = 9;
    fake.attribute[cudaDevAttrMultiProcessorCount] = 132;
    fake.attribute[cudaDevAttrL2CacheSize] = 60 << 20;
    fake.attribute[cudaDevAttrMemoryClockRate] = 3201000;
    fake.attribute[cudaDevAttrGlobalMemoryBusWidth] = 6016;
    fake.attribute[cudaDevAttrClockRate] = 1980000;
    fake.attribute[cudaDevAttrEccEnabled] = 1;
}

double fake_random(void) {
    fake.seed = fake.seed * 1664525u + 1013904223u;
    return (double)(fake.seed >> 8) / 16777216.0;
}

static void operation(void) {
    fake.operations++;
    if (fake.operations > fake.most_operations)
        fake.most_operations = fake.operations;
}

static cudaError_t kernel(double seconds) {
    operation();
    fake.launches++;
    if (fake.fail_launch_at && fake.launches == fake.fail_launch_at) {
        fake.last_error = cudaErrorInvalidValue;
        return cudaErrorInvalidValue;
    }
    fake.now += seconds * (1 + fake.noise * fake_random());
    return cudaSuccess;
}

int fake_launch(void *seconds, cudaStream_t stream) {
    (void)stream;
    return (int)kernel(*(double *)seconds);
}

// ---- the library's kernels -----------------------------------------------------------

cudaError_t tare_launch_blocker(volatile unsigned *released, unsigned generation, uint64_t patience,
                                cudaStream_t stream) {
    (void)released, (void)generation, (void)patience, (void)stream;
    fake.blockers++;
    fake.operations = 0;
    return cudaSuccess;
}

int tare_launch_empty(void *context, cudaStream_t stream) {
    (void)context, (void)stream;
    return (int)kernel(fake.empty);
}

cudaError_t tare_launch_cycles(uint64_t nanoseconds, uint64_t *result, cudaStream_t stream) {
    (void)stream;
    result[0] = (uint64_t)(fake.cycles_per_ns * (double)nanoseconds);
    result[1] = nanoseconds;
    return cudaSuccess;
}

int tare_traffic_shapes(void) {
    return 3;
}

// A read of the flush buffer is a flush. Any other traffic runs at 1 TB/s, changed by what the
// flush before it left in the cache.
int tare_launch_traffic(void *traffic, cudaStream_t stream) {
    const struct tare_traffic *t = traffic;
    (void)stream;
    double bytes = 16.0 * (double)t->count *
                   (t->pattern == TARE_COPY    ? 2
                    : t->pattern == TARE_TRIAD ? 3
                                               : 1);
    double seconds = bytes / 1e12 * (1 + 0.1 * t->shape);
    if (t->pattern == TARE_READ && bytes >= (double)fake.cache) {
        fake.flush_reads++;
        fake.last_flush = 1;
        fake.last_flush_bytes = (uint64_t)bytes;
    } else if (fake.last_flush) {
        if (t->pattern == TARE_COPY)
            seconds *= 1 + (fake.last_flush == 1 ? fake.read_bias : fake.write_bias);
        else if (t->pattern == TARE_READ && fake.last_flush_bytes < fake.enough)
            seconds *= 0.5;
        fake.last_flush = 0;
    }
    return (int)kernel(seconds);
}

// ---- the runtime ---------------------------------------------------------------------

struct CUevent_st {
    double at;
    int recorded;
};

cudaError_t cudaGetLastError(void) {
    cudaError_t error = (cudaError_t)fake.last_error;
    fake.last_error = 0;
    return error;
}

cudaError_t cudaPeekAtLastError(void) {
    return (cudaError_t)fake.last_error;
}

const char *cudaGetErrorName(cudaError_t error) {
    return error == cudaSuccess ? "cudaSuccess" : "cudaErrorOfTheFake";
}

const char *cudaGetErrorString(cudaError_t error) {
    return error == cudaSuccess ? "no error" : "words of the fake";
}

cudaError_t cudaGetDeviceCount(int *count) {
    *count = fake.count;
    return (cudaError_t)fake.count_error;
}

cudaError_t cudaDeviceCanAccessPeer(int *can, int device, int peer) {
    *can = device != peer;
    return cudaSuccess;
}

cudaError_t cudaGetDevice(int *device) {
    *device = fake.device;
    return cudaSuccess;
}

cudaError_t cudaGetDeviceProperties(struct cudaDeviceProp *properties, int device) {
    (void)device;
    memset(properties, 0, sizeof *properties);
    memcpy(properties->name, fake.name, sizeof properties->name);
    properties->totalGlobalMem = (size_t)1 << 33;
    return cudaSuccess;
}

cudaError_t cudaDeviceGetAttribute(int *value, enum cudaDeviceAttr attribute, int device) {
    (void)device;
    *value = fake.attribute[attribute];
    return cudaSuccess;
}

cudaError_t cudaMemGetInfo(size_t *available, size_t *total) {
    *available = *total = (size_t)1 << 40;
    return cudaSuccess;
}

// Different addresses, which are never read.
cudaError_t cudaMalloc(void **pointer, size_t size) {
    static uintptr_t next = 1u << 20;
    *pointer = (void *)next;
    next += size;
    return cudaSuccess;
}

cudaError_t cudaFree(void *pointer) {
    (void)pointer;
    return cudaSuccess;
}

cudaError_t cudaHostAlloc(void **pointer, size_t size, unsigned int flags) {
    (void)flags;
    *pointer = calloc(1, size);
    return *pointer ? cudaSuccess : cudaErrorMemoryAllocation;
}

cudaError_t cudaHostGetDevicePointer(void **device, void *host, unsigned int flags) {
    (void)flags;
    *device = host;
    return cudaSuccess;
}

cudaError_t cudaMemset(void *pointer, int value, size_t size) {
    (void)pointer, (void)value, (void)size;
    return cudaSuccess;
}

cudaError_t cudaMemsetAsync(void *pointer, int value, size_t size, cudaStream_t stream) {
    (void)pointer, (void)value, (void)stream;
    operation();
    fake.memsets++;
    fake.last_flush = 2;
    fake.last_flush_bytes = size;
    fake.now += (double)size / 1e12;
    return cudaSuccess;
}

cudaError_t cudaEventCreate(cudaEvent_t *event) {
    *event = calloc(1, sizeof **event);
    return *event ? cudaSuccess : cudaErrorMemoryAllocation;
}

cudaError_t cudaEventDestroy(cudaEvent_t event) {
    free(event);
    return cudaSuccess;
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
    (void)stream;
    operation();
    event->at = fake.tick > 0 ? floor(fake.now / fake.tick) * fake.tick : fake.now;
    event->recorded = 1;
    fake.now += fake.mark;
    return cudaSuccess;
}

cudaError_t cudaEventSynchronize(cudaEvent_t event) {
    return event->recorded ? cudaSuccess : cudaErrorInvalidResourceHandle;
}

cudaError_t cudaEventElapsedTime(float *milliseconds, cudaEvent_t start, cudaEvent_t end) {
    if (!start->recorded || !end->recorded)
        return cudaErrorInvalidResourceHandle;
    *milliseconds = (float)(1e3 * (end->at - start->at));
    return cudaSuccess;
}

cudaError_t cudaStreamSynchronize(cudaStream_t stream) {
    (void)stream;
    return cudaSuccess;
}

cudaError_t cudaDeviceSynchronize(void) {
    return cudaSuccess;
}

cudaError_t cudaMemcpy(void *to, const void *from, size_t size, enum cudaMemcpyKind kind) {
    (void)to, (void)from, (void)size, (void)kind;
    return cudaSuccess;
}

cudaError_t cudaCtxResetPersistingL2Cache(void) {
    return cudaSuccess;
}
