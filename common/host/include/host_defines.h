// host_defines.h: CUDA's words for where code and data live. Here all of it is one CPU's.
#ifndef HOST_DEFINES_H
#define HOST_DEFINES_H

#define CUDART_CB
#define CUDARTAPI
#define __host__
#define __device__
#define __noinline__ __attribute__((noinline))
#define __forceinline__ inline __attribute__((always_inline))
#define __align__(bytes) __attribute__((aligned(bytes)))
#define __builtin_align__(bytes) __attribute__((aligned(bytes)))

#endif
