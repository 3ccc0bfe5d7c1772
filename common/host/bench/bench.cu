// bench.cu: `make bench-host` compares kernels on the host device with plain C that does the same
// work, compiled with the same flags, in the same process, on the same cores. 1.00: as fast as C.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <sys/resource.h>
#include <unistd.h>
#include <vector>

#include "kernels.cuh"
#include "team.h"

#define CHECK(call)                                                                                \
    do {                                                                                           \
        cudaError_t error_ = (call);                                                               \
        if (error_ != cudaSuccess) {                                                               \
            fprintf(stderr, "line %d: %s\n", __LINE__, cudaGetErrorString(error_));                \
            exit(1);                                                                               \
        }                                                                                          \
    } while (0)

static double now() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

static double median(std::vector<double> v) {
    std::sort(v.begin(), v.end());
    return v[v.size() / 2];
}

using Range = std::function<void(size_t, size_t)>;

struct Pair {
    const char *name;
    std::function<void()> kernel;
    Range plain;
    size_t count; // elements of the plain loop
    double work;  // bytes or flops of one run
    const char *unit;
};

struct Times {
    double kernel, plain;
};

constexpr int rounds = 15;

// Runs the kernel and the plain loop in turn, each often enough for the clock.
static Times compare(const Pair &p) {
    int cores = (int)std::thread::hardware_concurrency();
    auto kernels = [&](int runs) {
        double start = now();
        for (int i = 0; i < runs; i++)
            p.kernel();
        CHECK(cudaDeviceSynchronize());
        return (now() - start) / runs;
    };
    auto loops = [&](int runs) {
        Team team(cores);
        team.run(p.plain, p.count);
        double start = now();
        for (int i = 0; i < runs; i++)
            team.run(p.plain, p.count);
        return (now() - start) / runs;
    };
    kernels(2);
    double once = std::min(loops(2), kernels(2));
    int runs = (int)std::max(3.0, std::min(2000.0, 0.01 / once));
    std::vector<double> k, c;
    for (int i = 0; i < rounds; i++) {
        k.push_back(kernels(runs));
        c.push_back(loops(runs));
    }
    return {median(k), median(c)};
}

static void report(const Pair &p) {
    Times t = compare(p);
    printf("  %-34s %5.2f   %8.2f %-7s plain C %8.2f\n", p.name, t.plain / t.kernel,
           1e-9 * p.work / t.kernel, p.unit, 1e-9 * p.work / t.plain);
    fflush(stdout);
}

struct Arrays {
    float *a, *b, *c;
    explicit Arrays(size_t n) {
        for (float **p : {&a, &b, &c}) {
            CHECK(cudaMalloc(p, n * sizeof(float)));
            CHECK(cudaMemset(*p, 0, n * sizeof(float)));
        }
        CHECK(cudaDeviceSynchronize());
    }
    ~Arrays() {
        for (float *p : {a, b, c})
            cudaFree(p);
    }
};

// Each loop is a function of its own, not inlined, so that no loop is optimised away.
#define PLAIN(name, statement, ...)                                                                \
    __attribute__((noinline)) static void name(size_t first, size_t last, __VA_ARGS__) {           \
        for (size_t i = first; i < last; i++)                                                      \
            statement;                                                                             \
    }
PLAIN(plain_copy, b[i] = a[i], const float *__restrict__ a, float *__restrict__ b)
PLAIN(plain_scale, b[i] = s * a[i], const float *__restrict__ a, float *__restrict__ b, float s)
PLAIN(plain_add, c[i] = a[i] + b[i], const float *__restrict__ a, const float *__restrict__ b,
      float *__restrict__ c)
PLAIN(plain_triad, c[i] = a[i] + s * b[i], const float *__restrict__ a, const float *__restrict__ b,
      float *__restrict__ c, float s)
PLAIN(plain_saxpy, y[i] = s * x[i] + y[i], float s, const float *__restrict__ x,
      float *__restrict__ y)
PLAIN(plain_bytes, b[i] = a[i], const unsigned char *__restrict__ a, unsigned char *__restrict__ b)

static void plain_transpose(size_t first, size_t last, const float *a, float *b, size_t n) {
    for (size_t y = first * tile; y < last * tile; y += tile) // rows of tiles
        for (size_t x = 0; x < n; x += tile)
            for (size_t j = 0; j < tile; j++)
                for (size_t i = 0; i < tile; i++)
                    b[(x + j) * n + y + i] = a[(y + i) * n + x + j];
}

static void plain_matmul(size_t first, size_t last, const float *a, const float *b, float *c,
                         size_t n) {
    for (size_t y = first; y < last; y++) {
        for (size_t x = 0; x < n; x++)
            c[y * n + x] = 0;
        for (size_t k = 0; k < n; k++)
            for (size_t x = 0; x < n; x++)
                c[y * n + x] += a[y * n + k] * b[k * n + x];
    }
}

static void plain_sums(size_t first, size_t last, const float *a, float *sums) {
    for (size_t block = first; block < last; block++) {
        float sum[16] = {};
        for (size_t i = 0; i < 256; i += 16)
            for (size_t j = 0; j < 16; j++)
                sum[j] += a[block * 256 + i + j];
        float all = 0;
        for (float one : sum)
            all += one;
        sums[block] = all;
    }
}

static void streams(const char *where, size_t n) {
    printf("%s: %zu floats an array\n", where, n);
    Arrays m(n);
    float *a = m.a, *b = m.b, *c = m.c;
    int count = (int)n;
    unsigned grid = (unsigned)((n + 255) / 256);
    double word = sizeof(float) * (double)n;
    const char *gb = "GB/s";
    Range copies = [=](size_t i, size_t j) { plain_copy(i, j, a, b); };
    Range saxpys = [=](size_t i, size_t j) { plain_saxpy(i, j, 2, a, b); };
    Range bytes = [=](size_t i, size_t j) {
        plain_bytes(i, j, (const unsigned char *)a, (unsigned char *)b);
    };
    report({"copy", [=] { copy<<<grid, 256>>>(a, b, count); }, copies, n, 2 * word, gb});
    report({"copy, size_t", [=] { copy_wide<<<grid, 256>>>(a, b, n); }, copies, n, 2 * word, gb});
    report({"scale", [=] { scale<<<grid, 256>>>(a, b, 2, count); },
            [=](size_t i, size_t j) { plain_scale(i, j, a, b, 2); }, n, 2 * word, gb});
    report({"add", [=] { add<<<grid, 256>>>(a, b, c, count); },
            [=](size_t i, size_t j) { plain_add(i, j, a, b, c); }, n, 3 * word, gb});
    report({"triad", [=] { triad<<<grid, 256>>>(a, b, c, 2, count); },
            [=](size_t i, size_t j) { plain_triad(i, j, a, b, c, 2); }, n, 3 * word, gb});
    report({"saxpy, size_t", [=] { saxpy<<<grid, 256>>>(n, 2, a, b); }, saxpys, n, 3 * word, gb});
    report({"copy, grid-stride, 32 blocks", [=] { copy_strided<<<32, 256>>>(a, b, count); }, copies,
            n, 2 * word, gb});
    report({"saxpy, grid-stride, 32 x 1024", [=] { saxpy_strided<<<32, 1024>>>(n, 2, a, b); },
            saxpys, n, 3 * word, gb});
    report({"copy, unsigned char",
            [=] {
                copy_bytes<<<grid * 4, 256>>>((const unsigned char *)a, (unsigned char *)b,
                                              count * 4);
            },
            bytes, n * 4, 2 * word, gb});
    report(
        {"copy, float4",
         [=] { copy_float4<<<(grid + 3) / 4, 256>>>((const float4 *)a, (float4 *)b, count / 4); },
         copies, n, 2 * word, gb});
}

static void barriers() {
    printf("barriers and warps\n");
    size_t n = 2048, flat = n * n;
    Arrays m(flat);
    float *a = m.a, *b = m.b, *c = m.c;
    int side = (int)n, count = (int)flat;
    unsigned tiles = (unsigned)(n / tile), sums = (unsigned)(flat / 256);
    report({"transpose, 32x32 tiles",
            [=] { transpose<<<dim3(tiles, tiles), dim3(32, 8)>>>(a, b, side); },
            [=](size_t i, size_t j) { plain_transpose(i, j, a, b, n); }, tiles, 8.0 * (double)flat,
            "GB/s"});
    int small = 512;
    report({"matmul 512, 32x32 tiles",
            [=] { matmul<<<dim3(16, 16), dim3(32, 32)>>>(a, b, c, small); },
            [=](size_t i, size_t j) { plain_matmul(i, j, a, b, c, 512); }, 512,
            2.0 * 512 * 512 * 512, "GFLOP/s"});
    report({"reduction, barriers", [=] { reduce_barriers<<<sums, 256>>>(a, b, count); },
            [=](size_t i, size_t j) { plain_sums(i, j, a, b); }, sums, 4.0 * (double)flat, "GB/s"});
    report({"reduction, shuffles", [=] { reduce_shuffles<<<sums, 256>>>(a, b, count); },
            [=](size_t i, size_t j) { plain_sums(i, j, a, b); }, sums, 4.0 * (double)flat, "GB/s"});
}

// Prints the longest of the times, how many took over the limit, and how often the system gave this
// thread's core to another thread meanwhile.
struct Stalls {
    double limit, longest = 0;
    int many = 0;
    long lost = -cores_lost();
    void add(double seconds) {
        longest = std::max(longest, seconds);
        many += seconds > limit;
    }
    static long cores_lost() {
        rusage usage;
        getrusage(RUSAGE_THREAD, &usage);
        return usage.ru_nivcsw;
    }
    void print(const char *what) {
        printf("    %-36s %8.2f %8d %8ld\n", what, 1e6 * longest, many, lost + cores_lost());
    }
};

static void launches() {
    constexpr int count = 10000;
    std::vector<double> idle, busy, finished;
    printf("launches, microseconds\n  device idle %37s %8s %8s\n", "longest", "over 10", "core");
    printf("  %47s %8s %8s\n", "", "medians", "lost");
    nothing<<<1, 32>>>();
    CHECK(cudaDeviceSynchronize());
    for (int times = 0; times < 5; times++) {
        std::vector<double> calls;
        double together = 0;
        Stalls ours{0};
        for (int i = 0; i < count; i++) {
            double start = now();
            nothing<<<1, 32>>>();
            double called = now();
            CHECK(cudaDeviceSynchronize());
            calls.push_back(called - start);
            finished.push_back(now() - start);
        }
        ours.limit = 10 * median(calls);
        for (double call : calls) {
            ours.add(call);
            together += call;
        }
        ours.print("10,000 calls (core: and their waits)");
        // How long this machine interrupts a thread that does nothing but read the clock.
        Stalls machine{ours.limit};
        for (double begin = now(), last = begin, read; last - begin < together; last = read) {
            read = now();
            machine.add(read - last);
        }
        machine.print("only reading the clock, as long");
        idle.insert(idle.end(), calls.begin(), calls.end());
    }
    for (int i = 0; i < 20; i++) {
        for (int j = 0; j < 500; j++) {
            double start = now();
            nothing<<<1, 32>>>();
            busy.push_back(now() - start);
        }
        CHECK(cudaDeviceSynchronize());
    }
    printf("  call, device idle   median %6.2f\n", 1e6 * median(idle));
    printf("  call, device busy   median %6.2f\n", 1e6 * median(busy));
    printf("  call to finished    median %6.2f\n", 1e6 * median(finished));
}

static size_t private_cache() {
    long bytes = sysconf(_SC_LEVEL2_CACHE_SIZE);
    return bytes > 0 ? (size_t)bytes : 1u << 20;
}

int main(int argc, char **argv) {
    const char *only = argc > 1 ? argv[1] : "";
    size_t cache = private_cache();
    printf("%d cores, %zu KiB of private cache each; ratio to plain C, medians of %d\n",
           (int)std::thread::hardware_concurrency(), cache >> 10, rounds);
    if (strstr("memory", only))
        streams("in memory", std::max<size_t>(8 * cache, 64 << 20) / sizeof(float));
    if (strstr("cache", only))
        streams("in cache", cache / 2 / sizeof(float) / 1024 * 1024);
    if (strstr("barriers", only))
        barriers();
    if (strstr("launches", only))
        launches();
    return 0;
}
