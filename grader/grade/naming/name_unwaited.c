// name_unwaited.c: the time, where the clock did not see all of the work: what a probe found
// left of it, how it grows, what the clock can tell apart.
#include <math.h>

#include "naming/rules.h"

// What the lab times is checked before the claim is made, so nothing is left to see of it:
// too short for any copy or kernel, and of the length of a call.
int name_time_of_a_call(struct clues *clues) {
    double seconds = clues->count ? clues->pairs[0].student->seconds : 0;
    int copy = lab_teaches(clues, "time/not-waited-copy");
    if ((!copy && !lab_teaches(clues, "time/launch-only")) || clues->row->time < 20 ||
        seconds > 2e-4 || (clues->residual && !waited(clues)))
        return 0;
    finding_add(clues, copy ? "time/not-waited-copy" : "time/launch-only",
                as_shipped(clues) ? SURE : LIKELY, "time-of-a-call", seconds,
                copy ? "You claim %.3g us where the copy takes %.3g ms: that is the time of a "
                       "call, not of a copy"
                     : "You claim %.3g us where the kernel takes %.3g ms: that is the time of a "
                       "launch, not of a run",
                copy ? "你声明 %.3g 微秒，而拷贝要 %.3g 毫秒：那是一次调用的时间，不是拷贝的时间"
                     : "你声明 %.3g 微秒，而核函数要 %.3g 毫秒：那是一次启动的时间，不是运行的时间",
                1e6 * seconds, milli(clues->pairs[0].reference->seconds));
    return 1;
}

int name_below_tick(struct clues *clues) {
    const struct claim *probe = clues->residual;
    if (!probe || !(probe->clock_floor > 0) || clues->pairs[0].student->seconds > 0.1)
        return 0;
    double seconds = clues->pairs[0].student->seconds;
    double steps = probe->clock_tick > 0 ? seconds / probe->clock_tick : INFINITY;
    if (seconds > 3 * probe->clock_floor && steps > 10)
        return 0;
    if (probe->residual_seconds > seconds)
        return 0; // it is short because it did not wait
    finding_add(clues, "time/below-tick", SURE, "clock-floor", seconds,
                "You claim %.3g us; this clock reads %.3g us around an empty kernel",
                "你声明 %.3g 微秒；这个时钟测空核函数就有 %.3g 微秒", 1e6 * seconds,
                1e6 * probe->clock_floor);
    return 1;
}

// The trace shows a good window, but an earlier one, and the last work was not waited for.
static int name_old_window(struct clues *clues) {
    const struct claim *probe = clues->residual;
    const struct witness_facts *w = clues->witness;
    if (!w || w->finding != FOUND_RIGHT || w->match != MATCH_WHOLE || w->kind != WINDOW_EVENTS)
        return 0;
    finding_add(clues, "time/stale-elapsed", SURE, "old-window", probe->residual_seconds,
                "You claim %.3g ms, which an earlier pair of events read; when you reported, the "
                "device was still busy for %.3g ms",
                "你声明 %.3g 毫秒，那是更早一对事件的读数；你报告时设备还忙了 %.3g 毫秒",
                milli(probe->seconds), milli(probe->residual_seconds));
    return 1;
}

// Without a trace: work was left when the claim was made.
int name_residual(struct clues *clues) {
    const struct claim *probe = clues->residual;
    double reference = clues->pairs[0].reference->seconds;
    if (!probe || !(probe->residual_seconds > 0.3 * reference) ||
        probe->residual_seconds < nothing_left || clues->row->time < 1.5)
        return 0;
    if (name_old_window(clues))
        return 1;
    int events = student_calls(clues, "cudaEventRecord") || student_calls(clues, "tare_start");
    enum { QUEUE = 500 }; // runs: from here on the queue of launches is full, and launching waits
    const char *mistake = !events && clues->pairs[0].student->count >= QUEUE ? "time/queue-full"
                          : lab_teaches(clues, "time/not-waited-copy") ? "time/not-waited-copy"
                          : lab_teaches(clues, "time/stale-elapsed") && events
                              ? "time/stale-elapsed"
                          : events ? "time/other-stream"
                                   : "time/launch-only";
    finding_add(clues, mistake, LIKELY, "residual-work", probe->residual_seconds,
                "When you reported, the device was still busy for %.3g ms; you claim %.3g ms",
                "你报告时设备还忙了 %.3g 毫秒；你声明 %.3g 毫秒", milli(probe->residual_seconds),
                milli(probe->seconds));
    return 1;
}

int name_no_growth(struct clues *clues) {
    const struct claim *half = clues->half, *whole = clues->residual;
    if (!half || !whole || clues->row->time < 1.5 || whole->seconds <= 0)
        return 0;
    double growth = whole->seconds / half->seconds;
    if (growth > 1.3)
        return 0;
    finding_add(clues, "time/launch-only", LIKELY, "no-growth", growth,
                "Twice the work took %.2f times as long", "工作量加倍，时间只是 %.2f 倍", growth);
    return 1;
}
