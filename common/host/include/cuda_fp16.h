// cuda_fp16.h: half, a number of 16 bits with 11 binary digits.
#ifndef HOST_CUDA_FP16_H
#define HOST_CUDA_FP16_H

#include "host/letters_off.h"

#if defined(__cplusplus) && __cplusplus >= 201402L

#include "host/narrow.h"

namespace hostcu {

inline uint16_t half_bits(float x) { // the nearest half; of two, the even one
    uint32_t bits = same_bits<uint32_t>(x), sign = bits >> 16 & 0x8000;
    bits &= 0x7fffffff;
    if (bits > 0x7f800000) // no number
        return 0x7fff;
    if (bits >= 0x47800000) // 65536 or more
        return (uint16_t)(sign | 0x7c00);
    if (bits < 0x38800000) { // fewer digits: adding 0.5 rounds where the last digit of a half is
        float sum = same_bits<float>(bits) + 0.5f;
        return (uint16_t)(sign | (same_bits<uint32_t>(sum) - 0x3f000000));
    }
    bits += 0xc8000fffu + (bits >> 13 & 1);
    return (uint16_t)(sign | bits >> 13);
}

inline float half_value(uint16_t half) {
    uint32_t sign = (uint32_t)(half & 0x8000) << 16, rest = half & 0x7fff;
    if (rest >= 0x7c00)
        return same_bits<float>(sign | 0x7f800000 | (rest & 0x3ff) << 13);
    if (rest < 0x400) // times 2 to the power of -24
        return same_bits<float>(sign | same_bits<uint32_t>((float)rest * 5.9604644775390625e-8f));
    return same_bits<float>(sign | ((rest << 13) + 0x38000000));
}

} // namespace hostcu

HOSTCU_NARROW(__half, __half2, half, hostcu::half_bits, hostcu::half_value)

typedef __half half;
typedef __half2 half2;
typedef __half nv_half;
typedef __half2 nv_half2;

HOSTCU_NARROW_ATOMIC(__half)
HOSTCU_NARROW_ATOMIC(__half2)

inline __half2 make_half2(__half x, __half y) {
    return __half2(x, y);
}

#endif
#include "host/letters_on.h"

#endif
