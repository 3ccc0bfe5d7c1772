// attribute.c: what a stream is asked to remember. The L2 keeps nothing on request, so the only
// window that it takes is one of no bytes.
#include "api.h"

#include <string.h>

static cudaError_t set(cudaStream_t handle, cudaStreamAttrID attribute,
                       const cudaStreamAttrValue *value) {
    struct CUstream_st *stream = stream_of(handle);
    if (!stream)
        return cudaErrorInvalidResourceHandle;
    if (!value)
        return cudaErrorInvalidValue;
    switch (attribute) {
    case cudaStreamAttributeAccessPolicyWindow:
        return value->accessPolicyWindow.num_bytes > 0 ? cudaErrorInvalidValue : cudaSuccess;
    case cudaStreamAttributePriority:
        stream->priority = value->priority;
        return cudaSuccess;
    }
    return cudaErrorNotSupported;
}

cudaError_t cudaStreamSetAttribute(cudaStream_t stream, cudaStreamAttrID attribute,
                                   const cudaStreamAttrValue *value) {
    CALL(set(stream, attribute, value));
}

static cudaError_t get(cudaStream_t handle, cudaStreamAttrID attribute,
                       cudaStreamAttrValue *value) {
    const struct CUstream_st *stream = stream_of(handle);
    if (!stream)
        return cudaErrorInvalidResourceHandle;
    if (!value)
        return cudaErrorInvalidValue;
    memset(value, 0, sizeof *value);
    switch (attribute) {
    case cudaStreamAttributeAccessPolicyWindow:
        return cudaSuccess;
    case cudaStreamAttributePriority:
        value->priority = stream->priority;
        return cudaSuccess;
    }
    return cudaErrorNotSupported;
}

cudaError_t cudaStreamGetAttribute(cudaStream_t stream, cudaStreamAttrID attribute,
                                   cudaStreamAttrValue *value) {
    CALL(get(stream, attribute, value));
}
