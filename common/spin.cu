// spin.cu: kernels that move no data. One holds a stream while the host fills it, so that
// no launch is seen by the clock.
#include "tare_kernels.h"

static __device__ unsigned long long nanoseconds(void) {
#ifdef __CUDA_ARCH__
    unsigned long long now;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
    return now;
#else
    return (unsigned long long)clock64(); // the host device counts nanoseconds
#endif
}

// One thread. The deadline is the device's own: nothing the host does can hang it.
__global__ void tare_blocker(volatile unsigned *released, unsigned generation,
                             unsigned long long patience) {
    unsigned long long start = nanoseconds();
    while ((int)(released[0] - generation) < 0)
        if (nanoseconds() - start > patience) {
            released[1] = generation;
            return;
        }
}

__global__ void tare_empty(void) {}

__global__ void tare_cycles(unsigned long long wanted, unsigned long long *result) {
    unsigned long long start = nanoseconds(), elapsed = 0;
    long long cycles = clock64();
    while (elapsed < wanted)
        elapsed = nanoseconds() - start;
    result[0] = (unsigned long long)(clock64() - cycles);
    result[1] = elapsed;
}

extern "C" cudaError_t tare_launch_blocker(volatile unsigned *released, unsigned generation,
                                           uint64_t patience, cudaStream_t stream) {
    tare_blocker<<<1, 1, 0, stream>>>(released, generation, patience);
    return cudaGetLastError();
}

extern "C" int tare_launch_empty(void *context, cudaStream_t stream) {
    (void)context;
    tare_empty<<<1, 1, 0, stream>>>();
    return (int)cudaGetLastError();
}

extern "C" cudaError_t tare_launch_cycles(uint64_t wanted, uint64_t *result, cudaStream_t stream) {
    tare_cycles<<<1, 1, 0, stream>>>(wanted, (unsigned long long *)result);
    return cudaGetLastError();
}
