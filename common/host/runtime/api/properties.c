// properties.c: what the device reports about itself. An unknown value is 0, never a guess.
#include "api/api.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// The version of the language that this device runs: since 7.0 threads are independent and warp
// functions have masks.
enum { CAPABILITY = 7 };
enum { ASYNC_ENGINES = 2, CONSTANT_BYTES = 64 << 10 };

static bool read_line(const char *path, char *line, int size) {
    FILE *file = fopen(path, "r");
    bool read = file && fgets(line, size, file);
    if (file)
        fclose(file);
    return read;
}

// The bytes of the last cache that a core shares with no other core; 0: unknown.
static size_t private_cache(void) {
    size_t found = 0;
    for (int i = 0; i < 8; i++) {
        char path[96], text[64];
        int level = 0;
        size_t kib = 0;
        snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu0/cache/index%d/level", i);
        if (!read_line(path, text, sizeof text))
            break;
        level = atoi(text);
        snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu0/cache/index%d/type", i);
        if (!read_line(path, text, sizeof text) || text[0] == 'I')
            continue;
        snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu0/cache/index%d/size", i);
        if (read_line(path, text, sizeof text))
            kib = strtoul(text, NULL, 10);
        if (level == 2 && kib)
            found = kib << 10;
    }
    long from_libc = found ? 0 : sysconf(_SC_LEVEL2_CACHE_SIZE);
    return found ? found : from_libc > 0 ? (size_t)from_libc : 0;
}

static int cache_of_all(void) {
    return (int)(private_cache() * (size_t)device_workers());
}

static void cpu_name(char *name, size_t size) {
    FILE *file = fopen("/proc/cpuinfo", "r");
    char line[256];
    snprintf(name, size, "CPU");
    while (file && fgets(line, sizeof line, file)) {
        char *colon = strchr(line, ':');
        if (strncmp(line, "model name", 10) != 0 || !colon)
            continue;
        line[strcspn(line, "\n")] = '\0';
        snprintf(name, size, "%s", colon + 1 + strspn(colon + 1, " "));
        break;
    }
    if (file)
        fclose(file);
}

static struct cudaDeviceProp facts;
static pthread_once_t facts_once = PTHREAD_ONCE_INIT;

static void find_facts(void) {
    struct cudaDeviceProp *p = &facts;
    char cpu[160];
    int cores = device_workers();
    cpu_name(cpu, sizeof cpu);
    memset(p, 0, sizeof *p);
    snprintf(p->name, sizeof p->name, "host device: %s, %d core%s", cpu, cores,
             cores == 1 ? "" : "s");
    p->totalGlobalMem = device_memory_total();
    p->sharedMemPerBlock = SHARED_DEFAULT;
    p->sharedMemPerBlockOptin = p->sharedMemPerMultiprocessor = SHARED_OPT_IN;
    p->totalConstMem = CONSTANT_BYTES;
    p->major = CAPABILITY; // a level of the language, not an architecture
    p->warpSize = 32;
    p->memPitch = INT32_MAX;
    p->maxThreadsPerBlock = MAX_BLOCK_THREADS;
    p->maxThreadsPerMultiProcessor = 2 * MAX_BLOCK_THREADS; // not the same number, as on a card
    p->maxThreadsDim[0] = p->maxThreadsDim[1] = 1024;
    p->maxThreadsDim[2] = 64;
    p->maxGridSize[0] = INT32_MAX;
    p->maxGridSize[1] = p->maxGridSize[2] = 65535;
    p->multiProcessorCount = cores;
    p->maxBlocksPerMultiProcessor = 1;
    p->l2CacheSize = cache_of_all();
    p->asyncEngineCount = ASYNC_ENGINES;
    p->deviceOverlap = p->concurrentKernels = p->canMapHostMemory = 1;
    p->unifiedAddressing = p->managedMemory = p->concurrentManagedAccess = 1;
    p->streamPrioritiesSupported = p->hostRegisterSupported = p->integrated = 1;
    p->pageableMemoryAccess = p->pageableMemoryAccessUsesHostPageTables = 1;
    p->canUseHostPointerForRegisteredMem = p->directManagedMemAccessFromHost = 1;
    p->hostNativeAtomicSupported = p->cooperativeLaunch = p->memoryPoolsSupported = 1;
}

static cudaError_t get_properties(struct cudaDeviceProp *properties, int device) {
    if (!properties)
        return cudaErrorInvalidValue;
    if (device != 0)
        return cudaErrorInvalidDevice;
    pthread_once(&facts_once, find_facts);
    *properties = facts;
    return cudaSuccess;
}

cudaError_t cudaGetDeviceProperties(struct cudaDeviceProp *properties, int device) {
    CALL(get_properties(properties, device));
}

struct attribute {
    enum cudaDeviceAttr attribute;
    size_t offset; // of the property that says the same
};

#define SAME(attribute, field)                                                                     \
    { cudaDevAttr##attribute, offsetof(struct cudaDeviceProp, field) }
static const struct attribute of_int[] = {
    SAME(MaxThreadsPerBlock, maxThreadsPerBlock),
    SAME(MaxBlockDimX, maxThreadsDim[0]),
    SAME(MaxBlockDimY, maxThreadsDim[1]),
    SAME(MaxBlockDimZ, maxThreadsDim[2]),
    SAME(MaxGridDimX, maxGridSize[0]),
    SAME(MaxGridDimY, maxGridSize[1]),
    SAME(MaxGridDimZ, maxGridSize[2]),
    SAME(WarpSize, warpSize),
    SAME(ComputeCapabilityMajor, major),
    SAME(ComputeCapabilityMinor, minor),
    SAME(MultiProcessorCount, multiProcessorCount),
    SAME(L2CacheSize, l2CacheSize),
    SAME(MaxThreadsPerMultiProcessor, maxThreadsPerMultiProcessor),
    SAME(MaxBlocksPerMultiprocessor, maxBlocksPerMultiProcessor),
    SAME(AsyncEngineCount, asyncEngineCount),
    SAME(GpuOverlap, deviceOverlap),
    SAME(ConcurrentKernels, concurrentKernels),
    SAME(Integrated, integrated),
    SAME(CanMapHostMemory, canMapHostMemory),
    SAME(UnifiedAddressing, unifiedAddressing),
    SAME(ManagedMemory, managedMemory),
    SAME(ConcurrentManagedAccess, concurrentManagedAccess),
    SAME(PageableMemoryAccess, pageableMemoryAccess),
    SAME(PageableMemoryAccessUsesHostPageTables, pageableMemoryAccessUsesHostPageTables),
    SAME(DirectManagedMemAccessFromHost, directManagedMemAccessFromHost),
    SAME(CanUseHostPointerForRegisteredMem, canUseHostPointerForRegisteredMem),
    SAME(HostNativeAtomicSupported, hostNativeAtomicSupported),
    SAME(HostRegisterSupported, hostRegisterSupported),
    SAME(StreamPrioritiesSupported, streamPrioritiesSupported),
    SAME(CooperativeLaunch, cooperativeLaunch),
    SAME(MemoryPoolsSupported, memoryPoolsSupported),
};
static const struct attribute of_size[] = {
    SAME(MaxSharedMemoryPerBlock, sharedMemPerBlock),
    SAME(MaxSharedMemoryPerBlockOptin, sharedMemPerBlockOptin),
    SAME(MaxSharedMemoryPerMultiprocessor, sharedMemPerMultiprocessor),
    SAME(TotalConstantMemory, totalConstMem),
    SAME(MaxPitch, memPitch),
};
#undef SAME

static cudaError_t get_attribute(int *value, enum cudaDeviceAttr attribute, int device) {
    const char *bytes = (const char *)&facts;
    if (!value || attribute < 1 || attribute >= cudaDevAttrHostMemoryPoolsSupported + 4)
        return cudaErrorInvalidValue;
    if (device != 0)
        return cudaErrorInvalidDevice;
    pthread_once(&facts_once, find_facts);
    *value = 0; // every other attribute: no, none, or not known
    for (size_t i = 0; i < sizeof of_int / sizeof of_int[0]; i++)
        if (of_int[i].attribute == attribute)
            memcpy(value, bytes + of_int[i].offset, sizeof *value);
    for (size_t i = 0; i < sizeof of_size / sizeof of_size[0]; i++)
        if (of_size[i].attribute == attribute) {
            size_t wide;
            memcpy(&wide, bytes + of_size[i].offset, sizeof wide);
            *value = (int)wide;
        }
    return cudaSuccess;
}

cudaError_t cudaDeviceGetAttribute(int *value, enum cudaDeviceAttr attribute, int device) {
    CALL(get_attribute(value, attribute, device));
}
