// lang_launch.h: a kernel in a header, for lang_launch.cu.
#ifndef LANG_LAUNCH_H
#define LANG_LAUNCH_H

static __global__ void from_header(int *out, int value) {
    out[threadIdx.x] = value;
}

#endif
