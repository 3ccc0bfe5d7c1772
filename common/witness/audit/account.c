// account.c: the account of what a number was made of, and what each of its terms is worth beside
// the words of the line.
#include <math.h>
#include <string.h>

#include "witness/audit/judge.h"

// ---- what a term is worth ----------------------------------------------------------------------

// A term that needs no clock, and that no word can refute, is proven by the trace alone.
static const struct rule {
    const char *mistake;
    int open;               // a line that says one of these says it openly: a note
    int refuted;            // the trace refutes a line that says one of these: wrong
    enum verdict otherwise; // wrong: whatever the line says
    int needs;              // otherwise, only if the line says one of these
    double least;           // otherwise, only if the claim is off by more than this factor
} rules[] = {
    {"launch/failed", 0, 0, VERDICT_WRONG, 0, 0},
    {"time/stale-elapsed", 0, 0, VERDICT_WRONG, 0, 0},
    {"time/event-without-timing", 0, 0, VERDICT_WRONG, 0, 0},
    {"time/reversed-events", 0, 0, VERDICT_WRONG, 0, 0},
    {"time/other-stream", 0, 0, VERDICT_WRONG, 0, 0},
    {"time/one-of-streams", SAYS_STREAM, SAYS_STREAMS, VERDICT_SUSPECT, 0, 0},
    {"time/not-waited-copy", SAYS_LAUNCH, SAYS_CLAIM | SAYS_COPIES, VERDICT_SUSPECT, 0, 0},
    {"time/launch-only", SAYS_LAUNCH | SAYS_ALLOCATION | SAYS_FIRST, SAYS_CLAIM, VERDICT_SUSPECT, 0,
     0},
    {"time/queue-full", SAYS_LAUNCH | SAYS_ALLOCATION | SAYS_FIRST, SAYS_CLAIM, VERDICT_SUSPECT, 0,
     0},
    {"launch/nothing-ran", 0, SAYS_CLAIM, VERDICT_NOTE, 0, 0},
    {"time/counts-earlier-work", SAYS_WAIT | SAYS_TOTAL, SAYS_CLAIM, VERDICT_SUSPECT, 0, 2},
    {"time/first-run", SAYS_FIRST | SAYS_TOTAL | SAYS_ALLOCATION, SAYS_CLAIM, VERDICT_SUSPECT, 0,
     0},
    {"time/allocation-inside", SAYS_ALLOCATION | SAYS_TOTAL, SAYS_CLAIM, VERDICT_NOTE, 0, 0},
    {"time/copies-inside", SAYS_COPIES | SAYS_TOTAL, SAYS_CLAIM, VERDICT_NOTE, 0, 0},
    {"time/flush-inside", SAYS_TOTAL, 0, VERDICT_SUSPECT, 0, 0},
    // Of a short kernel the launch is the larger part, and honestly so.
    {"time/host-overhead", SAYS_TOTAL | SAYS_LAUNCH, 0, VERDICT_SUSPECT, SAYS_KERNEL, 4},
    {"time/cpu-clock", SAYS_LAUNCH, SAYS_CLAIM, VERDICT_SUSPECT, 0, 0},
};

static const struct rule *rule_of(const char *mistake) {
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
        if (strcmp(rules[i].mistake, mistake) == 0)
            return &rules[i];
    return NULL;
}

static int is(const struct account_term *term, const char *mistake) {
    return strcmp(term->mistake, mistake) == 0;
}

// What the number should have been, in ns. Other kernels are its work too, wherever they ran.
static double truth_of(const struct witness_facts *facts, const struct account_term *term) {
    const struct account *account = &facts->account;
    double work = facts->kernel_ns > 0 ? facts->kernel_ns : facts->copy_ns;
    if (account->known && is(term, "time/cpu-clock"))
        return account->window / account->windows / account->divided;
    if (is(term, "time/first-run") && isnan(term->factor))
        return NAN;
    if (account->known && facts->one_kernel)
        work = (account->own - (is(term, "time/first-run") ? account->cold : 0)) / account->windows;
    if (account->known)
        work *= (facts->reading.form == READING_SUM ? account->windows : 1) / account->divided;
    return work > 0 && !is(term, "launch/failed") ? work : NAN;
}

// While work ran that it did not wait for, the program was in its own code.
static int is_host_work(const struct witness_facts *facts) {
    static const double share = 0.5; // of the stopwatch's time; not measured
    static const double least = 5e4; // ns; noting a call takes some microseconds
    const struct account *account = &facts->account;
    return facts->kind == WINDOW_HOST && account->part[PART_AFTER] > 0 && account->beside > least &&
           account->beside > share * account->window;
}

static int is_loop(const struct witness_facts *facts) {
    return facts->one_kernel && facts->kernels > 1 && facts->match == MATCH_WHOLE;
}

// 0: the term is a fact about this window, and no mistake of a program of which no kernel is named.
static int tells(const struct witness_facts *facts, const struct account_term *term) {
    const struct account *account = &facts->account;
    if (is(term, "time/cpu-clock")) // of a clock that ticks coarsely, not of a short time
        return facts->told && account->window > 1e5 * account->windows;
    if (is(term, "time/first-run")) // among many runs it is soon lost, if nothing was loaded
        return account->windows > 1 || account->runs <= 1 || !(term->factor <= 1.2) ||
               account->part[PART_CONTEXT] > worth_telling * account->window;
    if (is(term, "launch/nothing-ran"))
        return facts->nothing; // to set memory is work
    if (is(term, "time/counts-earlier-work"))
        return facts->kind == WINDOW_HOST; // of events, another stream's
    if (is(term, "time/host-overhead"))
        return term->factor > 2 && !is_loop(facts); // a whole loop has it, too
    return 1;
}

static struct judged judge_term(const struct witness_facts *facts, const struct account_term *term,
                                int said) {
    const struct account *account = &facts->account;
    const struct rule *rule = rule_of(term->mistake);
    double truth = truth_of(facts, term);
    if (!(facts->first_run_ns > 0) && !is(term, "time/first-run"))
        said &= ~SAYS_FIRST; // no first run is here that a word could excuse
    if (!rule || !tells(facts, term))
        return judged(VERDICT_RIGHT, WHY_NOTHING, "", NAN);
    if (rule->otherwise == VERDICT_WRONG)
        return term->exact ? proven(WHY_NOTHING, term->mistake, truth)
                           : judged(VERDICT_SUSPECT, WHY_NOTHING, term->mistake, truth);
    if (said & rule->open)
        return judged(VERDICT_NOTE, WHY_SAID, term->mistake, NAN);
    if (is_host_work(facts))
        return judged(VERDICT_NOTE, WHY_OWN_WORK, term->mistake, NAN);
    int cold = account->cold > 0 && account->runs == 1 && term->factor > 1 + 3 * worth_telling;
    int refuted = said & rule->refuted && (!is(term, "time/first-run") || cold) &&
                  (!account->own_copies || rule->refuted & SAYS_COPIES);
    int doubtful = !(rule->least > 0 && term->factor <= rule->least) &&
                   (!rule->needs || said & rule->needs) &&
                   (!is(term, "time/host-overhead") || (facts->kernels && account->window > 1e6)) &&
                   (!is(term, "time/counts-earlier-work") || !(said & SAYS_PART));
    return accused(refuted, said, doubtful ? rule->otherwise : VERDICT_NOTE, WHY_NOTHING,
                   term->mistake, truth);
}

// ---- all terms of an account --------------------------------------------------------------------

static double size_of(const struct account_term *term) {
    return isfinite(term->factor) ? fabs(log(term->factor)) : INFINITY;
}

struct judged judge_account(const struct witness_facts *facts, int said) {
    const struct account *account = &facts->account;
    const struct account_term unknown = {"time/first-run", NAN, 0, 0}; // it never ran again
    struct judged worst = judged(VERDICT_RIGHT, WHY_NOTHING, "", NAN);
    double largest = 0;
    if (facts->finding == FOUND_UNSEEN || facts->finding == FOUND_NO_WINDOW)
        return judged(VERDICT_CANNOT_TELL, WHY_UNRECORDED, "", NAN);
    if (facts->finding == FOUND_NOTHING && facts->kind != WINDOW_EVENTS)
        return judged(VERDICT_CANNOT_TELL, WHY_NOTHING, "", NAN);
    for (int i = 0; i < account->term_count; i++) {
        struct judged found = judge_term(facts, &account->terms[i], said);
        double size = size_of(&account->terms[i]);
        if (is(&account->terms[i], "time/host-overhead") && worst.mistake[0])
            continue; // something else took the host's time, too
        if (found.verdict > worst.verdict ||
            (found.verdict == worst.verdict && found.mistake[0] && size > largest)) {
            worst = found;
            largest = size;
        }
    }
    double first = facts->kernels > 1 ? facts->first_run_ns + facts->first_call_ns
                                      : fmax(facts->first_run_ns, facts->first_call_ns);
    if (worst.verdict <= VERDICT_NOTE && first > 0.2 * facts->window_ns && !(account->cold > 0))
        worst = judge_term(facts, &unknown, said);
    if (worst.verdict == VERDICT_RIGHT && 2 * account->part[PART_OTHERS] > account->window)
        return judged(VERDICT_NOTE, WHY_OTHERS, "", NAN);
    if (!(account->runs > 0) && worst.verdict == VERDICT_RIGHT &&
        2 * facts->busy_ns < facts->window_ns)
        worst.verdict = VERDICT_NOTE; // it waited for work, or set memory
    return worst;
}

// ---- the account of a tie -----------------------------------------------------------------------

// Of the calls from a time until the stop mark: launches whose work should be in the trace, and
// what other threads queued, which may not be this stopwatch's.
static void count_calls(const struct view *view, const struct witness_facts *facts, uint64_t from,
                        int *launches, int *others) {
    const struct trace *trace = view->trace;
    *launches = *others = 0;
    for (size_t i = first_note(trace, from);
         i < trace->count && trace->notes[i].begin < facts->host_end; i++) {
        const struct witness_note *note = &trace->notes[i];
        if (note->kind != WITNESS_CALL || view->passed[i])
            continue;
        *launches += note->result == 0 && strncmp(note->name, "cudaLaunchKernel", 16) == 0;
        *others += note->thread != facts->thread &&
                   (is_launch(note->name) || strncmp(note->name, "cudaMem", 7) == 0);
    }
}

// The library waits, and repeats; but what its caller copied in one run is in its time, and what it
// queued on a stream that the measured one does not wait for is not.
static int is_of_the_caller(const struct account_term *term) {
    return is(term, "time/copies-inside") || is(term, "time/one-of-streams") ||
           is(term, "time/other-stream");
}

static struct judged judge_library(const struct witness_facts *facts, int said) {
    for (int i = 0; facts->kernels && i < facts->account.term_count; i++) {
        const struct account_term *term = &facts->account.terms[i];
        struct judged found = judge_term(facts, term, said);
        if (is_of_the_caller(term) && found.verdict != VERDICT_RIGHT)
            return found;
    }
    return judged(VERDICT_RIGHT, WHY_LIBRARY, "", NAN);
}

struct judged judge_tie(const struct auditing *audit, const struct tie *tie,
                        const struct printed *printed, struct witness_facts *facts) {
    const struct view *view = audit->view;
    const struct trace *trace = view->trace;
    int launches, others;
    facts_of_expression(view, &tie->of, tie->value / tie->of.value, facts);
    if (tie->of.form == READING_LIBRARY)
        return judge_library(facts, said_of(printed, facts->kernel));
    count_calls(view, facts, facts->host_begin, &launches, &others);
    if (launches > facts->kernels ||
        (trace->left_out && trace->count && facts->host_end > trace->notes[trace->count - 1].begin))
        return judged(VERDICT_CANNOT_TELL, WHY_UNRECORDED, "", NAN);
    struct judged found = judge_account(facts, said_of(printed, facts->kernel));
    if (strcmp(found.mistake, "time/counts-earlier-work") == 0) // queued by whom?
        count_calls(view, facts,
                    facts->host_begin > view->longest ? facts->host_begin - view->longest : 0,
                    &launches, &others);
    if (found.verdict >= VERDICT_SUSPECT && facts->kind == WINDOW_HOST && others)
        return judged(VERDICT_NOTE, WHY_THREADS, found.mistake, NAN);
    return found;
}
