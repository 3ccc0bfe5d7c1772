// rounding.h: arithmetic and conversions that round down (_rd), up (_ru) or towards zero (_rz).
// Each sets the processor's rounding mode for one operation, which is exact but slow.
#ifndef HOST_ROUNDING_H
#define HOST_ROUNDING_H

namespace hostcu {

// The compiler does not know about rounding modes. A volatile operand and a volatile result keep
// the operation between the two changes of the mode.
template <class T> inline T held(T x) {
    volatile T y = x;
    return y;
}

template <class F> inline auto directed(int mode, F operation) {
    int before = fegetround();
    fesetround(mode);
    auto result = held(operation());
    fesetround(before);
    return result;
}

} // namespace hostcu

#define HOSTCU_OPERATIONS(T, f, suffix, mode)                                                      \
    inline T __##f##add##suffix(T a, T b) {                                                        \
        return hostcu::directed(mode, [=] { return hostcu::held(a) + b; });                        \
    }                                                                                              \
    inline T __##f##sub##suffix(T a, T b) {                                                        \
        return hostcu::directed(mode, [=] { return hostcu::held(a) - b; });                        \
    }                                                                                              \
    inline T __##f##mul##suffix(T a, T b) {                                                        \
        return hostcu::directed(mode, [=] { return hostcu::held(a) * b; });                        \
    }                                                                                              \
    inline T __##f##div##suffix(T a, T b) {                                                        \
        return hostcu::directed(mode, [=] { return hostcu::held(a) / b; });                        \
    }                                                                                              \
    inline T __##f##rcp##suffix(T a) {                                                             \
        return hostcu::directed(mode, [=] { return 1 / hostcu::held(a); });                        \
    }                                                                                              \
    inline T __##f##sqrt##suffix(T a) {                                                            \
        return hostcu::directed(mode, [=] { return (T)std::sqrt(hostcu::held(a)); });              \
    }

#define HOSTCU_CONVERSION(name, From, To, mode)                                                    \
    inline To name(From x) {                                                                       \
        return hostcu::directed(mode, [=] { return (To)hostcu::held(x); });                        \
    }

#define HOSTCU_DIRECTED(suffix, mode)                                                              \
    HOSTCU_OPERATIONS(float, f, suffix, mode)                                                      \
    HOSTCU_OPERATIONS(double, d, suffix, mode)                                                     \
    inline float __fmaf##suffix(float a, float b, float c) {                                       \
        return hostcu::directed(mode, [=] { return fmaf(hostcu::held(a), b, c); });                \
    }                                                                                              \
    inline double __fma##suffix(double a, double b, double c) {                                    \
        return hostcu::directed(mode, [=] { return fma(hostcu::held(a), b, c); });                 \
    }                                                                                              \
    HOSTCU_CONVERSION(__int2float##suffix, int, float, mode)                                       \
    HOSTCU_CONVERSION(__uint2float##suffix, unsigned, float, mode)                                 \
    HOSTCU_CONVERSION(__ll2float##suffix, long long, float, mode)                                  \
    HOSTCU_CONVERSION(__ull2float##suffix, unsigned long long, float, mode)                        \
    HOSTCU_CONVERSION(__ll2double##suffix, long long, double, mode)                                \
    HOSTCU_CONVERSION(__ull2double##suffix, unsigned long long, double, mode)                      \
    HOSTCU_CONVERSION(__double2float##suffix, double, float, mode)
HOSTCU_DIRECTED(_rd, FE_DOWNWARD)
HOSTCU_DIRECTED(_ru, FE_UPWARD)
HOSTCU_DIRECTED(_rz, FE_TOWARDZERO)
#undef HOSTCU_DIRECTED
#undef HOSTCU_CONVERSION
#undef HOSTCU_OPERATIONS

#endif
