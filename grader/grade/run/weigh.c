// weigh.c: a lab's program on the scales: compiled so that it counts, run once at a small size, and
// what its kernels weighed kept with the run. Nobody judges the time of this run.
#define _GNU_SOURCE // mkdtemp
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/text.h"
#include "run/run.h"
#include "weigh/weigh.h"

static struct weight weight_of(const struct weighing *weighing, size_t kernel) {
    const double *of = weighing->kernels[kernel].of;
    const unsigned *grid = weighing->kernels[kernel].grid;
    struct weight weight = {.asked_read = of[asked_read],
                            .asked_written = of[asked_written],
                            .sector_read = of[sector_read],
                            .sector_written = of[sector_written],
                            .line_read = of[line_read],
                            .line_written = of[line_written],
                            .shared_way = {of[shared_read], of[shared_written]},
                            .blocks = (double)grid[0] * grid[1] * grid[2]};
    text_copy(weight.kernel, sizeof weight.kernel, weighing->kernels[kernel].name);
    for (size_t i = 0; i < weighing->part_count && weight.part_count < WEIGHT_PARTS; i++) {
        const struct weighed_part *part = &weighing->parts[i];
        if (part->kernel != kernel || !(part->read > 0 || part->written > 0))
            continue;
        struct weight_part *kept = &weight.parts[weight.part_count++];
        *kept = (struct weight_part){part->allocation,
                                     "",
                                     part->bytes,
                                     {part->read, part->written},
                                     {part->line_read, part->line_written}};
        text_copy(kept->name, sizeof kept->name, part->name);
    }
    return weight;
}

static int by_allocation(const void *a, const void *b) {
    const struct weight_part *left = a, *right = b;
    return (left->allocation > right->allocation) - (left->allocation < right->allocation);
}

// Of the launches of one kernel the largest counts: a warm-up, or a quarter of the data, is none.
static void keep_largest(struct run *run, const struct weight *weight) {
    for (int i = 0; i < run->weight_count; i++) {
        struct weight *kept = &run->weights[i];
        if (strcmp(kept->kernel, weight->kernel) != 0)
            continue;
        if (weight->asked_read + weight->asked_written > kept->asked_read + kept->asked_written)
            *kept = *weight;
        return;
    }
    run_add_weight(run, weight);
}

static void keep_weights(const struct weighing *weighing, struct run *run) {
    for (size_t i = 0; i < weighing->kernel_count; i++) {
        struct weight weight = weight_of(weighing, i);
        qsort(weight.parts, (size_t)weight.part_count, sizeof weight.parts[0], by_allocation);
        if (weighing->kernels[i].ended && isfinite(weight.asked_read + weight.asked_written))
            keep_largest(run, &weight);
    }
}

static int run_and_read(const struct run_request *request, struct run *run) {
    char words[LANGUAGES][PROOF];
    struct weighing weighing = {0};
    int ran = run_program(request, run) == 0 && !run_complaint(run, words);
    int read = ran && (weighing_read(request->weights, &weighing) || errno == ENOENT);
    if (read && weighing.unweighed_count == 0 && weighing.damaged == 0)
        keep_weights(&weighing, run);
    else
        read = 0;
    weighing_free(&weighing);
    return read ? 0 : -1;
}

int run_on_scales(const struct build_request *source, const struct run_request *request,
                  struct run *runs, int count) {
    char folder[] = "/tmp/tare-weigh-XXXXXX", file[64], program[600], why[PROOF];
    struct build_request build = *source;
    struct run_request weighed = *request;
    struct build_result result;
    enum cannot cannot;
    build.weighed = 1;
    if (build_program(&build, &result, program, &cannot, why) != 0 || !result.ok ||
        !mkdtemp(folder))
        return -1;
    text_format(file, sizeof file, "%s/weighed", folder);
    weighed.program = program;
    weighed.weights = file;
    int failed = 0;
    for (int i = 0; i < count && !failed; i++) {
        failed = run_and_read(&weighed, &runs[i]);
        unlink(file);
    }
    rmdir(folder);
    return failed;
}
