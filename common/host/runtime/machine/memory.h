// memory.h: what was allocated, and where a pointer belongs.
#ifndef HOST_MEMORY_H
#define HOST_MEMORY_H

#include <stdbool.h>
#include <stddef.h>

#include "driver_types.h"

struct range {
    char *start;
    size_t size;     // what the program asked for
    size_t reserved; // what was mapped
    enum cudaMemoryType type;
    unsigned flags;
    bool mapped; // ours; else registered by the program
    bool symbol;
};

void memory_start(void);
size_t device_memory_total(void);
size_t device_memory_free(void);
bool memory_find(const void *pointer, struct range *found);
cudaError_t memory_allocate(void **pointer, size_t size, enum cudaMemoryType type, unsigned flags);
cudaError_t memory_register(void *pointer, size_t size, unsigned flags, bool symbol);
bool memory_take(void *pointer, struct range *taken); // the range that starts there
void memory_unmap(const struct range *range);
void memory_reset(void);

#endif
