// ceilings.c: tare ceilings.
#include <stdio.h>
#include <string.h>

#include "command.h"
#include "tare.h"

int command_ceilings(int count, char **words) {
    int csv = count == 1 && strcmp(words[0], "--csv") == 0;
    if (count > csv)
        return usage_error("ceilings takes --csv or nothing, not %s", words[csv]);
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
        printf("pattern,bytes_per_s,working_set_bytes,part_of_peak\n");
    else
        printf("%s%s\nworking set %.1f MB\n", device.name,
               device.is_host ? " (numbers are this CPU's, not a GPU's)" : "",
               (double)ceilings.bytes / 1e6);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        double part = device.peak_bytes_per_s > 0 ? rows[i].rate / device.peak_bytes_per_s : 0;
        if (csv)
            printf("%s,%.9g,%llu,%.6g\n", rows[i].name, rows[i].rate,
                   (unsigned long long)ceilings.bytes, part);
        else if (part > 0)
            printf("%-6s %-12s %8.1f GB/s  %5.1f %% of peak\n", rows[i].name, rows[i].text,
                   rows[i].rate / 1e9, 100 * part);
        else
            printf("%-6s %-12s %8.1f GB/s  (peak unknown)\n", rows[i].name, rows[i].text,
                   rows[i].rate / 1e9);
    }
    return EXIT_FINE;
}
