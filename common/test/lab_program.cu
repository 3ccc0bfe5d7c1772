// lab_program.cu: does what every lab does, so that lab.sh can test it.
#include <math.h>
#include <string.h>

#include "tare_lab.h"

__global__ void twice(uint64_t n, const float *x, float *y) {
    uint64_t i = blockIdx.x * (uint64_t)blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = 2.0f * x[i];
}

// argv[1] says what goes wrong: "wrong" result, "unwritten" element, "unchecked", "sizes",
// a "report" that lacks a field, "cards" that are not here.
int main(int count, char **words) {
    const char *flaw = count > 1 ? words[1] : "none";
    if (strcmp(flaw, "sizes") == 0) {
        tare_device device;
        tare_device_facts(&device);
        printf("memory %llu cache %llu l2 %llu host %d\n",
               (unsigned long long)tare_memory_working_set(),
               (unsigned long long)tare_cache_working_set(), (unsigned long long)device.l2_bytes,
               device.is_host);
        return 0;
    }
    tare_lab lab = tare_lab_begin("program", 100003);
    if (strcmp(flaw, "cards") == 0)
        tare_lab_needs_cards(99);
    uint64_t n = lab.count;
    float *x = tare_lab_random(&lab, n), *other = tare_lab_random(&lab, n);
    double sum = 0, square = 0, same = 0;
    for (uint64_t i = 0; i < n; i++) {
        sum += x[i];
        square += (double)x[i] * x[i];
        same += x[i] == other[i];
        if (!(x[i] >= -1 && x[i] < 1))
            return 9;
    }
    printf("mean %.3f square %.3f same %.0f first %a\n", sum / (double)n, square / (double)n, same,
           (double)x[0]);
    float *dx = tare_lab_to_device(x, n), *dy = tare_lab_poisoned(n);
    uint64_t done = strcmp(flaw, "unwritten") == 0 ? n - 1 : n;
    twice<<<(unsigned)((n + 127) / 128), 128>>>(done, dx, dy);
    TARE_CHECK_LAUNCH();
    for (uint64_t i = 0; i < n; i++)
        x[i] *= 2;
    if (strcmp(flaw, "wrong") == 0)
        x[n / 2] += 0.01f;
    if (strcmp(flaw, "unchecked") != 0)
        tare_lab_check(&lab, "twice", dy, x, n, 1e-6f);
    if (strcmp(flaw, "failing") == 0) {
        twice<<<1, 4096>>>(n, dx, dy);
        TARE_CHECK_LAUNCH();
    }
    if (strcmp(flaw, "report") == 0) {
        tare_claim claim = {};
        claim.what = "twice";
        claim.bytes = 8 * n;
        tare_report(&claim);
    }
    return tare_lab_end(&lab);
}
