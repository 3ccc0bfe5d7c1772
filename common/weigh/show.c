// show.c: a weighing as a table, a line for each kernel.
#include "weigh/weigh.h"

#include <math.h>
#include <string.h>

#include "base/text.h"

enum { BYTES = 9, PERCENT = 7, RATIO = 7, WORD = 8, NARROWEST = 14 };

struct table {
    const struct weighing *of;
    const struct weigh_view *view;
    FILE *out;
    int name; // columns
    int flops, roof;
};

static const char *text(const struct table *t, enum weigh_word word) {
    return weigh_text(t->view->language, word);
}

// ---- cells

static void put_right(const struct table *t, const char *cell, int width) {
    fprintf(t->out, "%*s%s", width - columns_of(cell), "", cell);
}

// Four digits and a unit of powers of 1000.
void weigh_amount(double value, const char *unit, char *to, size_t size) {
    static const char *const prefixes[] = {"", "k", "M", "G", "T", "P"};
    size_t power = 0;
    while (value >= 999.95 && power + 1 < sizeof prefixes / sizeof *prefixes) {
        value /= 1000;
        power++;
    }
    int decimals = power == 0 ? 0 : value < 9.9995 ? 3 : value < 99.995 ? 2 : 1;
    text_format(to, size, "%.*f%s%s%s", decimals, value, power || *unit ? " " : "", prefixes[power],
                unit);
}

static void put_amount(const struct table *t, double value, const char *unit, int width) {
    char cell[32] = "-";
    if (!isnan(value))
        weigh_amount(value, unit, cell, sizeof cell);
    put_right(t, cell, width);
}

static void put_percent(const struct table *t, double part) {
    char cell[32] = "-";
    if (!isnan(part))
        text_format(cell, sizeof cell, "%.3g %%", 100 * part);
    put_right(t, cell, PERCENT);
}

// The first column.
static void put_name(const struct table *t, const char *name) {
    char cell[512];
    weighed_shorten(name, t->name, cell, sizeof cell);
    fprintf(t->out, "%s%*s", cell, t->name - columns_of(cell), "");
}

// ---- lines

static void put_head(const struct table *t) {
    put_name(t, text(t, WEIGH_KERNEL));
    for (enum weigh_word word = WEIGH_READ; word <= WEIGH_MOVED; word++)
        put_right(t, text(t, word), BYTES);
    put_right(t, text(t, WEIGH_LOAD), PERCENT);
    put_right(t, text(t, WEIGH_STORE), PERCENT);
    if (t->flops) {
        put_right(t, text(t, WEIGH_FLOPS), BYTES);
        put_right(t, text(t, WEIGH_INTENSITY), RATIO);
    }
    if (t->roof)
        put_right(t, text(t, WEIGH_UNDER), WORD);
    fputc('\n', t->out);
}

static void put_flops(const struct table *t, const struct weighed *k) {
    char cell[32] = "-";
    double intensity = weighed_intensity(k);
    put_amount(t, weighed_flops(k), "", BYTES);
    if (!isnan(intensity))
        text_format(cell, sizeof cell, intensity < 100 ? "%.3g" : "%.0f", intensity);
    put_right(t, cell, RATIO);
    if (!t->roof)
        return;
    double ridge = t->of->peak_flops / t->of->peak_bytes_per_s;
    put_right(t,
              isnan(intensity)    ? "-"
              : intensity < ridge ? text(t, WEIGH_UNDER_MEMORY)
                                  : text(t, WEIGH_UNDER_COMPUTE),
              WORD);
}

static void put_parts(const struct table *t, const struct weighed *k) {
    for (size_t i = 0; i < t->of->part_count; i++) {
        const struct weighed_part *part = &t->of->parts[i];
        if (&t->of->kernels[part->kernel] != k)
            continue;
        char size[32], name[128];
        weigh_amount(part->bytes, "B", size, sizeof size);
        text_format(name, sizeof name, text(t, WEIGH_ALLOCATION), part->allocation, size,
                    part->name[0] ? ": " : "", part->name);
        put_name(t, name);
        put_amount(t, part->read, "B", BYTES);
        put_amount(t, part->written, "B", BYTES);
        fputc('\n', t->out);
    }
}

// One of which only the beginning is known, and below why: it failed.
static int is_told_below(const struct table *t, const struct weighed *k) {
    for (size_t i = 0; i < t->of->unweighed_count; i++)
        if (strcmp(t->of->unweighed[i].kernel, k->name) == 0)
            return 1;
    return 0;
}

static void put_kernel(const struct table *t, const struct weighed *k) {
    char name[512];
    if (!k->ended && is_told_below(t, k))
        return;
    weighed_name(t->of, k, t->name, name, sizeof name);
    put_name(t, name);
    if (!k->ended) {
        fprintf(t->out, "  %s\n", text(t, WEIGH_NOT_ENDED));
        return;
    }
    put_amount(t, k->of[asked_read], "B", BYTES);
    put_amount(t, k->of[asked_written], "B", BYTES);
    put_amount(t, weighed_moved(k), "B", BYTES);
    put_percent(t, weighed_load_efficiency(k));
    put_percent(t, weighed_store_efficiency(k));
    if (t->flops)
        put_flops(t, k);
    fputc('\n', t->out);
    if (t->view->by_allocation)
        put_parts(t, k);
}

// ---- below the table

static void put_why(const struct table *t, size_t i) {
    const struct unweighed *one = &t->of->unweighed[i];
    char names[512] = "", whole[1024];
    int keys = one->why == WHY_METRIC; // of all kernels: the details are what is listed
    for (size_t j = 0; j < t->of->unweighed_count; j++) { // one sentence for all of one reason
        const struct unweighed *other = &t->of->unweighed[j];
        if (other->why != one->why || (!keys && strcmp(other->detail, one->detail) != 0))
            continue;
        if (j < i)
            return;
        const char *name = keys             ? other->detail
                           : *other->kernel ? other->kernel
                                            : text(t, WEIGH_THE_PROGRAM);
        size_t used = strlen(names);
        text_format(names + used, sizeof names - used, "%s%s", used ? ", " : "", name);
    }
    enum weigh_word word = (enum weigh_word)(WEIGH_WHY_PERMISSION + (int)one->why);
    text_format(whole, sizeof whole, text(t, word), names, keys ? "" : one->detail);
    print_wrapped(text_trim(whole), t->view->width, 0, t->out);
}

static void put_notes(const struct table *t) {
    const struct weighing *w = t->of;
    const enum weigh_word notes[] = {WEIGH_ABOUT_FIRST, WEIGH_ABOUT_ASKED,
                                     w->is_host ? WEIGH_ABOUT_LINES : WEIGH_ABOUT_DRAM,
                                     WEIGH_ABOUT_SECTORS, WEIGH_ABOUT_NO_FLOPS};
    size_t count = sizeof notes / sizeof *notes - !w->is_host;
    if (w->kernel_count)
        fputc('\n', t->out);
    for (size_t i = 0; i < count && w->kernel_count; i++)
        print_wrapped(text(t, notes[i]), t->view->width, 0, t->out);
    int tiles = 0;
    for (size_t i = 0; i < w->kernel_count; i++)
        tiles |= weighed_by_tiles(&w->kernels[i]);
    if (tiles)
        print_wrapped(text(t, WEIGH_ABOUT_TILES), t->view->width, 0, t->out);
    for (int kind = 0; kind < MOVINGS; kind++)
        if (w->moved[kind].count > 0) {
            char bytes[32];
            weigh_amount(w->moved[kind].bytes, "B", bytes, sizeof bytes);
            fprintf(t->out, text(t, WEIGH_COPIES), moving_names[kind], bytes, w->moved[kind].count);
        }
}

void weighing_show(const struct weighing *w, const struct weigh_view *view, FILE *out) {
    struct table t = {w, view, out, 0, 0, 0};
    for (size_t i = 0; i < w->kernel_count; i++)
        t.flops |= !isnan(weighed_flops(&w->kernels[i]));
    t.roof = t.flops && w->peak_bytes_per_s > 0 && w->peak_flops > 0;
    t.name =
        view->width - 3 * BYTES - 2 * PERCENT - (t.flops ? BYTES + RATIO : 0) - (t.roof ? WORD : 0);
    if (t.name < NARROWEST)
        t.name = NARROWEST;
    if (w->kernel_count)
        put_head(&t);
    for (size_t i = 0; i < w->kernel_count; i++)
        put_kernel(&t, &w->kernels[i]);
    put_notes(&t);
    for (size_t i = 0; i < w->unweighed_count; i++)
        put_why(&t, i);
    if (w->damaged)
        fprintf(out, text(&t, WEIGH_DAMAGED), w->damaged);
}
