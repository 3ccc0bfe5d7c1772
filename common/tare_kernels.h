// tare_kernels.h: the library's own kernels, as C sees them. Each returns what the launch said.
#ifndef TARE_KERNELS_H
#define TARE_KERNELS_H

#include <cuda_runtime_api.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// ---- spin.cu -----------------------------------------------------------------------

// Holds the stream until released[0] reaches the generation, or for `patience` ns; then
// it leaves the generation in released[1].
cudaError_t tare_launch_blocker(volatile unsigned *released, unsigned generation, uint64_t patience,
                                cudaStream_t stream);
// Does nothing: what remains is what a launch costs. A tare_launch; context is not used.
int tare_launch_empty(void *context, cudaStream_t stream);
// Counts the multiprocessor's clock over `nanoseconds`: result = {cycles, nanoseconds}.
cudaError_t tare_launch_cycles(uint64_t nanoseconds, uint64_t *result, cudaStream_t stream);

// ---- traffic.cu --------------------------------------------------------------------

enum tare_pattern { TARE_READ, TARE_WRITE, TARE_COPY, TARE_TRIAD, TARE_PATTERNS };

struct tare_traffic { // a tare_launch's context
    enum tare_pattern pattern;
    int shape;      // 0 .. tare_traffic_shapes() - 1: how many threads, how much each
    uint64_t count; // of 16-byte items in each array
    void *a;        // written; for TARE_READ never, but the compiler cannot know
    const void *b, *c;
};
int tare_traffic_shapes(void);
int tare_launch_traffic(void *traffic, cudaStream_t stream);

#ifdef __cplusplus
}
#endif
#endif
