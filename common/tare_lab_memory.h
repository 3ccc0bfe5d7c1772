// tare_lab_memory.h: between lab.c and lab_memory.c.
#ifndef TARE_LAB_MEMORY_H
#define TARE_LAB_MEMORY_H

#include <stdint.h>

float *tare_copy_to_host(const float *device, uint64_t count);
void tare_lab_release(float *host); // memory that tare_lab_random or tare_lab_to_host gave
void tare_lab_release_all(void);    // all that is left, the device's too

#endif
