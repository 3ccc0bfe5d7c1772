// device.c: failures in words, and the facts that the current device reports about itself.
#include <pthread.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/cache.h"
#include "tare_device.h"
#include "tare_internal.h"

// ---- failures: one sentence for each thread ------------------------------------------

static _Thread_local char why[512];

const char *tare_status_text(tare_status status) {
    switch (status) {
    case TARE_OK:
        return "no failure";
    case TARE_BAD_ARGUMENT:
        return "an argument is not valid";
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
    // By number: older toolkits and the host device do not have all of the names.
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
    static int usable; // only success is remembered: a card may appear later, but not disappear
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

// ---- the device's facts; a fact that the device does not report stays 0 --------------

static double attribute(enum cudaDeviceAttr which, int device, double unit) {
    int value = 0;
    if (cudaDeviceGetAttribute(&value, which, device) != cudaSuccess) {
        (void)cudaGetLastError();
        return 0;
    }
    return value > 0 ? value * unit : 0;
}

static void find_peaks(tare_device *facts, double clock_hz) {
    facts->peak_bytes_per_s = tare_peak_bytes_per_s(facts->memory_clock_hz, facts->bus_bits);
    if (facts->peak_bytes_per_s > 0) {
        facts->peak_source = TARE_SOURCE_ATTRIBUTE;
    } else { // some integrated devices answer 0: look for a published card of that name
        const char *name = facts->name;
        const tare_card *card = tare_card_named(name);
        if (!card && strncmp(name, "NVIDIA ", 7) == 0)
            card = tare_card_named(name + 7);
        if (card) {
            facts->peak_bytes_per_s = tare_peak_bytes_per_s(card->memory_clock_hz, card->bus_bits);
            facts->peak_source = TARE_SOURCE_TABLE;
        }
    }
    facts->peak_flop_per_s =
        tare_peak_flop_per_s(facts->major, facts->minor, facts->multiprocessors, clock_hz);
    if (facts->peak_flop_per_s > 0)
        facts->flop_source = TARE_SOURCE_TABLE; // no attribute gives the lanes of an architecture
}

static tare_status ask(tare_device *facts, int device) {
    static struct cudaDeviceProp properties; // more than a kilobyte: not on the stack
    TARE_TRY_CUDA(cudaGetDeviceProperties(&properties, device));
    memset(facts, 0, sizeof *facts);
    snprintf(facts->name, sizeof facts->name, "%s", properties.name);
    facts->is_host = strncmp(facts->name, "host device", 11) == 0;
    facts->memory_bytes = properties.totalGlobalMem;
    facts->major = (int)attribute(cudaDevAttrComputeCapabilityMajor, device, 1);
    facts->minor = (int)attribute(cudaDevAttrComputeCapabilityMinor, device, 1);
    facts->multiprocessors = (int)attribute(cudaDevAttrMultiProcessorCount, device, 1);
    facts->l2_bytes = (uint64_t)attribute(cudaDevAttrL2CacheSize, device, 1);
    facts->memory_clock_hz = attribute(cudaDevAttrMemoryClockRate, device, 1e3);
    facts->bus_bits = (int)attribute(cudaDevAttrGlobalMemoryBusWidth, device, 1);
    int ecc = -1;
    if (cudaDeviceGetAttribute(&ecc, cudaDevAttrEccEnabled, device) != cudaSuccess)
        (void)cudaGetLastError();
    facts->ecc = facts->is_host ? -1 : ecc;
    find_peaks(facts, facts->is_host ? 0 : attribute(cudaDevAttrClockRate, device, 1e3));
    return TARE_OK;
}

int tare_current_device(void) {
    int number = 0;
    if (cudaGetDevice(&number) != cudaSuccess)
        (void)cudaGetLastError();
    return number;
}

tare_status tare_device_facts(tare_device *device) {
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    static tare_device kept;
    static int kept_number = -1;
    if (!device)
        return tare_fail(TARE_BAD_ARGUMENT, "tare_device_facts: device is NULL");
    memset(device, 0, sizeof *device);
    device->ecc = -1;
    TARE_TRY(tare_need_device());
    int number = tare_current_device();
    pthread_mutex_lock(&lock);
    tare_status status = TARE_OK;
    if (kept_number != number) {
        status = ask(&kept, number);
        kept_number = status == TARE_OK ? number : -1;
    }
    if (status == TARE_OK)
        *device = kept;
    pthread_mutex_unlock(&lock);
    return status;
}

uint64_t tare_largest_cache(const tare_device *device) {
    uint64_t host = device->is_host ? last_cache_of_host() : 0;
    return host > device->l2_bytes ? host : device->l2_bytes;
}
