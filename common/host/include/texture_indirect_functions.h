// texture_indirect_functions.h: CUDA programs include this name; cuda_runtime.h has it all.
#ifndef HOST_TEXTURE_INDIRECT_FUNCTIONS_H
#define HOST_TEXTURE_INDIRECT_FUNCTIONS_H

#include "cuda_runtime.h"

#endif
