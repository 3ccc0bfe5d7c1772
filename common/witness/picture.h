// picture.h: a trace as a picture, for the grader and for `tare see`. The files are in draw/.
#ifndef WITNESS_PICTURE_H
#define WITNESS_PICTURE_H

#include "witness/facts.h"

struct drawing {
    int width; // columns, for text
    int ascii, colour;
    int asks; // the picture alone: what it shows is left for the reader to find
    enum language language;
    const char *device, *program; // of the trace
    int cut_short;
};

// Draws the facts of one claim, in a terminal or as a page. 0: out of memory.
int draw_text(const struct view *view, const struct witness_facts *facts,
              const struct drawing *drawing, FILE *out);
int draw_svg(const struct view *view, const struct witness_facts *facts,
             const struct drawing *drawing, FILE *out);

// Draws a claim in a terminal, from the file of a trace: the claim named `what` (NULL: the first).
// 0 when there is no such claim.
int witness_show(const char *path, const char *what, const struct drawing *drawing, FILE *out);

#endif
