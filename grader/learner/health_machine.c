// health_machine.c: the machine without its card: compiler, packages, disk, who else is here.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/statvfs.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "learner/health.h"
#include "learner/terminal.h"

void look_system(struct condition *found) {
    struct utsname system;
    char pretty[240];
    uname(&system);
    first_line(". /etc/os-release 2>/dev/null && echo \"$PRETTY_NAME\"", pretty);
    condition_say(found, FINE, "", "%s, Linux %s, %s, %ld cores", "%s，Linux %s，%s，%ld 核",
                  pretty[0] ? pretty : "?", system.release, system.machine,
                  sysconf(_SC_NPROCESSORS_ONLN));
}

void look_compiler(struct condition *found) {
    char line[240];
    if (first_line("${CXX:-g++} --version 2>&1", line))
        condition_say(found, MISSING, "make deps", "no C++ compiler", "没有 C++ 编译器");
    else
        condition_say(found, FINE, "", "%s", "%s", line);
}

void look_packages(struct condition *found) {
    char line[240];
    if (first_line("make -s deps-missing 2>/dev/null", line))
        condition_say(found, BROKEN, "make -s deps-missing", "the list of packages cannot be asked",
                      "无法查询软件包列表");
    else if (line[0])
        condition_say(found, MISSING, "make deps", "not installed: %s", "尚未安装：%s", line);
    else
        condition_say(found, FINE, "", "all that make demo and make test need",
                      "make demo 和 make test 所需的都在");
}

void look_sandbox(struct condition *found) {
    char line[240];
    if (first_line("make -s build/confine 2>&1 && build/confine --probe | sed -n 's/^best *//p'",
                   line))
        condition_say(found, BROKEN, "make V=1 build/confine", "the sandbox does not build: %s",
                      "沙箱无法构建：%s", line);
    else
        condition_say(found, strcmp(line, "none") ? FINE : MISSING, "apt-get install bubblewrap",
                      "level %s (only for grading what others wrote)",
                      "级别 %s（只在批改他人程序时使用）", line);
}

void look_disk(struct condition *found) {
    struct statvfs disk;
    if (statvfs(".", &disk) != 0) {
        condition_say(found, BROKEN, "df -h .", "the disk cannot be asked", "无法查询磁盘");
        return;
    }
    double free_mib = (double)disk.f_bavail * (double)disk.f_frsize / 1048576;
    if (access(".", W_OK) != 0)
        condition_say(found, BROKEN, "ls -ld .", "this folder cannot be written", "此目录不可写");
    else
        condition_say(found, free_mib < 300 ? MISSING : FINE, "make clean",
                      "%.0f MiB free here; 300 are enough", "剩余 %.0f MiB；300 就够", free_mib);
}

void look_language(struct condition *found) {
    const char *name = TEXT("English", "中文")[found->language];
    if (terminal_utf8())
        condition_say(found, FINE, "", "UTF-8, %s", "UTF-8，%s", name);
    else
        condition_say(found, MISSING, "export LC_ALL=C.UTF-8",
                      "a UTF-8 locale: pictures are drawn in ASCII (%s)",
                      "UTF-8 语言环境：图用 ASCII 画（%s）", name);
}

void look_others(struct condition *found) {
    char line[240];
    double load[1] = {0};
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    const char *fake = getenv("TARE_SYSTEM");
    if (getloadavg(load, 1) != 1 || fake)
        load[0] = 0;
    if (card_here() &&
        !first_line("nvidia-smi --query-compute-apps=pid,used_memory --format=csv,noheader "
                    "2>/dev/null | grep .",
                    line))
        condition_say(found, MISSING,
                      TEXT("nvidia-smi; wait, or ask its owner",
                           "nvidia-smi；等一等，或问它的主人")[found->language],
                      "the card to yourself: process, memory: %s", "独占的卡：进程、显存：%s",
                      line);
    else if (load[0] > (double)cores * 0.7)
        condition_say(found, MISSING,
                      TEXT("top; wait, or close what runs",
                           "top；等一等，或关掉在运行的程序")[found->language],
                      "a quiet machine: load %.2f on %ld cores, measurements will be noisy",
                      "安静的机器：负载 %.2f，%ld 核，测量会有噪声", load[0], cores);
    else
        condition_say(found, FINE, "", "nobody else: load %.2f on %ld cores",
                      "没有别人：负载 %.2f，%ld 核", load[0], cores);
}

void look_clocks(struct condition *found) {
    char line[240], command[700];
    snprintf(command, sizeof command, "cat '%s' 2>/dev/null",
             path_of_system("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"));
    if (card_here() && !first_line("nvidia-smi --query-gpu=clocks.sm,clocks.max.sm,clocks.mem,"
                                   "temperature.gpu --format=csv,noheader 2>/dev/null",
                                   line))
        condition_say(found, FINE, "", "SM, most, memory, temperature: %s",
                      "SM、最高、显存、温度：%s", line);
    else if (!first_line(command, line) && line[0])
        condition_say(found, strcmp(line, "powersave") ? FINE : MISSING,
                      "sudo cpupower frequency-set -g performance", "CPU governor: %s",
                      "CPU 调频策略：%s", line);
    else
        condition_say(found, FINE, "", "the CPU does not tell its clock", "CPU 不透露时钟频率");
}
