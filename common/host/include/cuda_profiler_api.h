// cuda_profiler_api.h: cuda_runtime_api.h declares its two functions.
#include "cuda_runtime_api.h"
