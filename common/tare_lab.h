// tare_lab.h: what every lab does around its measurement, so that a lab shows
// nothing but its kernel and its clock.
#ifndef TARE_LAB_H
#define TARE_LAB_H

#include "tare.h"
#include "tare_device.h"

#ifdef __cplusplus
extern "C" {
#endif

// A working set that no cache of this device holds (8 x L2 on a card), and one that
// its L2 holds with room to spare.
uint64_t tare_memory_working_set(void);
uint64_t tare_cache_working_set(void);

// The least that this device's memory moves for one access, in bytes: a sector of a card
// (32), a line of a CPU (64).
uint64_t tare_memory_granule(void);

// Says which device runs and how large the problem is. The size is `count`, unless the
// grader sets another through TARE_N (a part in a thousand of count, so that one
// setting fits every lab); the data come from TARE_SEED.
typedef struct tare_lab {
    const char *name;
    uint64_t count; // elements
    uint64_t seed;
} tare_lab;
tare_lab tare_lab_begin(const char *name, uint64_t count);

// Memory: host side filled with random floats in [-1, 1), device side poisoned or a
// copy of the host's. All end the program with a message when memory is out.
float *tare_lab_random(tare_lab *lab, uint64_t count);
float *tare_lab_to_device(const float *host, uint64_t count);
float *tare_lab_poisoned(uint64_t count);
float *tare_lab_to_host(const float *device, uint64_t count);

// Compares with the CPU's result: "result  right" or the first wrong element.
// Remembered for tare_lab_end.
void tare_lab_check(tare_lab *lab, const char *what, const float *device, const float *expected,
                    uint64_t count, float relative_tolerance);

// Ends the program with what the library could not do, unless status is TARE_OK.
void tare_lab_must(tare_status status);

int tare_lab_end(tare_lab *lab); // 0; 1 when a result was wrong

#ifdef __cplusplus
}
#endif
#endif
