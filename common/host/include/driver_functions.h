// driver_functions.h: make_cudaExtent() and the like.
#ifndef HOST_DRIVER_FUNCTIONS_H
#define HOST_DRIVER_FUNCTIONS_H

#include "host/letters_off.h"

#include "driver_types.h"

static inline struct cudaPitchedPtr make_cudaPitchedPtr(void *pointer, size_t pitch, size_t width,
                                                        size_t height) {
    struct cudaPitchedPtr made = {pointer, pitch, width, height};
    return made;
}

static inline struct cudaPos make_cudaPos(size_t x, size_t y, size_t z) {
    struct cudaPos made = {x, y, z};
    return made;
}

static inline struct cudaExtent make_cudaExtent(size_t width, size_t height, size_t depth) {
    struct cudaExtent made = {width, height, depth};
    return made;
}

#include "host/letters_on.h"

#endif
