// machine.cu: what a device can do, as one CSV after another, each behind a line "== NAME".
// figures.sh builds it, runs it and keeps the files.
#include "figures.h"
#include "tare.h"

enum { RUNS = 15 };

__global__ void nothing(void) {}

static void products(int n) {
    float *a = floats((size_t)n * n), *b = floats((size_t)n * n), *c = floats((size_t)n * n);
    puts("== products\nname,n,flop_per_byte,tflop_per_s");
    for (int way = 0; way < 2; way++) {
        float us[5];
        dim3 block(TILE, TILE), grid(n / TILE, n / TILE);
        for (int r = -1; r < 5; r++) {
            CHECK(cudaEventRecord(from));
            if (way)
                tiled<<<grid, block>>>(n, a, b, c);
            else
                product<<<grid, block>>>(n, a, b, c);
            CHECK(cudaEventRecord(to));
            float t = between();
            if (r >= 0)
                us[r] = t;
        }
        printf("matmul %s,%d,%.2f,%.3g\n", way ? "tiled" : "naive", n, n / 6.0,
               2.0 * n * n * n / median(us, 5) / 1e6);
    }
    CHECK(cudaFree(a));
    CHECK(cudaFree(b));
    CHECK(cudaFree(c));
}

static double transfer(void *target, const void *source, size_t bytes, enum cudaMemcpyKind kind) {
    float us[RUNS];
    for (int r = -1; r < RUNS; r++) {
        double start = now();
        CHECK(cudaMemcpy(target, source, bytes, kind));
        CHECK(cudaDeviceSynchronize());
        if (r >= 0)
            us[r] = (float)(now() - start);
    }
    return (double)bytes / median(us, RUNS) / 1e3;
}
static void transfers(size_t bytes) {
    char *device, *pageable = (char *)malloc(bytes), *pinned;
    CHECK(cudaMalloc(&device, bytes));
    CHECK(cudaMallocHost(&pinned, bytes));
    memset(pageable, 1, bytes);
    memset(pinned, 1, bytes);
    puts("== transfer\ndirection,memory,gb_per_s");
    printf("host to device,pageable,%.3g\n",
           transfer(device, pageable, bytes, cudaMemcpyHostToDevice));
    printf("host to device,pinned,%.3g\n", transfer(device, pinned, bytes, cudaMemcpyHostToDevice));
    printf("device to host,pageable,%.3g\n",
           transfer(pageable, device, bytes, cudaMemcpyDeviceToHost));
    printf("device to host,pinned,%.3g\n", transfer(pinned, device, bytes, cudaMemcpyDeviceToHost));
    CHECK(cudaFreeHost(pinned));
    CHECK(cudaFree(device));
    free(pageable);
}

static void ceilings(size_t bytes) {
    tare_ceilings most;
    tare_device device;
    float us[2][RUNS];
    char *a, *b;
    if (tare_measure_ceilings(&most) != TARE_OK || tare_device_facts(&device) != TARE_OK)
        fprintf(stderr, "%s\n", tare_why()), exit(1);
    CHECK(cudaMalloc(&a, bytes));
    CHECK(cudaMalloc(&b, bytes));
    for (int way = 0; way < 2; way++)
        for (int r = -2; r < RUNS; r++) {
            CHECK(cudaEventRecord(from));
            if (way)
                CHECK(cudaMemcpyAsync(b, a, bytes, cudaMemcpyDeviceToDevice));
            else
                CHECK(cudaMemsetAsync(a, 0, bytes));
            CHECK(cudaEventRecord(to));
            float t = between();
            if (r >= 0)
                us[way][r] = t;
        }
    puts("== ceilings\nname,gb_per_s");
    printf("peak,%.5g\nmemset,%.4g\ncopy_engine,%.4g\n", device.peak_bytes_per_s / 1e9,
           (double)bytes / median(us[0], RUNS) / 1e3,
           2.0 * (double)bytes / median(us[1], RUNS) / 1e3);
    printf("read,%.4g\nwrite,%.4g\ncopy,%.4g\ntriad,%.4g\n", most.read / 1e9, most.write / 1e9,
           most.copy / 1e9, most.triad / 1e9);
    CHECK(cudaFree(a));
    CHECK(cudaFree(b));
}

// A ring through memory, a line apart, in an order that no prefetcher guesses: each load tells
// where the next one goes, so a step takes the time of one load.
enum { LINE = 128 / sizeof(unsigned), STEPS = 1 << 16 };

enum { LEAP = 1000003 }; // a prime: visits every line, far from one to the next
__global__ void ring(unsigned lines, unsigned *next) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < lines)
        next[i * LINE] = (i + LEAP) % lines * LINE;
}
// From where the last run ended, so that no run finds its lines in L2 unless all of them fit.
__global__ void chase(const unsigned *next, unsigned *end) {
    unsigned at = *end;
    for (int i = 0; i < STEPS; i++)
        at = next[at];
    *end = at;
}
enum { NEAR = 64 };
__global__ void chase_shared(unsigned *end) {
    __shared__ unsigned next[NEAR];
    for (unsigned i = 0; i < NEAR; i++)
        next[i] = (i + 1) % NEAR;
    unsigned at = 0;
    for (int i = 0; i < STEPS; i++)
        at = next[at];
    *end = at;
}
static double step_ns(const unsigned *next, unsigned *end) {
    float us[RUNS];
    for (int r = -1; r < RUNS; r++) {
        CHECK(cudaEventRecord(from));
        if (next)
            chase<<<1, 1>>>(next, end);
        else
            chase_shared<<<1, 1>>>(end);
        CHECK(cudaEventRecord(to));
        float t = between();
        if (r >= 0)
            us[r] = t;
    }
    return median(us, RUNS) * 1e3 / STEPS;
}
// L1 of 16 KiB, L2 of an eighth of it, and eight times L2 for the memory behind it.
static void latencies(void) {
    int l2;
    CHECK(cudaDeviceGetAttribute(&l2, cudaDevAttrL2CacheSize, 0));
    static const char *const names[] = {"l1", "l2", "memory"};
    size_t bytes[] = {16384, (size_t)l2 / 8, 8 * (size_t)l2};
    unsigned *next = (unsigned *)floats(bytes[2] / sizeof(float)), *end = next + 1;
    puts("== latency\nlevel,bytes,ns");
    printf("shared,%zu,%.4g\n", NEAR * sizeof(unsigned), step_ns(NULL, end));
    for (int i = 0; i < 3; i++) {
        unsigned lines = (unsigned)(bytes[i] / sizeof(unsigned) / LINE);
        ring<<<blocks(lines), 256>>>(lines, next);
        CHECK(cudaMemset(end, 0, sizeof *end));
        printf("%s,%zu,%.4g\n", names[i], bytes[i], step_ns(next, end));
    }
    CHECK(cudaFree(next));
}

// Nanoseconds: the clock of events, a launch, and an event made and destroyed.
static void clocks(void) {
    enum { MANY = 1000 };
    tare_clock clock;
    if (tare_device_clock(0, &clock) != TARE_OK)
        fprintf(stderr, "%s\n", tare_why()), exit(1);
    puts("== event_clock\nname,ns");
    printf("tick,%.4g\nempty_kernel_floor,%.4g\n", clock.tick * 1e9, clock.floor * 1e9);
    double start = now();
    for (int i = 0; i < MANY; i++) {
        cudaEvent_t event;
        CHECK(cudaEventCreate(&event));
        CHECK(cudaEventDestroy(event));
    }
    printf("event_made_and_destroyed,%.4g\n", (now() - start) * 1e3 / MANY);
    CHECK(cudaDeviceSynchronize());
    start = now();
    for (int i = 0; i < MANY; i++)
        nothing<<<1, 32>>>();
    printf("launch_call,%.4g\n", (now() - start) * 1e3 / MANY);
    CHECK(cudaDeviceSynchronize());
    start = now();
    for (int i = 0; i < MANY; i++) {
        nothing<<<1, 32>>>();
        CHECK(cudaDeviceSynchronize());
    }
    printf("launch_and_wait,%.4g\n", (now() - start) * 1e3 / MANY);
}

int main(int count, char **words) {
    int last = count > 1 ? atoi(words[1]) : 24;
    CHECK(cudaEventCreate(&from));
    CHECK(cudaEventCreate(&to));
    clocks();
    latencies();
    ceilings((size_t)4 << last);
    transfers(last > 26 ? (size_t)256 << 20 : (size_t)64 << 20);
    products(last > 26 ? 4096 : 512);
    return 0;
}
