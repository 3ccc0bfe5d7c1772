// task.c: one lab of one student: built, measured, and written down.
#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>

#include "class/class.h"
#include "grade/check.h"
#include "intake/intake.h"
#include "run/build.h"
#include "witness/picture.h"

enum outcome task_outcome(const struct task *task) {
    char why[160];
    json_t *json = json_load_file(task->result, 0, NULL);
    struct grading *grading = json ? grading_from_json(json, why) : NULL;
    json_decref(json);
    enum outcome outcome = grading && grading->judged.cannot != CANNOT_INTERRUPTED
                               ? grading->judged.outcome
                               : OUTCOME_NONE;
    grading_free(grading);
    return outcome;
}

long task_own_peak(void) {
    struct rusage used;
    return getrusage(RUSAGE_SELF, &used) == 0 ? used.ru_maxrss : 0;
}

// The seed of a task. The same student, lab and seed of the class give the same sizes and data,
// whatever the order of the tasks.
static uint64_t seed_of(const struct class_run *run, const struct task *task) {
    uint64_t hash = run->options->seed;
    if (!hash)
        return 0;
    for (const char *c = task->student->id; *c; c++)
        hash = (hash ^ (unsigned char)*c) * 1099511628211u;
    for (const char *c = task->lab->number; *c; c++)
        hash = (hash ^ (unsigned char)*c) * 1099511628211u;
    return (hash >> 20) | 1;
}

static void fill_options(const struct class_run *run, const struct task *task, struct walls *walls,
                         struct check_options *check) {
    walls_raise(walls, &run->ground, task->room);
    *check = (struct check_options){.root = run->options->root,
                                    .device = run->options->device,
                                    .lab = task->lab,
                                    .path = task->student->path,
                                    .base = run->options->submissions,
                                    .secret = run->secret,
                                    .seal = run->seal,
                                    .references = run->references,
                                    .id = task->student->id,
                                    .seed = seed_of(run, task),
                                    .run_limit = run->options->limit,
                                    .budget = run->options->budget,
                                    .folder = task->folder,
                                    .run_folder = walls->run.prefix ? NULL : task->folder,
                                    .build_sandbox = &walls->build,
                                    .run_sandbox = &walls->run};
}

// Turns PATH.json into PATH.ending, and a folder into a file in this folder.
static void beside(const char *path, const char *ending, char to[PATH_MAX]) {
    size_t length = strlen(path), json = *ending == '.' ? strlen(".json") : 0;
    snprintf(to, PATH_MAX, "%.*s%s", (int)(length - json), path, ending);
}

static void keep_fence(const struct class_run *run, const struct task *task) {
    struct submission submission = {.bytes = 0};
    struct intake intake;
    char why[160], path[PATH_MAX];
    if (intake_take(run->options->root, task->lab, run->options->submissions, task->student->path,
                    &submission, &intake, why) == 0) {
        beside(task->result, ".fence", path);
        FILE *file = fopen(path, "w");
        if (file) {
            fwrite(intake.theirs.inside, 1, intake.theirs.length, file);
            fclose(file);
        }
    }
    intake_free(&intake);
}

// Writes another file and renames it, so that a result is complete or absent.
static int write_result(const struct task *task, const struct grading *grading) {
    char unfinished[PATH_MAX + 8];
    snprintf(unfinished, sizeof unfinished, "%s.new", task->result);
    json_t *json = grading_to_json(grading), *row;
    size_t index;
    // A true rate that a student reads is a number that he need not measure: see --reveal.
    json_array_foreach(json_object_get(json, "rows"), index, row) {
        json_object_set_new(row, "expected", json_null());
    }
    int bad = !json || json_dump_file(json, unfinished, JSON_INDENT(1)) != 0 ||
              rename(unfinished, task->result) != 0;
    json_decref(json);
    if (bad)
        fprintf(stderr, "tare: %s: %s\n", task->result, strerror(errno));
    return bad ? -1 : 0;
}

// Draws what the witness saw, for the student's page: the first claim, in the order of the
// grading's rows, of which there is a picture.
static int draw_first(const struct view *view, const struct grading *grading,
                      const struct drawing *drawing, FILE *out) {
    struct witness_facts facts;
    for (int wrong = 1; wrong >= 0; wrong--)
        for (int r = 0; r < grading->judged.row_count; r++) {
            if ((grading->judged.rows[r].time_right == OUTSIDE) != wrong)
                continue;
            for (size_t i = 0; witness_facts_of(view, i, &facts); i++)
                if (!strcmp(facts.claim, grading->judged.rows[r].what))
                    return draw_svg(view, &facts, drawing, out);
        }
    return 0;
}

static void keep_picture(const char *trace_path, const struct grading *grading, const char *path) {
    struct trace trace;
    struct view view;
    char why[200];
    FILE *out = NULL;
    remove(path);
    if (!trace_read(trace_path, &trace, why, sizeof why))
        return;
    if (view_make(&trace, &view)) {
        struct drawing drawing = {.device = trace.device,
                                  .program = trace.program,
                                  .cut_short = trace.cut_short,
                                  .language = language_of_environment()};
        out = fopen(path, "w");
        int drawn = out && draw_first(&view, grading, &drawing, out);
        if (out && (fclose(out) != 0 || !drawn))
            remove(path);
        view_free(&view);
    }
    trace_free(&trace);
}

static enum task_end write_down(const struct class_run *run, const struct task *task,
                                const struct grading *grading) {
    char trace[PATH_MAX], picture[PATH_MAX];
    if (grading->judged.cannot == CANNOT_INTERRUPTED)
        return TASK_FAILED;
    keep_fence(run, task); // before the result: a task that has a result is not looked at again
    beside(task->folder, "/trace.json", trace);
    beside(task->result, ".svg", picture);
    keep_picture(trace, grading, picture);
    if (write_result(task, grading) != 0)
        return TASK_FAILED;
    return grading->judged.cannot == CANNOT_NOISE ? TASK_NOISE : TASK_DONE;
}

int task_reference(const struct class_run *run, const struct lab_meta *lab) {
    const struct check_options check = {.root = run->options->root,
                                        .device = run->options->device,
                                        .lab = lab,
                                        .path = "",
                                        .seal = run->seal,
                                        .references = run->references};
    return check_reference(&check);
}

enum task_end task_work(const struct class_run *run, const struct task *task, int measuring) {
    struct walls walls;
    struct check_options check;
    struct grading *grading = grading_new();
    if (!grading || make_folders(task->folder) != 0)
        return TASK_FAILED;
    fill_options(run, task, &walls, &check);
    int whole = 1;
    double before = process_seconds();
    if (measuring)
        check_grade(&check, grading);
    else
        whole = check_build(&check, grading);
    *(measuring ? &task->share->running : &task->share->building) += process_seconds() - before;
    task->share->peak = task_own_peak();
    if (seal_broken(run->seal))
        return TASK_CHANGED;
    return whole ? write_down(run, task, grading) : TASK_BUILT;
}
