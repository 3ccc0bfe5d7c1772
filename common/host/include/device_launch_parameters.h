// device_launch_parameters.h: threadIdx and the like come with cuda_runtime.h here.
#include "cuda_runtime.h"
