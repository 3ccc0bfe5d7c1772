// measure.c: S R S R ..., each a process of its own, each pair with a size and a seed
// of its own; the two of a pair have the same.
#define _GNU_SOURCE
#include "measure.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "factors.h"
#include "noise.h"
#include "run.h"
#include "text.h"

enum { MOST_PAIRS = 64, SMALLEST_PART = 750, LARGEST_PART = 1000 };
static const double default_budget = 20, default_limit = 60;

// Independent of the platform, so that --seed replays anywhere.
static uint64_t draw(uint64_t seed, uint64_t index) {
    uint64_t x = seed + (index + 1) * 0x9e3779b97f4a7c15u;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

static void free_claims(struct run *run) {
    free(run->claims);
    run->claims = NULL;
    run->claim_count = 0;
}

static struct run_request request_of(const struct check_options *options,
                                     const struct grading *grading, const char *program) {
    return (struct run_request){.program = program,
                                .folder = options->run_folder,
                                .lab = grading->lab.name,
                                .device = grading->device,
                                .limit =
                                    options->run_limit > 0 ? options->run_limit : default_limit,
                                .sandbox = options->run_sandbox};
}

// The next run of this pair. NULL when the machine could not, with the outcome set.
static struct run *run_one(const struct run_request *request, struct grading *grading,
                           enum run_role role, int pair) {
    struct run *run = grading_add_run(grading, role);
    if (!run) {
        check_cannot(grading, CANNOT_STORE, "memory is out");
        return NULL;
    }
    run->pair = pair;
    run->part = SMALLEST_PART +
                (int)(draw(grading->seed, 2 * (uint64_t)pair) % (LARGEST_PART - SMALLEST_PART + 1));
    run->seed = draw(grading->seed, 2 * (uint64_t)pair + 1) >> 16;
    if (run_program(request, run) != 0) {
        check_cannot(grading, CANNOT_STORE, strerror(errno));
        return NULL;
    }
    if (run->end == RUN_INTERRUPTED) {
        check_cannot(grading, CANNOT_INTERRUPTED, "");
        return NULL;
    }
    return run;
}

// "device   NAME (...)" is the first thing that every lab prints.
static void keep_device_name(struct grading *grading, const struct run *run) {
    static const char label[] = "device   ";
    if (grading->device_name[0] || strncmp(run->output, label, sizeof label - 1) != 0)
        return;
    const char *name = run->output + sizeof label - 1;
    text_format(grading->device_name, sizeof grading->device_name, "%.*s",
                (int)strcspn(name, "\n("), name);
    text_trim(grading->device_name);
}

static int run_reference(const struct check_options *options, struct grading *grading,
                         const char *reference, int pair) {
    char words[LANGUAGES][240];
    struct run_request request = request_of(options, grading, reference);
    request.sandbox = NULL; // ours; and it must not pay for a sandbox that theirs pays for
    request.folder = NULL;
    struct run *run = run_one(&request, grading, RUN_REFERENCE, pair);
    if (!run)
        return -1;
    grading->timings.reference += run->wall_seconds;
    if (run_complaint(run, words)) {
        int none = strstr(run->output, "no CUDA device") != NULL;
        check_cannot(grading, none ? CANNOT_NO_DEVICE : CANNOT_REFERENCE, words[ENGLISH]);
        return -1;
    }
    keep_device_name(grading, run);
    return 0;
}

// A complaint about the student's run is theirs only if the reference fares better, and
// if it happens twice.
static int run_student(const struct check_options *options, struct grading *grading,
                       const char *student, const char *reference, int pair) {
    char words[LANGUAGES][240];
    struct run_request request = request_of(options, grading, student);
    for (int attempt = 0; attempt < 2; attempt++) {
        struct run *run = run_one(&request, grading, RUN_STUDENT, pair);
        if (!run)
            return -1;
        grading->timings.student += run->wall_seconds;
        if (!run_complaint(run, words))
            return 0;
        enum stage stage = run->result == RESULT_WRONG ? STAGE_RESULT : STAGE_RUN;
        int hung = run->end == RUN_TIMED_OUT || run->end == RUN_FLOODED;
        if (attempt == 0 && !hung) {
            grading->run_count--; // tried again below, in its place
            free_claims(run);
            continue;
        }
        if (run_reference(options, grading, reference, pair) == 0)
            check_fail(grading, stage, (const char(*)[240])words);
        return -1;
    }
    return -1;
}

void measure_pairs(const struct check_options *options, struct grading *grading,
                   const char *student, const char *reference) {
    double start = seconds_now();
    double budget = options->budget > 0 ? options->budget : default_budget;
    noise_recall(options, grading);
    for (int pair = 0; pair < MOST_PAIRS; pair++) {
        if (run_student(options, grading, student, reference, pair) != 0 ||
            run_reference(options, grading, reference, pair) != 0)
            return;
        if (options->progress)
            options->progress(options->context, "pair");
        grading->stage = STAGE_JUDGE;
        noise_learn(grading);
        check_judge(grading);
        if (grading->outcome != OUTCOME_CANNOT_GRADE || seconds_now() - start > budget)
            break;
    }
    noise_keep(options, grading);
}

// ---- probes -------------------------------------------------------------------------

static void probe(const struct run_request *request, struct grading *grading, enum run_role role,
                  int part) {
    struct run *run = grading_add_run(grading, role);
    if (!run)
        return;
    run->part = part;
    run->pair = -1;
    run->seed = draw(grading->seed, 1000 + (uint64_t)role) >> 16;
    if (run_program(request, run) != 0)
        grading->run_count--;
}

static void witness(const struct check_options *options, struct grading *grading,
                    struct run_request request) {
    char library[600], trace[700];
    snprintf(library, sizeof library, "%s/build/%s/witness.so", options->root, grading->device);
    if (access(library, R_OK) != 0)
        return;
    if (options->folder)
        snprintf(trace, sizeof trace, "%s/trace.json", options->folder);
    else
        snprintf(trace, sizeof trace, "%s/build/check/%s/%s/trace.json", options->root,
                 grading->device, grading->lab.folder);
    unlink(trace);
    request.witness = library;
    request.trace = trace;
    probe(&request, grading, RUN_WITNESS, LARGEST_PART);
    for (int i = 0; i < grading->row_count; i++)
        witness_facts_read(trace, grading->rows[i].what, &grading->rows[i].witness);
    if (grading->row_count == 0)
        witness_facts_read(trace, NULL, &grading->program_witness);
}

// A wrong unit or a wrong count needs no clock to be named.
static int is_worth_probing(const struct grading *grading) {
    const struct run *first = grading->run_count > 0 ? &grading->runs[0] : NULL;
    if (grading->stage == STAGE_RUN || grading->stage == STAGE_RESULT)
        return first && first->end == RUN_EXITED;
    for (int i = 0; i < grading->row_count; i++)
        if (grading->rows[i].time_right == OUTSIDE)
            return 1;
    return 0;
}

void measure_probes(const struct check_options *options, struct grading *grading,
                    const char *student) {
    struct run_request request = request_of(options, grading, student);
    if (!is_worth_probing(grading))
        return;
    request.probe = 1;
    probe(&request, grading, RUN_PROBE_RESIDUAL, LARGEST_PART);
    request.probe = 0;
    probe(&request, grading, RUN_PROBE_HALF, LARGEST_PART / 2);
    if (!process_interrupted())
        witness(options, grading, request);
}
