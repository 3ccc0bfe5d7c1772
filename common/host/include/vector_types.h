// vector_types.h: CUDA's short vectors, with the alignment that a card gives them, and dim3.
#ifndef HOST_VECTOR_TYPES_H
#define HOST_VECTOR_TYPES_H

#include "host/letters_off.h"

#define HOST_VECTORS(type, name, align2, align4)                                                   \
    struct name##1 {                                                                               \
        type x;                                                                                    \
    };                                                                                             \
    struct __attribute__((aligned(align2))) name##2 {                                              \
        type x, y;                                                                                 \
    };                                                                                             \
    struct name##3 {                                                                               \
        type x, y, z;                                                                              \
    };                                                                                             \
    struct __attribute__((aligned(align4))) name##4 {                                              \
        type x, y, z, w;                                                                           \
    };                                                                                             \
    typedef struct name##1 name##1;                                                                \
    typedef struct name##2 name##2;                                                                \
    typedef struct name##3 name##3;                                                                \
    typedef struct name##4 name##4;

HOST_VECTORS(signed char, char, 2, 4)
HOST_VECTORS(unsigned char, uchar, 2, 4)
HOST_VECTORS(short, short, 4, 8)
HOST_VECTORS(unsigned short, ushort, 4, 8)
HOST_VECTORS(int, int, 8, 16)
HOST_VECTORS(unsigned int, uint, 8, 16)
HOST_VECTORS(long, long, 16, 16)
HOST_VECTORS(unsigned long, ulong, 16, 16)
HOST_VECTORS(long long, longlong, 16, 16)
HOST_VECTORS(unsigned long long, ulonglong, 16, 16)
HOST_VECTORS(float, float, 8, 16)
HOST_VECTORS(double, double, 16, 16)
#undef HOST_VECTORS

struct dim3 {
    unsigned int x, y, z;
#ifdef __cplusplus
    constexpr dim3(unsigned int x_ = 1, unsigned int y_ = 1, unsigned int z_ = 1)
        : x(x_), y(y_), z(z_) {}
    constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
    constexpr operator uint3() const {
        return uint3{x, y, z};
    }
#endif
};
typedef struct dim3 dim3;

#include "host/letters_on.h"

#endif
