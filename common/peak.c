// peak.c: what the hardware could do, from numbers that somebody published.
#include "tare_internal.h"

double tare_peak_bytes_per_s(double memory_clock_hz, int bus_bits) {
    if (!(memory_clock_hz > 0) || bus_bits <= 0)
        return 0;
    return 2 * memory_clock_hz * bus_bits / 8; // double data rate; 8 bits a byte
}

// fp32 lanes of one multiprocessor; 0 for an architecture that this table does not have.
static int fp32_lanes(int major, int minor) {
    switch (major) {
    case 5:
        return 128;
    case 6:
        return minor == 0 ? 64 : 128;
    case 7:
        return 64;
    case 8:
        return minor == 0 ? 64 : 128;
    case 9:
    case 10:
    case 12:
        return 128;
    default:
        return 0;
    }
}

double tare_peak_flop_per_s(int major, int minor, int multiprocessors, double clock_hz) {
    if (multiprocessors <= 0 || !(clock_hz > 0))
        return 0;
    return 2.0 * fp32_lanes(major, minor) * multiprocessors * clock_hz; // an FMA is two flops
}

const char *tare_source_name(tare_source source) {
    switch (source) {
    case TARE_SOURCE_ATTRIBUTE:
        return "the device's attributes";
    case TARE_SOURCE_TABLE:
        return "a table of published figures";
    case TARE_SOURCE_MEASURED:
        return "measured here";
    case TARE_SOURCE_UNKNOWN:
        break;
    }
    return "unknown";
}
