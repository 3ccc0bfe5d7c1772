// doctor: what this machine has for the workbook, each line with the command that mends
// it. All of it is what a report of a bug needs.
#define _GNU_SOURCE
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/statvfs.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <unistd.h>

#include "learner.h"
#include "terminal.h"
#include "text.h"

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

static void say(struct finding_of_health *found, enum health health, const char *mend,
                const char *format, ...) __attribute__((format(printf, 4, 5)));
static void say(struct finding_of_health *found, enum health health, const char *mend,
                const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(found->what, sizeof found->what, format, arguments);
    va_end(arguments);
    found->health = health;
    snprintf(found->mend, sizeof found->mend, "%s", health == FINE ? "" : mend);
}

static int card_here(void) {
    return access("/dev/nvidiactl", F_OK) == 0 || access("/dev/dxg", F_OK) == 0;
}

static void look_system(struct finding_of_health *found) {
    struct utsname system;
    char pretty[240];
    uname(&system);
    first_line(". /etc/os-release 2>/dev/null && echo \"$PRETTY_NAME\"", pretty);
    say(found, FINE, "", "%s, Linux %s, %s, %ld cores", pretty[0] ? pretty : "unknown system",
        system.release, system.machine, sysconf(_SC_NPROCESSORS_ONLN));
}

static void look_compiler(struct finding_of_health *found) {
    char line[240];
    int bad = first_line("${CXX:-g++} --version 2>&1", line);
    say(found, bad ? MISSING : FINE, "make deps", "%s", bad ? "no C++ compiler" : line);
}

static void look_packages(struct finding_of_health *found) {
    char line[240];
    int bad = first_line("make -s deps-missing 2>/dev/null", line);
    if (bad)
        say(found, BROKEN, "make -s deps-missing", "the list of packages cannot be asked");
    else if (line[0])
        say(found, MISSING, "make deps", "not installed: %s", line);
    else
        say(found, FINE, "", "all that make demo and make test need");
}

static void look_toolkit(struct finding_of_health *found) {
    char line[240];
    if (first_line("command -v ${NVCC:-nvcc}", line))
        say(found, card_here() ? MISSING : FINE, "install NVIDIA's CUDA toolkit, 11.8 or later",
            "no nvcc: labs run on the host device");
    else {
        int bad = first_line("${NVCC:-nvcc} --version | grep release", line);
        say(found, bad ? BROKEN : FINE, "nvcc --version", "%s",
            bad ? "nvcc does not answer" : line);
    }
}

static void look_driver(struct finding_of_health *found) {
    char line[240];
    if (!card_here())
        say(found, FINE, "", "no NVIDIA card in this machine");
    else if (first_line("head -1 /proc/driver/nvidia/version 2>/dev/null | grep .", line))
        say(found, BROKEN, "nvidia-smi", "a card is here, but its driver does not answer");
    else
        say(found, FINE, "", "%s", line);
}

static void look_kernel(struct finding_of_health *found) {
    char line[240];
    int device = first_line("make -s print-device 2>/dev/null", line);
    say(found, device ? BROKEN : FINE, "make V=1 lab LAB=01", "%s",
        device ? "no device runs a kernel here" : line);
    if (!device && card_here() && strncmp(line, "gpu", 3) != 0)
        say(found, BROKEN, "cat build/probe.log build/device.why", "%s", line);
}

static void look_architecture(struct finding_of_health *found) {
    char line[240];
    if (!card_here())
        say(found, FINE, "", "the host device compiles for this CPU");
    else if (first_line("nvidia-smi --query-gpu=name,compute_cap --format=csv,noheader 2>/dev/null",
                        line))
        say(found, MISSING, "install nvidia-smi (the driver's own package)",
            "nvidia-smi does not answer; nvcc is asked for -arch=native");
    else
        say(found, FINE, "", "%s (compiled for it by -arch=native)", line);
}

static void look_witness(struct finding_of_health *found) {
    char line[240];
    if (!card_here())
        say(found, FINE, "", "the host device writes its own trace");
    else if (first_line(
                 "make -s DEVICE=gpu build/gpu/witness.so 2>&1; ldconfig -p | grep libcupti || "
                 "ls \"$(${NVCC:-nvcc} --dryrun -x c /dev/null 2>&1 | sed -n 's/^#\\$ TOP=//p')\""
                 "/extras/CUPTI/lib64/libcupti.so 2>/dev/null",
                 line))
        say(found, MISSING,
            "install the toolkit's CUPTI (extras/CUPTI), or name its folder in "
            "LD_LIBRARY_PATH",
            "libcupti is not found: no pictures of this card");
    else if (access("build/gpu/witness.so", R_OK) != 0)
        say(found, MISSING, "make DEVICE=gpu build/gpu/witness.so", "CUPTI did not build: %s",
            line);
    else
        say(found, FINE, "", "CUPTI is there");
}

static void look_profiler(struct finding_of_health *found) {
    char line[240];
    if (!card_here())
        say(found, FINE, "", "nothing to profile here");
    else if (!first_line("grep 'RmProfilingAdminOnly: 1' /proc/driver/nvidia/params 2>/dev/null",
                         line) &&
             geteuid() != 0)
        say(found, MISSING, "NVreg_RestrictProfilingToAdminUsers=0 in /etc/modprobe.d, then reboot",
            "hardware counters are for root only (ERR_NVGPUCTRPERM)");
    else
        say(found, FINE, "", "hardware counters may be read");
}

static void look_sandbox(struct finding_of_health *found) {
    char line[240];
    if (first_line("make -s build/confine 2>&1 && build/confine --probe | sed -n 's/^best *//p'",
                   line))
        say(found, BROKEN, "make V=1 build/confine", "the sandbox does not build: %s", line);
    else
        say(found, strcmp(line, "none") ? FINE : MISSING, "apt-get install bubblewrap",
            "level %s (only for grading what others wrote)", line);
}

static void look_disk(struct finding_of_health *found) {
    struct statvfs disk;
    if (statvfs(".", &disk) != 0) {
        say(found, BROKEN, "df -h .", "the disk cannot be asked");
        return;
    }
    double free_mib = (double)disk.f_bavail * (double)disk.f_frsize / 1048576;
    if (access(".", W_OK) != 0)
        say(found, BROKEN, "ls -ld .", "this folder cannot be written");
    else
        say(found, free_mib < 300 ? MISSING : FINE, "make clean", "%.0f MiB free here", free_mib);
}

static void look_language(struct finding_of_health *found) {
    say(found, terminal_utf8() ? FINE : MISSING, "export LC_ALL=C.UTF-8", "%s, %s",
        terminal_utf8() ? "UTF-8" : "no UTF-8: pictures are drawn in ASCII",
        TEXT("English", "中文")[language_of_environment()]);
}

static void look_others(struct finding_of_health *found) {
    char line[240];
    double load[1] = {0};
    if (card_here() &&
        !first_line("nvidia-smi --query-compute-apps=pid,used_memory --format=csv,noheader "
                    "2>/dev/null | grep .",
                    line)) {
        say(found, MISSING, "nvidia-smi", "another program uses the card now: %s", line);
        return;
    }
    getloadavg(load, 1);
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    say(found, load[0] > (double)cores * 0.7 ? MISSING : FINE, "uptime; wait, or close what runs",
        "load %.2f on %ld cores%s", load[0], cores,
        load[0] > (double)cores * 0.7 ? ": measurements will be noisy" : "");
}

static void look_clocks(struct finding_of_health *found) {
    char line[240];
    if (card_here() && !first_line("nvidia-smi --query-gpu=clocks.sm,clocks.max.sm,clocks.mem,"
                                   "temperature.gpu --format=csv,noheader 2>/dev/null",
                                   line))
        say(found, FINE, "", "SM, most, memory, temperature: %s", line);
    else if (!first_line("cat /sys/devices/system/cpu/cpu0/cpufreq/scaling_governor 2>/dev/null",
                         line) &&
             line[0])
        say(found, FINE, "", "CPU governor: %s", line);
    else
        say(found, FINE, "", "the CPU does not tell its clock");
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
    {{"kernel", "运行核函数"}, look_kernel},
    {{"architecture", "架构"}, look_architecture},
    {{"witness", "见证（CUPTI）"}, look_witness},
    {{"profiler", "性能计数器"}, look_profiler},
    {{"sandbox", "沙箱"}, look_sandbox},
    {{"disk", "磁盘"}, look_disk},
    {{"language", "语言"}, look_language},
    {{"others", "其他程序"}, look_others},
    {{"clocks", "时钟"}, look_clocks},
};

int cmd_doctor(int argc, char **argv);
int cmd_doctor(int argc, char **argv) {
    static struct learner learner;
    (void)argc, (void)argv;
    if (learner_open(&learner) != 0 || chdir(learner.root) != 0)
        return 2;
    const char *const words[][LANGUAGES] = {
        {"ok", "正常"}, {"missing", "缺少"}, {"broken", "故障"}};
    const char *const styles[] = {"\033[32m", "\033[33m", "\033[31m"};
    int broken = 0;
    for (size_t i = 0; i < sizeof checks / sizeof *checks; i++) {
        struct finding_of_health found = {FINE, "", ""};
        checks[i].look(&found);
        broken += found.health == BROKEN;
        printf("%s%-8s%s %-13s %s\n", learner_style(&learner, styles[found.health]),
               words[found.health][learner.language], learner_style(&learner, "\033[0m"),
               checks[i].name[learner.language], found.what);
        if (found.mend[0])
            printf(TEXT("         to mend it: %s\n", "         修复：%s\n")[learner.language],
                   found.mend);
        fflush(stdout);
    }
    return broken ? 1 : 0;
}
