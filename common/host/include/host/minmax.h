// minmax.h: min() and max() outside any namespace, for each pair of types that CUDA takes.
// Not templates: beside `using namespace std` they must win, not be ambiguous.
#ifndef HOST_MINMAX_H
#define HOST_MINMAX_H

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

// NaN loses against a number.
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

inline unsigned umin(unsigned a, unsigned b) {
    return a < b ? a : b;
}

inline unsigned umax(unsigned a, unsigned b) {
    return a > b ? a : b;
}

inline long long llmin(long long a, long long b) {
    return a < b ? a : b;
}

inline long long llmax(long long a, long long b) {
    return a > b ? a : b;
}

#endif
