// tasks.c: what must be graded in a class, and what has a result already.
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/text.h"
#include "class/class.h"
#include "run/build.h"

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

// "--only cannot-grade": those without a verdict.
static int only_failed(const struct class_options *options) {
    return options->only && !strcmp(options->only, outcome_name(OUTCOME_CANNOT_GRADE));
}

enum { NAMES_CAPACITY = 200 }; // bytes left behind a task's paths for the names of files in them

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

// 1 when the task has a result that counts, so that it is not graded again.
static int has_result(const struct class_options *options, const struct task *task) {
    enum outcome outcome;
    if (options->again || !options->resume)
        return 0;
    outcome = task_outcome(task);
    return outcome != OUTCOME_NONE && !(outcome == OUTCOME_CANNOT_GRADE && only_failed(options));
}

static int add_task(struct class_run *run, struct handed_in *student, const struct lab_meta *lab) {
    struct task task = {.student = student, .lab = lab};
    const char *results = run->options->results;
    static const char *const forms[] = {"%s/%s-%s.json", "%s/programs/%s-%s", "%s/rooms/%s-%s"};
    char *const paths[] = {task.result, task.folder, task.room};
    for (int i = 0; i < 3; i++)
        if (snprintf(paths[i], PATH_MAX, forms[i], results, student->id, lab->folder) >
            PATH_MAX - NAMES_CAPACITY) {
            errno = ENAMETOOLONG;
            return -1;
        }
    if (has_result(run->options, &task)) {
        run->had_results++;
        return 0;
    }
    struct task *more = realloc(run->tasks, (size_t)(run->task_count + 1) * sizeof *more);
    if (!more)
        return -1;
    run->tasks = more;
    run->tasks[run->task_count++] = task;
    return 0;
}

// Makes the tasks, lab by lab, so that a lab's reference is built once and stays warm. Returns
// their number, including those of other shards and those with a result; -1 and errno.
static int make_tasks(struct class_run *run) {
    const struct class_options *options = run->options;
    int number = 0;
    for (int l = 0; l < run->lab_count; l++)
        for (int s = 0; s < run->roster.count; s++) {
            if (options->only && !only_failed(options) &&
                !listed(options->only, run->roster.all[s].id))
                continue;
            if (number++ % options->shards == options->shard &&
                add_task(run, &run->roster.all[s], &run->labs[l]) != 0)
                return -1;
        }
    return number;
}

// Removes old results, which a later --resume would take for new ones.
static void forget_old_results(const struct class_run *run) {
    for (int i = 0; run->options->again && i < run->task_count; i++)
        unlink(run->tasks[i].result);
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
    static const char *const parts[] = {"programs", "rooms"};
    char path[PATH_MAX];
    if (results_there(options->results) && !options->resume && !options->again) {
        fprintf(stderr, "tare: %s holds results: --resume goes on with them, --again begins anew\n",
                options->results);
        return 2;
    }
    for (int i = 0; i < 2; i++) {
        snprintf(path, sizeof path, "%s/%s", options->results, parts[i]);
        if (make_folders(path) != 0) {
            fprintf(stderr, "tare: %s: %s\n", path, strerror(errno));
            return 3;
        }
        chmod(path, 0711); // a program's user may pass through, but not list the folder
    }
    chmod(options->results, 0711);
    return 0;
}

// Stores the names of the students, which the reports show.
static int keep_roster(const struct class_run *run) {
    const struct roster *roster = &run->roster;
    struct report_person *people = calloc((size_t)roster->count, sizeof *people);
    for (int i = 0; people && i < roster->count; i++) {
        text_copy(people[i].id, sizeof people[i].id, roster->all[i].id);
        text_copy(people[i].name, sizeof people[i].name, roster->all[i].name);
    }
    int bad = !people || report_write_roster(run->options->results, people, roster->count) != 0;
    free(people);
    if (bad)
        fprintf(stderr, "tare: %s/students.tsv: %s\n", run->options->results, strerror(errno));
    return bad ? -1 : 0;
}

// Without descriptors every wall seems to be missing, so they are counted first.
static int has_descriptors(void) {
    enum { NEEDED = 40, ENOUGH = 1024 }; // 24 were enough for one submission, seen with ulimit -n
    struct rlimit files;
    int taken[NEEDED], count = 0, why = 0;
    if (getrlimit(RLIMIT_NOFILE, &files) == 0 && files.rlim_cur < ENOUGH) {
        files.rlim_cur = files.rlim_max < ENOUGH ? files.rlim_max : ENOUGH;
        setrlimit(RLIMIT_NOFILE, &files);
    }
    while (count < NEEDED && (taken[count] = fcntl(2, F_DUPFD_CLOEXEC, 0)) >= 0)
        count++;
    if (count < NEEDED)
        why = errno;
    for (int i = 0; i < count; i++)
        close(taken[i]);
    if (why == ENFILE)
        fprintf(stderr, "tare: too many open files: this machine has no more for anybody "
                        "(/proc/sys/fs/file-max)\n  end other programs, and start this again\n");
    else if (why)
        fprintf(stderr,
                "tare: too many open files: ulimit -n allows %llu here, %d of them are free, and "
                "a class needs %d\n  say ulimit -n %d, or let the system's settings allow it, and "
                "start this again\n",
                (unsigned long long)files.rlim_cur, count, NEEDED, ENOUGH);
    return why == 0;
}

int class_prepare(struct class_run *run, const struct class_options *options) {
    const char *const kept[] = {options->root, options->results, options->submissions, NULL};
    char why[240], room[PATH_MAX];
    memset(run, 0, sizeof *run);
    run->started = seconds_now();
    run->options = options;
    if (!has_descriptors())
        return 3;
    int code = choose_labs(run);
    if (code == 0)
        code = class_open_results(options);
    if (code != 0)
        return code;
    if (roster_read(options->submissions, options->layout, &run->roster, why) != 0) {
        fprintf(stderr, "tare: %s\n", why);
        return 2;
    }
    int asked = make_tasks(run);
    if (asked < 0) {
        fprintf(stderr, "tare: %s: %s\n", options->results, strerror(errno));
        return 3;
    }
    if (asked == 0) {
        fprintf(stderr, "tare: nothing to grade%s\n", options->only ? ": nobody has that id" : "");
        return 2;
    }
    if (keep_roster(run) != 0)
        return 3;
    if (run->task_count == 0)
        return 0;
    unsigned char drawn[32];
    if (getrandom(drawn, sizeof drawn, 0) != sizeof drawn) {
        fprintf(stderr, "tare: no random bytes: %s\n", strerror(errno));
        return 3;
    }
    text_sha256(drawn, sizeof drawn, run->secret);
    snprintf(room, sizeof room, "%s/rooms/tried-%d", options->results, (int)getpid());
    if (ground_prepare(&run->ground, options->root, options->device, options->sandbox, room, kept,
                       why) != 0) {
        fprintf(stderr,
                "tare: no sandbox stands here, and submissions are code that nobody has "
                "read\n  %s\n  build/confine --probe says what each kind of sandbox lacks here; "
                "bubblewrap is the best of them\n",
                why);
        return 3;
    }
    forget_old_results(run);
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
        make_tasks(&run) >= 0) {
        forget_old_results(&run);
        left = run.task_count;
    }
    class_free(&run);
    return left;
}

void class_free(struct class_run *run) {
    if (run->shares)
        munmap(run->shares, (size_t)run->share_count * sizeof *run->shares);
    run->shares = NULL;
    roster_free(&run->roster);
    ground_free(&run->ground);
    free(run->tasks);
    run->tasks = NULL;
}
