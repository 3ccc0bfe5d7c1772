// memsets.c: memory set to a value, in a line or in rows. The processors do it.
#include "api/api.h"

#include <string.h>

struct fill {
    char *to;
    size_t pitch, width, height;
    int value;
};

static void run_fill_blocks(const struct host_launch *launch, uint64_t first, uint64_t last) {
    const struct fill *all = launch->closure;
    size_t per_row = (all->width + PIECE - 1) / PIECE;
    for (uint64_t block = first; block < last; block++) {
        size_t y = block / per_row, x = block % per_row * PIECE;
        size_t size = all->width - x < PIECE ? all->width - x : PIECE;
        memset(all->to + y * all->pitch + x, all->value, size);
    }
}

static const struct host_kernel fill_kernel = {
    .name = "memset", .max_threads = MAX_BLOCK_THREADS, .run = run_fill_blocks};

static cudaError_t fill(struct fill what, cudaStream_t handle, bool async) {
    struct CUstream_st *stream = stream_of(handle);
    struct range range;
    if (!stream)
        return cudaErrorInvalidResourceHandle;
    if (what.width == 0 || what.height == 0)
        return cudaSuccess;
    if (what.height > 1 && what.width > what.pitch)
        return cudaErrorInvalidValue;
    size_t span = (what.height - 1) * what.pitch + what.width;
    if (!memory_find(what.to, &range) || span > range.size - (size_t)(what.to - range.start))
        return cudaErrorInvalidValue;
    if (what.pitch == what.width) {
        what.width *= what.height;
        what.height = 1;
    }
    struct op described = {.note = NOTE_MEMSET,
                           .to = what.to,
                           .to_pitch = what.pitch,
                           .rows = what.height,
                           .size = what.width * what.height};
    cudaError_t error =
        grid_of_our_own(&fill_kernel, &what, sizeof what,
                        (what.width + PIECE - 1) / PIECE * what.height, stream, &described);
    // Memory that the host can read has its value when the call returns.
    if (error == cudaSuccess && !async && range.type != cudaMemoryTypeDevice) {
        wait_stream(stream);
        error = device_failed();
    }
    return error;
}

cudaError_t cudaMemset(void *pointer, int value, size_t size) {
    CALL(fill((struct fill){pointer, size, size, 1, value}, NULL, false));
}

cudaError_t cudaMemsetAsync(void *pointer, int value, size_t size, cudaStream_t stream) {
    CALL(fill((struct fill){pointer, size, size, 1, value}, stream, true));
}

cudaError_t cudaMemset2D(void *pointer, size_t pitch, int value, size_t width, size_t height) {
    CALL(fill((struct fill){pointer, pitch, width, height, value}, NULL, false));
}

cudaError_t cudaMemset2DAsync(void *pointer, size_t pitch, int value, size_t width, size_t height,
                              cudaStream_t stream) {
    CALL(fill((struct fill){pointer, pitch, width, height, value}, stream, true));
}
