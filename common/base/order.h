// order.h: numbers in order, a sequence of random numbers, and what two sequences share.
#ifndef BASE_ORDER_H
#define BASE_ORDER_H

#include <stddef.h>
#include <stdint.h>

// For qsort.
int ascending(const void *a, const void *b);       // of double
int ascending_times(const void *a, const void *b); // of uint64_t

// The index of the first element, in an order that qsort made with `compare`, that does not come
// before the key; `count` where all do. The key is an element that comes first among its equals.
static inline size_t lower_bound(const void *key, const void *elements, size_t count, size_t size,
                                 int (*compare)(const void *element, const void *key)) {
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (compare((const char *)elements + middle * size, key) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

double median_of_sorted(const double *sorted, size_t count); // count > 0

// Random number `index` of this seed (splitmix64): the same on every machine.
uint64_t random_at(uint64_t seed, uint64_t index);

// For the longest common subsequence of two sequences of a and b elements. Entry i * (b + 1) + j of
// the table is the length of that subsequence when the first sequence begins at element i and the
// second at element j. The caller frees the table. NULL: out of memory.
unsigned short *common_lengths(int a, int b, int (*same)(const void *context, int i, int j),
                               const void *context);

#endif
