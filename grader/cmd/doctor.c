// doctor: what this machine has for the workbook, each line with the command that mends
// it. All of it is what a report of a bug needs. TARE_SYSTEM is a folder in place of / for
// what the kernel tells: its test plays machines with it.
#define _GNU_SOURCE
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/statvfs.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <unistd.h>

#include "columns.h"
#include "learner.h"
#include "terminal.h"
#include "text.h"
#include "wrapped.h"

static enum language language;

enum health { FINE, MISSING, BROKEN };

struct finding_of_health {
    enum health health;
    char what[240]; // what was seen
    char mend[240]; // what to type; "" when nothing is to be done
};

// The first line that the command prints, and its exit code (127: there is no such command).
static int first_line(const char *command, char line[240]) {
    char text[240] = "";
    line[0] = '\0';
    FILE *pipe = popen(command, "r");
    if (!pipe)
        return 127;
    if (fgets(text, sizeof text, pipe))
        text_printable(line, 240, text, strcspn(text, "\n"));
    while (fgets(text, sizeof text, pipe))
        ; // a reader that leaves early looks like a failure of the writer
    int status = pclose(pipe);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 126;
}

// The words, in English and Chinese: the same arguments in the same order.
static void say(struct finding_of_health *found, enum health health, const char *mend,
                const char *english, const char *chinese, ...)
    __attribute__((format(printf, 4, 6)));
static void say(struct finding_of_health *found, enum health health, const char *mend,
                const char *english, const char *chinese, ...) {
    va_list arguments;
    va_start(arguments, chinese);
    vsnprintf(found->what, sizeof found->what, language == CHINESE ? chinese : english, arguments);
    va_end(arguments);
    found->health = health;
    snprintf(found->mend, sizeof found->mend, "%s", health == FINE ? "" : mend);
}

static const char *of_system(const char *path) {
    static char full[600];
    const char *other = getenv("TARE_SYSTEM");
    snprintf(full, sizeof full, "%s%s", other ? other : "", path);
    return full;
}

static int card_here(void) {
    return access(of_system("/dev/nvidiactl"), F_OK) == 0 ||
           access(of_system("/dev/dxg"), F_OK) == 0;
}

static void look_system(struct finding_of_health *found) {
    struct utsname system;
    char pretty[240];
    uname(&system);
    first_line(". /etc/os-release 2>/dev/null && echo \"$PRETTY_NAME\"", pretty);
    say(found, FINE, "", "%s, Linux %s, %s, %ld cores", "%s，Linux %s，%s，%ld 核",
        pretty[0] ? pretty : "?", system.release, system.machine, sysconf(_SC_NPROCESSORS_ONLN));
}

static void look_compiler(struct finding_of_health *found) {
    char line[240];
    if (first_line("${CXX:-g++} --version 2>&1", line))
        say(found, MISSING, "make deps", "no C++ compiler", "没有 C++ 编译器");
    else
        say(found, FINE, "", "%s", "%s", line);
}

static void look_packages(struct finding_of_health *found) {
    char line[240];
    if (first_line("make -s deps-missing 2>/dev/null", line))
        say(found, BROKEN, "make -s deps-missing", "the list of packages cannot be asked",
            "无法查询软件包列表");
    else if (line[0])
        say(found, MISSING, "make deps", "not installed: %s", "尚未安装：%s", line);
    else
        say(found, FINE, "", "all that make demo and make test need",
            "make demo 和 make test 所需的都在");
}

static void look_toolkit(struct finding_of_health *found) {
    char line[240];
    if (first_line("command -v ${NVCC:-nvcc}", line))
        say(found, card_here() ? MISSING : FINE,
            "apt-get install nvidia-cuda-toolkit (or NVIDIA's own, 11.8 or later)",
            "no nvcc: labs run on the host device", "没有 nvcc：实验在主机设备上运行");
    else if (first_line("${NVCC:-nvcc} --version | grep release", line))
        say(found, BROKEN, "${NVCC:-nvcc} --version", "nvcc does not answer", "nvcc 没有回应");
    else
        say(found, FINE, "", "%s", "%s", line);
}

static void look_driver(struct finding_of_health *found) {
    char line[240], command[900];
    snprintf(command, sizeof command,
             "sed -n '1s/.*  \\([0-9][0-9.]*\\)  .*/\\1/p' '%s' 2>/dev/null | grep . || "
             "nvidia-smi --query-gpu=driver_version --format=csv,noheader 2>/dev/null",
             of_system("/proc/driver/nvidia/version"));
    if (!card_here())
        say(found, FINE, "", "none: no NVIDIA card in this machine", "无：这台机器没有 NVIDIA 卡");
    else if (first_line(command, line) || !line[0])
        say(found, BROKEN, "nvidia-smi", "a card is here, but its driver does not answer",
            "有卡，但驱动没有回应");
    else
        say(found, FINE, "", "NVIDIA %s", "NVIDIA %s", line);
}

static void look_card(struct finding_of_health *found) {
    char line[240];
    if (!card_here())
        say(found, FINE, "", "none: labs run on the host device", "无：实验在主机设备上运行");
    else if (first_line("nvidia-smi --query-gpu=name,memory.total --format=csv,noheader 2>&1",
                        line))
        say(found, BROKEN, "nvidia-smi", "nvidia-smi does not answer: %s",
            "nvidia-smi 没有回应：%s", line);
    else
        say(found, FINE, "", "%s", "%s", line);
}

static void look_architecture(struct finding_of_health *found) {
    char line[240], known[240], command[160];
    if (!card_here())
        say(found, FINE, "", "the host device compiles for this CPU", "主机设备为本机 CPU 编译");
    else if (first_line("nvidia-smi --query-gpu=compute_cap --format=csv,noheader 2>/dev/null | "
                        "tr -d .",
                        line) ||
             !line[0])
        say(found, MISSING, "apt-get install nvidia-smi",
            "the card's is unknown: nvcc is asked for -arch=native",
            "无法得知卡的架构：让 nvcc 使用 -arch=native");
    else {
        snprintf(command, sizeof command,
                 "${NVCC:-nvcc} --list-gpu-code 2>/dev/null | grep -x 'sm_%.8s'", line);
        if (first_line(command, known))
            say(found, BROKEN, "install a CUDA toolkit that knows this card",
                "the card is sm_%s, and nvcc does not compile for it",
                "卡是 sm_%s，而 nvcc 不能为它编译", line);
        else
            say(found, FINE, "", "the card is %s, and nvcc compiles for it",
                "卡是 %s，nvcc 能为它编译", known);
    }
}

static void look_kernel(struct finding_of_health *found) {
    char line[240];
    if (first_line("make -s kernel-ran 2>&1", line))
        say(found, BROKEN, "make V=1 kernel-ran", "no kernel ran: %s", "核函数没有跑起来：%s",
            line);
    else if (card_here() && strncmp(line, "gpu", 3) != 0) {
        if (first_line("cat build/device.why 2>/dev/null | grep .", line))
            snprintf(line, sizeof line, "%s", TEXT("as asked", "按要求")[language]);
        say(found, BROKEN, "cat build/device.why build/probe.log",
            "only on the host device, not on the card: %s", "只在主机设备上，没有在卡上：%s", line);
    } else
        say(found, FINE, "", "%s", "%s", line);
}

static void look_witness(struct finding_of_health *found) {
    char line[240];
    if (!card_here())
        say(found, FINE, "", "not needed: the host device writes its own trace",
            "不需要：主机设备自己写记录");
    else if (first_line("make -s DEVICE=gpu build/gpu/witness.so 2>&1", line) ||
             access("build/gpu/witness.so", R_OK) != 0)
        say(found, MISSING, "apt-get install libcupti-dev (or the toolkit's extras/CUPTI)",
            "CUPTI: the witness does not build: %s", "CUPTI：见证器无法构建：%s", line);
    else if (first_line("build/tare see --device gpu --facts build/gpu/kernel-ran 2>&1 | "
                        "grep -m1 -i -E 'cupti|no CUDA call'",
                        line) == 0)
        say(found, BROKEN, "build/tare see --device gpu build/gpu/kernel-ran",
            "CUPTI: the witness sees nothing: %s", "CUPTI：见证器什么也没看到：%s", line);
    else
        say(found, FINE, "", "CUPTI is there, and the witness saw a kernel",
            "CUPTI 在，见证器看到了核函数");
}

static void look_profiler(struct finding_of_health *found) {
    char line[240], command[700];
    snprintf(command, sizeof command, "grep 'RmProfilingAdminOnly: 1' '%s' 2>/dev/null",
             of_system("/proc/driver/nvidia/params"));
    if (!card_here())
        say(found, FINE, "", "not needed: nothing to profile here", "不需要：这里没有可分析的卡");
    else if (!first_line(command, line) && geteuid() != 0)
        say(found, MISSING,
            "echo options nvidia NVreg_RestrictProfilingToAdminUsers=0 | "
            "sudo tee /etc/modprobe.d/profiler.conf; sudo reboot",
            "hardware counters are for root only (ERR_NVGPUCTRPERM); labs do not need them",
            "硬件计数器仅限 root（ERR_NVGPUCTRPERM）；实验并不需要");
    else
        say(found, FINE, "", "hardware counters may be read", "可以读取硬件计数器");
}

static void look_sandbox(struct finding_of_health *found) {
    char line[240];
    if (first_line("make -s build/confine 2>&1 && build/confine --probe | sed -n 's/^best *//p'",
                   line))
        say(found, BROKEN, "make V=1 build/confine", "the sandbox does not build: %s",
            "沙箱无法构建：%s", line);
    else
        say(found, strcmp(line, "none") ? FINE : MISSING, "apt-get install bubblewrap",
            "level %s (only for grading what others wrote)", "级别 %s（只在批改他人程序时使用）",
            line);
}

static void look_disk(struct finding_of_health *found) {
    struct statvfs disk;
    if (statvfs(".", &disk) != 0) {
        say(found, BROKEN, "df -h .", "the disk cannot be asked", "无法查询磁盘");
        return;
    }
    double free_mib = (double)disk.f_bavail * (double)disk.f_frsize / 1048576;
    if (access(".", W_OK) != 0)
        say(found, BROKEN, "ls -ld .", "this folder cannot be written", "此目录不可写");
    else
        say(found, free_mib < 300 ? MISSING : FINE, "make clean",
            "%.0f MiB free here; 300 are enough", "剩余 %.0f MiB；300 就够", free_mib);
}

static void look_language(struct finding_of_health *found) {
    const char *name = TEXT("English", "中文")[language];
    if (terminal_utf8())
        say(found, FINE, "", "UTF-8, %s", "UTF-8，%s", name);
    else
        say(found, MISSING, "export LC_ALL=C.UTF-8",
            "a UTF-8 locale: pictures are drawn in ASCII (%s)",
            "UTF-8 语言环境：图用 ASCII 画（%s）", name);
}

static void look_others(struct finding_of_health *found) {
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
        say(found, MISSING, "nvidia-smi; wait, or ask its owner",
            "the card to yourself: process, memory: %s", "独占的卡：进程、显存：%s", line);
    else if (load[0] > (double)cores * 0.7)
        say(found, MISSING, "top; wait, or close what runs",
            "a quiet machine: load %.2f on %ld cores, measurements will be noisy",
            "安静的机器：负载 %.2f，%ld 核，测量会有噪声", load[0], cores);
    else
        say(found, FINE, "", "nobody else: load %.2f on %ld cores", "没有别人：负载 %.2f，%ld 核",
            load[0], cores);
}

static void look_clocks(struct finding_of_health *found) {
    char line[240], command[700];
    snprintf(command, sizeof command, "cat '%s' 2>/dev/null",
             of_system("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"));
    if (card_here() && !first_line("nvidia-smi --query-gpu=clocks.sm,clocks.max.sm,clocks.mem,"
                                   "temperature.gpu --format=csv,noheader 2>/dev/null",
                                   line))
        say(found, FINE, "", "SM, most, memory, temperature: %s", "SM、最高、显存、温度：%s", line);
    else if (!first_line(command, line) && line[0])
        say(found, strcmp(line, "powersave") ? FINE : MISSING,
            "sudo cpupower frequency-set -g performance", "CPU governor: %s", "CPU 调频策略：%s",
            line);
    else
        say(found, FINE, "", "the CPU does not tell its clock", "CPU 不透露时钟频率");
}

static const struct check {
    const char *name[LANGUAGES];
    void (*look)(struct finding_of_health *);
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
                 const struct finding_of_health *found) {
    static const char *const words[][LANGUAGES] = {
        {"ok", "正常"}, {"missing", "缺少"}, {"broken", "故障"}};
    static const char *const styles[] = {"\033[32m", "\033[33m", "\033[31m"};
    enum { STATE = 8, NAME = 13 };
    const char *word = words[found->health][language], *name = check->name[language];
    char line[800];
    snprintf(line, sizeof line, "%s%s%s%*s%s%*s%s\n", learner_style(learner, styles[found->health]),
             word, learner_style(learner, "\033[0m"), STATE - columns_of(word), "", name,
             NAME - columns_of(name), "", found->what);
    print_hanging(line, STATE + NAME);
    if (found->mend[0]) {
        snprintf(line, sizeof line, "%*s%s%s\n", STATE, "",
                 TEXT("to mend it:  ", "修复：       ")[language], found->mend);
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
    language = learner.language;
    int broken = 0;
    for (size_t i = 0; i < sizeof checks / sizeof *checks; i++) {
        struct finding_of_health found = {FINE, "", ""};
        checks[i].look(&found);
        broken += found.health == BROKEN;
        tell(&learner, &checks[i], &found);
    }
    return broken ? 1 : 0;
}
