// 11 transfer: how fast do bytes reach the device?
//
// A buffer in page-locked host memory is copied to the device. The program
// reports the bandwidth of the copy.
//
//   make lab LAB=11      build and run it
//   make check LAB=11    is the number true?
#include "tare_lab.h"

#include <string.h>

enum { RUNS = 31 };

// tare: begin
// "Async" means: returns before the copy is done. Wait, then read the clock.
static tare_claim measure(uint64_t n, const float *pinned, float *device) {
    uint64_t bytes = n * sizeof(float);
    double samples[RUNS];
    TARE_CHECK(cudaDeviceSynchronize()); // nothing of before is left to run
    for (int i = 0; i < RUNS; i++) {
        double start = tare_now();
        TARE_CHECK(
            cudaMemcpyAsync(device, pinned, bytes, cudaMemcpyHostToDevice, 0));
        TARE_CHECK(cudaStreamSynchronize(0)); // until the last byte is there
        samples[i] = tare_now() - start;
    }

    tare_claim claim = {};
    claim.what = "host_to_device";
    claim.bytes = bytes;
    claim.seconds = tare_median(samples, RUNS);
    claim.rate = tare_gb_per_s(claim.bytes, claim.seconds);
    claim.unit = TARE_GB_PER_S;
    claim.statistic = "median";
    return claim;
}
// tare: end

int main(void) {
    uint64_t n = tare_memory_working_set() / (4 * sizeof(float));
    tare_lab lab = tare_lab_begin("transfer", n);
    n = lab.count;
    float *pageable = tare_lab_random(&lab, n), *pinned;
    TARE_CHECK(cudaMallocHost((void **)&pinned, n * sizeof(float)));
    memcpy(pinned, pageable, n * sizeof(float));
    float *device = tare_lab_poisoned(n);

    tare_claim claim = measure(n, pinned, device);
    tare_lab_check(&lab, "copy", device, pageable, n, 0.0f);

    tare_report(&claim);
    return tare_lab_end(&lab);
}
