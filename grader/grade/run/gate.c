// gate.c: programs that started ahead measure in turn.
#define _GNU_SOURCE
#include "run/run.h"

#include <math.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static double measured_until; // by a program that was let through: the device is warm after it

const char *gate_place(const char *pristine) {
    const char *main_begin = strstr(pristine, "int main(");
    const char *check = main_begin ? strstr(main_begin, "tare_lab_check(") : NULL;
    const char *measure = main_begin ? strstr(main_begin, "measure(") : NULL;
    const char *report = main_begin ? strstr(main_begin, "tare_report(") : NULL;
    const char *fence = main_begin ? strstr(main_begin, "// tare: begin") : NULL;
    int early = check && (!measure || check < measure) && (!report || check < report) &&
                (!fence || check < fence);
    if (early)
        return "check";
    return main_begin && strstr(main_begin, "tare_lab_poisoned(") ? "data" : NULL;
}

const char *gate_leave(const char *pristine) {
    const char *main_begin = strstr(pristine, "int main(");
    const char *place = gate_place(pristine);
    const char *check = main_begin ? strstr(main_begin, "tare_lab_check(") : NULL;
    const char *report = main_begin ? strstr(main_begin, "tare_report(") : NULL;
    const char *host = main_begin ? strstr(main_begin, "tare_lab_to_host(") : NULL;
    if (!place || strcmp(place, "data") != 0 || !check || (report && report < check))
        return "report";
    return host && host < check ? "host" : "check";
}

// 1 while there is something to wait for.
static int look(struct process *process) {
    char byte;
    process_drain(process);
    if (process->child > 0 && !process->at_gate && process->gate_fd >= 0) {
        struct pollfd fds[] = {{process->gate_fd, POLLIN, 0}, {process->pidfd, POLLIN, 0}};
        if (poll(fds, 2, 0) > 0) {
            process->at_gate = fds[0].revents && read(process->gate_fd, &byte, 1) == 1;
            process->arrived = seconds_now();
            process->worked = crowd_of(process->child);
            if (!process->at_gate) { // it closed its end: it has ended, or never will be ready
                close(process->gate_fd);
                process->gate_fd = -1;
            }
        }
    }
    return process->child > 0 && !process->at_gate && process->gate_fd >= 0 &&
           process->output_total <= process->output_limit;
}

void gate_gather(struct running *const *ahead, int count) {
    double limit = 0, start = seconds_now();
    for (int i = 0; i < count; i++)
        limit = fmax(limit, ahead[i]->process.limit);
    for (;;) {
        struct pollfd fds[3 * PROCESS_MOST];
        nfds_t waiting = 0;
        for (int i = 0; i < count && i < PROCESS_MOST; i++)
            if (look(&ahead[i]->process)) {
                fds[waiting++] = (struct pollfd){ahead[i]->process.gate_fd, POLLIN, 0};
                fds[waiting++] = (struct pollfd){ahead[i]->process.output_fd, POLLIN, 0};
                fds[waiting++] = (struct pollfd){ahead[i]->process.pidfd, POLLIN, 0};
            }
        double left = limit - (seconds_now() - start);
        if (waiting == 0 || left <= 0 || process_interrupted())
            return;
        poll(fds, waiting, left > 3600 ? 3600000 : (int)(left * 1000) + 1);
    }
}

int gate_is_quiet(const struct running *running) {
    static const double threads_going_to_sleep = 0.05;
    const struct process *process = &running->process;
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/task/%d/children", process->child, process->child);
    FILE *file = fopen(path, "r");
    int children = file && fgetc(file) != EOF;
    if (file)
        fclose(file);
    return !children && crowd_of(process->child) - process->worked <= threads_going_to_sleep;
}

static int let_through(struct process *process) {
    static const double cools_down = 0.05;
    const char *byte = seconds_now() - measured_until < cools_down ? "w" : "g";
    process->at_gate = 0;
    return send(process->gate_fd, byte, 1, MSG_NOSIGNAL) == 1 ? 0 : -1;
}

int gate_open(struct running *running) {
    struct process *process = &running->process;
    process_drain(process);
    process->claims[process->claims_length] = '\0';
    int early = strstr(process->claims, "claim ") != NULL;
    if (early || !process->at_gate || let_through(process) != 0) {
        run_drop(running);
        return -1;
    }
    process->opened = 1;
    process->begun = seconds_now();
    return 0;
}

int gate_measure(struct running *running) {
    if (gate_open(running) != 0)
        return -1;
    gate_gather(&running, 1);
    measured_until = seconds_now();
    return 0;
}

void gate_release(struct running *running) {
    struct process *process = &running->process;
    if (process->child <= 0 || !process->opened || !process->at_gate)
        return;
    process->begun += seconds_now() - process->arrived; // it did nothing then
    let_through(process);
}
