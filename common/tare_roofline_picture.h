// tare_roofline_picture.h: between roofline.c and roofline_svg.c.
#ifndef TARE_ROOFLINE_PICTURE_H
#define TARE_ROOFLINE_PICTURE_H

#include "tare.h"

#ifdef __cplusplus
extern "C" {
#endif

tare_status tare_roofline_valid(const tare_roofline *roofline, const FILE *out);

#ifdef __cplusplus
}
#endif
#endif
