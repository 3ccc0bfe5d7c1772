// duration.c: a length of time as people read it.
#include <math.h>
#include <stdio.h>

#include "witness/facts.h"

struct duration duration_of(double ns) {
    static const struct {
        double size;
        const char *name;
    } units[] = {{1, "ns"}, {1e3, "us"}, {1e6, "ms"}, {1e9, "s"}};
    struct duration duration;
    int unit = 0;
    while (unit < 3 && fabs(ns) >= 999.5 * units[unit].size)
        unit++;
    double value = ns / units[unit].size, size = fabs(value);
    int decimals = size >= 99.95 ? 0 : size >= 9.995 ? 1 : 2;
    if (unit == 0 && (size >= 10 || size == floor(size)))
        decimals = 0; // a trace has whole nanoseconds
    snprintf(duration.text, sizeof duration.text, "%.*f %s", decimals, value, units[unit].name);
    return duration;
}
