// noise.c: ratios of the reference to itself at one size; those of earlier gradings from a
// file: not of a crowded machine, not older than a day, and not where they differ from now.
#define _GNU_SOURCE
#include "judge/noise.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/order.h"
#include "judge/decide.h"
#include "judge/factors.h"

enum { KEPT = 40, FEWEST = 4, STALE = 24 * 3600 };

struct ratio {
    double value;
    long long when; // seconds since 1970
};
static struct ratio recalled[KEPT]; // of the grading that recalled last
static int recalled_count;

static void path_of(const struct check_options *options, char path[700]) {
    snprintf(path, 700, "%s/build/check/%s/%s/noise", options->root, options->device,
             options->lab->folder);
}

void noise_recall(const struct check_options *options, struct grading *grading) {
    char path[700];
    struct ratio ratio;
    path_of(options, path);
    recalled_count = 0;
    FILE *file = fopen(path, "r");
    if (!file)
        return;
    while (recalled_count < KEPT && fscanf(file, "%lf %lld", &ratio.value, &ratio.when) == 2)
        if (ratio.value > 0 && llabs(time(NULL) - ratio.when) < STALE)
            recalled[recalled_count++] = ratio;
    fclose(file);
    noise_learn(grading);
}

// The reference's run before this one and of its size: another size may have another rate.
static const struct run *earlier(const struct grading *grading, const struct run *run) {
    for (const struct run *before = run; before-- > grading->runs;)
        if (before->role == RUN_REFERENCE && before->claim_count > 0 && before->part == run->part)
            return before;
    return NULL;
}

static int own_ratios(const struct grading *grading, struct ratio ratios[KEPT], int quiet_only) {
    int count = 0;
    for (int i = 0; i < grading->run_count && count < KEPT; i++) {
        const struct run *run = &grading->runs[i], *before = earlier(grading, run);
        if (run->role != RUN_REFERENCE || run->claim_count == 0 || !before)
            continue;
        int crowded = factors_crowded(grading, run) || factors_crowded(grading, before);
        if (before->claims[0].rate > 0 && !(crowded && quiet_only))
            ratios[count++] = (struct ratio){run->claims[0].rate / before->claims[0].rate,
                                             (long long)grading->when};
    }
    return count;
}

// So far from 1 are this part of the ratios at most.
static double distance_of(const struct ratio *ratios, int count, double part) {
    double distance[KEPT] = {0};
    for (int i = 0; i < count; i++)
        distance[i] = fabs(log(ratios[i].value));
    qsort(distance, (size_t)count, sizeof distance[0], ascending);
    return distance[(int)(count * part)];
}

// This grading's own, then the recalled ones, unless the machine is another than it was.
static int collect(const struct grading *grading, struct ratio ratios[KEPT], int quiet_only) {
    enum { ENOUGH = 4 };
    int count = own_ratios(grading, ratios, quiet_only);
    if (count >= ENOUGH && recalled_count >= ENOUGH) {
        double now = distance_of(ratios, count, 0.5);
        double then = distance_of(recalled, recalled_count, 0.5);
        if (now > 4 * then + 1e-3 || then > 4 * now + 1e-3)
            recalled_count = 0;
    }
    for (int i = 0; i < recalled_count && count < KEPT; i++)
        ratios[count++] = recalled[i];
    return count;
}

void noise_learn(struct grading *grading) {
    struct ratio ratios[KEPT];
    double values[KEPT];
    int count = collect(grading, ratios, 0);
    grading->noise.known = count >= FEWEST;
    if (!grading->noise.known)
        return;
    for (int i = 0; i < count; i++)
        values[i] = ratios[i].value;
    struct interval middle = interval_of(values, count, 0.95);
    grading->noise.low = middle.low;
    grading->noise.high = middle.high;
    grading->noise.measured = time(NULL);
    grading->noise.spread = distance_of(ratios, count, 0.8); // four fifths of the pairs
}

void noise_keep(const struct check_options *options, const struct grading *grading) {
    struct ratio ratios[KEPT];
    char path[700], fresh[720];
    path_of(options, path);
    snprintf(fresh, sizeof fresh, "%s.%d", path, (int)getpid());
    int count = collect(grading, ratios, 1);
    FILE *file = count > 0 ? fopen(fresh, "w") : NULL;
    if (!file)
        return; // a cache: nothing is lost
    for (int i = 0; i < count; i++)
        fprintf(file, "%.9g %lld\n", ratios[i].value, ratios[i].when);
    int failed = fclose(file) != 0;
    if (failed || rename(fresh, path) != 0)
        unlink(fresh);
}
