// limits.h: what a container lets this process have: fewer cores and less memory than the
// machine shows. root is where control groups are mounted, /sys/fs/cgroup.
#ifndef HOST_LIMITS_H
#define HOST_LIMITS_H

#include <stddef.h>

int limits_cores(const char *root);     // as many as its quota is worth, rounded up; 0: no limit
size_t limits_memory(const char *root); // bytes left to it; SIZE_MAX: no limit

#endif
