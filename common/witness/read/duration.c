// duration.c: a length of time as people read it.
#include <math.h>
#include <stdio.h>

#include "witness/facts.h"

static struct duration of_digits(double ns, int digits) {
    static const struct {
        double size;
        const char *name;
    } units[] = {{1, "ns"}, {1e3, "us"}, {1e6, "ms"}, {1e9, "s"}};
    struct duration duration;
    double half = 0.5 * pow(10, 3 - digits); // of the last digit of a number below 1000
    int unit = 0;
    while (unit < 3 && fabs(ns) >= (1000 - half) * units[unit].size)
        unit++;
    double value = ns / units[unit].size, size = fabs(value);
    int decimals = digits - (size >= 100 - half / 10 ? 3 : size >= 10 - half / 100 ? 2 : 1);
    if (unit == 0 && (size >= 10 || size == floor(size)))
        decimals = 0; // a trace has whole nanoseconds
    snprintf(duration.text, sizeof duration.text, "%.*f %s", decimals, value, units[unit].name);
    return duration;
}

struct duration duration_of(double ns) {
    return of_digits(ns, 3);
}

struct duration duration_exact(double ns) {
    return of_digits(ns, 4);
}
