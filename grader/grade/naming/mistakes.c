// mistakes.c: the four tables as one.
#include "naming/mistakes.h"

#include <stddef.h>
#include <string.h>

const struct mistake *mistake_at(int index) {
    const struct mistake *const tables[] = {mistakes_units, mistakes_work, mistakes_time,
                                            mistakes_other};
    for (size_t t = 0; t < sizeof tables / sizeof tables[0]; t++)
        for (const struct mistake *m = tables[t]; m->id; m++)
            if (index-- == 0)
                return m;
    return NULL;
}

const struct mistake *mistake_named(const char *id) {
    const struct mistake *m;
    for (int i = 0; (m = mistake_at(i)); i++)
        if (strcmp(m->id, id) == 0)
            return m;
    return NULL;
}
