// next: the lab to work on, and what to type.
#include <stdio.h>

#include "learner/learner.h"

int cmd_next(int argc, char **argv);
int cmd_next(int argc, char **argv) {
    static struct learner learner;
    (void)argc, (void)argv;
    if (learner_open(&learner) != 0)
        return 2;
    const struct lab_meta *lab = progress_lab(&learner.progress, learner.labs, learner.count, 1);
    if (!learner.in_watch)
        learner_bar(&learner);
    if (!lab) {
        puts(TEXT("Nothing is left: every lab has passed.",
                  "已全部完成：每个实验都通过了。")[learner.language]);
        return 0;
    }
    if (learner.progress.current && !learner_progress(&learner, lab)->tries)
        progress_note(learner.root, lab, PROGRESS_CURRENT);
    const char *handout = learner.language == CHINESE ? "README.zh-CN.md" : "README.md";
    printf(TEXT("lab %s: %s\n  read    labs/%s/%s\n  edit    labs/%s/lab.cu\n"
                "  run     make lab LAB=%s\n  check   make check LAB=%s\n"
                "  stuck   make hint LAB=%s\n",
                "实验 %s：%s\n  阅读    labs/%s/%s\n  编辑    labs/%s/lab.cu\n"
                "  运行    make lab LAB=%s\n  检查    make check LAB=%s\n"
                "  提示    make hint LAB=%s\n")[learner.language],
           lab->number, lab->title[learner.language], lab->folder, handout, lab->folder,
           lab->number, lab->number, lab->number);
    return 0;
}
