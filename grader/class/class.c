// class.c: first every build, in parallel; then every measurement, one at a time.
#define _GNU_SOURCE
#include "class.h"

#include <dirent.h>
#include <errno.h>
#include <ftw.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "build.h"
#include "check.h"
#include "intake.h"
#include "text.h"
#include "walls.h"

static int listed(const char *list, const char *word) { // in "a,b,c"
    size_t length = strlen(word);
    for (const char *at = list; at && *at;) {
        size_t item = strcspn(at, ",");
        if (item == length && !strncmp(at, word, length))
            return 1;
        at += item + (at[item] == ',');
    }
    return 0;
}

static int choose_labs(struct class_run *run) {
    char why[160], names[400];
    if (!run->options->labs || !strcmp(run->options->labs, "all")) {
        run->lab_count = workbook_labs(run->options->root, run->labs, why);
        if (run->lab_count <= 0)
            fprintf(stderr, "tare: %s\n", why);
        return run->lab_count > 0 ? 0 : 2;
    }
    snprintf(names, sizeof names, "%s", run->options->labs);
    char *rest = NULL;
    for (char *name = strtok_r(names, ",", &rest); name && run->lab_count < WORKBOOK_LABS;
         name = strtok_r(NULL, ",", &rest))
        if (workbook_lab(run->options->root, name, &run->labs[run->lab_count++], why) != 0) {
            fprintf(stderr, "tare: %s\n", why);
            return 2;
        }
    return 0;
}

static int is_result(const char *path) {
    char why[160];
    json_error_t error;
    json_t *json = json_load_file(path, 0, &error);
    struct grading *grading = json ? grading_from_json(json, why) : NULL;
    json_decref(json);
    int good = grading != NULL && grading->cannot != CANNOT_INTERRUPTED;
    grading_free(grading);
    return good;
}

static int add_task(struct class_run *run, struct handed_in *student, const struct lab_meta *lab) {
    struct task *more = realloc(run->tasks, (size_t)(run->task_count + 1) * sizeof *more);
    if (!more)
        return -1;
    run->tasks = more;
    struct task *task = &more[run->task_count++];
    task->student = student;
    task->lab = lab;
    snprintf(task->result, sizeof task->result, "%s/%s-%s.json", run->options->results, student->id,
             lab->folder);
    snprintf(task->work, sizeof task->work, "%s/work/%s-%s", run->options->results, student->id,
             lab->folder);
    task->done = run->options->resume && is_result(task->result);
    return 0;
}

// One lab after the other, so that its reference is built once and stays warm.
static int make_tasks(struct class_run *run) {
    const struct class_options *options = run->options;
    int number = 0;
    for (int l = 0; l < run->lab_count; l++)
        for (int s = 0; s < run->roster.count; s++) {
            if (options->only && !listed(options->only, run->roster.all[s].id))
                continue;
            if (number++ % options->shards == options->shard &&
                add_task(run, &run->roster.all[s], &run->labs[l]) != 0)
                return -1;
        }
    return 0;
}

static int results_there(const char *folder) {
    int any = 0;
    DIR *open_folder = opendir(folder);
    for (struct dirent *entry; open_folder && (entry = readdir(open_folder));)
        any |= strstr(entry->d_name, ".json") != NULL;
    if (open_folder)
        closedir(open_folder);
    return any;
}

static int open_results(const struct class_options *options) {
    char work[1200];
    if (results_there(options->results) && !options->resume && !options->again) {
        fprintf(stderr, "tare: %s holds results: --resume goes on with them, --again begins anew\n",
                options->results);
        return 2;
    }
    snprintf(work, sizeof work, "%s/work", options->results);
    if (make_folders(work) != 0) {
        fprintf(stderr, "tare: %s: %s\n", work, strerror(errno));
        return 3;
    }
    chmod(options->results, 0711); // the programs' user comes through, and lists nothing
    chmod(work, 0711);
    return 0;
}

int class_prepare(struct class_run *run, const struct class_options *options) {
    char why[200], work[1200];
    memset(run, 0, sizeof *run);
    run->options = options;
    int code = choose_labs(run);
    if (code == 0)
        code = open_results(options);
    if (code != 0)
        return code;
    if (roster_read(options->submissions, options->layout, &run->roster, why) != 0) {
        fprintf(stderr, "tare: %s\n", why);
        return 2;
    }
    snprintf(work, sizeof work, "%s/work", options->results);
    if (walls_choose(options->root, options->device, options->sandbox, work, run->level, why) !=
        0) {
        fprintf(stderr,
                "tare: no sandbox stands here, and submissions are code that nobody has "
                "read\n  %s\n  install bubblewrap, or say --sandbox=none if you trust "
                "every one of them\n",
                why);
        return 3;
    }
    if (make_tasks(run) != 0 || run->task_count == 0) {
        fprintf(stderr, "tare: nothing to grade%s\n", options->only ? ": nobody has that id" : "");
        return 2;
    }
    return 0;
}

int class_unfinished(const struct class_options *options) {
    static struct class_run run;
    struct class_options resumed = *options;
    char why[200];
    int left = -1;
    resumed.resume = 1;
    memset(&run, 0, sizeof run);
    run.options = &resumed;
    if (choose_labs(&run) == 0 &&
        roster_read(options->submissions, options->layout, &run.roster, why) == 0 &&
        make_tasks(&run) == 0)
        left = 0;
    for (int i = 0; left >= 0 && i < run.task_count; i++)
        left += !run.tasks[i].done;
    class_free(&run);
    return left;
}

void class_free(struct class_run *run) {
    roster_free(&run->roster);
    free(run->tasks);
    run->tasks = NULL;
}

// ---- one of them -------------------------------------------------------------------

// The same student, lab and seed give the same sizes and data, in whatever order.
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
    walls_raise(walls, run->options->root, run->options->device, run->level, task->work);
    *check = (struct check_options){.root = run->options->root,
                                    .device = run->options->device,
                                    .lab = task->lab,
                                    .path = task->student->path,
                                    .id = task->student->id,
                                    .seed = seed_of(run, task),
                                    .run_limit = run->options->limit,
                                    .budget = run->options->budget,
                                    .folder = task->work,
                                    .run_folder = task->work,
                                    .build_sandbox = &walls->build,
                                    .run_sandbox = &walls->run};
}

static int build_task(void *context, int index) {
    struct class_run *run = context;
    struct task *task = &run->tasks[index];
    struct walls walls;
    struct check_options check;
    if (task->done || make_folders(task->work) != 0)
        return 0;
    fill_options(run, task, &walls, &check);
    check_build(&check);
    return 0;
}

static void keep_fence(const struct class_run *run, const struct task *task) {
    struct submission submission = {.bytes = 0};
    struct intake intake;
    char why[160], path[1300];
    if (intake_take(run->options->root, task->lab, task->student->path, &submission, &intake,
                    why) == 0) {
        snprintf(path, sizeof path, "%.*s.fence", (int)strlen(task->result) - 5, task->result);
        FILE *file = fopen(path, "w");
        if (file) {
            fwrite(intake.theirs.inside, 1, intake.theirs.length, file);
            fclose(file);
        }
    }
    intake_free(&intake);
}

// Written beside and renamed: a result is whole or it is not there.
static int write_result(const struct task *task, const struct grading *grading) {
    char beside[1300];
    snprintf(beside, sizeof beside, "%s.new", task->result);
    json_t *json = grading_to_json(grading);
    int bad = !json || json_dump_file(json, beside, JSON_INDENT(1)) != 0 ||
              rename(beside, task->result) != 0;
    json_decref(json);
    if (bad)
        fprintf(stderr, "tare: %s: %s\n", task->result, strerror(errno));
    return bad ? -1 : 0;
}

static int grade_task(void *context, int index) {
    struct class_run *run = context;
    struct task *task = &run->tasks[index];
    struct walls walls;
    struct check_options check;
    if (task->done)
        return 0;
    struct grading *grading = grading_new();
    if (!grading || make_folders(task->work) != 0)
        return 255;
    fill_options(run, task, &walls, &check);
    check_grade(&check, grading);
    int bad = grading->cannot == CANNOT_INTERRUPTED || write_result(task, grading) != 0;
    if (!bad)
        keep_fence(run, task);
    return bad ? 255 : 0;
}

// ---- all of them -------------------------------------------------------------------

struct watch {
    struct class_run *run;
    const char *what;
    int done, failed;
    double started;
};

static int build_for(void *context, int index) {
    return build_task(((struct watch *)context)->run, index);
}
static int grade_for(void *context, int index) {
    return grade_task(((struct watch *)context)->run, index);
}

static int remove_one(const char *path, const struct stat *about, int type, struct FTW *walk) {
    (void)about, (void)type, (void)walk;
    return remove(path);
}

static void built(void *context, int index, int code) {
    struct watch *watch = context;
    (void)index, (void)code;
    if (!watch->run->options->quiet)
        progress_bar(watch->what, ++watch->done, watch->run->task_count, watch->started);
}

static void graded(void *context, int index, int code) {
    struct watch *watch = context;
    struct task *task = &watch->run->tasks[index];
    char line[300];
    if (code != 0 && !process_interrupted()) {
        snprintf(line, sizeof line, "%s lab %s: the grading itself failed; --resume tries it again",
                 task->student->id, task->lab->number);
        progress_line(line);
        watch->failed++;
    }
    if (!watch->run->options->keep && !process_interrupted())
        nftw(task->work, remove_one, 16, FTW_DEPTH | FTW_PHYS);
    if (!watch->run->options->quiet)
        progress_bar(watch->what, ++watch->done, watch->run->task_count, watch->started);
}

int class_grade(struct class_run *run) {
    struct watch watch = {.run = run, .what = "building", .started = seconds_now()};
    if (crew_run(run->task_count, run->options->jobs, build_for, built, &watch) != 0)
        return 3;
    watch = (struct watch){.run = run, .what = "measuring", .started = seconds_now()};
    if (crew_run(run->task_count, 1, grade_for, graded, &watch) != 0)
        return 3;
    run->failed = watch.failed;
    return watch.failed ? 3 : 0;
}
