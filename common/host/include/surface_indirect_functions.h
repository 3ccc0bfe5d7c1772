// surface_indirect_functions.h: CUDA programs include this name; cuda_runtime.h has it all.
#include "cuda_runtime.h"
