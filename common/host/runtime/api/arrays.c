// arrays.c: CUDA arrays, which are rows of elements here, and the textures and surfaces that
// kernels read them through (include/host/textures.h).
#include "api/api.h"

#include <stdlib.h>
#include <string.h>

enum { ARRAY_MAGIC = 0x41727261, TEXTURE_MAGIC = 0x54657875 };

struct cudaArray {
    char *data;
    struct cudaChannelFormatDesc format;
    struct cudaExtent extent; // in elements; never 0
    unsigned magic;
    int bytes; // of an element
};

static bool is_array(const struct cudaArray *array) {
    return array && array->magic == ARRAY_MAGIC;
}

// All channels are as wide as the first, and there are 1, 2 or 4 of them. 0: not so.
static int channels_of(struct cudaChannelFormatDesc d) {
    int channels = (d.x != 0) + (d.y != 0) + (d.z != 0) + (d.w != 0);
    bool same = (!d.y || d.y == d.x) && (!d.z || d.z == d.x) && (!d.w || d.w == d.x);
    bool wide = d.x == 32 || d.x == 16 || (d.x == 8 && d.f != cudaChannelFormatKindFloat);
    bool gaps = (d.z && !d.y) || (d.w && !d.z) || channels == 3;
    return same && wide && !gaps && d.f < cudaChannelFormatKindNone ? channels : 0;
}

static cudaError_t create(cudaArray_t *array, const struct cudaChannelFormatDesc *format,
                          struct cudaExtent extent, unsigned flags) {
    unsigned known = cudaArrayLayered | cudaArraySurfaceLoadStore | cudaArrayTextureGather;
    if (!array || !format || extent.width == 0)
        return cudaErrorInvalidValue;
    if (!channels_of(*format))
        return cudaErrorInvalidChannelDescriptor;
    if (flags & ~known)
        return flags & cudaArrayCubemap ? cudaErrorNotSupported : cudaErrorInvalidValue;
    struct cudaArray *made = calloc(1, sizeof *made);
    if (!made)
        return cudaErrorMemoryAllocation;
    *made = (struct cudaArray){.format = *format,
                               .extent = {extent.width, extent.height ? extent.height : 1,
                                          extent.depth ? extent.depth : 1},
                               .magic = ARRAY_MAGIC,
                               .bytes = channels_of(*format) * format->x / 8};
    size_t size;
    if (__builtin_mul_overflow(made->extent.width, made->extent.height, &size) ||
        __builtin_mul_overflow(size, made->extent.depth, &size) ||
        __builtin_mul_overflow(size, (size_t)made->bytes, &size)) {
        free(made);
        return cudaErrorMemoryAllocation;
    }
    cudaError_t error = memory_allocate((void **)&made->data, size, cudaMemoryTypeDevice, 0);
    if (error != cudaSuccess)
        free(made);
    else
        *array = made;
    return error;
}

cudaError_t cudaMallocArray(cudaArray_t *array, const struct cudaChannelFormatDesc *format,
                            size_t width, size_t height, unsigned flags) {
    CALL(create(array, format, (struct cudaExtent){width, height, 0}, flags));
}

cudaError_t cudaMalloc3DArray(cudaArray_t *array, const struct cudaChannelFormatDesc *format,
                              struct cudaExtent extent, unsigned flags) {
    CALL(create(array, format, extent, flags));
}

static cudaError_t destroy(cudaArray_t array) {
    struct range range;
    if (!array)
        return cudaSuccess;
    if (!is_array(array))
        return cudaErrorInvalidValue;
    wait_device();
    if (memory_take(array->data, &range))
        memory_unmap(&range);
    array->magic = 0;
    free(array);
    return device_failed();
}

cudaError_t cudaFreeArray(cudaArray_t array) {
    CALL(destroy(array));
}

struct cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w,
                                                   enum cudaChannelFormatKind f) {
    return (struct cudaChannelFormatDesc){x, y, z, w, f};
}

// ---- for copies an array is memory of rows without gaps

size_t array_as_memory(cudaArray_const_t array, struct cudaPitchedPtr *memory) {
    if (!is_array(array))
        return 0;
    size_t row = array->extent.width * (size_t)array->bytes;
    *memory = (struct cudaPitchedPtr){array->data, row, row, array->extent.height};
    return (size_t)array->bytes;
}

// ---- textures and surfaces

static cudaError_t describe(struct host_texture *t, const struct cudaResourceDesc *resource) {
    struct cudaChannelFormatDesc format;
    if (resource->resType == cudaResourceTypeArray) {
        const struct cudaArray *array = resource->res.array.array;
        struct cudaPitchedPtr memory;
        if (!array_as_memory(array, &memory))
            return cudaErrorInvalidValue;
        format = array->format;
        t->data = memory.ptr;
        t->pitch = memory.pitch;
        t->width = array->extent.width;
        t->height = array->extent.height;
        t->depth = array->extent.depth;
    } else if (resource->resType == cudaResourceTypePitch2D) {
        format = resource->res.pitch2D.desc;
        t->data = resource->res.pitch2D.devPtr;
        t->pitch = resource->res.pitch2D.pitchInBytes;
        t->width = resource->res.pitch2D.width;
        t->height = resource->res.pitch2D.height;
        t->depth = 1;
    } else if (resource->resType == cudaResourceTypeLinear) {
        format = resource->res.linear.desc;
        t->data = resource->res.linear.devPtr;
        t->pitch = resource->res.linear.sizeInBytes;
        t->height = t->depth = 1;
    } else {
        return cudaErrorNotSupported; // mipmaps
    }
    t->channels = channels_of(format);
    if (!t->data)
        return cudaErrorInvalidValue;
    if (!t->channels)
        return cudaErrorInvalidChannelDescriptor;
    t->format = format;
    t->bytes = t->channels * format.x / 8;
    t->slice = t->pitch * t->height;
    if (resource->resType == cudaResourceTypeLinear)
        t->width = t->pitch / (size_t)t->bytes;
    return t->pitch < t->width * (size_t)t->bytes ? cudaErrorInvalidValue : cudaSuccess;
}

static cudaError_t make(unsigned long long *object, const struct cudaResourceDesc *resource,
                        const struct cudaTextureDesc *how) {
    struct host_texture *made = calloc(1, sizeof *made);
    if (!made)
        return cudaErrorMemoryAllocation;
    cudaError_t error = describe(made, resource);
    made->magic = TEXTURE_MAGIC;
    if (how)
        made->how = *how;
    if (error != cudaSuccess)
        free(made);
    else
        *object = (unsigned long long)(uintptr_t)made;
    return error;
}

// A filter gives fractions, and so does a read that maps an integer to 0..1: of 8 or 16 bits.
static cudaError_t check_texture(const struct cudaTextureDesc *how,
                                 struct cudaChannelFormatDesc format, bool can_filter) {
    bool whole = format.f != cudaChannelFormatKindFloat, wide = format.x > 16;
    bool mapped = how->readMode == cudaReadModeNormalizedFloat;
    if (can_filter && how->filterMode == cudaFilterModeLinear && whole && (!mapped || wide))
        return cudaErrorInvalidFilterSetting;
    return mapped && whole && wide ? cudaErrorInvalidNormSetting : cudaSuccess;
}

static cudaError_t create_texture(cudaTextureObject_t *texture,
                                  const struct cudaResourceDesc *resource,
                                  const struct cudaTextureDesc *how,
                                  const struct cudaResourceViewDesc *view) {
    struct host_texture as_described = {0};
    if (!texture || !resource || !how)
        return cudaErrorInvalidValue;
    if (view)
        return cudaErrorNotSupported;
    cudaError_t error = describe(&as_described, resource);
    if (error == cudaSuccess)
        error =
            check_texture(how, as_described.format, resource->resType != cudaResourceTypeLinear);
    return error == cudaSuccess ? make(texture, resource, how) : error;
}

cudaError_t cudaCreateTextureObject(cudaTextureObject_t *texture,
                                    const struct cudaResourceDesc *resource,
                                    const struct cudaTextureDesc *how,
                                    const struct cudaResourceViewDesc *view) {
    CALL(create_texture(texture, resource, how, view));
}

cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t *surface,
                                    const struct cudaResourceDesc *resource) {
    CALL(!surface || !resource || resource->resType != cudaResourceTypeArray
             ? cudaErrorInvalidValue
             : make(surface, resource, NULL));
}

static cudaError_t destroy_object(unsigned long long object) {
    struct host_texture *texture = (struct host_texture *)(uintptr_t)object;
    if (!texture || texture->magic != TEXTURE_MAGIC)
        return cudaErrorInvalidValue;
    wait_device();
    texture->magic = 0;
    free(texture);
    return cudaSuccess;
}

cudaError_t cudaDestroyTextureObject(cudaTextureObject_t texture) {
    CALL(destroy_object(texture));
}

cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t surface) {
    CALL(destroy_object(surface));
}
