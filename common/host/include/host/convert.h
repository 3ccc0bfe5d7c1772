// convert.h: conversions between number types. To an integer they saturate and take NaN
// to 0, as a card does; the rounding is in the name.
#ifndef HOST_CONVERT_H
#define HOST_CONVERT_H

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

#define HOSTCU_FROM(name, From, To)                                                                \
    inline To name(From x) {                                                                       \
        return (To)x;                                                                              \
    }
HOSTCU_FROM(__int2float_rn, int, float)
HOSTCU_FROM(__uint2float_rn, unsigned, float)
HOSTCU_FROM(__ll2float_rn, long long, float)
HOSTCU_FROM(__ull2float_rn, unsigned long long, float)
HOSTCU_FROM(__int2double_rn, int, double)
HOSTCU_FROM(__uint2double_rn, unsigned, double)
HOSTCU_FROM(__ll2double_rn, long long, double)
HOSTCU_FROM(__ull2double_rn, unsigned long long, double)
HOSTCU_FROM(__double2float_rn, double, float)
#undef HOSTCU_FROM

inline float __int_as_float(int x) {
    return hostcu::copy_bits<float>(x);
}

inline float __uint_as_float(unsigned x) {
    return hostcu::copy_bits<float>(x);
}

inline int __float_as_int(float x) {
    return hostcu::copy_bits<int>(x);
}

inline unsigned __float_as_uint(float x) {
    return hostcu::copy_bits<unsigned>(x);
}

inline double __longlong_as_double(long long x) {
    return hostcu::copy_bits<double>(x);
}

inline long long __double_as_longlong(double x) {
    return hostcu::copy_bits<long long>(x);
}

inline int __double2hiint(double x) {
    return (int)(__double_as_longlong(x) >> 32);
}

inline int __double2loint(double x) {
    return (int)__double_as_longlong(x);
}

inline double __hiloint2double(int high, int low) {
    return __longlong_as_double(
        (long long)((unsigned long long)(unsigned)high << 32 | (unsigned)low));
}

#endif
