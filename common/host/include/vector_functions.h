// vector_functions.h: make_float4() and the like.
#ifndef HOST_VECTOR_FUNCTIONS_H
#define HOST_VECTOR_FUNCTIONS_H

#include "host/letters_off.h"

#include "vector_types.h"

// C++11 allows one return and nothing else in a constexpr function; C has no name{...}.
#ifdef __cplusplus
#define HOST_MAKE static constexpr inline
#define HOST_VECTOR(name) name
#else
#define HOST_MAKE static inline __attribute__((unused))
#define HOST_VECTOR(name) (name)
#endif

#define HOST_MAKES(type, name)                                                                     \
    HOST_MAKE name##1 make_##name##1(type x) {                                                     \
        return HOST_VECTOR(name##1){x};                                                            \
    }                                                                                              \
    HOST_MAKE name##2 make_##name##2(type x, type y) {                                             \
        return HOST_VECTOR(name##2){x, y};                                                         \
    }                                                                                              \
    HOST_MAKE name##3 make_##name##3(type x, type y, type z) {                                     \
        return HOST_VECTOR(name##3){x, y, z};                                                      \
    }                                                                                              \
    HOST_MAKE name##4 make_##name##4(type x, type y, type z, type w) {                             \
        return HOST_VECTOR(name##4){x, y, z, w};                                                   \
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
#undef HOST_VECTOR

#include "host/letters_on.h"

#endif
