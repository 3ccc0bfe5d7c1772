// whole.h: a number as a whole one, where C leaves what does not fit undefined.
#ifndef BASE_WHOLE_H
#define BASE_WHOLE_H

#include <limits.h>
#include <stdint.h>

// Cut as by a cast; the nearest int there is for a number beyond, and the least for NAN.
static inline int whole_of(double number) {
    return number >= INT_MAX ? INT_MAX : number > INT_MIN ? (int)number : INT_MIN;
}

// The same of a number that is never below 0.
static inline uint64_t natural_of(double number) {
    static const double beyond = 18446744073709551616.0; // 2^64
    return number >= beyond ? UINT64_MAX : number > 0 ? (uint64_t)number : 0;
}

#endif
