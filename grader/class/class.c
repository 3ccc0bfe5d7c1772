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
#include <sys/mman.h>
#include <sys/resource.h>
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
    snprintf(task->room, sizeof task->room, "%s/rooms/%s-%s", run->options->results, student->id,
             lab->folder);
    if (run->options->again)
        unlink(task->result); // or a later --resume would take the old for the new
    task->done = run->options->resume && is_result(task->result);
    task->share = NULL;
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

int class_open_results(const struct class_options *options) {
    char rooms[1200];
    if (results_there(options->results) && !options->resume && !options->again) {
        fprintf(stderr, "tare: %s holds results: --resume goes on with them, --again begins anew\n",
                options->results);
        return 2;
    }
    snprintf(rooms, sizeof rooms, "%s/rooms", options->results);
    if (make_folders(rooms) != 0) {
        fprintf(stderr, "tare: %s: %s\n", rooms, strerror(errno));
        return 3;
    }
    chmod(options->results, 0711); // the programs' user comes through, and lists nothing
    chmod(rooms, 0711);
    return 0;
}

int class_prepare(struct class_run *run, const struct class_options *options) {
    char why[200], rooms[1200];
    memset(run, 0, sizeof *run);
    run->started = seconds_now();
    run->options = options;
    int code = choose_labs(run);
    if (code == 0)
        code = class_open_results(options);
    if (code != 0)
        return code;
    if (roster_read(options->submissions, options->layout, &run->roster, why) != 0) {
        fprintf(stderr, "tare: %s\n", why);
        return 2;
    }
    snprintf(rooms, sizeof rooms, "%s/rooms", options->results);
    if (walls_choose(options->root, options->device, options->sandbox, rooms, run->level, why) !=
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
    run->share_count = run->task_count;
    run->shares = mmap(NULL, (size_t)run->share_count * sizeof *run->shares, PROT_READ | PROT_WRITE,
                       MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (run->shares == MAP_FAILED) {
        run->shares = NULL;
        fprintf(stderr, "tare: %s\n", strerror(errno));
        return 3;
    }
    for (int i = 0; i < run->task_count; i++)
        run->tasks[i].share = &run->shares[i];
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
    if (run->shares)
        munmap(run->shares, (size_t)run->share_count * sizeof *run->shares);
    run->shares = NULL;
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
    walls_raise(walls, run->options->root, run->options->device, run->level, task->room,
                (int)(task->student - run->roster.all));
    *check = (struct check_options){.root = run->options->root,
                                    .device = run->options->device,
                                    .lab = task->lab,
                                    .path = task->student->path,
                                    .id = task->student->id,
                                    .seed = seed_of(run, task),
                                    .run_limit = run->options->limit,
                                    .budget = run->options->budget,
                                    .folder = task->room,
                                    .run_folder = task->room,
                                    .build_sandbox = &walls->build,
                                    .run_sandbox = &walls->run};
}

// PATH.json -> PATH.ending; of a folder, a file in it.
static void beside(const char *path, const char *ending, char to[1300]) {
    size_t length = strlen(path), json = *ending == '.' ? strlen(".json") : 0;
    snprintf(to, 1300, "%.*s%s", (int)(length - json), path, ending);
}

static void keep_fence(const struct class_run *run, const struct task *task) {
    struct submission submission = {.bytes = 0};
    struct intake intake;
    char why[160], path[1300];
    if (intake_take(run->options->root, task->lab, task->student->path, &submission, &intake,
                    why) == 0) {
        beside(task->result, ".fence", path);
        FILE *file = fopen(path, "w");
        if (file) {
            fwrite(intake.theirs.inside, 1, intake.theirs.length, file);
            fclose(file);
        }
    }
    intake_free(&intake);
}

static long own_peak(void) { // KiB
    struct rusage used;
    return getrusage(RUSAGE_SELF, &used) == 0 ? used.ru_maxrss : 0;
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

// A class is built, then measured; what needs no measuring has its result after the first
// phase. Where the machine was too busy to tell, it is asked again when all the rest is done.
struct phase {
    struct class_run *run;
    const char *what;
    int number, done, failed; // phase 0 builds
    double started;
};

enum { TASK_DONE, TASK_BUILT, TASK_NOISE, TASK_FAILED = 255 }; // exit codes of the children

static int work_on(void *context, int index) {
    struct phase *phase = context;
    struct task *task = &phase->run->tasks[index];
    struct walls walls;
    struct check_options check;
    char trace[1300], picture[1300];
    struct grading *grading = grading_new();
    if (!grading || make_folders(task->room) != 0)
        return TASK_FAILED;
    fill_options(phase->run, task, &walls, &check);
    int whole = 1;
    double before = process_seconds();
    if (phase->number)
        check_grade(&check, grading);
    else
        whole = check_build(&check, grading);
    *(phase->number ? &task->share->running : &task->share->building) += process_seconds() - before;
    task->share->peak = own_peak();
    if (!whole)
        return TASK_BUILT;
    if (grading->cannot == CANNOT_INTERRUPTED)
        return TASK_FAILED;
    keep_fence(phase->run, task); // first: what has a result is not looked at again
    beside(task->room, "/trace.json", trace);
    beside(task->result, ".svg", picture);
    picture_keep(trace, grading, picture);
    if (write_result(task, grading) != 0)
        return TASK_FAILED;
    return grading->cannot == CANNOT_NOISE ? TASK_NOISE : TASK_DONE;
}

static int remove_one(const char *path, const struct stat *about, int type, struct FTW *walk) {
    (void)about, (void)type, (void)walk;
    return remove(path);
}

static void ended(void *context, int index, int code) {
    struct phase *phase = context;
    const struct class_run *run = phase->run;
    struct task *task = &run->tasks[index];
    char line[300];
    task->done = code == TASK_DONE || (code == TASK_NOISE && phase->number == run->options->tries);
    if (code == TASK_FAILED && !process_interrupted()) {
        snprintf(line, sizeof line, "%s lab %s: the grading itself failed; --resume tries it again",
                 task->student->id, task->lab->number);
        progress_line(line);
        phase->failed++;
    }
    if (task->done && !run->options->keep && !process_interrupted())
        nftw(task->room, remove_one, 16, FTW_DEPTH | FTW_PHYS);
    if (!run->options->quiet)
        progress_bar(phase->what, ++phase->done, run->task_count, phase->started);
}

static void drop_done(struct class_run *run) {
    int left = 0;
    for (int i = 0; i < run->task_count; i++)
        if (!run->tasks[i].done)
            run->tasks[left++] = run->tasks[i];
    run->task_count = left;
}

int class_grade(struct class_run *run) {
    for (int number = 0; number <= run->options->tries; number++) {
        const char *what = number == 0 ? "building" : number == 1 ? "measuring" : "again";
        struct phase phase = {run, what, number, 0, 0, seconds_now()};
        drop_done(run);
        if (crew_run(run->task_count, number ? 1 : run->options->jobs, work_on, ended, &phase) != 0)
            return 3;
        run->failed = phase.failed;
    }
    return run->failed ? 3 : 0;
}

void class_tell_time(const struct class_run *run) {
    double building = 0, running = 0, all = seconds_now() - run->started;
    long peak = own_peak();
    for (int i = 0; i < run->share_count; i++) {
        building += run->shares[i].building;
        running += run->shares[i].running;
        if (run->shares[i].peak > peak)
            peak = run->shares[i].peak;
    }
    building /= run->options->jobs; // a turn in which no compiler ran counts as the grader's
    double own = all - building - running;
    fprintf(stderr,
            "%.1f s: building %.1f s, running %.1f s, the grader itself %.1f s (%.1f %%) and at "
            "most %.1f MiB\n",
            all, building, running, own, 100 * own / all, (double)peak / 1024);
}
