// lab_memory.c: a lab's arrays. Each is remembered, so that a lab need not free them.
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "tare_device.h"
#include "tare_internal.h"
#include "tare_lab.h"
#include "tare_lab_memory.h"

static struct block {
    struct block *next;
    void *host, *device; // one of them
} * blocks;

static void remember(void *host, void *device) {
    struct block *block = malloc(sizeof *block);
    if (block) {
        *block = (struct block){blocks, host, device};
        blocks = block;
    }
}

static void out_of_memory(const char *where, uint64_t bytes) {
    fflush(stdout);
    fprintf(stderr, "out of memory: %s wants %llu MB\n", where,
            (unsigned long long)(bytes / 1000000));
    exit(1);
}

static float *host_floats(const char *where, uint64_t count) {
    const uint64_t huge = 2u << 20;
    if (count == 0)
        count = 1;
    if (count > (UINT64_MAX >> 4))
        out_of_memory(where, UINT64_MAX);
    uint64_t bytes = (count * sizeof(float) + huge - 1) / huge * huge;
    float *floats = aligned_alloc(huge, bytes);
    if (!floats)
        out_of_memory(where, bytes);
    (void)madvise(floats, bytes, MADV_HUGEPAGE); // fewer page faults; refused is as well
    remember(floats, NULL);
    return floats;
}

static float *device_floats(const char *where, uint64_t count) {
    float *floats = NULL;
    uint64_t bytes = (count ? count : 1) * sizeof(float);
    cudaError_t error = cudaMalloc((void **)&floats, bytes);
    if (error == cudaErrorMemoryAllocation)
        out_of_memory(where, bytes);
    TARE_CHECK(error);
    remember(NULL, floats);
    return floats;
}

// A hash of 32 bits that compilers vectorise; the constants are Chris Wellons's, who
// searched for the least bias and gave them to the public domain.
static uint32_t mix(uint32_t x) {
    x ^= x >> 16;
    x *= 0x7feb352du;
    x ^= x >> 15;
    x *= 0x846ca68bu;
    return x ^ x >> 16;
}

float *tare_lab_random(tare_lab *lab, uint64_t count) {
    static uint32_t arrays; // two arrays of one program differ
    float *floats = host_floats("tare_lab_random", count);
    uint32_t key = mix((uint32_t)lab->seed ^ mix((uint32_t)(lab->seed >> 32) + ++arrays));
    for (uint64_t from = 0; from < count; from += 1u << 20) {
        uint32_t part = mix(key + (uint32_t)(from >> 20));
        uint32_t length = count - from < 1u << 20 ? (uint32_t)(count - from) : 1u << 20;
        for (uint32_t i = 0; i < length; i++) // 24 bits are what a float holds
            floats[from + i] = (float)(int32_t)(mix(part + i) >> 8) * 0x1p-23f - 1.0f;
    }
    return floats;
}

float *tare_lab_to_device(const float *host, uint64_t count) {
    float *floats = device_floats("tare_lab_to_device", count);
    TARE_CHECK(cudaMemcpy(floats, host, count * sizeof(float), cudaMemcpyHostToDevice));
    return floats;
}

float *tare_lab_poisoned(uint64_t count) {
    float *floats = device_floats("tare_lab_poisoned", count);
    TARE_CHECK(cudaMemset(floats, 0xff, count * sizeof(float))); // NaN, whoever reads it
    TARE_CHECK(cudaDeviceSynchronize());
    tare_gate("data");
    return floats;
}

float *tare_copy_to_host(const float *device, uint64_t count) {
    float *floats = host_floats("tare_lab_to_host", count);
    TARE_CHECK(cudaMemcpy(floats, device, count * sizeof(float), cudaMemcpyDeviceToHost));
    return floats;
}

float *tare_lab_to_host(const float *device, uint64_t count) {
    tare_gate_leave("host");
    return tare_copy_to_host(device, count);
}

void tare_lab_release(float *host) {
    for (struct block **at = &blocks; *at; at = &(*at)->next)
        if ((*at)->host == host) {
            struct block *block = *at;
            *at = block->next;
            free(block->host);
            free(block);
            return;
        }
}

void tare_lab_release_all(void) {
    while (blocks) {
        struct block *block = blocks;
        blocks = block->next;
        free(block->host);
        if (block->device)
            (void)cudaFree(block->device);
        free(block);
    }
}
