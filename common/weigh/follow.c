// follow.c: what follows from what was counted of a kernel.
#include <math.h>

#include "weigh/weigh.h"

double weighed_moved(const struct weighed *k) {
    double dram = k->of[dram_read] + k->of[dram_written];
    return isnan(dram) ? k->of[line_read] + k->of[line_written] : dram;
}

// A compiler sets registers by half instructions too, a few in each thread, so that a kernel
// without any half arithmetic has some: only more of them are operations. Not measured: no kernel
// of the 26 in test/known.cu that has no half arithmetic had more than 4.
static double half_operations(const struct weighed *k) {
    static const double few = 16; // a thread
    double threads = 1;
    for (int i = 0; i < 3; i++)
        threads *= (double)k->grid[i] * k->block[i];
    return k->of[flops_f16] > few * threads ? k->of[flops_f16] : 0;
}

double weighed_flops(const struct weighed *k) {
    static const enum measure kinds[] = {flops_f64, flops_f32, ops_tensor};
    double sum = isnan(k->of[flops_f16]) ? NAN : half_operations(k);
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (!isnan(k->of[kinds[i]]))
            sum = (isnan(sum) ? 0 : sum) + k->of[kinds[i]];
    return sum;
}

static double ratio(double a, double b) {
    return b > 0 ? a / b : NAN;
}

double weighed_intensity(const struct weighed *k) {
    return ratio(weighed_flops(k), weighed_moved(k));
}

double weighed_load_efficiency(const struct weighed *k) {
    return ratio(k->of[asked_read], k->of[sector_read]);
}

double weighed_store_efficiency(const struct weighed *k) {
    return ratio(k->of[asked_written], k->of[sector_written]);
}
