// surface_types.h: CUDA programs include this name; cuda_runtime.h has it all.
#ifndef HOST_SURFACE_TYPES_H
#define HOST_SURFACE_TYPES_H

#include "cuda_runtime.h"

#endif
