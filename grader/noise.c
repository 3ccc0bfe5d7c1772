// noise.c: ratios of one reference run to the next, the last of them from a file.
#define _GNU_SOURCE
#include "noise.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "decide.h"
#include "factors.h"

enum { KEPT = 40, FEWEST = 8, STALE = 7 * 24 * 3600 };

static double recalled[KEPT]; // of the grading that recalled last
static int recalled_count;

static void path_of(const struct check_options *options, char path[700]) {
    snprintf(path, 700, "%s/build/check/%s/%s/noise", options->root, options->device,
             options->lab->folder);
}

void noise_recall(const struct check_options *options, struct grading *grading) {
    char path[700];
    struct stat about;
    path_of(options, path);
    recalled_count = 0;
    FILE *file = fopen(path, "r");
    if (!file)
        return;
    if (fstat(fileno(file), &about) == 0 && time(NULL) - about.st_mtime < STALE)
        while (recalled_count < KEPT && fscanf(file, "%lf", &recalled[recalled_count]) == 1)
            recalled_count += recalled[recalled_count] > 0;
    fclose(file);
    noise_learn(grading);
}

// This grading's own ratios of rates, then the recalled ones.
static int collect(const struct grading *grading, double ratios[KEPT]) {
    int count = 0;
    const struct run *before = NULL;
    for (int i = 0; i < grading->run_count && count < KEPT; i++) {
        const struct run *run = &grading->runs[i];
        if (run->role != RUN_REFERENCE || run->claim_count == 0)
            continue;
        if (before && before->claim_count > 0 && before->claims[0].rate > 0)
            ratios[count++] = run->claims[0].rate / before->claims[0].rate;
        before = run;
    }
    for (int i = 0; i < recalled_count && count < KEPT; i++)
        ratios[count++] = recalled[i];
    return count;
}

void noise_learn(struct grading *grading) {
    double ratios[KEPT], distance[KEPT];
    int count = collect(grading, ratios);
    grading->noise.known = count >= FEWEST;
    if (!grading->noise.known)
        return;
    struct interval middle = interval_of(ratios, count, 0.95);
    grading->noise.low = middle.low;
    grading->noise.high = middle.high;
    grading->noise.measured = time(NULL);
    // Four fifths of the pairs lie within this of 1.
    for (int i = 0; i < count; i++)
        distance[i] = fabs(log(ratios[i]));
    for (int i = 1; i < count; i++) // few enough to sort by insertion
        for (int k = i; k > 0 && distance[k] < distance[k - 1]; k--) {
            double kept = distance[k];
            distance[k] = distance[k - 1];
            distance[k - 1] = kept;
        }
    grading->noise.spread = distance[count * 4 / 5];
}

void noise_keep(const struct check_options *options, const struct grading *grading) {
    double ratios[KEPT];
    char path[700], fresh[720];
    path_of(options, path);
    snprintf(fresh, sizeof fresh, "%s.%d", path, (int)getpid());
    int count = collect(grading, ratios);
    FILE *file = count > 0 ? fopen(fresh, "w") : NULL;
    if (!file)
        return; // a cache: nothing is lost
    for (int i = 0; i < count; i++)
        fprintf(file, "%.9g\n", ratios[i]);
    int failed = fclose(file) != 0;
    if (failed || rename(fresh, path) != 0)
        unlink(fresh);
}
