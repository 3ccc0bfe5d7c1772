// api_table.cu: calls every function of the host device's runtime API once, for its effect, and
// writes docs/host-device-api.md (--table): the sections, functions and remarks of
// include/cuda_runtime_api.h, with what the calls here gave. A new function needs one line here,
// among the calls of its section.
#include <cuda_profiler_api.h>
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <map>
#include <string>
#include <vector>

#include "suite.h"

__constant__ int table[4];
__device__ int variable;

__global__ void store(int *to, int value) {
    *to = value;
}

static std::map<std::string, cudaError_t> answers; // what each function gave

static void answered(const char *name, cudaError_t answer) {
    answers[name] = answer;
    cudaGetLastError();
}

// SEEN: a call that succeeds must also have had its effect. CALLED: it has none that shows.
#define CALLED(name, arguments) answered(#name, name arguments)
#define SEEN(name, arguments, effect)                                                              \
    do {                                                                                           \
        cudaError_t answer_ = name arguments;                                                      \
        answered(#name, answer_ == cudaSuccess && !(effect) ? cudaErrorUnknown : answer_);         \
    } while (0)

// ---- the calls. A section may use what the earlier ones left.

static int *memory; // of the device
static int *pinned;
static int *managed;
static cudaStream_t stream;
static cudaEvent_t event;
static int host[64];
static void *pointer;
static size_t size, other_size;
static int number;
static unsigned flags;

static void prepare(void) {
    cudaMalloc(&memory, sizeof host);
    cudaMallocHost(&pinned, sizeof host);
    cudaMallocManaged(&managed, sizeof host);
}

static int at(const int *device) {
    int value = -1;
    cudaMemcpy(&value, device, sizeof value, cudaMemcpyDeviceToHost);
    return value;
}

// Section "Errors".
static void errors(void) {
    cudaMalloc((void **)NULL, 1);
    cudaError_t peeked = cudaPeekAtLastError(), got = cudaGetLastError();
    answered("cudaPeekAtLastError", peeked == cudaErrorInvalidValue ? cudaSuccess : peeked);
    answered("cudaGetLastError", got == cudaErrorInvalidValue && cudaGetLastError() == cudaSuccess
                                     ? cudaSuccess
                                     : cudaErrorUnknown);
    bool named = !strcmp(cudaGetErrorName(cudaErrorNotReady), "cudaErrorNotReady");
    answered("cudaGetErrorName", named ? cudaSuccess : cudaErrorUnknown);
    bool told = !strcmp(cudaGetErrorString(cudaErrorNotReady), "device not ready");
    answered("cudaGetErrorString", told ? cudaSuccess : cudaErrorUnknown);
}

// Section "The device".
static void the_device(void) {
    SEEN(cudaGetDeviceCount, (&number), number == 1);
    SEEN(cudaGetDevice, (&number), number == 0);
    CALLED(cudaSetDevice, (0));
    cudaDeviceProp wanted = {};
    SEEN(cudaChooseDevice, (&number, &wanted), number == 0);
    char id[32];
    SEEN(cudaDeviceGetPCIBusId, (id, sizeof id, 0), !strcmp(id, "0000:00:00.0"));
    store<<<1, 1>>>(pinned, 3);
    SEEN(cudaDeviceSynchronize, (), pinned[0] == 3);
    store<<<1, 1>>>(pinned, 4);
    SEEN(cudaThreadSynchronize, (), pinned[0] == 4);
    CALLED(cudaSetDeviceFlags, (cudaDeviceScheduleSpin));
    CALLED(cudaDeviceSetLimit, (cudaLimitMallocHeapSize, 64 << 20));
    SEEN(cudaDeviceGetLimit, (&size, cudaLimitMallocHeapSize), size == 64 << 20);
    CALLED(cudaDeviceSetCacheConfig, (cudaFuncCachePreferL1));
    CALLED(cudaDeviceSetSharedMemConfig, (cudaSharedMemBankSizeFourByte));
    cudaSharedMemConfig banks;
    SEEN(cudaDeviceGetSharedMemConfig, (&banks), banks == cudaSharedMemBankSizeFourByte);
    number = 1;
    SEEN(cudaDeviceGetStreamPriorityRange, (NULL, &number), number < 0);
    SEEN(cudaDeviceCanAccessPeer, (&number, 0, 0), number == 0);
    CALLED(cudaDeviceEnablePeerAccess, (1, 0));
    CALLED(cudaDeviceDisablePeerAccess, (1));
    CALLED(cudaDeviceGetP2PAttribute, (&number, cudaDevP2PAttrAccessSupported, 0, 1));
    CALLED(cudaCtxResetPersistingL2Cache, ());
    SEEN(cudaDriverGetVersion, (&number), number == CUDART_VERSION);
    number = 0;
    SEEN(cudaRuntimeGetVersion, (&number), number == CUDART_VERSION);
    CALLED(cudaProfilerStart, ());
    CALLED(cudaProfilerStop, ());
}

// Section "Properties".
static void properties(void) {
    cudaDeviceProp found;
    SEEN(cudaGetDeviceProperties, (&found, 0), found.multiProcessorCount > 0);
    SEEN(cudaDeviceGetAttribute, (&number, cudaDevAttrWarpSize, 0), number == 32);
}

// Section "Memory".
static void the_memory(void) {
    SEEN(cudaMalloc, (&pointer, 64), pointer != NULL);
    CALLED(cudaFree, (pointer));
    SEEN(cudaMallocPitch, (&pointer, &size, 100, 4), size >= 100);
    cudaFree(pointer);
    cudaPitchedPtr box = {};
    SEEN(cudaMalloc3D, (&box, make_cudaExtent(100, 4, 3)),
         box.pitch >= 100 && box.xsize == 100 && box.ysize == 4);
    cudaFree(box.ptr);
    SEEN(cudaMallocHost, (&pointer, 64), pointer != NULL);
    CALLED(cudaFreeHost, (pointer));
    SEEN(cudaHostAlloc, (&pointer, 64, cudaHostAllocMapped), pointer != NULL);
    cudaFreeHost(pointer);
    SEEN(cudaMallocManaged, (&pointer, 64), pointer != NULL);
    cudaFree(pointer);
    SEEN(cudaMallocAsync, (&pointer, 64, 0), pointer != NULL);
    CALLED(cudaFreeAsync, (pointer, 0));
    CALLED(cudaHostRegister, (host, sizeof host, cudaHostRegisterDefault));
    CALLED(cudaHostUnregister, (host));
    SEEN(cudaHostGetDevicePointer, (&pointer, pinned, 0), pointer == pinned);
    SEEN(cudaMemGetInfo, (&size, &other_size), size <= other_size);
    cudaPointerAttributes is;
    SEEN(cudaPointerGetAttributes, (&is, memory), is.type == cudaMemoryTypeDevice);
    cudaMemLocation here = {cudaMemLocationTypeDevice, 0};
    CALLED(cudaMemPrefetchAsync, (managed, sizeof(int), here, 0, 0));
    CALLED(cudaMemAdvise, (managed, sizeof(int), cudaMemAdviseSetPreferredLocation, here));
    CALLED(cudaStreamAttachMemAsync, (0, managed, 0, cudaMemAttachGlobal));
}

// What a copy from the device is to find: 7 where it reads, something else where it writes.
static void seven(void) {
    host[0] = 7;
    cudaMemcpy(memory, host, sizeof(int), cudaMemcpyHostToDevice);
    host[0] = 0;
}

// Section "Copies".
static void copies(void) {
    const cudaMemcpyKind back = cudaMemcpyDeviceToHost;
    seven();
    SEEN(cudaMemcpy, (host, memory, 4, cudaMemcpyDefault), host[0] == 7);
    seven();
    SEEN(cudaMemcpyAsync, (host, memory, 4, back), host[0] == 7);
    seven();
    SEEN(cudaMemcpy2D, (host, 8, memory, 8, 4, 2, back), host[0] == 7);
    seven();
    SEEN(cudaMemcpy2DAsync, (host, 8, memory, 8, 4, 2, back, 0), host[0] == 7);
    cudaMemcpy3DParms box = {};
    box.srcPtr = make_cudaPitchedPtr(memory, 8, 4, 1);
    box.dstPtr = make_cudaPitchedPtr(host, 8, 4, 1);
    box.extent = make_cudaExtent(4, 1, 2);
    box.kind = back;
    seven();
    SEEN(cudaMemcpy3D, (&box), host[0] == 7);
    seven();
    SEEN(cudaMemcpy3DAsync, (&box, 0), host[0] == 7);
    seven();
    SEEN(cudaMemcpyPeer, (memory + 4, 0, memory, 0, 4), at(memory + 4) == 7);
    SEEN(cudaMemcpyPeerAsync, (memory + 5, 0, memory, 0, 4, 0), at(memory + 5) == 7);
}

// Section "Memsets".
static void memsets(void) {
    SEEN(cudaMemset, (memory, 1, 4), at(memory) == 0x01010101);
    SEEN(cudaMemsetAsync, (memory, 2, 4), at(memory) == 0x02020202);
    SEEN(cudaMemset2D, (memory, 8, 3, 4, 2), at(memory + 2) == 0x03030303);
    SEEN(cudaMemset2DAsync, (memory, 8, 4, 4, 2, 0), at(memory + 2) == 0x04040404);
}

// Section "Symbols".
static void symbols(void) {
    const cudaMemcpyKind there = cudaMemcpyHostToDevice, back = cudaMemcpyDeviceToHost;
    host[0] = 9;
    CALLED(cudaMemcpyToSymbol, (table, host, sizeof table));
    host[0] = 0;
    SEEN(cudaMemcpyFromSymbol, (host, table, sizeof table), host[0] == 9);
    host[0] = 8;
    CALLED(cudaMemcpyToSymbolAsync, (variable, host, sizeof(int), 0, there, 0));
    host[0] = 0;
    SEEN(cudaMemcpyFromSymbolAsync, (host, variable, sizeof(int), 0, back, 0), host[0] == 8);
    SEEN(cudaGetSymbolAddress, (&pointer, variable), at((int *)pointer) == 8);
}

static void CUDART_CB set_one(void *to) {
    *(volatile int *)to = 1;
}

static void CUDART_CB set_two(cudaStream_t, cudaError_t, void *to) {
    *(volatile int *)to = 2;
}

// Section "Streams".
static void streams(void) {
    SEEN(cudaStreamCreate, (&stream), stream != NULL);
    CALLED(cudaStreamDestroy, (stream));
    CALLED(cudaStreamCreateWithFlags, (&stream, cudaStreamNonBlocking));
    SEEN(cudaStreamGetFlags, (stream, &flags), flags == cudaStreamNonBlocking);
    cudaStreamDestroy(stream);
    CALLED(cudaStreamCreateWithPriority, (&stream, 0, -1));
    SEEN(cudaStreamGetPriority, (stream, &number), number == -1);
    store<<<1, 1, 0, stream>>>(pinned, 4);
    SEEN(cudaStreamSynchronize, (stream), pinned[0] == 4);
    CALLED(cudaStreamQuery, (stream));
    cudaEventCreate(&event);
    CALLED(cudaStreamWaitEvent, (stream, event));
    cudaStreamAttrValue asked;
    asked.priority = -2;
    SEEN(cudaStreamSetAttribute, (stream, cudaStreamAttributePriority, &asked),
         cudaStreamGetPriority(stream, &number) == cudaSuccess && number == -2);
    SEEN(cudaLaunchHostFunc, (stream, set_one, pinned),
         cudaStreamSynchronize(stream) == cudaSuccess && pinned[0] == 1);
    SEEN(cudaStreamAddCallback, (stream, set_two, pinned, 0),
         cudaStreamSynchronize(stream) == cudaSuccess && pinned[0] == 2);
}

// Section "Events".
static void events(void) {
    SEEN(cudaEventCreate, (&event), event != NULL);
    CALLED(cudaEventDestroy, (event));
    CALLED(cudaEventCreateWithFlags, (&event, cudaEventBlockingSync));
    CALLED(cudaEventRecord, (event, stream));
    CALLED(cudaEventSynchronize, (event));
    CALLED(cudaEventQuery, (event));
    float milliseconds = -1;
    SEEN(cudaEventElapsedTime, (&milliseconds, event, event), milliseconds == 0);
}

static void count_call(void *counter) {
    ++*(int *)counter;
}

// Section "Graphs".
static void graphs(void) {
    cudaGraph_t graph, other;
    cudaGraphExec_t exec;
    cudaGraphNode_t nodes[6];
    cudaStreamCaptureStatus status;
    int value = 21, calls = 0, kept[2] = {0, 0};
    void *arguments[] = {&memory, &value};
    CALLED(cudaStreamBeginCapture, (stream, cudaStreamCaptureModeGlobal));
    SEEN(cudaStreamIsCapturing, (stream, &status), status == cudaStreamCaptureStatusActive);
    store<<<1, 1, 0, stream>>>(memory, 20);
    SEEN(cudaStreamEndCapture, (stream, &graph), graph && at(memory) != 20);
    SEEN(cudaGraphCreate, (&other, 0), other);
    cudaKernelNodeParams kernel = {};
    kernel.func = (void *)store;
    kernel.gridDim = kernel.blockDim = dim3(1, 1, 1);
    kernel.kernelParams = arguments;
    cudaMemsetParams set = {};
    set.dst = memory + 1;
    set.value = 0x01020304;
    set.elementSize = 4;
    set.width = set.height = 1;
    cudaHostNodeParams function = {count_call, &calls};
    cudaMemcpy3DParms box = {};
    box.srcPtr = make_cudaPitchedPtr(memory, 4, 4, 1);
    box.dstPtr = make_cudaPitchedPtr(&kept[0], 4, 4, 1);
    box.extent = make_cudaExtent(4, 1, 1);
    box.kind = cudaMemcpyDeviceToHost;
    CALLED(cudaGraphAddChildGraphNode, (&nodes[5], other, NULL, 0, graph));
    CALLED(cudaGraphAddKernelNode, (&nodes[0], other, &nodes[5], 1, &kernel));
    CALLED(cudaGraphAddMemsetNode, (&nodes[1], other, NULL, 0, &set));
    CALLED(cudaGraphAddMemcpyNode, (&nodes[2], other, nodes, 1, &box));
    CALLED(cudaGraphAddMemcpyNode1D,
           (&nodes[3], other, &nodes[1], 1, &kept[1], memory + 1, 4, cudaMemcpyDeviceToHost));
    CALLED(cudaGraphAddHostNode, (&nodes[4], other, nodes, 4, &function));
    SEEN(cudaGraphGetNodes, (other, NULL, &size), size == 6);
    cudaGraph_t copy;
    CALLED(cudaGraphClone, (&copy, other));
    CALLED(cudaGraphInstantiateWithFlags, (&exec, copy, 0));
    cudaGraphExecDestroy(exec);
    CALLED(cudaGraphInstantiate, (&exec, other, 0));
    CALLED(cudaGraphUpload, (exec, stream));
    SEEN(cudaGraphLaunch, (exec, stream),
         cudaStreamSynchronize(stream) == cudaSuccess && kept[0] == 21 && kept[1] == 0x01020304 &&
             calls == 1);
    value = 22;
    SEEN(cudaGraphExecKernelNodeSetParams, (exec, nodes[0], &kernel),
         cudaGraphLaunch(exec, stream) == cudaSuccess &&
             cudaStreamSynchronize(stream) == cudaSuccess && kept[0] == 22);
    cudaGraphExecUpdateResultInfo info;
    SEEN(cudaGraphExecUpdate, (exec, copy, &info),
         cudaGraphLaunch(exec, stream) == cudaSuccess &&
             cudaStreamSynchronize(stream) == cudaSuccess && kept[0] == 21);
    CALLED(cudaGraphExecDestroy, (exec));
    cudaGraphDestroy(copy);
    cudaGraphDestroy(other);
    CALLED(cudaGraphDestroy, (graph));
}

// Section "Arrays, textures and surfaces".
static void arrays(void) {
    cudaArray_t array, box;
    cudaChannelFormatDesc format = cudaCreateChannelDesc<int>();
    int values[8] = {1, 2, 3, 4, 5, 6, 7, 8}, back[8] = {0};
    CALLED(cudaMallocArray, (&array, &format, 4, 2, cudaArraySurfaceLoadStore));
    CALLED(cudaMalloc3DArray, (&box, &format, make_cudaExtent(4, 2, 2), 0));
    answered("cudaCreateChannelDesc",
             cudaCreateChannelDesc(8, 0, 0, 0, cudaChannelFormatKindSigned).x == 8
                 ? cudaSuccess
                 : cudaErrorUnknown);
    CALLED(cudaMemcpy2DToArray, (array, 0, 0, values, 16, 16, 2, cudaMemcpyHostToDevice));
    SEEN(cudaMemcpy2DFromArray, (back, 16, array, 0, 0, 16, 2, cudaMemcpyDeviceToHost),
         back[7] == 8);
    SEEN(cudaMemcpyToArray, (array, 8, 0, values, 8, cudaMemcpyHostToDevice),
         cudaMemcpy2DFromArray(back, 16, array, 0, 0, 16, 1, cudaMemcpyDeviceToHost) ==
                 cudaSuccess &&
             back[3] == 2);
    cudaResourceDesc resource = {};
    cudaTextureDesc how = {};
    cudaTextureObject_t texture = 0;
    cudaSurfaceObject_t surface = 0;
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    SEEN(cudaCreateTextureObject, (&texture, &resource, &how, NULL), texture);
    SEEN(cudaCreateSurfaceObject, (&surface, &resource), surface);
    CALLED(cudaDestroyTextureObject, (texture));
    CALLED(cudaDestroySurfaceObject, (surface));
    CALLED(cudaFreeArray, (array));
    cudaFreeArray(box);
}

// Section "Memory pools".
static void pools(void) {
    cudaMemPool_t pool;
    unsigned long long threshold = 1 << 20;
    SEEN(cudaDeviceGetDefaultMemPool, (&pool, 0), pool);
    CALLED(cudaMemPoolSetAttribute, (pool, cudaMemPoolAttrReleaseThreshold, &threshold));
}

// Section "Kernels".
static void kernels(void) {
    int value = 11;
    void *arguments[] = {&memory, &value};
    SEEN(cudaLaunchKernel, (store, 1, 1, arguments, 0, NULL), at(memory) == 11);
    value = 12;
    SEEN(cudaLaunchCooperativeKernel, (store, 1, 1, arguments, 0, NULL), at(memory) == 12);
    cudaLaunchConfig_t config = {};
    config.gridDim = config.blockDim = dim3(1, 1, 1);
    value = 13;
    SEEN(cudaLaunchKernelExC, (&config, (const void *)store, arguments), at(memory) == 13);
    CALLED(cudaFuncSetAttribute, (store, cudaFuncAttributeMaxDynamicSharedMemorySize, 64 << 10));
    cudaFuncAttributes found;
    SEEN(cudaFuncGetAttributes, (&found, store),
         found.maxThreadsPerBlock == 1024 && found.maxDynamicSharedSizeBytes == 64 << 10);
    CALLED(cudaFuncSetCacheConfig, (store, cudaFuncCachePreferShared));
    CALLED(cudaFuncSetSharedMemConfig, (store, cudaSharedMemBankSizeEightByte));
    number = 0;
    SEEN(cudaOccupancyMaxActiveBlocksPerMultiprocessor, (&number, store, 256, 0), number == 1);
}

static void the_end(void) {
    SEEN(cudaDeviceReset, (), at(memory) == -1); // the memory is gone
    cudaMalloc(&memory, sizeof host);
    SEEN(cudaThreadExit, (), at(memory) == -1);
}

static void call_all(void) {
    prepare();
    errors();
    the_device();
    properties();
    the_memory();
    copies();
    memsets();
    symbols();
    streams();
    events();
    kernels();
    graphs();
    pools();
    arrays();
    the_end();
}

// ---- what the header declares

struct function {
    std::string section, file; // of its definition
    std::string name, remark;
};

static std::string contents(const std::string &path) {
    std::string text;
    FILE *file = fopen(path.c_str(), "r");
    if (!file) {
        printf("          cannot read %s\n", path.c_str());
        return text;
    }
    for (int c; (c = getc(file)) != EOF;)
        text += (char)c;
    fclose(file);
    return text;
}

// X where a line begins the declaration of a function X of CUDA's, else nothing.
static std::string declared_in(const std::string &line) {
    size_t open = line.find('('), begin = line.rfind("cuda", open);
    bool declares = !isspace((unsigned char)line[0]) && open != line.npos && begin != line.npos &&
                    begin > 0 && (line[begin - 1] == ' ' || line[begin - 1] == '*');
    return declares ? line.substr(begin, open - begin) : "";
}

static std::vector<function> declared(void) {
    std::vector<function> all;
    std::string header = contents("common/host/include/cuda_runtime_api.h");
    function next;
    for (size_t begin = 0, end; begin < header.size(); begin = end + 1) {
        end = header.find('\n', begin);
        std::string line = header.substr(begin, end - begin);
        if (line.compare(0, 8, "// ---- ") == 0) {
            size_t open = line.find(" ("), close = line.find(')');
            next.section = line.substr(8, open - 8);
            next.file = line.substr(open + 2, close - open - 2);
        } else if (line.compare(0, 3, "// ") == 0) {
            next.remark += (next.remark.empty() ? "" : " ") + line.substr(3);
        } else {
            next.name = line.empty() ? "" : declared_in(line);
            if (!next.name.empty())
                all.push_back(next);
            next.remark.clear();
        }
    }
    return all;
}

static const char introduction[] =
    "# The host device's runtime API\n"
    "\n"
    "Written by `make support-table` from calls made on the host device; a test compares it.\n"
    "A function that is not in these tables is not declared: a program that names it does not\n"
    "compile.\n"
    "\n"
    "## What is not as on a card\n"
    "\n"
    "- There is one memory. Host code that reads a device pointer reads it, silently; on a card\n"
    "  it ends with a fault. A kernel may read any host pointer.\n"
    "- What this device cannot know is 0: memory clock, bus width, core clock, registers. Its\n"
    "  compute capability, 7.0, is the level of the language that it runs, not an architecture.\n"
    "  Its L2 is the cores' last private cache, all together; none of it persists.\n"
    "- A processor is a core, one thread of this program each. It runs one block after another,\n"
    "  so one block is resident on it, whatever the occupancy calculator of a card would say.\n"
    "- A container's quota of cores and memory counts as the device's.\n"
    "- `cudaMalloc` and `cudaMallocHost` return memory whose pages exist; managed memory gets its\n"
    "  pages at first touch, so the first kernel that uses it pays for them.\n"
    "- The processors' threads start at the first launch, as a card loads a kernel at its first.\n"
    "- Clocks count nanoseconds: `clock64()` and `clock()` of a kernel run at 1 GHz.\n";

// What is said of a function; "" where it works and there is nothing to remark.
static std::string words(const function &f) {
    auto found = answers.find(f.name);
    if (found == answers.end())
        return "not called by common/host/test/api_table.cu";
    if (found->second != cudaSuccess)
        return std::string("refused: ") + cudaGetErrorName(found->second) +
               (f.remark.empty() ? "" : "; " + f.remark);
    return f.remark.empty() ? "" : "works; " + f.remark;
}

// The functions that work without a remark are named together, in lines of a readable length.
static std::string together(const std::vector<std::string> &names) {
    enum { WIDTH = 96 };
    std::string text, line = names.empty() ? "" : "These work:";
    for (size_t i = 0; i < names.size(); i++) {
        std::string name = " `" + names[i] + "`" + (i + 1 < names.size() ? "," : ".");
        if (line.size() + name.size() > WIDTH) {
            text += line + "\n";
            line.clear();
            name.erase(0, 1);
        }
        line += name;
    }
    return names.empty() ? "" : text + line + "\n";
}

static std::string page(void) {
    std::vector<function> all = declared();
    std::string text = introduction;
    for (size_t first = 0, end; first < all.size(); first = end) {
        std::vector<std::string> working;
        std::string rows;
        for (end = first; end < all.size() && all[end].section == all[first].section; end++)
            if (words(all[end]).empty())
                working.push_back(all[end].name);
            else
                rows += "| `" + all[end].name + "` | " + words(all[end]) + " |\n";
        text += "\n## " + all[first].section + "\n\n" + together(working);
        if (!rows.empty())
            text += (working.empty() ? "" : "\n") +
                    ("| function | on the host device |\n|---|---|\n" + rows);
    }
    return text;
}

// ---- the tests

static void test_every_declared_function_is_called(void) {
    std::vector<function> all = declared();
    std::map<std::string, int> is_declared;
    for (const function &f : all) {
        is_declared[f.name] = 1;
        if (answers.count(f.name))
            continue;
        printf("          %s is declared and not called: call it in "
               "common/host/test/api_table.cu, section \"%s\"\n",
               f.name.c_str(), f.section.c_str());
        CU_FAIL("a function is not called");
    }
    for (const auto &answer : answers)
        if (!is_declared.count(answer.first)) {
            printf("          %s is called and not declared in the C API\n", answer.first.c_str());
            CU_FAIL("a function is not declared");
        }
    CU_ASSERT_TRUE(all.size() > 80);
}

static void test_nothing_pretends(void) {
    for (const auto &answer : answers)
        if (answer.second == cudaErrorUnknown) {
            printf("          %s gave cudaSuccess, without its effect\n", answer.first.c_str());
            CU_FAIL("a call has no effect");
        }
    CU_ASSERT_TRUE(answers.size() > 80);
}

static void test_each_is_in_its_file(void) {
    for (const function &f : declared())
        if (contents("common/host/" + f.file).find(" " + f.name + "(") == std::string::npos &&
            contents("common/host/" + f.file).find("*" + f.name + "(") == std::string::npos) {
            printf("          %s is not defined in common/host/%s\n", f.name.c_str(),
                   f.file.c_str());
            CU_FAIL("a function is not in the file of its section");
        }
    CU_ASSERT_EQUAL(declared().back().file, "runtime/api/graphs.c");
}

static void test_page_is_current(void) {
    bool same = contents("docs/host-device-api.md") == page();
    if (!same)
        printf("          run: make support-table\n");
    CU_ASSERT_TRUE(same);
}

static const struct test tests[] = {
    {"every function is called", test_every_declared_function_is_called},
    {"a call has its effect", test_nothing_pretends},
    {"each is in the file of its section", test_each_is_in_its_file},
    {"docs/host-device-api.md is current", test_page_is_current},
};

int main(int argc, char **argv) {
    call_all();
    if (argc == 2 && strcmp(argv[1], "--table") == 0) {
        fputs(page().c_str(), stdout);
        return 0;
    }
    return suite_main("api_table", tests, 4, argc, argv);
}
