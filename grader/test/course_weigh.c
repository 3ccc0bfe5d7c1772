// course_weigh.c: the author's count against the scales: the solution runs on the host device at a
// small size, and its claim and the lines "work" of lab.meta are held against what was counted.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "course.h"
#include "naming/work_model.h"
#include "run/run.h"

enum { LINE = 64 }; // bytes, of the host device

#define TELL(...) course_later(0, __VA_ARGS__)

// ---- each term, and the access that it is -----------------------------------------------------

struct access {
    int array; // from 1, in the order of cudaMalloc
    int writes, taken;
    double bytes;
};

static int accesses_of(const struct weight *weight, struct access accesses[2 * WEIGHT_PARTS]) {
    int count = 0;
    for (int i = 0; i < weight->part_count; i++) {
        const struct weight_part *part = &weight->parts[i];
        int array = (int)part->allocation + 1;
        for (int writes = 0; writes < 2; writes++)
            if (part->way[writes] > 0)
                accesses[count++] = (struct access){array, writes, 0, part->way[writes]};
    }
    return count;
}

static int is_same(double a, double b) {
    static const double rounding = 1e-6; // a term is computed from a root of the claim
    return fabs(a - b) <= rounding * fabs(b);
}

// A term of a lab in Chinese only has these words in place of the English ones.
static int term_writes(const struct work_term *term) {
    return strstr(term->words[ENGLISH], "write") || strstr(term->words[ENGLISH], "写");
}

static struct access *take(struct access *accesses, int count, const struct work_term *term,
                           double size) {
    for (int i = 0; i < count; i++)
        if (!accesses[i].taken && accesses[i].writes == term_writes(term) &&
            is_same(size, accesses[i].bytes)) {
            accesses[i].taken = 1;
            return &accesses[i];
        }
    return NULL;
}

// Returns 1 when the terms that read come to what was read, and those that write to what was
// written.
static int each_way_agrees(const struct work_term *terms, const double *sizes, int count,
                           const struct weight *weight) {
    double way[2] = {0, 0};
    for (int i = 0; i < count; i++)
        way[term_writes(&terms[i])] += sizes[i];
    return is_same(way[0], weight->asked_read) && is_same(way[1], weight->asked_written);
}

// 1 when the terms agree with the accesses.
static int hold_terms(const struct lab_meta *lab, const struct run *run, const struct claim *claim,
                      const struct weight *weight) {
    struct work_term terms[LAB_TERMS];
    struct access accesses[2 * WEIGHT_PARTS];
    double sizes[LAB_TERMS];
    int count =
        work_sizes(lab, claim->what, 0, (double)run->count, (double)claim->bytes, terms, sizes);
    int there = accesses_of(weight, accesses), alone = 0;
    for (int i = 0; i < count; i++) {
        const struct access *access = take(accesses, there, &terms[i], sizes[i]);
        alone += !access;
        if (access)
            TELL("    The term \"%s\" is %.0f bytes; the kernel %s as many %s array %d.",
                 terms[i].words[ENGLISH], sizes[i], access->writes ? "writes" : "reads",
                 access->writes ? "to" : "from", access->array);
        else
            TELL("    The term \"%s\" is %.0f bytes; no access of the kernel that is left is as "
                 "large.",
                 terms[i].words[ENGLISH], sizes[i]);
    }
    for (int i = 0; i < there; i++)
        if (!accesses[i].taken)
            TELL("    The kernel %s %.0f bytes %s array %d; no term that is left is as large.",
                 accesses[i].writes ? "writes" : "reads", accesses[i].bytes,
                 accesses[i].writes ? "to" : "from", accesses[i].array);
    return count > 0 && (!alone || each_way_agrees(terms, sizes, count, weight));
}

// ---- the claim --------------------------------------------------------------------------------

static double counted(const struct lab_meta *lab, const struct weight *weight) {
    if (lab->counted == COUNTS_LINES)
        return weight->line_read + weight->line_written;
    return lab->counted == COUNTS_LINES_READ ? weight->line_read
                                             : weight->asked_read + weight->asked_written;
}

// Lines come whole: at both ends of an array a part of a line more is moved.
static int agrees(const struct lab_meta *lab, const struct weight *weight, double bytes) {
    int whole = lab->counted == COUNTS_LINES || lab->counted == COUNTS_LINES_READ;
    return fabs(bytes - counted(lab, weight)) <= (whole ? 2 * LINE * weight->part_count : 0);
}

// A granule of this device is a line, and so the sum of these terms follows from the elements
// alone.
static int hold_granules(const struct lab_meta *lab, const struct run *run,
                         const struct claim *claim, const struct weight *weight) {
    struct work_term terms[LAB_TERMS];
    double sizes[LAB_TERMS], sum = 0;
    int count =
        work_sizes(lab, claim->what, 0, (double)run->count, (double)claim->bytes, terms, sizes);
    for (int i = 0; i < count; i++)
        sum += terms[i].times * terms[i].number * pow((double)run->count, terms[i].extents) *
               pow(LINE, terms[i].granules);
    TELL("    With lines of %d bytes the terms of lab.meta are %.0f bytes.", LINE, sum);
    return agrees(lab, weight, sum);
}

static void hold_claim(const struct lab_meta *lab, const struct run *run,
                       const struct claim *claim) {
    static const char *const measures[] = {[COUNTS_ASKED] = "asked for",
                                           [COUNTS_LINES] = "touched lines of",
                                           [COUNTS_LINES_READ] = "read from lines of",
                                           [COUNTS_APART] = "asked for"};
    const struct weight *weight = run_weight(run, claim->what);
    if (claim->flops)
        TELL("lab %s, claim %s: the %llu operations are not weighed, because the host device "
             "does not count operations.",
             lab->number, claim->what, (unsigned long long)claim->flops);
    if (!claim->bytes)
        return;
    EXPECT(
        weight != NULL,
        "solutions/%s/lab.cu, claim %s: several kernels ran, and none has the claim's name. Give "
        "the kernel and the claim one name",
        lab->folder, claim->what);
    if (!weight)
        return;
    int same = agrees(lab, weight, (double)claim->bytes);
    TELL("lab %s, claim %s: it counts %llu bytes, and the threads of the kernel %s %s %.0f bytes. "
         "The "
         "two %s.",
         lab->number, claim->what, (unsigned long long)claim->bytes, weight->kernel,
         measures[lab->counted], counted(lab, weight), same ? "agree" : "differ");
    if (lab->counted == COUNTS_LINES || lab->counted == COUNTS_LINES_READ)
        same &= hold_granules(lab, run, claim, weight);
    if (lab->counted == COUNTS_ASKED)
        same &= hold_terms(lab, run, claim, weight);
    if (lab->counted == COUNTS_APART) {
        TELL("    lab.meta says why: %s", lab->apart);
        EXPECT(!same,
               "labs/%s/lab.meta: \"weighed = apart\" says why the claim %s and the weighing "
               "differ, but they agree. Remove that line",
               lab->folder, claim->what);
        return;
    }
    EXPECT(
        same,
        "labs/%s/lab.meta: the claim %s of the solution, or the lines \"work\", are not what the "
        "kernel does: its threads %s %.0f bytes. Mend them, or let a line \"weighed\" say what "
        "they count "
        "(`tare lab --fields`)",
        lab->folder, claim->what, measures[lab->counted], counted(lab, weight));
}

// ---- the lab ------------------------------------------------------------------------------------

static int weigh(const struct lab_meta *lab, struct run *run) {
    enum { SECONDS = 60 };
    char folder[700], shown[80];
    char *text = course_file("solutions/%s/lab.cu", lab->folder);
    snprintf(folder, sizeof folder, "%s/build/check/host/%s", course_root, lab->folder);
    snprintf(shown, sizeof shown, "solutions/%s/lab.cu", lab->folder);
    struct build_request build = {.root = course_root,
                                  .device = "host",
                                  .folder = folder,
                                  .name = "weighed",
                                  .source = text,
                                  .shown = shown,
                                  .limit = SECONDS};
    struct run_request request = {.lab = lab->name, .device = "host", .limit = SECONDS};
    run->part = WEIGHED_PART;
    run->seed = 1;
    int failed = text ? run_on_scales(&build, &request, run, 1) : -1;
    free(text);
    return failed;
}

void lab_is_as_weighed(const struct lab_meta *lab) {
    struct measured measured = {.run_count = 0};
    struct run *run = run_add(&measured, RUN_WEIGHED);
    if (lab->gpu_only)
        TELL("lab %s is not weighed: it runs on a card only.", lab->number);
    else if (!lab->term_count)
        TELL("lab %s is not weighed: its claim is about no kernel, and lab.meta has no line "
             "\"work\".",
             lab->number);
    else if (!run || weigh(lab, run) != 0)
        EXPECT(
            0,
            "solutions/%s/lab.cu: it was not weighed: compiled with build/hostcc --weigh, it does "
            "not run to its end",
            lab->folder);
    else if (!run->weight_count)
        TELL("lab %s is not weighed: its program launches no kernel.", lab->number);
    else
        for (int i = 0; i < run->claim_count; i++)
            hold_claim(lab, run, &run->claims[i]);
    runs_drop(&measured, 0);
    free(measured.runs);
}
