// device.c: tare device.
#include <stdio.h>

#include "command.h"
#include "tare.h"

static void line(const char *what, const char *value, const char *how) {
    printf("%-18s %-36s %s\n", what, value, how);
}

static void number(const char *what, double value, const char *format, const char *how) {
    char text[64];
    snprintf(text, sizeof text, format, value);
    if (value > 0)
        line(what, text, how);
    else
        line(what, "unknown", "the device does not say");
}

static int clocks(void) {
    tare_clock host, device;
    tare_status status = tare_host_clock(&host);
    if (status == TARE_OK)
        status = tare_device_clock(NULL, &device);
    if (status != TARE_OK)
        return failed(status);
    number("host clock", 1e9 * host.tick, "%.0f ns a step", "measured now");
    number("event clock", 1e9 * device.tick, "%.0f ns a step", "measured now");
    number("empty kernel", 1e6 * device.floor, "%.2f us between two events", "measured now");
    return EXIT_FINE;
}

int command_device(int count, char **words) {
    if (count > 0)
        return usage_error("device takes nothing, not %s", words[0]);
    tare_device d;
    tare_status status = tare_device_facts(&d);
    if (status != TARE_OK)
        return failed(status);
    char text[64];
    const char *attribute = "attribute";
    line("name", d.name, d.is_host ? "this machine's CPU, not a GPU" : "driver");
    snprintf(text, sizeof text, "%d.%d", d.major, d.minor);
    line("compute capability", d.is_host ? "none" : text, d.is_host ? "" : attribute);
    number("multiprocessors", d.multiprocessors, "%.0f", attribute);
    number("memory", (double)d.memory_bytes / 1e9, "%.2f GB", "driver");
    number("L2 cache", (double)d.l2_bytes / 1048576, "%.2f MiB", attribute);
    number("memory clock", d.memory_clock_hz / 1e6, "%.0f MHz", "attribute: half the data rate");
    number("memory bus", d.bus_bits, "%.0f bit", attribute);
    line("ECC",
         d.ecc < 0 ? "unknown"
         : d.ecc   ? "on"
                   : "off",
         d.ecc < 0 ? "the device does not say" : attribute);
    snprintf(text, sizeof text, "from %s", tare_source_name(d.peak_source));
    number("peak bandwidth", d.peak_bytes_per_s / 1e9, "%.1f GB/s", text);
    number("peak fp32", d.peak_flop_per_s / 1e12, "%.2f TFLOP/s",
           "lanes by architecture, clock by attribute");
    return clocks();
}
