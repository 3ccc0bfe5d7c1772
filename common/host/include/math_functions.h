// math_functions.h: the old name of a part of cuda_runtime.h.
#ifndef HOST_MATH_FUNCTIONS_H
#define HOST_MATH_FUNCTIONS_H

#include "cuda_runtime.h"

#endif
