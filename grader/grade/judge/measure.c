// measure.c: student, reference, student, reference ..., each in a process of its own. Both
// programs of a pair have the same size and the same data; each pair has other data, and one of two
// sizes.
#define _GNU_SOURCE
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/text.h"
#include "judge/bench.h"
#include "run/run.h"

enum { MOST_PAIRS = 64 };
enum { DEFAULT_BUDGET = 20 }; // seconds

// ---- pairs --------------------------------------------------------------------------

// 1 when this program was started ahead and has measured; 0 when it must be run now.
static int has_measured(struct running *ahead) {
    return ahead && ahead->process.child > 0 && (ahead->process.opened || gate_measure(ahead) == 0);
}

// What the trace of a watched run shows about each claim. Without memory there are no facts, as
// without a trace.
static void keep_facts(const struct run_request *request, struct run *run) {
    run->watched = request->trace != NULL;
    struct witness_facts *facts = request->trace ? calloc(RUN_CLAIMS, sizeof *facts) : NULL;
    int count = facts ? witness_facts_read_all(request->trace, facts, RUN_CLAIMS) : 0;
    for (int i = 0; i < count; i++)
        run_add_facts(run, &facts[i]);
    free(facts);
}

// The next run of this pair. NULL when this machine could not run it, with the trouble noted.
static struct run *run_one(struct bench *bench, enum run_role role, int pair, int may_be_ahead) {
    struct run *run = run_add(bench->measured, role);
    if (!run) {
        trouble_note(bench->trouble, CANNOT_STORE, "out of memory");
        return NULL;
    }
    int lane = pair - bench->first;
    struct running *ahead = may_be_ahead && lane >= 0 && lane < bench->pairs
                                ? &(role == RUN_STUDENT ? bench->students : bench->references)[lane]
                                : NULL;
    run->pair = pair;
    run->part = bench_part(bench->seen->seed, pair);
    run->seed = bench_seed(bench->seen->seed, pair);
    if (has_measured(ahead)) {
        gate_release(ahead);
        run_wait(ahead, run);
    } else {
        if (ahead && bench->pairs)
            bench_go_alone(bench); // it did not wait, or so many programs did not fit in memory
        struct run_request request = bench_request(bench, role);
        request.gate = NULL;
        if (request.trace)
            unlink(request.trace);
        if (run_program(&request, run) != 0) {
            trouble_note(bench->trouble, CANNOT_STORE, strerror(errno));
            runs_drop(bench->measured, bench->measured->run_count - 1);
            return NULL;
        }
        keep_facts(&request, run);
    }
    if (run->end != RUN_INTERRUPTED && !process_interrupted())
        return run;
    trouble_note(bench->trouble, CANNOT_INTERRUPTED, "");
    return NULL;
}

// Every lab prints "device   NAME (...)" first.
static void keep_device_name(struct measured *measured, const struct run *run) {
    static const char label[] = "device   ";
    if (measured->device_name[0] || strncmp(run->output, label, sizeof label - 1) != 0)
        return;
    const char *name = run->output + sizeof label - 1;
    text_format(measured->device_name, sizeof measured->device_name, "%.*s",
                (int)strcspn(name, "\n("), name);
    text_trim(measured->device_name);
}

// Each returns 0, or -1 when the run cannot be judged: then no more pairs are run.
static int run_reference(struct bench *bench, int pair) {
    char words[LANGUAGES][PROOF];
    double start = seconds_now();
    struct run *run = run_one(bench, RUN_REFERENCE, pair, 1);
    bench->timings->reference += seconds_now() - start;
    if (!run || run_complaint(run, words))
        return -1;
    keep_device_name(bench->measured, run);
    return 0;
}

// A run that cannot be judged is run again, unless it ran until its limit. If the second one cannot
// be judged either, the reference shows whether this machine is the cause.
static int run_student(struct bench *bench, int pair) {
    char words[LANGUAGES][PROOF];
    for (int attempt = 0; attempt < 2; attempt++) {
        double start = seconds_now();
        struct run *run = run_one(bench, RUN_STUDENT, pair, attempt == 0);
        bench->timings->student += seconds_now() - start;
        if (!run)
            return -1;
        if (!run_complaint(run, words))
            return 0;
        if (run->end == RUN_NOT_STARTED && bench->options->run_sandbox)
            return -1;
        if (attempt > 0 || run->end == RUN_TIMED_OUT || run->end == RUN_FLOODED)
            break;
        runs_drop(bench->measured, bench->measured->run_count - 1); // the second run replaces it
    }
    run_reference(bench, pair);
    return -1;
}

static int run_pair(struct bench *bench, int pair) {
    int before = bench->measured->run_count;
    bench_ready(bench, pair);
    if (run_student(bench, pair) != 0 || run_reference(bench, pair) != 0)
        return -1;
    if (!bench_is_disturbed(bench))
        return 0;
    bench_go_alone(bench);
    runs_drop(bench->measured, before);
    return run_student(bench, pair) != 0 || run_reference(bench, pair) != 0 ? -1 : 0;
}

// ---- probes -------------------------------------------------------------------------

static void probe(struct bench *bench, int index) {
    struct running *running = &bench->probes[index];
    if (!has_measured(running) && bench_start_probe(bench, index, NULL) != 0)
        return;
    gate_release(running);
    struct run *run = run_add(bench->measured, bench_probe_roles[index]);
    if (!run) {
        run_drop(running);
        return;
    }
    run->pair = -1;
    struct run_request request = bench_request(bench, run->role);
    run_wait(running, run);
    keep_facts(&request, run);
}

// On a card, one watched run of each program shows what the claimed number is. Once is enough.
static void look(struct bench *bench) {
    if (bench->looked || bench->looks == 0)
        return;
    bench->looked = 1;
    double start = seconds_now();
    bench_measure_probes(bench, 0, bench->looks);
    for (int i = 0; i < bench->looks && !process_interrupted(); i++)
        probe(bench, i);
    bench->timings->probes += seconds_now() - start;
}

// Probes help to name a wrong time. A wrong unit or wrong work is named without them.
static int is_worth_probing(const struct bench *bench) {
    const struct judgement *judged = &bench->judged;
    const struct measured *measured = bench->measured;
    if (judged->stage == STAGE_RUN || judged->stage == STAGE_RESULT)
        return measured->run_count > 0 && measured->runs[0].end == RUN_EXITED;
    for (int i = 0; i < judged->row_count; i++)
        if (judged->rows[i].time_right == OUTSIDE)
            return 1;
    return judgement_leans(judged);
}

// Runs the student's program again in other ways that show a mistake. Once is enough.
static void measure_probes(struct bench *bench) {
    const struct check_options *options = bench->options;
    if (bench->probed || process_interrupted() || !is_worth_probing(bench))
        return;
    bench->probed = 1;
    if (options->progress)
        options->progress(options->context, "probe");
    look(bench);
    double start = seconds_now();
    if (bench->gate && bench->probes[BENCH_LOOKS].process.child <= 0) {
        for (int i = BENCH_LOOKS; i < BENCH_PROBES; i++)
            bench_start_probe(bench, i, bench->gate);
        bench_gather(bench);
    }
    bench_measure_probes(bench, BENCH_LOOKS, BENCH_PROBES);
    for (int i = BENCH_LOOKS; i < BENCH_PROBES && !process_interrupted(); i++)
        probe(bench, i);
    bench->timings->probes += seconds_now() - start;
}

// ---- all of it ----------------------------------------------------------------------

static void judge_so_far(struct bench *bench) {
    judge(bench->seen, bench->proves, &bench->judged);
}

static void measure_pairs(struct bench *bench) {
    const struct check_options *options = bench->options;
    double budget = options->budget > 0 ? options->budget : DEFAULT_BUDGET;
    double start = seconds_now();
    for (int pair = 0; pair < MOST_PAIRS; pair++) {
        if (run_pair(bench, pair) != 0)
            return;
        if (options->progress)
            options->progress(options->context, "pair");
        look(bench);
        noise_learn(bench->seen, &bench->noise, &bench->measured->noise);
        judge_so_far(bench);
        if (judgement_leans(&bench->judged) && !bench->probed) {
            measure_probes(bench);
            judge_so_far(bench);
        }
        int over = pair > 0 && seconds_now() - start > budget; // of one pair nothing can be said
        if (bench->judged.outcome != OUTCOME_CANNOT_GRADE || over)
            break;
    }
    noise_keep(options, bench->seen, &bench->noise);
}

void measure(struct bench *bench, const char *student) {
    bench->student = student;
    measure_pairs(bench);
    judge_so_far(bench);
    if (bench->judged.outcome == OUTCOME_FAIL || bench->judged.outcome == OUTCOME_NOT_ATTEMPTED)
        measure_probes(bench);
    judgement_clear(&bench->judged);
}
