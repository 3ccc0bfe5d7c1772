// health_card.c: the card and what it needs: toolkit, driver, a kernel that ran, profilers.
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "learner/health.h"

void look_toolkit(struct condition *found) {
    char line[240];
    if (first_line("command -v ${NVCC:-nvcc}", line))
        condition_say(found, card_here() ? MISSING : FINE,
                      TEXT("apt-get install nvidia-cuda-toolkit (or NVIDIA's own, 11.8 or later)",
                           "apt-get install nvidia-cuda-toolkit（或 NVIDIA 自己的，11.8 以上）")
                          [found->language],
                      "no nvcc: labs run on the host device", "没有 nvcc：实验在主机设备上运行");
    else if (first_line("${NVCC:-nvcc} --version | grep release", line))
        condition_say(found, BROKEN, "${NVCC:-nvcc} --version", "nvcc does not answer",
                      "nvcc 没有回应");
    else
        condition_say(found, FINE, "", "%s", "%s", line);
}

void look_driver(struct condition *found) {
    char line[240], command[900];
    snprintf(command, sizeof command,
             "sed -n '1s/.*  \\([0-9][0-9.]*\\)  .*/\\1/p' '%s' 2>/dev/null | grep . || "
             "nvidia-smi --query-gpu=driver_version --format=csv,noheader 2>/dev/null",
             path_of_system("/proc/driver/nvidia/version"));
    if (!card_here())
        condition_say(found, FINE, "", "none: no NVIDIA card in this machine",
                      "无：这台机器没有 NVIDIA 卡");
    else if (first_line(command, line) || !line[0])
        condition_say(found, BROKEN, "nvidia-smi", "a card is here, but its driver does not answer",
                      "有卡，但驱动没有回应");
    else
        condition_say(found, FINE, "", "NVIDIA %s", "NVIDIA %s", line);
}

void look_card(struct condition *found) {
    char line[240];
    if (!card_here())
        condition_say(found, FINE, "", "none: labs run on the host device",
                      "无：实验在主机设备上运行");
    else if (first_line("nvidia-smi --query-gpu=name,memory.total --format=csv,noheader 2>&1",
                        line))
        condition_say(found, BROKEN, "nvidia-smi", "nvidia-smi does not answer: %s",
                      "nvidia-smi 没有回应：%s", line);
    else
        condition_say(found, FINE, "", "%s", "%s", line);
}

void look_architecture(struct condition *found) {
    char line[240], known[240], command[160];
    if (!card_here())
        condition_say(found, FINE, "", "the host device compiles for this CPU",
                      "主机设备为本机 CPU 编译");
    else if (first_line("nvidia-smi --query-gpu=compute_cap --format=csv,noheader 2>/dev/null | "
                        "tr -d .",
                        line) ||
             !line[0])
        condition_say(found, MISSING, "apt-get install nvidia-smi",
                      "the card's is unknown: nvcc is asked for -arch=native",
                      "无法得知卡的架构：让 nvcc 使用 -arch=native");
    else {
        snprintf(command, sizeof command,
                 "${NVCC:-nvcc} --list-gpu-code 2>/dev/null | grep -x 'sm_%.8s'", line);
        if (first_line(command, known))
            condition_say(found, BROKEN,
                          TEXT("install a CUDA toolkit that knows this card",
                               "安装认识这块卡的 CUDA 工具包")[found->language],
                          "the card is sm_%s, and nvcc does not compile for it",
                          "卡是 sm_%s，而 nvcc 不能为它编译", line);
        else
            condition_say(found, FINE, "", "the card is %s, and nvcc compiles for it",
                          "卡是 %s，nvcc 能为它编译", known);
    }
}

void look_kernel(struct condition *found) {
    char line[240];
    if (first_line("make -s kernel-ran 2>&1", line))
        condition_say(found, BROKEN, "make V=1 kernel-ran", "no kernel ran: %s",
                      "核函数没有跑起来：%s", line);
    else if (card_here() && strncmp(line, "gpu", 3) != 0) {
        if (first_line("cat build/device.why 2>/dev/null | grep .", line))
            snprintf(line, sizeof line, "%s", TEXT("as asked", "按要求")[found->language]);
        condition_say(found, BROKEN, "cat build/device.why build/probe.log",
                      "only on the host device, not on the card: %s",
                      "只在主机设备上，没有在卡上：%s", line);
    } else
        condition_say(found, FINE, "", "%s", "%s",
                      strchr(line, ' ') ? strchr(line, ' ') + 1 : line);
}

void look_witness(struct condition *found) {
    char line[240];
    if (!card_here())
        condition_say(found, FINE, "", "not needed: the host device writes its own trace",
                      "不需要：主机设备自己写记录");
    else if (first_line("make -s DEVICE=gpu build/gpu/witness.so 2>&1", line) ||
             access("build/gpu/witness.so", R_OK) != 0)
        condition_say(
            found, MISSING,
            TEXT("apt-get install libcupti-dev (or the toolkit's extras/CUPTI)",
                 "apt-get install libcupti-dev（或工具包里的 extras/CUPTI）")[found->language],
            "CUPTI: the witness does not build: %s", "CUPTI：见证器无法构建：%s", line);
    else if (first_line("build/tare see --device gpu --facts build/gpu/kernel-ran 2>&1 | "
                        "grep -m1 -i -E 'cupti|no CUDA call'",
                        line) == 0)
        condition_say(found, BROKEN, "build/tare see --device gpu build/gpu/kernel-ran",
                      "CUPTI: the witness sees nothing: %s", "CUPTI：见证器什么也没看到：%s", line);
    else
        condition_say(found, FINE, "", "CUPTI is there, and the witness saw a kernel",
                      "CUPTI 在，见证器看到了核函数");
}

void look_profiler(struct condition *found) {
    char line[240], command[700];
    snprintf(command, sizeof command, "grep 'RmProfilingAdminOnly: 1' '%s' 2>/dev/null",
             path_of_system("/proc/driver/nvidia/params"));
    if (!card_here())
        condition_say(found, FINE, "", "not needed: nothing to profile here",
                      "不需要：这里没有可分析的卡");
    else if (!first_line(command, line) && geteuid() != 0)
        condition_say(
            found, MISSING,
            "echo options nvidia NVreg_RestrictProfilingToAdminUsers=0 | "
            "sudo tee /etc/modprobe.d/profiler.conf; sudo reboot",
            "hardware counters are for root only (ERR_NVGPUCTRPERM); labs do not need them",
            "硬件计数器仅限 root（ERR_NVGPUCTRPERM）；实验并不需要");
    else
        condition_say(found, FINE, "", "hardware counters may be read", "可以读取硬件计数器");
}
