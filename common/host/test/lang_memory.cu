// lang_memory.cu: __shared__, __constant__ and __device__ variables.
#include "language.h"

__constant__ int table[4] = {1, 2, 3, 4};
__constant__ float scale = 2.5f;
__device__ int counter;
__device__ int grid_total = 7;
static __device__ float values[16];
__managed__ int shared_with_host = 5;
struct Point {
    int x, y;
};
__constant__ Point origin;

__global__ void use_constants(int *to) {
    to[threadIdx.x] = table[threadIdx.x % 4] * 10 + (int)(scale * 2);
    if (threadIdx.x == 0)
        to[0] += origin.x * 100 + origin.y * 1000;
}

static void constants(void) {
    use_constants<<<1, 4>>>(out);
    look(4);
    CU_ASSERT_EQUAL(seen[3], 45);
    int fresh[4] = {5, 6, 7, 8};
    OK(cudaMemcpyToSymbol(table, fresh, sizeof fresh));
    OK(cudaMemcpyToSymbol(table, &fresh[0], sizeof(int), 3 * sizeof(int)));
    Point p = {1, 2};
    OK(cudaMemcpyToSymbol(origin, &p, sizeof p));
    use_constants<<<1, 4>>>(out);
    look(4);
    CU_ASSERT_EQUAL(seen[0], 55 + 2100);
    CU_ASSERT_EQUAL(seen[3], 55);
}

__global__ void use_variables(void) {
    atomicAdd(&counter, 1);
    if (threadIdx.x < 16)
        values[threadIdx.x] = threadIdx.x * 0.5f;
    if (threadIdx.x == 0)
        grid_total = grid_total + 1;
}

__global__ void use_managed(void) {
    shared_with_host *= 3;
}

static void variables(void) {
    int zero = 0, now = -1;
    OK(cudaMemcpyToSymbol(counter, &zero, sizeof zero));
    for (int i = 0; i < 10; i++)
        use_variables<<<1, 33>>>();
    OK(cudaMemcpyFromSymbol(&now, counter, sizeof now));
    CU_ASSERT_EQUAL(now, 330);
    OK(cudaMemcpyFromSymbol(&now, grid_total, sizeof now));
    CU_ASSERT_EQUAL(now, 17);
    float some[4];
    OK(cudaMemcpyFromSymbol(some, values, sizeof some, 12 * sizeof(float)));
    CU_ASSERT_EQUAL(some[3], 7.5f);
    use_managed<<<1, 1>>>();
    OK(cudaDeviceSynchronize());
    CU_ASSERT_EQUAL(shared_with_host, 15);
}

__global__ void static_shared(int *to) {
    __shared__ int line[64], more[8];
    __shared__ struct {
        int first;
        double second;
    } both;
    if (threadIdx.x == 0)
        both.first = 3, both.second = 4.5, more[7] = 2;
    line[threadIdx.x] = threadIdx.x * threadIdx.x;
    __syncthreads();
    to[blockIdx.x * 64 + threadIdx.x] =
        line[63 - threadIdx.x] + both.first + (int)(both.second * 2) + more[7] + blockIdx.x;
}

static void shared(void) {
    static_shared<<<4, 64>>>(out);
    look(256);
    for (int i = 0; i < 256; i++) {
        int t = 63 - i % 64;
        CU_ASSERT_EQUAL(seen[i], t * t + 3 + 9 + 2 + i / 64);
    }
    cudaFuncAttributes attributes;
    OK(cudaFuncGetAttributes(&attributes, static_shared));
    if (on_host_device())
        CU_ASSERT_EQUAL(attributes.sharedSizeBytes, 64 * 4 + 8 * 4 + 16);
    CU_ASSERT_TRUE(attributes.sharedSizeBytes >= 64 * 4); // nvcc drops what never changes
}

template <typename T> __global__ void reverse(T *to, int count) {
    extern __shared__ __align__(16) unsigned char raw[];
    T *line = reinterpret_cast<T *>(raw);
    int t = threadIdx.x;
    if (t < count)
        line[t] = to[t];
    __syncthreads();
    if (t < count)
        to[t] = line[count - 1 - t];
}
extern __shared__ int at_file_scope[];
__global__ void with_file_scope(int *to) {
    at_file_scope[threadIdx.x] = threadIdx.x + 5;
    __syncthreads();
    int *second = at_file_scope + 1;
    unsigned *same = reinterpret_cast<unsigned *>(at_file_scope), *too = (unsigned *)at_file_scope;
    if (same != too || *same != (unsigned)at_file_scope[0])
        second = nullptr;
    to[threadIdx.x] = at_file_scope[blockDim.x - 1 - threadIdx.x] + (second[0] == 6);
}
__global__ void typed_dynamic(int *to) {
    extern __shared__ float2 pairs[];
    pairs[threadIdx.x] = make_float2(threadIdx.x, 1);
    __syncthreads();
    float2 other = pairs[(threadIdx.x + 1) % blockDim.x];
    to[threadIdx.x] = (int)(other.x + other.y);
}
__device__ int sum_of_dynamic(int count) {
    extern __shared__ int numbers[];
    int sum = 0;
    for (int i = 0; i < count; i++)
        sum += numbers[i];
    return sum;
}
__global__ void through_function(int *to) {
    extern __shared__ int numbers[];
    numbers[threadIdx.x] = 2;
    __syncthreads();
    to[threadIdx.x] = sum_of_dynamic(blockDim.x);
}

static void dynamic(void) {
    int numbers[50];
    for (int i = 0; i < 50; i++)
        numbers[i] = i;
    OK(cudaMemcpy(out, numbers, sizeof numbers, cudaMemcpyHostToDevice));
    reverse<int><<<1, 64, 50 * sizeof(int)>>>(out, 50);
    look(50);
    CU_ASSERT_EQUAL(seen[0], 49);
    CU_ASSERT_EQUAL(seen[49], 0);
    reverse<double><<<1, 25, 25 * sizeof(double)>>>((double *)out, 25);
    look(50);
    CU_ASSERT_EQUAL(seen[0], 1);
    with_file_scope<<<1, 32, 32 * sizeof(int)>>>(out);
    look(32);
    CU_ASSERT_EQUAL(seen[0], 36 + 1);
    typed_dynamic<<<1, 32, 32 * sizeof(float2)>>>(out);
    look(32);
    CU_ASSERT_EQUAL(seen[30], 32);
    through_function<<<2, 32, 32 * sizeof(int)>>>(out);
    look(1);
    CU_ASSERT_EQUAL(seen[0], 64);
}

__device__ int shared_in_function(int value) {
    __shared__ int box[32];
    box[threadIdx.x] = value;
    __syncthreads();
    return box[31 - threadIdx.x];
}
__global__ void calls_it(int *to) {
    to[threadIdx.x] = shared_in_function(threadIdx.x * 2);
}

static void shared_of_functions(void) {
    calls_it<<<1, 32>>>(out);
    look(32);
    CU_ASSERT_EQUAL(seen[0], 62);
    CU_ASSERT_EQUAL(seen[31], 0);
}

// With i = 0, s[i - 1u] would lie 16 GB behind s: it is never read, but gcc writes the address
// down.
__device__ int before_each(const int *asked) {
    __shared__ int s[32];
    int sum = 0;
    s[threadIdx.x] = threadIdx.x + 1;
    __syncthreads();
    for (unsigned i = 0; i < 4; i++)
        if (asked[i])
            sum += s[i - 1u];
    return sum;
}

__global__ void sums_before(int *to) {
    __shared__ int first[32];
    first[threadIdx.x] = threadIdx.x > 0 && threadIdx.x < 4;
    __syncthreads();
    int sum = before_each(first);
    __syncthreads();
    if (threadIdx.x < 1u && blockDim.x == 32) {
        first[threadIdx.x] = sum;
        __syncthreads();
        to[threadIdx.x] = first[1u - 1u - threadIdx.x];
    }
}

// A switch behind the array jumps past nothing of it.
__global__ void turned(int *to) {
    __shared__ int s[64];
    switch (blockDim.x % 3) {
    case 0:
        s[threadIdx.x] = 5;
        break;
    default:
        s[threadIdx.x] = threadIdx.x;
    }
    __syncthreads();
    int last = s[(threadIdx.x + 18) % 64];
    if (threadIdx.x < 3u && blockDim.x == 64) {
        s[threadIdx.x] = last;
        __syncthreads();
        to[threadIdx.x] = s[3u - 1u - threadIdx.x] + last;
    }
}

static void far_addresses(void) {
    sums_before<<<1, 32>>>(out);
    look(1);
    CU_ASSERT_EQUAL(seen[0], 6);
    turned<<<1, 64>>>(out);
    look(3);
    for (int i = 0; i < 3; i++)
        CU_ASSERT_EQUAL(seen[i], 20 - i + 18 + i);
}

__global__ void vectors(int *to) {
    float4 f = make_float4(1, 2, 3, 4);
    uchar4 u = make_uchar4(255, 1, 2, 3);
    int2 i{5, 6};
    double2 d = make_double2(0.5, 1.5);
    longlong2 l = make_longlong2(1ll << 40, 2);
    to[0] = (int)(f.x + f.y + f.z + f.w) + u.x + i.y + (int)(d.x + d.y) + (int)(l.x >> 40);
    to[1] = sizeof(float3) * 10000 + sizeof(float4) * 100 + alignof(float4);
}

static void vector_types(void) {
    vectors<<<1, 1>>>(out);
    look(2);
    CU_ASSERT_EQUAL(seen[0], 10 + 255 + 6 + 2 + 1);
    CU_ASSERT_EQUAL(seen[1], 121616);
}

static const struct test tests[] = {
    {"constants and cudaMemcpyToSymbol", constants},
    {"device and managed variables", variables},
    {"static shared memory", shared},
    {"dynamic shared memory of several types", dynamic},
    {"shared memory of a device function", shared_of_functions},
    {"an index of shared memory that would wrap", far_addresses},
    {"vector types", vector_types},
};

LANGUAGE_MAIN("lang_memory", tests)
