// remedies.cu: what the remedies of the chapter on decisions bring, and when a flush matters, as
// one CSV after another, each behind a line "== NAME". figures.sh builds it, runs it and keeps the
// files.
#include "figures.h"

#include <cuda_fp16.h>

enum { RUNS = 15, STEPS = 256, TIMES = 4 }; // TIMES: L2, in the largest flush

// ---- hot and cold, by how much is computed ---------------------------------------------------

// Sixteen bytes a thread, and so many multiply-adds for each float.
__global__ void computed(size_t fours, int steps, const float4 *x, float4 *y) {
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    if (i >= fours)
        return;
    float4 v = x[i];
    for (int s = 0; s < steps; s++) {
        v.x = v.x * 0.999f + 1.0f;
        v.y = v.y * 0.999f + 1.0f;
        v.z = v.z * 0.999f + 1.0f;
        v.w = v.w * 0.999f + 1.0f;
    }
    y[i] = v;
}

// Reads all of x; the compiler cannot know that nothing comes of it.
__global__ void look(size_t n, const float *x, float *y) {
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    if (i < n && x[i] > 1e30f)
        y[0] = x[i];
}

struct arrays {
    float *x, *y, *scratch;
    size_t n; // floats of x and of y
};

// One run behind a full queue, after a flush that reads so many floats.
static float flushed(const struct arrays *a, int steps, size_t floats_read) {
    CHECK(cudaDeviceSynchronize());
    hold(300);
    computed<<<blocks(a->n / 4), 256>>>(a->n / 4, steps, (const float4 *)a->x, (float4 *)a->y);
    if (floats_read)
        look<<<blocks(floats_read), 256>>>(floats_read, a->scratch, a->scratch);
    CHECK(cudaEventRecord(from));
    computed<<<blocks(a->n / 4), 256>>>(a->n / 4, steps, (const float4 *)a->x, (float4 *)a->y);
    CHECK(cudaEventRecord(to));
    return between();
}
// Hot and cold by turns, so that what drifts meets both.
static void agree(const struct arrays *a, size_t floats_read) {
    puts("== agree\nsteps,flop_per_byte,hot_us,cold_us");
    for (int steps = 1; steps <= 256; steps *= 4) {
        float hot[RUNS], cold[RUNS];
        for (int r = -2; r < RUNS; r++) {
            float h = flushed(a, steps, 0), c = flushed(a, steps, floats_read);
            if (r >= 0)
                hot[r] = h, cold[r] = c;
        }
        printf("%d,%.4g,%.4g,%.4g\n", steps, steps / 4.0, median(hot, RUNS), median(cold, RUNS));
    }
}
static void flush_sizes(const struct arrays *a, size_t l2_floats) {
    puts("== flush_size\npart_of_l2,us");
    for (int part = 0; part <= 16 * TIMES; part = part ? part * 2 : 2) { // sixteenths
        float us[RUNS];
        for (int r = -2; r < RUNS; r++) {
            float t = flushed(a, 1, l2_floats * part / 16);
            if (r >= 0)
                us[r] = t;
        }
        printf("%g,%.4g\n", part / 16.0, median(us, RUNS));
    }
}
static void flushes(void) {
    int l2;
    CHECK(cudaDeviceGetAttribute(&l2, cudaDevAttrL2CacheSize, 0));
    size_t most = TIMES * (size_t)l2 / sizeof(float), n = (size_t)l2 / 4 / sizeof(float);
    struct arrays a = {floats(n), floats(n), floats(most), n};
    agree(&a, most / 2);
    flush_sizes(&a, most / TIMES);
    CHECK(cudaFree(a.x));
    CHECK(cudaFree(a.y));
    CHECK(cudaFree(a.scratch));
}

// ---- one change at a time ---------------------------------------------------------------------

// Half of the threads multiply, half add and divide: every other thread, or every other warp.
__global__ void forked(size_t n, int apart, float *y) {
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float v = y[i];
    if (i / apart % 2)
        for (int s = 0; s < STEPS; s++)
            v = v * 0.999f + 1.0f;
    else
        for (int s = 0; s < STEPS; s++)
            v = (v + 1.0f) * 0.998f;
    y[i] = v;
}

template <int AT_ONCE> __global__ void repeated(size_t n, int steps, float *y) {
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float v = y[i];
#pragma unroll AT_ONCE
    for (int s = 0; s < steps; s++)
        v = v * 0.999f + 1.0f;
    y[i] = v;
}

// Two halves a thread: half as many threads for as many elements, an instruction for two of them.
__global__ void halves(size_t n, int steps, __half2 *y) {
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    __half2 v = y[i], a = __float2half2_rn(0.999f), b = __float2half2_rn(1.0f);
#pragma unroll 16
    for (int s = 0; s < steps; s++)
        v = __hfma2(v, a, b);
    y[i] = v;
}

enum { TABLE = 1024 };
__constant__ float table[TABLE];
// Each step, the threads of a warp read one word of the table, or 32 of them.
__global__ void broadcast(size_t n, int apart, float *y) {
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float sum = 0;
    for (int s = 0; s < STEPS; s++)
        sum += table[(s + threadIdx.x % 32 * apart) % TABLE];
    y[i] = sum;
}

// A transpose that writes columns, and one through a tile of shared memory; a column more than it
// needs keeps the threads of a warp on banks of their own.
__global__ void turned(size_t side, const float *x, float *y) {
    size_t column = blockIdx.x * (size_t)TILE + threadIdx.x;
    size_t row = blockIdx.y * (size_t)TILE + threadIdx.y;
    y[column * side + row] = x[row * side + column];
}
template <int WIDE> __global__ void through(size_t side, const float *x, float *y) {
    __shared__ float tile[TILE][WIDE];
    size_t column = blockIdx.x * (size_t)TILE, row = blockIdx.y * (size_t)TILE;
    tile[threadIdx.y][threadIdx.x] = x[(row + threadIdx.y) * side + column + threadIdx.x];
    __syncthreads();
    y[(column + threadIdx.y) * side + row + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}

struct job {
    size_t n, side;
    const float *x;
    float *y;
};
typedef void (*queue)(const struct job *job);
static void mixed(const struct job *j) {
    forked<<<blocks(j->n), 256>>>(j->n, 1, j->y);
}
static void sorted(const struct job *j) {
    forked<<<blocks(j->n), 256>>>(j->n, 32, j->y);
}
static void in_a_loop(const struct job *j) {
    repeated<1><<<blocks(j->n), 256>>>(j->n, STEPS, j->y);
}
static void by_sixteen(const struct job *j) {
    repeated<16><<<blocks(j->n), 256>>>(j->n, STEPS, j->y);
}
static void by_halves(const struct job *j) {
    halves<<<blocks(j->n / 2), 256>>>(j->n / 2, STEPS, (__half2 *)j->y);
}
static void each_its_own(const struct job *j) {
    broadcast<<<blocks(j->n), 256>>>(j->n, 1, j->y);
}
static void all_the_same(const struct job *j) {
    broadcast<<<blocks(j->n), 256>>>(j->n, 0, j->y);
}
static dim3 square(const struct job *j) {
    return dim3(j->side / TILE, j->side / TILE);
}
static void by_columns(const struct job *j) {
    turned<<<square(j), dim3(TILE, TILE)>>>(j->side, j->x, j->y);
}
static void by_tiles(const struct job *j) {
    through<TILE><<<square(j), dim3(TILE, TILE)>>>(j->side, j->x, j->y);
}
static void by_wide_tiles(const struct job *j) {
    through<TILE + 1><<<square(j), dim3(TILE, TILE)>>>(j->side, j->x, j->y);
}

static double time_of(queue run, const struct job *job) {
    float us[RUNS];
    for (int r = -2; r < RUNS; r++) {
        CHECK(cudaDeviceSynchronize());
        hold(200);
        CHECK(cudaEventRecord(from));
        run(job);
        CHECK(cudaEventRecord(to));
        float t = between();
        if (r >= 0)
            us[r] = t;
    }
    return median(us, RUNS);
}
static void remedies(int last) {
    static const struct {
        const char *name;
        queue before, after;
    } remedy[] = {{"one branch a warp", mixed, sorted},
                  {"unroll", in_a_loop, by_sixteen},
                  {"half precision", by_sixteen, by_halves},
                  {"broadcast", each_its_own, all_the_same},
                  {"tile", by_columns, by_tiles},
                  {"wide tile", by_tiles, by_wide_tiles}};
    int card = last > 26; // the host device computes halves in software
    size_t side = (size_t)1 << (last / 2), n = (size_t)1 << (card ? last - 2 : last - 10);
    float *x = floats(side * side), *y = floats(side * side);
    struct job job = {n, side, x, y};
    puts("== remedies\nname,before_us,after_us");
    for (size_t i = 0; i < sizeof remedy / sizeof *remedy; i++)
        if (card || remedy[i].after != by_halves)
            printf("%s,%.4g,%.4g\n", remedy[i].name, time_of(remedy[i].before, &job),
                   time_of(remedy[i].after, &job));
    CHECK(cudaFree(x));
    CHECK(cudaFree(y));
}

int main(int count, char **words) {
    CHECK(cudaEventCreate(&from));
    CHECK(cudaEventCreate(&to));
    learn_cycles();
    flushes();
    remedies(count > 1 ? atoi(words[1]) : 24);
    return 0;
}
