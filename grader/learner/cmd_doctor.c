// doctor: what this machine has for the workbook, each line with the command that mends
// it. All of it is what a report of a bug needs.
#include <stdio.h>
#include <unistd.h>

#include "base/text.h"
#include "learner/health.h"
#include "learner/learner.h"
#include "say/wrapped.h"

static const struct check {
    const char *name[LANGUAGES];
    void (*look)(struct condition *);
} checks[] = {
    {{"system", "系统"}, look_system},
    {{"compiler", "编译器"}, look_compiler},
    {{"packages", "软件包"}, look_packages},
    {{"toolkit", "CUDA 工具包"}, look_toolkit},
    {{"driver", "驱动"}, look_driver},
    {{"card", "显卡"}, look_card},
    {{"architecture", "架构"}, look_architecture},
    {{"kernel", "运行核函数"}, look_kernel},
    {{"witness", "见证器"}, look_witness},
    {{"profiler", "性能计数器"}, look_profiler},
    {{"sandbox", "沙箱"}, look_sandbox},
    {{"disk", "磁盘"}, look_disk},
    {{"language", "语言"}, look_language},
    {{"others", "其他程序"}, look_others},
    {{"clocks", "时钟"}, look_clocks},
};

static void tell(const struct learner *learner, const struct check *check,
                 const struct condition *found) {
    static const char *const words[][LANGUAGES] = {
        {"ok", "正常"}, {"missing", "缺少"}, {"broken", "故障"}};
    static const char *const styles[] = {"\033[32m", "\033[33m", "\033[31m"};
    enum { STATE = 8, NAME = 13 };
    const char *word = words[found->health][found->language], *name = check->name[found->language];
    char line[800];
    snprintf(line, sizeof line, "%s%s%s%*s%s%*s%s\n", learner_style(learner, styles[found->health]),
             word, learner_style(learner, "\033[0m"), STATE - columns_of(word), "", name,
             NAME - columns_of(name), "", found->what);
    print_hanging(line, STATE + NAME);
    if (found->mend[0]) {
        snprintf(line, sizeof line, "%*s%s%s\n", STATE, "",
                 TEXT("to mend it:  ", "修复：       ")[found->language], found->mend);
        print_hanging(line, STATE + NAME);
    }
    fflush(stdout);
}

int cmd_doctor(int argc, char **argv);
int cmd_doctor(int argc, char **argv) {
    static struct learner learner;
    (void)argc, (void)argv;
    if (learner_open(&learner) != 0 || chdir(learner.root) != 0)
        return 2;
    int broken = 0;
    for (size_t i = 0; i < sizeof checks / sizeof *checks; i++) {
        struct condition found = {.language = learner.language};
        checks[i].look(&found);
        broken += found.health == BROKEN;
        tell(&learner, &checks[i], &found);
    }
    return broken ? 1 : 0;
}
