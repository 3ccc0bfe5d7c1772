// doctor: prints what this machine has for the workbook. Under each line that is not "ok" stands
// the command that mends the fault. All lines together are what a bug report needs.
#define _GNU_SOURCE
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/statvfs.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/text.h"
#include "cmd/cmd.h"
#include "learner/learner.h"

// ---- looking --------------------------------------------------------------------------

enum health { FINE, MISSING, BROKEN };

struct condition {
    enum language language;
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
        ; // read to the end: a command whose reader closes the pipe early seems to fail
    int status = pclose(pipe);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 126;
}

// Fills the condition. The last arguments are those of the sentence `what`.
static void condition_say(struct condition *found, enum health health, const char *mend,
                          enum learner_word what, ...) {
    va_list arguments;
    va_start(arguments, what);
    vsnprintf(found->what, sizeof found->what, learner_text(found->language, what), arguments);
    va_end(arguments);
    found->health = health;
    snprintf(found->mend, sizeof found->mend, "%s", health == FINE ? "" : mend);
}

// The path of a file in which the system describes itself. TARE_SYSTEM names a folder that takes
// the place of /: with it the doctor's test imitates other machines.
static const char *path_of_system(const char *path) {
    static char full[600];
    const char *other = getenv("TARE_SYSTEM");
    snprintf(full, sizeof full, "%s%s", other ? other : "", path);
    return full;
}

static int card_here(void) {
    return access(path_of_system("/dev/nvidiactl"), F_OK) == 0 ||
           access(path_of_system("/dev/dxg"), F_OK) == 0;
}

// ---- the machine without its card: compiler, packages, disk, other programs -----------

static void look_system(struct condition *found) {
    struct utsname system;
    char pretty[240];
    uname(&system);
    first_line(". /etc/os-release 2>/dev/null && echo \"$PRETTY_NAME\"", pretty);
    condition_say(found, FINE, "", LEARNER_DOCTOR_SYSTEM_IS, pretty[0] ? pretty : "?",
                  system.release, system.machine, sysconf(_SC_NPROCESSORS_ONLN));
}

static void look_compiler(struct condition *found) {
    char line[240];
    if (first_line("${CXX:-g++} --version 2>&1", line))
        condition_say(found, MISSING, "make deps", LEARNER_DOCTOR_COMPILER_NONE);
    else
        condition_say(found, FINE, "", LEARNER_DOCTOR_PLAIN, line);
}

static void look_packages(struct condition *found) {
    char line[240];
    if (first_line("make -s deps-missing 2>/dev/null", line))
        condition_say(found, BROKEN, "make -s deps-missing", LEARNER_DOCTOR_PACKAGES_UNKNOWN);
    else if (line[0])
        condition_say(found, MISSING, "make deps", LEARNER_DOCTOR_PACKAGES_MISSING, line);
    else
        condition_say(found, FINE, "", LEARNER_DOCTOR_PACKAGES_ALL);
}

static void look_sandbox(struct condition *found) {
    char line[240];
    if (first_line("make -s build/confine 2>&1 && build/confine --probe | sed -n 's/^best *//p'",
                   line))
        condition_say(found, BROKEN, "make V=1 build/confine", LEARNER_DOCTOR_SANDBOX_NO_BUILD,
                      line);
    else
        condition_say(found, strcmp(line, "none") ? FINE : MISSING, "apt-get install bubblewrap",
                      LEARNER_DOCTOR_SANDBOX_LEVEL, line);
}

static void look_disk(struct condition *found) {
    struct statvfs disk;
    if (statvfs(".", &disk) != 0) {
        condition_say(found, BROKEN, "df -h .", LEARNER_DOCTOR_DISK_UNKNOWN);
        return;
    }
    double free_mib = (double)disk.f_bavail * (double)disk.f_frsize / 1048576;
    if (access(".", W_OK) != 0)
        condition_say(found, BROKEN, "ls -ld .", LEARNER_DOCTOR_DISK_READ_ONLY);
    else
        condition_say(found, free_mib < 300 ? MISSING : FINE, "make clean",
                      LEARNER_DOCTOR_DISK_FREE, free_mib);
}

static void look_language(struct condition *found) {
    const char *name = learner_text(found->language, LEARNER_DOCTOR_LANGUAGE_NAME);
    if (terminal_utf8())
        condition_say(found, FINE, "", LEARNER_DOCTOR_LANGUAGE_IS, name);
    else
        condition_say(found, MISSING, "export LC_ALL=C.UTF-8", LEARNER_DOCTOR_LANGUAGE_ASCII, name);
}

static void look_others(struct condition *found) {
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
        condition_say(found, MISSING, learner_text(found->language, LEARNER_MEND_CARD_BUSY),
                      LEARNER_DOCTOR_OTHERS_ON_CARD, line);
    else if (load[0] > (double)cores * 0.7)
        condition_say(found, MISSING, learner_text(found->language, LEARNER_MEND_LOADED),
                      LEARNER_DOCTOR_OTHERS_LOAD, load[0], cores);
    else
        condition_say(found, FINE, "", LEARNER_DOCTOR_OTHERS_NONE, load[0], cores);
}

static void look_clocks(struct condition *found) {
    char line[240], command[700];
    snprintf(command, sizeof command, "cat '%s' 2>/dev/null",
             path_of_system("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"));
    if (card_here() && !first_line("nvidia-smi --query-gpu=clocks.sm,clocks.max.sm,clocks.mem,"
                                   "temperature.gpu --format=csv,noheader 2>/dev/null",
                                   line))
        condition_say(found, FINE, "", LEARNER_DOCTOR_CLOCKS_CARD, line);
    else if (!first_line(command, line) && line[0])
        condition_say(found, strcmp(line, "powersave") ? FINE : MISSING,
                      "sudo cpupower frequency-set -g performance", LEARNER_DOCTOR_CLOCKS_GOVERNOR,
                      line);
    else
        condition_say(found, FINE, "", LEARNER_DOCTOR_CLOCKS_UNKNOWN);
}

// ---- the card and what it needs: toolkit, driver, a kernel that ran, profilers ------------

static void look_toolkit(struct condition *found) {
    char line[240];
    if (first_line("command -v ${NVCC:-nvcc}", line))
        condition_say(found, card_here() ? MISSING : FINE,
                      learner_text(found->language, LEARNER_MEND_NO_TOOLKIT),
                      LEARNER_DOCTOR_TOOLKIT_NONE);
    else if (first_line("${NVCC:-nvcc} --version | grep release", line))
        condition_say(found, BROKEN, "${NVCC:-nvcc} --version", LEARNER_DOCTOR_TOOLKIT_SILENT);
    else
        condition_say(found, FINE, "", LEARNER_DOCTOR_PLAIN, line);
}

static void look_driver(struct condition *found) {
    char line[240], command[900];
    snprintf(command, sizeof command,
             "sed -n '1s/.*  \\([0-9][0-9.]*\\)  .*/\\1/p' '%s' 2>/dev/null | grep . || "
             "nvidia-smi --query-gpu=driver_version --format=csv,noheader 2>/dev/null",
             path_of_system("/proc/driver/nvidia/version"));
    if (!card_here())
        condition_say(found, FINE, "", LEARNER_DOCTOR_DRIVER_NONE);
    else if (first_line(command, line) || !line[0])
        condition_say(found, BROKEN, "nvidia-smi", LEARNER_DOCTOR_DRIVER_SILENT);
    else
        condition_say(found, FINE, "", LEARNER_DOCTOR_DRIVER_IS, line);
}

static void look_card(struct condition *found) {
    char line[240];
    if (!card_here())
        condition_say(found, FINE, "", LEARNER_DOCTOR_CARD_NONE);
    else if (first_line("nvidia-smi --query-gpu=name,memory.total --format=csv,noheader 2>&1",
                        line))
        condition_say(found, BROKEN, "nvidia-smi", LEARNER_DOCTOR_CARD_SILENT, line);
    else
        condition_say(found, FINE, "", LEARNER_DOCTOR_PLAIN, line);
}

static void look_architecture(struct condition *found) {
    char line[240], known[240], command[160];
    if (!card_here())
        condition_say(found, FINE, "", LEARNER_DOCTOR_ARCH_CPU);
    else if (first_line("nvidia-smi --query-gpu=compute_cap --format=csv,noheader 2>/dev/null | "
                        "tr -d .",
                        line) ||
             !line[0])
        condition_say(found, MISSING, "apt-get install nvidia-smi", LEARNER_DOCTOR_ARCH_UNKNOWN);
    else {
        snprintf(command, sizeof command,
                 "${NVCC:-nvcc} --list-gpu-code 2>/dev/null | grep -x 'sm_%.8s'", line);
        if (first_line(command, known))
            condition_say(found, BROKEN, learner_text(found->language, LEARNER_MEND_OLD_TOOLKIT),
                          LEARNER_DOCTOR_ARCH_OLD, line);
        else
            condition_say(found, FINE, "", LEARNER_DOCTOR_ARCH_KNOWN, known);
    }
}

static void look_kernel(struct condition *found) {
    char line[240];
    if (first_line("make -s kernel-ran 2>&1", line))
        condition_say(found, BROKEN, "make V=1 kernel-ran", LEARNER_DOCTOR_KERNEL_NONE, line);
    else if (card_here() && strncmp(line, "gpu", 3) != 0) {
        if (first_line("cat build/device.why 2>/dev/null | grep .", line))
            snprintf(line, sizeof line, "%s",
                     learner_text(found->language, LEARNER_DOCTOR_AS_ASKED));
        condition_say(found, BROKEN, "cat build/device.why build/probe.log",
                      LEARNER_DOCTOR_KERNEL_ON_HOST, line);
    } else
        condition_say(found, FINE, "", LEARNER_DOCTOR_PLAIN,
                      strchr(line, ' ') ? strchr(line, ' ') + 1 : line);
}

static void look_witness(struct condition *found) {
    char line[240];
    if (!card_here())
        condition_say(found, FINE, "", LEARNER_DOCTOR_WITNESS_NOT_NEEDED);
    else if (first_line("make -s DEVICE=gpu build/gpu/witness.so 2>&1", line) ||
             access("build/gpu/witness.so", R_OK) != 0)
        condition_say(found, MISSING, learner_text(found->language, LEARNER_MEND_NO_CUPTI),
                      LEARNER_DOCTOR_WITNESS_NO_BUILD, line);
    else if (first_line("build/tare see --device gpu --facts build/gpu/kernel-ran 2>&1 | "
                        "grep -m1 -i -E 'cupti|no CUDA call'",
                        line) == 0)
        condition_say(found, BROKEN, "build/tare see --device gpu build/gpu/kernel-ran",
                      LEARNER_DOCTOR_WITNESS_BLIND, line);
    else
        condition_say(found, FINE, "", LEARNER_DOCTOR_WITNESS_SEES);
}

static void look_profiler(struct condition *found) {
    char line[240], command[700];
    snprintf(command, sizeof command, "grep 'RmProfilingAdminOnly: 1' '%s' 2>/dev/null",
             path_of_system("/proc/driver/nvidia/params"));
    if (!card_here())
        condition_say(found, FINE, "", LEARNER_DOCTOR_PROFILER_NOT_NEEDED);
    else if (!first_line(command, line) && geteuid() != 0)
        condition_say(found, MISSING,
                      "echo options nvidia NVreg_RestrictProfilingToAdminUsers=0 | "
                      "sudo tee /etc/modprobe.d/profiler.conf; sudo reboot",
                      LEARNER_DOCTOR_PROFILER_ROOT_ONLY);
    else
        condition_say(found, FINE, "", LEARNER_DOCTOR_PROFILER_OPEN);
}

// ---- telling --------------------------------------------------------------------------

static const struct check {
    enum learner_word name;
    void (*look)(struct condition *);
} checks[] = {
    {LEARNER_DOCTOR_NAME_SYSTEM, look_system},
    {LEARNER_DOCTOR_NAME_COMPILER, look_compiler},
    {LEARNER_DOCTOR_NAME_PACKAGES, look_packages},
    {LEARNER_DOCTOR_NAME_TOOLKIT, look_toolkit},
    {LEARNER_DOCTOR_NAME_DRIVER, look_driver},
    {LEARNER_DOCTOR_NAME_CARD, look_card},
    {LEARNER_DOCTOR_NAME_ARCHITECTURE, look_architecture},
    {LEARNER_DOCTOR_NAME_KERNEL, look_kernel},
    {LEARNER_DOCTOR_NAME_WITNESS, look_witness},
    {LEARNER_DOCTOR_NAME_PROFILER, look_profiler},
    {LEARNER_DOCTOR_NAME_SANDBOX, look_sandbox},
    {LEARNER_DOCTOR_NAME_DISK, look_disk},
    {LEARNER_DOCTOR_NAME_LANGUAGE, look_language},
    {LEARNER_DOCTOR_NAME_OTHERS, look_others},
    {LEARNER_DOCTOR_NAME_CLOCKS, look_clocks},
};

static void tell(const struct learner *learner, const struct check *check,
                 const struct condition *found) {
    static const enum learner_word states[] = {
        LEARNER_DOCTOR_STATE_OK, LEARNER_DOCTOR_STATE_MISSING, LEARNER_DOCTOR_STATE_BROKEN};
    static const char *const styles[] = {"\033[32m", "\033[33m", "\033[31m"};
    enum { STATE = 8, NAME = 13 };
    const char *word = learner_text(found->language, states[found->health]);
    const char *name = learner_text(found->language, check->name);
    char line[800];
    snprintf(line, sizeof line, "%s%s%s%*s%s%*s%s\n", learner_style(learner, styles[found->health]),
             word, learner_style(learner, "\033[0m"), STATE - columns_of(word), "", name,
             NAME - columns_of(name), "", found->what);
    print_hanging(line, STATE + NAME);
    if (found->mend[0]) {
        snprintf(line, sizeof line, "%*s%s%s\n", STATE, "",
                 learner_text(found->language, LEARNER_DOCTOR_TO_MEND), found->mend);
        print_hanging(line, STATE + NAME);
    }
    fflush(stdout);
}

int cmd_doctor(int argc, char **argv) {
    static struct learner learner;
    int begun = learner_begin(&learner, LEARNER_DOCTOR_USAGE, NULL, 0, &argc, argv);
    if (begun != ARGUMENTS_READ)
        return arguments_code(begun);
    if (chdir(learner.root) != 0)
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
