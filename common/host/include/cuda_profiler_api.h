// cuda_profiler_api.h: cuda_runtime_api.h declares its two functions.
#ifndef HOST_CUDA_PROFILER_API_H
#define HOST_CUDA_PROFILER_API_H

#include "cuda_runtime_api.h"

#endif
