// allocations.c: the list of allocations, and the allocation to which a pointer belongs. The pages
// of device and page-locked memory exist when the call returns, so that no page fault falls into a
// measurement. Pages of managed memory are made when they are first touched, as on a card.
#define _GNU_SOURCE // MADV_POPULATE_WRITE
#include "machine/machine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { PAGE = 4096, HUGE_PAGE = 2 << 20 };

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static struct range *ranges; // sorted by start
static size_t range_count, range_capacity;
static size_t used, total;
void (*memory_told)(const struct range *range, bool freed);
static long allocated; // how many allocations there have been

static size_t rounded(size_t size, size_t to) {
    return (size + to - 1) / to * to;
}

// Bytes that the system can give now without swapping.
static size_t available(void) {
    FILE *file = fopen("/proc/meminfo", "r");
    char line[128];
    size_t kib = 0;
    while (file && fgets(line, sizeof line, file))
        if (sscanf(line, "MemAvailable: %zu kB", &kib) == 1)
            break;
    if (file)
        fclose(file);
    size_t machine =
        kib ? kib << 10 : (size_t)sysconf(_SC_AVPHYS_PAGES) * (size_t)sysconf(_SC_PAGESIZE);
    size_t ours = limits_memory("/sys/fs/cgroup");
    return machine < ours ? machine : ours;
}

void memory_start(void) {
    total = available();
}

size_t device_memory_total(void) {
    return total;
}

// ---- the table

// The place of the first range that starts after the pointer.
static size_t place_of(const char *pointer) {
    size_t low = 0, high = range_count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (ranges[middle].start <= pointer)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static struct range *range_at(const char *pointer) {
    size_t place = place_of(pointer);
    if (place == 0)
        return NULL;
    struct range *range = &ranges[place - 1];
    return pointer < range->start + (range->size ? range->size : 1) ? range : NULL;
}

static bool add(struct range range) {
    if (range_count == range_capacity) {
        size_t capacity = range_capacity ? 2 * range_capacity : 64;
        struct range *grown = realloc(ranges, capacity * sizeof *grown);
        if (!grown)
            return false;
        ranges = grown;
        range_capacity = capacity;
    }
    size_t place = place_of(range.start);
    range.number = range.mapped ? allocated++ : -1;
    memmove(&ranges[place + 1], &ranges[place], (range_count - place) * sizeof *ranges);
    ranges[place] = range;
    range_count++;
    if (memory_told)
        memory_told(&ranges[place], false);
    return true;
}

static void erase(struct range *range) {
    if (memory_told && !range->mapped)
        memory_told(range, true);
    size_t place = (size_t)(range - ranges);
    range_count--;
    memmove(&ranges[place], &ranges[place + 1], (range_count - place) * sizeof *ranges);
}

bool memory_find(const void *pointer, struct range *found) {
    pthread_mutex_lock(&mutex);
    struct range *range = range_at(pointer);
    if (range)
        *found = *range;
    pthread_mutex_unlock(&mutex);
    return range != NULL;
}

size_t memory_list(struct range *list, size_t room) {
    pthread_mutex_lock(&mutex);
    size_t count = range_count;
    memcpy(list, ranges, (count < room ? count : room) * sizeof *list);
    pthread_mutex_unlock(&mutex);
    return count;
}

bool memory_before(const void *pointer, struct range *found) {
    enum { NEAR = 1 << 20 };
    pthread_mutex_lock(&mutex);
    size_t place = place_of(pointer);
    bool is_near = place > 0 && (uintptr_t)pointer - (uintptr_t)ranges[place - 1].start <
                                    ranges[place - 1].size + NEAR;
    if (is_near)
        *found = ranges[place - 1];
    pthread_mutex_unlock(&mutex);
    return is_near;
}

// ---- pages

// Maps memory, with a page behind it whose use is a fault. Large memory is on huge pages.
static char *map(size_t size, size_t *reserved, bool huge) {
    size_t align = size >= HUGE_PAGE ? HUGE_PAGE : PAGE;
    size_t length = rounded(size, PAGE) + PAGE;
    char *base =
        mmap(NULL, length + align, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (base == MAP_FAILED)
        return NULL;
    char *start = (char *)rounded((uintptr_t)base, align);
    if (start > base)
        munmap(base, (size_t)(start - base));
    if (base + align > start)
        munmap(start + length, (size_t)(base + align - start));
    if (mprotect(start, length - PAGE, PROT_READ | PROT_WRITE) != 0) {
        munmap(start, length);
        return NULL;
    }
    if (huge && size >= HUGE_PAGE)
        madvise(start, length - PAGE, MADV_HUGEPAGE);
    *reserved = length;
    return start;
}

void memory_populate(void *pointer, size_t size) {
    char *first = (char *)((uintptr_t)pointer / PAGE * PAGE), *end = (char *)pointer + size;
#ifdef MADV_POPULATE_WRITE
    if (madvise(first, (size_t)(end - first), MADV_POPULATE_WRITE) == 0)
        return;
#endif
    // The program may be writing to this page at the same time: add zero, atomically.
    for (char *page = first; page < end; page += PAGE)
        __atomic_fetch_add(page, 0, __ATOMIC_RELAXED);
}

struct touch {
    char *start;
    size_t size;
};

static void *touch_part(void *argument) {
    const struct touch *part = argument;
    memory_populate(part->start, part->size);
    return NULL;
}

// Touches every page. The kernel zeroes each one, which is slow: large memory is shared out among
// two to eight threads.
static void touch(char *start, size_t size) {
    enum { MOST = 8, WORTH_A_THREAD = 32 << 20 };
    pthread_t threads[MOST];
    struct touch parts[MOST];
    size_t count = size / WORTH_A_THREAD, done = 0, running = 0;
    if (count > (size_t)device_workers())
        count = (size_t)device_workers();
    if (count > MOST)
        count = MOST;
    for (size_t i = 1; i < count; i++) {
        size_t step = rounded(size / count, HUGE_PAGE);
        parts[running] = (struct touch){start + done, step};
        if (done + step >= size ||
            pthread_create(&threads[running], NULL, touch_part, &parts[running]) != 0)
            break;
        done += step;
        running++;
    }
    memory_populate(start + done, rounded(size, PAGE) - done);
    for (size_t i = 0; i < running; i++)
        pthread_join(threads[i], NULL);
}

// ---- allocating

static bool enough(size_t size) {
    // Leave some memory for the system.
    return size <= total && used <= total - size && size <= available() / 16 * 15;
}

cudaError_t memory_allocate(void **pointer, size_t size, enum cudaMemoryType type, unsigned flags) {
    if (!pointer)
        return cudaErrorInvalidValue;
    if (size == 0) {
        *pointer = NULL;
        return cudaSuccess;
    }
    pthread_mutex_lock(&mutex);
    struct range range = {.size = size, .type = type, .flags = flags, .mapped = true};
    bool managed = type == cudaMemoryTypeManaged;
    range.start = enough(size) ? map(size, &range.reserved, !managed) : NULL;
    bool added = range.start && add(range);
    if (added)
        used += size;
    pthread_mutex_unlock(&mutex);
    if (!added) {
        if (range.start)
            munmap(range.start, range.reserved);
        return cudaErrorMemoryAllocation;
    }
    if (!managed)
        touch(range.start, size);
    *pointer = range.start;
    return cudaSuccess;
}

bool memory_take(void *pointer, struct range *taken) {
    pthread_mutex_lock(&mutex);
    struct range *range = range_at(pointer);
    bool found = range && range->start == pointer;
    if (found) {
        *taken = *range;
        erase(range);
        if (taken->mapped)
            used -= taken->size;
    }
    pthread_mutex_unlock(&mutex);
    return found;
}

void memory_unmap_pages(void *start, size_t size) {
    struct range gone = {.start = start, .reserved = size, .mapped = true};
    if (!memory_told) {
        munmap(start, size);
        return;
    }
    memory_told(&gone, true);
    // Nothing else comes to lie there, so that a late access is known as one.
    if (mmap(start, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1,
             0) == MAP_FAILED)
        munmap(start, size);
}

void memory_unmap(const struct range *range) {
    if (range->mapped)
        memory_unmap_pages(range->start, range->reserved);
}

cudaError_t memory_register(void *pointer, size_t size, unsigned flags, bool symbol) {
    pthread_mutex_lock(&mutex);
    size_t place = place_of((char *)pointer + size - 1);
    bool overlaps = place > 0 && ranges[place - 1].start + ranges[place - 1].size > (char *)pointer;
    bool added =
        !overlaps && add((struct range){.start = pointer,
                                        .size = size,
                                        .type = symbol ? cudaMemoryTypeDevice : cudaMemoryTypeHost,
                                        .flags = flags,
                                        .symbol = symbol});
    pthread_mutex_unlock(&mutex);
    return overlaps ? cudaErrorHostMemoryAlreadyRegistered
           : added  ? cudaSuccess
                    : cudaErrorMemoryAllocation;
}

void memory_reset(void) {
    pthread_mutex_lock(&mutex);
    size_t kept = 0;
    for (size_t i = 0; i < range_count; i++) {
        if (ranges[i].symbol)
            ranges[kept++] = ranges[i];
        else
            memory_unmap(&ranges[i]);
    }
    range_count = kept;
    used = 0;
    pthread_mutex_unlock(&mutex);
}

size_t device_memory_free(void) {
    pthread_mutex_lock(&mutex);
    size_t left = total > used ? total - used : 0, now = available();
    pthread_mutex_unlock(&mutex);
    return left < now ? left : now;
}
