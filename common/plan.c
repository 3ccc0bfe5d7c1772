// plan.c: how many runs make a sample, and how many samples are enough. No device here.
#include <math.h>

#include "tare_sampler.h"

enum { FEWEST = 6, FIRST_BLOCK = 11 };

int tare_batch_for(double run, double tick) {
    double wanted = fmax(200e-6, 200 * tick), most = tare_longest_batch();
    if (!(run > 0) || wanted / run > most)
        return (int)most;
    return run >= wanted ? 1 : (int)ceil(wanted / run);
}

// As many as the time allows, at least one.
static int that_fit(int wanted, double time, double sample) {
    if (!(sample > 0) || wanted * sample <= time)
        return wanted;
    return time > sample ? (int)(time / sample) : 1;
}

int tare_next_block(const struct tare_plan *plan, const tare_time *so_far, double elapsed) {
    int n = so_far->samples;
    if (plan->fixed > 0)
        return plan->fixed - n;
    if (n == 0) {
        int first = that_fit(FIRST_BLOCK, plan->budget, plan->sample);
        return first < FEWEST ? FEWEST : first;
    }
    double half_width = 0.5 * (so_far->high - so_far->low);
    if (elapsed >= plan->budget || n >= TARE_MOST_SAMPLES ||
        half_width <= plan->precision * so_far->median)
        return 0;
    // As many again: each look at the interval is one more chance to stop at a lucky one.
    int next = 2 * n > TARE_MOST_SAMPLES ? TARE_MOST_SAMPLES - n : n;
    return that_fit(next, plan->budget - elapsed, plan->sample);
}
