// device.c: tare device, tare peak and tare ceilings: what the device reports, the bandwidth of its
// memory in theory, and the bandwidth in practice.
#include <stdio.h>
#include <string.h>

#include "cmd/command.h"
#include "tare.h"

// ---- tare device ---------------------------------------------------------------------

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
        return usage_error("device takes no words, not %s", words[0]);
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

// ---- tare peak -----------------------------------------------------------------------

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
               "  You can measure what the memory gives to a kernel: tare ceilings\n",
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

// ---- tare ceilings -------------------------------------------------------------------

int command_ceilings(int count, char **words) {
    int csv = count == 1 && strcmp(words[0], "--csv") == 0;
    if (count > csv)
        return usage_error("ceilings takes only --csv, not %s", words[csv]);
    tare_device device;
    tare_ceilings ceilings;
    tare_status status = tare_device_facts(&device);
    if (status == TARE_OK)
        status = tare_measure_ceilings(&ceilings);
    if (status != TARE_OK)
        return failed(status);
    const struct {
        const char *name, *text;
        double rate;
    } rows[] = {{"read", "b", ceilings.read},
                {"write", "a = x", ceilings.write},
                {"copy", "a = b", ceilings.copy},
                {"triad", "a = b + x c", ceilings.triad}};
    if (csv)
        printf("pattern,bytes_per_s,working_set_bytes,part_of_peak,low,high,warnings\n");
    else
        printf("%s%s\nworking set %.1f MB\n", device.name,
               device.is_host ? " (numbers are this CPU's, not a GPU's)" : "",
               (double)ceilings.bytes / 1e6);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        double part = device.peak_bytes_per_s > 0 ? rows[i].rate / device.peak_bytes_per_s : 0;
        if (csv) {
            printf("%s,%.9g,%llu,%.6g,%.9g,%.9g,%u\n", rows[i].name, rows[i].rate,
                   (unsigned long long)ceilings.bytes, part, ceilings.low[i], ceilings.high[i],
                   ceilings.warnings);
            continue;
        }
        printf("%-6s %-12s %8.1f GB/s  (%.1f to %.1f)  ", rows[i].name, rows[i].text,
               rows[i].rate / 1e9, ceilings.low[i] / 1e9, ceilings.high[i] / 1e9);
        if (part > 0)
            printf("%5.1f %% of peak\n", 100 * part);
        else
            printf("(peak unknown)\n");
    }
    for (unsigned bit = 1; bit <= TARE_NOT_PRECISE && !csv; bit *= 2)
        if (ceilings.warnings & bit)
            printf("warning: %s\n", tare_advice((enum tare_warning)bit));
    return EXIT_FINE;
}
