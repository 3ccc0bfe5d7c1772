// cuda_runtime.h: the runtime API, its forms for C++, and the words of device code.
#ifndef HOST_CUDA_RUNTIME_H
#define HOST_CUDA_RUNTIME_H
#define __CUDA_RUNTIME_H__ // programs ask for it

#include "host/letters_off.h"

#include "cuda_runtime_api.h"
#include "driver_functions.h"
#include "vector_functions.h"

#ifdef __cplusplus

#ifdef __HOST_CHECKED__ // a frame of its own tells who allocated
#define inline __attribute__((noinline)) inline
#endif

template <class T> inline cudaError_t cudaMalloc(T **pointer, size_t size) {
    return cudaMalloc((void **)pointer, size);
}

template <class T>
inline cudaError_t cudaMallocPitch(T **pointer, size_t *pitch, size_t width, size_t height) {
    return cudaMallocPitch((void **)pointer, pitch, width, height);
}

template <class T>
inline cudaError_t cudaMallocHost(T **pointer, size_t size,
                                  unsigned int flags = cudaHostAllocDefault) {
    return cudaHostAlloc((void **)pointer, size, flags);
}

template <class T> inline cudaError_t cudaHostAlloc(T **pointer, size_t size, unsigned int flags) {
    return cudaHostAlloc((void **)pointer, size, flags);
}

template <class T>
inline cudaError_t cudaMallocManaged(T **pointer, size_t size,
                                     unsigned int flags = cudaMemAttachGlobal) {
    return cudaMallocManaged((void **)pointer, size, flags);
}

namespace hostcu {
template <class T> struct channel_format;
#define HOST_CHANNELS(type, name, kind)                                                            \
    template <> struct channel_format<type> {                                                      \
        enum { bits = sizeof(type) * 8, count = 1, f = cudaChannelFormatKind##kind };              \
    };                                                                                             \
    template <> struct channel_format<name##1> : channel_format<type> {};                          \
    template <> struct channel_format<name##2> {                                                   \
        enum { bits = sizeof(type) * 8, count = 2, f = cudaChannelFormatKind##kind };              \
    };                                                                                             \
    template <> struct channel_format<name##4> {                                                   \
        enum { bits = sizeof(type) * 8, count = 4, f = cudaChannelFormatKind##kind };              \
    };
HOST_CHANNELS(signed char, char, Signed)
HOST_CHANNELS(unsigned char, uchar, Unsigned)
HOST_CHANNELS(short, short, Signed)
HOST_CHANNELS(unsigned short, ushort, Unsigned)
HOST_CHANNELS(int, int, Signed)
HOST_CHANNELS(unsigned, uint, Unsigned)
HOST_CHANNELS(float, float, Float)
#undef HOST_CHANNELS
template <> struct channel_format<char> : channel_format<signed char> {};
} // namespace hostcu

template <class T> inline cudaChannelFormatDesc cudaCreateChannelDesc() {
    typedef hostcu::channel_format<T> format;
    const int bits = format::bits, count = format::count;
    cudaChannelFormatDesc made = {bits, count > 1 ? bits : 0, count > 2 ? bits : 0,
                                  count > 3 ? bits : 0, (cudaChannelFormatKind)format::f};
    return made;
}

template <class T>
inline cudaError_t cudaMallocAsync(T **pointer, size_t size, cudaStream_t stream) {
    return cudaMallocAsync((void **)pointer, size, stream);
}

#ifdef __HOST_CHECKED__
#undef inline
#endif

template <class T>
inline cudaError_t cudaHostGetDevicePointer(T **device, void *host, unsigned int flags) {
    return cudaHostGetDevicePointer((void **)device, host, flags);
}

template <class T>
inline cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, T *pointer, size_t size = 0,
                                            unsigned int flags = cudaMemAttachSingle) {
    return cudaStreamAttachMemAsync(stream, (void *)pointer, size, flags);
}

inline cudaError_t cudaEventCreate(cudaEvent_t *event, unsigned int flags) {
    return cudaEventCreateWithFlags(event, flags);
}

// The program passes the symbol itself, not a pointer: cudaMemcpyToSymbol(table, ...).
template <class T>
inline cudaError_t cudaMemcpyToSymbol(const T &symbol, const void *from, size_t size,
                                      size_t offset = 0,
                                      cudaMemcpyKind kind = cudaMemcpyHostToDevice) {
    return cudaMemcpyToSymbol(host_symbol(&symbol, sizeof symbol), from, size, offset, kind);
}

template <class T>
inline cudaError_t cudaMemcpyFromSymbol(void *to, const T &symbol, size_t size, size_t offset = 0,
                                        cudaMemcpyKind kind = cudaMemcpyDeviceToHost) {
    return cudaMemcpyFromSymbol(to, host_symbol(&symbol, sizeof symbol), size, offset, kind);
}

template <class T>
inline cudaError_t
cudaMemcpyToSymbolAsync(const T &symbol, const void *from, size_t size, size_t offset = 0,
                        cudaMemcpyKind kind = cudaMemcpyHostToDevice, cudaStream_t stream = 0) {
    return cudaMemcpyToSymbolAsync(host_symbol(&symbol, sizeof symbol), from, size, offset, kind,
                                   stream);
}

template <class T>
inline cudaError_t
cudaMemcpyFromSymbolAsync(void *to, const T &symbol, size_t size, size_t offset = 0,
                          cudaMemcpyKind kind = cudaMemcpyDeviceToHost, cudaStream_t stream = 0) {
    return cudaMemcpyFromSymbolAsync(to, host_symbol(&symbol, sizeof symbol), size, offset, kind,
                                     stream);
}

template <class T> inline cudaError_t cudaGetSymbolAddress(void **pointer, const T &symbol) {
    return cudaGetSymbolAddress(pointer, host_symbol(&symbol, sizeof symbol));
}

// Before CUDA 13 these two took the number of a device, cudaCpuDeviceId for the host.
inline cudaError_t cudaMemPrefetchAsync(const void *pointer, size_t size, int device,
                                        cudaStream_t stream = 0) {
    cudaMemLocation location = {
        device == cudaCpuDeviceId ? cudaMemLocationTypeHost : cudaMemLocationTypeDevice, device};
    return cudaMemPrefetchAsync(pointer, size, location, 0, stream);
}

inline cudaError_t cudaMemAdvise(const void *pointer, size_t size, cudaMemoryAdvise advice,
                                 int device) {
    cudaMemLocation location = {
        device == cudaCpuDeviceId ? cudaMemLocationTypeHost : cudaMemLocationTypeDevice, device};
    return cudaMemAdvise(pointer, size, advice, location);
}

// The program passes the kernel itself; the runtime knows a kernel by its address.
template <class T>
inline cudaError_t cudaLaunchKernel(T *kernel, dim3 grid, dim3 block, void **arguments,
                                    size_t shared = 0, cudaStream_t stream = 0) {
    return cudaLaunchKernel((const void *)kernel, grid, block, arguments, shared, stream);
}

template <class T>
inline cudaError_t cudaLaunchCooperativeKernel(T *kernel, dim3 grid, dim3 block, void **arguments,
                                               size_t shared = 0, cudaStream_t stream = 0) {
    return cudaLaunchCooperativeKernel((const void *)kernel, grid, block, arguments, shared,
                                       stream);
}

template <class... Wanted, class... Given>
inline cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t *config, void (*kernel)(Wanted...),
                                      Given &&...given) {
    return [&](Wanted... wanted) {
        void *arguments[] = {(void *)&wanted..., nullptr};
        return cudaLaunchKernelExC(config, (const void *)kernel, arguments);
    }(static_cast<Given &&>(given)...);
}

// The forms before CUDA 12.
inline cudaError_t cudaGraphInstantiate(cudaGraphExec_t *exec, cudaGraph_t graph, cudaGraphNode_t *,
                                        char *, size_t) {
    return cudaGraphInstantiate(exec, graph, 0);
}

inline cudaError_t cudaGraphExecUpdate(cudaGraphExec_t exec, cudaGraph_t graph,
                                       cudaGraphNode_t *node, cudaGraphExecUpdateResult *result) {
    cudaGraphExecUpdateResultInfo info;
    cudaError_t error = cudaGraphExecUpdate(exec, graph, &info);
    if (node)
        *node = info.errorNode;
    if (result)
        *result = info.result;
    return error;
}

template <class T>
inline cudaError_t cudaFuncGetAttributes(cudaFuncAttributes *attributes, T *kernel) {
    return cudaFuncGetAttributes(attributes, (const void *)kernel);
}

template <class T>
inline cudaError_t cudaFuncSetAttribute(T *kernel, cudaFuncAttribute attribute, int value) {
    return cudaFuncSetAttribute((const void *)kernel, attribute, value);
}

template <class T> inline cudaError_t cudaFuncSetCacheConfig(T *kernel, cudaFuncCache config) {
    return cudaFuncSetCacheConfig((const void *)kernel, config);
}

template <class T>
inline cudaError_t cudaFuncSetSharedMemConfig(T *kernel, cudaSharedMemConfig config) {
    return cudaFuncSetSharedMemConfig((const void *)kernel, config);
}

template <class T>
inline cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, T *kernel,
                                                                 int threads, size_t shared) {
    return cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, (const void *)kernel, threads,
                                                         shared);
}

// Finds the largest block that fits, and how many such blocks the device holds at once.
// shared_of(threads) is the dynamic shared memory of a block of so many threads.
template <class F, class T>
inline cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMem(int *min_grid, int *block,
                                                                  T *kernel, F shared_of,
                                                                  int limit = 0) {
    cudaFuncAttributes attributes;
    cudaError_t error = cudaFuncGetAttributes(&attributes, kernel);
    int processors = 0;
    if (error == cudaSuccess)
        error = cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0);
    if (error != cudaSuccess)
        return error;
    int most = attributes.maxThreadsPerBlock;
    if (limit > 0 && limit < most)
        most = limit;
    for (int threads = most; threads > 0; threads = threads > 32 ? (threads - 1) / 32 * 32 : 0) {
        int resident = 0;
        error = cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, kernel, threads,
                                                              shared_of(threads));
        if (error != cudaSuccess)
            return error;
        if (resident > 0) {
            *block = threads;
            *min_grid = resident * processors;
            return cudaSuccess;
        }
    }
    *block = *min_grid = 0;
    return cudaSuccess;
}

template <class T>
inline cudaError_t cudaOccupancyMaxPotentialBlockSize(int *min_grid, int *block, T *kernel,
                                                      size_t shared = 0, int limit = 0) {
    return cudaOccupancyMaxPotentialBlockSizeVariableSMem(
        min_grid, block, kernel, [shared](int) { return shared; }, limit);
}

// ---- the words of device code: for hostcc, not for a plain C++ file that includes this

#ifdef __CUDACC__

// Bessel's functions and their like are a third of what there is to read, and no kernel's:
// hostcc asks for them when a program names one.
#ifndef HOST_SPECIAL_FUNCTIONS
#include <cstddef> // brings libstdc++'s settings
#undef _GLIBCXX_USE_STD_SPEC_FUNCS
#endif
#include <cmath>
#include <fenv.h>
#include <math.h>
#include <new>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <utility>

#include "host/runtime.h"

#include "host/bits.h"
#include "host/launch.h"
#include "host/maths.h"
#include "host/rounding.h"
#include "host/sync.h"
#include "host/textures.h"
#include "host/warp.h"

#include "host/paths.h"

#endif
#endif
#include "host/letters_on.h"

#endif
