// bits.h: integer intrinsics, and conversions between number types.
#ifndef HOST_BITS_H
#define HOST_BITS_H

// A function and its value.
#define HOSTCU_IS(type, name, parameters, value)                                                   \
    inline type name parameters {                                                                  \
        return value;                                                                              \
    }

HOSTCU_IS(int, __popc, (unsigned x), __builtin_popcount(x))
HOSTCU_IS(int, __popcll, (unsigned long long x), __builtin_popcountll(x))
HOSTCU_IS(int, __clz, (int x), x ? __builtin_clz((unsigned)x) : 32)
HOSTCU_IS(int, __clzll, (long long x), x ? __builtin_clzll((unsigned long long)x) : 64)
HOSTCU_IS(int, __ffs, (int x), __builtin_ffs(x))
HOSTCU_IS(int, __ffsll, (long long x), __builtin_ffsll(x))

inline unsigned __brev(unsigned x) {
    x = (x >> 1 & 0x55555555u) | (x & 0x55555555u) << 1;
    x = (x >> 2 & 0x33333333u) | (x & 0x33333333u) << 2;
    x = (x >> 4 & 0x0f0f0f0fu) | (x & 0x0f0f0f0fu) << 4;
    return __builtin_bswap32(x);
}

HOSTCU_IS(unsigned long long, __brevll, (unsigned long long x),
          (unsigned long long)__brev((unsigned)x) << 32 | __brev((unsigned)(x >> 32)))
HOSTCU_IS(int, __mulhi, (int a, int b), (int)(b *(long long)a >> 32))
HOSTCU_IS(unsigned, __umulhi, (unsigned a, unsigned b), (unsigned)(b *(unsigned long long)a >> 32))
HOSTCU_IS(long long, __mul64hi, (long long a, long long b), (long long)(b *(__int128)a >> 64))
HOSTCU_IS(unsigned long long, __umul64hi, (unsigned long long a, unsigned long long b),
          (unsigned long long)(b *(unsigned __int128)a >> 64))

inline int __mul24(int a, int b) { // the product of the low 24 bits, its low 32 bits
    long long x = (int)((unsigned)a << 8) >> 8, y = (int)((unsigned)b << 8) >> 8;
    return (int)(unsigned)(unsigned long long)(x * y);
}

HOSTCU_IS(unsigned, __umul24, (unsigned a, unsigned b), (a & 0xffffff) * (b & 0xffffff))
HOSTCU_IS(unsigned, __funnelshift_l, (unsigned low, unsigned high, unsigned shift),
          (unsigned)((((unsigned long long)high << 32 | low) << (shift & 31)) >> 32))
HOSTCU_IS(unsigned, __funnelshift_r, (unsigned low, unsigned high, unsigned shift),
          (unsigned)(((unsigned long long)high << 32 | low) >> (shift & 31)))

// Picks four of the eight bytes of b:a; the high bit of a selector spreads the sign.
inline unsigned __byte_perm(unsigned a, unsigned b, unsigned selectors) {
    unsigned long long bytes = (unsigned long long)b << 32 | a;
    unsigned out = 0;
    for (int i = 0; i < 4; i++) {
        unsigned s = selectors >> (4 * i) & 0xf;
        unsigned byte = (unsigned)(bytes >> (8 * (s & 7))) & 0xff;
        if (s & 8)
            byte = byte & 0x80 ? 0xff : 0;
        out |= byte << (8 * i);
    }
    return out;
}

inline int __dp4a(int a, int b, int c) {
    for (int i = 0; i < 32; i += 8)
        c += (signed char)(a >> i) * (signed char)(b >> i);
    return c;
}

inline unsigned __dp4a(unsigned a, unsigned b, unsigned c) {
    for (int i = 0; i < 32; i += 8)
        c += (a >> i & 0xff) * (b >> i & 0xff);
    return c;
}

// ---- conversions. A conversion to an integer saturates and turns NaN into 0, as on a card. The
// name says the rounding.

namespace hostcu {

template <class To, class From> inline To saturated(From x) {
    constexpr int bits = sizeof(To) * 8 - (std::is_signed<To>::value ? 1 : 0);
    const From limit = (From)(1ull << (bits - 1)) * 2; // one more than the largest
    if (x >= limit)
        return (To) ~((std::is_signed<To>::value ? (To)1 : (To)0) << (sizeof(To) * 8 - 1));
    if (std::is_signed<To>::value ? x < -limit : x <= 0)
        return std::is_signed<To>::value ? (To)((unsigned long long)1 << bits) : (To)0;
    return x == x ? (To)x : (To)0;
}

template <class To, class From> inline To copy_bits(From x) {
    static_assert(sizeof(To) == sizeof(From), "");
    To y;
    memcpy(&y, &x, sizeof y);
    return y;
}

} // namespace hostcu

#define HOSTCU_TO(prefix, From, suffix, To)                                                        \
    inline To prefix##suffix##_rn(From x) {                                                        \
        return hostcu::saturated<To>(rint(x));                                                     \
    }                                                                                              \
    inline To prefix##suffix##_rz(From x) {                                                        \
        return hostcu::saturated<To>(trunc(x));                                                    \
    }                                                                                              \
    inline To prefix##suffix##_ru(From x) {                                                        \
        return hostcu::saturated<To>(ceil(x));                                                     \
    }                                                                                              \
    inline To prefix##suffix##_rd(From x) {                                                        \
        return hostcu::saturated<To>(floor(x));                                                    \
    }
HOSTCU_TO(__float2, float, int, int)
HOSTCU_TO(__float2, float, uint, unsigned)
HOSTCU_TO(__float2, float, ll, long long)
HOSTCU_TO(__float2, float, ull, unsigned long long)
HOSTCU_TO(__double2, double, int, int)
HOSTCU_TO(__double2, double, uint, unsigned)
HOSTCU_TO(__double2, double, ll, long long)
HOSTCU_TO(__double2, double, ull, unsigned long long)
#undef HOSTCU_TO

HOSTCU_IS(float, __int2float_rn, (int x), (float)x)
HOSTCU_IS(float, __uint2float_rn, (unsigned x), (float)x)
HOSTCU_IS(float, __ll2float_rn, (long long x), (float)x)
HOSTCU_IS(float, __ull2float_rn, (unsigned long long x), (float)x)
HOSTCU_IS(double, __int2double_rn, (int x), (double)x)
HOSTCU_IS(double, __uint2double_rn, (unsigned x), (double)x)
HOSTCU_IS(double, __ll2double_rn, (long long x), (double)x)
HOSTCU_IS(double, __ull2double_rn, (unsigned long long x), (double)x)
HOSTCU_IS(float, __double2float_rn, (double x), (float)x)

HOSTCU_IS(float, __int_as_float, (int x), hostcu::copy_bits<float>(x))
HOSTCU_IS(float, __uint_as_float, (unsigned x), hostcu::copy_bits<float>(x))
HOSTCU_IS(int, __float_as_int, (float x), hostcu::copy_bits<int>(x))
HOSTCU_IS(unsigned, __float_as_uint, (float x), hostcu::copy_bits<unsigned>(x))
HOSTCU_IS(double, __longlong_as_double, (long long x), hostcu::copy_bits<double>(x))
HOSTCU_IS(long long, __double_as_longlong, (double x), hostcu::copy_bits<long long>(x))
HOSTCU_IS(int, __double2hiint, (double x), (int)(__double_as_longlong(x) >> 32))
HOSTCU_IS(int, __double2loint, (double x), (int)__double_as_longlong(x))
HOSTCU_IS(double, __hiloint2double, (int high, int low),
          __longlong_as_double((long long)((unsigned long long)(unsigned)high << 32 |
                                           (unsigned)low)))
#undef HOSTCU_IS

#endif
