// cuda_error.c: see cuda_error.h.
#include "cuda_error.h"

#include <stdio.h>

const char *cuda_error_name(int error, char buffer[32]) {
    static const struct {
        int code;
        const char *name;
    } errors[] = {{1, "cudaErrorInvalidValue"},
                  {2, "cudaErrorMemoryAllocation"},
                  {9, "cudaErrorInvalidConfiguration"},
                  {98, "cudaErrorInvalidDeviceFunction"},
                  {209, "cudaErrorNoKernelImageForDevice"},
                  {400, "cudaErrorInvalidResourceHandle"},
                  {600, "cudaErrorNotReady"},
                  {700, "cudaErrorIllegalAddress"},
                  {701, "cudaErrorLaunchOutOfResources"},
                  {716, "cudaErrorMisalignedAddress"},
                  {719, "cudaErrorLaunchFailure"},
                  {720, "cudaErrorCooperativeLaunchTooLarge"}};
    for (size_t i = 0; i < sizeof(errors) / sizeof(errors[0]); i++)
        if (errors[i].code == error)
            return errors[i].name;
    snprintf(buffer, 32, "error %d", error);
    return buffer;
}
