// class.c: first every build, in parallel; then every measurement, one at a time.
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "class/class.h"
#include "run/build.h"

// ---- how far the class is, and how long it will take ----------------------------------------

static int drawn;

static void progress_bar(const char *what, int done, int count, double started) {
    double passed = seconds_now() - started;
    int left = done ? (int)(passed / done * (count - done) + 0.5) : 0;
    if (!isatty(STDERR_FILENO)) {
        int step = count > 20 ? count / 20 : 1; // at most some 20 lines, even for a large class
        if (done % step == 0 || done == count)
            fprintf(stderr, "%s %d of %d, %d s left\n", what, done, count, left);
        return;
    }
    enum { WIDTH = 30 };
    char bar[WIDTH + 1];
    for (int i = 0; i < WIDTH; i++)
        bar[i] = i * count < done * WIDTH ? '#' : '.';
    bar[WIDTH] = '\0';
    fprintf(stderr, "\r%-9s [%s] %d of %d, %d:%02d left  ", what, bar, done, count, left / 60,
            left % 60);
    drawn = done < count;
    if (!drawn)
        fputc('\n', stderr);
}

static void progress_line(const char *text) {
    fprintf(stderr, "%s%s\n", drawn ? "\r\033[K" : "", text);
}

// ---- phases ------------------------------------------------------------------------------------

// A class is built, then measured. A submission that needs no measuring has its result after the
// first phase. If the machine was too busy to decide, a later phase measures again.
struct phase {
    struct class_run *run;
    const char *what;
    int number, done, failed; // phase 0 builds
    double started;
};

static int work_on(void *context, int index) {
    struct phase *phase = context;
    return (int)task_work(phase->run, &phase->run->tasks[index], phase->number > 0);
}

static int remove_one(const char *path, const struct stat *about, int type, struct FTW *walk) {
    (void)about, (void)type, (void)walk;
    return remove(path);
}

// Called when a task ends. Returns 0 when the grader's own files have changed: then no grading of
// this run may count, and the class stops.
static int ended(void *context, int index, int code) {
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
        nftw(task->folder, remove_one, 16, FTW_DEPTH | FTW_PHYS);
    if (code == TASK_CHANGED) {
        const char *path = seal_broken(run->seal);
        snprintf(line, sizeof line,
                 "%.200s has changed since the class began: the class stops, and its results must "
                 "be graded again",
                 path ? path : "a file of the grader");
        progress_line(line);
        phase->failed++;
        return 0;
    }
    if (!run->options->quiet)
        progress_bar(phase->what, ++phase->done, run->task_count, phase->started);
    return 1;
}

// ---- our own files -----------------------------------------------------------------------------

static int build_reference_of(void *context, int index) {
    const struct class_run *run = context;
    return task_reference(run, &run->labs[index]) == 0 ? 0 : 1;
}

static int reference_ended(void *context, int index, int code) {
    (void)context, (void)index, (void)code; // each task reports a reference that does not build
    return 1;
}

static int seal_programs(struct class_run *run, const struct lab_meta *lab) {
    char path[PATH_MAX + 300];
    snprintf(path, sizeof path, "%s/%s", run->references, lab->folder);
    DIR *folder = opendir(path);
    int bad = 0;
    for (struct dirent *entry; folder && (entry = readdir(folder));) {
        snprintf(path, sizeof path, "%s/%s/%s", run->references, lab->folder, entry->d_name);
        bad |= entry->d_name[0] != '.' && seal_add(run->seal, path) != 0;
    }
    if (folder)
        closedir(folder);
    return bad ? -1 : 0;
}

static int seal_all(struct class_run *run) {
    static const char *const tools[] = {"build/tare",
                                        "build/confine",
                                        "build/hostcc",
                                        "build/hostdevice.a",
                                        "common/host/lacking.txt",
                                        "common",
                                        "grader/staff/class/toolchain.sh"};
    static const char *const of_device[] = {"build/compile.%s", "build/%s/libtare.a",
                                            "build/%s/witness.so"};
    static const char *const of_lab[] = {"solutions/%s/lab.cu", "grader/pristine/%s/lab.cu",
                                         "labs/%s/lab.meta", "labs/%s/shipped.fence"};
    char path[PATH_MAX], name[200];
    int bad = 0;
#define SEAL(...)                                                                                  \
    snprintf(name, sizeof name, __VA_ARGS__),                                                      \
        snprintf(path, sizeof path, "%s/%s", run->options->root, name),                            \
        bad |= seal_add(run->seal, path) != 0
    for (size_t i = 0; i < sizeof tools / sizeof *tools; i++)
        SEAL("%s", tools[i]);
    for (size_t i = 0; i < sizeof of_device / sizeof *of_device; i++)
        SEAL(of_device[i], run->options->device);
    for (int l = 0; l < run->lab_count; l++) {
        for (size_t i = 0; i < sizeof of_lab / sizeof *of_lab; i++)
            SEAL(of_lab[i], run->labs[l].folder);
        SEAL("grader/reference/%s/%s.o", run->options->device, run->labs[l].folder);
    }
#undef SEAL
    return bad ? -1 : 0;
}

// Takes the hashes of all files that take part in grading, and builds the references anew. It runs
// before any student's file is built.
static int seal_ourselves(struct class_run *run) {
    run->seal = seal_new();
    if (!run->seal || seal_all(run) != 0) {
        fprintf(stderr, "tare: the grader's own files cannot be read: %s\n", strerror(errno));
        return -1;
    }
    if (snprintf(run->references, sizeof run->references, "%s/programs/references-XXXXXX",
                 run->options->results) >= (int)sizeof run->references - 100 ||
        !mkdtemp(run->references)) {
        fprintf(stderr, "tare: %s: %s\n", run->references, strerror(errno));
        run->references[0] = '\0';
        return -1;
    }
    double start = seconds_now();
    if (crew_run(run->lab_count, run->options->jobs, build_reference_of, reference_ended, run) != 0)
        return -1;
    run->preparing = seconds_now() - start;
    for (int l = 0; l < run->lab_count; l++)
        if (seal_programs(run, &run->labs[l]) != 0) {
            fprintf(stderr, "tare: %s: %s\n", run->references, strerror(errno));
            return -1;
        }
    return 0;
}

static void forget_references(struct class_run *run) {
    if (run->references[0])
        nftw(run->references, remove_one, 16, FTW_DEPTH | FTW_PHYS);
    seal_free(run->seal);
    run->seal = NULL;
    run->references[0] = '\0';
}

static void drop_done(struct class_run *run) {
    int left = 0;
    for (int i = 0; i < run->task_count; i++)
        if (!run->tasks[i].done)
            run->tasks[left++] = run->tasks[i];
    run->task_count = left;
}

static int grade_in_phases(struct class_run *run) {
    for (int number = 0; number <= run->options->tries; number++) {
        const char *what = number == 0 ? "building" : number == 1 ? "measuring" : "again";
        struct phase phase = {run, what, number, 0, 0, seconds_now()};
        drop_done(run);
        if (crew_run(run->task_count, number ? 1 : run->options->jobs, work_on, ended, &phase) != 0)
            return 3;
        run->failed = phase.failed;
        if (seal_broken(run->seal))
            break;
    }
    return run->failed ? 3 : 0;
}

int class_grade(struct class_run *run) {
    int code = run->task_count == 0 ? 0 : seal_ourselves(run) == 0 ? grade_in_phases(run) : 3;
    forget_references(run);
    return code;
}

void class_tell_time(const struct class_run *run) {
    double building = 0, running = 0, all = seconds_now() - run->started;
    long peak = task_own_peak();
    for (int i = 0; i < run->share_count; i++) {
        building += run->shares[i].building;
        running += run->shares[i].running;
        if (run->shares[i].peak > peak)
            peak = run->shares[i].peak;
    }
    building /= run->options->jobs; // an idle job counts as the grader's own time
    building += run->preparing;
    double own = all - building - running;
    fprintf(stderr,
            "%.1f s: building %.1f s, running %.1f s, the grader itself %.1f s (%.1f %%) and at "
            "most %.1f MiB\n",
            all, building, running, own, 100 * own / all, (double)peak / 1024);
}
