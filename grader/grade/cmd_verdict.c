// verdict: judges a recorded grading again, from its runs alone.
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "grade/check.h"
#include "grading/store.h"
#include "learner/learner.h"
#include "say/questions.h"
#include "say/say.h"

int cmd_verdict(int argc, char **argv);
int cmd_verdict(int argc, char **argv) {
    const char *path = NULL;
    int questions = 0, bad = 0, brief = 0;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--questions") == 0 || strcmp(argv[i], "--cunit") == 0)
            questions = 1;
        else if (strcmp(argv[i], "--brief") == 0)
            brief = 1;
        else if (argv[i][0] == '-' && argv[i][1])
            bad = 1;
        else if (path)
            bad = 1;
        else
            path = argv[i];
    }
    if (bad || !path) {
        fprintf(stderr, "usage: tare verdict FILE.json [--questions] [--brief]\n"
                        "  --brief  one line: the outcome, its mistakes, and whether the "
                        "recorded verdict was the same\n");
        return 2;
    }
    struct grading *grading = load_grading(path);
    if (!grading)
        return 2;
    enum outcome recorded = grading->outcome;
    check_again(grading);
    int code = outcome_exit_code(grading->outcome), same = grading->outcome == recorded;
    if (brief) {
        printf("%s", outcome_name(grading->outcome));
        for (int i = 0; i < grading->finding_count; i++)
            printf(" %s%s", grading->findings[i].mistake,
                   grading->findings[i].certainty == SURE ? "" : "?");
        printf("%s\n", same ? "" : " (recorded otherwise)");
    } else {
        say_grading(grading, language_of_environment(), terminal_colour(STDOUT_FILENO), stdout);
    }
    if (questions)
        questions_ask(grading, stdout);
    if (!same)
        fprintf(stderr, "tare: %s says %s\n", path, outcome_name(recorded));
    grading_free(grading);
    return code;
}
