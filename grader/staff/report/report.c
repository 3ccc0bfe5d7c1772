// report.c: the model, and the table of formats.
#define _GNU_SOURCE
#include "report/report.h"

#include <dirent.h>
#include <errno.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "say/say.h"

const struct report_format report_formats[] = {
    {"json", report_json, 0, "every grading whole"},
    {"csv", report_csv, 0, "a row a student and lab"},
    {"junit", report_junit, 0, "JUnit XML"},
    {"tap", report_tap, 0, "Test Anything Protocol 14"},
    {"github", report_github, 0, "a job summary in Markdown"},
    {"gradescope", report_gradescope, 1, "Gradescope's results.json"},
    {"autolab", report_autolab, 1, "Autolab's last line"},
    {"prairielearn", report_prairielearn, 1, "PrairieLearn's results.json"},
    {"classroom50", report_classroom50, 1, "Classroom 50's result.json"},
    {"html", report_html, 1, "a student's page"},
    {"html-class", report_html_class, 0, "the class's page"},
    {NULL, NULL, 0, NULL},
};

const struct report_format *report_format_named(const char *name) {
    for (const struct report_format *format = report_formats; format->name; format++)
        if (!strcmp(format->name, name))
            return format;
    return NULL;
}

int report_add(struct report *report, struct grading *grading) {
    struct grading **more = realloc(report->gradings, (size_t)(report->count + 1) * sizeof *more);
    if (!more)
        return -1;
    report->gradings = more;
    report->gradings[report->count++] = grading;
    return 0;
}

static int by_student_and_lab(const void *a, const void *b) {
    const struct grading *left = *(struct grading *const *)a, *right = *(struct grading *const *)b;
    int order = strcmp(left->submission.id, right->submission.id);
    return order ? order : strcmp(left->lab.number, right->lab.number);
}

void report_sort(struct report *report) {
    if (report->count)
        qsort(report->gradings, (size_t)report->count, sizeof *report->gradings,
              by_student_and_lab);
}

int report_read(const char *folder, struct report *report, char why[200]) {
    char path[1200];
    DIR *open_folder = opendir(folder);
    if (!open_folder) {
        snprintf(why, 200, "%.120s: %s", folder, strerror(errno));
        return -1;
    }
    int bad = 0;
    for (struct dirent *entry; !bad && (entry = readdir(open_folder));) {
        size_t length = strlen(entry->d_name);
        if (length < 6 || strcmp(entry->d_name + length - 5, ".json") != 0)
            continue;
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        json_error_t error;
        char reason[160] = "";
        json_t *json = json_load_file(path, 0, &error);
        struct grading *grading = json ? grading_from_json(json, reason) : NULL;
        json_decref(json);
        if (!grading || report_add(report, grading) != 0) {
            snprintf(why, 200, "%.100s: %.90s", entry->d_name, json ? reason : error.text);
            bad = -1;
        }
    }
    closedir(open_folder);
    report_sort(report);
    return bad;
}

void report_free(struct report *report) {
    for (int i = 0; i < report->count; i++)
        grading_free(report->gradings[i]);
    free(report->gradings);
    memset(report, 0, sizeof *report);
}

char *report_text(const struct grading *grading, enum language language) {
    char *text = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&text, &length);
    if (!out)
        return NULL;
    say_grading(grading, language, 0, out);
    return fclose(out) == 0 ? text : NULL;
}

void report_mistakes(const struct grading *grading, char mistakes[400]) {
    size_t used = 0;
    mistakes[0] = '\0';
    for (int i = 0; i < grading->finding_count && used < 400; i++)
        used += (size_t)snprintf(mistakes + used, 400 - used, "%s%s", i ? " " : "",
                                 grading->findings[i].mistake);
}

double report_score(const struct report *report, double *most) {
    double points = 0;
    *most = 0;
    for (int i = 0; i < report->count; i++) {
        points += report->gradings[i]->points;
        *most += report->gradings[i]->max_points;
    }
    return points;
}

int report_write(const struct report *report, const struct report_format *format, const char *path,
                 char why[200]) {
    char beside[1100];
    snprintf(why, 200, "the report could not be written");
    if (!strcmp(path, "-"))
        return format->write(report, stdout) == 0 && fflush(stdout) == 0 ? 0 : -1;
    snprintf(beside, sizeof beside, "%s.new", path);
    FILE *out = fopen(beside, "w");
    int bad = !out || format->write(report, out) != 0;
    if (out)
        bad |= fclose(out) != 0;
    if (bad || rename(beside, path) != 0) {
        snprintf(why, 200, "%.120s: %s", path, strerror(errno));
        unlink(beside);
        return -1;
    }
    return 0;
}
