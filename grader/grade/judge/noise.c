// noise.c: ratios of two runs of the reference at one size. Those of earlier gradings come from a
// file, which keeps no ratios of a crowded machine. They are not used when they are older than a
// day, or when the machine is now much quieter or much noisier.
#define _GNU_SOURCE
#include "judge/bench.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/order.h"

static const int fewest = 4;    // ratios; not measured
static const int stale = 86400; // seconds: a day; not measured

static void path_of(const struct check_options *options, char path[700]) {
    snprintf(path, 700, "%s/build/check/%s/%s/noise", options->root, options->device,
             options->lab->folder);
}

void noise_recall(const struct check_options *options, struct noise_memory *memory) {
    char path[700];
    struct noise_ratio ratio;
    path_of(options, path);
    memory->count = 0;
    FILE *file = fopen(path, "r");
    if (!file)
        return;
    while (memory->count < NOISE_RATIOS && fscanf(file, "%lf %lld", &ratio.value, &ratio.when) == 2)
        if (ratio.value > 0 && llabs(time(NULL) - ratio.when) < stale)
            memory->ratios[memory->count++] = ratio;
    fclose(file);
}

// The previous run of the reference at this size: another size may have another rate.
static const struct run *earlier(const struct observed *seen, const struct run *run) {
    for (const struct run *before = run; before-- > seen->measured.runs;)
        if (before->role == RUN_REFERENCE && before->claim_count > 0 && before->part == run->part)
            return before;
    return NULL;
}

static int own_ratios(const struct observed *seen, struct noise_ratio ratios[NOISE_RATIOS],
                      int quiet_only) {
    int count = 0;
    for (int i = 0; i < seen->measured.run_count && count < NOISE_RATIOS; i++) {
        const struct run *run = &seen->measured.runs[i], *before = earlier(seen, run);
        if (run->role != RUN_REFERENCE || run->claim_count == 0 || !before)
            continue;
        int crowded = run_was_crowded(seen, run) || run_was_crowded(seen, before);
        if (before->claims[0].rate > 0 && !(crowded && quiet_only))
            ratios[count++] = (struct noise_ratio){run->claims[0].rate / before->claims[0].rate,
                                                   (long long)seen->when};
    }
    return count;
}

// Returns the distance from 1 within which the given part of the ratios lies.
static double distance_of(const struct noise_ratio *ratios, int count, double part) {
    double distance[NOISE_RATIOS] = {0};
    for (int i = 0; i < count; i++)
        distance[i] = fabs(log(ratios[i].value));
    qsort(distance, (size_t)count, sizeof distance[0], ascending);
    return distance[(int)(count * part)];
}

// The ratios of this grading, then the remembered ones, unless the machine has changed.
static int collect(const struct observed *seen, struct noise_memory *memory,
                   struct noise_ratio ratios[NOISE_RATIOS], int quiet_only) {
    static const double changed = 4;    // times the distance; not measured
    static const double nothing = 1e-3; // a distance that is no noise; not measured
    int count = own_ratios(seen, ratios, quiet_only);
    if (count >= fewest && memory->count >= fewest) {
        double now = distance_of(ratios, count, 0.5);
        double then = distance_of(memory->ratios, memory->count, 0.5);
        if (now > changed * then + nothing || then > changed * now + nothing)
            memory->count = 0;
    }
    for (int i = 0; i < memory->count && count < NOISE_RATIOS; i++)
        ratios[count++] = memory->ratios[i];
    return count;
}

void noise_learn(const struct observed *seen, struct noise_memory *memory, struct noise *noise) {
    struct noise_ratio ratios[NOISE_RATIOS];
    double values[NOISE_RATIOS];
    int count = collect(seen, memory, ratios, 0);
    noise->known = count >= fewest;
    if (!noise->known)
        return;
    for (int i = 0; i < count; i++)
        values[i] = ratios[i].value;
    static const double confidence = 0.95; // by convention
    static const double most = 0.8;        // of the pairs lie within the spread; not measured
    struct interval middle = interval_of(values, count, confidence);
    noise->low = middle.low;
    noise->high = middle.high;
    noise->measured = time(NULL);
    noise->spread = distance_of(ratios, count, most);
}

void noise_keep(const struct check_options *options, const struct observed *seen,
                struct noise_memory *memory) {
    struct noise_ratio ratios[NOISE_RATIOS];
    char path[700], fresh[720];
    path_of(options, path);
    snprintf(fresh, sizeof fresh, "%s.%d", path, (int)getpid());
    int count = collect(seen, memory, ratios, 1);
    FILE *file = count > 0 ? fopen(fresh, "w") : NULL;
    if (!file)
        return; // only a cache: the next grading measures again
    for (int i = 0; i < count; i++)
        fprintf(file, "%.9g %lld\n", ratios[i].value, ratios[i].when);
    int failed = fclose(file) != 0;
    if (failed || rename(fresh, path) != 0)
        unlink(fresh);
}
