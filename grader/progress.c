// progress.c: the learner's log: written by appending, read in the order of its times.
#define _GNU_SOURCE
#include "progress.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static const char *const words[] = {"pass", "fail", "hint", "reset", "current"};
enum { EVENTS = sizeof words / sizeof *words };

struct line {
    char time[32], event[16];
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
        if (lab->state == LAB_PASSED)
            lab->state = LAB_REOPENED;
    } else if (!strcmp(line->event, "hint"))
        lab->hints++;
    else if (!strcmp(line->event, "reset"))
        *lab = (struct lab_progress){LAB_OPEN, lab->tries, 0};
}

void progress_read(const char *root, struct progress *progress) {
    char path[600], text[128];
    struct line *lines = NULL;
    size_t count = 0, room = 0;
    memset(progress, 0, sizeof *progress);
    snprintf(path, sizeof path, "%s/.tare/progress", root);
    FILE *log = fopen(path, "r");
    if (!log)
        return;
    while (fgets(text, sizeof text, log)) {
        struct line line;
        if (sscanf(text, "%31s %d %15s", line.time, &line.lab, line.event) != 3 || line.lab < 1 ||
            line.lab > WORKBOOK_LABS)
            continue;
        if (count == room) {
            room = room ? 2 * room : 64;
            struct line *more = realloc(lines, room * sizeof *lines);
            if (!more)
                break;
            lines = more;
        }
        lines[count++] = line;
    }
    fclose(log);
    if (count)
        qsort(lines, count, sizeof *lines, earlier);
    for (size_t i = 0; i < count; i++)
        if (i == 0 || earlier(&lines[i - 1], &lines[i]) != 0) // the same line from two machines
            apply(progress, &lines[i]);
    free(lines);
}

void progress_note(const char *root, const struct lab_meta *lab, enum progress_event event) {
    char path[600], line[96], stamp[32];
    struct timespec now;
    struct tm utc;
    snprintf(path, sizeof path, "%s/.tare", root);
    mkdir(path, 0777);
    snprintf(path, sizeof path, "%s/.tare/progress", root);
    clock_gettime(CLOCK_REALTIME, &now);
    gmtime_r(&now.tv_sec, &utc);
    strftime(stamp, sizeof stamp, "%Y-%m-%dT%H:%M:%S", &utc);
    int length = snprintf(line, sizeof line, "%s.%06ldZ %s %s\n", stamp, now.tv_nsec / 1000,
                          lab->number, words[event]);
    int fd = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
    if (fd < 0 || write(fd, line, (size_t)length) != length)
        fprintf(stderr, "tare: your progress could not be kept in %s: %s\n", path, strerror(errno));
    if (fd >= 0)
        close(fd);
}

static int number_of(const struct lab_meta *lab) {
    return atoi(lab->number);
}

const struct lab_meta *progress_lab(const struct progress *progress, const struct lab_meta *labs,
                                    int count, int onward) {
    int here = -1;
    for (int i = 0; i < count; i++)
        if (number_of(&labs[i]) == progress->current)
            here = i;
    if (here >= 0 && !(onward && progress->labs[progress->current].state == LAB_PASSED))
        return &labs[here];
    for (int i = 1; i <= count; i++) {
        const struct lab_meta *lab = &labs[(here + i) % count];
        if (progress->labs[number_of(lab)].state != LAB_PASSED)
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
