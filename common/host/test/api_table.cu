// api_table.cu: calls every function of the host device's runtime API once, for its effect,
// and writes docs/host-device-api.md from what it saw (--table). Its tests: every function
// that cuda_runtime_api.h declares is here, and the page in docs/ says what is so.
#include <cuda_profiler_api.h>
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <string>

#include "suite.h"

__constant__ int table[4];
__device__ int variable;

__global__ void store(int *to, int value) {
    *to = value;
}

static int *memory; // of the device
static int *pinned;
static int *managed;
static cudaStream_t stream;
static cudaEvent_t event;
static int host[64];
static void *pointer;
static size_t size, pitch;
static int number;
static unsigned flags;
static cudaDeviceProp properties;
static cudaFuncAttributes attributes;
static cudaPointerAttributes is;
static cudaStreamAttrValue asked;

// A call that says it succeeded must have had its effect; the call comes first.
static cudaError_t answer;
#define SEEN(call, effect)                                                                         \
    (answer = (call), answer == cudaSuccess && !(effect) ? cudaErrorUnknown : answer)

static void CUDART_CB set_one(void *to) {
    *(volatile int *)to = 1;
}

static void CUDART_CB set_one_later(cudaStream_t, cudaError_t, void *to) {
    *(volatile int *)to = 1;
}

static int *fresh(void) {
    int *made = NULL;
    cudaMalloc(&made, sizeof host);
    return made;
}

static int at(const int *device) {
    int value = -1;
    cudaMemcpy(&value, device, sizeof value, cudaMemcpyDeviceToHost);
    return value;
}

// The named memory holds 7 when the copies of the table start.
static void seven(void) {
    host[0] = 7;
    cudaMemcpy(memory, host, sizeof(int), cudaMemcpyHostToDevice);
    pinned[0] = 7;
    host[0] = 0;
}

static cudaMemLocation here(void) {
    return cudaMemLocation{cudaMemLocationTypeDevice, 0};
}

struct entry {
    const char *name;
    cudaError_t (*call)(void);
    const char *note;
};

#define GROUP(title)                                                                               \
    { title, NULL, NULL }
#define CALLED(name, expression)                                                                   \
    {                                                                                              \
#name, []() -> cudaError_t { return expression; }, ""                                      \
    }
#define NOTED(name, expression, note)                                                              \
    {                                                                                              \
#name, []() -> cudaError_t { return expression; }, note                                    \
    }

static const entry entries[] = {
    GROUP("Errors"),
    CALLED(cudaGetLastError, (cudaMalloc((void **)NULL, 1),
                              SEEN(cudaSuccess, cudaGetLastError() == cudaErrorInvalidValue))),
    CALLED(cudaPeekAtLastError, cudaPeekAtLastError()),
    CALLED(cudaGetErrorName,
           SEEN(cudaSuccess, !strcmp(cudaGetErrorName(cudaErrorNotReady), "cudaErrorNotReady"))),
    CALLED(cudaGetErrorString,
           SEEN(cudaSuccess, !strcmp(cudaGetErrorString(cudaErrorNotReady), "device not ready"))),

    GROUP("The device"),
    NOTED(cudaGetDeviceCount, SEEN(cudaGetDeviceCount(&number), number == 1),
          "always 1; `CUDA_VISIBLE_DEVICES` can hide it"),
    CALLED(cudaGetDevice, SEEN(cudaGetDevice(&number), number == 0)),
    CALLED(cudaSetDevice, cudaSetDevice(0)),
    CALLED(cudaInitDevice, cudaInitDevice(0, 0, 0)),
    CALLED(cudaSetValidDevices, (number = 0, cudaSetValidDevices(&number, 1))),
    CALLED(cudaChooseDevice, SEEN(cudaChooseDevice(&number, &properties), number == 0)),
    NOTED(cudaGetDeviceProperties,
          SEEN(cudaGetDeviceProperties(&properties, 0), properties.multiProcessorCount > 0),
          "keeps the fields that CUDA 13 dropped; 0 is unknown"),
    NOTED(cudaDeviceGetAttribute,
          SEEN(cudaDeviceGetAttribute(&number, cudaDevAttrWarpSize, 0), number == 32),
          "memory clock and bus width are unknown: 0"),
    NOTED(cudaDeviceGetPCIBusId, cudaDeviceGetPCIBusId((char *)host, 32, 0), "0000:00:00.0"),
    CALLED(cudaDeviceGetByPCIBusId,
           SEEN(cudaDeviceGetByPCIBusId(&number, "0000:00:00.0"), number == 0)),
    CALLED(cudaDeviceSynchronize,
           (store<<<1, 1>>>(pinned, 3), SEEN(cudaDeviceSynchronize(), pinned[0] == 3))),
#if CUDART_VERSION < 13000 || defined CUDART_HOST_DEVICE
    NOTED(cudaThreadSynchronize, cudaThreadSynchronize(), "cudaDeviceSynchronize's old name"),
#endif
    NOTED(cudaSetDeviceFlags, cudaSetDeviceFlags(cudaDeviceScheduleSpin),
          "kept; waiting is always a short look, then sleep"),
    CALLED(cudaGetDeviceFlags, SEEN(cudaGetDeviceFlags(&flags),
                                    (flags & cudaDeviceScheduleMask) == cudaDeviceScheduleSpin)),
    NOTED(cudaDeviceSetLimit, cudaDeviceSetLimit(cudaLimitMallocHeapSize, 64 << 20),
          "heap and printf; others: cudaErrorUnsupportedLimit"),
    NOTED(cudaDeviceGetLimit,
          SEEN(cudaDeviceGetLimit(&size, cudaLimitMallocHeapSize), size == 64 << 20),
          "heap and printf; others: cudaErrorUnsupportedLimit"),
    NOTED(cudaDeviceSetCacheConfig, cudaDeviceSetCacheConfig(cudaFuncCachePreferL1),
          "kept, without effect"),
    CALLED(cudaDeviceGetCacheConfig, cudaDeviceGetCacheConfig((cudaFuncCache *)&number)),
    NOTED(cudaDeviceSetSharedMemConfig, cudaDeviceSetSharedMemConfig(cudaSharedMemBankSizeFourByte),
          "kept, without effect"),
    CALLED(cudaDeviceGetSharedMemConfig,
           cudaDeviceGetSharedMemConfig((cudaSharedMemConfig *)&number)),
    CALLED(cudaDeviceGetStreamPriorityRange,
           (number = 1, SEEN(cudaDeviceGetStreamPriorityRange(NULL, &number), number < 0))),
    NOTED(cudaDeviceCanAccessPeer, SEEN(cudaDeviceCanAccessPeer(&number, 0, 0), number == 0),
          "there is no peer"),
    CALLED(cudaDeviceEnablePeerAccess, cudaDeviceEnablePeerAccess(1, 0)),
    CALLED(cudaDeviceDisablePeerAccess, cudaDeviceDisablePeerAccess(1)),
    CALLED(cudaDeviceGetP2PAttribute,
           cudaDeviceGetP2PAttribute(&number, cudaDevP2PAttrAccessSupported, 0, 1)),
    NOTED(cudaCtxResetPersistingL2Cache, cudaCtxResetPersistingL2Cache(), "nothing persists"),
    CALLED(cudaDriverGetVersion, SEEN(cudaDriverGetVersion(&number), number == CUDART_VERSION)),
    CALLED(cudaRuntimeGetVersion, SEEN(cudaRuntimeGetVersion(&number), number == CUDART_VERSION)),
    NOTED(cudaProfilerStart, cudaProfilerStart(), "no profiler is there"),
    NOTED(cudaProfilerStop, cudaProfilerStop(), "no profiler is there"),

    GROUP("Memory"),
    CALLED(cudaMalloc, SEEN(cudaMalloc(&pointer, 64), pointer != NULL)),
    CALLED(cudaFree, cudaFree(pointer)),
    CALLED(cudaMallocPitch, SEEN(cudaMallocPitch(&pointer, &pitch, 100, 4), pitch >= 100)),
    CALLED(cudaMallocHost, SEEN(cudaMallocHost(&pointer, 64), pointer != NULL)),
    CALLED(cudaFreeHost, cudaFreeHost(pointer)),
    CALLED(cudaHostAlloc, SEEN(cudaHostAlloc(&pointer, 64, cudaHostAllocMapped), pointer != NULL)),
    NOTED(cudaMallocManaged, SEEN(cudaMallocManaged(&pointer, 64), pointer != NULL),
          "its pages come at first touch"),
    NOTED(cudaMallocAsync, SEEN(cudaMallocAsync(&pointer, 64, stream), pointer != NULL),
          "allocates at once"),
    CALLED(cudaFreeAsync, cudaFreeAsync(pointer, stream)),
    CALLED(cudaHostRegister, cudaHostRegister(host, sizeof host, cudaHostRegisterDefault)),
    CALLED(cudaHostUnregister, cudaHostUnregister(host)),
    CALLED(cudaHostGetDevicePointer,
           SEEN(cudaHostGetDevicePointer(&pointer, pinned, 0), pointer == pinned)),
    CALLED(cudaHostGetFlags, SEEN(cudaHostGetFlags(&flags, pinned), flags &cudaHostAllocMapped)),
    CALLED(cudaMemGetInfo, SEEN(cudaMemGetInfo(&size, &pitch), size <= pitch)),
    CALLED(cudaPointerGetAttributes,
           SEEN(cudaPointerGetAttributes(&is, memory), is.type == cudaMemoryTypeDevice)),
    NOTED(cudaMemPrefetchAsync, cudaMemPrefetchAsync(managed, sizeof(int), here(), 0, stream),
          "makes the pages exist"),
    NOTED(cudaMemAdvise,
          cudaMemAdvise(managed, sizeof(int), cudaMemAdviseSetPreferredLocation, here()),
          "checked, without effect: there is one memory"),

    GROUP("Copies"),
    CALLED(cudaMemcpy,
           (seven(), SEEN(cudaMemcpy(host, memory, 4, cudaMemcpyDefault), host[0] == 7))),
    CALLED(cudaMemcpyAsync,
           (seven(), SEEN(cudaMemcpyAsync(host, memory, 4, cudaMemcpyDeviceToHost), host[0] == 7))),
    CALLED(cudaMemcpy2D,
           (seven(),
            SEEN(cudaMemcpy2D(host, 8, memory, 8, 4, 2, cudaMemcpyDeviceToHost), host[0] == 7))),
    CALLED(cudaMemcpy2DAsync,
           (seven(), SEEN(cudaMemcpy2DAsync(host, 8, memory, 8, 4, 2, cudaMemcpyDeviceToHost, 0),
                          host[0] == 7))),
    CALLED(cudaMemcpyToSymbol, (host[0] = 9, cudaMemcpyToSymbol(table, host, sizeof table))),
    CALLED(cudaMemcpyFromSymbol,
           (host[0] = 0, SEEN(cudaMemcpyFromSymbol(host, table, sizeof table), host[0] == 9))),
    CALLED(cudaMemcpyToSymbolAsync,
           (host[0] = 8,
            cudaMemcpyToSymbolAsync(variable, host, sizeof(int), 0, cudaMemcpyHostToDevice, 0))),
    CALLED(cudaMemcpyFromSymbolAsync,
           (host[0] = 0, SEEN(cudaMemcpyFromSymbolAsync(host, variable, sizeof(int), 0,
                                                        cudaMemcpyDeviceToHost, 0),
                              host[0] == 8))),
    CALLED(cudaGetSymbolAddress,
           SEEN(cudaGetSymbolAddress(&pointer, variable), at((int *)pointer) == 8)),
    CALLED(cudaGetSymbolSize, SEEN(cudaGetSymbolSize(&size, table), size == sizeof table)),
    CALLED(cudaMemset, SEEN(cudaMemset(memory, 1, 4), at(memory) == 0x01010101)),
    CALLED(cudaMemsetAsync, SEEN(cudaMemsetAsync(memory, 2, 4), at(memory) == 0x02020202)),
    CALLED(cudaMemset2D, SEEN(cudaMemset2D(memory, 8, 3, 4, 2), at(memory + 2) == 0x03030303)),
    CALLED(cudaMemset2DAsync,
           SEEN(cudaMemset2DAsync(memory, 8, 4, 4, 2, 0), at(memory + 2) == 0x04040404)),

    GROUP("Streams"),
    CALLED(cudaStreamCreate, cudaStreamCreate(&stream)),
    CALLED(cudaStreamDestroy, cudaStreamDestroy(stream)),
    CALLED(cudaStreamCreateWithFlags, cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking)),
    CALLED(cudaStreamCreateWithPriority, cudaStreamCreateWithPriority(&stream, 0, -1)),
    CALLED(cudaStreamSynchronize, (store<<<1, 1, 0, stream>>>(pinned, 4),
                                   SEEN(cudaStreamSynchronize(stream), pinned[0] == 4))),
    CALLED(cudaStreamQuery, cudaStreamQuery(stream)),
    CALLED(cudaStreamWaitEvent, cudaStreamWaitEvent(stream, event)),
    CALLED(cudaStreamGetFlags, SEEN(cudaStreamGetFlags(stream, &flags), flags == 0)),
    CALLED(cudaStreamGetPriority, SEEN(cudaStreamGetPriority(stream, &number), number == -1)),
    CALLED(cudaStreamGetId, cudaStreamGetId(stream, (unsigned long long *)&size)),
    NOTED(
        cudaStreamSetAttribute,
        (asked.priority = -2, cudaStreamSetAttribute(stream, cudaStreamAttributePriority, &asked)),
        "priority, and an access policy window of no bytes; one of more: cudaErrorInvalidValue"),
    CALLED(cudaStreamGetAttribute,
           SEEN(cudaStreamGetAttribute(stream, cudaStreamAttributePriority, &asked),
                asked.priority == -2)),
    CALLED(cudaStreamAddCallback,
           (pinned[0] = 0, cudaStreamAddCallback(stream, set_one_later, pinned, 0),
            SEEN(cudaStreamSynchronize(stream), pinned[0] == 1))),
    CALLED(cudaLaunchHostFunc, (pinned[0] = 0, cudaLaunchHostFunc(stream, set_one, pinned),
                                SEEN(cudaStreamSynchronize(stream), pinned[0] == 1))),

    GROUP("Events"),
    CALLED(cudaEventCreate, cudaEventCreate(&event)),
    CALLED(cudaEventDestroy, cudaEventDestroy(event)),
    NOTED(cudaEventCreateWithFlags, cudaEventCreateWithFlags(&event, cudaEventBlockingSync),
          "interprocess events: cudaErrorNotSupported"),
    CALLED(cudaEventRecord, cudaEventRecord(event, stream)),
    CALLED(cudaEventRecordWithFlags, cudaEventRecordWithFlags(event, stream, 0)),
    CALLED(cudaEventSynchronize, cudaEventSynchronize(event)),
    CALLED(cudaEventQuery, cudaEventQuery(event)),
    CALLED(cudaEventElapsedTime,
           SEEN(cudaEventElapsedTime((float *)host, event, event), *(float *)host == 0)),

    GROUP("Kernels"),
    CALLED(cudaLaunchKernel, ([] {
               int value = 11;
               void *arguments[] = {&memory, &value};
               cudaError_t error = cudaLaunchKernel(store, 1, 1, arguments, 0, NULL);
               return SEEN(error, at(memory) == 11);
           })()),
    NOTED(cudaFuncGetAttributes,
          SEEN(cudaFuncGetAttributes(&attributes, store), attributes.maxThreadsPerBlock == 1024),
          "registers and versions: 0"),
    NOTED(cudaFuncSetAttribute,
          cudaFuncSetAttribute(store, cudaFuncAttributeMaxDynamicSharedMemorySize, 64 << 10),
          "dynamic shared memory up to 227 KiB; carveout without effect"),
    NOTED(cudaFuncSetCacheConfig, cudaFuncSetCacheConfig(store, cudaFuncCachePreferShared),
          "checked, without effect"),
    NOTED(cudaFuncSetSharedMemConfig,
          cudaFuncSetSharedMemConfig(store, cudaSharedMemBankSizeEightByte),
          "checked, without effect"),
    CALLED(cudaFuncGetName, SEEN(cudaFuncGetName((const char **)&pointer, store),
                                 strstr((const char *)pointer, "store") != NULL)),
    NOTED(cudaOccupancyMaxActiveBlocksPerMultiprocessor,
          SEEN(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&number, store, 256, 0), number == 1),
          "1: a core runs one block after another"),
    CALLED(cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags,
           cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&number, store, 256, 0, 0)),
    CALLED(cudaOccupancyAvailableDynamicSMemPerBlock,
           SEEN(cudaOccupancyAvailableDynamicSMemPerBlock(&size, store, 1, 256), size >= 48 << 10)),
    NOTED(cudaDeviceReset, SEEN(cudaDeviceReset(), cudaGetLastError() == cudaSuccess),
          "frees all memory; streams and events stay"),
};

static void prepare(void) {
    memory = fresh();
    cudaMallocHost(&pinned, sizeof host);
    cudaMallocManaged(&managed, sizeof host);
    cudaStreamCreate(&stream);
    cudaEventCreate(&event);
}

static const char introduction[] =
    "# The host device's runtime API\n"
    "\n"
    "Written by `make support-table` from calls made on the host device; a test compares it.\n"
    "A function that is not here is not declared: a program that names it does not compile.\n"
    "\n"
    "## What is not as on a card\n"
    "\n"
    "- There is one memory. Host code that reads a device pointer reads it, silently; on a card\n"
    "  it ends with a fault. A kernel may read any host pointer.\n"
    "- What this device cannot know is 0: memory clock, bus width, core clock, registers. Its\n"
    "  compute capability, 7.0, is the level of the language that it runs, no architecture.\n"
    "  Its L2 is the cores' last private cache, all together; none of it persists.\n"
    "- A processor is a core, one thread of this program each. It runs one block after another,\n"
    "  so one block is resident on it, whatever the occupancy calculator of a card would say.\n"
    "- A container's quota of cores and memory counts as the device's.\n"
    "- `cudaMalloc` and `cudaMallocHost` return memory whose pages exist; managed memory gets its\n"
    "  pages at first touch, so the first kernel that uses it pays for them.\n"
    "- The processors' threads start at the first launch, as a card loads a kernel at its first.\n"
    "- Clocks count nanoseconds: `clock64()` and `clock()` of a kernel run at 1 GHz.\n";

// The page, from calls made now.
static std::string page(void) {
    static std::string text;
    if (!text.empty())
        return text;
    text = introduction;
    prepare();
    for (const entry &e : entries) {
        if (!e.call) {
            text += std::string("\n## ") + e.name +
                    "\n\n| function | on the host device |\n|---|---|\n";
            continue;
        }
        cudaError_t error = e.call();
        cudaGetLastError();
        std::string words =
            error == cudaSuccess ? "works" : std::string("refused: ") + cudaGetErrorName(error);
        if (*e.note)
            words += std::string("; ") + e.note;
        text += std::string("| `") + e.name + "` | " + words + " |\n";
    }
    return text;
}

static std::string contents(const char *path) {
    std::string text;
    FILE *file = fopen(path, "r");
    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    for (int c; (c = getc(file)) != EOF;)
        text += (char)c;
    fclose(file);
    return text;
}

static void test_page_is_current(void) {
    bool same = contents("docs/host-device-api.md") == page();
    if (!same)
        printf("          run: make support-table\n");
    CU_ASSERT_TRUE(same);
}

static void test_nothing_pretends(void) {
    CU_ASSERT_EQUAL(page().find("cudaErrorUnknown"), std::string::npos);
}

static bool has_entry(const std::string &name) {
    for (const entry &e : entries)
        if (e.call && name == e.name)
            return true;
    return false;
}

static void test_every_declared_function_is_here(void) {
    std::string header = contents("common/host/include/cuda_runtime_api.h");
    int found = 0;
    for (size_t i = header.find(" cuda"); i != std::string::npos; i = header.find(" cuda", i + 1)) {
        size_t begin = header[i + 1] == '*' ? i + 2 : i + 1, end = begin;
        while (end < header.size() && (isalnum((unsigned char)header[end]) || header[end] == '_'))
            end++;
        std::string name = header.substr(begin, end - begin);
        if (header[end] != '(' || name.find('_') != std::string::npos)
            continue;
        found++;
        if (!has_entry(name)) {
            printf("          no call of %s\n", name.c_str());
            CU_ASSERT_TRUE(false);
        }
    }
    CU_ASSERT_TRUE(found > 80);
}

static const struct test tests[] = {
    {"every function has a call", test_every_declared_function_is_here},
    {"a call has its effect", test_nothing_pretends},
    {"docs/host-device-api.md is current", test_page_is_current},
};

int main(int argc, char **argv) {
    if (argc == 2 && strcmp(argv[1], "--table") == 0) {
        fputs(page().c_str(), stdout);
        return 0;
    }
    return suite_main("api_table", tests, 3, argc, argv);
}
