// show.c: a trace's picture in the terminal, for whoever has a trace and a claim.
#include "picture.h"

#include <string.h>

int witness_show(const char *path, const char *what, const struct drawing *drawing, FILE *out) {
    struct trace trace;
    struct view view;
    struct witness_facts facts;
    char why[200];
    int shown = 0;
    if (!trace_read(path, &trace, why, sizeof why))
        return 0;
    if (view_make(&trace, &view)) {
        struct drawing on = *drawing;
        on.device = trace.device;
        on.program = trace.program;
        on.cut_short = trace.cut_short;
        for (size_t i = 0; !shown && witness_facts_of(&view, i, &facts); i++)
            shown = (!what || strcmp(facts.claim, what) == 0) && draw_text(&view, &facts, &on, out);
        view_free(&view);
    }
    trace_free(&trace);
    return shown;
}
