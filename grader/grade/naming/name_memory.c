// name_memory.c: rules about a time that is wrong because of memory: part of the data, a cache, or
// slow memory.
#include <string.h>

#include "naming/rules.h"

// A launch of this share of the threads has all of them: grids are rounded. Not measured.
static const double whole_grid = 0.95;

static int is_about_caches(const struct clues *clues) {
    return strncmp(clues->seen->lab.mistake, "cache/", 6) == 0;
}

int is_part_of_grid(const struct witness_facts *w) {
    return w && w->grid_share > 0 && w->grid_share < whole_grid;
}

// The launch has only part of the threads that the lab's own check of this kernel launches. That is
// counted, so no clock is asked.
static int name_part_of_grid(struct clues *clues) {
    const struct witness_facts *w = clues->witness;
    if (!is_part_of_grid(w) || clues->row->work_right == OUTSIDE ||
        (w->kernels != 1 && w->kernels != w->divided) || !waited(clues) ||
        w->account.other_stream > 0)
        return 0;
    // Another stream, which these events do not watch, may have the rest.
    // In a lab about caches a small part is what is measured as shipped.
    int caches = is_about_caches(clues);
    int streams = student_calls(clues, "cudaStreamCreate") ||
                  student_calls(clues, "cudaStreamCreateWithFlags");
    finding_add(clues, "work/part-of-grid", streams || caches ? LIKELY : SURE, "grid-share",
                w->grid_share, PROOF_ITS_OWN, w->grid_share);
    return 1;
}

// Faster than the solution, and the kernel was given other numbers: fewer elements, perhaps.
static int name_other_numbers(struct clues *clues) {
    const struct claim_pair *pair = &clues->pairs[0];
    if (clues->count == 0 || clues->row->time < 1 ||
        !run_is_given_other_numbers(pair->student_run, pair->reference_run, clues->row->what))
        return 0;
    finding_add(clues, "work/part-of-grid", LIKELY, "other-numbers", clues->row->time,
                PROOF_OTHER_NUMBERS, clues->row->time);
    return 1;
}

int name_grid(struct clues *clues) {
    return name_part_of_grid(clues) || name_other_numbers(clues);
}

// All launches of one run together have as many threads as the whole needs.
static int is_whole_grid(const struct witness_facts *w) {
    return w->grid_share * w->kernels >= whole_grid * w->divided;
}

// The trace has no window of this length, so the claim was computed from several measurements: half
// the time of two passes, say, of which the second read from the cache.
static int is_computed(const struct clues *clues) {
    return clues->witness->finding == FOUND_NO_WINDOW && !is_whole(clues);
}

static int calls_memset(const struct clues *clues) {
    return student_calls(clues, "cudaMemset") || student_calls(clues, "cudaMemsetAsync");
}

// Faster than memory, although the clock waited for all of the work and the trace shows no mistake.
int name_cache(struct clues *clues) {
    int about_caches = is_about_caches(clues);
    double time = clues->row->time;
    const struct witness_facts *w = clues->witness;
    int seen = w && ((w->finding == FOUND_STOPWATCH && w->kernels > 0) ||
                     (about_caches && is_computed(clues)));
    if (!seen || time < 1 || !waited(clues) || clues->row->work_right == OUTSIDE)
        return 0;
    int flushes = calls_memset(clues) || w->memsets > 0 ||
                  (clues->source && source_mentions(clues->source, "flush"));
    if (about_caches && flushes) {
        int known = as_shipped(clues) && lab_teaches(clues, "cache/flush-too-small");
        finding_add(clues, "cache/flush-too-small", known ? SURE : LIKELY, "flushed-and-fast", time,
                    PROOF_ITS_OWN, time);
        return 1;
    }
    // In other labs the data are made outside the fence and fit in no cache, so a kernel that is
    // faster than memory did part of the work. In a lab about caches that is likely where the
    // factor is a whole number, unless the launches have all the threads that the whole needs.
    int all = is_whole_grid(w);
    if (!about_caches && all)
        return 0;
    int part = !about_caches || (!as_shipped(clues) && is_whole(clues) && !all);
    finding_add(clues, part ? "work/part-of-grid" : "cache/hot-as-memory",
                !part && as_shipped(clues) ? SURE : LIKELY, "above-memory", time,
                PROOF_ABOVE_MEMORY, time);
    return 1;
}

static int add_slow(struct clues *clues, const char *mistake, const char *rule) {
    finding_add(clues, mistake, LIKELY, rule, clues->row->time, PROOF_ITS_OWN, clues->row->time);
    return 1;
}

int name_slow_memory(struct clues *clues) {
    const struct witness_facts *w = clues->witness;
    if (clues->row->time > 1)
        return 0;
    if (is_about_caches(clues) && calls_memset(clues) && w && w->memsets == 0)
        return add_slow(clues, "cache/dirty-flush", "source");
    if (student_calls(clues, "cudaMallocManaged"))
        return add_slow(clues, "memory/managed-first-touch", "source");
    if (lab_teaches(clues, "time/not-waited-copy"))
        return w && w->kernels == 0 && w->copies == 2 * w->divided
                   ? add_slow(clues, "time/copies-inside", "two-copies")
                   : add_slow(clues, "memory/pageable", "slow-copy");
    if (student_calls(clues, "cudaMallocHost") || student_calls(clues, "cudaHostAlloc"))
        return add_slow(clues, "memory/host-pointer", "source");
    return 0;
}
