// array_copies.c: copies between memory and an array, which arrays.c shows as memory.
#include "api/api.h"

// Rows from x bytes and y rows on, in an array.
static cudaError_t copy_part(cudaArray_const_t array, size_t x, size_t y, void *other, size_t pitch,
                             size_t width, size_t height, enum cudaMemcpyKind kind, bool to_array) {
    struct cudaPitchedPtr memory;
    if (!array_as_memory(array, &memory))
        return cudaErrorInvalidResourceHandle;
    if (x + width > memory.pitch || y + height > memory.ysize)
        return cudaErrorInvalidValue;
    char *place = (char *)memory.ptr + y * memory.pitch + x;
    struct rows rows = to_array ? (struct rows){place, other, memory.pitch, pitch, width, height}
                                : (struct rows){other, place, pitch, memory.pitch, width, height};
    return copy_rows(&rows, kind, NULL, false);
}

cudaError_t cudaMemcpy2DToArray(cudaArray_t to, size_t x, size_t y, const void *from, size_t pitch,
                                size_t width, size_t height, enum cudaMemcpyKind kind) {
    CALL(copy_part(to, x, y, (void *)from, pitch, width, height, kind, true));
}

cudaError_t cudaMemcpy2DFromArray(void *to, size_t pitch, cudaArray_const_t from, size_t x,
                                  size_t y, size_t width, size_t height, enum cudaMemcpyKind kind) {
    CALL(copy_part(from, x, y, to, pitch, width, height, kind, false));
}

// As many bytes as there are, from a place on, row after row.
static cudaError_t copy_run(cudaArray_t array, size_t x, size_t y, const void *from, size_t size,
                            enum cudaMemcpyKind kind) {
    struct cudaPitchedPtr memory;
    if (!array_as_memory(array, &memory))
        return cudaErrorInvalidResourceHandle;
    size_t first = y * memory.pitch + x;
    if (first + size > memory.pitch * memory.ysize)
        return cudaErrorInvalidValue;
    struct rows rows = {(char *)memory.ptr + first, from, size, size, size, 1};
    return copy_rows(&rows, kind, NULL, false);
}

cudaError_t cudaMemcpyToArray(cudaArray_t to, size_t x, size_t y, const void *from, size_t size,
                              enum cudaMemcpyKind kind) {
    CALL(copy_run(to, x, y, from, size, kind));
}
