// figures.cu: what the book's figures show of one device, as one CSV after another, each
// behind a line "== NAME". figures.sh builds it, runs it and keeps the files.
#include "../book/code/check.h"

#include <chrono>

static double now(void) {
    using namespace std::chrono;
    return duration<double, std::micro>(steady_clock::now().time_since_epoch()).count();
}

__global__ void saxpy(size_t n, float a, const float *x, float *y) {
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = a * x[i] + y[i];
}

__global__ void strided(size_t n, size_t stride, const float *x, float *y) {
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    if (i < n)
        y[i * stride] = x[i * stride];
}

// Reads all of x without a word to the compiler that nothing comes of it.
__global__ void look(size_t n, const float *x, float *y) {
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    if (i < n && x[i] > 1e30f)
        y[0] = x[i];
}

__global__ void nothing(void) {}

static cudaEvent_t from, to;
static unsigned blocks(size_t n) {
    return (unsigned)((n + 255) / 256);
}

static int by_size(const void *a, const void *b) {
    float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}
static double median(float *v, int n) {
    qsort(v, n, sizeof *v, by_size);
    return n % 2 ? v[n / 2] : (v[n / 2 - 1] + v[n / 2]) / 2.0;
}

// Microseconds between the events; the second must have been recorded.
static float between(void) {
    float ms;
    CHECK(cudaGetLastError());
    CHECK(cudaEventSynchronize(to));
    CHECK(cudaEventElapsedTime(&ms, from, to));
    return ms * 1e3f;
}

static void warm(size_t n, const float *x, float *y) {
    for (double begin = now(), runs = 0; now() - begin < 50e3 || runs < 3; runs++) {
        saxpy<<<blocks(n), 256>>>(n, 2, x, y);
        CHECK(cudaDeviceSynchronize());
    }
}

// The same kernel by four clocks.
static void launches(int last, const float *x, float *y) {
    puts("== saxpy\nn,host_no_sync,host_sync,events,batch_of_100");
    for (int power = 12; power <= last; power += 2) {
        enum { RUNS = 15 };
        float us[4][RUNS];
        size_t n = (size_t)1 << power;
        warm(n, x, y);
        for (int r = 0; r < RUNS; r++) {
            double start = now();
            saxpy<<<blocks(n), 256>>>(n, 2, x, y);
            us[0][r] = now() - start;
            CHECK(cudaDeviceSynchronize());

            start = now();
            saxpy<<<blocks(n), 256>>>(n, 2, x, y);
            CHECK(cudaDeviceSynchronize());
            us[1][r] = now() - start;

            CHECK(cudaEventRecord(from));
            saxpy<<<blocks(n), 256>>>(n, 2, x, y);
            CHECK(cudaEventRecord(to));
            us[2][r] = between();

            CHECK(cudaEventRecord(from));
            for (int i = 0; i < 100; i++)
                saxpy<<<blocks(n), 256>>>(n, 2, x, y);
            CHECK(cudaEventRecord(to));
            us[3][r] = between() / 100;
        }
        printf("%zu", n);
        for (int way = 0; way < 4; way++)
            printf(",%.4g", 12.0 * n / median(us[way], RUNS) / 1e3);
        puts("");
    }
}

static void flush(int way, size_t n, float *scratch) {
    if (way == 1)
        CHECK(cudaMemset(scratch, 0, n * sizeof(float)));
    if (way == 2)
        look<<<blocks(n), 256>>>(n, scratch, scratch);
    CHECK(cudaDeviceSynchronize());
}

// A copy whose data are in L2, and out of it by a memset or by reading, of 2 x L2.
static void hot_cold(size_t l2, const float *x, float *y, float *scratch) {
    puts("== hot_cold\nbytes,l2,hot,cold_memset,cold_read");
    for (int part = -4; part <= 3; part++) {
        enum { RUNS = 15 };
        float us[3][RUNS];
        size_t bytes = part < 0 ? l2 >> -part : l2 << part, n = bytes / 2 / sizeof(float);
        warm(n, x, y);
        for (int way = 0; way < 3; way++)
            for (int r = 0; r < RUNS; r++) {
                int batch = way ? 1 : 10;
                if (way)
                    flush(way, 2 * l2 / sizeof(float), scratch);
                else
                    strided<<<blocks(n), 256>>>(n, 1, x, y);
                CHECK(cudaEventRecord(from));
                for (int i = 0; i < batch; i++)
                    strided<<<blocks(n), 256>>>(n, 1, x, y);
                CHECK(cudaEventRecord(to));
                us[way][r] = between() / batch;
            }
        printf("%zu,%zu,%.2f,%.2f,%.2f\n", bytes, l2, median(us[0], RUNS), median(us[1], RUNS),
               median(us[2], RUNS));
    }
}

// The same number of floats, farther and farther apart.
static void strides(size_t most, const float *x, float *y) {
    puts("== stride\nstride,useful");
    for (size_t stride = 1; stride <= 32; stride *= 2) {
        enum { RUNS = 15 };
        float us[RUNS];
        size_t n = most / 32;
        for (int r = -2; r < RUNS; r++) {
            CHECK(cudaEventRecord(from));
            strided<<<blocks(n), 256>>>(n, stride, x, y);
            CHECK(cudaEventRecord(to));
            float t = between();
            if (r >= 0)
                us[r] = t;
        }
        printf("%zu,%.4g\n", stride, 8.0 * n / median(us, RUNS) / 1e3);
    }
}

// What a pair of events reads around nothing and around very little.
static void steps(const float *x, float *y) {
    puts("== event_steps\naround,reading,us");
    for (int around = 0; around < 2; around++)
        for (int r = -10; r < 100; r++) {
            CHECK(cudaDeviceSynchronize());
            CHECK(cudaEventRecord(from));
            if (around)
                nothing<<<1, 32>>>();
            CHECK(cudaEventRecord(to));
            float us = between();
            if (r >= 0)
                printf("%s,%d,%.4f\n", around ? "empty kernel" : "nothing", r + 1, us);
        }
    enum { RUNS = 500 };
    CHECK(cudaDeviceSynchronize());
    double start = now();
    for (int i = 0; i < RUNS; i++)
        nothing<<<1, 32>>>();
    printf("launch call,1,%.4f\n", (now() - start) / RUNS);
    CHECK(cudaDeviceSynchronize());
    (void)x, (void)y;
}

// A hundred runs in a row, the first one too, each between two events.
static void hundred(size_t n, const float *x, float *y) {
    enum { RUNS = 100 };
    cudaEvent_t mark[RUNS + 1];
    for (int i = 0; i <= RUNS; i++)
        CHECK(cudaEventCreate(&mark[i]));
    CHECK(cudaEventRecord(mark[0]));
    for (int i = 0; i < RUNS; i++) {
        saxpy<<<blocks(n), 256>>>(n, 2, x, y);
        CHECK(cudaEventRecord(mark[i + 1]));
    }
    CHECK(cudaDeviceSynchronize());
    puts("== hundred_runs\nrun,us");
    for (int i = 0; i < RUNS; i++) {
        float ms;
        CHECK(cudaEventElapsedTime(&ms, mark[i], mark[i + 1]));
        printf("%d,%.3f\n", i + 1, ms * 1e3);
    }
}

int main(int count, char **words) {
    int last = count > 1 ? atoi(words[1]) : 24, l2;
    size_t most = (size_t)1 << last;
    float *x, *y, *scratch;
    CHECK(cudaDeviceGetAttribute(&l2, cudaDevAttrL2CacheSize, 0));
    size_t hold = most > 4 * (size_t)l2 / sizeof(float) ? most : 4 * (size_t)l2 / sizeof(float);
    CHECK(cudaMalloc(&x, hold * sizeof(float)));
    CHECK(cudaMalloc(&y, hold * sizeof(float)));
    CHECK(cudaMalloc(&scratch, 2 * (size_t)l2));
    CHECK(cudaMemset(x, 0, hold * sizeof(float)));
    CHECK(cudaMemset(y, 0, hold * sizeof(float)));
    CHECK(cudaMemset(scratch, 0, 2 * (size_t)l2));
    CHECK(cudaEventCreate(&from));
    CHECK(cudaEventCreate(&to));
    hundred(most, x, y);
    steps(x, y);
    launches(last, x, y);
    hot_cold(l2, x, y, scratch);
    strides(most, x, y);
    return 0;
}
