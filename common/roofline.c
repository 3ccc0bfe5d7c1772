// roofline.c: two roofs and the points under them, as a table and as CSV.
#include <math.h>

#include "tare_internal.h"
#include "tare_roofline_picture.h"

double tare_roof(const tare_roofline *roofline, double flop_per_byte) {
    double by_memory = roofline->bytes_per_s * flop_per_byte;
    return roofline->flop_per_s > 0 ? fmin(by_memory, roofline->flop_per_s) : by_memory;
}

tare_status tare_roofline_valid(const tare_roofline *roofline, const FILE *out) {
    if (!roofline || !out)
        return tare_fail(TARE_BAD_ARGUMENT, "the roofline or the file is NULL");
    if (!(roofline->bytes_per_s > 0) || isinf(roofline->bytes_per_s))
        return tare_fail(TARE_BAD_ARGUMENT, "a roofline needs a bandwidth: measure the ceilings");
    if (!(roofline->flop_per_s >= 0) || isinf(roofline->flop_per_s))
        return tare_fail(TARE_BAD_ARGUMENT, "the peak in flop/s is 0 (unknown) or more");
    if (roofline->count < 0 || (roofline->count > 0 && !roofline->points))
        return tare_fail(TARE_BAD_ARGUMENT, "count is not of these points");
    for (int i = 0; i < roofline->count; i++) {
        const tare_point *p = &roofline->points[i];
        if (!p->name || !(p->flop_per_byte > 0) || isinf(p->flop_per_byte) ||
            !(p->flop_per_s > 0) || isinf(p->flop_per_s))
            return tare_fail(TARE_BAD_ARGUMENT,
                             "point %d (%.40s): flop/byte and flop/s are numbers above 0", i,
                             p->name ? p->name : "no name");
    }
    return TARE_OK;
}

static int under_memory(const tare_roofline *roofline, double flop_per_byte) {
    return roofline->flop_per_s <= 0 ||
           roofline->bytes_per_s * flop_per_byte < roofline->flop_per_s;
}

static tare_status written(FILE *out) {
    if (fflush(out) != 0 || ferror(out))
        return tare_fail(TARE_IO_ERROR, "the roofline could not be written");
    return TARE_OK;
}

tare_status tare_roofline_text(const tare_roofline *roofline, FILE *out) {
    TARE_TRY(tare_roofline_valid(roofline, out));
    fprintf(out, "memory roof   %.1f GB/s\n", roofline->bytes_per_s / 1e9);
    if (roofline->flop_per_s > 0)
        fprintf(out, "compute roof  %.1f GFLOP/s\nthey meet at  %.3g flop/byte\n",
                roofline->flop_per_s / 1e9, roofline->flop_per_s / roofline->bytes_per_s);
    else
        fprintf(out, "compute roof  unknown\n");
    if (roofline->count)
        fprintf(out, "\n%-20s %10s %12s %12s %8s  %s\n", "kernel", "flop/byte", "GFLOP/s", "roof",
                "of roof", "under");
    for (int i = 0; i < roofline->count; i++) {
        const tare_point *p = &roofline->points[i];
        double roof = tare_roof(roofline, p->flop_per_byte), part = p->flop_per_s / roof;
        fprintf(out, "%-20s %10.4g %12.2f %12.2f %6.1f %%  %s%s\n", p->name, p->flop_per_byte,
                p->flop_per_s / 1e9, roof / 1e9, 100 * part,
                under_memory(roofline, p->flop_per_byte) ? "memory" : "compute",
                part > 1.02 ? "  above its roof: check work and time" : "");
    }
    return written(out);
}

static void csv_name(const char *name, FILE *out) {
    fputc('"', out);
    for (; *name; name++) {
        if (*name == '"')
            fputc('"', out);
        fputc(*name, out);
    }
    fputc('"', out);
}

tare_status tare_roofline_csv(const tare_roofline *roofline, FILE *out) {
    TARE_TRY(tare_roofline_valid(roofline, out));
    void *before = tare_plain_numbers();
    fprintf(out, "name,flop_per_byte,flop_per_s,roof_flop_per_s,under\n");
    for (int i = 0; i < roofline->count; i++) {
        const tare_point *p = &roofline->points[i];
        csv_name(p->name, out);
        fprintf(out, ",%.9g,%.9g,%.9g,%s\n", p->flop_per_byte, p->flop_per_s,
                tare_roof(roofline, p->flop_per_byte),
                under_memory(roofline, p->flop_per_byte) ? "memory" : "compute");
    }
    tare_numbers_as_before(before);
    return written(out);
}
