// cache.h: the last cache of this machine's processors, and the memory that a lab uses beside it.
#ifndef BASE_CACHE_H
#define BASE_CACHE_H

#include <stdint.h>
#include <stdio.h>
#include <unistd.h>

// On the host device: a lab that reads no more than this is through in half a second.
static const uint64_t lab_memory_limit = 128u << 20;

// Asks Linux for the cache that one processor shares; the C library may give the sum over a
// package.
static inline uint64_t last_cache_of_host(void) {
    uint64_t largest = 0;
    for (int index = 0; index < 6; index++) {
        char path[80], unit = 0;
        unsigned long long size = 0;
        snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu0/cache/index%d/size", index);
        FILE *file = fopen(path, "r");
        if (!file)
            continue;
        if (fscanf(file, "%llu%c", &size, &unit) >= 1)
            size <<= unit == 'K' ? 10 : unit == 'M' ? 20 : 0;
        fclose(file);
        largest = size > largest ? size : largest;
    }
    if (largest)
        return largest;
    long level2 = sysconf(_SC_LEVEL2_CACHE_SIZE), level3 = sysconf(_SC_LEVEL3_CACHE_SIZE);
    return (uint64_t)(level3 > 0 ? level3 : level2 > 0 ? level2 : 0);
}

#endif
