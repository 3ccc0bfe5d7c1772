// moments.cu: what a program meets once or in passing: its first_launch, a copy that returns early,
// two streams, grids of two sizes. As figures.cu, which see.
#include "figures.h"

#include <sys/wait.h>
#include <unistd.h>

enum { RUNS = 15 };

__global__ void nothing(void) {}

// The first launch of a process makes the context and loads the module, so each is a child's,
// before this process has called CUDA itself.
static double first_launch(void) {
    enum { CHILDREN = 5 };
    float us[CHILDREN];
    for (int i = 0; i < CHILDREN; i++) {
        int ends[2];
        if (pipe(ends) != 0)
            perror("pipe"), exit(1);
        pid_t child = fork();
        if (child == 0) {
            double start = now();
            nothing<<<1, 32>>>();
            CHECK(cudaDeviceSynchronize());
            float took = (float)(now() - start);
            _exit(write(ends[1], &took, sizeof took) != sizeof took);
        }
        close(ends[1]);
        if (child < 0 || read(ends[0], &us[i], sizeof us[i]) != sizeof us[i])
            fputs("a child could not launch\n", stderr), exit(1);
        close(ends[0]);
        waitpid(child, NULL, 0);
    }
    return median(us, CHILDREN);
}

// A copy within the device, by the host's clock: when the call comes back, and when it is done.
static void within(size_t bytes) {
    float returned[RUNS], done[RUNS];
    char *a = (char *)floats(bytes / sizeof(float)), *b = (char *)floats(bytes / sizeof(float));
    for (int r = -2; r < RUNS; r++) {
        CHECK(cudaDeviceSynchronize());
        double start = now();
        CHECK(cudaMemcpy(b, a, bytes, cudaMemcpyDeviceToDevice));
        double back = now();
        CHECK(cudaDeviceSynchronize());
        if (r >= 0)
            returned[r] = (float)(back - start), done[r] = (float)(now() - start);
    }
    printf("copy_within_returned,%.4g\ncopy_within_done,%.4g\n", median(returned, RUNS),
           median(done, RUNS));
    CHECK(cudaFree(a));
    CHECK(cudaFree(b));
}

static double two_spins(cudaStream_t one, cudaStream_t other) {
    enum { MILLISECONDS = 15 };
    float us[RUNS];
    for (int r = -1; r < RUNS; r++) {
        CHECK(cudaDeviceSynchronize());
        double start = now();
        spin<<<1, 1, 0, one>>>(MILLISECONDS * 1000 * cycles_per_us);
        spin<<<1, 1, 0, other>>>(MILLISECONDS * 1000 * cycles_per_us);
        CHECK(cudaDeviceSynchronize());
        if (r >= 0)
            us[r] = (float)(now() - start);
    }
    return median(us, RUNS);
}
static void streams(void) {
    cudaStream_t stream[2];
    for (int i = 0; i < 2; i++)
        CHECK(cudaStreamCreate(&stream[i]));
    printf("two_spins_one_stream,%.4g\n", two_spins(stream[0], stream[0]));
    printf("two_spins_two_streams,%.4g\n", two_spins(stream[0], stream[1]));
}

// ---- rates ---------------------------------------------------------------------------------

__global__ void stepped(size_t fours, const float4 *x, float4 *y) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < fours;
         i += (size_t)gridDim.x * blockDim.x)
        y[i] = x[i];
}

__global__ void plain(size_t n, const float *x, float *y) {
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = x[i];
}

// What a benchmark of the memory does with three arrays of doubles.
enum row { COPY, MUL, ADD, TRIAD, DOT, ROWS };
static const char *const row_names[ROWS] = {"copy", "mul", "add", "triad", "dot"};
static const int row_arrays[ROWS] = {2, 2, 3, 3, 2};
template <int ROW> __global__ void row(size_t n, double *a, double *b, double *c) {
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    if (ROW == COPY)
        c[i] = a[i];
    if (ROW == MUL)
        b[i] = 0.4 * c[i];
    if (ROW == ADD)
        c[i] = a[i] + b[i];
    if (ROW == TRIAD)
        a[i] = b[i] + 0.4 * c[i];
}
__global__ void dot(size_t n, const double *a, const double *b, double *sums) {
    __shared__ double part[256];
    double sum = 0;
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n;
         i += (size_t)gridDim.x * blockDim.x)
        sum += a[i] * b[i];
    part[threadIdx.x] = sum;
    for (int half = 128; half > 0; half /= 2) {
        __syncthreads();
        if (threadIdx.x < half)
            part[threadIdx.x] += part[threadIdx.x + half];
    }
    if (threadIdx.x == 0)
        sums[blockIdx.x] = part[0];
}

struct arrays {
    size_t bytes; // of each
    float *a, *b, *c;
};
typedef void (*queue)(const struct arrays *arrays, unsigned grid);

static double rate(queue run, const struct arrays *arrays, unsigned grid, double bytes) {
    float us[RUNS];
    for (int r = -2; r < RUNS; r++) {
        CHECK(cudaDeviceSynchronize());
        hold(200);
        CHECK(cudaEventRecord(from));
        run(arrays, grid);
        CHECK(cudaEventRecord(to));
        float t = between();
        if (r >= 0)
            us[r] = t;
    }
    return bytes / median(us, RUNS) / 1e3;
}

static void run_stepped(const struct arrays *m, unsigned grid) {
    stepped<<<grid, 256>>>(m->bytes / 16, (const float4 *)m->a, (float4 *)m->b);
}
static void run_plain(const struct arrays *m, unsigned grid) {
    plain<<<grid, 256>>>(m->bytes / 4, m->a, m->b);
}
template <int ROW> static void run_row(const struct arrays *m, unsigned grid) {
    row<ROW><<<grid, 256>>>(m->bytes / 8, (double *)m->a, (double *)m->b, (double *)m->c);
}
static void run_dot(const struct arrays *m, unsigned grid) {
    dot<<<grid, 256>>>(m->bytes / 8, (const double *)m->a, (const double *)m->b, (double *)m->c);
}

static void rates(size_t n) {
    static const queue rows[ROWS] = {run_row<COPY>, run_row<MUL>, run_row<ADD>, run_row<TRIAD>,
                                     run_dot};
    enum { DOT_BLOCKS = 4224 }; // 32 for each of the H200's multiprocessors
    size_t bytes = n * sizeof(double);
    struct arrays m = {bytes, floats(bytes / 4), floats(bytes / 4), floats(bytes / 4)};
    struct arrays half = {bytes / 2, m.a, m.b, m.c};
    puts("== rates\nname,gb_per_s");
    printf("float4_copy_132_blocks,%.4g\n", rate(run_stepped, &half, 132, (double)bytes));
    printf("float4_copy_4224_blocks,%.4g\n", rate(run_stepped, &half, 4224, (double)bytes));
    printf("plain_copy,%.4g\n", rate(run_plain, &half, blocks(n), (double)bytes));
    for (int i = 0; i < ROWS; i++)
        printf("%s,%.4g\n", row_names[i],
               rate(rows[i], &m, i == DOT ? DOT_BLOCKS : blocks(n),
                    (double)row_arrays[i] * (double)bytes));
}

int main(int count, char **words) {
    int last = count > 1 ? atoi(words[1]) : 24;
    puts("== moments\nname,us");
    printf("first_launch,%.4g\n", first_launch());
    CHECK(cudaEventCreate(&from));
    CHECK(cudaEventCreate(&to));
    learn_cycles();
    within((size_t)1 << (last - 1));
    streams();
    rates((size_t)1 << last);
    return 0;
}
