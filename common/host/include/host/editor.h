// editor.h: declares CUDA's words for clangd, so that an editor reads a lab as the student does.
// Only compile_commands.json includes this file; no program is compiled with it.
#pragma once

#include <cuda_runtime.h>

#undef __global__
#undef __device__
#undef __host__
#undef __shared__
#undef __constant__
#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __host__ __attribute__((host))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))

extern const uint3 threadIdx, blockIdx;
extern const dim3 blockDim, gridDim;
// clang turns a launch into a call of one of these two. Which one depends on its version of CUDA.
extern "C" int __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared = 0,
                                           cudaStream_t stream = 0);
extern "C" int cudaConfigureCall(dim3 grid, dim3 block, size_t shared = 0, cudaStream_t stream = 0);
