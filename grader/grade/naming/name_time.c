// name_time.c: asks the rules about the time, in a fixed order: those with the strongest proof come
// first, and the first that names a mistake ends it.
#include "naming/rules.h"

#include <math.h>

// Slow, and the source changes the compiler's optimisation.
static int name_debug(struct clues *clues) {
    if (clues->row->time > 0.9 || !student_calls(clues, "optimize"))
        return 0;
    finding_add(clues, "build/debug", LIKELY, "source", clues->row->time, PROOF_OPTIMISATION,
                clues->row->time);
    return 1;
}

// The stopwatch measured mostly time of the host.
static int name_host_overhead(struct clues *clues) {
    const struct witness_facts *w = clues->witness;
    int many = w && w->finding == FOUND_BATCH; // short kernels with gaps between them
    if (!w || (w->finding != FOUND_MOSTLY_HOST && !many) || clues->row->time > 1)
        return 0;
    double part = 100 * (1 - (w->kernel_inside_ns + w->copy_inside_ns) / w->window_ns);
    if (part < 30)
        return 0;
    finding_add(clues, "time/host-overhead", LIKELY, "mostly-host", part, PROOF_HOST_PART, part);
    return 1;
}

int name_time(struct clues *clues) {
    static int (*const rules[])(struct clues * clues) = {
        name_division,      name_witness,   name_launch_error,   name_event_error,
        name_samples,       name_thousand,  name_time_of_a_call, name_below_tick,
        name_divided_twice, name_residual,  name_part_of_grid,   name_cache,
        name_slow_memory,   name_no_growth, name_debug,          name_host_overhead,
        name_whole_factor,
    };
    for (size_t i = 0; i < sizeof rules / sizeof rules[0]; i++)
        if (rules[i](clues))
            return 1;
    return 0;
}
