// peak.c: tare peak.
#include <stdio.h>

#include "command.h"
#include "tare.h"

static void peak_line(const char *name, double clock_hz, int bus_bits, const char *memory) {
    double peak = tare_peak_bytes_per_s(clock_hz, bus_bits);
    printf("%-16s %7.0f MHz x %4d bit  %-7s %8.1f GB/s  %8.1f GiB/s\n", name, clock_hz / 1e6,
           bus_bits, memory, peak / 1e9, peak / 1073741824.0);
}

static void this_device(void) {
    tare_device d;
    if (tare_device_facts(&d) != TARE_OK)
        printf("this machine     %s\n", tare_why());
    else if (d.peak_bytes_per_s <= 0)
        printf("%s: peak unknown, the device does not give its memory clock and bus\n"
               "  What memory gives to a kernel can be measured: tare ceilings\n",
               d.name);
    else if (d.peak_source == TARE_SOURCE_ATTRIBUTE)
        peak_line(d.name, d.memory_clock_hz, d.bus_bits, "");
    else
        printf("%s: %.1f GB/s, from %s\n", d.name, d.peak_bytes_per_s / 1e9,
               tare_source_name(d.peak_source));
}

static int one_card(const char *name) {
    const tare_card *card = tare_card_named(name);
    if (!card)
        return usage_error("no card %s in the table; tare peak lists them", name);
    peak_line(card->name, card->memory_clock_hz, card->bus_bits, card->memory);
    printf("  %s\n  %s\n", card->source, tare_ecc_note(card->memory));
    return EXIT_FINE;
}

static int own_numbers(const char *clock, const char *bus) {
    double mhz = positive_number(clock), bits = positive_number(bus);
    if (mhz <= 0)
        return usage_error("a memory clock in MHz is a number above 0, not %s", clock);
    if (bits <= 0 || bits > 65536 || bits != (int)bits)
        return usage_error("a bus is a whole number of bits above 0, not %s", bus);
    peak_line("2 x clock x bus/8", mhz * 1e6, (int)bits, "");
    return EXIT_FINE;
}

int command_peak(int count, char **words) {
    if (count == 1)
        return one_card(words[0]);
    if (count == 2)
        return own_numbers(words[0], words[1]);
    if (count > 2)
        return usage_error("peak takes a card's name, or a clock and a bus");
    this_device();
    int cards;
    const tare_card *card = tare_cards(&cards);
    printf("\npublished cards\n");
    for (int i = 0; i < cards; i++)
        peak_line(card[i].name, card[i].memory_clock_hz, card[i].bus_bits, card[i].memory);
    return EXIT_FINE;
}
