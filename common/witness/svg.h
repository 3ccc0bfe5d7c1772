// svg.h: what the picture's page is painted with.
#ifndef WITNESS_SVG_H
#define WITNESS_SVG_H

#include "picture.h"

extern const char *const svg_classes[ITEM_KINDS];
void svg_put_style(FILE *out);

#endif
