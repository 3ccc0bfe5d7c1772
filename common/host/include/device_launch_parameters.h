// device_launch_parameters.h: threadIdx and the like come with cuda_runtime.h here.
#ifndef HOST_DEVICE_LAUNCH_PARAMETERS_H
#define HOST_DEVICE_LAUNCH_PARAMETERS_H

#include "cuda_runtime.h"

#endif
