// fault.h: running a kernel's blocks, and the failure that sticks when that ends badly.
#ifndef HOST_FAULT_H
#define HOST_FAULT_H

#include <stdbool.h>

#include "grid.h"

cudaError_t device_failed(void); // the sticky error
void device_fail(cudaError_t error);
void device_mend(void);

void fault_handlers(void);
void fault_stack(void);
// Runs the blocks; false when the kernel left in the middle.
bool fault_guarded(const struct host_launch *launch, uint64_t first, uint64_t last);

#endif
