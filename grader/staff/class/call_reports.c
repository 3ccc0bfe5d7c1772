// call_reports.c: what is handed out of a class's results.
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "class/call.h"

// One file a student: DIR/ID.json or DIR/ID.html ...
static int write_each(const struct report *all, const struct wanted *wanted, char why[200]) {
    const char *ending = !strcmp(wanted->format->name, "html")      ? "html"
                         : !strcmp(wanted->format->name, "autolab") ? "txt"
                                                                    : "json";
    char path[1400];
    if (mkdir(wanted->path, 0777) != 0 && errno != EEXIST) {
        snprintf(why, 200, "%.120s: %s", wanted->path, strerror(errno));
        return -1;
    }
    for (int first = 0, end; first < all->count; first = end) {
        const char *id = all->gradings[first]->submission.id;
        for (end = first + 1; end < all->count && !strcmp(all->gradings[end]->submission.id, id);)
            end++;
        struct report one = *all;
        one.gradings = all->gradings + first;
        one.count = end - first;
        snprintf(path, sizeof path, "%s/%s.%s", wanted->path, *id ? id : "student", ending);
        if (report_write(&one, wanted->format, path, why) != 0)
            return -1;
    }
    return 0;
}

// The gradings of one lab: the one that was asked for, or the first that is there.
static int of_one_lab(const char *labs, const struct report *all, struct report *one) {
    const char *lab = NULL;
    *one = *all;
    one->count = 0;
    one->gradings = calloc((size_t)all->count, sizeof(*one->gradings));
    for (int i = 0; one->gradings && i < all->count; i++) {
        const struct lab_meta *meta = &all->gradings[i]->lab;
        if (!lab && (!labs || strcspn(labs, ",") != strlen(labs) || !strcmp(labs, "all") ||
                     (atoi(labs) && atoi(labs) == atoi(meta->number)) || !strcmp(labs, meta->name)))
            lab = meta->folder;
        if (lab && !strcmp(lab, meta->folder))
            one->gradings[one->count++] = all->gradings[i];
    }
    return one->count ? 0 : -1;
}

static int fill_gradebook(const struct call *call, const struct report *all) {
    struct report of_lab, *report = &of_lab;
    const char *path = call->canvas ? call->canvas : call->moodle;
    char why[200] = "";
    struct gradebook_counts counts;
    FILE *in = fopen(path, "r"), *out = in ? fopen(call->filled, "w") : NULL;
    int bad = !out || of_one_lab(call->options.labs, all, report) != 0;
    if (out && bad)
        snprintf(why, sizeof why, "there is no result of lab %.20s", call->options.labs);
    else if (bad)
        snprintf(why, sizeof why, "%.120s: %s", in ? call->filled : path, strerror(errno));
    else
        bad = report_gradebook(report, call->canvas ? GRADEBOOK_CANVAS : GRADEBOOK_MOODLE,
                               call->column ? call->column : report->gradings[0]->lab.name, in, out,
                               &counts, why) != 0;
    if (out)
        free(of_lab.gradings);
    if (in)
        fclose(in);
    if (out)
        bad |= fclose(out) != 0;
    if (bad) {
        fprintf(stderr, "tare class: %s\n", why);
        return 3;
    }
    fprintf(stderr,
            "%s: %d filled in, %d rows without a submission, %d submissions without a row\n",
            call->filled, counts.filled, counts.unmatched_rows, counts.unmatched_gradings);
    return 0;
}

static void summary(const struct report *report) {
    int outcomes[OUTCOME_SKIPPED + 1] = {0};
    for (int i = 0; i < report->count; i++)
        outcomes[report->gradings[i]->outcome]++;
    printf("%d graded:", report->count);
    for (int i = OUTCOME_PASS; i <= OUTCOME_SKIPPED; i++)
        if (outcomes[i])
            printf(" %d %s", outcomes[i], outcome_name((enum outcome)i));
    putchar('\n');
}

int call_write_reports(const struct call *call) {
    struct report report = {.language = language_of_environment(),
                            .root = call->options.root,
                            .folder = call->options.results};
    char why[200];
    if (report_read(call->options.results, &report, why) != 0 || report.count == 0) {
        fprintf(stderr, "tare class: %s\n", report.count ? why : "there is no result to report");
        report_free(&report);
        return 3;
    }
    int code = 0, to_stdout = 0;
    for (int i = 0; i < call->wanted_count; i++) {
        const struct wanted *wanted = &call->wanted[i];
        to_stdout |= !strcmp(wanted->path, "-");
        if ((wanted->format->one_student
                 ? write_each(&report, wanted, why)
                 : report_write(&report, wanted->format, wanted->path, why)) != 0) {
            fprintf(stderr, "tare class: %s\n", why);
            code = 3;
        }
    }
    if (call->canvas || call->moodle)
        code = fill_gradebook(call, &report) ? 3 : code;
    if (!to_stdout)
        summary(&report);
    report_free(&report);
    return code;
}
