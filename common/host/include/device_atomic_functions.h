// device_atomic_functions.h: the old name of a part of cuda_runtime.h.
#ifndef HOST_DEVICE_ATOMIC_FUNCTIONS_H
#define HOST_DEVICE_ATOMIC_FUNCTIONS_H

#include "cuda_runtime.h"

#endif
