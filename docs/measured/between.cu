// between.cu: what stands between two events, as one CSV after another, each behind a line
// "== NAME". figures.sh builds it, runs it and keeps the files.
//
// An idle device stamps the start event at once, so the launch falls between the two events. Where
// a kernel that spins holds the device back until everything is queued, it does not.
#include "figures.h"
#include "tare.h"

enum { RUNS = 25, BATCH = 100, TEN = 10 };

// Reads all of x; the compiler cannot know that nothing comes of it.
__global__ void look(size_t n, const float *x, float *y) {
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    if (i < n && x[i] > 1e30f)
        y[0] = x[i];
}

enum flush { HOT, MEMSET, READ };
struct arrays {
    float *x, *y, *scratch;
    size_t each, l2; // floats of x and of y; bytes
};

static void copy(size_t n, const float *x, float *y, tare_stream stream) {
    copied<<<blocks(n / 4), 256, 0, stream>>>(n / 4, (const float4 *)x, (float4 *)y);
}

// What stands in L2 when the copies begin; a flush is `times` as large.
static void prepare(const struct arrays *a, size_t n, enum flush flush, int times) {
    size_t m = (size_t)times * a->l2 / sizeof(float);
    if (flush == HOT)
        copy(n, a->x, a->y, 0);
    else if (flush == MEMSET)
        CHECK(cudaMemsetAsync(a->scratch, 0, m * sizeof(float)));
    else
        look<<<blocks(m), 256>>>(m, a->scratch, a->scratch);
}

// One copy between two events; held: 1: with the queue full, 0: on an idle device.
static float one_copy(const struct arrays *a, size_t n, int held, enum flush flush, int times) {
    CHECK(cudaDeviceSynchronize());
    if (held)
        hold(300);
    prepare(a, n, flush, times);
    if (!held)
        CHECK(cudaDeviceSynchronize());
    CHECK(cudaEventRecord(from));
    copy(n, a->x, a->y, 0);
    CHECK(cudaEventRecord(to));
    return between();
}

// Ten copies between two events, the queue full: of the same arrays, or, cold, each of others,
// which no copy before it has touched as long as they fit.
static float ten_copies(const struct arrays *a, size_t n, enum flush flush) {
    size_t places = a->each / n;
    CHECK(cudaDeviceSynchronize());
    hold(300);
    prepare(a, n, flush, 2);
    CHECK(cudaEventRecord(from));
    for (size_t i = 0; i < TEN; i++) {
        size_t at = flush == HOT ? 0 : i % places * n;
        copy(n, a->x + at, a->y + at, 0);
    }
    CHECK(cudaEventRecord(to));
    return between() / TEN;
}

// times: of one copy, how large its flush is; 0: ten copies.
static double copies(const struct arrays *a, size_t n, int held, enum flush flush, int times) {
    float us[RUNS];
    for (int r = -3; r < RUNS; r++) {
        float t = times ? one_copy(a, n, held, flush, times) : ten_copies(a, n, flush);
        if (r >= 0)
            us[r] = t;
    }
    return median(us, RUNS);
}

struct job {
    size_t n;
    const float *x;
    float *y;
};
static int run_copy(void *context, tare_stream stream) {
    const struct job *job = (const struct job *)context;
    copy(job->n, job->x, job->y, stream);
    return (int)cudaGetLastError();
}
static int run_saxpy(void *context, tare_stream stream) {
    const struct job *job = (const struct job *)context;
    saxpy<<<blocks(job->n), 256, 0, stream>>>(job->n, 2, job->x, job->y);
    return (int)cudaGetLastError();
}
static double by_library(tare_launch launch, struct job job, int cold) {
    tare_options options = {};
    options.cold = cold;
    options.flush = cold ? TARE_FLUSH_READ : TARE_FLUSH_CHOSEN;
    tare_time time;
    if (tare_measure(launch, &job, 0, &options, &time) != TARE_OK)
        fprintf(stderr, "tare_measure: %s\n", tare_why()), exit(1);
    return time.median * 1e6;
}

// The same copy, hot and cold, on an idle device and behind a full queue.
static void hot_cold(const struct arrays *a) {
    puts("== hot_cold\nbytes,l2,idle_hot,idle_memset,idle_read,hot,memset_1x,memset_2x,memset_4x,"
         "read_1x,read_2x,library_hot,library_cold,ten_hot,ten_read,ten_memset");
    for (int part = -4; part <= 3; part++) {
        size_t bytes = part < 0 ? a->l2 >> -part : a->l2 << part, n = bytes / 2 / sizeof(float);
        struct job job = {n, a->x, a->y};
        warm(n, a->x, a->y);
        printf("%zu,%zu,%.2f,%.2f,%.2f,%.2f,%.2f,%.2f,%.2f,%.2f,%.2f,%.2f,%.2f,%.2f,%.2f,%.2f\n",
               bytes, a->l2, copies(a, n, 0, HOT, 1), copies(a, n, 0, MEMSET, 2),
               copies(a, n, 0, READ, 2), copies(a, n, 1, HOT, 1), copies(a, n, 1, MEMSET, 1),
               copies(a, n, 1, MEMSET, 2), copies(a, n, 1, MEMSET, 4), copies(a, n, 1, READ, 1),
               copies(a, n, 1, READ, 2), by_library(run_copy, job, 0), by_library(run_copy, job, 1),
               copies(a, n, 1, HOT, 0), copies(a, n, 1, READ, 0), copies(a, n, 1, MEMSET, 0));
    }
}

// A batch of short kernels: launched one by one, and behind a full queue.
static void batches(int last, const float *x, float *y) {
    puts("== batch\nn,single_us,batch_us,batch_held_us,library_us");
    for (int power = 10; power <= last; power += 2) {
        float us[3][RUNS];
        size_t n = (size_t)1 << power;
        struct job job = {n, x, y};
        warm(n, x, y);
        for (int way = 0; way < 3; way++)
            for (int r = 0; r < RUNS; r++) {
                int runs = way ? BATCH : 1;
                CHECK(cudaDeviceSynchronize());
                if (way == 2)
                    hold(1500);
                CHECK(cudaEventRecord(from));
                for (int i = 0; i < runs; i++)
                    saxpy<<<blocks(n), 256>>>(n, 2, x, y);
                CHECK(cudaEventRecord(to));
                us[way][r] = between() / (float)runs;
            }
        printf("%zu,%.3f,%.3f,%.3f,%.3f\n", n, median(us[0], RUNS), median(us[1], RUNS),
               median(us[2], RUNS), by_library(run_saxpy, job, 0));
    }
}

// When an asynchronous copy returns and when it is done: on an idle stream, and behind 10 ms of
// queued work.
static void asynchronous(const struct arrays *a) {
    puts("== asynchronous\nmemory,bytes,queued_us,returned_us,done_us");
    size_t most = 256 << 20;
    for (int pinned = 0; pinned < 2; pinned++) {
        char *host = (char *)malloc(most), *device;
        CHECK(cudaMalloc(&device, most));
        if (pinned) {
            free(host);
            CHECK(cudaMallocHost(&host, most));
        }
        memset(host, 1, most);
        for (size_t bytes = 1024; bytes <= most; bytes *= bytes < (1 << 20) ? 32 : 16)
            for (int queued = 0; queued <= 10000; queued += 10000) {
                float returned[5], done[5];
                for (int r = 0; r < 5; r++) {
                    CHECK(cudaDeviceSynchronize());
                    double start = now();
                    if (queued)
                        hold(queued);
                    CHECK(cudaMemcpyAsync(device, host, bytes, cudaMemcpyHostToDevice));
                    returned[r] = (float)(now() - start);
                    CHECK(cudaDeviceSynchronize());
                    done[r] = (float)(now() - start);
                }
                printf("%s,%zu,%d,%.1f,%.1f\n", pinned ? "pinned" : "pageable", bytes, queued,
                       median(returned, 5), median(done, 5));
            }
        CHECK(cudaFree(device));
        if (pinned)
            CHECK(cudaFreeHost(host));
        else
            free(host);
    }
    (void)a;
}

int main(int count, char **words) {
    int last = count > 1 ? atoi(words[1]) : 24, l2;
    CHECK(cudaDeviceGetAttribute(&l2, cudaDevAttrL2CacheSize, 0));
    size_t most = (size_t)1 << last, flushed = 4 * (size_t)l2 / sizeof(float);
    if (most < 2 * flushed)
        most = 2 * flushed;
    struct arrays a = {floats(most), floats(most), floats(flushed), most, (size_t)l2};
    CHECK(cudaEventCreate(&from));
    CHECK(cudaEventCreate(&to));
    learn_cycles();
    hot_cold(&a);
    batches(last < 24 ? last : 24, a.x, a.y);
    asynchronous(&a);
    return 0;
}
