// math_functions.h: the old name of a part of cuda_runtime.h.
#include "cuda_runtime.h"
