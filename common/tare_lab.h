// tare_lab.h: what every lab does around its measurement, so that a lab shows only its kernel and
// its clock.
#ifndef TARE_LAB_H
#define TARE_LAB_H

#include <math.h>
#include <stdlib.h>

#include "tare.h"
#include "tare_device.h"

#ifdef __cplusplus
extern "C" {
#endif

// In bytes: a working set that is too large for every cache of this device (8 x L2 on a card), and
// a working set that fits easily into its L2.
uint64_t tare_memory_working_set(void);
uint64_t tare_cache_working_set(void);

// The fewest bytes that this device's memory moves for one access: a sector of a card (32), a line
// of a CPU (64).
uint64_t tare_memory_granule(void);

// Prints which device runs and how large the problem is. The size is `count`, unless the grader
// sets another one: with TARE_N it is so many thousandths of count. TARE_SEED chooses the data.
typedef struct tare_lab {
    const char *name;
    uint64_t count; // elements
    uint64_t seed;
} tare_lab;
tare_lab tare_lab_begin(const char *name, uint64_t count);

// Ends the program as skipped (exit code 77), and says why, unless there are so many cards, each of
// which reaches the memory of the others.
void tare_lab_needs_cards(int count);

// Memory: random floats in [-1, 1) on the host, floats that are all NaN on the device (poisoned),
// or a copy in the other memory. When memory is short, each function ends the program with a
// message.
float *tare_lab_random(tare_lab *lab, uint64_t count);
float *tare_lab_to_device(const float *host, uint64_t count);
float *tare_lab_poisoned(uint64_t count);
float *tare_lab_to_host(const float *device, uint64_t count);

// Compares with the CPU's result and prints "result  right" or the first wrong element.
// tare_lab_end remembers it.
void tare_lab_check(tare_lab *lab, const char *what, const float *device, const float *expected,
                    uint64_t count, float relative_tolerance);

// Unless status is TARE_OK, ends the program with the reason.
void tare_lab_must(tare_status status);

int tare_lab_end(tare_lab *lab); // 0; 1 when a result was wrong

// The same in a program that the grader built. `proof` is a text that the grader wrote behind the
// fence; the last line of the claim says "right" only together with this text.
int tare_lab_end_proven(tare_lab *lab, const char *proof);

#ifdef __cplusplus
}
#endif
#endif
