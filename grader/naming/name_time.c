// name_time.c: the time, by the strongest proof there is: an error that the device
// reports, the trace, the claim's own samples, the probes.
#include <math.h>
#include <string.h>

#include "name_rules.h"

// What a synchronisation costs when there is nothing to wait for, with room to spare.
static const double nothing_left = 5e-5;

static int waited(const struct clues *clues) {
    const struct claim *probe = clues->residual;
    return probe && (probe->residual_seconds < nothing_left ||
                     probe->residual_seconds < 0.1 * clues->pairs[0].reference->seconds);
}

// The fence is still the lab's own: what is wrong with it is known.
static int as_shipped(const struct clues *clues) {
    return !clues->grading->submission.attempted;
}

static double milli(double seconds) {
    return 1e3 * seconds;
}

// What CUDA answers to a launch that it refuses, or that went wrong while it ran; "not
// ready" is of another call.
static int is_of_a_launch(int error) {
    static const int codes[] = {1, 2, 9, 13, 98, 100, 209, 700, 701, 702, 716, 719, 720, 910};
    for (size_t i = 0; i < sizeof codes / sizeof codes[0]; i++)
        if (codes[i] == error)
            return 1;
    return 0;
}

static int name_launch_error(struct clues *clues) {
    const struct claim *claim = clues->residual;
    if (!claim || !is_of_a_launch(claim->launch_error))
        return 0;
    finding_add(clues, "launch/failed", SURE, "launch-error", claim->launch_error,
                "At the report the device still held error %d", "报告时设备上还留着错误 %d",
                claim->launch_error);
    return 1;
}

// An error that an event's call left behind, and that nobody looked at.
static int name_event_error(struct clues *clues) {
    enum { INVALID_HANDLE = 400, NOT_READY = 600 };
    int error = clues->residual ? clues->residual->launch_error : 0;
    if ((error != INVALID_HANDLE || !student_calls(clues, "cudaEventElapsedTime")) &&
        error != NOT_READY)
        return 0;
    finding_add(clues, error == NOT_READY ? "time/stale-elapsed" : "time/event-without-timing",
                error == NOT_READY ? LIKELY : SURE, "event-error", error,
                "At the report the device still held error %d of an event's call",
                "报告时设备上还留着事件调用的错误 %d", error);
    return 1;
}

static void add_thousand(struct clues *clues, int slow, enum certainty certainty) {
    finding_add(clues, slow ? "units/ms-as-s" : "units/s-as-ms", certainty, "thousand",
                clues->row->time, "You claim %.4g s where the reference takes %.4g s",
                "你声明 %.4g 秒，参考是 %.4g 秒", clues->pairs[0].student->seconds,
                clues->pairs[0].reference->seconds);
}

static void add_division(struct clues *clues, const char *mistake, double divisor) {
    const struct witness_facts *w = clues->witness;
    finding_add(clues, mistake, SURE, "division", divisor,
                "Your stopwatch saw %.4g ms and %d runs; the claim is that divided by %.5g",
                "你的秒表看到 %.4g 毫秒、%d 次运行；声明的时间是它除以 %.5g", 1e-6 * w->window_ns,
                w->kernels > 0 ? w->kernels : w->copies, divisor);
}

// One window, a known number of runs in it, and a claim: what was the window divided by?
static int name_division(struct clues *clues) {
    const struct witness_facts *w = clues->witness;
    int count = w ? (w->kernels > 0 ? w->kernels : w->copies) : 0;
    if (count < 1 || !(w->window_ns > 0) || !(w->claim_seconds > 0) ||
        (w->finding != FOUND_RIGHT && w->finding != FOUND_MOSTLY_HOST && w->finding != FOUND_BATCH))
        return 0;
    double divisor = w->window_ns / (1e9 * w->claim_seconds), runs = count;
    double excess = divisor / runs; // 1: as it should be
    int whole = near(divisor, round(divisor), 1e-3) && divisor > 1.5;
    if (near(excess, 1e-3, 2e-3) || near(excess, 1e3, 2e-3)) {
        add_thousand(clues, excess < 1, SURE);
    } else if (w->windows != 1) {
        return 0; // the claim may be of several windows
    } else if (runs > 1 && near(divisor, 1e-3, 0.01)) {
        add_thousand(clues, 1, SURE);
        add_division(clues, "time/batch-not-divided", 1);
    } else if (whole && excess > 1.3 && clues->row->time > 1.2) {
        add_division(clues, "time/divided-twice", divisor);
    } else if (excess < 0.77 && clues->row->time < 0.8 &&
               (whole || (w->kernels == 0 && near(divisor, 1, 1e-3)))) {
        add_division(clues, "time/batch-not-divided", divisor);
    } else {
        return 0;
    }
    return 1;
}

// Milliseconds in a variable for seconds, or the reverse, where no trace tells. A claim of
// microseconds may as well be the time of a call that waits for nothing.
static int name_thousand(struct clues *clues) {
    const struct row *row = clues->row;
    const struct witness_facts *w = clues->witness;
    static const double of_a_call = 5e-5;
    int many = w && w->kernels >= 500;
    int slow = near(row->time, 1e-3, 0.2) && row->time_low <= 1.02e-3 && row->time_high >= 0.98e-3;
    int fast = near(row->time, 1e3, 0.2) && row->time_low <= 1020 && row->time_high >= 980 &&
               waited(clues) && !many;
    if (fast && !w && lab_teaches(clues, "time/not-waited-copy"))
        return 0; // waiting came later than the stop, with the check
    int short_claim = clues->pairs[0].student->seconds < of_a_call;
    if (slow || fast)
        add_thousand(clues, slow, fast && short_claim ? LIKELY : SURE);
    return slow || fast;
}

// What the lab times is checked before the claim is made, so nothing is left to see of it:
// too short for any copy or kernel, and of the length of a call.
static int name_time_of_a_call(struct clues *clues) {
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

// The factor, or one part in it, is known well and a whole number.
static int is_whole(const struct clues *clues) {
    const struct row *row = clues->row;
    double factor = row->time > 1 ? row->time : 1 / row->time, whole = round(factor);
    int narrow = row->time_high - row->time_low < 0.06 * row->time;
    return whole >= 2 && whole <= 1000 && narrow && near(factor, whole, 0.02);
}

// Nothing else explains it, and the factor is a small whole number, or one part in one.
static int name_whole_factor(struct clues *clues) {
    const struct row *row = clues->row;
    double factor = row->time > 1 ? row->time : 1 / row->time;
    if (!is_whole(clues))
        return 0;
    finding_add(clues, row->time > 1 ? "time/divided-twice" : "time/batch-not-divided", LIKELY,
                "whole-factor", row->time,
                row->time > 1 ? "Your time is too small by %.3g: divided by that many runs once "
                                "too often?"
                              : "Your time is too large by %.3g: as many runs, not divided?",
                row->time > 1 ? "你的时间小了 %.3g 倍：多除了一次运行次数？"
                              : "你的时间大了 %.3g 倍：有这么多次运行而没有除？",
                factor);
    return 1;
}

static int name_below_tick(struct clues *clues) {
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
static int name_residual(struct clues *clues) {
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

static int divided_by_runs(const struct clues *clues, double *runs) {
    const struct witness_facts *w = clues->witness;
    const struct claim *claim = clues->pairs[0].student;
    double time = clues->row->time;
    double counts[] = {w ? (double)w->kernels : 0, claim->count, w ? (double)w->windows : 0};
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++)
        if (counts[i] > 1.5 && near(time, counts[i], 0.25)) {
            *runs = counts[i];
            return 1;
        }
    return 0;
}

// How long one of the kernels between the marks ran, in seconds; NAN: not seen.
static double kernel_seconds(const struct clues *clues) {
    const struct witness_facts *w = clues->witness;
    int saw_it = w && (w->finding == FOUND_RIGHT || w->finding == FOUND_MOSTLY_HOST ||
                       w->finding == FOUND_BATCH);
    return saw_it && w->kernels > 0 ? 1e-9 * w->kernel_ns / w->kernels : NAN;
}

// Less time than one of the kernels took that the stopwatch did see.
static int name_divided_twice(struct clues *clues) {
    double runs = 0, kernel = kernel_seconds(clues);
    if (clues->row->time < 1.3 || (clues->residual && !waited(clues)))
        return 0;
    int below_one = kernel > 0 && clues->witness->claim_seconds < 0.7 * kernel;
    if (!below_one && !(isfinite(kernel) ? 0 : divided_by_runs(clues, &runs)))
        return 0;
    if (below_one)
        finding_add(clues, "time/divided-twice", SURE, "below-one-kernel",
                    kernel / clues->witness->claim_seconds,
                    "Your stopwatch saw %.3g ms for each kernel, all of it, and you claim %.3g ms",
                    "你的秒表看到每个核函数完整运行了 %.3g 毫秒，你却声明 %.3g 毫秒", milli(kernel),
                    milli(clues->witness->claim_seconds));
    else
        finding_add(clues, "time/divided-twice", LIKELY, "divided-by-runs", runs,
                    "Your time is too small by %.3g, and there were %.0f runs",
                    "你的时间小了 %.3g 倍，而运行次数是 %.0f", clues->row->time, runs);
    return 1;
}

// More than memory gives, all of it waited for, and the trace finds nothing wrong.
static int name_cache(struct clues *clues) {
    int about_caches = strncmp(clues->grading->lab.mistake, "cache/", 6) == 0;
    double time = clues->row->time;
    if (time < 1 || !waited(clues) || !(kernel_seconds(clues) > 0) ||
        clues->row->work_right == OUTSIDE)
        return 0;
    if (about_caches && (student_calls(clues, "cudaMemset") ||
                         student_calls(clues, "cudaMemsetAsync") || clues->witness->memsets > 0)) {
        finding_add(clues, "cache/flush-too-small", LIKELY, "flushed-and-fast", time,
                    "You flush, and yet it came %.3g times as fast as memory feeds it here",
                    "你清空了缓存，速度却仍是这里内存供数速度的 %.3g 倍", time);
        return 1;
    }
    // The data of the other labs are made outside the fence, too large for any cache: there
    // a kernel that is fast did less. So it may have here: a whole number says so.
    int part = !about_caches || (!as_shipped(clues) && is_whole(clues));
    finding_add(clues, part ? "work/part-of-grid" : "cache/hot-as-memory",
                !part && as_shipped(clues) ? SURE : LIKELY, "above-memory", time,
                "The work was waited for, and yet came %.3g times as fast as memory feeds it here",
                "计时是完整的，速度却是这里内存供数速度的 %.3g 倍", time);
    return 1;
}

static int name_no_growth(struct clues *clues) {
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

static int name_slow_memory(struct clues *clues) {
    if (clues->row->time > 1)
        return 0;
    if (student_calls(clues, "cudaMallocManaged")) {
        finding_add(clues, "memory/managed-first-touch", LIKELY, "source", clues->row->time,
                    "It is %.2g times as fast as the reference, and your code calls "
                    "cudaMallocManaged",
                    "速度是参考的 %.2g 倍，而你的代码调用了 cudaMallocManaged", clues->row->time);
        return 1;
    }
    if (strcmp(clues->grading->lab.mistake, "time/not-waited-copy") == 0) {
        finding_add(clues, "memory/pageable", LIKELY, "slow-copy", clues->row->time,
                    "The copy is %.2g times as fast as the reference's, which is from pinned "
                    "memory",
                    "拷贝速度是参考（锁页内存）的 %.2g 倍", clues->row->time);
        return 1;
    }
    if (student_calls(clues, "cudaMallocHost") || student_calls(clues, "cudaHostAlloc")) {
        finding_add(clues, "memory/host-pointer", LIKELY, "source", clues->row->time,
                    "It is %.2g times as fast as the reference, and your code makes memory of "
                    "the host",
                    "速度是参考的 %.2g 倍，而你的代码分配了主机内存", clues->row->time);
        return 1;
    }
    return 0;
}

// Optimisation switched in the source, and slow.
static int name_debug(struct clues *clues) {
    if (clues->row->time > 0.9 || !student_calls(clues, "optimize"))
        return 0;
    finding_add(clues, "build/debug", LIKELY, "source", clues->row->time,
                "It is %.2g times as fast as the reference, and your code switches the compiler's "
                "optimisation",
                "速度是参考的 %.2g 倍，而你的代码改动了编译器的优化", clues->row->time);
    return 1;
}

// Nothing else explains it, and the host was what the stopwatch mostly saw.
static int name_host_overhead(struct clues *clues) {
    const struct witness_facts *w = clues->witness;
    if (!w || w->finding != FOUND_MOSTLY_HOST || clues->row->time > 1)
        return 0;
    double part = 100 * (1 - (w->kernel_inside_ns + w->copy_inside_ns) / w->window_ns);
    finding_add(clues, "time/host-overhead", LIKELY, "mostly-host", part,
                "%.0f %% of what your stopwatch saw was the host's",
                "你的秒表有 %.0f %% 是主机的时间", part);
    return 1;
}

int name_time(struct clues *clues) {
    static int (*const rules[])(struct clues * clues) = {
        name_division,      name_witness,  name_launch_error,   name_event_error,
        name_samples,       name_thousand, name_time_of_a_call, name_below_tick,
        name_divided_twice, name_residual, name_cache,          name_slow_memory,
        name_no_growth,     name_debug,    name_host_overhead,  name_whole_factor,
    };
    for (size_t i = 0; i < sizeof rules / sizeof rules[0]; i++)
        if (rules[i](clues))
            return 1;
    return 0;
}

// What a program that gave up said last, where that names the call or the error.
static const struct last_words {
    const char *words, *also, *calls, *mistake;
    enum certainty certainty;
} last_words[] = {
    {"cudaEventElapsedTime", "cudaErrorNotReady", NULL, "time/stale-elapsed", SURE},
    {"cudaEventElapsedTime", "cudaErrorInvalidResourceHandle", NULL, "time/event-without-timing",
     SURE},
    {"cudaErrorInvalidResourceHandle", NULL, "cudaEventCreateWithFlags",
     "time/event-without-timing", LIKELY},
    {"cudaGetLastError", "cudaErrorNotReady", NULL, "time/stale-elapsed", LIKELY},
    {"cudaGetLastError", "cudaErrorInvalid", NULL, "launch/failed", SURE},
    {"cudaGetLastError", "cudaErrorLaunch", NULL, "launch/failed", SURE},
};

static int name_last_words(struct clues *clues) {
    const char *said = clues->grading->detail[ENGLISH];
    for (size_t i = 0; i < sizeof last_words / sizeof last_words[0]; i++) {
        const struct last_words *l = &last_words[i];
        if (!strstr(said, l->words) || (l->also && !strstr(said, l->also)) ||
            (l->calls && !student_calls(clues, l->calls)))
            continue;
        finding_add(clues, l->mistake, l->certainty, "last-words", NAN,
                    "The device refused it, and your program ended there",
                    "设备拒绝了它，你的程序就此结束");
        return 1;
    }
    return 0;
}

void name_no_number(struct clues *clues) {
    const struct grading *grading = clues->grading;
    if (name_last_words(clues))
        return;
    for (int i = 0; i < grading->run_count; i++) {
        const struct run *run = &grading->runs[i];
        const struct claim *claim = run->claim_count > 0 ? &run->claims[0] : NULL;
        if (claim && is_of_a_launch(claim->launch_error)) {
            clues->residual = claim;
            name_launch_error(clues);
            return;
        }
    }
    name_witness(clues);
}
