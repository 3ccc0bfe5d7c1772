// order.c: see order.h.
#include "base/order.h"

#include <stdlib.h>

int ascending(const void *a, const void *b) {
    double left = *(const double *)a, right = *(const double *)b;
    return (left > right) - (left < right);
}

int ascending_times(const void *a, const void *b) {
    uint64_t left = *(const uint64_t *)a, right = *(const uint64_t *)b;
    return (left > right) - (left < right);
}

double median_of_sorted(const double *sorted, size_t count) {
    return 0.5 * (sorted[(count - 1) / 2] + sorted[count / 2]);
}

uint64_t random_at(uint64_t seed, uint64_t index) {
    uint64_t x = seed + (index + 1) * 0x9e3779b97f4a7c15u;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

unsigned short *common_lengths(int a, int b, int (*same)(const void *context, int i, int j),
                               const void *context) {
    size_t width = (size_t)b + 1;
    unsigned short *lengths = calloc(((size_t)a + 1) * width, sizeof *lengths);
    for (int i = a - 1; lengths && i >= 0; i--)
        for (int j = b - 1; j >= 0; j--) {
            unsigned short *here = lengths + (size_t)i * width + (size_t)j;
            unsigned short below = here[width], right = here[1];
            if (same(context, i, j))
                *here = (unsigned short)(here[width + 1] + 1);
            else
                *here = below > right ? below : right;
        }
    return lengths;
}
