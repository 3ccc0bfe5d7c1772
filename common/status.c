// status.c: what went wrong, in words, one sentence a thread.
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "tare_device.h"
#include "tare_internal.h"

static _Thread_local char why[512];

const char *tare_status_text(tare_status status) {
    switch (status) {
    case TARE_OK:
        return "all is well";
    case TARE_BAD_ARGUMENT:
        return "an argument that cannot be right";
    case TARE_NO_DEVICE:
        return "no device here can run a kernel";
    case TARE_CUDA_ERROR:
        return "a CUDA call failed";
    case TARE_NO_MEMORY:
        return "out of memory";
    case TARE_TOO_SHORT:
        return "shorter than the clock can tell";
    case TARE_UNKNOWN:
        return "the device does not say";
    case TARE_IO_ERROR:
        return "a file could not be written";
    }
    return "not a status of this library";
}

const char *tare_why(void) {
    return why[0] ? why : "nothing has failed in this thread";
}

tare_status tare_fail(tare_status status, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(why, sizeof why, format, arguments);
    va_end(arguments);
    return status;
}

static int means_no_device(cudaError_t error) {
    // By number: older toolkits and the host device do not name all of them.
    int number = (int)error;
    return number == 100 /* no device */ || number == 35 /* driver too old or absent */ ||
           number == 34 /* stub library */ || number == 803 /* driver and library differ */;
}

tare_status tare_fail_cuda(cudaError_t error, const char *call) {
    (void)cudaGetLastError();
    tare_status status = means_no_device(error) ? TARE_NO_DEVICE : TARE_CUDA_ERROR;
    if (error == cudaErrorMemoryAllocation)
        status = TARE_NO_MEMORY;
    return tare_fail(status, "%s: %s: %s", call, cudaGetErrorName(error),
                     cudaGetErrorString(error));
}

tare_status tare_need_device(void) {
    static int usable; // only success is kept: a card may appear, none disappears
    if (usable)
        return TARE_OK;
    int count = 0;
    cudaError_t error = cudaGetDeviceCount(&count);
    if (error != cudaSuccess)
        (void)cudaGetLastError();
    if (error != cudaSuccess || count < 1)
        return tare_fail(TARE_NO_DEVICE,
                         "no CUDA device can be used here (%s): check the driver "
                         "with nvidia-smi, or build with DEVICE=host",
                         error == cudaSuccess ? "none found" : cudaGetErrorString(error));
    usable = 1;
    return TARE_OK;
}

void tare_cuda_failed(int error, const char *expression, const char *file, int line) {
    fflush(stdout);
    fprintf(stderr, "%s:%d: %s: %s: %s\n", file, line, expression,
            cudaGetErrorName((cudaError_t)error), cudaGetErrorString((cudaError_t)error));
    exit(1);
}
