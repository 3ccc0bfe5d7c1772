// sem_narrow.cu: half and __nv_bfloat16: every value there and back, and operations beside exact
// references: the nearest value is looked up in a list of all.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "semantics.h"

enum { COUNT = 1 << 14 };

// What differs between the two formats.
struct of_half {
    typedef __half type;
    enum { digits = 11, least = -14, bits = 0x7c00 }; // bits: of infinity
};
struct of_bfloat16 {
    typedef __nv_bfloat16 type;
    enum { digits = 8, least = -126, bits = 0x7f80 };
};

static double value_of(unsigned bits, int digits, int least) { // of one that is not negative
    int exponent = (int)(bits >> (digits - 1)), rest = (int)(bits & ((1u << (digits - 1)) - 1));
    return exponent ? ldexp(rest + (1 << (digits - 1)), exponent - 1 + least - digits + 1)
                    : ldexp(rest, least - digits + 1);
}

template <class F>
static const std::vector<double> &values(void) { // ordered, with 2^n for infinity
    static std::vector<double> all;
    for (unsigned bits = (unsigned)all.size(); bits <= F::bits; bits++)
        all.push_back(value_of(bits, F::digits, F::least));
    return all;
}

// The bits of the nearest value; of two as near, the even one.
template <class F> static unsigned nearest(double x) {
    const std::vector<double> &all = values<F>();
    unsigned sign = std::signbit(x) ? 0x8000 : 0;
    x = fabs(x);
    size_t above = (size_t)(std::upper_bound(all.begin(), all.end(), x) - all.begin());
    if (above == all.size())
        return sign | F::bits;
    double down = x - all[above - 1], up = all[above] - x;
    return sign | (unsigned)(down < up || (down == up && above % 2) ? above - 1 : above);
}

static unsigned long long state = 88172645463325252ull;
static unsigned random_bits(void) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (unsigned)(state >> 16);
}

template <class T> static unsigned short bits_of(const T &x) {
    unsigned short bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

template <class T> static T from_bits_of(unsigned bits) {
    unsigned short narrow = (unsigned short)bits;
    T x;
    memcpy(&x, &narrow, sizeof x);
    return x;
}

template <class T> static T *managed(size_t count) {
    T *all = NULL;
    OK_FATAL(cudaMallocManaged(&all, count * sizeof *all));
    return all;
}

// ---- conversions

__global__ void widen(const __half *from, float *to) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    to[i] = __half2float(from[i]);
}
__global__ void widen(const __nv_bfloat16 *from, float *to) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    to[i] = __bfloat162float(from[i]);
}
__global__ void narrow(const float *from, __half *to) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    to[i] = __float2half(from[i]);
}
__global__ void narrow(const float *from, __nv_bfloat16 *to) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    to[i] = __float2bfloat16(from[i]);
}

template <class F> static void converts(void) {
    typedef typename F::type T;
    T *narrow_ones = managed<T>(65536);
    float *wide = managed<float>(65536);
    for (unsigned i = 0; i < 65536; i++)
        narrow_ones[i] = from_bits_of<T>(i);
    widen<<<256, 256>>>(narrow_ones, wide);
    OK(cudaDeviceSynchronize());
    int bad = 0;
    for (unsigned i = 0; i < 65536; i++) {
        unsigned rest = i & 0x7fff;
        if (rest > F::bits)
            bad += !std::isnan(wide[i]);
        else if (rest == F::bits)
            bad += !std::isinf(wide[i]) || std::signbit(wide[i]) != i >> 15;
        else
            bad += wide[i] != (float)(i >> 15 ? -values<F>()[rest] : values<F>()[rest]) ||
                   std::signbit(wide[i]) != i >> 15;
    }
    CU_ASSERT_EQUAL(bad, 0);
    for (unsigned i = 0; i < 65536; i++) { // values, the middle between two, and what is beside it
        const std::vector<double> &all = values<F>();
        unsigned at = i / 4 % F::bits;
        float middle = (float)((all[at] + all[at + 1]) / 2);
        wide[i] = i % 4 == 0   ? middle
                  : i % 4 == 1 ? nextafterf(middle, 0)
                  : i % 4 == 2
                      ? nextafterf(middle, INFINITY)
                      : -(float)ldexp((double)random_bits(), (int)(random_bits() % 60) - 60);
    }
    narrow<<<256, 256>>>(wide, narrow_ones);
    OK(cudaDeviceSynchronize());
    for (unsigned i = 0; i < 65536; i++)
        bad += bits_of(narrow_ones[i]) != nearest<F>(wide[i]);
    CU_ASSERT_EQUAL(bad, 0);
    OK(cudaFree(narrow_ones));
    OK(cudaFree(wide));
}

static void test_half_converts(void) {
    converts<of_half>();
}

static void test_bfloat16_converts(void) {
    converts<of_bfloat16>();
}

// ---- operations

template <class T> struct answers {
    T sum, difference, product, quotient, root, fused, least, most;
    bool less, equal;
};

template <class T> __global__ void operate(const T *x, answers<T> *to) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    T a = x[i], b = x[i + 1], c = x[i + 2];
    to[i] = {__hadd(a, b),    a - b,        a * b,        __hdiv(a, b), hsqrt(__habs(a)),
             __hfma(a, b, c), __hmin(a, b), __hmax(a, b), __hlt(a, b),  a == b};
}

// a * b + c as a whole number of quanta, and the nearest value to it.
static unsigned nearest_fused(double a, double b, double c) {
    __int128 quanta =
        (__int128)ldexp(a, 24) * (__int128)ldexp(b, 24) + ((__int128)ldexp(c, 24) * (1 << 24));
    bool negative = quanta < 0;
    if (negative)
        quanta = -quanta;
    const std::vector<double> &all = values<of_half>();
    unsigned low = 0, high = of_half::bits;
    while (high - low > 1) {
        unsigned middle = (low + high) / 2;
        if (((__int128)ldexp(all[middle], 24) << 24) <= quanta)
            low = middle;
        else
            high = middle;
    }
    __int128 down = quanta - ((__int128)ldexp(all[low], 24) << 24),
             up = ((__int128)ldexp(all[high], 24) << 24) - quanta;
    unsigned found = down < up || (down == up && low % 2 == 0) ? low : high;
    return found | (negative ? 0x8000 : 0);
}

template <class F> static void operates(int smallest, int largest) {
    typedef typename F::type T;
    T *x = managed<T>(COUNT + 2);
    answers<T> *to = managed<answers<T>>(COUNT);
    for (int i = 0; i < COUNT + 2; i++) // exponents that are not so far apart
        x[i] =
            from_bits_of<T>((random_bits() & 0x8000) |
                            ((unsigned)smallest + random_bits() % (unsigned)(largest - smallest)));
    operate<<<COUNT / 128, 128>>>(x, to);
    OK_FATAL(cudaDeviceSynchronize());
    int bad[8] = {0};
    for (int i = 0; i < COUNT; i++) {
        auto value = [&](int n) {
            unsigned bits = bits_of(x[n]);
            double size = values<F>()[bits & 0x7fff];
            return bits >> 15 ? -size : size;
        };
        double a = value(i), b = value(i + 1), c = value(i + 2);
        auto differ = [](const T &have, double wanted) {
            return bits_of(have) != nearest<F>(wanted);
        };
        bad[0] += differ(to[i].sum, a + b);
        bad[1] += differ(to[i].difference, a - b);
        bad[2] += differ(to[i].product, a * b);
        bad[3] += on_host_device() && differ(to[i].quotient, a / b); // a card is not exact here
        bad[4] += differ(to[i].root, sqrt(fabs(a)));
        if (sizeof(F) && (int)F::digits == 11 && a * b + c != 0)
            bad[5] += bits_of(to[i].fused) != nearest_fused(a, b, c);
        bad[6] += differ(to[i].least, a < b ? a : b) + differ(to[i].most, a < b ? b : a);
        bad[7] += to[i].less != (a < b) || to[i].equal != (a == b);
    }
    for (int n = 0; n < 8; n++)
        CU_ASSERT_EQUAL(bad[n], 0);
    OK(cudaFree(x));
    OK(cudaFree(to));
}

static void test_half_operates(void) {
    operates<of_half>(1, of_half::bits - 1);
    operates<of_half>(0x3000, 0x4800);
}

static void test_bfloat16_operates(void) {
    operates<of_bfloat16>(0x3800, 0x4700);
}

// ---- pairs, intrinsics on both, and what kernels do with them

__global__ void pairs(half2 *x, const half2 *y, float *sum, half *total) {
    __shared__ half part[64];
    int i = threadIdx.x;
    x[i] =
        __hfma2(__float2half2_rn(2.0f), x[i], __halves2half2(__low2half(y[i]), __high2half(y[i])));
    float2 both = __half22float2(__hadd2(x[i], y[i]));
    sum[i] = both.x + both.y + __high2float(x[i]);
    part[i] = __float2half((float)i);
    __syncthreads();
    half other = __shfl_xor_sync(0xffffffffu, part[63 - i], 1);
    atomicAdd(total, __float2half(1.0f));
    sum[i] += __half2float(other);
}

static void test_pairs(void) {
    half2 *x = managed<half2>(64), *y = managed<half2>(64);
    float *sum = managed<float>(64);
    half *total = managed<half>(2);
    total[0] = __float2half(0.0f);
    for (int i = 0; i < 64; i++) {
        x[i] = __floats2half2_rn((float)i, 2.0f * (float)i);
        y[i] = __floats2half2_rn(0.5f, (float)-i);
    }
    pairs<<<1, 64>>>(x, y, sum, total);
    OK_FATAL(cudaDeviceSynchronize());
    int bad = 0;
    for (int i = 0; i < 64; i++) { // x = (2i + 0.5, 3i); + y = (2i + 1, 2i)
        float other = (float)((63 - i) ^ 1);
        bad += sum[i] != 4.0f * (float)i + 1 + 3.0f * (float)i + other;
    }
    CU_ASSERT_EQUAL(bad, 0);
    CU_ASSERT_EQUAL(__half2float(total[0]), 64);
    OK(cudaFree(x));
    OK(cudaFree(y));
    OK(cudaFree(sum));
    OK(cudaFree(total));
}

__global__ void whole_numbers(int *whole) {
    whole[0] = __half2int_rn(__float2half(2.5f));
    whole[1] = __half2int_rz(__float2half(-2.5f));
    whole[2] = (int)__half2uint_rz(__float2half(-1.0f));
    whole[3] = __half2int_rn(__int2half_rn(2049));
}

static void test_whole_numbers(void) {
    int *whole = managed<int>(4);
    whole_numbers<<<1, 1>>>(whole);
    OK_FATAL(cudaDeviceSynchronize());
    const int numbers[] = {2, -2, 0, 2048};
    for (int i = 0; i < 4; i++)
        CU_ASSERT_EQUAL(whole[i], numbers[i]);
    OK(cudaFree(whole));
}

static const struct test tests[] = {
    {"half converts", test_half_converts}, {"bfloat16 converts", test_bfloat16_converts},
    {"half operates", test_half_operates}, {"bfloat16 operates", test_bfloat16_operates},
    {"pairs of halves", test_pairs},       {"whole numbers", test_whole_numbers},
};

SUITE_MAIN("sem_narrow", tests)
