// gpu_measure.h: shared by the files of the program behind docs/measured/library.
#ifndef TEST_GPU_MEASURE_H
#define TEST_GPU_MEASURE_H

#include <stdint.h>
#include <stdio.h>

#include "tare.h"

struct work {
    uint64_t n;
    float *x, *y;
    uint64_t nanoseconds, *cycles; // of a spin
};
int launch_saxpy(void *work, tare_stream stream);
int launch_copy(void *work, tare_stream stream);

void must(tare_status status); // ends the program with the reason
FILE *table(const char *folder, const char *name, const char *columns);

// The protocol of common benchmark tools, in turn with the library's.
void beside(const char *folder, struct work *w, int largest);
// One scalar copy with many launch shapes: how much the shape changes the copy bandwidth.
void copies(const char *folder, struct work *w, int largest);

#endif
