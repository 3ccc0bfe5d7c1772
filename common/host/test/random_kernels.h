// random_kernels.h: what every program of random_kernels.cpp begins and ends with. Such a program
// is compiled twice: as kernels, and with -DPLAIN as plain C++, whose threads take turns at each
// wait.
#include <cstdio>

struct P {
    unsigned n, unused;
};
#define KERNEL(name) __global__ void name(unsigned *o, const unsigned *a, const unsigned *b, P p)
struct Case {
    void (*kernel)(unsigned *o, const unsigned *a, const unsigned *b, P p);
    int shapes; // how many of them it is run in
};
enum { ELEMENTS = 1024, INPUTS = 64, SHAPES = 5 };
void run_plain(int which, dim3 grid, dim3 block, unsigned *o, const unsigned *a, const unsigned *b);

#ifdef PLAIN
#include <functional>
#include <ucontext.h>

namespace plain {

enum { MOST = 96, STACK = 64 << 10 }; // threads of a block, and the bytes of a stack
static uint3 thread, block;
static dim3 size, grid;
static ucontext_t turns, threads[MOST];
static char stacks[MOST][STACK];
static bool ended[MOST];
static unsigned laid[MOST];
static std::function<void()> body;

inline unsigned rank() {
    return thread.x + thread.y * size.x;
}
inline unsigned lane() {
    return rank() % 32;
}
inline void wait() {
    swapcontext(&threads[rank()], &turns);
}
static void begin() {
    body();
    ended[rank()] = true;
}
inline void run_block() {
    const unsigned count = size.x * size.y;
    for (unsigned i = 0; i < count; i++) {
        getcontext(&threads[i]);
        threads[i].uc_stack.ss_sp = stacks[i];
        threads[i].uc_stack.ss_size = STACK;
        threads[i].uc_link = &turns;
        makecontext(&threads[i], begin, 0);
        ended[i] = false;
    }
    for (bool more = true; more;) {
        more = false;
        for (unsigned i = 0; i < count; i++)
            if (!ended[i]) {
                thread = {i % size.x, i / size.x, 0};
                swapcontext(&turns, &threads[i]);
                more = true;
            }
    }
}
template <class T> T of_lane(T value, unsigned from) {
    laid[rank()] = value;
    wait();
    T taken = laid[rank() - lane() + from];
    wait();
    return taken;
}
inline unsigned ballot(bool vote) {
    unsigned bits = 0;
    for (unsigned i = 0; i < 32; i++)
        bits |= of_lane(unsigned(vote), i) << i;
    return bits;
}
template <class T> void larger(T *to, T than) {
    *to = *to < than ? than : *to;
}

} // namespace plain

#define __global__ static
#define __device__
#define __shared__ static
#define STATIC
#define threadIdx thread
#define blockIdx block
#define blockDim size
#define gridDim grid
#define __syncthreads wait
#define __shfl_sync(mask, value, from) of_lane(value, from)
#define __shfl_xor_sync(mask, value, by) of_lane(value, lane() ^ (by))
#define __shfl_up_sync(mask, value, by) of_lane(value, lane() < (by) ? lane() : lane() - (by))
#define __shfl_down_sync(mask, value, by)                                                          \
    of_lane(value, lane() + (by) < 32 ? lane() + (by) : lane())
#define __ballot_sync(mask, vote) ballot(vote)
#define __any_sync(mask, vote) (ballot(vote) != 0)
#define __all_sync(mask, vote) (ballot(vote) == ~0u)
#define atomicAdd(to, value) (*(to) += (value))
#define atomicMax(to, value) larger(to, value)
#define BEGIN namespace plain {
#define END(...)                                                                                   \
    static const Case cases[] = {__VA_ARGS__};                                                     \
    }                                                                                              \
    void run_plain(int which, dim3 of, dim3 threads, unsigned *o, const unsigned *a,               \
                   const unsigned *b) {                                                            \
        using namespace plain;                                                                     \
        plain::grid = of;                                                                          \
        size = threads;                                                                            \
        body = [=] { cases[which].kernel(o, a, b, {7, 0}); };                                      \
        for (unsigned y = 0; y < of.y; y++)                                                        \
            for (unsigned x = 0; x < of.x; x++) {                                                  \
                plain::block = {x, y, 0};                                                          \
                run_block();                                                                       \
            }                                                                                      \
    }
#else
static int compare(const Case *cases, int count) {
    static const dim3 shapes[SHAPES][2] = {{{1, 1}, {64, 1}},
                                           {{3, 2}, {16, 4}},
                                           {{2, 3}, {33, 2}},
                                           {{4, 1}, {7, 5}},
                                           {{8, 1}, {32, 2}}};
    static unsigned right[ELEMENTS];
    unsigned *got, *a, *b;
    int wrong = 0;
    cudaMallocManaged(&got, sizeof right);
    cudaMallocManaged(&b, sizeof right);
    cudaMallocManaged(&a, INPUTS * sizeof *a);
    for (unsigned i = 0; i < ELEMENTS; i++)
        b[i] = i * 2246822519u >> 3;
    for (unsigned i = 0; i < INPUTS; i++)
        a[i] = i * 2654435761u >> 7;
    for (int k = 0; k < count; k++)
        for (int shape = 0, same = 1; shape < cases[k].shapes && same; shape++) {
            const dim3 grid = shapes[shape][0], block = shapes[shape][1];
            for (unsigned i = 0; i < ELEMENTS; i++)
                got[i] = right[i] = i;
            cases[k].kernel<<<grid, block>>>(got, a, b, P{7, 0});
            const cudaError_t error = cudaDeviceSynchronize();
            run_plain(k, grid, block, right, a, b);
            for (int i = 0; i < ELEMENTS && same; i++)
                if (error || got[i] != right[i]) {
                    printf("k%d: element %d: %u, it must be %u: %s\n", k, i, got[i], right[i],
                           cudaGetErrorString(error));
                    wrong = 1;
                    same = 0;
                }
        }
    return wrong;
}
#define STATIC static
#define BEGIN
#define END(...)                                                                                   \
    static const Case cases[] = {__VA_ARGS__};                                                     \
    int main() {                                                                                   \
        return compare(cases, sizeof cases / sizeof *cases);                                       \
    }
#endif
