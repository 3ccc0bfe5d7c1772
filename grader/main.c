// main.c: build/tare, one table of its commands. Each command is a file of grader/cmd/.
#include <locale.h>
#include <stdio.h>
#include <string.h>

#include "base/words.h"
#include "cmd.h"
#include "run/device.h"
#include "run/process.h"

static const struct command {
    const char *name;
    command_fn *run; // NULL: the measuring library's own program
    const char *does[LANGUAGES];
} commands[] = {
    {"check", cmd_check, {"is the number of a lab true?", "实验报告的数字是真的吗？"}},
    {"see", cmd_see, {"where the stopwatch and the kernels ran", "秒表和核函数各在何时运行"}},
    {"list", cmd_list, {"the labs and how far you are", "所有实验和你的进度"}},
    {"next", cmd_next, {"go on to the next lab", "进入下一个实验"}},
    {"hint", cmd_hint, {"one more of a lab's three hints", "再给一个提示（共三个）"}},
    {"watch", cmd_watch, {"check at every save", "每次保存时自动检查"}},
    {"reset",
     cmd_reset,
     {"back to the file as shipped; yours is kept", "恢复原始文件，保留你的版本"}},
    {"diff", cmd_diff, {"your file against the solution, after a pass", "通过之后与参考答案比较"}},
    {"doctor", cmd_doctor, {"what this machine has and lacks", "检查这台机器缺什么"}},
    {"lab", cmd_lab, {"what a lab.meta says", "实验的说明数据"}},
    {"mistakes", cmd_mistakes, {"the catalogue of mistakes", "错误目录"}},
    {"class", cmd_class, {"grade every submission of a class", "批量评分"}},
    {"verdict", cmd_verdict, {"judge a recorded grading again", "重新判定一份评分记录"}},
    {"record", cmd_record, {"grade a file, and keep what was observed", "评分并保存观测到的数据"}},
    {"judged",
     cmd_judged,
     {"judge all recordings again: what was named, what it is",
      "重新判定所有记录，并列出混淆矩阵"}},
    {"device", NULL, {"the device and what it says of itself", "设备信息"}},
    {"peak", NULL, {"theoretical bandwidth", "理论带宽"}},
    {"ceilings", NULL, {"measured ceilings of the memory", "实测的内存带宽上限"}},
    {"roofline", NULL, {"a roofline of points", "屋顶线图"}},
};
enum { COMMANDS = sizeof commands / sizeof commands[0] };

static int usage(FILE *out) {
    enum language language = language_of_environment();
    fprintf(out, "%s\n\n",
            language == CHINESE ? "用法：tare 命令 [选项]" : "usage: tare COMMAND [options]");
    for (int i = 0; i < COMMANDS; i++)
        fprintf(out, "  %-10s %s\n", commands[i].name, commands[i].does[language]);
    return 2;
}

int main(int argc, char **argv) {
    setlocale(LC_CTYPE, ""); // numbers stay in the C locale
    process_watch_interrupts();
    const char *name = argc > 1 ? argv[1] : "";
    if (strcmp(name, "help") == 0 || strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0) {
        usage(stdout);
        return 0;
    }
    for (int i = 0; i < COMMANDS; i++)
        if (strcmp(name, commands[i].name) == 0)
            return commands[i].run ? commands[i].run(argc - 1, argv + 1)
                                   : device_command(argc - 1, argv + 1);
    if (*name)
        fprintf(stderr, "tare: no command \"%.40s\"\n\n", name);
    return usage(stderr);
}
