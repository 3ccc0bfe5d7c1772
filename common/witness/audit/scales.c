// scales.c: a printed rate against the work of its kernels, which was weighed in another run
// (common/weigh).
#define _GNU_SOURCE // strcasestr
#include <math.h>
#include <string.h>

#include "weigh/weigh.h"
#include "witness/audit/judge.h"

// What the kernels between the marks of one reading did, together.
struct load {
    double asked, read, written; // bytes that their threads asked for
    double touched;              // by sectors; of each access of a warp
    double least;                // bytes that had to move, whatever a cache holds
    double memory;               // a card: bytes that its memory moved; NAN: not known
    double operations;           // NAN: not counted
    double runs;                 // of launches
};

// The name in a trace is a plain one: saxpy of "void lab::saxpy<float>(int)".
static const struct weighed *weighed_as(const struct weighing *weighing,
                                        const struct witness_note *kernel) {
    for (size_t i = 0; i < weighing->kernel_count; i++) {
        const struct weighed *of = &weighing->kernels[i];
        if (of->ended && memcmp(of->grid, kernel->grid, sizeof of->grid) == 0 &&
            memcmp(of->block, kernel->block, sizeof of->block) == 0) {
            char plain[256];
            weighed_plain_name(of->name, plain, sizeof plain);
            if (strcmp(plain, kernel->name) == 0 || strcmp(of->name, kernel->name) == 0)
                return of;
        }
    }
    return NULL;
}

static void put_on(struct load *load, const struct weighed *of) {
    double lines = of->of[line_read] + of->of[line_written];
    double memory = of->of[dram_read] + of->of[dram_written];
    load->read += weighed_by_tiles(of) ? NAN : of->of[asked_read];
    load->written += of->of[asked_written];
    load->touched += of->of[sector_read] + of->of[sector_written];
    load->least += isnan(lines) ? memory : lines;
    load->memory += memory;
    load->operations += weighed_flops(of);
    load->runs++;
}

// 0: not every kernel of the reading was weighed.
static int weigh_reading(const struct auditing *audit, const struct tie *time, struct load *load) {
    const struct trace *trace = audit->view->trace;
    const struct window *w = &audit->view->windows[time->of.last];
    *load = (struct load){0};
    for (size_t i = first_note(trace, w->host_begin); i < trace->count; i++) {
        const struct witness_note *note = &trace->notes[i];
        uint64_t queued = note->kind == WITNESS_KERNEL ? queued_at(audit->view, i) : 0;
        if (queued < w->host_begin || queued >= w->host_end)
            continue;
        const struct weighed *of = weighed_as(audit->weighing, note);
        if (!of)
            return 0;
        put_on(load, of);
    }
    load->asked = load->read + load->written;
    return load->runs > 0;
}

static int near(double a, double b, double share) {
    return fabs(a / b - 1) <= share;
}

// NULL: no mistake is known that counts so much.
static const char *known_mistake(double ratio, int one_way) {
    static const double rounding = 0.02; // of a printed number and its size; not measured
    static const struct {
        double ratio;
        const char *mistake;
    } known[] = {{2. / 3, "work/two-of-three"},
                 {4. / 3, "work/write-allocate"},
                 {3. / 2, "work/three-of-two"},
                 {2, "work/counted-twice"},
                 {0.5, "work/element-size"}};
    if (one_way && !near(ratio, 2. / 3, rounding)) // by custom a name of its own
        return "work/one-way";
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (near(ratio, known[i].ratio, rounding))
            return known[i].mistake;
    return NULL;
}

static int says(const struct printed *printed, const char *word, const char *other) {
    return strcasestr(printed->words, word) || strcasestr(printed->words, other);
}

static struct judged judge_bytes(const struct load *load, const struct printed *printed, int said,
                                 double counted, double whole) {
    static const double rounding = 0.02; // as above; not measured
    static const double cached = 0.5;    // of the counted bytes came from the memory; not measured
    // Nearly all that was asked for also moved, so nothing was read twice. Not measured.
    static const double fresh = 0.85;
    double from_memory = load->memory / counted, ratio = counted / load->asked;
    int reads = near(counted, load->read, rounding),
        writes = near(counted, load->written, rounding);
    if (near(counted, load->asked, rounding) || near(counted, load->touched, rounding) ||
        near(counted, load->memory, rounding) || near(counted, load->least, rounding) ||
        (reads && says(printed, "read", "load")) || (writes && says(printed, "writ", "store"))) {
        if (said & SAYS_MEMORY && from_memory < cached)
            return accused(says(printed, "hbm", "dram"), said | SAYS_PLAIN, VERDICT_SUSPECT,
                           WHY_WEIGHED_CACHE, "cache/hot-as-memory", whole / from_memory);
        return judged(VERDICT_RIGHT, WHY_WEIGHED, "", NAN);
    }
    const char *known =
        known_mistake(ratio, load->read > 0 && load->written > 0 && (reads || writes));
    const char *mistake = known ? known : ratio < 1 ? "work/term-missing" : "work/term-added";
    // A card counts a word once that several threads of a warp ask for, and a program may count
    // each.
    if (counted > load->asked && !(counted < load->touched))
        return isnan(load->memory) ? proven(WHY_WEIGHED, mistake, whole * ratio)
                                   : judged(VERDICT_SUSPECT, WHY_WEIGHED, mistake, whole * ratio);
    if (ratio < 1 && load->least >= fresh * load->asked)
        return proven(WHY_WEIGHED, mistake, whole * ratio);
    if (ratio < 1 && counted < load->least)
        return judged(VERDICT_SUSPECT, WHY_WEIGHED, mistake, whole * ratio);
    // Here a cache gave a part, and a program may honestly count less than its threads ask for.
    return judged(VERDICT_NOTE, WHY_WEIGHED, known ? known : "", NAN);
}

static struct judged judge_operations(const struct load *load, double counted, double whole) {
    static const double padding = 0.05; // of a library's tiles: 1.6 % of a product of 8192
    static const double tree = 0.6;     // 2/3 of a dot product with a thread for each number
    double ratio = counted / load->operations;
    if (near(ratio, 1, padding))
        return judged(VERDICT_RIGHT, WHY_WEIGHED_OPERATIONS, "", NAN);
    const char *mistake = near(ratio, 0.5, padding) ? "work/half-the-flops"
                          : near(ratio, 2, padding) ? "work/fma-twice"
                          : ratio < 1               ? "work/term-missing"
                                                    : "work/term-added";
    // By custom a sum counts one addition for each number, and each thread of a tree begins with
    // one more.
    if (ratio < 1 && ratio > tree)
        return judged(VERDICT_NOTE, WHY_WEIGHED_OPERATIONS, mistake, NAN);
    // By custom a product counts 2 n^3, however a clever one saves or a special function hides
    // some.
    return judged(VERDICT_SUSPECT, WHY_WEIGHED_OPERATIONS, mistake, whole * ratio);
}

// The library's stopwatch saw a batch of runs; the note of how many follows its results.
double audited_batch(const struct auditing *audit, const struct tie *time) {
    const struct trace *trace = audit->view->trace;
    const struct window *w = &audit->view->windows[time->of.last];
    for (size_t i = first_note(trace, w->host_begin);
         time->of.form == READING_LIBRARY && i < trace->count; i++)
        if (trace->notes[i].kind == WITNESS_BATCH)
            return trace->notes[i].value;
    return 1;
}

static void divide(struct load *load, double by) {
    double *const all[] = {&load->asked, &load->read,   &load->written,    &load->touched,
                           &load->least, &load->memory, &load->operations, &load->runs};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        *all[i] /= by;
}

int judge_by_scales(const struct auditing *audit, const struct tie *time, int said, double counted,
                    struct audited *of, struct judged *found) {
    const struct printed *printed = of->printed;
    struct load load;
    double whole = time->of.value, runs = time->of.runs > 1 ? time->of.runs : 1;
    int bytes = printed->unit.quantity == QUANTITY_BYTES;
    int flops = printed->unit.quantity == QUANTITY_OPERATIONS &&
                strcasestr(printed->unit_name, "flop") != NULL;
    if (!audit->weighing || !(bytes || flops) || !weigh_reading(audit, time, &load) ||
        !((bytes ? load.asked : load.operations) > 0))
        return 0;
    divide(&load, audited_batch(audit, time));
    *found = bytes ? judge_bytes(&load, printed, said, counted, whole)
                   : judge_operations(&load, counted, whole);
    of->weighed = (found->why == WHY_WEIGHED_CACHE ? load.memory
                   : bytes                         ? load.asked
                                                   : load.operations) /
                  runs;
    of->work.work = counted / runs;
    return 1;
}
