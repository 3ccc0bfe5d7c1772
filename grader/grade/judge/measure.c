// measure.c: S R S R ..., each a process of its own, each pair with data of its own and one of
// two sizes; the two of a pair have the same. Their starts may overlap, see gate.h.
#define _GNU_SOURCE
#include "judge/measure.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/text.h"
#include "judge/factors.h"
#include "judge/noise.h"
#include "judge/outcome.h"
#include "run/gate.h"

enum { MOST_PAIRS = 64 };
static const double default_budget = 20;

// ---- pairs --------------------------------------------------------------------------

// In turn before, or now; 0 when it is to be run alone.
static int has_measured(struct running *ahead) {
    return ahead && ahead->process.child > 0 && (ahead->process.opened || gate_measure(ahead) == 0);
}

// The next run of this pair. NULL when the machine could not, with the trouble noted.
static struct run *run_one(struct bench *bench, enum run_role role, int pair, int may_be_ahead) {
    struct grading *grading = bench->grading;
    struct run *run = grading_add_run(grading, role);
    if (!run) {
        outcome_trouble(grading, CANNOT_STORE, "out of memory");
        return NULL;
    }
    int lane = pair - bench->first;
    struct running *ahead = may_be_ahead && lane >= 0 && lane < bench->pairs
                                ? &(role == RUN_STUDENT ? bench->students : bench->references)[lane]
                                : NULL;
    run->pair = pair;
    run->part = bench_part(grading, pair);
    run->seed = bench_seed(grading, pair);
    if (has_measured(ahead)) {
        gate_release(ahead);
        run_wait(ahead, run);
    } else {
        if (ahead && bench->pairs)
            bench_go_alone(bench); // it did not wait, or there was no room for so many
        struct run_request request = bench_request(bench, role);
        request.gate = NULL;
        if (run_program(&request, run) != 0) {
            outcome_trouble(grading, CANNOT_STORE, strerror(errno));
            grading_drop_runs(grading, grading->run_count - 1);
            return NULL;
        }
    }
    if (run->end == RUN_INTERRUPTED || process_interrupted()) {
        outcome_trouble(grading, CANNOT_INTERRUPTED, "");
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

// Each returns 0, or -1 when this pair decides what becomes of the grading.
static int run_reference(struct bench *bench, int pair) {
    char words[LANGUAGES][240];
    struct grading *grading = bench->grading;
    double start = seconds_now();
    struct run *run = run_one(bench, RUN_REFERENCE, pair, 1);
    if (!run)
        return -1;
    grading->timings.reference += seconds_now() - start;
    if (run_complaint(run, words))
        return -1;
    keep_device_name(grading, run);
    return 0;
}

// What is wrong must be wrong twice, but for what took its time to be so; and the reference
// shows whether this machine is to blame.
static int run_student(struct bench *bench, int pair) {
    char words[LANGUAGES][240];
    struct grading *grading = bench->grading;
    for (int attempt = 0; attempt < 2; attempt++) {
        double start = seconds_now();
        struct run *run = run_one(bench, RUN_STUDENT, pair, attempt == 0);
        if (!run)
            return -1;
        grading->timings.student += seconds_now() - start;
        if (!run_complaint(run, words))
            return 0;
        if (run->end == RUN_NOT_STARTED && bench->options->run_sandbox)
            return -1;
        if (attempt == 0 && run->end != RUN_TIMED_OUT && run->end != RUN_FLOODED) {
            grading_drop_runs(grading, grading->run_count - 1); // the next one takes its place
            continue;
        }
        run_reference(bench, pair);
        return -1;
    }
    return -1;
}

static int run_pair(struct bench *bench, int pair) {
    struct grading *grading = bench->grading;
    int before = grading->run_count;
    bench_ready(bench, pair);
    if (run_student(bench, pair) != 0 || run_reference(bench, pair) != 0)
        return -1;
    if (!bench_is_disturbed(bench))
        return 0;
    bench_go_alone(bench);
    grading_drop_runs(grading, before);
    return run_student(bench, pair) != 0 || run_reference(bench, pair) != 0 ? -1 : 0;
}

void measure_pairs(struct bench *bench, const char *student) {
    const struct check_options *options = bench->options;
    struct grading *grading = bench->grading;
    double budget = options->budget > 0 ? options->budget : default_budget;
    double start = seconds_now();
    bench->student = student;
    if (!bench->gate)
        noise_recall(options, grading);
    for (int pair = 0; pair < MOST_PAIRS; pair++) {
        if (run_pair(bench, pair) != 0)
            return;
        if (options->progress)
            options->progress(options->context, "pair");
        noise_learn(grading);
        bench->judge(grading);
        if (factors_lean(grading) && !bench->probed) {
            measure_probes(bench);
            bench->judge(grading);
        }
        if (grading->outcome != OUTCOME_CANNOT_GRADE || seconds_now() - start > budget)
            break;
    }
    noise_keep(options, grading);
}

// ---- probes -------------------------------------------------------------------------

static void probe(struct bench *bench, int index) {
    struct running *running = &bench->probes[index];
    if (!has_measured(running) && bench_start_probe(bench, index, NULL) != 0)
        return;
    gate_release(running);
    struct run *run = grading_add_run(bench->grading, bench_probe_roles[index]);
    if (!run) {
        process_drop(&running->process);
        return;
    }
    run->pair = -1;
    run_wait(running, run);
}

// The facts of each row's claim; of the program, where there are no rows.
static void read_trace(struct bench *bench) {
    struct grading *grading = bench->grading;
    struct run *watched = grading->run_count > 0 ? &grading->runs[grading->run_count - 1] : NULL;
    if (!watched || watched->role != RUN_WITNESS)
        return;
    int rows = grading->row_count;
    for (int i = 0; i < (rows ? rows : 1); i++) {
        struct witness_facts facts = {0};
        if (witness_facts_read(bench->trace, rows ? grading->rows[i].what : NULL, &facts))
            grading_add_facts(watched, &facts);
    }
}

// A wrong unit or a wrong count needs no clock to be named.
static int is_worth_probing(const struct grading *grading) {
    const struct run *first = grading->run_count > 0 ? &grading->runs[0] : NULL;
    if (grading->stage == STAGE_RUN || grading->stage == STAGE_RESULT)
        return first && first->end == RUN_EXITED;
    for (int i = 0; i < grading->row_count; i++)
        if (grading->rows[i].time_right == OUTSIDE)
            return 1;
    return factors_lean(grading);
}

void measure_probes(struct bench *bench) {
    const struct check_options *options = bench->options;
    double start = seconds_now();
    if (bench->probed || process_interrupted() || !is_worth_probing(bench->grading))
        return;
    bench->probed = 1;
    if (options->progress)
        options->progress(options->context, "probe");
    if (bench->gate && bench->probes[0].process.child <= 0) {
        for (int i = 0; i < BENCH_PROBES; i++)
            bench_start_probe(bench, i, bench->gate);
        bench_gather(bench);
    }
    bench_measure_probes(bench);
    for (int i = 0; i < BENCH_PROBES && !process_interrupted(); i++)
        probe(bench, i);
    read_trace(bench);
    bench->grading->timings.probes = seconds_now() - start;
}
