// model.c: reads a folder of results: the gradings, the people, and the files that cannot be read.
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <jansson.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/text.h"
#include "report/report.h"
#include "say/say.h"

static const char roster_file[] = "students.tsv"; // a line each: id, tab, name

int report_note(struct report_notes *notes, const char *name, const char *why) {
    struct report_note *more = realloc(notes->all, (size_t)(notes->count + 1) * sizeof *more);
    if (!more)
        return -1;
    notes->all = more;
    struct report_note *note = &more[notes->count++];
    text_printable(note->name, sizeof note->name, name, strlen(name));
    text_copy(note->why, sizeof note->why, why);
    return 0;
}

// ---- people -----------------------------------------------------------------------------

int report_write_roster(const char *folder, const struct report_person *people, int count) {
    char path[PATH_MAX], unfinished[PATH_MAX + 32];
    if (snprintf(path, sizeof path, "%s/%s", folder, roster_file) >= (int)sizeof path)
        return errno = ENAMETOOLONG, -1;
    // All shards of a class write this file, so each one first writes a file of another name.
    snprintf(unfinished, sizeof unfinished, "%s.new-%d", path, (int)getpid());
    FILE *out = fopen(unfinished, "w");
    if (!out)
        return -1;
    for (int i = 0; i < count; i++) {
        fprintf(out, "%s\t", people[i].id);
        for (const char *c = people[i].name; *c; c++)
            fputc(*c == '\t' || *c == '\n' ? ' ' : *c, out);
        fputc('\n', out);
    }
    int bad = ferror(out) != 0;
    bad |= fclose(out) != 0;
    return bad || rename(unfinished, path) != 0 ? -1 : 0;
}

static int by_id(const void *a, const void *b) {
    return strcmp(((const struct report_person *)a)->id, ((const struct report_person *)b)->id);
}

// Reads the roster. Without it, the people's names are their ids.
static void read_roster(const char *folder, struct report *report) {
    char path[PATH_MAX], line[400];
    snprintf(path, sizeof path, "%s/%s", folder, roster_file);
    FILE *in = fopen(path, "r");
    while (in && fgets(line, sizeof line, in)) {
        size_t id = strcspn(line, "\t");
        struct report_person *more, *person;
        if (!line[id] || id >= sizeof person->id)
            continue;
        more = realloc(report->people, (size_t)(report->people_count + 1) * sizeof *more);
        if (!more)
            break;
        report->people = more;
        person = &more[report->people_count++];
        snprintf(person->id, sizeof person->id, "%.*s", (int)id, line);
        text_printable(person->name, sizeof person->name, line + id + 1,
                       strcspn(line + id + 1, "\n"));
    }
    if (in)
        fclose(in);
    if (report->people_count)
        qsort(report->people, (size_t)report->people_count, sizeof *report->people, by_id);
}

const char *report_name(const struct report *report, const char *id) {
    struct report_person key = {"", ""}, *found = NULL;
    text_copy(key.id, sizeof key.id, id);
    if (report->people_count)
        found = bsearch(&key, report->people, (size_t)report->people_count, sizeof key, by_id);
    return found ? found->name : id;
}

// ---- gradings ---------------------------------------------------------------------------

static int by_student_and_lab(const void *a, const void *b) {
    const struct grading *left = *(struct grading *const *)a, *right = *(struct grading *const *)b;
    int order = strcmp(left->seen.submission.id, right->seen.submission.id);
    return order ? order : strcmp(left->seen.lab.number, right->seen.lab.number);
}

// 1 when the file's name, ID-LAB.json, agrees with its contents, so that the contents of a file
// cannot make a report write somewhere else.
static int is_named(const struct grading *grading, const char *file) {
    char wanted[120];
    const char *id = grading->seen.submission.id, *folder = grading->seen.lab.folder;
    snprintf(wanted, sizeof wanted, "%s%s%s.json", id, *id ? "-" : "", folder);
    return !strchr(wanted, '/') && (strcmp(wanted, file) == 0 || !*id);
}

static struct grading *read_one(const char *folder, const char *file, char why[200]) {
    char path[PATH_MAX], reason[160] = "";
    json_error_t error = {.text = "out of memory"};
    snprintf(path, sizeof path, "%s/%s", folder, file);
    json_t *json = json_load_file(path, 0, &error);
    struct grading *grading = json ? grading_from_json(json, reason) : NULL;
    snprintf(why, 200, "%s", json ? reason : error.text);
    json_decref(json);
    if (grading && !is_named(grading, file)) {
        snprintf(why, 200, "the file holds another student or lab than its name says");
        grading_free(grading);
        return NULL;
    }
    return grading;
}

// A result of a class holds no true rate, but what it follows from.
static void expect(struct grading *grading, int reveal) {
    for (int i = 0; i < grading->judged.row_count; i++) {
        struct row *row = &grading->judged.rows[i];
        row->expected = reveal ? row->reported / row->rate : NAN;
    }
}

static int add(struct report *report, struct grading *grading) {
    expect(grading, report->reveal);
    struct grading **more = realloc(report->gradings, (size_t)(report->count + 1) * sizeof *more);
    if (!more)
        return -1;
    report->gradings = more;
    report->gradings[report->count++] = grading;
    return 0;
}

int report_read(const char *folder, struct report *report, char why[200]) {
    struct dirent **entries = NULL;
    int found = scandir(folder, &entries, NULL, alphasort), bad = 0;
    if (found < 0) {
        snprintf(why, 200, "%.120s: %s", folder, strerror(errno));
        return -1;
    }
    for (int i = 0; i < found; i++) {
        const char *file = entries[i]->d_name;
        size_t length = strlen(file);
        if (!bad && length > 5 && !strcmp(file + length - 5, ".json") &&
            strcmp(file, roster_file)) {
            struct grading *grading = read_one(folder, file, why);
            bad = grading ? add(report, grading) : report_note(&report->left_out, file, why);
        }
        free(entries[i]);
    }
    free(entries);
    if (bad)
        snprintf(why, 200, "out of memory");
    if (report->count)
        qsort(report->gradings, (size_t)report->count, sizeof *report->gradings,
              by_student_and_lab);
    read_roster(folder, report);
    return bad;
}

void report_free(struct report *report) {
    for (int i = 0; i < report->count; i++)
        grading_free(report->gradings[i]);
    free(report->gradings);
    free(report->people);
    free(report->left_out.all);
    memset(report, 0, sizeof *report);
}

// ---- functions for the writers ----------------------------------------------------------

// The course's own lab.meta says how much students read, unless staff reveal all.
static enum feedback most_for(const struct report *report, const struct grading *grading) {
    struct lab_meta lab;
    char path[700], why[160];
    snprintf(path, sizeof path, "%s/labs/%s/lab.meta", report->root ? report->root : ".",
             grading->seen.lab.folder);
    return report->reveal || lab_meta_read(path, &lab, why) != 0 ? FEEDBACK_ALL : lab.feedback;
}

char *report_text(const struct report *report, const struct grading *grading) {
    char *text = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&text, &length);
    if (!out)
        return NULL;
    say_staged(grading, most_for(report, grading), report->language, 0, out);
    return fclose(out) == 0 ? text : NULL;
}

void report_mistakes(const struct grading *grading, char mistakes[400]) {
    size_t used = 0;
    mistakes[0] = '\0';
    for (int i = 0; i < grading->named.count && used < 400; i++)
        used += (size_t)snprintf(mistakes + used, 400 - used, "%s%s", i ? " " : "",
                                 grading->named.list[i].mistake);
}

int report_has_points(const struct grading *grading) {
    return grading->judged.outcome != OUTCOME_CANNOT_GRADE &&
           grading->judged.outcome != OUTCOME_SKIPPED && grading->judged.outcome != OUTCOME_NONE;
}

double report_score(const struct report *report, double *most) {
    double points = 0;
    *most = 0;
    for (int i = 0; i < report->count; i++)
        if (report_has_points(report->gradings[i])) {
            points += report->gradings[i]->judged.points;
            *most += report->gradings[i]->judged.max_points;
        }
    return points;
}

int report_is_graded(const struct report *report) {
    for (int i = 0; i < report->count; i++)
        if (!report_has_points(report->gradings[i]))
            return 0;
    return 1;
}

void report_lines(FILE *out, const char *prefix, const char *text) {
    while (*text) {
        size_t length = strcspn(text, "\n");
        fprintf(out, "%s%.*s\n", prefix, (int)length, text);
        text += length + (text[length] == '\n');
    }
}
