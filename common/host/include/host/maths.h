// maths.h: CUDA's floating-point functions beyond <math.h>, and min and max. The fast functions
// (__expf and so on) are as exact here as the others.
#ifndef HOST_MATHS_H
#define HOST_MATHS_H

// A function and its value.
#define HOSTCU_IS(type, name, parameters, value)                                                   \
    inline type name parameters {                                                                  \
        return value;                                                                              \
    }

HOSTCU_IS(float, __expf, (float x), expf(x))
HOSTCU_IS(float, __exp10f, (float x), powf(10.0f, x))
HOSTCU_IS(float, __logf, (float x), logf(x))
HOSTCU_IS(float, __log2f, (float x), log2f(x))
HOSTCU_IS(float, __log10f, (float x), log10f(x))
HOSTCU_IS(float, __sinf, (float x), sinf(x))
HOSTCU_IS(float, __cosf, (float x), cosf(x))
HOSTCU_IS(float, __tanf, (float x), tanf(x))
HOSTCU_IS(float, __frcp_rn, (float x), 1.0f / x)
HOSTCU_IS(float, __fsqrt_rn, (float x), sqrtf(x))
HOSTCU_IS(float, __frsqrt_rn, (float x), 1.0f / sqrtf(x))
HOSTCU_IS(float, rsqrtf, (float x), 1.0f / sqrtf(x))
HOSTCU_IS(float, rcbrtf, (float x), 1.0f / cbrtf(x))
HOSTCU_IS(float, sinpif, (float x), (float)sin(x *M_PI))
HOSTCU_IS(float, cospif, (float x), (float)cos(x *M_PI))
HOSTCU_IS(float, normcdff, (float x), 0.5f * erfcf(-x * (float)M_SQRT1_2))
HOSTCU_IS(float, __saturatef, (float x), x > 0 ? x < 1 ? x : 1.0f : 0.0f)

HOSTCU_IS(double, rsqrt, (double x), 1.0 / sqrt(x))
HOSTCU_IS(float, rsqrt, (float x), 1.0f / sqrtf(x))
HOSTCU_IS(double, rcbrt, (double x), 1.0 / cbrt(x))
HOSTCU_IS(double, sinpi, (double x), sin(x *M_PI))
HOSTCU_IS(double, cospi, (double x), cos(x *M_PI))
HOSTCU_IS(double, normcdf, (double x), 0.5 * erfc(-x * M_SQRT1_2))
HOSTCU_IS(float, __powf, (float x, float y), powf(x, y))
HOSTCU_IS(float, __fdividef, (float x, float y), x / y)
HOSTCU_IS(float, fdividef, (float x, float y), x / y)

inline void __sincosf(float x, float *sine, float *cosine) {
    *sine = sinf(x);
    *cosine = cosf(x);
}

HOSTCU_IS(float, norm3df, (float x, float y, float z), sqrtf(x *x + y * y + z * z))

// Each operation rounds once and is never joined with another into a multiply-add: the empty asm
// prevents the compiler from doing so.
namespace hostcu {
template <class T> inline T rounded(T x) {
#if defined(__x86_64__)
    __asm__("" : "+x"(x));
#elif defined(__aarch64__)
    __asm__("" : "+w"(x));
#else
    volatile T y = x;
    x = y;
#endif
    return x;
}
} // namespace hostcu

#define HOSTCU_ROUNDED(T, f)                                                                       \
    inline T __##f##add_rn(T a, T b) {                                                             \
        return hostcu::rounded(a + b);                                                             \
    }                                                                                              \
    inline T __##f##sub_rn(T a, T b) {                                                             \
        return hostcu::rounded(a - b);                                                             \
    }                                                                                              \
    inline T __##f##mul_rn(T a, T b) {                                                             \
        return hostcu::rounded(a * b);                                                             \
    }                                                                                              \
    inline T __##f##div_rn(T a, T b) {                                                             \
        return hostcu::rounded(a / b);                                                             \
    }
HOSTCU_ROUNDED(float, f)
HOSTCU_ROUNDED(double, d)
#undef HOSTCU_ROUNDED

HOSTCU_IS(float, __fmaf_rn, (float a, float b, float c), fmaf(a, b, c))
HOSTCU_IS(double, __fma_rn, (double a, double b, double c), fma(a, b, c))
HOSTCU_IS(double, __dsqrt_rn, (double x), sqrt(x))
HOSTCU_IS(double, __drcp_rn, (double x), 1.0 / x)

// ---- min() and max() outside any namespace, for each pair of types that CUDA takes. They are
// functions, not templates: so the compiler prefers them to std::min after `using namespace std`.

#define HOSTCU_MINMAX(A, B, R)                                                                     \
    inline R min(A a, B b) {                                                                       \
        return (R)a < (R)b ? (R)a : (R)b;                                                          \
    }                                                                                              \
    inline R max(A a, B b) {                                                                       \
        return (R)a > (R)b ? (R)a : (R)b;                                                          \
    }
#define HOSTCU_MINMAX_MIXED(S, U)                                                                  \
    HOSTCU_MINMAX(S, S, S)                                                                         \
    HOSTCU_MINMAX(U, U, U)                                                                         \
    HOSTCU_MINMAX(S, U, U)                                                                         \
    HOSTCU_MINMAX(U, S, U)
HOSTCU_MINMAX_MIXED(int, unsigned)
HOSTCU_MINMAX_MIXED(long, unsigned long)
HOSTCU_MINMAX_MIXED(long long, unsigned long long)
#undef HOSTCU_MINMAX_MIXED
#undef HOSTCU_MINMAX

// For NaN and a number, these functions return the number.
#define HOSTCU_MINMAX(A, B, R, fmin_, fmax_)                                                       \
    inline R min(A a, B b) {                                                                       \
        return fmin_(a, b);                                                                        \
    }                                                                                              \
    inline R max(A a, B b) {                                                                       \
        return fmax_(a, b);                                                                        \
    }
HOSTCU_MINMAX(float, float, float, fminf, fmaxf)
HOSTCU_MINMAX(double, double, double, fmin, fmax)
HOSTCU_MINMAX(float, double, double, fmin, fmax)
HOSTCU_MINMAX(double, float, double, fmin, fmax)
#undef HOSTCU_MINMAX

HOSTCU_IS(unsigned, umin, (unsigned a, unsigned b), a < b ? a : b)
HOSTCU_IS(unsigned, umax, (unsigned a, unsigned b), a > b ? a : b)
HOSTCU_IS(long long, llmin, (long long a, long long b), a < b ? a : b)
HOSTCU_IS(long long, llmax, (long long a, long long b), a > b ? a : b)
#undef HOSTCU_IS

#endif
