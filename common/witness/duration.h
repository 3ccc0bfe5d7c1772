// duration.h: a length of time as a person reads it: three digits and a unit.
#ifndef WITNESS_DURATION_H
#define WITNESS_DURATION_H

struct duration {
    char text[24];
};
struct duration duration_of(double ns); // "3.7 us", "239 us", "1.24 ms"

#endif
