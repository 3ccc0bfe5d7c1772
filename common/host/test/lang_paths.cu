// Odd layouts are what is tested here.
// clang-format off
// lang_paths.cu: kernels of the shapes that hostcc runs in other ways than thread by thread,
// and of shapes that only look like them. Each is held against the same work in plain C.
#include "semantics.h"

enum { SIZE = 5000 };
static int *from, *to; // on the device
static int given[SIZE], seen[SIZE];

static void prepare(void) {
    for (int i = 0; i < SIZE; i++)
        given[i] = (i * 7919) % 1000 - 300;
    OK_FATAL(cudaMemcpy(from, given, sizeof given, cudaMemcpyHostToDevice));
    OK_FATAL(cudaMemset(to, 0, sizeof seen));
}

static void look(void) {
    OK_FATAL(cudaGetLastError());
    OK_FATAL(cudaMemcpy(seen, to, sizeof seen, cudaMemcpyDeviceToHost));
}

// Counts where the device's result is not `wanted` of the index.
template <class F> static int wrong(F wanted) {
    look();
    int count = 0;
    for (int i = 0; i < SIZE; i++)
        count += seen[i] != wanted(i);
    return count;
}

// Of two that differ from thread to thread, the first is computed anew and the other has no first value.
__global__ void anew(const int *a, int *b) {
    __shared__ int s[32];
    int at = threadIdx.x;
    int later;
    s[at] = a[at];
    __syncthreads();
    at = 31 - threadIdx.x;
    later = s[at];
    __syncthreads();
    b[at] = later + threadIdx.x;
}

// ---- guards

__global__ void below(const int *a, int *b, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        b[i] = a[i] + 1;
}
__global__ void above(const int *a, int *b, unsigned n) {
    unsigned int i = threadIdx.x + blockDim.x * blockIdx.x;
    if (n > i) {
        b[i] = a[i] + 1;
    }
}
__global__ void leaves(const int *a, int *b, size_t n) {
    const size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    b[i] = a[i];
    b[i] += 1;
}
__global__ void more_after(const int *a, int *b, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        b[i] = a[i] + 1;
    if (i == n)
        b[i] = -5;
}
__global__ void bound_computed(const int *a, int *b, int rows, int columns) {
    auto i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < (unsigned)(rows * columns))
        b[i] = a[i] + 1;
}
__global__ void bound_changed(const int *a, int *b, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    N -= 10;
    if (i < N)
        b[i] = a[i] + 1;
}
__global__ void bound_in_memory(const int *a, int *b, const int *n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < *n)
        b[i] = a[i] + 1;
}
__global__ void index_changed(const int *a, int *b, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    i = i * 2;
    if (i < n)
        b[i] = a[i] + 1;
}
__global__ void fraction(const int *a, int *b, float n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        b[i] = a[i] + 1;
}
__global__ void two_bounds(const int *a, int *b, int low, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= low && i < n)
        b[i] = a[i] + 1;
}
__global__ void uses_thread(const int *a, int *b, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        b[i] = a[i] + (threadIdx.x % 2) * (blockIdx.x + 1);
}
__global__ void else_branch(const int *a, int *b, int n, int all) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        b[i] = a[i] + 1;
    else if (i < all)
        b[i] = 9;
}

static void guards(void) {
    auto plus_one = [](int n) { return [n](int i) { return i < n ? given[i] + 1 : 0; }; };
    for (int n : {0, 1, 63, 64, 65, 1000, 4097}) {
        unsigned blocks = (unsigned)n / 64 + 1;
        prepare(), below<<<blocks, 64>>>(from, to, n);
        CU_ASSERT_EQUAL(wrong(plus_one(n)), 0);
        prepare(), above<<<blocks + 3, 64>>>(from, to, n);
        CU_ASSERT_EQUAL(wrong(plus_one(n)), 0);
        prepare(), leaves<<<blocks, 64>>>(from, to, n);
        CU_ASSERT_EQUAL(wrong(plus_one(n)), 0);
        prepare(), more_after<<<blocks, 64>>>(from, to, n);
        CU_ASSERT_EQUAL(wrong([n](int i) { return i < n ? given[i] + 1 : i == n ? -5 : 0; }), 0);
        prepare(), fraction<<<blocks, 64>>>(from, to, n + 0.5f);
        CU_ASSERT_EQUAL(wrong(plus_one(n / 64 * 64 + 64 > n ? n + 1 : n)), 0);
        prepare(), index_changed<<<blocks, 64>>>(from, to, n);
        CU_ASSERT_EQUAL(wrong([n](int i) { return i < n && i % 2 == 0 ? given[i] + 1 : 0; }), 0);
        prepare(), uses_thread<<<blocks, 64>>>(from, to, n);
        CU_ASSERT_EQUAL(wrong([n](int i) {
            return i < n ? given[i] + (i % 2) * (i / 64 + 1) : 0;
        }), 0);
        prepare(), else_branch<<<70, 64>>>(from, to, n, 4200);
        CU_ASSERT_EQUAL(wrong([n](int i) {
            return i < n ? given[i] + 1 : i < 4200 ? 9 : 0;
        }), 0);
    }
    prepare(), below<<<10, 64>>>(from, to, -3);
    CU_ASSERT_EQUAL(wrong(plus_one(0)), 0);
    prepare(), bound_computed<<<10, 64>>>(from, to, 10, 31);
    CU_ASSERT_EQUAL(wrong(plus_one(310)), 0);
    prepare(), bound_changed<<<10, 64>>>(from, to, 310);
    CU_ASSERT_EQUAL(wrong(plus_one(300)), 0);
    prepare(), two_bounds<<<10, 64>>>(from, to, 100, 310);
    CU_ASSERT_EQUAL(wrong([](int i) { return i >= 100 && i < 310 ? given[i] + 1 : 0; }), 0);
    prepare();
    int n = 77, *bound = to + SIZE - 1;
    OK(cudaMemcpy(bound, &n, sizeof n, cudaMemcpyHostToDevice));
    bound_in_memory<<<10, 64>>>(from, to, bound);
    CU_ASSERT_EQUAL(wrong([](int i) { return i == SIZE - 1 ? 77 : i < 77 ? given[i] + 1 : 0; }),
                    0);
}

__global__ void count_all(unsigned long long *total, unsigned *largest) {
    unsigned long long i = blockIdx.x * (unsigned long long)blockDim.x + threadIdx.x;
    if (i % 1048576 == 0) {
        atomicAdd(total, i);
        atomicMax(largest, blockIdx.x * blockDim.x + threadIdx.x);
    }
}
static void more_threads_than_an_int(void) {
#ifdef __HOST_GENERAL__
    suite_skip("two thousand million threads, one by one");
#endif
    prepare();
    count_all<<<(1u << 21) + 5, 1024>>>((unsigned long long *)to, (unsigned *)to + 4);
    look();
    unsigned long long total, wanted = 0, threads = ((1ull << 21) + 5) * 1024;
    unsigned largest = 0;
    for (unsigned long long i = 0; i < threads; i += 1048576) {
        wanted += i;
        largest = (unsigned)i > largest ? (unsigned)i : largest;
    }
    memcpy(&total, seen, sizeof total);
    CU_ASSERT_EQUAL(total, wanted);
    CU_ASSERT_EQUAL((unsigned)seen[4], largest);
}

// ---- grid-stride loops

__global__ void strided(const int *a, int *b, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
        b[i] += a[i] + 1;
}
__global__ void strided_by_name(const int *a, int *b, size_t n) {
    size_t const first{blockDim.x * blockIdx.x + threadIdx.x};
    size_t const stride{blockDim.x * gridDim.x};
    for (size_t i{first}; i < n; i += stride) {
        if (a[i] == 12345)
            continue;
        b[i] += a[i] + 1;
    }
}
__global__ void strided_auto(const int *a, int *b, unsigned n) {
    for (auto i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        b[i] += a[i] + 1;
}
__global__ void strided_auto_wide(const int *a, int *b, size_t n) {
    for (auto i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n;
         i += gridDim.x * blockDim.x)
        b[i] += a[i] + 1;
}
__global__ void strided_sum(const int *a, int *b, int n) {
    int sum = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
        sum += a[i];
    atomicAdd(b, sum);
}
__global__ void strided_out(const int *a, int *b, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
        if (i >= 100)
            break;
        b[i] += a[i] + 1;
    }
}
__global__ void strided_memory(const int *a, int *b, int n) {
    int last = 0, steps = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
        b[i] = last + steps;
        last = a[i];
        steps++;
    }
}
__global__ void block_stride(const int *a, int *b, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x)
        atomicAdd(&b[i], a[i] + 1);
}

// In a template the span of a row has a type that depends on it.
template <int TIMES> __global__ void guarded_times(const int *a, int *b, size_t n) {
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int value = a[i];
    for (int k = 0; k < TIMES; k++)
        value++;
    b[i] = value;
}
template <int TIMES> __global__ void strided_times(const int *a, int *b, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        b[i] = a[i] + TIMES;
}
static void strides(void) {
    for (int n : {0, 1, 100, 1024, 4999}) {
        auto plus_one = [n](int i) { return i < n ? given[i] + 1 : 0; };
        prepare(), strided<<<3, 32>>>(from, to, n);
        CU_ASSERT_EQUAL(wrong(plus_one), 0);
        prepare(), strided_by_name<<<7, 96>>>(from, to, n);
        CU_ASSERT_EQUAL(wrong(plus_one), 0);
        prepare(), guarded_times<1><<<(n + 95) / 96 + 1, 96>>>(from, to, n);
        CU_ASSERT_EQUAL(wrong(plus_one), 0);
        prepare(), strided_times<1><<<3, 64>>>(from, to, n);
        CU_ASSERT_EQUAL(wrong(plus_one), 0);
        prepare(), strided_auto<<<3, 32>>>(from, to, n);
        CU_ASSERT_EQUAL(wrong(plus_one), 0);
        prepare(), strided_auto_wide<<<3, 32>>>(from, to, n);
        CU_ASSERT_EQUAL(wrong(plus_one), 0);
        prepare(), strided<<<dim3(3, 2), dim3(32, 2)>>>(from, to, 0);
        CU_ASSERT_EQUAL(wrong([](int) { return 0; }), 0);
        prepare(), strided_sum<<<3, 64>>>(from, to, n);
        int sum = 0;
        for (int i = 0; i < n; i++)
            sum += given[i];
        CU_ASSERT_EQUAL(wrong([=](int i) { return i == 0 ? sum : 0; }), 0);
        prepare(), strided_out<<<3, 32>>>(from, to, n);
        CU_ASSERT_EQUAL(wrong([n](int i) { return i < n && i < 100 ? given[i] + 1 : 0; }), 0);
        prepare(), strided_memory<<<3, 32>>>(from, to, n);
        CU_ASSERT_EQUAL(wrong([n](int i) {
            return i < n && i >= 96 ? given[i - 96] + i / 96 : 0;
        }), 0);
        prepare(), block_stride<<<2, 32>>>(from, to, n);
        CU_ASSERT_EQUAL(wrong([n](int i) {
            return i < n ? (given[i] + 1) * (i < 32 ? 1 : 2) : 0;
        }), 0);
    }
}

// ---- two dimensions

__global__ void plane(const int *a, int *b, int width, int height) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height)
        b[y * width + x] = a[x * height + y] + threadIdx.z;
}
__global__ void every_row(int *b, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd(&b[i], 1);
}
static void planes(void) {
    prepare(), plane<<<dim3(3, 5), dim3(32, 16)>>>(from, to, 70, 71);
    CU_ASSERT_EQUAL(wrong([](int i) {
        return i < 70 * 71 ? given[i % 70 * 71 + i / 70] : 0;
    }), 0);
    prepare(), plane<<<dim3(3, 5), dim3(32, 16)>>>(from, to, 70, -1); // y is an int, too
    CU_ASSERT_EQUAL(wrong([](int) { return 0; }), 0);
    prepare(), every_row<<<dim3(4, 3, 2), dim3(16, 2, 2)>>>(to, 50);
    CU_ASSERT_EQUAL(wrong([](int i) { return i < 50 ? 24 : 0; }), 0);
}

// ---- phases

__global__ void shift(const int *a, int *b, int n, int rounds) {
    __shared__ int line[64];
    int i = blockIdx.x * blockDim.x + threadIdx.x, t = threadIdx.x, mine = i < n ? a[i] : 0;
    int kept[2] = {0};
    for (int r = 0; r < rounds; r++) {
        line[t] = mine;
        __syncthreads();
        kept[r % 2] = line[(t + 1) % 64];
        __syncthreads();
        mine = kept[r % 2];
    }
    int s = blockDim.x;
    while (s > 1) { // the largest of the block goes to thread 0
        s /= 2;
        line[t] = mine;
        __syncthreads();
        if (t < s && line[t + s] > mine)
            mine = line[t + s];
        __syncthreads();
    }
    t = (t + 1) % 64;
    if (i < n)
        b[i] = mine * 100 + t + kept[0] - kept[0];
}
__global__ void transposed(const int *a, int *b, int n) {
    __shared__ int tile[8][9];
    int x = blockIdx.x * 8 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    if (x < n && y < n)
        tile[threadIdx.y][threadIdx.x] = a[y * n + x];
    __syncthreads();
    x = blockIdx.y * 8 + threadIdx.x;
    y = blockIdx.x * 8 + threadIdx.y;
    if (x < n && y < n)
        b[y * n + x] = tile[threadIdx.x][threadIdx.y];
}
__device__ int warp_total(int v) {
    for (int offset = 16; offset > 0; offset >>= 1)
        v += __shfl_xor_sync(0xffffffffu, v, offset);
    return v;
}
__device__ int block_total(int v) {
    __syncthreads();
    int sum = __syncthreads_count(v > 0);
    return sum;
}
__global__ void totals(const int *a, int *b, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    int v = i < n ? a[i] : 0;
    int all = warp_total(v);
    int twice = warp_total(v * 2);
    int positive = block_total(v);
    unsigned odd = __ballot_sync(0xffffffffu, v & 1);
    bool any = __any_sync(0xffffffffu, v == 3), every = __all_sync(0xffffffffu, v > -1000);
    if (blockIdx.x % 2 == 0) {
        __syncthreads();
        all += twice;
    } else {
        __syncthreads();
        all -= twice;
    }
    if (threadIdx.x < 32) {
        int w = threadIdx.x + 1;
        w = warp_total(w);
        all += w - 528;
    }
    if (i < n)
        b[i] = all + positive * 1000 + __popc(odd) + any + every;
}
__global__ void early(const int *a, int *b, int n) {
    __shared__ int line[64];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    line[threadIdx.x] = -1;
    __syncthreads();
    if (i >= n)
        return;
    line[threadIdx.x] = a[i];
    __syncthreads();
    for (int k = 0; k < 2; k++) {
        if (line[threadIdx.x] == 1000000)
            return;
        __syncthreads();
    }
    b[i] = line[threadIdx.x ^ 1];
}
__global__ void same_names(const int *a, int *b) {
    __shared__ int line[32];
    for (int k = 0; k < 3; k++) {
        int x = a[threadIdx.x] + k;
        line[threadIdx.x] = x;
        __syncthreads();
    }
    int result = 0;
    for (int k = 5; k > 3; --k) {
        int x = line[(threadIdx.x + k) % 32];
        __syncthreads();
        result += x;
    }
    b[threadIdx.x] = result;
}
// Tiles as NVIDIA's matrixMul walks them: two variables in the header of the loop.
__global__ void two_steps(const int *a, int *b, int tiles) {
    int begin = blockIdx.x * 4, end = begin + tiles * 4 - 1, step = 4, sum = 0;
    for (int i = begin, j = 100; i <= end; i += step, j += 2 * step) {
        __shared__ int left[4], right[4];
        left[threadIdx.x] = a[i + threadIdx.x];
        right[threadIdx.x] = a[j + threadIdx.x];
        __syncthreads();
        for (int k = 0; k < 4; ++k)
            sum += left[k] * right[threadIdx.x];
        __syncthreads();
    }
    b[blockIdx.x * 4 + threadIdx.x] = sum;
}
// Loops that are left by all threads at once, and a switch between two barriers.
__global__ void leaves_loops(const int *a, int *b, int rounds, int last) {
    __shared__ int line[32];
    int t = threadIdx.x, sum = 0;
    for (int k = 0; k < rounds; k++) {
        if (k % 2)
            continue;
        if (k > last)
            break;
        line[t] = a[k * 32 + t];
        __syncthreads();
        switch (t % 3) {
        case 0:
            sum += line[31 - t];
            break;
        case 1:
            sum -= line[t];
            [[fallthrough]];
        default:
            sum++;
        }
        __syncthreads();
    }
    b[t] = sum;
}
// Values through pointers of the block's own, and names that mean several things.
__device__ int twice_the_sum(int v) {
    int t = v * 2;
    for (int offset = 16; offset > 0; offset >>= 1)
        t += __shfl_xor_sync(0xffffffffu, t, offset);
    return t;
}
__global__ void many_names(const int *a, int *b, int n) {
    const int *row = a + blockIdx.x * 32;
    int *own = b + blockIdx.x * 32, t = threadIdx.x, v = row[t];
    v = n + twice_the_sum(v) + twice_the_sum(t) - twice_the_sum(t);
    {
        int v = t, *row = own;
        __syncthreads();
        row[t] = v;
        __syncthreads();
    }
    for (int t = 0; t < 2; t++) {
        int v = own[(threadIdx.x + 1) % 32];
        __syncthreads();
        own[threadIdx.x] = v + t;
        __syncthreads();
    }
    own[t] += v * 100;
}

static int sum_of_warp(int i, int n) {
    int sum = 0;
    for (int k = i / 32 * 32; k < i / 32 * 32 + 32; k++)
        sum += k < n ? given[k] : 0;
    return sum;
}

// ---- loops down a column: in each thread, or around all of them

__global__ void product(const int *a, const int *b, int *c, int n) {
    int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < n && col < n) {
        int sum = 0;
        for (int k = 0; k < n; k++)
            sum += a[row * n + k] * b[k * n + col];
        c[row * n + col] = sum;
    }
}
__global__ void columns(const int *a, int *b, int n, int rows) {
    const unsigned col = blockIdx.x * blockDim.x + threadIdx.x;
    if (col >= (unsigned)n)
        return;
    int largest = -2147483647, at = 0;
    for (int row = 0; row < rows; row++)
        if (a[row * n + col] > largest) {
            largest = a[row * n + col];
            at = row;
        }
    b[col] = largest;
    b[n + col] = at;
}
// Each step reads what the same thread's step before has stored.
__global__ void running_sums(int *b, int n) {
    int col = threadIdx.x;
    if (col > 2 && col < n)
        for (int row = 1; row < n; row++)
            b[row * n + col] += b[(row - 1) * n + col];
}
// The number of steps differs from thread to thread: each goes its own way.
__global__ void triangle(const int *a, int *b, int n) {
    int col = threadIdx.x, sum = 0;
    for (int row = 0; row <= col; row++)
        sum += a[row * n + col];
    b[col] = sum;
}

static void down_columns(void) {
    for (int n : {1, 16, 37, 70}) {
        prepare(), product<<<dim3((n + 15) / 16, (n + 7) / 8), dim3(16, 8)>>>(from, from + 3, to, n);
        CU_ASSERT_EQUAL(wrong([n](int i) {
            int sum = 0;
            for (int k = 0; i < n * n && k < n; k++)
                sum += given[i / n * n + k] * given[3 + k * n + i % n];
            return sum;
        }), 0);
        prepare(), columns<<<3, 32>>>(from, to, n, 50);
        CU_ASSERT_EQUAL(wrong([n](int i) {
            int at = 0;
            for (int row = 1; i < 2 * n && row < 50; row++)
                at = given[row * n + i % n] > given[at * n + i % n] ? row : at;
            return i < n ? given[at * n + i] : i < 2 * n ? at : 0;
        }), 0);
    }
    prepare();
    OK_FATAL(cudaMemcpy(to, from, sizeof given, cudaMemcpyDeviceToDevice));
    running_sums<<<1, 64>>>(to, 50);
    CU_ASSERT_EQUAL(wrong([](int i) {
        int sum = given[i];
        for (int k = i - 50; i < 2500 && i % 50 > 2 && k >= 0; k -= 50)
            sum += given[k];
        return sum;
    }), 0);
    prepare(), triangle<<<1, 60>>>(from, to, 60);
    CU_ASSERT_EQUAL(wrong([](int i) {
        int sum = 0;
        for (int row = 0; i < 60 && row <= i; row++)
            sum += given[row * 60 + i];
        return sum;
    }), 0);
}

// A template that waits, whose last argument is not written in the call.
template <int N> __device__ int turned(int (&line)[N], int by = 1) {
    __syncthreads();
    return line[(threadIdx.x + by) % N];
}
__global__ void by_default(const int *a, int *b) {
    __shared__ int line[32];
    line[threadIdx.x] = a[threadIdx.x];
    b[threadIdx.x] = turned(line) + 1;
}

static void phases(void) {
    for (int n : {1, 64, 1000, 4990}) {
        unsigned blocks = ((unsigned)n + 63) / 64;
        prepare(), shift<<<blocks, 64>>>(from, to, n, 3);
        look();
        int bad = 0;
        for (int block = 0; block < (int)blocks; block++) {
            int largest = -1000000;
            for (int i = block * 64; i < block * 64 + 64; i++) {
                int value = i < n ? given[i] : 0;
                largest = value > largest ? value : largest;
            }
            bad += block * 64 < n && seen[block * 64] != largest * 100 + 1;
        }
        CU_ASSERT_EQUAL(bad, 0);
        prepare(), early<<<blocks, 64>>>(from, to, n);
        CU_ASSERT_EQUAL(wrong([n](int i) {
            return i >= n ? 0 : (i ^ 1) < n ? given[i ^ 1] : -1;
        }), 0);
        prepare(), totals<<<blocks, 64>>>(from, to, n);
        CU_ASSERT_EQUAL(wrong([n](int i) {
            if (i >= n)
                return 0;
            int positive = 0, odd = 0, any = 0, sum = sum_of_warp(i, n);
            for (int k = i / 64 * 64; k < i / 64 * 64 + 64; k++)
                positive += k < n && given[k] > 0;
            for (int k = i / 32 * 32; k < i / 32 * 32 + 32 && k < n; k++) {
                odd += given[k] & 1;
                any |= given[k] == 3;
            }
            sum += i / 64 % 2 == 0 ? 2 * sum : -2 * sum;
            return sum + positive * 1000 + odd + any + 1;
        }), 0);
    }
    prepare(), transposed<<<dim3(8, 8), dim3(8, 8)>>>(from, to, 61);
    CU_ASSERT_EQUAL(wrong([](int i) {
        return i < 61 * 61 ? given[i % 61 * 61 + i / 61] : 0;
    }), 0);
    prepare(), two_steps<<<3, 4>>>(from, to, 5);
    CU_ASSERT_EQUAL(wrong([](int i) {
        int sum = 0;
        for (int tile = 0; i < 12 && tile < 5; tile++)
            for (int k = 0; k < 4; k++)
                sum += given[i / 4 * 4 + tile * 4 + k] * given[100 + 8 * tile + i % 4];
        return sum;
    }), 0);
    for (int last : {0, 3, 100}) {
        prepare(), leaves_loops<<<1, 32>>>(from, to, 7, last);
        CU_ASSERT_EQUAL(wrong([=](int t) {
            int sum = 0;
            for (int k = 0; t < 32 && k < 7 && k <= last; k += 2)
                sum += t % 3 == 0 ? given[k * 32 + 31 - t] : t % 3 == 1 ? 1 - given[k * 32 + t] : 1;
            return sum;
        }), 0);
    }
    prepare(), many_names<<<2, 32>>>(from, to, 1);
    CU_ASSERT_EQUAL(wrong([](int i) {
        return i < 64 ? (i + 2) % 32 + 1 + (1 + 2 * sum_of_warp(i, 64)) * 100 : 0;
    }), 0);
    prepare(), anew<<<1, 32>>>(from, to);
    CU_ASSERT_EQUAL(wrong([](int i) { return i < 32 ? given[i] + 31 - i : 0; }), 0);
    prepare(), by_default<<<1, 32>>>(from, to);
    CU_ASSERT_EQUAL(wrong([](int i) { return i < 32 ? given[(i + 1) % 32] + 1 : 0; }), 0);
    prepare(), same_names<<<1, 32>>>(from, to);
    CU_ASSERT_EQUAL(wrong([](int i) {
        return i < 32 ? given[(i + 5) % 32] + given[(i + 4) % 32] + 4 : 0;
    }), 0);
}

static const struct test tests[] = {
    {"guards", guards},
    {"more threads than an int counts", more_threads_than_an_int},
    {"grid-stride loops", strides},
    {"two dimensions", planes},
    {"loops down columns", down_columns},
    {"phases between barriers", phases},
};

int main(int argc, char **argv) {
    if (cudaMalloc(&from, sizeof given) != cudaSuccess || cudaMalloc(&to, sizeof seen) != cudaSuccess)
        return 1;
    return suite_main("lang_paths", tests, sizeof tests / sizeof tests[0], argc, argv);
}
