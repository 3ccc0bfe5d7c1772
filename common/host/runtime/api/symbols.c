// symbols.c: __device__ and __constant__ variables: device memory with a name.
#include "api/api.h"

const void *host_symbol(const void *symbol, size_t size) {
    struct range range;
    if (!memory_find(symbol, &range))
        memory_register((void *)symbol, size, 0, true);
    return symbol;
}

static bool find(const void *symbol, struct range *range) {
    return symbol && memory_find(symbol, range) && range->symbol && range->start == symbol;
}

// Where a part of a symbol is.
static cudaError_t part_of(const void *symbol, size_t offset, size_t size, char **at) {
    struct range range;
    if (!find(symbol, &range))
        return cudaErrorInvalidSymbol;
    if (offset > range.size || size > range.size - offset)
        return cudaErrorInvalidValue;
    *at = range.start + offset;
    return cudaSuccess;
}

static cudaError_t to_symbol(const void *symbol, const void *from, size_t size, size_t offset,
                             enum cudaMemcpyKind kind, cudaStream_t stream, bool async) {
    char *at;
    cudaError_t error = part_of(symbol, offset, size, &at);
    if (error != cudaSuccess)
        return error;
    if (kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyHostToHost)
        return cudaErrorInvalidMemcpyDirection;
    struct rows rows = {at, from, size, size, size, 1};
    return copy_rows(&rows, kind, stream, async);
}

static cudaError_t from_symbol(void *to, const void *symbol, size_t size, size_t offset,
                               enum cudaMemcpyKind kind, cudaStream_t stream, bool async) {
    char *at;
    cudaError_t error = part_of(symbol, offset, size, &at);
    if (error != cudaSuccess)
        return error;
    if (kind == cudaMemcpyHostToDevice || kind == cudaMemcpyHostToHost)
        return cudaErrorInvalidMemcpyDirection;
    struct rows rows = {to, at, size, size, size, 1};
    return copy_rows(&rows, kind, stream, async);
}

cudaError_t cudaMemcpyToSymbol(const void *symbol, const void *from, size_t size, size_t offset,
                               enum cudaMemcpyKind kind) {
    CALL(to_symbol(symbol, from, size, offset, kind, NULL, false));
}

cudaError_t cudaMemcpyFromSymbol(void *to, const void *symbol, size_t size, size_t offset,
                                 enum cudaMemcpyKind kind) {
    CALL(from_symbol(to, symbol, size, offset, kind, NULL, false));
}

cudaError_t cudaMemcpyToSymbolAsync(const void *symbol, const void *from, size_t size,
                                    size_t offset, enum cudaMemcpyKind kind, cudaStream_t stream) {
    CALL(to_symbol(symbol, from, size, offset, kind, stream, true));
}

cudaError_t cudaMemcpyFromSymbolAsync(void *to, const void *symbol, size_t size, size_t offset,
                                      enum cudaMemcpyKind kind, cudaStream_t stream) {
    CALL(from_symbol(to, symbol, size, offset, kind, stream, true));
}

static cudaError_t address_of(void **pointer, const void *symbol) {
    struct range range;
    if (!pointer)
        return cudaErrorInvalidValue;
    if (!find(symbol, &range))
        return cudaErrorInvalidSymbol;
    *pointer = range.start;
    return cudaSuccess;
}

cudaError_t cudaGetSymbolAddress(void **pointer, const void *symbol) {
    CALL(address_of(pointer, symbol));
}
