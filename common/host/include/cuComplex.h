// cuComplex.h: complex numbers of float and double, for C and C++, on the host and in kernels.
#ifndef HOST_CUCOMPLEX_H
#define HOST_CUCOMPLEX_H

#include "host/letters_off.h"

#include <math.h>

#include "vector_types.h"

// f is the letter that CUDA puts behind the names for float, and the C library behind its own.
#define HOST_COMPLEX(T, Complex, f)                                                                \
    static inline T cuCreal##f(Complex x) {                                                        \
        return x.x;                                                                                \
    }                                                                                              \
    static inline T cuCimag##f(Complex x) {                                                        \
        return x.y;                                                                                \
    }                                                                                              \
    static inline Complex make_##Complex(T real, T imaginary) {                                    \
        Complex made = {real, imaginary};                                                          \
        return made;                                                                               \
    }                                                                                              \
    static inline Complex cuConj##f(Complex x) {                                                   \
        return make_##Complex(x.x, -x.y);                                                          \
    }                                                                                              \
    static inline Complex cuCadd##f(Complex a, Complex b) {                                        \
        return make_##Complex(a.x + b.x, a.y + b.y);                                               \
    }                                                                                              \
    static inline Complex cuCsub##f(Complex a, Complex b) {                                        \
        return make_##Complex(a.x - b.x, a.y - b.y);                                               \
    }                                                                                              \
    static inline Complex cuCmul##f(Complex a, Complex b) {                                        \
        return make_##Complex(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);                       \
    }                                                                                              \
    /* Scaled by the size of b, so that its square neither overflows nor vanishes. */              \
    static inline Complex cuCdiv##f(Complex a, Complex b) {                                        \
        T size = fabs##f(b.x) + fabs##f(b.y), ax = a.x / size, ay = a.y / size;                    \
        T bx = b.x / size, by = b.y / size, square = bx * bx + by * by;                            \
        return make_##Complex((ax * bx + ay * by) / square, (ay * bx - ax * by) / square);         \
    }                                                                                              \
    static inline T cuCabs##f(Complex x) {                                                         \
        return hypot##f(x.x, x.y);                                                                 \
    }                                                                                              \
    static inline Complex cuCfma##f(Complex a, Complex b, Complex c) {                             \
        return cuCadd##f(cuCmul##f(a, b), c);                                                      \
    }

typedef float2 cuFloatComplex;
typedef double2 cuDoubleComplex;
HOST_COMPLEX(float, cuFloatComplex, f)
HOST_COMPLEX(double, cuDoubleComplex, )
#undef HOST_COMPLEX

typedef cuFloatComplex cuComplex;

static inline cuComplex make_cuComplex(float real, float imaginary) {
    return make_cuFloatComplex(real, imaginary);
}

static inline cuDoubleComplex cuComplexFloatToDouble(cuFloatComplex x) {
    return make_cuDoubleComplex(x.x, x.y);
}

static inline cuFloatComplex cuComplexDoubleToFloat(cuDoubleComplex x) {
    return make_cuFloatComplex((float)x.x, (float)x.y);
}

#include "host/letters_on.h"

#endif
