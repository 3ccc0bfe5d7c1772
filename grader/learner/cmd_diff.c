// diff: what the solution does otherwise. After a pass; --force shows it before.
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "learner/learner.h"

int cmd_diff(int argc, char **argv);
int cmd_diff(int argc, char **argv) {
    static struct learner learner;
    char mine[700], solution[700];
    if (learner_open(&learner) != 0)
        return 2;
    int force = argc > 1 && !strcmp(argv[argc - 1], "--force");
    const struct lab_meta *lab = learner_lab(&learner, argc - force, argv);
    if (!lab)
        return 2;
    if (!force && learner_progress(&learner, lab)->state != LAB_PASSED) {
        printf(
            TEXT("Lab %s has not passed yet, and its solution is worth finding.\n"
                 "  a hint: make hint LAB=%s    all the same: make diff LAB=%s FORCE=1\n",
                 "实验 %s 还没有通过，答案值得自己去找。\n"
                 "  提示：make hint LAB=%s    仍要查看：make diff LAB=%s FORCE=1\n")[learner
                                                                                         .language],
            lab->number, lab->number, lab->number);
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
