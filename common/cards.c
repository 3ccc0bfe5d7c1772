// cards.c: published cards, for exercises and for reading papers. Clocks are as the
// driver reports them: half the data rate, so 2 x clock x bus is the peak.
#include <string.h>
#include <strings.h>

#include "tare_internal.h"

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
        return "ECC takes no bandwidth here: HBM has bits of its own for it (scattered writes "
               "aside)";
    if (memory && strncmp(memory, "GDDR", 4) == 0)
        return "with ECC on, expect 6.25 % less memory and about 20 % less bandwidth: GDDR keeps "
               "the "
               "check bits in the same memory";
    return "what ECC costs on this memory is not known";
}
