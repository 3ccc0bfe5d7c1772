// learner.c: see learner.h.
#include "learner/learner.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "learner/terminal.h"

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
    const char *full = terminal_utf8() ? "█" : "#", *empty = terminal_utf8() ? "░" : ".";
    for (int i = 0; i < learner->count; i++)
        fputs(i < passed ? full : empty, stdout);
    printf(TEXT("  %d of %d\n", "  %d / %d\n")[learner->language], passed, learner->count);
}
