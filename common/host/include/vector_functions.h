// vector_functions.h: make_float4() and its family.
#ifndef HOST_VECTOR_FUNCTIONS_H
#define HOST_VECTOR_FUNCTIONS_H

#include "vector_types.h"

#ifdef __cplusplus
#define HOST_MAKE static constexpr inline
#else
#define HOST_MAKE static inline __attribute__((unused))
#endif

#define HOST_MAKES(type, name)                                                                     \
    HOST_MAKE name##1 make_##name##1(type x) {                                                     \
        name##1 v = {x};                                                                           \
        return v;                                                                                  \
    }                                                                                              \
    HOST_MAKE name##2 make_##name##2(type x, type y) {                                             \
        name##2 v = {x, y};                                                                        \
        return v;                                                                                  \
    }                                                                                              \
    HOST_MAKE name##3 make_##name##3(type x, type y, type z) {                                     \
        name##3 v = {x, y, z};                                                                     \
        return v;                                                                                  \
    }                                                                                              \
    HOST_MAKE name##4 make_##name##4(type x, type y, type z, type w) {                             \
        name##4 v = {x, y, z, w};                                                                  \
        return v;                                                                                  \
    }

HOST_MAKES(signed char, char)
HOST_MAKES(unsigned char, uchar)
HOST_MAKES(short, short)
HOST_MAKES(unsigned short, ushort)
HOST_MAKES(int, int)
HOST_MAKES(unsigned int, uint)
HOST_MAKES(long, long)
HOST_MAKES(unsigned long, ulong)
HOST_MAKES(long long, longlong)
HOST_MAKES(unsigned long long, ulonglong)
HOST_MAKES(float, float)
HOST_MAKES(double, double)
#undef HOST_MAKES
#undef HOST_MAKE

#endif
