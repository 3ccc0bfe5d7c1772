// roofline_svg.h: the picture of a roofline, for the library and for build/tare, which has no CUDA.
#ifndef ROOFLINE_SVG_H
#define ROOFLINE_SVG_H

#include "tare.h"

// How many columns a line below the picture may have.
enum { ROOFLINE_COLUMNS = 92 };

// The roofline is one that tare_roofline_svg would not refuse. The lines stand below the axes.
void tare_roofline_draw(const tare_roofline *roofline, const char *const *lines, int count,
                        FILE *out);

#endif
