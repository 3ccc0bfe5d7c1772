#include "picture.h"
int draw_svg(const struct view *v, const struct witness_facts *f, const struct drawing *d,
             FILE *o) {
    (void)v;
    (void)f;
    (void)d;
    (void)o;
    return 1;
}
