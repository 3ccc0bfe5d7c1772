// sem_rounding.cu: arithmetic and conversions that round in a direction of their own, beside the
// same operation of the host's C library in that rounding mode.
#include <cmath>
#include <fenv.h>
#include <vector>

#include "semantics.h"

enum { DOWN, UP, TO_ZERO, MODES };
static const int modes[MODES] = {FE_DOWNWARD, FE_UPWARD, FE_TOWARDZERO};

enum { ADD, SUB, MUL, DIV, RCP, SQRT, FMA, OPERATIONS };

#define ALL(T, f, fma_name, suffix)                                                                \
    {                                                                                              \
        __##f##add##suffix(a, b), __##f##sub##suffix(a, b), __##f##mul##suffix(a, b),              \
            __##f##div##suffix(a, b), __##f##rcp##suffix(a), __##f##sqrt##suffix(fabs(a)),         \
            fma_name##suffix(a, b, a)                                                              \
    }

template <class T> struct results { T of[MODES][OPERATIONS]; };

__global__ void on_floats(const float *x, results<float> *out) {
    int i = threadIdx.x;
    float a = x[i], b = x[i + 1];
    out[i] = {{ALL(float, f, __fmaf, _rd), ALL(float, f, __fmaf, _ru), ALL(float, f, __fmaf, _rz)}};
}

__global__ void on_doubles(const double *x, results<double> *out) {
    int i = threadIdx.x;
    double a = x[i], b = x[i + 1];
    out[i] = {{ALL(double, d, __fma, _rd), ALL(double, d, __fma, _ru), ALL(double, d, __fma, _rz)}};
}

// Volatile, so that the operation happens in the mode that is set.
template <class T> static T expected(int operation, volatile T a, volatile T b) {
    volatile T result = operation == ADD    ? a + b
                        : operation == SUB  ? a - b
                        : operation == MUL  ? a * b
                        : operation == DIV  ? a / b
                        : operation == RCP  ? 1 / a
                        : operation == SQRT ? std::sqrt((T)(a < 0 ? -a : a))
                                            : std::fma((T)a, (T)b, (T)a);
    return result;
}

enum { COUNT = 48 };

template <class T> static std::vector<T> numbers(void) {
    std::vector<T> all(COUNT + 1);
    unsigned long long state = 12345;
    for (T &x : all) {
        state = state * 6364136223846793005ull + 1442695040888963407ull;
        x = (T)((double)(long long)state / 9e18 * ((state >> 20) % 3 ? 1 : 1e-5) + 1e-9);
    }
    return all;
}

template <class T> static void compare(void (*kernel)(const T *, results<T> *)) {
    std::vector<T> x = numbers<T>();
    T *in;
    results<T> *out;
    OK_FATAL(cudaMallocManaged(&in, x.size() * sizeof(T)));
    OK_FATAL(cudaMallocManaged(&out, COUNT * sizeof *out));
    memcpy(in, x.data(), x.size() * sizeof(T));
    kernel<<<1, COUNT>>>(in, out);
    OK(cudaDeviceSynchronize());
    int wrong = 0, differ = 0;
    for (int i = 0; i < COUNT; i++)
        for (int operation = 0; operation < OPERATIONS; operation++) {
            differ += out[i].of[UP][operation] != out[i].of[DOWN][operation];
            for (int mode = 0; mode < MODES; mode++) {
                fesetround(modes[mode]);
                T wanted = expected<T>(operation, x[i], x[i + 1]);
                fesetround(FE_TONEAREST);
                wrong += out[i].of[mode][operation] != wanted;
            }
        }
    CU_ASSERT_EQUAL(wrong, 0);
    CU_ASSERT_TRUE(differ > COUNT * OPERATIONS / 2); // few results are exact
    OK(cudaFree(in));
    OK(cudaFree(out));
}

static void test_floats(void) {
    compare(on_floats);
}

static void test_doubles(void) {
    compare(on_doubles);
}

__global__ void convert(float *f, double *d) {
    const int i = 16777217; // 2^24 + 1: no float
    const long long l = (1ll << 53) + 1;
    f[0] = __int2float_rd(i), f[1] = __int2float_ru(i), f[2] = __int2float_rz(-i);
    f[3] = __uint2float_rd(4294967295u), f[4] = __uint2float_ru(4294967295u);
    f[5] = __ll2float_ru(l), f[6] = __ull2float_rz(18446744073709551615ull);
    f[7] = __double2float_rd(0.1), f[8] = __double2float_ru(0.1), f[9] = __double2float_rz(-0.1);
    d[0] = __ll2double_rd(l), d[1] = __ll2double_ru(l), d[2] = __ll2double_rz(-l);
    d[3] = __ull2double_rd(18446744073709551615ull),
    d[4] = __ull2double_ru(18446744073709551615ull);
}

static void test_conversions(void) {
    float *f;
    double *d;
    OK_FATAL(cudaMallocManaged(&f, 10 * sizeof *f));
    OK_FATAL(cudaMallocManaged(&d, 5 * sizeof *d));
    convert<<<1, 1>>>(f, d);
    OK(cudaDeviceSynchronize());
    const float floats[] = {16777216.0f,
                            16777218.0f,
                            -16777216.0f,
                            4294967040.0f,
                            4294967296.0f,
                            9007200328482816.0f,
                            18446742974197923840.0f,
                            0.099999994f,
                            0.1f,
                            -0.099999994f};
    const double doubles[] = {9007199254740992.0, 9007199254740994.0, -9007199254740992.0,
                              18446744073709549568.0, 18446744073709551616.0};
    for (int i = 0; i < 10; i++)
        CU_ASSERT_EQUAL(f[i], floats[i]);
    for (int i = 0; i < 5; i++)
        CU_ASSERT_EQUAL(d[i], doubles[i]);
    OK(cudaFree(f));
    OK(cudaFree(d));
}

static const struct test tests[] = {
    {"floats", test_floats},
    {"doubles", test_doubles},
    {"conversions", test_conversions},
};

SUITE_MAIN("sem_rounding", tests)
