// reset: the lab's file as it was shipped; the learner's own is kept beside it.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "intake/intake.h"
#include "learner/learner.h"

// Moves the file to the first free "PATH.kept-N". 0, or -1 with errno.
static int keep_beside(const char *path, char kept[800]) {
    for (int i = 1; i < 1000; i++) {
        snprintf(kept, 800, "%s.kept-%d", path, i);
        if (link(path, kept) == 0)
            return 0;
        if (errno != EEXIST)
            return -1;
    }
    return -1;
}

// Whole or not at all: written beside, then renamed.
static int write_file(const char *path, const char *text) {
    char beside[800];
    snprintf(beside, sizeof beside, "%s.new", path);
    FILE *file = fopen(beside, "w");
    if (!file)
        return -1;
    int bad = fputs(text, file) == EOF;
    bad |= fclose(file) != 0;
    if (bad || rename(beside, path) != 0) {
        int why = errno;
        unlink(beside);
        errno = why;
        return -1;
    }
    return 0;
}

int cmd_reset(int argc, char **argv);
int cmd_reset(int argc, char **argv) {
    static struct learner learner;
    char path[700], kept[800] = "", why[160];
    if (learner_open(&learner) != 0)
        return 2;
    if (argc < 2 || !*argv[1]) {
        fputs("tare: which lab? for example: make reset LAB=04\n", stderr);
        return 2;
    }
    const struct lab_meta *lab = learner_lab(&learner, argc, argv);
    if (!lab)
        return 2;
    char *shipped = lab_as_shipped(learner.root, lab, why);
    if (!shipped) {
        fprintf(stderr, "tare: %s\n", why);
        return 3;
    }
    snprintf(path, sizeof path, "%s/labs/%s/lab.cu", learner.root, lab->folder);
    size_t length;
    char *theirs = file_read(path, SUBMISSION_LIMIT, &length);
    int same = theirs && strcmp(theirs, shipped) == 0, bad = 0;
    if (!same)
        bad = (theirs && keep_beside(path, kept) != 0) || write_file(path, shipped) != 0;
    if (bad)
        fprintf(stderr, "tare: %s: %s; nothing was lost\n", path, strerror(errno));
    else {
        progress_note(learner.root, lab, PROGRESS_RESET);
        printf(same ? TEXT("lab %s is as it was shipped\n",
                           "实验 %s 本来就是最初的样子\n")[learner.language]
                    : TEXT("lab %s is as it was shipped again\n",
                           "实验 %s 已还原\n")[learner.language],
               lab->number);
        if (kept[0])
            printf(TEXT("yours is kept: %s\n", "你的版本保留在：%s\n")[learner.language], kept);
    }
    free(theirs);
    free(shipped);
    return bad ? 3 : 0;
}
