// streams.cu: what several streams do to a time, as one CSV after another, each behind a line
// "== NAME". figures.sh builds it, runs it and keeps the files.
#include "figures.h"

enum { RUNS = 9, MOST = 8 };

struct lane {
    cudaStream_t stream;
    cudaEvent_t start, stop;
};

static void open_lanes(struct lane *lane) {
    for (int i = 0; i < MOST; i++) {
        CHECK(cudaStreamCreateWithFlags(&lane[i].stream, cudaStreamNonBlocking));
        CHECK(cudaEventCreate(&lane[i].start));
        CHECK(cudaEventCreate(&lane[i].stop));
    }
}

// A saxpy of its own in each stream: the median pair, all pairs added up, all by the host's clock.
static void shared(const struct lane *lane, size_t n, const float *x, float *y) {
    puts("== streams\nstreams,each_us,added_us,all_us");
    for (int streams = 1; streams <= MOST / 2; streams++) {
        float each[RUNS], added[RUNS], all[RUNS], pair[MOST];
        for (int r = -1; r < RUNS; r++) {
            CHECK(cudaDeviceSynchronize());
            double begin = now(), sum = 0;
            for (int i = 0; i < streams; i++) {
                CHECK(cudaEventRecord(lane[i].start, lane[i].stream));
                saxpy<<<blocks(n), 256, 0, lane[i].stream>>>(n, 2, x, y + i * n);
                CHECK(cudaEventRecord(lane[i].stop, lane[i].stream));
            }
            CHECK(cudaDeviceSynchronize());
            double took = now() - begin;
            for (int i = 0; i < streams; i++) {
                CHECK(cudaEventElapsedTime(&pair[i], lane[i].start, lane[i].stop));
                sum += pair[i] * 1e3;
            }
            if (r >= 0)
                each[r] = (float)(median(pair, streams) * 1e3), added[r] = (float)sum,
                all[r] = (float)took;
        }
        printf("%d,%.4g,%.4g,%.4g\n", streams, median(each, RUNS), median(added, RUNS),
               median(all, RUNS));
    }
}

// Enough arithmetic for each element that a kernel takes as long as a copy.
__global__ void work(size_t n, int steps, float *x) {
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float v = x[i];
    for (int s = 0; s < steps; s++)
        v = v * 0.999f + 1.0f;
    x[i] = v;
}

enum part { IN = 1, KERNEL = 2, OUT = 4, ALL = IN | KERNEL | OUT };

// The array in so many pieces, each in its own stream: copied in, worked on, copied back.
static double pieces(const struct lane *lane, int count, unsigned parts, size_t n, int steps,
                     float *host, float *device) {
    float us[RUNS];
    size_t piece = n / count;
    for (int r = -1; r < RUNS; r++) {
        CHECK(cudaDeviceSynchronize());
        double begin = now();
        for (int i = 0; i < count; i++) {
            float *h = host + i * piece, *d = device + i * piece;
            cudaStream_t stream = lane[i].stream;
            if (parts & IN)
                CHECK(cudaMemcpyAsync(d, h, piece * sizeof *d, cudaMemcpyHostToDevice, stream));
            if (parts & KERNEL)
                work<<<blocks(piece), 256, 0, stream>>>(piece, steps, d);
            if (parts & OUT)
                CHECK(cudaMemcpyAsync(h, d, piece * sizeof *d, cudaMemcpyDeviceToHost, stream));
        }
        CHECK(cudaDeviceSynchronize());
        if (r >= 0)
            us[r] = (float)(now() - begin);
    }
    return median(us, RUNS);
}
static void overlap(const struct lane *lane, size_t n) {
    enum { TRIED = 64 };
    float *device = floats(n), *pinned, *pageable = (float *)calloc(n, sizeof *pageable);
    CHECK(cudaMallocHost(&pinned, n * sizeof *pinned));
    memset(pinned, 0, n * sizeof *pinned);
    double in = pieces(lane, 1, IN, n, 0, pinned, device);
    double tried = pieces(lane, 1, KERNEL, n, TRIED, pinned, device);
    int steps = (int)(TRIED * in / tried) + 1;
    puts("== overlap\nwhat,streams,us");
    printf("in,1,%.4g\n", in);
    printf("kernel,1,%.4g\n", pieces(lane, 1, KERNEL, n, steps, pinned, device));
    printf("out,1,%.4g\n", pieces(lane, 1, OUT, n, 0, pinned, device));
    for (int count = 1; count <= MOST; count *= 2)
        printf("pinned,%d,%.4g\n", count, pieces(lane, count, ALL, n, steps, pinned, device));
    for (int count = 1; count <= MOST; count *= MOST)
        printf("pageable,%d,%.4g\n", count, pieces(lane, count, ALL, n, steps, pageable, device));
    CHECK(cudaFreeHost(pinned));
    CHECK(cudaFree(device));
    free(pageable);
}

// What the host pays for a launch: alone, with an event behind it, with a wait behind it.
__global__ void nothing(void) {}
static void marks(const struct lane *lane) {
    enum { MANY = 500 };
    static const char *const names[] = {"launch", "launch_and_event", "launch_and_wait"};
    puts("== marks\nname,us");
    for (int way = 0; way < 3; way++) {
        float us[RUNS];
        for (int r = -1; r < RUNS; r++) {
            CHECK(cudaDeviceSynchronize());
            double begin = now();
            for (int i = 0; i < MANY; i++) {
                nothing<<<1, 32, 0, lane->stream>>>();
                if (way == 1)
                    CHECK(cudaEventRecord(lane->start, lane->stream));
                if (way == 2)
                    CHECK(cudaStreamSynchronize(lane->stream));
            }
            float each = (float)(now() - begin) / MANY;
            if (r >= 0)
                us[r] = each;
        }
        printf("%s,%.4g\n", names[way], median(us, RUNS));
    }
}

int main(int count, char **words) {
    int last = count > 1 ? atoi(words[1]) : 24;
    size_t n = (size_t)1 << (last - 4);
    struct lane lane[MOST];
    open_lanes(lane);
    float *x = floats(n), *y = floats(MOST / 2 * n);
    warm(n, x, y);
    shared(lane, n, x, y);
    overlap(lane, n);
    marks(lane);
    return 0;
}
