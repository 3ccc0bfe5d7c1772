// device.h: what a .cu file may write beyond C++ and the runtime API. hostcc's own
// translation units see it; a plain C++ file that includes cuda_runtime.h does not.
#ifndef HOST_DEVICE_H
#define HOST_DEVICE_H

#ifdef __CUDACC__

#include <math.h>
#include <new>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <utility>

#include "runtime.h"

#include "bits.h"
#include "launch.h"
#include "maths.h"
#include "sync.h"
#include "warp.h"

#include "paths.h"

#endif
#endif
