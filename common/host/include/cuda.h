// cuda.h: programs include it beside the runtime API. The driver API is not here: a program that
// names a function of it does not compile.
#ifndef HOST_CUDA_H
#define HOST_CUDA_H

#include "cuda_runtime_api.h"

#define CUDA_VERSION CUDART_VERSION

#endif
