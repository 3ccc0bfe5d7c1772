// health_card.c: the card and what it needs: toolkit, driver, a kernel that ran, profilers.
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "learner/doctor.h"

void look_toolkit(struct condition *found) {
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

void look_driver(struct condition *found) {
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

void look_card(struct condition *found) {
    char line[240];
    if (!card_here())
        condition_say(found, FINE, "", LEARNER_DOCTOR_CARD_NONE);
    else if (first_line("nvidia-smi --query-gpu=name,memory.total --format=csv,noheader 2>&1",
                        line))
        condition_say(found, BROKEN, "nvidia-smi", LEARNER_DOCTOR_CARD_SILENT, line);
    else
        condition_say(found, FINE, "", LEARNER_DOCTOR_PLAIN, line);
}

void look_architecture(struct condition *found) {
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

void look_kernel(struct condition *found) {
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

void look_witness(struct condition *found) {
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

void look_profiler(struct condition *found) {
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
