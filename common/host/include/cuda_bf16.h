// cuda_bf16.h: __nv_bfloat16, the upper 16 bits of a float: 8 binary digits and float's range.
#ifndef HOST_CUDA_BF16_H
#define HOST_CUDA_BF16_H

#include "host/letters_off.h"

#if defined(__cplusplus) && __cplusplus >= 201402L

#include "host/narrow.h"

namespace hostcu {

inline uint16_t bfloat16_bits(float x) { // the nearest; of two, the even one
    uint32_t bits = same_bits<uint32_t>(x);
    if ((bits & 0x7fffffff) > 0x7f800000) // no number
        return 0x7fff;
    return (uint16_t)((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}

inline float bfloat16_value(uint16_t bits) {
    return same_bits<float>((uint32_t)bits << 16);
}

} // namespace hostcu

HOSTCU_NARROW(__nv_bfloat16, __nv_bfloat162, bfloat16, hostcu::bfloat16_bits,
              hostcu::bfloat16_value)

typedef __nv_bfloat16 nv_bfloat16;
typedef __nv_bfloat162 nv_bfloat162;

HOSTCU_NARROW_ATOMIC(__nv_bfloat16)
HOSTCU_NARROW_ATOMIC(__nv_bfloat162)

inline __nv_bfloat162 make_bfloat162(__nv_bfloat16 x, __nv_bfloat16 y) {
    return __nv_bfloat162(x, y);
}

#endif
#include "host/letters_on.h"

#endif
