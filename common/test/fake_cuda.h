// fake_cuda.h: a calculated device, so that the library's logic can be tested to the last digit.
// Its clock advances by the time that the test gives to each launch.
#ifndef TEST_FAKE_CUDA_H
#define TEST_FAKE_CUDA_H

#include <cuda_runtime_api.h>
#include <stdint.h>

struct fake_cuda {
    // the answers of the driver
    int count, count_error, device;
    char name[256];
    int attribute[160];
    // time, in seconds
    double now, tick;     // events read `now` rounded down to a multiple of tick
    double empty;         // an empty kernel
    double mark;          // seconds that an event takes
    double noise;         // each kernel takes longer, by at most this part
    double cycles_per_ns; // of the multiprocessors, as tare_launch_cycles finds it
    // the caches
    uint64_t cache;               // bytes
    double read_bias, write_bias; // by which part such a flush lengthens a large copy
    uint64_t enough;              // a smaller flush leaves data in the cache
    // what the fake has counted
    int launches, memsets, operations, most_operations; // behind one blocker
    int blockers, fail_launch_at;            // fail_launch_at: the number of the launch that fails
    int last_error, flush_reads, last_flush; // last_flush: 0 none, 1 read, 2 write
    uint64_t last_flush_bytes;
    unsigned seed;
};
extern struct fake_cuda fake;

void fake_cuda_reset(void); // a card with a 32 ns tick and an empty kernel of 1.3 us
double fake_random(void);   // uniform in [0, 1)
// A launch that takes *(double *)seconds.
int fake_launch(void *seconds, cudaStream_t stream);

#endif
