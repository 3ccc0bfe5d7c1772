// ceilings.c: what this device's memory gives to kernels that do nothing else.
#include <pthread.h>

#include "tare_cover.h"
#include "tare_kernels.h"
#include "tare_sampler.h"

enum { SAMPLES = 7 };

static tare_status best_of_shapes(struct tare_traffic *traffic, uint64_t bytes, double *rate) {
    tare_device device;
    TARE_TRY(tare_device_facts(&device));
    int shapes = device.is_host ? 2 : tare_traffic_shapes(); // the rest are slower on a CPU
    *rate = 0;
    for (traffic->shape = 0; traffic->shape < shapes; traffic->shape++) {
        tare_options options = {.samples = SAMPLES};
        tare_time time;
        TARE_TRY(tare_measure(tare_launch_traffic, traffic, NULL, &options, &time));
        double reached = (double)bytes / time.median;
        *rate = reached > *rate ? reached : *rate;
    }
    return TARE_OK;
}

static tare_status measure(void *memory, tare_ceilings *ceilings) {
    uint64_t all = ceilings->bytes, half = all / 2, third = all / 48 * 16;
    char *at = memory;
    struct tare_traffic read = {.pattern = TARE_READ, .count = all / 16, .a = at, .b = at};
    struct tare_traffic write = {.pattern = TARE_WRITE, .count = all / 16, .a = at};
    struct tare_traffic copy = {.pattern = TARE_COPY, .count = half / 16, .a = at, .b = at + half};
    struct tare_traffic triad = {
        .pattern = TARE_TRIAD, .count = third / 16, .a = at, .b = at + third, .c = at + 2 * third};
    TARE_TRY(best_of_shapes(&write, all, &ceilings->write)); // first: it fills the memory
    TARE_TRY(best_of_shapes(&read, all, &ceilings->read));
    TARE_TRY(best_of_shapes(&copy, 2 * half, &ceilings->copy));
    return best_of_shapes(&triad, 3 * third, &ceilings->triad);
}

// Large enough that the launch and the last blocks' tail are some thousandths of the time.
static tare_status working_set(uint64_t *bytes) {
    tare_device device;
    TARE_TRY(tare_device_facts(&device));
    uint64_t cache = tare_largest_cache(&device);
    if (device.is_host)
        *bytes = 4 * cache < 64u << 20 ? 64u << 20 : 4 * cache;
    else
        *bytes = 64 * cache < 1u << 30 ? 1u << 30 : 64 * cache;
    size_t available = 0, total = 0;
    TARE_TRY_CUDA(cudaMemGetInfo(&available, &total));
    if (*bytes > available / 4)
        *bytes = available / 4;
    *bytes = *bytes / (1u << 20) << 20;
    if (*bytes < 8 * device.l2_bytes || *bytes == 0)
        return tare_fail(TARE_NO_MEMORY,
                         "too little free memory for the ceilings: %llu MB, and "
                         "8 x L2 are needed four times",
                         (unsigned long long)(available / 1000000));
    return TARE_OK;
}

tare_status tare_measure_ceilings(tare_ceilings *ceilings) {
    TARE_COVER();
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    static tare_ceilings kept;
    static int kept_of = -1;
    if (!ceilings)
        return tare_fail(TARE_BAD_ARGUMENT, "tare_measure_ceilings: ceilings is NULL");
    TARE_TRY(tare_need_device());
    pthread_mutex_lock(&lock);
    tare_status status = TARE_OK;
    if (kept_of != tare_current_device()) {
        tare_ceilings found = {0};
        void *memory = NULL;
        status = working_set(&found.bytes);
        if (status == TARE_OK) {
            cudaError_t error = cudaMalloc(&memory, found.bytes);
            status = error == cudaSuccess ? measure(memory, &found)
                                          : tare_fail_cuda(error, "cudaMalloc for the ceilings");
            (void)cudaFree(memory);
        }
        if (status == TARE_OK) {
            kept = found;
            kept_of = tare_current_device();
        }
    }
    if (status == TARE_OK)
        *ceilings = kept;
    pthread_mutex_unlock(&lock);
    return status;
}
