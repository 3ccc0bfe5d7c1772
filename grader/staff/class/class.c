// class.c: first every build, in parallel; then every measurement, one at a time.
#define _GNU_SOURCE
#include <ftw.h>
#include <stdio.h>
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
        int step = count > 20 ? count / 20 : 1; // not a line for each of a large class
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

// A class is built, then measured; what needs no measuring has its result after the first
// phase. Where the machine was too busy to tell, it is asked again when all the rest is done.
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
        nftw(task->folder, remove_one, 16, FTW_DEPTH | FTW_PHYS);
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
    long peak = task_own_peak();
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
