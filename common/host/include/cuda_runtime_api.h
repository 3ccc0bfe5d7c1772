// cuda_runtime_api.h: the CUDA runtime API of the host device, for C and C++. A program that names
// a function that is not declared here does not compile.
//
// docs/host-device-api.md is made from this file: a section becomes a table, the comment above a
// function its remark. A section names the file in which its functions are defined. How to add a
// function: common/host/README.md.
#ifndef HOST_CUDA_RUNTIME_API_H
#define HOST_CUDA_RUNTIME_API_H
#define __CUDA_RUNTIME_API_H__ // programs ask for it

#include "host/letters_off.h"

#include "builtin_types.h"

#define CUDART_HOST_DEVICE 1 // only this device defines it

#ifdef __cplusplus
#define HOST_DEFAULT(value) = value
extern "C" {
#else
#define HOST_DEFAULT(value)
#endif

// ---- Errors (runtime/api/errors.c)

cudaError_t cudaGetLastError(void);
cudaError_t cudaPeekAtLastError(void);
const char *cudaGetErrorName(cudaError_t error);
const char *cudaGetErrorString(cudaError_t error);

// ---- The device (runtime/api/device.c)

// always 1; `CUDA_VISIBLE_DEVICES` can hide it
cudaError_t cudaGetDeviceCount(int *count);
cudaError_t cudaGetDevice(int *device);
cudaError_t cudaSetDevice(int device);
cudaError_t cudaChooseDevice(int *device, const struct cudaDeviceProp *wanted);
// 0000:00:00.0
cudaError_t cudaDeviceGetPCIBusId(char *id, int length, int device);
cudaError_t cudaDeviceSynchronize(void);
// the old name of cudaDeviceSynchronize
cudaError_t cudaThreadSynchronize(void);
// frees all memory; streams and events stay
cudaError_t cudaDeviceReset(void);
// the old name of cudaDeviceReset
cudaError_t cudaThreadExit(void);
// kept; a wait always polls for a moment, then sleeps
cudaError_t cudaSetDeviceFlags(unsigned int flags);
// heap, printf and stack, remembered; others: cudaErrorUnsupportedLimit
cudaError_t cudaDeviceSetLimit(enum cudaLimit limit, size_t value);
// heap, printf and stack, remembered; others: cudaErrorUnsupportedLimit
cudaError_t cudaDeviceGetLimit(size_t *value, enum cudaLimit limit);
// kept, without effect
cudaError_t cudaDeviceSetCacheConfig(enum cudaFuncCache config);
// kept, without effect
cudaError_t cudaDeviceSetSharedMemConfig(enum cudaSharedMemConfig config);
cudaError_t cudaDeviceGetSharedMemConfig(enum cudaSharedMemConfig *config);
cudaError_t cudaDeviceGetStreamPriorityRange(int *least, int *greatest);
// there is no peer
cudaError_t cudaDeviceCanAccessPeer(int *can, int device, int peer);
// there is no peer
cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned int flags);
// there is no peer
cudaError_t cudaDeviceDisablePeerAccess(int peer);
// there are no two devices
cudaError_t cudaDeviceGetP2PAttribute(int *value, enum cudaDeviceP2PAttr attribute, int device,
                                      int peer);
// nothing persists
cudaError_t cudaCtxResetPersistingL2Cache(void);
cudaError_t cudaDriverGetVersion(int *version);
cudaError_t cudaRuntimeGetVersion(int *version);
// no profiler is there
cudaError_t cudaProfilerStart(void);
// no profiler is there
cudaError_t cudaProfilerStop(void);

// ---- Properties (runtime/api/properties.c)

// keeps the fields that CUDA 13 dropped; 0 is unknown
cudaError_t cudaGetDeviceProperties(struct cudaDeviceProp *properties, int device);
// memory clock and bus width are unknown: 0
cudaError_t cudaDeviceGetAttribute(int *value, enum cudaDeviceAttr attribute, int device);

// ---- Memory (runtime/api/memory.c)

cudaError_t cudaMalloc(void **pointer, size_t size);
cudaError_t cudaMallocPitch(void **pointer, size_t *pitch, size_t width, size_t height);
cudaError_t cudaMalloc3D(struct cudaPitchedPtr *pointer, struct cudaExtent extent);
cudaError_t cudaMallocHost(void **pointer, size_t size);
cudaError_t cudaHostAlloc(void **pointer, size_t size, unsigned int flags);
// its pages come at first touch
cudaError_t cudaMallocManaged(void **pointer, size_t size,
                              unsigned int flags HOST_DEFAULT(cudaMemAttachGlobal));
// allocates at once
cudaError_t cudaMallocAsync(void **pointer, size_t size, cudaStream_t stream);
cudaError_t cudaFree(void *pointer);
cudaError_t cudaFreeHost(void *pointer);
cudaError_t cudaFreeAsync(void *pointer, cudaStream_t stream);
cudaError_t cudaHostRegister(void *pointer, size_t size, unsigned int flags);
cudaError_t cudaHostUnregister(void *pointer);
cudaError_t cudaHostGetDevicePointer(void **device, void *host, unsigned int flags);
cudaError_t cudaMemGetInfo(size_t *available, size_t *total);
cudaError_t cudaPointerGetAttributes(struct cudaPointerAttributes *attributes, const void *pointer);
// makes the pages exist
cudaError_t cudaMemPrefetchAsync(const void *pointer, size_t size, struct cudaMemLocation location,
                                 unsigned int flags, cudaStream_t stream HOST_DEFAULT(0));
// checked, without effect: there is one memory
cudaError_t cudaMemAdvise(const void *pointer, size_t size, enum cudaMemoryAdvise advice,
                          struct cudaMemLocation location);
// checked, without effect: there is one memory
cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, void *pointer,
                                     size_t size HOST_DEFAULT(0),
                                     unsigned int flags HOST_DEFAULT(cudaMemAttachSingle));

// ---- Memory pools (runtime/api/pools.c)

cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t *pool, int device);
// kept, without effect
cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t pool, enum cudaMemPoolAttr attribute,
                                    void *value);

// ---- Copies (runtime/api/copies.c)

cudaError_t cudaMemcpy(void *to, const void *from, size_t size, enum cudaMemcpyKind kind);
cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t size, enum cudaMemcpyKind kind,
                            cudaStream_t stream HOST_DEFAULT(0));
cudaError_t cudaMemcpy2D(void *to, size_t to_pitch, const void *from, size_t from_pitch,
                         size_t width, size_t height, enum cudaMemcpyKind kind);
cudaError_t cudaMemcpy2DAsync(void *to, size_t to_pitch, const void *from, size_t from_pitch,
                              size_t width, size_t height, enum cudaMemcpyKind kind,
                              cudaStream_t stream HOST_DEFAULT(0));
cudaError_t cudaMemcpy3D(const struct cudaMemcpy3DParms *copy);
cudaError_t cudaMemcpy3DAsync(const struct cudaMemcpy3DParms *copy,
                              cudaStream_t stream HOST_DEFAULT(0));
// both devices are device 0
cudaError_t cudaMemcpyPeer(void *to, int to_device, const void *from, int from_device, size_t size);
// both devices are device 0
cudaError_t cudaMemcpyPeerAsync(void *to, int to_device, const void *from, int from_device,
                                size_t size, cudaStream_t stream HOST_DEFAULT(0));

// ---- Arrays, textures and surfaces (runtime/api/arrays.c)

// no cube maps
cudaError_t cudaMallocArray(cudaArray_t *array, const struct cudaChannelFormatDesc *format,
                            size_t width, size_t height HOST_DEFAULT(0),
                            unsigned int flags HOST_DEFAULT(0));
// no cube maps
cudaError_t cudaMalloc3DArray(cudaArray_t *array, const struct cudaChannelFormatDesc *format,
                              struct cudaExtent extent, unsigned int flags HOST_DEFAULT(0));
cudaError_t cudaFreeArray(cudaArray_t array);
// no views, no mipmaps
cudaError_t cudaCreateTextureObject(cudaTextureObject_t *texture,
                                    const struct cudaResourceDesc *resource,
                                    const struct cudaTextureDesc *how,
                                    const struct cudaResourceViewDesc *view);
cudaError_t cudaDestroyTextureObject(cudaTextureObject_t texture);
cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t *surface,
                                    const struct cudaResourceDesc *resource);
cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t surface);
struct cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w,
                                                   enum cudaChannelFormatKind f);

// ---- Copies of arrays (runtime/api/array_copies.c)

cudaError_t cudaMemcpy2DToArray(cudaArray_t to, size_t x, size_t y, const void *from, size_t pitch,
                                size_t width, size_t height, enum cudaMemcpyKind kind);
cudaError_t cudaMemcpy2DFromArray(void *to, size_t pitch, cudaArray_const_t from, size_t x,
                                  size_t y, size_t width, size_t height, enum cudaMemcpyKind kind);
cudaError_t cudaMemcpyToArray(cudaArray_t to, size_t x, size_t y, const void *from, size_t size,
                              enum cudaMemcpyKind kind);

// ---- Memsets (runtime/api/memsets.c)

cudaError_t cudaMemset(void *pointer, int value, size_t size);
cudaError_t cudaMemsetAsync(void *pointer, int value, size_t size,
                            cudaStream_t stream HOST_DEFAULT(0));
cudaError_t cudaMemset2D(void *pointer, size_t pitch, int value, size_t width, size_t height);
cudaError_t cudaMemset2DAsync(void *pointer, size_t pitch, int value, size_t width, size_t height,
                              cudaStream_t stream HOST_DEFAULT(0));

// ---- Symbols (runtime/api/symbols.c)

cudaError_t cudaMemcpyToSymbol(const void *symbol, const void *from, size_t size,
                               size_t offset HOST_DEFAULT(0),
                               enum cudaMemcpyKind kind HOST_DEFAULT(cudaMemcpyHostToDevice));
cudaError_t cudaMemcpyFromSymbol(void *to, const void *symbol, size_t size,
                                 size_t offset HOST_DEFAULT(0),
                                 enum cudaMemcpyKind kind HOST_DEFAULT(cudaMemcpyDeviceToHost));
cudaError_t cudaMemcpyToSymbolAsync(const void *symbol, const void *from, size_t size,
                                    size_t offset, enum cudaMemcpyKind kind,
                                    cudaStream_t stream HOST_DEFAULT(0));
cudaError_t cudaMemcpyFromSymbolAsync(void *to, const void *symbol, size_t size, size_t offset,
                                      enum cudaMemcpyKind kind,
                                      cudaStream_t stream HOST_DEFAULT(0));
cudaError_t cudaGetSymbolAddress(void **pointer, const void *symbol);

// ---- Streams (runtime/api/streams.c)

cudaError_t cudaStreamCreate(cudaStream_t *stream);
cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned int flags);
cudaError_t cudaStreamCreateWithPriority(cudaStream_t *stream, unsigned int flags, int priority);
cudaError_t cudaStreamDestroy(cudaStream_t stream);
cudaError_t cudaStreamSynchronize(cudaStream_t stream);
cudaError_t cudaStreamQuery(cudaStream_t stream);
cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event,
                                unsigned int flags HOST_DEFAULT(0));
cudaError_t cudaStreamGetFlags(cudaStream_t stream, unsigned int *flags);
cudaError_t cudaStreamGetPriority(cudaStream_t stream, int *priority);
// priority, and an access policy window of no bytes; one of more: cudaErrorInvalidValue
cudaError_t cudaStreamSetAttribute(cudaStream_t stream, cudaStreamAttrID attribute,
                                   const cudaStreamAttrValue *value);
cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback, void *user,
                                  unsigned int flags);
cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void *user);

// ---- Events (runtime/api/events.c)

cudaError_t cudaEventCreate(cudaEvent_t *event);
// interprocess events: cudaErrorNotSupported
cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned int flags);
cudaError_t cudaEventDestroy(cudaEvent_t event);
cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream HOST_DEFAULT(0));
cudaError_t cudaEventSynchronize(cudaEvent_t event);
cudaError_t cudaEventQuery(cudaEvent_t event);
cudaError_t cudaEventElapsedTime(float *milliseconds, cudaEvent_t start, cudaEvent_t end);

// ---- Kernels (runtime/api/kernels.c)

cudaError_t cudaLaunchKernel(const void *kernel, dim3 grid, dim3 block, void **arguments,
                             size_t shared, cudaStream_t stream);
// a block for each processor, at most: all of them run at once
cudaError_t cudaLaunchCooperativeKernel(const void *kernel, dim3 grid, dim3 block, void **arguments,
                                        size_t shared, cudaStream_t stream);
// of the attributes, only the cooperative launch has an effect
cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t *config, const void *kernel,
                                void **arguments);
// registers and versions: 0
cudaError_t cudaFuncGetAttributes(struct cudaFuncAttributes *attributes, const void *kernel);
// dynamic shared memory up to 227 KiB; carveout without effect
cudaError_t cudaFuncSetAttribute(const void *kernel, enum cudaFuncAttribute attribute, int value);
// checked, without effect
cudaError_t cudaFuncSetCacheConfig(const void *kernel, enum cudaFuncCache config);
// checked, without effect
cudaError_t cudaFuncSetSharedMemConfig(const void *kernel, enum cudaSharedMemConfig config);
// 1: a core runs one block after another
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, const void *kernel,
                                                          int threads, size_t shared);

// ---- Graphs (runtime/api/graphs.c)

// cudaErrorStreamCaptureUnsupported for the default stream
cudaError_t cudaStreamBeginCapture(cudaStream_t stream, enum cudaStreamCaptureMode mode);
cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t *graph);
cudaError_t cudaStreamIsCapturing(cudaStream_t stream, enum cudaStreamCaptureStatus *status);
cudaError_t cudaGraphCreate(cudaGraph_t *graph, unsigned int flags);
cudaError_t cudaGraphDestroy(cudaGraph_t graph);
cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                   const cudaGraphNode_t *before, size_t count,
                                   const struct cudaKernelNodeParams *params);
// one run of rows: of a part of a box that has gaps, cudaErrorInvalidValue
cudaError_t cudaGraphAddMemcpyNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                   const cudaGraphNode_t *before, size_t count,
                                   const struct cudaMemcpy3DParms *params);
cudaError_t cudaGraphAddMemcpyNode1D(cudaGraphNode_t *node, cudaGraph_t graph,
                                     const cudaGraphNode_t *before, size_t count, void *to,
                                     const void *from, size_t size, enum cudaMemcpyKind kind);
cudaError_t cudaGraphAddMemsetNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                   const cudaGraphNode_t *before, size_t count,
                                   const struct cudaMemsetParams *params);
cudaError_t cudaGraphAddHostNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                 const cudaGraphNode_t *before, size_t count,
                                 const struct cudaHostNodeParams *params);
cudaError_t cudaGraphAddChildGraphNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                       const cudaGraphNode_t *before, size_t count,
                                       cudaGraph_t child);
cudaError_t cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t *nodes, size_t *count);
cudaError_t cudaGraphClone(cudaGraph_t *clone, cudaGraph_t graph);
cudaError_t cudaGraphInstantiate(cudaGraphExec_t *exec, cudaGraph_t graph,
                                 unsigned long long flags HOST_DEFAULT(0));
cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t *exec, cudaGraph_t graph,
                                          unsigned long long flags HOST_DEFAULT(0));
cudaError_t cudaGraphExecKernelNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                             const struct cudaKernelNodeParams *params);
// to a graph with the same kinds of nodes
cudaError_t cudaGraphExecUpdate(cudaGraphExec_t exec, cudaGraph_t graph,
                                cudaGraphExecUpdateResultInfo *info);
// checked, without effect
cudaError_t cudaGraphUpload(cudaGraphExec_t exec, cudaStream_t stream);
// the nodes run one after another
cudaError_t cudaGraphLaunch(cudaGraphExec_t exec, cudaStream_t stream);
cudaError_t cudaGraphExecDestroy(cudaGraphExec_t exec);

// Tells the runtime how long a __device__ or __constant__ variable is: cuda_runtime.h calls it
// for every symbol that it is handed. Not CUDA's.
const void *host_symbol(const void *symbol, size_t size);

#ifdef __cplusplus
}
#endif
#include "host/letters_on.h"

#endif
