// copies.c: copies of a line, of rows, of a box.
//
// As on a card, there are three ways to copy. The processors copy within device memory; a copy
// engine copies from and to page-locked memory; the calling thread copies from and to pageable
// memory, through a staging buffer, when the stream comes to the copy.
#include "api/api.h"

#include <stdlib.h>
#include <string.h>

enum { STAGING = 128 << 10, SMALL = 64 << 10 };

struct end { // one end of a copy
    bool known, device, inside;
};

static size_t span(const struct rows *rows, size_t pitch) {
    return rows->height ? (rows->height - 1) * pitch + rows->width : 0;
}

static struct end look_at(const void *pointer, size_t size) {
    struct range range;
    struct end end = {.inside = true};
    if (!memory_find(pointer, &range))
        return end;
    end.known = true;
    end.device = range.type != cudaMemoryTypeHost;
    end.inside = size <= range.size - (size_t)((const char *)pointer - range.start);
    return end;
}

static bool is_managed(const void *pointer) {
    struct range range;
    return memory_find(pointer, &range) && range.type == cudaMemoryTypeManaged;
}

static bool fits_direction(struct end to, struct end from, const struct rows *rows,
                           enum cudaMemcpyKind kind) {
    bool to_host = !to.device || is_managed(rows->to);
    bool from_host = !from.device || is_managed(rows->from);
    switch (kind) {
    case cudaMemcpyHostToHost:
        return to_host && from_host;
    case cudaMemcpyHostToDevice:
        return to.device && from_host;
    case cudaMemcpyDeviceToHost:
        return to_host && from.device;
    case cudaMemcpyDeviceToDevice:
        return to.known && from.known;
    default: // the pointers tell the direction
        return true;
    }
}

static void move(const struct rows *rows) {
    if (rows->height == 1 || (rows->to_pitch == rows->width && rows->from_pitch == rows->width)) {
        memcpy(rows->to, rows->from, rows->width * rows->height);
        return;
    }
    for (size_t y = 0; y < rows->height; y++)
        memcpy((char *)rows->to + y * rows->to_pitch,
               (const char *)rows->from + y * rows->from_pitch, rows->width);
}

static void move_staged(const struct rows *rows) {
    static _Thread_local char *staging;
    if (!staging && !(staging = malloc(STAGING))) {
        move(rows);
        return;
    }
    for (size_t y = 0; y < rows->height; y++) {
        char *to = (char *)rows->to + y * rows->to_pitch;
        const char *from = (const char *)rows->from + y * rows->from_pitch;
        for (size_t x = 0; x < rows->width; x += STAGING) {
            size_t size = rows->width - x < STAGING ? rows->width - x : STAGING;
            memcpy(staging, from + x, size);
            memcpy(to + x, staging, size);
        }
    }
}

static struct rows rows_of(const struct op *op) {
    return (struct rows){op->to,  op->from, op->to_pitch, op->from_pitch, op->size / op->rows,
                         op->rows};
}

static void run_engine(struct op *op) {
    struct rows rows = rows_of(op);
    if (device_failed() == cudaSuccess)
        move(&rows);
}

static void describe(struct op *op, const struct rows *rows, enum cudaMemcpyKind direction) {
    op->note = NOTE_COPY;
    op->direction = direction;
    op->to = rows->to;
    op->from = rows->from;
    op->to_pitch = rows->to_pitch;
    op->from_pitch = rows->from_pitch;
    op->rows = rows->height;
    op->size = rows->width * rows->height;
}

// ---- the three ways

static cudaError_t by_engine(const struct rows *rows, enum cudaMemcpyKind direction,
                             struct CUstream_st *stream, void *staging) {
    struct op *op = engine_op(direction == cudaMemcpyDeviceToHost ? TO_HOST : TO_DEVICE, "copy");
    if (!op)
        return cudaErrorMemoryAllocation;
    describe(op, rows, direction);
    op->run = run_engine;
    op->staging = staging;
    op_enqueue(op, stream);
    return cudaSuccess;
}

static bool give_turn(struct op *op) {
    waiter_wake(op->turn);
    return false;
}

// The calling thread waits for its turn in the stream and copies. Then the stream continues.
static cudaError_t by_caller(const struct rows *rows, enum cudaMemcpyKind direction,
                             struct CUstream_st *stream) {
    struct waiter turn = {0};
    struct op *op = op_new(give_turn, "copy");
    if (!op)
        return cudaErrorMemoryAllocation;
    describe(op, rows, direction);
    op->turn = &turn;
    op_enqueue(op, stream);
    waiter_sleep(&turn);
    if (watched)
        op->begin = now_ns();
    if (device_failed() == cudaSuccess)
        direction == cudaMemcpyHostToHost ? move(rows) : move_staged(rows);
    device_lock();
    op_complete(op);
    device_unlock();
    return device_failed();
}

// Copies small pageable memory into a buffer at once, so that the call does not wait for the
// stream.
static cudaError_t by_copy_of_small(const struct rows *rows, struct CUstream_st *stream) {
    struct rows staged = *rows;
    char *staging = malloc(rows->width * rows->height);
    if (!staging)
        return cudaErrorMemoryAllocation;
    staged.to = staging;
    staged.to_pitch = rows->width;
    move(&staged);
    staged = *rows;
    staged.from = staging;
    staged.from_pitch = rows->width;
    cudaError_t error = by_engine(&staged, cudaMemcpyHostToDevice, stream, staging);
    if (error != cudaSuccess)
        free(staging);
    return error;
}

static void run_copy_blocks(const struct host_launch *launch, uint64_t first, uint64_t last) {
    const struct rows *all = launch->closure;
    size_t per_row = (all->width + PIECE - 1) / PIECE;
    for (uint64_t block = first; block < last; block++) {
        size_t y = block / per_row, x = block % per_row * PIECE;
        size_t size = all->width - x < PIECE ? all->width - x : PIECE;
        // memmove, for a copy onto itself
        memmove((char *)all->to + y * all->to_pitch + x,
                (const char *)all->from + y * all->from_pitch + x, size);
    }
}

static const struct host_kernel copy_kernel = {
    .name = "copy", .max_threads = MAX_BLOCK_THREADS, .run = run_copy_blocks};

static cudaError_t by_processors(const struct rows *rows, struct CUstream_st *stream) {
    struct rows all = *rows;
    struct op described = {.note = NOTE_COPY,
                           .direction = cudaMemcpyDeviceToDevice,
                           .to = rows->to,
                           .to_pitch = rows->to_pitch,
                           .rows = rows->height,
                           .size = rows->width * rows->height};
    if (all.to_pitch == all.width && all.from_pitch == all.width) {
        all.width *= all.height;
        all.height = 1;
    }
    return grid_of_our_own(&copy_kernel, &all, sizeof all,
                           (all.width + PIECE - 1) / PIECE * all.height, stream, &described);
}

static cudaError_t copy_between(const struct rows *rows, struct end to, struct end from,
                                struct CUstream_st *stream, bool async) {
    if (to.device && from.device)
        return by_processors(rows, stream);
    enum cudaMemcpyKind direction = to.device     ? cudaMemcpyHostToDevice
                                    : from.device ? cudaMemcpyDeviceToHost
                                                  : cudaMemcpyHostToHost;
    bool pageable = !to.known || !from.known;
    if (stream->capture)
        return by_engine(rows, direction, stream, NULL);
    if (pageable && async && to.device && rows->width * rows->height <= SMALL)
        return by_copy_of_small(rows, stream);
    if (pageable || direction == cudaMemcpyHostToHost)
        return by_caller(rows, direction, stream);
    cudaError_t error = by_engine(rows, direction, stream, NULL);
    if (error == cudaSuccess && !async) {
        wait_stream(stream);
        error = device_failed();
    }
    return error;
}

cudaError_t copy_rows(const struct rows *rows, enum cudaMemcpyKind kind, cudaStream_t handle,
                      bool async) {
    struct CUstream_st *stream = stream_of(handle);
    if (!stream)
        return cudaErrorInvalidResourceHandle;
    if (rows->width == 0 || rows->height == 0)
        return cudaSuccess;
    if (!rows->to || !rows->from || rows->width > rows->to_pitch || rows->width > rows->from_pitch)
        return rows->to && rows->from ? cudaErrorInvalidPitchValue : cudaErrorInvalidValue;
    if (kind > cudaMemcpyDefault)
        return cudaErrorInvalidMemcpyDirection;
    struct end to = look_at(rows->to, span(rows, rows->to_pitch));
    struct end from = look_at(rows->from, span(rows, rows->from_pitch));
    if (!to.inside || !from.inside || !fits_direction(to, from, rows, kind))
        return cudaErrorInvalidValue;
    return copy_between(rows, to, from, stream, async);
}

static cudaError_t copy(void *to, const void *from, size_t size, enum cudaMemcpyKind kind,
                        cudaStream_t stream, bool async) {
    struct rows rows = {to, from, size, size, size, 1};
    return copy_rows(&rows, kind, stream, async);
}

cudaError_t cudaMemcpy(void *to, const void *from, size_t size, enum cudaMemcpyKind kind) {
    CALL(copy(to, from, size, kind, NULL, false));
}

cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t size, enum cudaMemcpyKind kind,
                            cudaStream_t stream) {
    CALL(copy(to, from, size, kind, stream, true));
}

cudaError_t cudaMemcpy2D(void *to, size_t to_pitch, const void *from, size_t from_pitch,
                         size_t width, size_t height, enum cudaMemcpyKind kind) {
    struct rows rows = {to, from, to_pitch, from_pitch, width, height};
    CALL(copy_rows(&rows, kind, NULL, false));
}

cudaError_t cudaMemcpy2DAsync(void *to, size_t to_pitch, const void *from, size_t from_pitch,
                              size_t width, size_t height, enum cudaMemcpyKind kind,
                              cudaStream_t stream) {
    struct rows rows = {to, from, to_pitch, from_pitch, width, height};
    CALL(copy_rows(&rows, kind, stream, true));
}

// One end of a copy in three dimensions.
static char *corner(struct cudaPitchedPtr whole, struct cudaPos at) {
    return (char *)whole.ptr + (at.z * whole.ysize + at.y) * whole.pitch + at.x;
}

// False: no copy that can be done. An array takes the place of memory, and its elements of bytes.
static bool without_arrays(const struct cudaMemcpy3DParms *copy, struct cudaMemcpy3DParms *plain) {
    *plain = *copy;
    size_t to = 0, from = 0;
    if (copy->dstArray && !(to = array_as_memory(copy->dstArray, &plain->dstPtr)))
        return false;
    if (copy->srcArray && !(from = array_as_memory(copy->srcArray, &plain->srcPtr)))
        return false;
    if (to && from && to != from)
        return false;
    plain->dstPos.x *= to ? to : 1;
    plain->srcPos.x *= from ? from : 1;
    plain->extent.width *= to ? to : from ? from : 1;
    bool none = (copy->dstArray && copy->dstPtr.ptr) || (copy->srcArray && copy->srcPtr.ptr);
    return !none && plain->srcPtr.ptr && plain->dstPtr.ptr;
}

bool rows_of_box(const struct cudaMemcpy3DParms *box, struct rows *rows) {
    struct cudaMemcpy3DParms plain;
    if (!without_arrays(box, &plain))
        return false;
    struct cudaExtent extent = plain.extent;
    *rows = (struct rows){corner(plain.dstPtr, plain.dstPos),
                          corner(plain.srcPtr, plain.srcPos),
                          plain.dstPtr.pitch,
                          plain.srcPtr.pitch,
                          extent.width,
                          extent.height};
    bool whole = extent.height == plain.dstPtr.ysize && extent.height == plain.srcPtr.ysize;
    if (whole)
        rows->height *= extent.depth;
    return whole || extent.depth <= 1;
}

static cudaError_t copy_3d(const struct cudaMemcpy3DParms *copy, cudaStream_t stream, bool async) {
    struct cudaMemcpy3DParms plain;
    struct rows rows = {0};
    if (!copy || !without_arrays(copy, &plain))
        return cudaErrorInvalidValue;
    if (rows_of_box(copy, &rows))
        return copy_rows(&rows, copy->kind, stream, async);
    cudaError_t error = cudaSuccess;
    for (size_t z = 0; z < plain.extent.depth && error == cudaSuccess; z++) {
        error = copy_rows(&rows, copy->kind, stream, async);
        rows.to = (char *)rows.to + plain.dstPtr.ysize * rows.to_pitch;
        rows.from = (const char *)rows.from + plain.srcPtr.ysize * rows.from_pitch;
    }
    return error;
}

cudaError_t cudaMemcpy3D(const struct cudaMemcpy3DParms *copy) {
    CALL(copy_3d(copy, NULL, false));
}

cudaError_t cudaMemcpy3DAsync(const struct cudaMemcpy3DParms *copy, cudaStream_t stream) {
    CALL(copy_3d(copy, stream, true));
}

static cudaError_t copy_peer(void *to, int to_device, const void *from, int from_device,
                             size_t size, cudaStream_t stream, bool async) {
    if (to_device != 0 || from_device != 0)
        return cudaErrorInvalidDevice;
    return copy(to, from, size, cudaMemcpyDefault, stream, async);
}

cudaError_t cudaMemcpyPeer(void *to, int to_device, const void *from, int from_device,
                           size_t size) {
    CALL(copy_peer(to, to_device, from, from_device, size, NULL, false));
}

cudaError_t cudaMemcpyPeerAsync(void *to, int to_device, const void *from, int from_device,
                                size_t size, cudaStream_t stream) {
    CALL(copy_peer(to, to_device, from, from_device, size, stream, true));
}
