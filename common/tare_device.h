// tare_device.h: checks of CUDA's calls. They are in every build, unlike assert.
#ifndef TARE_DEVICE_H
#define TARE_DEVICE_H

#include <cuda_runtime_api.h>

#ifdef __cplusplus
extern "C" {
#endif

// Prints "file:line: expression: cudaErrorName: its text" and ends the program with 1.
void tare_cuda_failed(int error, const char *expression, const char *file, int line);

#ifdef __cplusplus
}
#endif

#ifndef TARE_CALL_TEXT // a program that is given away as an object defines it to say less
#define TARE_CALL_TEXT(text) text
#endif
#define TARE_CHECK(call)                                                                           \
    do {                                                                                           \
        cudaError_t tare_error_ = (call);                                                          \
        if (tare_error_ != cudaSuccess)                                                            \
            tare_cuda_failed((int)tare_error_, TARE_CALL_TEXT(#call), __FILE__, __LINE__);         \
    } while (0)

// Put it after every launch: a launch that the device refused is reported here and nowhere else.
#define TARE_CHECK_LAUNCH() TARE_CHECK(cudaGetLastError())

#endif
