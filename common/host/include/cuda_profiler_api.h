// cuda_profiler_api.h: the two calls are in cuda_runtime_api.h.
#ifndef HOST_CUDA_PROFILER_API_H
#define HOST_CUDA_PROFILER_API_H

#include "cuda_runtime_api.h"

#endif
