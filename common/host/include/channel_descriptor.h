// channel_descriptor.h: CUDA programs include this name; cuda_runtime.h has it all.
#ifndef HOST_CHANNEL_DESCRIPTOR_H
#define HOST_CHANNEL_DESCRIPTOR_H

#include "cuda_runtime.h"

#endif
