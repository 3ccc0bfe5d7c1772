// fake_driver.c: as much of libcuda.so.1 as the collector asks. Stream 6 is being captured;
// addresses from 4096 on are the device's.
#include <cuda.h>
#include <string.h>

CUresult cuCtxGetDevice(CUdevice *device) {
    *device = 0;
    return CUDA_SUCCESS;
}

CUresult cuDeviceGetName(char *name, int length, CUdevice device) {
    (void)device;
    strncpy(name, "A card of paper", (size_t)length);
    return CUDA_SUCCESS;
}

CUresult cuDeviceGetAttribute(int *value, CUdevice_attribute attribute, CUdevice device) {
    (void)device;
    switch (attribute) {
    case CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE:
        *value = 1000000;
        return CUDA_SUCCESS;
    case CU_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH:
        *value = 4096;
        return CUDA_SUCCESS;
    case CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE:
        *value = 6291456;
        return CUDA_SUCCESS;
    default:
        return CUDA_ERROR_INVALID_VALUE;
    }
}

CUresult cuPointerGetAttribute(void *value, CUpointer_attribute attribute, CUdeviceptr address) {
    (void)attribute;
    *(unsigned *)value = CU_MEMORYTYPE_DEVICE;
    return address >= 4096 ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult cuStreamIsCapturing(CUstream stream, CUstreamCaptureStatus *status) {
    *status =
        stream == (CUstream)6 ? CU_STREAM_CAPTURE_STATUS_ACTIVE : CU_STREAM_CAPTURE_STATUS_NONE;
    return CUDA_SUCCESS;
}

CUresult cuThreadExchangeStreamCaptureMode(CUstreamCaptureMode *mode) {
    static CUstreamCaptureMode kept = CU_STREAM_CAPTURE_MODE_GLOBAL;
    CUstreamCaptureMode before = kept;
    kept = *mode;
    *mode = before;
    return CUDA_SUCCESS;
}
