// roofline.c: tare roofline.
#include <stdio.h>
#include <string.h>

#include "cmd/command.h"
#include "tare.h"

enum { MOST_POINTS = 256 };

struct request {
    tare_roofline roofline;
    tare_point points[MOST_POINTS];
    tare_status (*print)(const tare_roofline *, FILE *);
};

// NAME:FLOP_PER_BYTE:GFLOP_PER_S; the name may contain colons.
static int add_point(struct request *request, char *word) {
    static const char *const form = "a point is NAME:FLOP_PER_BYTE:GFLOP_PER_S with numbers "
                                    "above 0, not %s";
    char whole[128];
    snprintf(whole, sizeof whole, "%s", word);
    char *rate = strrchr(word, ':');
    if (rate)
        *rate++ = 0;
    char *intensity = rate ? strrchr(word, ':') : NULL;
    if (intensity)
        *intensity++ = 0;
    if (!intensity || !*word || positive_number(intensity) <= 0 || positive_number(rate) <= 0)
        return usage_error(form, whole);
    if (request->roofline.count == MOST_POINTS)
        return usage_error("more than %d points", MOST_POINTS);
    request->points[request->roofline.count++] =
        (tare_point){word, positive_number(intensity), 1e9 * positive_number(rate)};
    return EXIT_FINE;
}

static int read_words(struct request *request, int count, char **words) {
    int given = 0;
    for (int i = 0; i < count; i++) {
        int bandwidth = strcmp(words[i], "--bandwidth") == 0;
        if (bandwidth || strcmp(words[i], "--peak") == 0) {
            double value = i + 1 < count ? positive_number(words[i + 1]) : 0;
            if (value <= 0)
                return usage_error("%s needs a number above 0", words[i]);
            *(bandwidth ? &request->roofline.bytes_per_s : &request->roofline.flop_per_s) =
                1e9 * value;
            i++;
        } else if (strcmp(words[i], "--zh") == 0) {
            request->roofline.language = "zh";
        } else if (strcmp(words[i], "--csv") == 0 || strcmp(words[i], "--svg") == 0) {
            if (given++)
                return usage_error("roofline takes --csv or --svg, not both");
            request->print = words[i][2] == 'c' ? tare_roofline_csv : tare_roofline_svg;
        } else if (words[i][0] == '-') {
            return usage_error("roofline has no option %s", words[i]);
        } else if (add_point(request, words[i]) != EXIT_FINE) {
            return EXIT_USAGE;
        }
    }
    return EXIT_FINE;
}

// Finds the roofs that the command line does not give: the best measured ceiling, and the device's
// fp32 peak.
static tare_status find_roofs(tare_roofline *roofline) {
    if (roofline->bytes_per_s > 0)
        return TARE_OK;
    tare_ceilings c;
    tare_device device;
    tare_status status = tare_measure_ceilings(&c);
    if (status == TARE_OK)
        status = tare_device_facts(&device);
    if (status != TARE_OK)
        return status;
    double best[] = {c.read, c.write, c.copy, c.triad};
    for (int i = 0; i < 4; i++)
        if (best[i] > roofline->bytes_per_s)
            roofline->bytes_per_s = best[i];
    if (roofline->flop_per_s <= 0)
        roofline->flop_per_s = device.peak_flop_per_s;
    return TARE_OK;
}

int command_roofline(int count, char **words) {
    static struct request request;
    request.roofline.points = request.points;
    request.print = tare_roofline_text;
    int code = read_words(&request, count, words);
    if (code != EXIT_FINE)
        return code;
    tare_status status = find_roofs(&request.roofline);
    if (status == TARE_OK)
        status = request.print(&request.roofline, stdout);
    return status == TARE_OK ? EXIT_FINE : failed(status);
}
