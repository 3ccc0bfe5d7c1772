// list: every lab, and how far the learner is.
#include <stdio.h>

#include "learner/learner.h"
#include "learner/terminal.h"
#include "say/wrapped.h"

int cmd_list(int argc, char **argv);
int cmd_list(int argc, char **argv) {
    static struct learner learner;
    (void)argc, (void)argv;
    if (learner_open(&learner) != 0)
        return 2;
    const struct lab_meta *here = progress_lab(&learner.progress, learner.labs, learner.count, 1);
    enum { TITLES = 21 };
    int utf8 = terminal_utf8();
    const char *const marks[] = {utf8 ? "·" : ".", utf8 ? "✓" : "+", utf8 ? "✗" : "x"};
    const char *const styles[] = {"", "\033[32m", "\033[31m"};
    for (int i = 0; i < learner.count; i++) {
        const struct lab_meta *lab = &learner.labs[i];
        const struct lab_progress *done = learner_progress(&learner, lab);
        char line[300];
        snprintf(line, sizeof line, "%s%s%s %s %-15s %s%s%s\n",
                 learner_style(&learner, styles[done->state]), marks[done->state],
                 learner_style(&learner, "\033[0m"), lab->number, lab->name,
                 lab->title[learner.language], lab == here ? (utf8 ? "  ←" : "  <-") : "",
                 done->state != LAB_REOPENED ? ""
                                             : TEXT("  (passed before, fails now)",
                                                    "（曾通过，现在未通过）")[learner.language]);
        print_hanging(line, TITLES);
    }
    if (learner.in_watch)
        return 0;
    putchar('\n');
    learner_bar(&learner);
    if (here)
        printf(TEXT("next: make check LAB=%s\n", "下一步：make check LAB=%s\n")[learner.language],
               here->number);
    else
        puts(TEXT("All labs passed. `tare check all` looks once more.",
                  "全部实验已通过。`tare check all` 可再检查一遍。")[learner.language]);
    return 0;
}
