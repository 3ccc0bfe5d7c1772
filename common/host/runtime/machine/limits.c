// limits.c: how many cores and how much memory a container allows this process, which may be less
// than the machine has. Reads control groups of version 2 and of version 1 as a process in a
// container sees them: its own group is the root.
#include "machine/machine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool read_text(const char *root, const char *name, char *text, size_t size) {
    char path[512];
    snprintf(path, sizeof path, "%s/%s", root, name);
    FILE *file = fopen(path, "r");
    size_t length = file ? fread(text, 1, size - 1, file) : 0;
    text[length] = '\0';
    if (file)
        fclose(file);
    return length > 0;
}

static bool read_number(const char *root, const char *name, long long *number) {
    char text[64], *end;
    if (!read_text(root, name, text, sizeof text))
        return false;
    *number = strtoll(text, &end, 10);
    return end != text; // "max" is not a number: there is no limit
}

int limits_cores(const char *root) {
    char text[64];
    long long quota = 0, period = 0;
    if (read_text(root, "cpu.max", text, sizeof text)) {
        if (sscanf(text, "%lld %lld", &quota, &period) != 2)
            return 0;
    } else if (!read_number(root, "cpu/cpu.cfs_quota_us", &quota) ||
               !read_number(root, "cpu/cpu.cfs_period_us", &period)) {
        return 0;
    }
    if (quota <= 0 || period <= 0 || quota / period > 1 << 20)
        return 0;
    return (int)((quota + period - 1) / period);
}

// Bytes of cached files: the kernel gives them back when memory is short.
static long long reclaimable(const char *root, const char *name, const char *key) {
    char text[8192];
    if (!read_text(root, name, text, sizeof text))
        return 0;
    const char *found = strstr(text, key);
    return found ? strtoll(found + strlen(key), NULL, 10) : 0;
}

size_t limits_memory(const char *root) {
    long long limit, used, cached;
    if (read_number(root, "memory.max", &limit) && read_number(root, "memory.current", &used))
        cached = reclaimable(root, "memory.stat", "\ninactive_file ");
    else if (read_number(root, "memory/memory.limit_in_bytes", &limit) &&
             read_number(root, "memory/memory.usage_in_bytes", &used))
        cached = reclaimable(root, "memory/memory.stat", "\ntotal_inactive_file ");
    else
        return SIZE_MAX;
    if (limit > (long long)1 << 60) // in version 1 such a number means that there is no limit
        return SIZE_MAX;
    long long left = limit - used + cached;
    return left > 0 ? (size_t)left : 0;
}
