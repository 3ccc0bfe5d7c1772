// next, list, diff, reset: the way through the labs.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/typed.h"
#include "cmd/cmd.h"
#include "intake/intake.h"
#include "learner/learner.h"

// ---- next: the lab to work on, and what to type ---------------------------------------

static int cmd_next(int argc, char **argv) {
    static struct learner learner;
    int begun = learner_begin(&learner, &next_command, &argc, argv);
    if (begun != ARGUMENTS_READ)
        return arguments_code(begun);
    const struct lab_meta *lab = progress_lab(&learner.progress, learner.labs, learner.count, 1);
    if (!learner.in_watch)
        learner_bar(&learner);
    if (!lab) {
        puts(learner_text(learner.language, LEARNER_NEXT_NOTHING_LEFT));
        return 0;
    }
    if (learner.progress.current && !learner_progress(&learner, lab)->tries)
        progress_note(learner.root, lab, PROGRESS_CURRENT);
    const char *handout = handout_name(lab, learner.language);
    char text[1000];
    snprintf(text, sizeof text, learner_text(learner.language, LEARNER_NEXT_LAB), lab->number,
             lab->title[learner.language], lab->goal[learner.language], lab->folder, handout,
             lab->number, lab->number, lab->folder, lab->number, lab->number);
    print_hanging(text, 10);
    if (lab->gpu_only)
        printf(learner_text(learner.language, LEARNER_NEXT_ONLY_A_CARD), lab->number);
    return 0;
}

const struct command next_command = {
    "next", cmd_next, CMD_NEXT, CMD_NOTHING, CMD_NOTHING, NULL, .asks = ASKS_NOTHING, .words = 0};

// ---- list: every lab, and how far the learner is --------------------------------------

void learner_list(const struct learner *learner, const struct lab_meta *marked) {
    enum { TITLES = 21 };
    int utf8 = terminal_utf8();
    const char *const marks[] = {utf8 ? "·" : ".", utf8 ? "✓" : "+", utf8 ? "✗" : "x",
                                 utf8 ? "–" : "-"};
    const char *const styles[] = {"", "\033[32m", "\033[31m", ""};
    const char *const states[] = {"", "", learner_text(learner->language, LEARNER_LIST_REOPENED),
                                  learner_text(learner->language, LEARNER_LIST_SKIPPED)};
    for (int i = 0; i < learner->count; i++) {
        const struct lab_meta *lab = &learner->labs[i];
        const struct lab_progress *done = learner_progress(learner, lab);
        const char *only = lab->gpu_only && done->state == LAB_OPEN
                               ? learner_text(learner->language, LEARNER_LIST_ONLY_A_CARD)
                               : "";
        char line[300];
        snprintf(line, sizeof line, "%s%s%s %s %-15s %s%s%s%s\n",
                 learner_style(learner, styles[done->state]), marks[done->state],
                 learner_style(learner, "\033[0m"), lab->number, lab->name,
                 lab->title[learner->language], lab == marked ? (utf8 ? "  ←" : "  <-") : "",
                 states[done->state], only);
        print_hanging(line, TITLES);
        if (lab == marked) {
            snprintf(line, sizeof line, "%*s%s\n", TITLES, "", lab->goal[learner->language]);
            print_hanging(line, TITLES);
        }
    }
}

static int cmd_list(int argc, char **argv) {
    static struct learner learner;
    int begun = learner_begin(&learner, &list_command, &argc, argv);
    if (begun != ARGUMENTS_READ)
        return arguments_code(begun);
    const struct lab_meta *here = progress_lab(&learner.progress, learner.labs, learner.count, 1);
    learner_list(&learner, here);
    putchar('\n');
    learner_bar(&learner);
    if (here)
        printf(learner_text(learner.language, LEARNER_LIST_NEXT), here->number);
    else
        puts(learner_text(learner.language, LEARNER_LIST_ALL_PASSED));
    return 0;
}

const struct command list_command = {
    "list", cmd_list, CMD_LIST, CMD_NOTHING, CMD_NOTHING, NULL, .asks = ASKS_NOTHING, .words = 0};

// ---- diff: how the solution differs; after a pass, or with --force --------------------

static int force;
static const struct argument diff_options[] = {
    {"--force", ARGUMENT_FLAG, CMD_FORCE, .to = &force},
    {.name = NULL},
};

static int cmd_diff(int argc, char **argv) {
    static struct learner learner;
    char mine[700], solution[700];
    int begun = learner_begin(&learner, &diff_command, &argc, argv);
    if (begun != ARGUMENTS_READ)
        return arguments_code(begun);
    const struct lab_meta *lab = learner_lab(&learner, argc, argv);
    if (!lab)
        return 2;
    if (!force && learner_progress(&learner, lab)->state != LAB_PASSED) {
        printf(learner_text(learner.language, LEARNER_DIFF_NOT_YET), lab->number, lab->number,
               lab->number);
        return 1;
    }
    snprintf(mine, sizeof mine, "labs/%s/lab.cu", lab->folder);
    snprintf(solution, sizeof solution, "solutions/%s/lab.cu", lab->folder);
    if (chdir(learner.root) != 0 || access(solution, R_OK) != 0) {
        fprintf(stderr, "tare: %s is not in this tree: your course keeps the solutions\n",
                solution);
        return 2;
    }
    fflush(stdout);
    execlp("diff", "diff", learner.colour ? "--color=always" : "--color=never", "-u", mine,
           solution, (char *)NULL);
    perror("tare: diff");
    return 2;
}

const struct command diff_command = {"diff",      cmd_diff,     CMD_DIFF,         CMD_DIFF_USE,
                                     CMD_NOTHING, diff_options, .asks = ASKS_LAB, .words = 1};

// ---- reset: the lab's file as shipped; the learner's file is kept beside it -----------

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

// Writes another file and renames it, so that PATH is either unchanged or complete.
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

static int cmd_reset(int argc, char **argv) {
    static struct learner learner;
    char path[700], kept[800] = "", why[160];
    int begun = learner_begin(&learner, &reset_command, &argc, argv);
    if (begun != ARGUMENTS_READ)
        return arguments_code(begun);
    if (argc < 2 || !*argv[1]) {
        fputs(typed("tare: which lab? for example: make reset LAB=04\n"), stderr);
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
        printf(same ? learner_text(learner.language, LEARNER_RESET_NOTHING)
                    : learner_text(learner.language, LEARNER_RESET_DONE),
               lab->number);
        if (kept[0])
            printf(learner_text(learner.language, LEARNER_RESET_KEPT), kept);
    }
    free(theirs);
    free(shipped);
    return bad ? 3 : 0;
}

const struct command reset_command = {"reset",     cmd_reset, CMD_RESET,        CMD_RESET_USE,
                                      CMD_NOTHING, NULL,      .asks = ASKS_LAB, .words = 1};
