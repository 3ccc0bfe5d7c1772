// results.c: reports of a class's results.
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "class/class.h"

// ---- before grading: can all reports be written? -------------------------------------------

static int cannot(const char *path, const char *why) {
    fprintf(stderr, "tare class: %s: %s\n", path, why);
    return 3;
}

int results_try(const struct result_options *wanted) {
    const char *exported = wanted->canvas ? wanted->canvas : wanted->moodle;
    char why[200];
    for (int i = 0; i < wanted->report_count; i++)
        if (report_try(wanted->reports[i].format, wanted->reports[i].path, why) != 0) {
            fprintf(stderr, "tare class: %s\n", why);
            return 3;
        }
    if (!exported)
        return 0;
    FILE *in = fopen(exported, "r");
    if (!in)
        return cannot(exported, strerror(errno));
    int empty = fgetc(in) == EOF;
    fclose(in);
    if (empty)
        return cannot(exported, "it is empty");
    FILE *out = fopen(wanted->filled, "a");
    if (!out)
        return cannot(wanted->filled, strerror(errno));
    fclose(out);
    return 0;
}

// ---- after grading -------------------------------------------------------------------------

// Collects the gradings of one lab: the lab that was asked for, or the first that has a grading.
static int of_one_lab(const char *labs, const struct report *all, struct report *one) {
    const char *lab = NULL;
    *one = *all;
    one->count = 0;
    one->gradings = calloc((size_t)all->count, sizeof(*one->gradings));
    for (int i = 0; one->gradings && i < all->count; i++) {
        const struct lab_meta *meta = &all->gradings[i]->seen.lab;
        if (!lab && (!labs || strcspn(labs, ",") != strlen(labs) || !strcmp(labs, "all") ||
                     (atoi(labs) && atoi(labs) == atoi(meta->number)) || !strcmp(labs, meta->name)))
            lab = meta->folder;
        if (lab && !strcmp(lab, meta->folder))
            one->gradings[one->count++] = all->gradings[i];
    }
    return one->count ? 0 : -1;
}

static int fill_gradebook(const struct result_options *wanted, const char *labs,
                          const struct report *all) {
    struct report of_lab = {.count = 0};
    const char *path = wanted->canvas ? wanted->canvas : wanted->moodle;
    char why[200] = "";
    struct gradebook_counts counts;
    if (of_one_lab(labs, all, &of_lab) != 0) {
        free(of_lab.gradings);
        return cannot(path, "there is no result of that lab");
    }
    FILE *in = fopen(path, "r"), *out = in ? fopen(wanted->filled, "w") : NULL;
    int bad = !out;
    if (bad)
        snprintf(why, sizeof why, "%.120s: %s", in ? wanted->filled : path, strerror(errno));
    else
        bad = report_gradebook(&of_lab, wanted->canvas ? GRADEBOOK_CANVAS : GRADEBOOK_MOODLE,
                               wanted->column ? wanted->column : of_lab.gradings[0]->seen.lab.name,
                               in, out, &counts, why) != 0;
    free(of_lab.gradings);
    if (in)
        fclose(in);
    if (out && fclose(out) != 0 && !bad) {
        bad = 1;
        snprintf(why, sizeof why, "%.120s: %s", wanted->filled, strerror(errno));
    }
    if (bad) {
        fprintf(stderr, "tare class: %s\n", why);
        return 3;
    }
    fprintf(stderr,
            "%s: %d filled in, %d rows without a submission, %d submissions without a row\n",
            wanted->filled, counts.filled, counts.unmatched_rows, counts.unmatched_gradings);
    return 0;
}

static void summary(const struct report *report, const struct class_options *options) {
    int outcomes[OUTCOME_SKIPPED + 1] = {0};
    for (int i = 0; i < report->count; i++)
        outcomes[report->gradings[i]->judged.outcome]++;
    printf("%d graded:", report->count);
    for (int i = OUTCOME_PASS; i <= OUTCOME_SKIPPED; i++)
        if (outcomes[i])
            printf(" %d %s", outcomes[i], outcome_name((enum outcome)i));
    putchar('\n');
    if (outcomes[OUTCOME_CANNOT_GRADE])
        printf("to grade those %d again: build/tare class '%s'%s%s --results '%s' --only %s\n",
               outcomes[OUTCOME_CANNOT_GRADE], options->submissions, options->labs ? " --lab " : "",
               options->labs ? options->labs : "", options->results,
               outcome_name(OUTCOME_CANNOT_GRADE));
}

int results_write(const struct result_options *wanted, const struct class_options *options) {
    struct report report = {.language = language_of_environment(),
                            .reveal = options->reveal,
                            .root = options->root,
                            .folder = options->results};
    char why[200] = "there is no result to report";
    if (report_read(options->results, &report, why) != 0 ||
        report.count + report.left_out.count == 0) {
        fprintf(stderr, "tare class: %s\n", why);
        report_free(&report);
        return 3;
    }
    int code = 0, to_stdout = 0;
    for (int i = 0; i < report.left_out.count; i++)
        code = cannot(report.left_out.all[i].name, report.left_out.all[i].why);
    for (int i = 0; i < wanted->report_count; i++) {
        to_stdout |= !strcmp(wanted->reports[i].path, "-");
        if (report_write(&report, wanted->reports[i].format, wanted->reports[i].path, why) != 0) {
            fprintf(stderr, "tare class: %s\n", why);
            code = 3;
        }
    }
    if (wanted->canvas || wanted->moodle)
        code = fill_gradebook(wanted, options->labs, &report) ? 3 : code;
    if (!to_stdout)
        summary(&report, options);
    report_free(&report);
    return code;
}
