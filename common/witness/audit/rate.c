// rate.c: a printed rate: the work that it stands for, and the stopwatch that it was divided by.
#define _GNU_SOURCE // strcasestr
#include <math.h>
#include <string.h>

#include "witness/audit/judge.h"

static int multiplies_matrices(const char *kernel) {
    return strcasestr(kernel, "gemm") || strcasestr(kernel, "mm") || strcasestr(kernel, "mat");
}

// Arrays that kernels of this name usually read and write, together; 0: not known.
static int usual_arrays(const char *kernel) {
    static const struct {
        const char *name;
        int arrays;
    } known[] = {{"axpy", 3}, {"triad", 3}, {"transpose", 2}, {"copy", 2}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcasestr(kernel, known[i].name))
            return known[i].arrays;
    return 0;
}

static struct judged judge_model(const struct work_tie *work, const struct witness_facts *facts,
                                 struct judged so_far, double whole_ns) {
    int arrays = facts->one_kernel ? usual_arrays(facts->kernel) : 0;
    double share = arrays ? work->multiple / arrays : 1;
    const char *mistake = share == 0.5 && work->multiple == 1  ? "work/one-way"
                          : share == 0.5                       ? "work/element-size"
                          : arrays == 3 && work->multiple == 2 ? "work/two-of-three"
                          : arrays == 2 && work->multiple == 3 ? "work/three-of-two"
                          : share == 2                         ? "work/counted-twice"
                                                               : "";
    if (!*mistake)
        return so_far;
    return judged(VERDICT_SUSPECT, WHY_MODEL, mistake, whole_ns * share);
}

static const char *mistake_of_factor(double factor) {
    return factor == 8                      ? "units/bytes-for-bits"
           : factor == 0.125                ? "units/bits-for-bytes"
           : factor == 1.048576             ? "units/mib-per-ms"
           : factor == 1.024                ? "units/kib-per-us"
           : factor > 1.07 && factor < 1.08 ? "units/gib-as-gb"
           : factor > 0.9 && factor < 1     ? "units/gb-as-gib"
           : factor > 1                     ? "units/ms-as-s"
                                            : "units/s-as-ms";
}

// The bytes that the window's copies and memsets moved, where it ran no kernel: known, not counted
// by a program. Within the device a byte is read and written.
static struct judged judge_moved(const struct auditing *audit, const struct tie *time,
                                 const struct witness_facts *facts, int said, double bytes,
                                 double whole) {
    double once = 0, twice = 0, batch = audited_batch(audit, time);
    const struct view *view = audit->view;
    const struct trace *trace = view->trace;
    for (size_t i = first_note(trace, facts->host_begin); i < trace->count && !facts->kernels;
         i++) {
        const struct witness_note *note = &trace->notes[i];
        int copies = note->kind == WITNESS_COPY;
        if ((!copies && note->kind != WITNESS_MEMSET) || queued_at(view, i) < facts->host_begin ||
            queued_at(view, i) >= facts->host_end)
            continue;
        once += (double)note->bytes / batch;
        twice += (double)note->bytes / batch * (copies && strcmp(note->name, "DtoD") == 0 ? 2 : 1);
    }
    if (once > 0 && fabs(bytes / twice - 1) < 1e-6)
        return judged(VERDICT_RIGHT, WHY_MOVED, "", NAN);
    if (once > 0 && fabs(bytes / once - 1) < 1e-6) // right as a rate of copying, not of the memory
        return accused(said & SAYS_MEMORY, said, VERDICT_NOTE, WHY_MOVED_ONCE, "work/one-way",
                       whole * once / twice);
    return judged(VERDICT_CANNOT_TELL, WHY_NOTHING, "", NAN);
}

static struct judged judge_of_right_time(const struct auditing *audit, const struct work_tie *work,
                                         int said, const struct witness_facts *facts,
                                         struct audited *of) {
    const struct printed *printed = of->printed;
    double runs = work->time.of.runs > 1 ? work->time.of.runs : 1, whole = work->time.of.value;
    int bytes = printed->unit.quantity == QUANTITY_BYTES;
    struct judged by_scales;
    if (judge_by_scales(audit, &work->time, said, work->work * runs, of, &by_scales))
        return by_scales;
    enum { SMALL = 4 << 20 }; // bytes: less than the second-level cache of a card
    if (bytes && audit->peak > 0 && printed->value * printed->unit.scale > 1.02 * audit->peak)
        return judged(VERDICT_SUSPECT, WHY_CEILING, "cache/hot-as-memory", NAN);
    if (bytes && said & SAYS_MEMORY && facts->kernels && work->work < SMALL &&
        !(facts->first_run_ns > 0) && !facts->memsets)
        return judged(VERDICT_SUSPECT, WHY_CACHE, "cache/hot-as-memory", NAN);
    if (work->cube && work->multiple != 2 && multiplies_matrices(facts->kernel))
        return judged(VERDICT_SUSPECT, WHY_MODEL,
                      work->multiple < 2 ? "work/half-the-flops" : "work/fma-twice",
                      whole * work->multiple / 2);
    struct judged found =
        bytes ? judge_moved(audit, &work->time, facts, said, work->work * runs, whole)
              : judged(VERDICT_CANNOT_TELL, WHY_NOTHING, "", NAN);
    if (found.verdict != VERDICT_CANNOT_TELL)
        return found;
    found = judged(VERDICT_TIME_RIGHT, WHY_IF_WORK, "", NAN);
    return bytes ? judge_model(work, facts, found, whole) : found;
}

// What could only be a mistake of the work's unit, or of its count, needs more than a work that
// fits: the same mistake in the time on the line, or bits that the line names.
static int stands(const struct work_tie *work, const struct printed *printed,
                  const struct audited *on_line) {
    enum made made = on_line ? on_line->time.made : MADE_WHOLE;
    if (work->how == WORK_TWICE)
        return made == MADE_TWICE;
    if (work->factor == 8 || work->factor == 0.125)
        return printed->unit.loose || strstr(printed->unit_name, "bit") != NULL;
    return made == MADE_SCALED || (work->factor > 0.9 && work->factor < 1.1);
}

// Bytes or operations in the whole of one reading, if the rate is right.
static double counted_by(const struct printed *printed, const struct expression *time) {
    return printed->value * printed->unit.scale * time->value / 1e9 /
           (time->form == READING_SUM ? time->count : 1);
}

// The window of a rate as a time, so that the stopwatch is judged in the same way.
static struct judged judge_work(const struct auditing *audit, const struct work_tie *work,
                                const struct audited *on_line, double share, struct audited *of,
                                struct witness_facts *facts) {
    const struct printed *printed = of->printed;
    struct tie time = work->time;
    double runs = time.of.runs > 1 ? time.of.runs : 1;
    double whole = time.of.value; // what the rate's work took; the truth is rate x whole / true
    time.value = work->how == WORK_BATCH   ? whole
                 : work->how == WORK_TWICE ? whole / runs / runs
                                           : whole / runs;
    struct judged found = judge_tie(audit, &time, printed, facts);
    int said = said_of(printed, facts->kernel);
    if (found.verdict == VERDICT_WRONG || found.verdict == VERDICT_CANNOT_TELL) {
        found.true_ns *= whole / time.value; // of all runs, as `whole`
    } else if (!stands(work, printed, on_line)) {
        found.true_ns = NAN;
        if (found.verdict == VERDICT_RIGHT &&
            !judge_by_scales(audit, &work->time, said, counted_by(printed, &work->time.of), of,
                             &found))
            found = judged(VERDICT_TIME_RIGHT, WHY_IF_WORK, "", NAN);
    } else if (work->factor != 1) {
        // A plain multiple of one array, and nothing but the unit between it and the number.
        int plain = work->factor > 0.9 && work->factor < 1.1 && work->cost == time.cost + 1;
        const char *mistake = mistake_of_factor(work->factor);
        found = said & SAYS_BINARY ? judged(VERDICT_NOTE, WHY_SAID, mistake, NAN)
                                   : accused(share < 1e-3 && plain, said, VERDICT_SUSPECT, WHY_UNIT,
                                             mistake, whole / work->factor);
        if (found.verdict == VERDICT_WRONG && on_line)
            found.proof = EVIDENCE_TRACE; // against the line's own numbers
    } else if (work->how == WORK_BATCH && facts->one_kernel) {
        found = judged(VERDICT_SUSPECT, WHY_NOTHING, "time/batch-not-divided", whole / runs);
    } else if (work->how == WORK_TWICE) {
        found = judged(VERDICT_SUSPECT, WHY_NOTHING, "time/divided-twice", whole * runs);
    } else if (printed->unit.quantity == QUANTITY_RUNS && work->multiple > 1) {
        found =
            judged(VERDICT_SUSPECT, WHY_COUNT, "work/times-repetitions", whole * work->multiple);
    } else {
        found.true_ns = NAN;
        int right = found.verdict == VERDICT_RIGHT;
        // A time that other programs disturbed does not hide a work that is wrong.
        if ((right || found.why == WHY_OTHERS) && printed->unit.quantity != QUANTITY_RUNS) {
            struct judged work_too = judge_of_right_time(audit, work, said, facts, of);
            if (right || (of->weighed > 0 && work_too.verdict >= VERDICT_SUSPECT))
                found = work_too;
        }
    }
    return found;
}

// The time is right, and no simple multiple of what was allocated gives the rate: only the scales
// can tell.
static void audit_untied_rate(const struct auditing *audit, struct audited *of) {
    struct judged found;
    if (!judge_by_scales(audit, &of->time, said_of(of->printed, of->facts.kernel),
                         counted_by(of->printed, &of->time.of), of, &found))
        return;
    of->tied = 1;
    of->work.time = of->time;
    audited_take(of, found);
    if (!isnan(of->truth))
        of->truth = of->printed->value * of->time.of.value / of->truth;
}

void audit_rate(const struct auditing *audit, const struct audited *on_line, int unknown_time,
                struct audited *of) {
    const struct printed *printed = of->printed;
    double rate = printed->value * printed->unit.scale, share = printed->half / printed->value;
    enum quantity quantity = printed->unit.quantity;
    struct work_ties hits = {.count = 0};
    struct witness_facts facts;
    struct tie whole;
    const struct tie *via = NULL;
    int inherits = on_line && on_line->verdict == VERDICT_WRONG && on_line->why == WHY_NOTHING;
    if (on_line) {
        whole = on_line->time;
        whole.made = MADE_WHOLE;
        via = &whole;
    }
    if (!tie_rate(audit->ties, quantity, rate, share, via, &hits)) {
        if (on_line) { // its time is known, and the trace does not show its work
            of->time = on_line->time;
            of->facts = on_line->facts;
            of->tied = on_line->verdict == VERDICT_WRONG;
            of->why = WHY_WORK_UNSEEN;
            if (inherits) {
                of->verdict = VERDICT_SUSPECT;
                of->mistake = on_line->mistake;
                of->proof = EVIDENCE_WORDS;
            } else if (on_line->verdict == VERDICT_RIGHT) {
                audit_untied_rate(audit, of);
            }
        }
        return;
    }
    of->luck = luck_of_rate(audit->ties, quantity, rate, share, via, hits.of[0].cost);
    if (of->luck > luck_of_a_tie) {
        of->why = WHY_LUCK;
        return;
    }
    of->tied = 1;
    of->work = hits.of[0];
    of->time = hits.of[0].time;
    struct judged found = judge_work(audit, &hits.of[0], on_line, share, of, &of->facts);
    if (inherits) { // the rate of a wrong time
        of->facts = on_line->facts;
        found = (struct judged){VERDICT_WRONG, on_line->proof, on_line->why, on_line->mistake,
                                on_line->truth / on_line->printed->value * of->time.of.value};
    }
    struct audited another = *of;
    for (int i = 1; i < hits.count && !inherits; i++) { // several stopwatches must agree
        struct judged other = judge_work(audit, &hits.of[i], on_line, share, &another, &facts);
        if (other.verdict != found.verdict &&
            (other.verdict == VERDICT_WRONG || found.verdict == VERDICT_WRONG)) {
            audited_cannot_tell(of, WHY_DISAGREE);
            return;
        }
    }
    if (found.verdict >= VERDICT_SUSPECT &&
        unknown_time) // the line also has a time that is tied to nothing
        found = judged(VERDICT_CANNOT_TELL, WHY_NOT_TIED, "", NAN);
    audited_take(of, found);
    if (!isnan(of->truth))
        of->truth = printed->value * of->work.time.of.value / of->truth;
}
