// builtin_types.h: all of CUDA's types at once.
#ifndef HOST_BUILTIN_TYPES_H
#define HOST_BUILTIN_TYPES_H

#include "driver_types.h"
#include "host_defines.h"
#include "vector_types.h"

#endif
