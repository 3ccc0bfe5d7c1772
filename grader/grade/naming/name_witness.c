// name_witness.c: the rule about what the trace shows of the stopwatch and the work. The witness
// finds; this rule holds its finding against the factor that the clocks measured.
#include <math.h>
#include <string.h>

#include "naming/rules.h"

enum direction { EITHER, TOO_FAST, TOO_SLOW }; // of the rate

static const struct {
    const char *mistake;
    enum direction direction;
} named[FOUND_KINDS] = {
    [FOUND_LAUNCH_FAILED] = {"launch/failed", EITHER},
    [FOUND_STALE_ELAPSED] = {"time/stale-elapsed", EITHER},
    [FOUND_NO_TIMING] = {"time/event-without-timing", EITHER},
    [FOUND_REVERSED] = {"time/reversed-events", EITHER},
    [FOUND_OTHER_STREAM] = {"time/other-stream", TOO_FAST},
    [FOUND_ONE_OF_STREAMS] = {"time/one-of-streams", TOO_FAST},
    [FOUND_COPY_RUNNING] = {"time/not-waited-copy", TOO_FAST},
    [FOUND_STILL_RUNNING] = {"time/launch-only", TOO_FAST},
    [FOUND_NOTHING] = {"launch/nothing-ran", TOO_FAST},
    [FOUND_EARLIER_WORK] = {"time/counts-earlier-work", TOO_SLOW},
    [FOUND_CONTEXT] = {"time/first-run", TOO_SLOW},
    [FOUND_ALLOCATION] = {"time/allocation-inside", TOO_SLOW},
    [FOUND_COPIES] = {"time/copies-inside", TOO_SLOW},
    [FOUND_MEMSETS] = {"time/flush-inside", TOO_SLOW},
    [FOUND_BATCH] = {"time/batch-not-divided", TOO_SLOW},
    [FOUND_FIRST_RUN] = {"time/first-run", TOO_SLOW},
    [FOUND_OUTLIERS] = {"statistic/mean-of-outliers", TOO_SLOW},
};

static const char *mistake_of(const struct clues *clues) {
    const struct witness_facts *w = clues->witness;
    // An event is reached after all earlier work of its stream, so the work was in another stream.
    if (w->finding == FOUND_STILL_RUNNING && w->kind == WINDOW_EVENTS)
        return "time/other-stream";
    if (w->finding == FOUND_STILL_RUNNING && student_calls(clues, "cudaStreamSynchronize"))
        return "time/waited-elsewhere";
    // The queue was full only where some of the launches had to wait, and so had run.
    if (w->finding == FOUND_STILL_RUNNING && w->kernels >= LAUNCH_QUEUE && w->kernel_inside_ns > 0)
        return "time/queue-full";
    // In a lab about first runs, the longest window is the first run.
    if (w->finding == FOUND_OUTLIERS && clues->row && lab_teaches(clues, "time/first-run"))
        return "time/first-run";
    return named[w->finding].mistake;
}

static int is_exact(const struct witness_facts *w) {
    return w->match == MATCH_WHOLE || w->match == MATCH_PART;
}

static int is_first(const struct witness_facts *w) {
    return w->finding == FOUND_FIRST_RUN || w->finding == FOUND_CONTEXT;
}

// The trace and the factor that the clocks measured must agree for a fact.
static enum certainty certainty_of(const struct clues *clues) {
    const struct witness_facts *w = clues->witness;
    if (w->finding == FOUND_BATCH)
        return near(1 / clues->row->time, w->kernels, 0.3) ? SURE : LIKELY;
    if (w->finding == FOUND_OUTLIERS || (is_first(w) && !is_exact(w)))
        return LIKELY;
    // Another window may be as short by chance: a fact only in the labs about launches.
    if (w->finding == FOUND_NOTHING && strncmp(clues->seen->lab.mistake, "launch/", 7) != 0)
        return LIKELY;
    return w->match == MATCH_NONE ? LIKELY : SURE;
}

// "Nothing ran" is not true where a probe found work afterwards: then the trace lost the end of a
// launch.
static int something_ran(const struct clues *clues) {
    return clues->row && clues->residual &&
           clues->residual->residual_seconds > 0.3 * clues->pairs[0].reference->seconds;
}

// In a lab about not waiting the launch or the copy did run, and the claim is the time of the call.
static int teaches_a_call(const struct clues *clues) {
    return clues->row &&
           (lab_teaches(clues, "time/launch-only") || lab_teaches(clues, "time/not-waited-copy"));
}

// ---- what a finding leaves out -------------------------------------------------------------

static void say_finding(struct clues *clues, const struct witness_facts *w, const char *mistake,
                        enum certainty certainty) {
    char said[LANGUAGES][EVIDENCE];
    for (int language = 0; language < LANGUAGES; language++)
        witness_sentence(w, (enum language)language, said[language], EVIDENCE);
    finding_add_said(clues, mistake, certainty, "witness", clues->row ? clues->row->time : NAN,
                     (const char *const[LANGUAGES]){said[ENGLISH], said[CHINESE]});
}

// Where allocations stood between the marks, copies may have taken more than they did.
static void name_copies_too(struct clues *clues) {
    struct witness_facts also = *clues->witness;
    also.finding = FOUND_COPIES;
    if (clues->witness->finding == FOUND_ALLOCATION && also.kernels > 0 &&
        also.copy_inside_ns > 0.1 * also.window_ns)
        say_finding(clues, &also, "time/copies-inside", SURE);
}

// The claim is the window's time in another unit, besides what the window shows.
static void name_scale(struct clues *clues) {
    const struct witness_facts *w = clues->witness;
    double scale = 1e9 * w->claim_seconds / w->window_ns;
    if (w->match != MATCH_NONE || (!near(scale, 1e3, 1e-5) && !near(scale, 1e-3, 1e-5)))
        return;
    finding_add(clues, scale > 1 ? "units/ms-as-s" : "units/s-as-ms", SURE, "scale", scale,
                PROOF_CLAIM_IS_PART, 1e-6 * w->window_ns, w->claim_seconds, scale);
}

// A kernel of the student's own stood between the marks, or none at all.
static int name_other_kernel(struct clues *clues) {
    const struct witness_facts *w = clues->witness;
    const struct source *source = clues->source;
    for (int at = 0; source && w->kernel[0] && (at = source_find(source, at, "__global__")) >= 0;
         at++)
        for (int i = at; i < source->count && !token_is(&source->tokens[i], "{"); i++)
            if (token_is(&source->tokens[i], w->kernel)) {
                finding_add(clues, "work/other-kernel", SURE, "witness", clues->row->time,
                            PROOF_ITS_OWN, w->kernel);
                return 1;
            }
    if (w->nothing && is_exact(w) && clues->row->time < 0.8) { // the host did the work
        say_finding(clues, w, "launch/nothing-ran", SURE);
        return 1;
    }
    return 0;
}

int name_witness(struct clues *clues) {
    const struct witness_facts *w = clues->witness;
    if (w && clues->row && name_other_kernel(clues))
        return 1;
    if (!w || w->finding >= FOUND_KINDS || !named[w->finding].mistake)
        return 0;
    // A whole batch would have taken longer: the claim is too short for so many runs.
    if (w->finding == FOUND_BATCH && clues->row && 3 / clues->row->time < w->kernels)
        return 0;
    // A first run and ten runs may take equally long. A factor that is a whole number means runs.
    if (is_first(w) && !is_exact(w) && clues->row && is_whole(clues))
        return 0;
    if (w->finding == FOUND_NOTHING &&
        (w->kernels > 0 || something_ran(clues) || teaches_a_call(clues)))
        return 0;
    enum direction direction = named[w->finding].direction;
    double time = clues->row ? clues->row->time : NAN;
    if (clues->row && ((direction == TOO_FAST && time < 1) || (direction == TOO_SLOW && time > 1)))
        return 0;
    enum certainty certainty = clues->row ? certainty_of(clues) : SURE;
    // Where the trace is not sure, the claim's own samples show more.
    if (certainty == LIKELY && name_samples(clues))
        return 1;
    say_finding(clues, w, mistake_of(clues), certainty);
    if (clues->row) {
        name_copies_too(clues);
        if (!name_reading_scale(clues))
            name_scale(clues);
    }
    return 1;
}
