// nvToolsExt.h: the old name of nvtx3/nvToolsExt.h.
#ifndef HOST_NVTOOLSEXT_H
#define HOST_NVTOOLSEXT_H

#include "nvtx3/nvToolsExt.h"

#endif
