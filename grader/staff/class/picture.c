// picture.c: what the witness saw of a submission, drawn for its page.
#include <stdio.h>
#include <string.h>

#include "base/words.h"
#include "class/class.h"
#include "witness/picture.h"

// The first claim of which there is a picture; the grading's rows say in what order.
static int draw(const struct view *view, const struct grading *grading,
                const struct drawing *drawing, FILE *out) {
    struct witness_facts facts;
    for (int wrong = 1; wrong >= 0; wrong--)
        for (int r = 0; r < grading->row_count; r++) {
            if ((grading->rows[r].time_right == OUTSIDE) != wrong)
                continue;
            for (size_t i = 0; witness_facts_of(view, i, &facts); i++)
                if (!strcmp(facts.claim, grading->rows[r].what))
                    return draw_svg(view, &facts, drawing, out);
        }
    return 0;
}

void picture_keep(const char *trace_path, const struct grading *grading, const char *path) {
    struct trace trace;
    struct view view;
    char why[200];
    FILE *out = NULL;
    remove(path);
    if (!trace_read(trace_path, &trace, why, sizeof why))
        return;
    if (view_make(&trace, &view)) {
        struct drawing drawing = {.device = trace.device,
                                  .program = trace.program,
                                  .cut_short = trace.cut_short,
                                  .language = language_of_environment()};
        out = fopen(path, "w");
        int drawn = out && draw(&view, grading, &drawing, out);
        if (out && (fclose(out) != 0 || !drawn))
            remove(path);
        view_free(&view);
    }
    trace_free(&trace);
}
