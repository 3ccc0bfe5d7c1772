// name_source.c: rules that read the student's code: arithmetic of C that drops, rounds or wraps a
// number, and clocks that count something else. A line of code is a fact only where the claimed
// number agrees with it.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "naming/rules.h"

enum { SHOWN = 90 }; // bytes of a line

static int says_time(const char *line) {
    static const char *const words[] = {"sec",     "ms", "us",   "ns",    "time",
                                        "elapsed", "1e", "1000", "clock", "stop",
                                        "end",     "t1", "sum",  "total", NULL};
    for (int i = 0; words[i]; i++)
        if (strstr(line, words[i]))
            return 1;
    return 0;
}

static void add_line(struct clues *clues, const char *mistake, enum certainty certainty, int token,
                     double value, enum proof proof) {
    char line[SHOWN] = "";
    source_line(clues->source, token, line, sizeof line);
    finding_add(clues, mistake, certainty, "source", value, proof,
                clues->source->tokens[token].line, line);
}

// ---- a time of zero ------------------------------------------------------------------------

// A division of two integers whose line is about a time; -1: none.
static int integer_division(const struct source *source) {
    for (int at = 0; (at = source_find(source, at, "/")) >= 0; at++) {
        int left, right;
        char line[SHOWN];
        source_operands(source, at, &left, &right);
        source_line(source, at, line, sizeof line);
        if (source_sort(source, left, at) <= SORT_INT64 &&
            source_sort(source, at + 1, right) <= SORT_INT64 && says_time(line))
            return at;
    }
    return -1;
}

// A whole-number variable that takes in floating point, or a time: "int t = ms", "sum += sample".
static int integer_variable(const struct source *source) {
    for (int i = 0; i + 2 < source->count; i++) {
        const struct token *t = &source->tokens[i];
        if (t->kind != TOKEN_WORD || (!token_is(t + 1, "=") && !token_is(t + 1, "+=")) ||
            source_sort(source, i, i + 1) > SORT_INT64)
            continue;
        int end = source_find(source, i, ";");
        if (end > 0 && source_sort(source, i + 2, end) > SORT_INT64) {
            char line[SHOWN];
            source_line(source, i, line, sizeof line);
            if (says_time(line) || token_is(t + 1, "+="))
                return i;
        }
    }
    return -1;
}

int name_zero(struct clues *clues) {
    const struct source *source = clues->source;
    const char *detail = clues->detail;
    if (!strstr(detail, "\"inf\"") && !strstr(detail, "time is more than 0") &&
        !strstr(detail, "\"nan\"") && !strstr(detail, "\"-nan\"") &&
        !strstr(detail, "claim's rate is 0:"))
        return 0;
    int of_the_rate = strstr(detail, "claim's rate is 0:") != NULL;
    int divided = source ? integer_division(source) : -1;
    int kept = source ? integer_variable(source) : -1, call = -1;
    if (of_the_rate && divided < 0)
        return 0;
    if (of_the_rate)
        add_line(clues, "units/integer-division", LIKELY, divided, 0, PROOF_ZERO_RATE);
    else if (source && student_calls(clues, "time") && (call = source_find(source, 0, "time")) >= 0)
        add_line(clues, "time/below-tick", SURE, call, 0, PROOF_ZERO_WHOLE_SECONDS);
    else if (divided >= 0)
        add_line(clues, "units/integer-division", SURE, divided, 0, PROOF_ZERO_DIVISION);
    else if (kept >= 0)
        add_line(clues, "units/integer-division", SURE, kept, 0, PROOF_ZERO_KEPT);
    else
        finding_add(clues, "units/integer-division", LIKELY, "zero", 0, PROOF_ITS_OWN);
    return 1;
}

// ---- the rate -------------------------------------------------------------------------------

static int name_xor(struct clues *clues) {
    const struct source *source = clues->source;
    for (int at = 0; (at = source_find(source, at, "^")) > 0; at++) {
        const struct token *a = &source->tokens[at - 1], *b = &source->tokens[at + 1];
        if (at + 1 >= source->count || a->kind != TOKEN_NUMBER || b->kind != TOKEN_NUMBER)
            continue;
        double x = (double)(strtol(a->text, NULL, 10) ^ strtol(b->text, NULL, 10));
        if (near_exactly(clues->row->unit, 1e9 / x)) {
            char line[SHOWN];
            source_line(source, at, line, sizeof line);
            finding_add(clues, "units/power-as-xor", SURE, "source", clues->row->unit,
                        PROOF_ITS_OWN, a->line, line, x);
            return 1;
        }
    }
    return 0;
}

static int is_number(const struct token *t, double value) {
    return t->kind == TOKEN_NUMBER && same_number(strtod(t->text, NULL), value);
}

int source_number(const struct source *source, double value) {
    for (int i = 0; i < source->count; i++)
        if (is_number(&source->tokens[i], value))
            return i;
    return -1;
}

// 1000 has two causes: bytes per second divided by a million, or a time in milliseconds.
static int name_thousand_of_the_rate(struct clues *clues) {
    const struct source *source = clues->source;
    if (!near_exactly(clues->row->unit, 1e3))
        return 0;
    int million = source_number(source, 1e6), billion = source_number(source, 1e9);
    if (million < 0 || billion >= 0 || student_calls(clues, "tare_gb_per_s"))
        return 0;
    add_line(clues, "units/mb-as-gb", SURE, million, 1e3, PROOF_MEGA);
    return 1;
}

// The rate that the claim's own work and seconds give.
static double own_rate(const struct claim_pair *pair) {
    const struct claim *c = pair->student;
    double work = unit_kind(c->unit) == WORK_FLOPS ? (double)c->flops : (double)c->bytes;
    return work / c->seconds / unit_size(c->unit);
}

static int is_rounded(const struct claim_pair *pair) {
    static const double unit = 1; // what rounding takes off at most: by definition
    double rate = pair->student->rate;
    return rate == round(rate) && fabs(rate - own_rate(pair)) <= unit;
}

int name_rounded(struct clues *clues) {
    if (!everywhere(clues, is_rounded))
        return 0;
    static const char *const ways[] = {"int", "round", "floor", "lround", "roundf", "long", "ceil"};
    for (size_t i = 0; clues->source && i < sizeof ways / sizeof ways[0]; i++) {
        int at = source_find(clues->source, 0, ways[i]);
        if (at >= 0) {
            add_line(clues, "units/rounded", SURE, at, clues->row->unit, PROOF_ROUNDED_AT);
            return 1;
        }
    }
    finding_add(clues, "units/rounded", LIKELY, "whole-rate", clues->row->unit, PROOF_ITS_OWN,
                clues->pairs[0].student->rate, own_rate(&clues->pairs[0]));
    return 1;
}

int name_source_of_rate(struct clues *clues) {
    return clues->source && (name_xor(clues) || name_thousand_of_the_rate(clues));
}

// ---- the clock ------------------------------------------------------------------------------

// 2^-16 s is as fine as a float is from the third minute after the start on.
static int in_steps_of_a_float(const struct claim_pair *pair) {
    double steps = ldexp(pair->student->seconds, 16);
    return steps == round(steps);
}

static int name_float_clock(struct clues *clues) {
    const struct source *source = clues->source;
    if (!everywhere(clues, in_steps_of_a_float))
        return 0;
    int at = -1;
    for (int i = 0; i + 1 < source->count && at < 0; i++)
        if (token_is(&source->tokens[i], "float") && source->tokens[i + 1].kind == TOKEN_WORD)
            at = i;
    if (at < 0)
        return 0;
    add_line(clues, "units/rounded", SURE, at, clues->row->time, PROOF_FLOAT_CLOCK);
    return 1;
}

// ---- events recorded at another place ----------------------------------------------------------

// The token of "cudaEventRecord(start" inside the braces, or the one statement, that this keyword
// leads; -1: none. start is the first event that cudaEventElapsedTime subtracts.
static int recorded_in(const struct source *source, const char *keyword) {
    int elapsed = source_find(source, 0, "cudaEventElapsedTime");
    int comma = elapsed < 0 ? -1 : source_find(source, elapsed, ",");
    if (comma < 0)
        return -1;
    int name = comma + 1; // the last word of "watch->start"
    while (name + 1 < source->count && !token_is(&source->tokens[name + 1], ","))
        name++;
    if (token_is(&source->tokens[name], "]"))
        return -1; // an event for each run
    for (int at = 0; (at = source_find(source, at, keyword)) >= 0; at++) {
        int end = source_past(source, at + 1);
        end = end < source->count && token_is(&source->tokens[end], "{")
                  ? source_past(source, end)
                  : source_find(source, end, ";");
        for (int i = at; i < end; i++)
            if (token_is(&source->tokens[i], "cudaEventRecord") &&
                source_find_same(source, i, source_past(source, i + 1), name) >= 0)
                return i;
    }
    return -1;
}

int name_recorded(struct clues *clues) {
    static const double part_of = 1.5; // between one run and two; not measured
    static const double slow = 0.9;    // not measured
    const struct witness_facts *w = clues->witness;
    const struct source *source = clues->source;
    if (!source || !w || w->kind != WINDOW_EVENTS)
        return 0;
    int looped = recorded_in(source, "for"), once = recorded_in(source, "if");
    // The stopwatch saw one run, and the claim is a part of it.
    int part = w->divided != 1 || w->reading.divided > 1 ||
               1e9 * part_of * w->claim_seconds < w->window_ns;
    if (looped >= 0 && clues->row->time > part_of && w->kernels == 1 && part) {
        add_line(clues, "time/start-again", SURE, looped, clues->row->time, PROOF_START_AGAIN);
        return 1;
    }
    int record = source_find(source, 0, "cudaEventRecord"), left = source_find(source, 0, "return");
    int early = left >= 0 && left < record; // "if (started) return;"
    // The fence calls no copy, and yet there is one between its marks.
    if (clues->row->time > slow || w->copies == 0 || w->windows < 2 || (once < 0 && !early) ||
        strstr(clues->seen->submission.calls, "cudaMemcpy"))
        return 0;
    add_line(clues, "time/stale-start", SURE, once >= 0 ? once : record, clues->row->time,
             PROOF_STALE_START);
    return 1;
}

int name_source_of_time(struct clues *clues) {
    return clues->source && name_float_clock(clues);
}

int claim_line(const struct clues *clues, const char *member, char *text, size_t size) {
    const struct source *source = clues->source;
    text[0] = '\0';
    for (int at = 1; source && (at = source_find(source, at, member)) > 0; at++)
        if ((token_is(&source->tokens[at - 1], ".") || token_is(&source->tokens[at - 1], "->")) &&
            at + 1 < source->count && strchr("=*", *source->tokens[at + 1].text)) {
            source_line(source, at, text, size);
            return source->tokens[at].line;
        }
    return 0;
}
