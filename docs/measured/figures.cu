// figures.cu: what the clocks of one device say, as one CSV after another, each behind a line
// "== NAME". figures.sh builds it, runs it and keeps the files.
#include "figures.h"

__global__ void nothing(void) {}

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

// The same number of floats, farther and farther apart: of x alone, and of both arrays. At stride 1
// they are eight times L2, and a full queue keeps the launches out of the pair.
static double gigabytes(size_t n, size_t stride, int both, const float *x, float *y) {
    enum { RUNS = 9, TO_A_PAIR = 4 };
    float us[RUNS];
    for (int r = -1; r < RUNS; r++) {
        CHECK(cudaDeviceSynchronize());
        hold(200);
        CHECK(cudaEventRecord(from));
        for (int i = 0; i < TO_A_PAIR; i++)
            if (both)
                strided<<<blocks(n), 256>>>(n, stride, x, y);
            else
                gathered<<<blocks(n), 256>>>(n, stride, x, y);
        CHECK(cudaEventRecord(to));
        float t = between() / TO_A_PAIR;
        if (r >= 0)
            us[r] = t;
    }
    return 8.0 * (double)n / median(us, RUNS) / 1e3;
}
static void strides(void) {
    enum { FARTHEST = 32 };
    int l2;
    size_t n = 1;
    CHECK(cudaDeviceGetAttribute(&l2, cudaDevAttrL2CacheSize, 0));
    while (8 * n < 8 * (size_t)l2)
        n *= 2;
    float *x = floats(n * FARTHEST), *y = floats(n * FARTHEST);
    puts("== stride\nstride,useful,reads_alone");
    for (size_t stride = 1; stride <= FARTHEST; stride *= 2)
        printf("%zu,%.4g,%.4g\n", stride, gigabytes(n, stride, 1, x, y),
               gigabytes(n, stride, 0, x, y));
    CHECK(cudaFree(x));
    CHECK(cudaFree(y));
}

// What a pair of events reads around nothing and around very little.
static void steps(void) {
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
    int last = count > 1 ? atoi(words[1]) : 24;
    size_t most = (size_t)1 << last;
    float *x = floats(most), *y = floats(most);
    CHECK(cudaEventCreate(&from));
    CHECK(cudaEventCreate(&to));
    hundred(most, x, y);
    steps();
    launches(last, x, y);
    CHECK(cudaFree(x));
    CHECK(cudaFree(y));
    learn_cycles();
    strides();
    return 0;
}
