// crowd.c: the kernel's account of all processors, less what our children used.
#define _GNU_SOURCE
#include "run/process.h"
#include "run/run.h"

#include <math.h>
#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>

static double ticks(void) {
    return (double)sysconf(_SC_CLK_TCK);
}

// Seconds of work of all processors, other systems' on the same machine too.
static double busy_seconds(void) {
    unsigned long long user, nice, system, idle, wait, irq, soft, steal = 0;
    FILE *file = fopen("/proc/stat", "r");
    int read = file ? fscanf(file, "cpu %llu %llu %llu %llu %llu %llu %llu %llu", &user, &nice,
                             &system, &idle, &wait, &irq, &soft, &steal)
                    : 0;
    if (file)
        fclose(file);
    return read >= 7 ? (double)(user + nice + system + irq + soft + steal) / ticks() : NAN;
}

double crowd_of(int child) {
    char path[48];
    unsigned long long user = 0, system = 0;
    snprintf(path, sizeof path, "/proc/%d/stat", child);
    FILE *file = child > 0 ? fopen(path, "r") : NULL;
    if (file && fscanf(file, "%*d (%*[^)]) %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %llu %llu",
                       &user, &system) != 2)
        user = system = 0;
    if (file)
        fclose(file);
    return (double)(user + system) / ticks();
}

// Seconds of work of the children that ended, and of this one until now.
static double our_seconds(int child) {
    struct rusage used;
    getrusage(RUSAGE_CHILDREN, &used);
    return (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
           1e-6 * (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec) + crowd_of(child);
}

struct crowd crowd_before(const struct process *process) {
    return (struct crowd){seconds_now(), busy_seconds(), our_seconds(process->child)};
}

double crowd_since(const struct crowd *before) {
    enum { FEWEST_TICKS = 8 }; // of the kernel's account, or it says nothing
    double wall = seconds_now() - before->when, processors = (double)sysconf(_SC_NPROCESSORS_ONLN);
    double others = busy_seconds() - before->busy - (our_seconds(0) - before->ours);
    if (!(wall * processors * ticks() >= FEWEST_TICKS) || !isfinite(others))
        return NAN;
    return fmin(1, fmax(0, others / (wall * processors)));
}
