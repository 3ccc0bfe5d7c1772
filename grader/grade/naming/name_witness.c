// name_witness.c: the time, by what the trace shows of the stopwatch and the work. The
// witness finds; here the finding is held against the factor that was measured.
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

// The queue of launches holds about a thousand; from here on it takes part in the time.
enum { QUEUE = 500 };

static const char *mistake_of(const struct clues *clues) {
    const struct witness_facts *w = clues->witness;
    // An event waits for all before it in its stream: what outlived it was in another.
    if (w->finding == FOUND_STILL_RUNNING && w->kind == WINDOW_EVENTS)
        return "time/other-stream";
    if (w->finding == FOUND_STILL_RUNNING && w->kernels >= QUEUE)
        return "time/queue-full";
    // Where a lab is about first runs, the long window is the first.
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

// How sure the trace makes it, given the factor that the clocks measured without it.
static enum certainty certainty_of(const struct clues *clues) {
    const struct witness_facts *w = clues->witness;
    if (w->finding == FOUND_BATCH)
        return near(1 / clues->row->time, w->kernels, 0.3) ? SURE : LIKELY;
    if (w->finding == FOUND_OUTLIERS || (is_first(w) && !is_exact(w)))
        return LIKELY;
    // A window as short as a call may be another's: sure only where launches are the question.
    if (w->finding == FOUND_NOTHING && strncmp(clues->seen->lab.mistake, "launch/", 7) != 0)
        return LIKELY;
    return w->match == MATCH_NONE ? LIKELY : SURE;
}

// "Nothing ran" is for sure only where the program ran nothing later either: a launch whose
// end the trace lost is no proof.
static int something_ran(const struct clues *clues) {
    return clues->row && clues->residual &&
           clues->residual->residual_seconds > 0.3 * clues->pairs[0].reference->seconds;
}

// A lab about not waiting: its launch or copy did run, and the claim is the call's time.
static int teaches_a_call(const struct clues *clues) {
    return clues->row &&
           (lab_teaches(clues, "time/launch-only") || lab_teaches(clues, "time/not-waited-copy"));
}

int name_witness(struct clues *clues) {
    const struct witness_facts *w = clues->witness;
    if (!w || w->finding >= FOUND_KINDS || !named[w->finding].mistake)
        return 0;
    // As many runs as that would have taken as many times as long.
    if (w->finding == FOUND_BATCH && clues->row && 3 / clues->row->time < w->kernels)
        return 0;
    // Ten runs last about as long as a first one: but a whole number of them to the hundredth.
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
    // Many windows of which one is a first run, say: the samples know better.
    if (certainty == LIKELY && name_samples(clues))
        return 1;
    finding_add_said(clues, mistake_of(clues), certainty, "witness", time,
                     (const char *const[LANGUAGES]){said[ENGLISH], said[CHINESE]});
    return 1;
}
