// follow.c: what follows from what was counted of a kernel.
#include <math.h>
#include <string.h>

#include "weigh/weigh.h"

// Bytes came that no thread asked for: the tensor memory accelerator copies tiles by itself. All
// other loads cross the L2 in the sectors that threads touched, or in fewer.
int weighed_by_tiles(const struct weighed *k) {
    static const double far = 8;        // a product of 8192 by a library: 330,000; others: up to 2
    static const double code = 1 << 20; // each multiprocessor fetches it through L2; not measured
    return k->of[l2_read] > far * k->of[sector_read] + code;
}

double weighed_moved(const struct weighed *k) {
    double dram = k->of[dram_read] + k->of[dram_written];
    return isnan(dram) ? k->of[line_read] + k->of[line_written] : dram;
}

// A compiler sets registers by half instructions too, a few in each thread, so that a kernel
// without any half arithmetic has some. NAN: these may be either. Not measured: of the 26 kernels
// in test/known.cu, those that have none had 4 a thread.
static double half_operations(const struct weighed *k) {
    static const double few = 16; // a thread
    double threads = 1, halves = k->of[flops_f16];
    for (int i = 0; i < 3; i++)
        threads *= (double)k->grid[i] * k->block[i];
    return halves > few * threads || halves == 0 ? halves : NAN;
}

double weighed_flops(const struct weighed *k) {
    static const enum measure kinds[] = {flops_f64, flops_f32, ops_tensor};
    double sum = 0, halves = half_operations(k);
    int counted = !isnan(k->of[flops_f16]);
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (!isnan(k->of[kinds[i]])) {
            sum += k->of[kinds[i]];
            counted = 1;
        }
    return !counted ? NAN : !isnan(halves) ? sum + halves : sum > 0 ? sum : NAN;
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

// Of "void at::native::kernel<4, float>(int, float *)" what a reader calls it: kernel. The grid of
// a launch tells apart what the arguments would.
void weighed_plain_name(const char *name, char *to, size_t size) {
    static const char hidden[] = "(anonymous namespace)::";
    size_t length = 0;
    int depth = 0;
    for (; *name && length + 1 < size && !(*name == '(' && depth == 0); name++) {
        depth -= *name == '>';
        if (depth == 0 && *name != '>')
            to[length++] = *name;
        depth += *name == '<';
        length -= length > 0 && to[length - 1] == '<';
        if (depth == 0 && strncmp(name + 1, hidden, sizeof hidden - 1) == 0)
            name += sizeof hidden - 1;
        if (length > 0 && (to[length - 1] == ':' || to[length - 1] == ' '))
            length = 0;
    }
    to[length] = 0;
}
