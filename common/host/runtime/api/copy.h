// copy.h: what the calls that copy have in common.
#ifndef HOST_COPY_H
#define HOST_COPY_H

#include "api.h"

struct rows { // a copy: `height` rows of `width` bytes
    void *to;
    const void *from;
    size_t to_pitch, from_pitch, width, height;
};

cudaError_t copy_rows(const struct rows *rows, enum cudaMemcpyKind kind, cudaStream_t stream,
                      bool async);

#endif
