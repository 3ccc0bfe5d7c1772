// narrow.h: floating-point numbers of 16 bits, the same for both formats: cuda_fp16.h and
// cuda_bf16.h say what differs. An operation is done in float, whose 24 digits are so many that the
// second rounding never changes a sum, product, quotient or root; fma needs more care.
#ifndef HOST_NARROW_H
#define HOST_NARROW_H

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "../vector_types.h"

namespace hostcu {

template <class To, class From> inline To same_bits(From x) {
    To y;
    memcpy(&y, &x, sizeof y);
    return y;
}

// Rounds to odd: what is lost shows in the last bit, so that the next rounding is right.
inline float odd_float(double x) {
    float y = (float)x;
    if ((double)y == x || x != x)
        return y;
    uint32_t bits = same_bits<uint32_t>(y);
    bits -= fabs((double)y) > fabs(x);
    return same_bits<float>(bits | 1);
}

inline double odd_sum(double a, double b) {
    double sum = a + b, part = sum - a, lost = (a - (sum - part)) + (b - part);
    if (!(lost != 0) || !(fabs(sum) <= 1.7976931348623157e308))
        return sum;
    uint64_t bits = same_bits<uint64_t>(sum);
    bits -= (lost < 0) != (sum < 0);
    return same_bits<double>(bits | 1);
}

template <class Integer> inline double odd_double(Integer x) {
    double y = (double)x;
    __extension__ typedef __int128 wide;
    if ((wide)y == (wide)x)
        return y;
    uint64_t bits = same_bits<uint64_t>(y);
    bits -= (y < 0 ? -(wide)y : (wide)y) > (y < 0 ? -(wide)x : (wide)x);
    return same_bits<double>(bits | 1);
}

} // namespace hostcu

// T and T2: the types; word: half or bfloat16, as it stands in the names of functions.
#define HOSTCU_NARROW_TYPE(T, T2, encode, decode)                                                  \
    struct T##_raw {                                                                               \
        unsigned short x;                                                                          \
    };                                                                                             \
    struct T2##_raw {                                                                              \
        unsigned short x, y;                                                                       \
    };                                                                                             \
    struct T {                                                                                     \
        unsigned short __x;                                                                        \
        T() = default;                                                                             \
        T(const T##_raw &raw) : __x(raw.x) {}                                                      \
        T(float value) : __x(encode(value)) {}                                                     \
        T(double value) : __x(encode(hostcu::odd_float(value))) {}                                 \
        T(int value) : T((double)value) {}                                                         \
        T(unsigned value) : T((double)value) {}                                                    \
        T(long value) : T(hostcu::odd_double(value)) {}                                            \
        T(unsigned long value) : T(hostcu::odd_double(value)) {}                                   \
        T(long long value) : T(hostcu::odd_double(value)) {}                                       \
        T(unsigned long long value) : T(hostcu::odd_double(value)) {}                              \
        T(short value) : T((float)value) {}                                                        \
        T(unsigned short value) : T((float)value) {}                                               \
        operator float() const {                                                                   \
            return decode(__x);                                                                    \
        }                                                                                          \
        operator T##_raw() const {                                                                 \
            return T##_raw{__x};                                                                   \
        }                                                                                          \
        explicit operator bool() const {                                                           \
            return (__x & 0x7fff) != 0;                                                            \
        }                                                                                          \
        template <class N> T &operator=(N value) {                                                 \
            return *this = T(value);                                                               \
        }                                                                                          \
    };                                                                                             \
    struct alignas(4) T2 {                                                                         \
        T x, y;                                                                                    \
        T2() = default;                                                                            \
        T2(const T &a, const T &b) : x(a), y(b) {}                                                 \
        T2(const T2##_raw &raw) : x(T##_raw{raw.x}), y(T##_raw{raw.y}) {}                          \
    };

// Of a part, then of a pair part by part.
#define HOSTCU_NARROW_1(T, T2, name1, name2, expression)                                           \
    inline T name1(T a) {                                                                          \
        return T(expression);                                                                      \
    }                                                                                              \
    inline T2 name2(T2 a) {                                                                        \
        return T2(name1(a.x), name1(a.y));                                                         \
    }
#define HOSTCU_NARROW_2(T, T2, name1, name2, expression)                                           \
    inline T name1(T a, T b) {                                                                     \
        return T(expression);                                                                      \
    }                                                                                              \
    inline T2 name2(T2 a, T2 b) {                                                                  \
        return T2(name1(a.x, b.x), name1(a.y, b.y));                                               \
    }
#define HOSTCU_NARROW_OPERATOR(T, T2, op)                                                          \
    inline T operator op(const T &a, const T &b) {                                                 \
        return T((float)a op(float) b);                                                            \
    }                                                                                              \
    inline T2 operator op(const T2 &a, const T2 &b) {                                              \
        return T2(a.x op b.x, a.y op b.y);                                                         \
    }                                                                                              \
    inline T &operator op##=(T &a, const T &b) {                                                   \
        return a = a op b;                                                                         \
    }                                                                                              \
    inline T2 &operator op##=(T2 &a, const T2 &b) {                                                \
        return a = a op b;                                                                         \
    }
#define HOSTCU_NARROW_COMPARE(T, T2, name, op)                                                     \
    inline bool operator op(const T &a, const T &b) {                                              \
        return (float)a op(float) b;                                                               \
    }                                                                                              \
    inline bool operator op(const T2 &a, const T2 &b) {                                            \
        return a.x op b.x && a.y op b.y;                                                           \
    }                                                                                              \
    inline bool __h##name(T a, T b) {                                                              \
        return !(a != a || b != b) && a op b;                                                      \
    }                                                                                              \
    inline T2 __h##name##2(T2 a, T2 b) {                                                           \
        return T2(T(__h##name(a.x, b.x) ? 1.0f : 0.0f), T(__h##name(a.y, b.y) ? 1.0f : 0.0f));     \
    }
#define HOSTCU_NARROW_INTEGER(T, word, name, Integer)                                              \
    inline T __##name##2##word##_rn(Integer value) {                                               \
        return T(hostcu::odd_double(value));                                                       \
    }                                                                                              \
    inline Integer __##word##2##name##_rn(T a) {                                                   \
        return hostcu::narrow_to<Integer>(rintf((float)a));                                        \
    }                                                                                              \
    inline Integer __##word##2##name##_rz(T a) {                                                   \
        return hostcu::narrow_to<Integer>(truncf((float)a));                                       \
    }

namespace hostcu {

// Saturates, and turns what is no number into 0.
template <class Integer> inline Integer narrow_to(float x) {
    const bool is_signed = (Integer)-1 < (Integer)1;
    const int bits = (int)sizeof(Integer) * 8 - is_signed;
    const Integer most = (Integer)(((((Integer)1 << (bits - 1)) - 1) << 1) + 1);
    if (x != x)
        return 0;
    if (x >= ldexpf(1, bits))
        return most;
    if (x < (is_signed ? -ldexpf(1, bits) : 0))
        return is_signed ? (Integer)(-most - 1) : 0;
    return (Integer)x;
}

// a * b is exact in double.
template <class T> inline float narrow_fma(T a, T b, T c) {
    return odd_float(odd_sum((double)(float)a * (float)b, (double)(float)c));
}

template <class T> inline bool first_is_less(T a, T b) { // -0 is less than 0
    return (float)a < (float)b || ((float)a == (float)b && a.__x >> 15 > b.__x >> 15);
}

} // namespace hostcu

#define HOSTCU_NARROW(T, T2, word, encode, decode)                                                 \
    HOSTCU_NARROW_TYPE(T, T2, encode, decode)                                                      \
    inline T __float2##word(float x) {                                                             \
        return T(x);                                                                               \
    }                                                                                              \
    inline T __float2##word##_rn(float x) {                                                        \
        return T(x);                                                                               \
    }                                                                                              \
    inline T __double2##word(double x) {                                                           \
        return T(x);                                                                               \
    }                                                                                              \
    inline float __##word##2float(T a) {                                                           \
        return (float)a;                                                                           \
    }                                                                                              \
    inline T2 __float2##word##2_rn(float x) {                                                      \
        return T2(T(x), T(x));                                                                     \
    }                                                                                              \
    inline T2 __floats2##word##2_rn(float x, float y) {                                            \
        return T2(T(x), T(y));                                                                     \
    }                                                                                              \
    inline T2 __float22##word##2_rn(float2 v) {                                                    \
        return T2(T(v.x), T(v.y));                                                                 \
    }                                                                                              \
    inline float2 __##word##22float2(T2 a) {                                                       \
        return float2{(float)a.x, (float)a.y};                                                     \
    }                                                                                              \
    inline float __low2float(T2 a) {                                                               \
        return (float)a.x;                                                                         \
    }                                                                                              \
    inline float __high2float(T2 a) {                                                              \
        return (float)a.y;                                                                         \
    }                                                                                              \
    inline T __low2##word(T2 a) {                                                                  \
        return a.x;                                                                                \
    }                                                                                              \
    inline T __high2##word(T2 a) {                                                                 \
        return a.y;                                                                                \
    }                                                                                              \
    inline T2 __halves2##word##2(T a, T b) {                                                       \
        return T2(a, b);                                                                           \
    }                                                                                              \
    inline T2 __##word##2##word##2(T a) {                                                          \
        return T2(a, a);                                                                           \
    }                                                                                              \
    inline unsigned short __##word##_as_ushort(T a) {                                              \
        return a.__x;                                                                              \
    }                                                                                              \
    inline T __ushort_as_##word(unsigned short bits) {                                             \
        return T##_raw{bits};                                                                      \
    }                                                                                              \
    HOSTCU_NARROW_INTEGER(T, word, int, int)                                                       \
    HOSTCU_NARROW_INTEGER(T, word, uint, unsigned)                                                 \
    HOSTCU_NARROW_OPERATOR(T, T2, +)                                                               \
    HOSTCU_NARROW_OPERATOR(T, T2, -)                                                               \
    HOSTCU_NARROW_OPERATOR(T, T2, *)                                                               \
    HOSTCU_NARROW_OPERATOR(T, T2, /)                                                               \
    HOSTCU_NARROW_COMPARE(T, T2, eq, ==)                                                           \
    HOSTCU_NARROW_COMPARE(T, T2, ne, !=)                                                           \
    HOSTCU_NARROW_COMPARE(T, T2, lt, <)                                                            \
    HOSTCU_NARROW_COMPARE(T, T2, le, <=)                                                           \
    HOSTCU_NARROW_COMPARE(T, T2, gt, >)                                                            \
    HOSTCU_NARROW_COMPARE(T, T2, ge, >=)                                                           \
    inline T operator+(const T &a) {                                                               \
        return a;                                                                                  \
    }                                                                                              \
    inline T operator-(const T &a) {                                                               \
        return T##_raw{(unsigned short)(a.__x ^ 0x8000)};                                          \
    }                                                                                              \
    inline T2 operator-(const T2 &a) {                                                             \
        return T2(-a.x, -a.y);                                                                     \
    }                                                                                              \
    inline T &operator++(T &a) {                                                                   \
        return a = a + T(1.0f);                                                                    \
    }                                                                                              \
    inline T &operator--(T &a) {                                                                   \
        return a = a - T(1.0f);                                                                    \
    }                                                                                              \
    HOSTCU_NARROW_2(T, T2, __hadd, __hadd2, a + b)                                                 \
    HOSTCU_NARROW_2(T, T2, __hsub, __hsub2, a - b)                                                 \
    HOSTCU_NARROW_2(T, T2, __hmul, __hmul2, a *b)                                                  \
    HOSTCU_NARROW_2(T, T2, __hdiv, __h2div, a / b)                                                 \
    HOSTCU_NARROW_2(T, T2, __hmin, __hmin2,                                                        \
                    a != a                        ? b                                              \
                    : b != b                      ? a                                              \
                    : hostcu::first_is_less(a, b) ? a                                              \
                                                  : b)                                             \
    HOSTCU_NARROW_2(T, T2, __hmax, __hmax2,                                                        \
                    a != a                        ? b                                              \
                    : b != b                      ? a                                              \
                    : hostcu::first_is_less(a, b) ? b                                              \
                                                  : a)                                             \
    HOSTCU_NARROW_1(T, T2, __hneg, __hneg2, -a)                                                    \
    HOSTCU_NARROW_1(T, T2, __habs, __habs2, (T##_raw{(unsigned short)(a.__x & 0x7fff)}))           \
    inline T __hfma(T a, T b, T c) {                                                               \
        return T(hostcu::narrow_fma(a, b, c));                                                     \
    }                                                                                              \
    inline T2 __hfma2(T2 a, T2 b, T2 c) {                                                          \
        return T2(__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y));                                   \
    }                                                                                              \
    inline bool __hisnan(T a) {                                                                    \
        return a != a;                                                                             \
    }                                                                                              \
    inline int __hisinf(T a) {                                                                     \
        float x = (float)a;                                                                        \
        return x - x != x - x && x == x ? (x > 0 ? 1 : -1) : 0;                                    \
    }                                                                                              \
    HOSTCU_NARROW_1(T, T2, hsqrt, h2sqrt, sqrtf((float)a))                                         \
    HOSTCU_NARROW_1(T, T2, hrsqrt, h2rsqrt, 1 / sqrt((double)(float)a))                            \
    HOSTCU_NARROW_1(T, T2, hrcp, h2rcp, 1 / (float)a)                                              \
    HOSTCU_NARROW_1(T, T2, hexp, h2exp, exp((double)(float)a))                                     \
    HOSTCU_NARROW_1(T, T2, hexp2, h2exp2, exp2((double)(float)a))                                  \
    HOSTCU_NARROW_1(T, T2, hexp10, h2exp10, pow(10.0, (double)(float)a))                           \
    HOSTCU_NARROW_1(T, T2, hlog, h2log, log((double)(float)a))                                     \
    HOSTCU_NARROW_1(T, T2, hlog2, h2log2, log2((double)(float)a))                                  \
    HOSTCU_NARROW_1(T, T2, hlog10, h2log10, log10((double)(float)a))                               \
    HOSTCU_NARROW_1(T, T2, hsin, h2sin, sin((double)(float)a))                                     \
    HOSTCU_NARROW_1(T, T2, hcos, h2cos, cos((double)(float)a))                                     \
    HOSTCU_NARROW_1(T, T2, htanh, h2tanh, tanh((double)(float)a))                                  \
    HOSTCU_NARROW_1(T, T2, hceil, h2ceil, ceilf((float)a))                                         \
    HOSTCU_NARROW_1(T, T2, hfloor, h2floor, floorf((float)a))                                      \
    HOSTCU_NARROW_1(T, T2, htrunc, h2trunc, truncf((float)a))                                      \
    HOSTCU_NARROW_1(T, T2, hrint, h2rint, rintf((float)a))

#ifdef __CUDACC__
#include "../cuda_runtime.h"

#define HOSTCU_NARROW_ATOMIC(T)                                                                    \
    inline T atomicAdd(T *address, T value) {                                                      \
        return hostcu::update(address, [=](T old) { return old + value; });                        \
    }
#else
#define HOSTCU_NARROW_ATOMIC(T)
#endif

#endif
