// copy.cu: the host's clock around a copy: the program must wait for the end of the copy.
//
//     make example EXAMPLE=copy
//
// cudaMemcpyAsync from pinned memory returns when the copy is queued. Without a synchronisation
// the clock reads the time of the call; with one it reads the time of the copy.
#include "tare.h"
#include "tare_device.h"

int main(void) {
    const uint64_t bytes = 64 << 20;
    enum { RUNS = 15 };
    double queued[RUNS], copied[RUNS];
    void *host, *device;
    TARE_CHECK(cudaMallocHost(&host, bytes));
    TARE_CHECK(cudaMalloc(&device, bytes));
    TARE_CHECK(cudaMemcpy(device, host, bytes, cudaMemcpyHostToDevice)); // not the first copy below

    for (int i = 0; i < RUNS; i++) {
        TARE_CHECK(cudaDeviceSynchronize()); // earlier work has finished
        double start = tare_now();
        TARE_CHECK(cudaMemcpyAsync(device, host, bytes, cudaMemcpyHostToDevice, NULL));
        queued[i] = tare_now() - start;
        TARE_CHECK(cudaDeviceSynchronize());
        copied[i] = tare_now() - start;
    }

    double call = tare_median(queued, RUNS), copy = tare_median(copied, RUNS);
    printf("without a synchronisation %10.1f us: the call only\n", 1e6 * call);
    printf("with a synchronisation    %10.1f us: %.2f GB/s = %.2f GiB/s\n", 1e6 * copy,
           tare_gb_per_s(bytes, copy), tare_gib_per_s(bytes, copy));
}
