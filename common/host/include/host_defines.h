// host_defines.h: CUDA's words for where code and data live. In a .cu file hostcc reads these words
// itself; elsewhere they mean nothing, for there is one CPU and one memory.
#ifndef HOST_DEFINES_H
#define HOST_DEFINES_H

#define CUDART_CB
#define CUDARTAPI
#define __align__(bytes) __attribute__((aligned(bytes)))
#define __builtin_align__(bytes) __attribute__((aligned(bytes)))

#ifndef __CUDACC__
#define __host__
#define __device__
#define __global__
#define __constant__
#define __managed__
#define __forceinline__ inline __attribute__((always_inline))
#endif

#endif
