// picture.c: the kernels of a weighing under the roofline of their device.
#include "weigh/weigh.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "roofline_svg.h"

enum { NAME_COLUMNS = 32, NAME_BYTES = 4 * NAME_COLUMNS };
// A note has room for some forty names; the table has them all.
enum { LONGEST = 1024, SENTENCE = 256, LINES = 24, LINE_BYTES = 4 * ROOFLINE_COLUMNS };

struct drawing {
    const struct weighing *of;
    enum language language;
    tare_roofline roofline;
    tare_point *points;
    char (*names)[NAME_BYTES]; // of all kernels
    char text[LINES][LINE_BYTES];
    int lines;
};

static int is_drawn(const struct weighed *k) {
    return weighed_intensity(k) > 0; // NAN is not
}

enum weigh_word weighing_undrawn(const struct weighing *w) {
    int some = 0;
    for (size_t i = 0; i < w->kernel_count; i++)
        some |= is_drawn(&w->kernels[i]);
    return !some ? WEIGH_NO_MARK : w->peak_bytes_per_s > 0 ? WEIGH_WORDS : WEIGH_NO_ROOF;
}

// ---- what stands below

static void put_below(struct drawing *d, const char *text) {
    while (*text && d->lines < LINES) {
        size_t length = columns_line(text, ROOFLINE_COLUMNS);
        text_format(d->text[d->lines++], sizeof *d->text, "%.*s", (int)length, text);
        text += length;
        while (*text == ' ')
            text++;
    }
}

static void tell_undrawn(struct drawing *d) {
    char names[LONGEST - SENTENCE] = "", note[LONGEST];
    size_t used = 0, room = sizeof names - sizeof *d->names;
    for (size_t i = 0; i < d->of->kernel_count; i++, used = strlen(names))
        if (!is_drawn(&d->of->kernels[i]) && used < room)
            text_format(names + used, sizeof names - used, "%s%s", used ? ", " : "", d->names[i]);
    if (!used)
        return;
    text_format(note, sizeof note, weigh_text(d->language, WEIGH_UNDRAWN), names,
                used < room ? "" : " ..");
    put_below(d, note);
}

static void tell(struct drawing *d) {
    char of[LONGEST], device[128];
    text_printable(device, sizeof device, d->of->device ? d->of->device : "",
                   d->of->device ? strlen(d->of->device) : 0);
    text_format(of, sizeof of, weigh_text(d->language, WEIGH_ABOUT_PICTURE), device);
    put_below(d, of);
    put_below(d, weigh_text(d->language, WEIGH_ABOUT_AT_MOST));
    if (d->roofline.flop_per_s > 0)
        put_below(d, weigh_text(d->language, WEIGH_ABOUT_FLAT));
    tell_undrawn(d);
}

// ---- marks

static void put_mark(struct drawing *d, size_t i) {
    const struct weighed *k = &d->of->kernels[i];
    char name[512];
    weighed_name(d->of, k, 0, name, sizeof name);
    weighed_shorten(name, NAME_COLUMNS, d->names[i], sizeof *d->names);
    if (!is_drawn(k))
        return;
    double intensity = weighed_intensity(k);
    d->points[d->roofline.count++] =
        (tare_point){d->names[i], intensity, tare_roof(&d->roofline, intensity)};
}

void weighing_svg(const struct weighing *w, enum language language, FILE *out) {
    struct drawing d = {.of = w,
                        .language = language,
                        .points = calloc(w->kernel_count, sizeof *d.points),
                        .names = calloc(w->kernel_count, sizeof *d.names)};
    const char *lines[LINES];
    d.roofline = (tare_roofline){.bytes_per_s = w->peak_bytes_per_s,
                                 .flop_per_s = w->peak_flops > 0 ? w->peak_flops : 0,
                                 .points = d.points,
                                 .language = language_codes[language]};
    for (size_t i = 0; i < w->kernel_count && d.points && d.names; i++)
        put_mark(&d, i);
    tell(&d);
    for (int i = 0; i < d.lines; i++)
        lines[i] = d.text[i];
    if (d.points && d.names)
        tare_roofline_draw(&d.roofline, lines, d.lines, out);
    free(d.points);
    free(d.names);
}
