// bench.c: starts the programs of a grading, some of them ahead of their turn.
#include "judge/bench.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/order.h"
#include "run/run.h"

enum { SMALLEST_PART = 750, LARGEST_PART = 1000 };
enum { DEFAULT_LIMIT = 60 }; // seconds

int bench_part(uint64_t seed, int pair) {
    uint64_t size = pair % 2 != 0; // two sizes in turn: noise is measured between runs of one size
    return SMALLEST_PART + (int)(random_at(seed, 2 * size) % (LARGEST_PART - SMALLEST_PART + 1));
}

uint64_t bench_seed(uint64_t seed, int pair) {
    return random_at(seed, 2 * (uint64_t)pair + 1) >> 16;
}

struct run_request bench_request(const struct bench *bench, enum run_role role) {
    const struct check_options *options = bench->options;
    struct run_request request = {.program = bench->student,
                                  .proof = bench->proof,
                                  .seal = options->seal,
                                  .folder = options->run_folder,
                                  .lab = bench->seen->lab.name,
                                  .device = bench->seen->device,
                                  .limit =
                                      options->run_limit > 0 ? options->run_limit : DEFAULT_LIMIT,
                                  .sandbox = options->run_sandbox,
                                  .gate = bench->gate,
                                  .leave = bench->leave};
    if (role == RUN_REFERENCE || role == RUN_WITNESS_OWN) {
        request.program = bench->reference;
        request.sandbox = NULL; // our own program needs none
        request.proof = NULL;
        request.folder = NULL;
    }
    request.probe = role == RUN_PROBE_RESIDUAL;
    int look = role == RUN_WITNESS || role == RUN_WITNESS_OWN;
    if (look || (bench->watched && (role == RUN_STUDENT || role == RUN_REFERENCE))) {
        request.witness = bench->library;
        request.trace = request.program == bench->reference ? bench->own_trace : bench->trace;
    }
    return request;
}

static void start_pair(struct bench *bench, int pair, enum run_role role) {
    struct running *running =
        &(role == RUN_STUDENT ? bench->students : bench->references)[pair - bench->first];
    struct run_request request = bench_request(bench, role);
    if (running->process.child <= 0)
        run_start(&request, bench_part(bench->seen->seed, pair),
                  bench_seed(bench->seen->seed, pair), running);
}

const enum run_role bench_probe_roles[BENCH_PROBES] = {RUN_WITNESS, RUN_WITNESS_OWN,
                                                       RUN_PROBE_RESIDUAL};

int bench_start_probe(struct bench *bench, int index, const char *gate) {
    enum run_role role = bench_probe_roles[index];
    struct run_request request = bench_request(bench, role);
    request.gate = gate;
    if (request.trace)
        unlink(request.trace);
    enum run_role data = role == RUN_WITNESS_OWN ? RUN_WITNESS : role;
    return run_start(&request, LARGEST_PART,
                     random_at(bench->seen->seed, 1000 + (uint64_t)data) >> 16,
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

void bench_gather(struct bench *bench) {
    struct running *all[2 * BENCH_PAIRS + BENCH_PROBES];
    double start = seconds_now();
    gate_gather(all, all_of(bench, all));
    bench->timings->ready += seconds_now() - start;
}

void bench_end(struct bench *bench) {
    struct running *all[2 * BENCH_PAIRS + BENCH_PROBES];
    int count = all_of(bench, all);
    for (int i = 0; i < count; i++) // all at once: a card takes its time to let go of one
        if (all[i]->process.child > 0)
            process_kill(&all[i]->process);
    for (int i = 0; i < count; i++)
        run_drop(all[i]);
}

void bench_go_alone(struct bench *bench) {
    bench_end(bench);
    for (int i = 0; i < BENCH_PAIRS; i++)
        bench->students[i].process.left_early = 0;
    bench->pairs = bench->probes_too = bench->disturbed = 0;
    bench->gate = NULL;
}

int bench_may_overlap(const struct check_options *options) {
    return strcmp(options->device, "gpu") == 0 && sysconf(_SC_NPROCESSORS_ONLN) >= 8;
}

void bench_ahead(struct bench *bench, const char *pristine, const char *reference) {
    const struct check_options *options = bench->options;
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    int card = strcmp(options->device, "gpu") == 0;
    bench->reference = reference;
    noise_recall(options, &bench->noise);
    snprintf(bench->library, sizeof bench->library, "%s/build/%s/witness.so", options->root,
             options->device);
    if (options->folder)
        snprintf(bench->trace, sizeof bench->trace, "%s/trace.json", options->folder);
    else
        snprintf(bench->trace, sizeof bench->trace, "%s/build/check/%s/%s/trace.json",
                 options->root, options->device, options->lab->folder);
    // A program behind walls may be hostile: none is alive while a reference runs.
    snprintf(bench->own_trace, sizeof bench->own_trace, "%s.reference", bench->trace);
    int watches = access(bench->library, R_OK) == 0;
    bench->watched = watches && !card;
    bench->looks = watches && card ? BENCH_LOOKS : 0;
    bench->gate = options->run_sandbox ? NULL : gate_place(pristine);
    bench->leave = gate_leave(pristine);
    if (!bench->gate)
        return;
    // Start as many pairs as will probably be enough. Nothing is started ahead on the host device:
    // its kernels need the processors on which the next program would make its data.
    struct noise *noise = &bench->measured->noise;
    noise_learn(bench->seen, &bench->noise, noise);
    double spread = noise->known ? noise->spread / options->lab->tolerance : 0.3;
    if (card && processors >= 4)
        bench->pairs = processors < 8 ? 1 : spread < 0.2 ? 2 : spread < 0.5 ? 3 : BENCH_PAIRS;
    // A lab as shipped always needs the probes. Other programs seldom do; their probes start later.
    bench->probes_too = bench_may_overlap(options) && !bench->seen->submission.attempted;
    for (int pair = 0; card && pair < bench->pairs; pair++)
        start_pair(bench, pair, RUN_REFERENCE);
}

static void one_after_another(struct bench *bench, struct running *const *all, int count) {
    for (int i = 0; i < count; i++)
        if (all[i]->process.child <= 0 || gate_measure(all[i]) != 0 || !all[i]->process.at_gate)
            break;
    bench->disturbed = bench_is_disturbed(bench);
    for (int i = 0; i < count; i++)
        gate_release(all[i]);
}

static void measure_pairs_ahead(struct bench *bench) {
    struct running *all[2 * BENCH_PAIRS];
    int count = 0;
    double start = seconds_now();
    for (int lane = 0; lane < bench->pairs; lane++) {
        all[count++] = &bench->students[lane];
        all[count++] = &bench->references[lane];
    }
    one_after_another(bench, all, count);
    bench->timings->student += 0.5 * (seconds_now() - start); // half of it each
    bench->timings->reference += 0.5 * (seconds_now() - start);
}

void bench_measure_probes(struct bench *bench, int first, int until) {
    struct running *all[BENCH_PROBES];
    for (int i = first; i < until; i++)
        all[i - first] = &bench->probes[i];
    one_after_another(bench, all, until - first);
}

void bench_ready(struct bench *bench, int pair) {
    if (bench->pairs == 0 || (pair > 0 && pair < bench->first + bench->pairs))
        return;
    bench->first = pair;
    if (pair > 0 && bench->pairs > 1) // as many as are missing to the next number that may suffice
        bench->pairs = pair < BENCH_PAIRS ? BENCH_PAIRS - pair : 2;
    for (int i = pair; i < pair + bench->pairs; i++) {
        start_pair(bench, i, RUN_STUDENT);
        start_pair(bench, i, RUN_REFERENCE);
    }
    for (int i = 0; pair == 0 && i < BENCH_PROBES; i++)
        if (i < BENCH_LOOKS ? i < bench->looks : bench->probes_too)
            bench_start_probe(bench, i, bench->gate);
    bench_gather(bench);
    measure_pairs_ahead(bench);
}

int bench_is_disturbed(const struct bench *bench) {
    if (bench->disturbed)
        return 1;
    for (int i = 0; i < BENCH_PAIRS + BENCH_PROBES; i++) {
        const struct running *waiting =
            i < BENCH_PAIRS ? &bench->students[i] : &bench->probes[i - BENCH_PAIRS];
        if (waiting->process.left_early)
            return 1;
        if (waiting->process.child > 0 && waiting->process.at_gate && !gate_is_quiet(waiting))
            return 1;
    }
    return 0;
}
