// peak.c: the theoretical peaks of hardware, from published numbers. No device is needed.
#include <string.h>
#include <strings.h>

#include "tare_internal.h"

double tare_peak_bytes_per_s(double memory_clock_hz, int bus_bits) {
    if (!(memory_clock_hz > 0) || bus_bits <= 0)
        return 0;
    return 2 * memory_clock_hz * bus_bits / 8; // double data rate; 8 bits are a byte
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

// ---- published cards -----------------------------------------------------------------

// For exercises and for reading papers. The clocks are as the driver reports them: half the data
// rate, so that 2 x clock x bus is the peak.
static const tare_card cards[] = {
    {"Tesla M2050", 1546e6, 384, "GDDR5",
     "M. Harris, How to Implement Performance Metrics in CUDA C/C++, 2012"},
    {"V100", 877e6, 4096, "HBM2", "CUDA C++ Best Practices Guide, section 8.2.1"},
    {"T4", 5001e6, 256, "GDDR6", "clock of the driver; NVIDIA's datasheet says 320 GB/s"},
    {"RTX 3090", 9751e6, 384, "GDDR6X", "clock of the driver; published as 936 GB/s"},
    {"RTX 4090", 10501e6, 384, "GDDR6X", "clock of the driver; published as 1008 GB/s"},
    {"A100 40GB", 1215e6, 5120, "HBM2", "clock of the driver; NVIDIA's datasheet says 1555 GB/s"},
    {"A100 80GB SXM", 1593e6, 5120, "HBM2e",
     "clock of the driver; NVIDIA's datasheet says 2039 GB/s"},
    {"H100 SXM", 2619e6, 5120, "HBM3", "clock of the driver; NVIDIA's datasheet says 3350 GB/s"},
    {"H200", 3201e6, 6144, "HBM3e",
     "clock of the driver; NVIDIA's datasheet says 4800 GB/s, and the driver a bus of 6016 bit"},
};

const tare_card *tare_cards(int *count) {
    if (count)
        *count = (int)(sizeof cards / sizeof cards[0]);
    return cards;
}

const tare_card *tare_card_named(const char *name) {
    for (size_t i = 0; name && i < sizeof cards / sizeof cards[0]; i++)
        if (strcasecmp(name, cards[i].name) == 0)
            return &cards[i];
    return NULL;
}

const char *tare_ecc_note(const char *memory) {
    if (memory && strncmp(memory, "HBM", 3) == 0)
        return "ECC takes no bandwidth here, except from scattered writes: HBM has separate bits "
               "for ECC";
    if (memory && strncmp(memory, "GDDR", 4) == 0)
        return "with ECC on, expect 6.25 % less memory and about 20 % less bandwidth: GDDR keeps "
               "the check bits in the same memory";
    return "what ECC costs on this memory is not known";
}
