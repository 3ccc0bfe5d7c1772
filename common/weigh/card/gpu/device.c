// device.c: what the driver says of the card: name, cache, and the peaks that follow from clocks.
#include "tare.h"
#include "tare_internal.h"
#include "weigh/card/gpu/gpu.h"

static int attribute(CUdevice device, CUdevice_attribute which) {
    int value = 0;
    return library.cuDeviceGetAttribute(&value, which, device) == CUDA_SUCCESS ? value : 0;
}

static void write_known(struct card_line *line, const char *key, double value) {
    if (value > 0)
        card_count(line, key, value);
}

void device_write(CUdevice device) {
    static const double hz_per_khz = 1000;
    char name[256];
    struct card_line *line = file_line("device");
    if (library.cuDeviceGetName(name, sizeof name, device) == CUDA_SUCCESS)
        card_text(line, "name", name);
    card_text(line, "kind", "card");
    double memory_hz = hz_per_khz * attribute(device, CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE);
    double hz = hz_per_khz * attribute(device, CU_DEVICE_ATTRIBUTE_CLOCK_RATE);
    write_known(line, "peak_bytes_per_s",
                tare_peak_bytes_per_s(
                    memory_hz, attribute(device, CU_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH)));
    write_known(
        line, "peak_flops_f32",
        tare_peak_flop_per_s(attribute(device, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR),
                             attribute(device, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR),
                             attribute(device, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT), hz));
    write_known(line, "l2_bytes", attribute(device, CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE));
    file_write(line);
}
