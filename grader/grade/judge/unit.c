// unit.c: what a claim's unit counts, and how much of it is one.
#include "judge/judge.h"

#include <math.h>
#include <string.h>

#include "base/text.h"

static const struct {
    const char *name;
    double size;
    enum work_kind kind;
} units[] = {
#define UNIT(id, name, size, kind) {name, size, WORK_##kind},
#include "base/units.def"
#undef UNIT
};

static size_t unit_index(const char *unit) {
    size_t i = 0;
    while (i < sizeof units / sizeof units[0] && strcmp(units[i].name, unit) != 0)
        i++;
    return i;
}

double unit_size(const char *unit) {
    size_t i = unit_index(unit);
    return i < sizeof units / sizeof units[0] ? units[i].size : 0;
}

enum work_kind unit_kind(const char *unit) {
    size_t i = unit_index(unit);
    return i < sizeof units / sizeof units[0] ? units[i].kind : WORK_BYTES;
}

void rate_text(double rate, const char *unit, char text[48]) {
    double size = fabs(rate);
    if (!isfinite(rate))
        text_format(text, 48, "? %s", unit);
    else if (size >= 1e7 || (size < 1e-3 && size > 0))
        text_format(text, 48, "%.3g %s", rate, unit);
    else
        text_format(text, 48, "%.*f %s",
                    size >= 1000  ? 0
                    : size >= 100 ? 1
                    : size >= 10  ? 2
                                  : 3,
                    rate, unit);
}
