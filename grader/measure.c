// measure.c: S R S R ..., each a process of its own, each pair with a size and a seed
// of its own; the two of a pair have the same. Their starts may overlap, see gate.h.
#define _GNU_SOURCE
#include "measure.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "factors.h"
#include "gate.h"
#include "noise.h"
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

static int part_of(const struct grading *grading, int pair) {
    return SMALLEST_PART +
           (int)(draw(grading->seed, 2 * (uint64_t)pair) % (LARGEST_PART - SMALLEST_PART + 1));
}

static uint64_t seed_of(const struct grading *grading, int pair) {
    return draw(grading->seed, 2 * (uint64_t)pair + 1) >> 16;
}

static void free_claims(struct run *run) {
    free(run->claims);
    run->claims = NULL;
    run->claim_count = 0;
}

// ---- programs that are started ahead ------------------------------------------------

static struct run_request request_of(const struct bench *bench, enum run_role role) {
    const struct check_options *options = bench->options;
    struct run_request request = {.program = bench->student,
                                  .folder = options->run_folder,
                                  .lab = bench->grading->lab.name,
                                  .device = bench->grading->device,
                                  .limit =
                                      options->run_limit > 0 ? options->run_limit : default_limit,
                                  .sandbox = options->run_sandbox,
                                  .gate = bench->gate};
    if (role == RUN_REFERENCE) {
        request.program = bench->reference;
        request.sandbox = NULL; // ours; and it must not pay for a sandbox that theirs pays for
        request.folder = NULL;
    }
    request.probe = role == RUN_PROBE_RESIDUAL;
    if (role == RUN_WITNESS) {
        request.witness = bench->library;
        request.trace = bench->trace;
    }
    return request;
}

static void start_pair(struct bench *bench, int pair, enum run_role role) {
    struct running *running =
        &(role == RUN_STUDENT ? bench->students : bench->references)[pair - bench->first];
    struct run_request request = request_of(bench, role);
    if (running->process.child <= 0)
        run_start(&request, part_of(bench->grading, pair), seed_of(bench->grading, pair), running);
}

static const enum run_role probe_roles[BENCH_PROBES] = {RUN_PROBE_RESIDUAL, RUN_PROBE_HALF,
                                                        RUN_WITNESS};

static int start_probe(struct bench *bench, int index, const char *gate) {
    enum run_role role = probe_roles[index];
    if (role == RUN_WITNESS && access(bench->library, R_OK) != 0)
        return -1;
    if (role == RUN_WITNESS)
        unlink(bench->trace);
    struct run_request request = request_of(bench, role);
    request.gate = gate;
    return run_start(&request, role == RUN_PROBE_HALF ? LARGEST_PART / 2 : LARGEST_PART,
                     draw(bench->grading->seed, 1000 + (uint64_t)role) >> 16,
                     &bench->probes[index]);
}

static int all_of(struct bench *bench, struct running *all[]) {
    int count = 0;
    for (int i = 0; i < BENCH_PAIRS; i++) {
        all[count++] = &bench->students[i];
        all[count++] = &bench->references[i];
    }
    for (int i = 0; i < BENCH_PROBES; i++)
        all[count++] = &bench->probes[i];
    return count;
}

static void gather(struct bench *bench) {
    struct running *all[2 * BENCH_PAIRS + BENCH_PROBES];
    double start = seconds_now();
    gate_gather(all, all_of(bench, all));
    bench->grading->timings.ready += seconds_now() - start;
}

void measure_end(struct bench *bench) {
    struct running *all[2 * BENCH_PAIRS + BENCH_PROBES];
    int count = all_of(bench, all);
    for (int i = 0; i < count; i++) // all at once: a card takes its time to let go of one
        if (all[i]->process.child > 0)
            process_kill(&all[i]->process);
    for (int i = 0; i < count; i++)
        process_drop(&all[i]->process);
}

// Nothing is started ahead any more.
static void go_alone(struct bench *bench) {
    measure_end(bench);
    bench->pairs = bench->probes_too = 0;
    bench->gate = NULL;
}

void measure_ahead(struct bench *bench, const char *pristine, const char *reference) {
    const struct check_options *options = bench->options;
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    int card = strcmp(options->device, "gpu") == 0;
    bench->reference = reference;
    snprintf(bench->library, sizeof bench->library, "%s/build/%s/witness.so", options->root,
             options->device);
    if (options->folder)
        snprintf(bench->trace, sizeof bench->trace, "%s/trace.json", options->folder);
    else
        snprintf(bench->trace, sizeof bench->trace, "%s/build/check/%s/%s/trace.json",
                 options->root, options->device, options->lab->folder);
    // Behind walls is who may be hostile: nothing of theirs lives while a reference runs.
    bench->gate = options->run_sandbox ? NULL : gate_place(pristine);
    if (!bench->gate)
        return;
    // As many pairs as will be enough. The host device computes on the processors that would
    // make the next one's data, so there nothing is started ahead.
    noise_recall(options, bench->grading);
    const struct noise *noise = &bench->grading->noise;
    int quiet = noise->known && noise->spread < 0.2 * options->lab->tolerance;
    if (card && processors >= 4)
        bench->pairs = processors < 8 ? 1 : quiet ? 2 : 3;
    bench->probes_too = card && processors >= 8;
    for (int pair = 0; card && pair < bench->pairs; pair++)
        start_pair(bench, pair, RUN_REFERENCE);
}

// This pair and the next ones, ready to run.
static void make_ready(struct bench *bench, int pair) {
    if (bench->pairs == 0 || (pair > 0 && pair < bench->first + bench->pairs))
        return;
    bench->first = pair;
    for (int i = pair; i < pair + bench->pairs; i++) {
        start_pair(bench, i, RUN_STUDENT);
        start_pair(bench, i, RUN_REFERENCE);
    }
    for (int i = 0; pair == 0 && bench->probes_too && i < BENCH_PROBES; i++)
        start_probe(bench, i, bench->gate);
    gather(bench);
}

// A student's program that works while a reference measures.
static int disturbs(const struct bench *bench) {
    for (int i = 0; i < BENCH_PAIRS + BENCH_PROBES; i++) {
        const struct running *waiting =
            i < BENCH_PAIRS ? &bench->students[i] : &bench->probes[i - BENCH_PAIRS];
        if (waiting->process.child > 0 && !gate_is_quiet(waiting))
            return 1;
    }
    return 0;
}

// ---- pairs --------------------------------------------------------------------------

// The next run of this pair. NULL when the machine could not, with the outcome set.
static struct run *run_one(struct bench *bench, enum run_role role, int pair, int may_be_ahead) {
    struct grading *grading = bench->grading;
    struct run *run = grading_add_run(grading, role);
    if (!run) {
        check_cannot(grading, CANNOT_STORE, "memory is out");
        return NULL;
    }
    int lane = pair - bench->first;
    struct running *ahead = may_be_ahead && lane >= 0 && lane < bench->pairs
                                ? &(role == RUN_STUDENT ? bench->students : bench->references)[lane]
                                : NULL;
    run->pair = pair;
    run->part = part_of(grading, pair);
    run->seed = seed_of(grading, pair);
    if (ahead && ahead->process.child > 0 && gate_open(ahead) == 0) {
        run_wait(ahead, run);
    } else {
        if (ahead && bench->pairs)
            go_alone(bench); // it did not wait, or there was no room for so many
        struct run_request request = request_of(bench, role);
        request.gate = NULL;
        if (run_program(&request, run) != 0) {
            check_cannot(grading, CANNOT_STORE, strerror(errno));
            return NULL;
        }
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

static int run_reference(struct bench *bench, int pair) {
    char words[LANGUAGES][240];
    struct grading *grading = bench->grading;
    struct run *run = run_one(bench, RUN_REFERENCE, pair, 1);
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
static int run_student(struct bench *bench, int pair) {
    char words[LANGUAGES][240];
    struct grading *grading = bench->grading;
    for (int attempt = 0; attempt < 2; attempt++) {
        struct run *run = run_one(bench, RUN_STUDENT, pair, attempt == 0);
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
        if (run_reference(bench, pair) == 0)
            check_fail(grading, stage, (const char(*)[240])words);
        return -1;
    }
    return -1;
}

static int run_pair(struct bench *bench, int pair) {
    struct grading *grading = bench->grading;
    int before = grading->run_count;
    make_ready(bench, pair);
    if (run_student(bench, pair) != 0 || run_reference(bench, pair) != 0)
        return -1;
    if (!disturbs(bench))
        return 0;
    go_alone(bench);
    while (grading->run_count > before)
        free_claims(&grading->runs[--grading->run_count]);
    return run_student(bench, pair) != 0 || run_reference(bench, pair) != 0 ? -1 : 0;
}

void measure_pairs(struct bench *bench, const char *student) {
    const struct check_options *options = bench->options;
    struct grading *grading = bench->grading;
    double start = seconds_now();
    double budget = options->budget > 0 ? options->budget : default_budget;
    bench->student = student;
    if (!bench->gate)
        noise_recall(options, grading);
    for (int pair = 0; pair < MOST_PAIRS; pair++) {
        if (run_pair(bench, pair) != 0)
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

static void probe(struct bench *bench, int index) {
    struct running *running = &bench->probes[index];
    if ((running->process.child <= 0 || gate_open(running) != 0) &&
        start_probe(bench, index, NULL) != 0)
        return;
    struct run *run = grading_add_run(bench->grading, probe_roles[index]);
    if (!run) {
        process_drop(&running->process);
        return;
    }
    run->pair = -1;
    run_wait(running, run);
}

static void read_trace(struct bench *bench) {
    struct grading *grading = bench->grading;
    int known = 0;
    for (int i = 0; i < grading->row_count; i++)
        known |= witness_facts_read(bench->trace, grading->rows[i].what, &grading->rows[i].witness);
    if (grading->row_count == 0)
        known = witness_facts_read(bench->trace, NULL, &grading->program_witness);
    grading->no_trace = !known;
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

void measure_probes(struct bench *bench) {
    if (!is_worth_probing(bench->grading))
        return;
    if (bench->gate && bench->probes[0].process.child <= 0) {
        for (int i = 0; i < BENCH_PROBES; i++)
            start_probe(bench, i, bench->gate);
        gather(bench);
    }
    for (int i = 0; i < BENCH_PROBES && !process_interrupted(); i++)
        probe(bench, i);
    if (access(bench->library, R_OK) == 0)
        read_trace(bench);
}
