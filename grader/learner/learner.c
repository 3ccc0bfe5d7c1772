// learner.c: who the learner is, the progress, and what all commands of this room print.
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/text.h"
#include "learner/learner.h"

// ---- the logs -------------------------------------------------------------------------

static const char *const words[] = {"pass", "fail", "hint", "reset", "current", "reveal", "skip"};

struct line {
    char time[32], event[16], reason[12];
    double factor;
    int lab;
};

static int earlier(const void *a, const void *b) {
    const struct line *left = a, *right = b;
    int order = strcmp(left->time, right->time);
    if (!order)
        order = left->lab - right->lab;
    return order ? order : strcmp(left->event, right->event);
}

static void apply(struct progress *progress, const struct line *line) {
    struct lab_progress *lab = &progress->labs[line->lab];
    progress->current = line->lab;
    if (!strcmp(line->event, "pass"))
        lab->state = LAB_PASSED;
    else if (!strcmp(line->event, "fail")) {
        lab->tries++;
        lab->state = lab->state == LAB_PASSED    ? LAB_REOPENED
                     : lab->state == LAB_SKIPPED ? LAB_OPEN
                                                 : lab->state;
    } else if (!strcmp(line->event, "skip")) {
        if (lab->state == LAB_OPEN)
            lab->state = LAB_SKIPPED;
    } else if (!strcmp(line->event, "hint"))
        lab->hints++;
    else if (!strcmp(line->event, "reveal"))
        lab->revealed = 1;
    else if (!strcmp(line->event, "predict")) {
        lab->factor = line->factor;
        text_copy(lab->reason, sizeof lab->reason, line->reason);
    } else if (!strcmp(line->event, "reset")) {
        lab->state = LAB_OPEN;
        lab->hints = 0;
        lab->revealed = 0;
    }
}

struct lines {
    struct line *at;
    size_t count, room;
};

enum { LOG_MOST = 1 << 20 }; // bytes: thousands of checks

// Opens a log. Only a regular file of a plausible size is a log, not a pipe or a device.
static FILE *open_log(const char *path) {
    struct stat about;
    int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (fd >= 0 && fstat(fd, &about) == 0 && S_ISREG(about.st_mode) && about.st_size <= LOG_MOST)
        return fdopen(fd, "r");
    fprintf(stderr, "tare: %s is left out: %s\n", path,
            fd < 0 ? strerror(errno) : "it is not a log of your progress");
    if (fd >= 0)
        close(fd);
    return NULL;
}

static void read_log(FILE *log, struct lines *lines) {
    char text[128];
    while (fgets(text, sizeof text, log)) {
        struct line line = {0};
        if (sscanf(text, "%31s %d %15s %lf %11s", line.time, &line.lab, line.event, &line.factor,
                   line.reason) < 3 ||
            line.lab < 1 || line.lab > WORKBOOK_LABS)
            continue;
        if (lines->count == lines->room) {
            size_t room = lines->room ? 2 * lines->room : 64;
            struct line *more = realloc(lines->at, room * sizeof *more);
            if (!more)
                return;
            lines->at = more;
            lines->room = room;
        }
        lines->at[lines->count++] = line;
    }
}

void progress_read(const char *root, struct progress *progress) {
    char path[900];
    struct lines lines = {0};
    memset(progress, 0, sizeof *progress);
    snprintf(path, sizeof path, "%s/.tare", root);
    DIR *folder = opendir(path);
    for (struct dirent *entry; folder && (entry = readdir(folder));) {
        if (strncmp(entry->d_name, "progress", strlen("progress")) != 0)
            continue;
        snprintf(path, sizeof path, "%s/.tare/%s", root, entry->d_name);
        FILE *log = open_log(path);
        if (log) {
            read_log(log, &lines);
            fclose(log);
        }
    }
    if (folder)
        closedir(folder);
    if (lines.count)
        qsort(lines.at, lines.count, sizeof *lines.at, earlier);
    for (size_t i = 0; i < lines.count; i++)
        if (i == 0 || earlier(&lines.at[i - 1], &lines.at[i]) != 0) // each line once
            apply(progress, &lines.at[i]);
    free(lines.at);
}

// The path of this tree's log. Each tree on each machine has its own log, so logs never conflict.
static void own_log(const char *root, char path[600]) {
    char host[256] = "", real[4096], sha[65], all[4400];
    gethostname(host, sizeof host - 1);
    int length = snprintf(all, sizeof all, "%s:%s", host, realpath(root, real) ? real : root);
    text_sha256(all, (size_t)length, sha);
    snprintf(path, 600, "%s/.tare/progress-%.8s", root, sha);
}

static void note(const char *root, const struct lab_meta *lab, const char *event) {
    char path[600], line[128], stamp[32];
    struct timespec now;
    struct tm utc;
    snprintf(path, sizeof path, "%s/.tare", root);
    mkdir(path, 0777);
    own_log(root, path);
    clock_gettime(CLOCK_REALTIME, &now);
    gmtime_r(&now.tv_sec, &utc);
    strftime(stamp, sizeof stamp, "%Y-%m-%dT%H:%M:%S", &utc);
    int length = snprintf(line, sizeof line, "%s.%06ldZ %s %s\n", stamp, now.tv_nsec / 1000,
                          lab->number, event);
    int fd = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
    if (fd < 0 || write(fd, line, (size_t)length) != length)
        fprintf(stderr, "tare: your progress could not be kept in %s: %s\n", path, strerror(errno));
    if (fd >= 0)
        close(fd);
}

void progress_note(const char *root, const struct lab_meta *lab, enum progress_event event) {
    note(root, lab, words[event]);
}

void progress_predict(const char *root, const struct lab_meta *lab, double factor,
                      const char *reason) {
    char event[48];
    snprintf(event, sizeof event, "predict %.6g %s", factor, reason);
    note(root, lab, event);
}

static int number_of(const struct lab_meta *lab) {
    return atoi(lab->number);
}

static int is_closed(const struct lab_progress *lab) {
    return lab->state == LAB_PASSED || lab->state == LAB_SKIPPED;
}

const struct lab_meta *progress_lab(const struct progress *progress, const struct lab_meta *labs,
                                    int count, int onward) {
    int here = -1;
    for (int i = 0; i < count; i++)
        if (number_of(&labs[i]) == progress->current)
            here = i;
    if (here >= 0 && !(onward && is_closed(&progress->labs[progress->current])))
        return &labs[here];
    for (int i = 1; i <= count; i++) {
        const struct lab_meta *lab = &labs[(here + i) % count];
        if (!is_closed(&progress->labs[number_of(lab)]))
            return lab;
    }
    return onward || !count ? NULL : &labs[0];
}

int progress_of(const struct progress *progress, const struct lab_meta *labs, int count) {
    int passed = 0;
    for (int i = 0; i < count; i++)
        passed += progress->labs[number_of(&labs[i])].state == LAB_PASSED;
    return passed;
}

// ---- the learner ----------------------------------------------------------------------

int learner_open(struct learner *learner) {
    char why[160];
    memset(learner, 0, sizeof *learner);
    learner->language = language_of_environment();
    learner->colour = terminal_colour(STDOUT_FILENO);
    learner->in_watch = getenv("TARE_IN_WATCH") != NULL;
    if (workbook_find(learner->root) != 0)
        return 2;
    learner->count = workbook_labs(learner->root, learner->labs, why);
    if (learner->count <= 0) {
        fprintf(stderr, "tare: %s\n", learner->count ? why : "labs/ holds no lab");
        return 2;
    }
    progress_read(learner->root, &learner->progress);
    return 0;
}

int learner_begin(struct learner *learner, const struct command *command, int *argc, char **argv) {
    int code = arguments_read(command, argc, argv);
    return code == ARGUMENTS_READ && learner_open(learner) != 0 ? ARGUMENTS_WRONG : code;
}

const struct lab_meta *learner_lab(const struct learner *learner, int argc, char **argv) {
    if (argc < 2 || !*argv[1])
        return progress_lab(&learner->progress, learner->labs, learner->count, 0);
    struct lab_meta asked;
    char why[160];
    if (workbook_lab(learner->root, argv[1], &asked, why) != 0) {
        fprintf(stderr, "tare: %s\n", why);
        return NULL;
    }
    for (int i = 0; i < learner->count; i++)
        if (!strcmp(learner->labs[i].folder, asked.folder))
            return &learner->labs[i];
    return NULL;
}

const struct lab_progress *learner_progress(const struct learner *learner,
                                            const struct lab_meta *lab) {
    return &learner->progress.labs[atoi(lab->number)];
}

const char *learner_style(const struct learner *learner, const char *code) {
    return learner->colour ? code : "";
}

void learner_bar(const struct learner *learner) {
    int passed = progress_of(&learner->progress, learner->labs, learner->count);
    int count = learner->count;
    for (int i = 0; i < learner->count; i++)
        count -= learner_progress(learner, &learner->labs[i])->state == LAB_SKIPPED;
    const char *full = terminal_utf8() ? "█" : "#", *empty = terminal_utf8() ? "░" : ".";
    for (int i = 0; i < count; i++)
        fputs(i < passed ? full : empty, stdout);
    printf(learner_text(learner->language, LEARNER_PROGRESS_COUNT), passed, count);
}
