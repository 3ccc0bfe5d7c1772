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
    if (w->finding == FOUND_STILL_RUNNING && w->kernels >= LAUNCH_QUEUE)
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

int name_witness(struct clues *clues) {
    const struct witness_facts *w = clues->witness;
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
    char said[LANGUAGES][PROOF];
    for (int language = 0; language < LANGUAGES; language++)
        witness_sentence(w, (enum language)language, said[language], PROOF);
    enum certainty certainty = clues->row ? certainty_of(clues) : SURE;
    // Where the trace is not sure, the claim's own samples show more.
    if (certainty == LIKELY && name_samples(clues))
        return 1;
    finding_add_said(clues, mistake_of(clues), certainty, "witness", time,
                     (const char *const[LANGUAGES]){said[ENGLISH], said[CHINESE]});
    return 1;
}
