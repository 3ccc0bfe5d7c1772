// plans.c: one program for every mistake that a trace can show, and for none.
#include "plan.h"

enum { INVALID_HANDLE = 400, INVALID_CONFIGURATION = 9 };

static void warm_up(struct plan *plan) {
    plan_kernel(plan, "saxpy", 0, plan->now + 8, 239);
    plan_wait_until(plan, "cudaDeviceSynchronize", plan->now + 250);
}

static void right(struct plan *plan) {
    warm_up(plan);
    double start = plan->now;
    plan_clock(plan);
    plan_kernel(plan, "saxpy", 0, start + 5, 239);
    plan_wait_until(plan, "cudaDeviceSynchronize", start + 247);
    double stop = plan->now;
    plan_clock(plan);
    plan_claim(plan, "saxpy", stop - start);
}

static void launch_only(struct plan *plan) {
    warm_up(plan);
    double start = plan->now;
    plan_clock(plan);
    plan_kernel(plan, "saxpy", 0, start + 6, 239);
    double stop = start + 3.7;
    plan->now = stop;
    plan_clock(plan);
    plan_claim(plan, "saxpy", stop - start);
    plan_wait_until(plan, "cudaFree", start + 250);
}

static void queue_full(struct plan *plan) { // some of the work is seen, not all
    warm_up(plan);
    double start = plan->now;
    plan_clock(plan);
    for (int i = 0; i < 6; i++)
        plan_kernel(plan, "saxpy", 0, start + 6 + 40.0 * i, 40);
    plan->now = start + 100;
    double stop = plan->now;
    plan_clock(plan);
    plan_claim(plan, "saxpy", (stop - start) / 6);
}

static void earlier_work(struct plan *plan) {
    double begin = plan->now;
    for (int i = 0; i < 5; i++)
        plan_kernel(plan, "saxpy", 0, begin + 10 + 200.0 * i, 200);
    double start = plan->now;
    plan_clock(plan);
    plan_kernel(plan, "saxpy", 0, begin + 1010, 200);
    plan_wait_until(plan, "cudaDeviceSynchronize", begin + 1212);
    double stop = plan->now;
    plan_clock(plan);
    plan_claim(plan, "saxpy", stop - start);
}

static void stale_elapsed(struct plan *plan) {
    double begin = plan->now;
    plan_event(plan, 1, 0, begin + 2);
    plan_kernel(plan, "saxpy", 0, begin + 9, 60);
    plan_event(plan, 2, 0, begin + 70);
    plan_idle(plan, 200);
    plan_elapsed(plan, 1, 2, 68, 0); // the quarter, read in time
    begin = plan->now;
    plan_event(plan, 1, 0, begin + 2);
    plan_kernel(plan, "saxpy", 0, begin + 9, 239);
    plan_event(plan, 2, 0, begin + 249);
    plan_elapsed(plan, 1, 2, 68, WITNESS_NOT_READY);
    plan_claim(plan, "saxpy", 68);
    plan_wait_until(plan, "cudaFree", begin + 260);
}

static void no_timing(struct plan *plan) {
    warm_up(plan);
    double begin = plan->now;
    plan_event(plan, 1, 0, begin + 2);
    plan_kernel(plan, "saxpy", 0, begin + 9, 239);
    plan_event(plan, 2, 0, begin + 249);
    plan_wait_until(plan, "cudaEventSynchronize", begin + 250);
    plan_elapsed(plan, 1, 2, 0, INVALID_HANDLE);
    plan_claim(plan, "saxpy", 1);
}

static void reversed(struct plan *plan) {
    warm_up(plan);
    double begin = plan->now;
    plan_event(plan, 2, 0, begin + 2);
    plan_kernel(plan, "saxpy", 0, begin + 9, 239);
    plan_event(plan, 1, 0, begin + 249);
    plan_wait_until(plan, "cudaEventSynchronize", begin + 250);
    plan_elapsed(plan, 1, 2, -247, 0);
    plan_claim(plan, "saxpy", -247);
}

static void other_stream(struct plan *plan) {
    warm_up(plan);
    double begin = plan->now;
    plan_event(plan, 1, 0, begin + 2);
    plan_kernel(plan, "saxpy", 1, begin + 20, 948);
    plan_event(plan, 2, 0, begin + 22);
    plan_wait_until(plan, "cudaEventSynchronize", begin + 23);
    plan_elapsed(plan, 1, 2, 20, 0);
    plan_claim(plan, "saxpy", 20);
    plan_wait_until(plan, "cudaFree", begin + 970);
}

static void one_of_streams(struct plan *plan) {
    warm_up(plan);
    double begin = plan->now;
    plan_event(plan, 1, 1, begin + 2);
    plan_kernel(plan, "saxpy", 1, begin + 10, 300);
    plan_kernel(plan, "saxpy", 2, begin + 280, 900);
    plan_event(plan, 2, 1, begin + 310);
    plan_wait_until(plan, "cudaEventSynchronize", begin + 311);
    plan_elapsed(plan, 1, 2, 308, 0);
    plan_claim(plan, "saxpy", 308);
    plan_wait_until(plan, "cudaFree", begin + 1200);
}

// The host was slow to record the stop event: the kernel happens to lie between the marks.
static void other_stream_late(struct plan *plan) {
    warm_up(plan);
    double begin = plan->now;
    plan_event(plan, 1, 0, begin + 2);
    plan_kernel(plan, "saxpy", 1, begin + 20, 948);
    plan_idle(plan, 1000);
    plan_event(plan, 2, 0, begin + 1010);
    plan_wait_until(plan, "cudaEventSynchronize", begin + 1011);
    plan_elapsed(plan, 1, 2, 1008, 0);
    plan_claim(plan, "saxpy", 1008);
}

// Two streams that wait for the start event, and are waited for before the stop event.
static void joined_streams(struct plan *plan) {
    warm_up(plan);
    double begin = plan->now;
    plan_event(plan, 1, 1, begin + 2);
    plan_call(plan, "cudaStreamWaitEvent", 1);
    plan_kernel(plan, "saxpy", 1, begin + 10, 300);
    plan_kernel(plan, "saxpy", 2, begin + 12, 310);
    plan_event(plan, 3, 2, begin + 323);
    plan_call(plan, "cudaStreamWaitEvent", 1);
    plan_event(plan, 2, 1, begin + 324);
    plan_wait_until(plan, "cudaEventSynchronize", begin + 325);
    plan_elapsed(plan, 1, 2, 322, 0);
    plan_claim(plan, "saxpy", 322.5); // both, to within what was rounded
}

static void events_right(struct plan *plan) {
    warm_up(plan);
    double begin = plan->now;
    plan_event(plan, 1, 1, begin + 2);
    plan_kernel(plan, "saxpy", 1, begin + 9, 239);
    plan_event(plan, 2, 1, begin + 249);
    plan_wait_until(plan, "cudaEventSynchronize", begin + 250);
    plan_elapsed(plan, 1, 2, 247, 0);
    plan_claim(plan, "saxpy", 247);
}

static void copy_running(struct plan *plan) {
    plan_copy_sync(plan, 400);
    double start = plan->now;
    plan_clock(plan);
    plan_copy(plan, start + 5, 4850);
    plan->now = start + 11;
    plan_clock(plan);
    plan_claim(plan, "copy", 11);
    plan_wait_until(plan, "cudaFree", start + 4860);
}

static void copy_right(struct plan *plan) {
    double start = plan->now;
    plan_clock(plan);
    plan_copy(plan, start + 5, 4850);
    plan_wait_until(plan, "cudaDeviceSynchronize", start + 4856);
    double stop = plan->now;
    plan_clock(plan);
    plan_claim(plan, "copy", stop - start);
}

static void nothing(struct plan *plan) {
    warm_up(plan);
    double start = plan->now;
    plan_clock(plan);
    plan_call(plan, "cudaDeviceSynchronize", 1);
    double stop = plan->now;
    plan_clock(plan);
    plan_claim(plan, "saxpy", stop - start);
}

// Nothing ran between these events; others, behind their end, got the same handles.
static void handles_again(struct plan *plan) {
    warm_up(plan);
    double begin = plan->now;
    plan_event(plan, 1, 0, begin + 2);
    plan_event(plan, 2, 0, begin + 10);
    plan_idle(plan, 20);
    plan_elapsed(plan, 1, 2, 8, 0);
    plan_call(plan, "cudaEventDestroy", 1);
    plan_event(plan, 2, 0, plan->now + 2);
    plan_claim(plan, "saxpy", 8);
}

static void launch_failed(struct plan *plan) {
    warm_up(plan);
    double start = plan->now;
    plan_clock(plan);
    plan_failed(plan, "cudaLaunchKernel", 2.5, INVALID_CONFIGURATION);
    plan_call(plan, "cudaDeviceSynchronize", 0.8);
    double stop = plan->now;
    plan_clock(plan);
    plan_claim(plan, "saxpy", stop - start);
}

static void context(struct plan *plan) {
    double start = plan->now;
    plan_clock(plan);
    double made = plan->now;
    plan_idle(plan, 136000);
    plan_context(plan, made);
    plan->now = made;
    plan_call(plan, "cudaLaunchKernel", 137000);
    plan->now = made;
    plan_kernel(plan, "saxpy", 0, made + 137010, 239);
    plan->now = made + 137001;
    plan_wait_until(plan, "cudaDeviceSynchronize", made + 137251);
    double stop = plan->now;
    plan_clock(plan);
    plan_claim(plan, "saxpy", stop - start);
}

static void first_run(struct plan *plan) {
    double start = plan->now;
    plan_clock(plan);
    for (int i = 0; i < 6; i++)
        plan_kernel(plan, "prepare", 0, start + 8 + 150.0 * i, 150);
    plan_kernel(plan, "saxpy", 0, start + 910, 239);
    plan_wait_until(plan, "cudaDeviceSynchronize", start + 1150);
    double stop = plan->now;
    plan_clock(plan);
    plan_claim(plan, "saxpy", stop - start);
}

static void batch(struct plan *plan) {
    warm_up(plan);
    double begin = plan->now;
    plan_event(plan, 1, 0, begin + 2);
    for (int i = 0; i < 500; i++)
        plan_kernel(plan, "saxpy", 0, begin + 9 + 12.2 * i, 12.1);
    plan_event(plan, 2, 0, begin + 6110);
    plan_wait_until(plan, "cudaEventSynchronize", begin + 6111);
    plan_elapsed(plan, 1, 2, 6108, 0);
    plan_claim(plan, "saxpy", 6108);
}

static void batch_divided(struct plan *plan) {
    batch(plan);
    plan_claim(plan, "saxpy", 6108 / 500.0);
}

// A batch without a warm-up, whose first run is as long as the others.
static void batch_from_cold(struct plan *plan) {
    double begin = plan->now;
    plan_event(plan, 1, 0, begin + 2);
    for (int i = 0; i < 10; i++)
        plan_kernel(plan, "saxpy", 0, begin + 9 + 240.5 * i, 240);
    plan_event(plan, 2, 0, begin + 2416);
    plan_wait_until(plan, "cudaEventSynchronize", begin + 2417);
    plan_elapsed(plan, 1, 2, 2414, 0);
    plan_claim(plan, "saxpy", 241.4);
}

static void allocation(struct plan *plan) {
    warm_up(plan);
    double start = plan->now;
    plan_clock(plan);
    plan_call(plan, "cudaMalloc", 900);
    double begin = plan->now;
    plan_kernel(plan, "saxpy", 0, begin + 8, 239);
    plan_wait_until(plan, "cudaDeviceSynchronize", begin + 248);
    plan_call(plan, "cudaFree", 400);
    double stop = plan->now;
    plan_clock(plan);
    plan_claim(plan, "saxpy", stop - start);
}

static void copies(struct plan *plan) {
    warm_up(plan);
    double start = plan->now;
    plan_clock(plan);
    plan_copy_sync(plan, 800);
    double begin = plan->now;
    plan_kernel(plan, "saxpy", 0, begin + 8, 239);
    plan_wait_until(plan, "cudaDeviceSynchronize", begin + 248);
    double stop = plan->now;
    plan_clock(plan);
    plan_claim(plan, "saxpy", stop - start);
}

static void flush(struct plan *plan) {
    warm_up(plan);
    double begin = plan->now;
    plan_event(plan, 1, 0, begin + 2);
    plan_memset(plan, begin + 7, 120);
    plan_kernel(plan, "saxpy", 0, begin + 128, 239);
    plan_event(plan, 2, 0, begin + 368);
    plan_wait_until(plan, "cudaEventSynchronize", begin + 369);
    plan_elapsed(plan, 1, 2, 366, 0);
    plan_claim(plan, "saxpy", 366);
}

static void mostly_host(struct plan *plan) {
    warm_up(plan);
    double start = plan->now;
    plan_clock(plan);
    plan_kernel(plan, "saxpy", 0, start + 7, 2.1);
    plan_wait_until(plan, "cudaDeviceSynchronize", start + 14);
    double stop = plan->now;
    plan_clock(plan);
    plan_claim(plan, "saxpy", stop - start);
}

// Lab 18's rows on a card: two kernels that take the same time, the claim made of the first.
static void twins(struct plan *plan) {
    static const char *const names[] = {"triad", "saxpy"};
    warm_up(plan);
    double first = 0;
    for (int row = 0; row < 2; row++) {
        double start = plan->now;
        plan_clock(plan);
        for (int i = 0; i < 4; i++)
            plan_kernel(plan, names[row], 0, start + 13 + 154 * i, 154);
        plan_wait_until(plan, "cudaDeviceSynchronize", start + 631 + row);
        first = row ? first : plan->now - start;
        plan_clock(plan);
    }
    plan_claim(plan, "triad", first);
}

// Launched one by one, each waited for; the claim is the time of one.
static void mostly_host_part(struct plan *plan) {
    warm_up(plan);
    double start = plan->now;
    plan_clock(plan);
    for (int i = 0; i < 4; i++) {
        plan_kernel(plan, "saxpy", 0, plan->now + 7, 2.1);
        plan_wait_until(plan, "cudaDeviceSynchronize", plan->now + 11);
    }
    double stop = plan->now;
    plan_clock(plan);
    plan_claim(plan, "saxpy", (stop - start) / 4);
}

static void outliers(struct plan *plan) {
    warm_up(plan);
    double sum = 0;
    for (int i = 0; i < 9; i++) {
        double begin = plan->now, us = i == 3 ? 5100 : 240 + i;
        plan_event(plan, 1, 0, begin + 2);
        plan_kernel(plan, "saxpy", 0, begin + 4, us - 2);
        plan_event(plan, 2, 0, begin + 2 + us);
        plan_wait_until(plan, "cudaEventSynchronize", begin + 10 + us);
        plan_elapsed(plan, 1, 2, us, 0);
        sum += us;
    }
    plan_claim(plan, "saxpy", sum / 9);
}

static void no_window(struct plan *plan) {
    warm_up(plan);
    plan_copy_sync(plan, 90);
    plan_claim(plan, "peak", 0.00063);
}

static void no_claim(struct plan *plan) {
    warm_up(plan);
    plan_clock(plan);
    plan_kernel(plan, "saxpy", 0, plan->now + 5, 239);
    plan_clock(plan);
    plan_wait_until(plan, "cudaDeviceSynchronize", plan->now + 250);
}

// tare_measure's own clock reads, events and kernels; the claim is its median.
static void by_library(struct plan *plan) {
    warm_up(plan);
    double begin = plan->now;
    plan_clock(plan);
    plan_kernel(plan, "tare_empty", 0, plan->now + 4, 2);
    plan_clock(plan);
    for (int i = 0; i < 3; i++) {
        double from = plan->now;
        plan_event(plan, 7, 0, from + 2);
        plan_kernel(plan, "saxpy", 0, from + 4, 240 + 3 * i);
        plan_event(plan, 8, 0, from + 245 + 3 * i);
        plan_wait_until(plan, "cudaEventSynchronize", from + 260);
        plan_elapsed(plan, 7, 8, 243 + 3 * i, 0);
    }
    plan_library(plan, "tare_measure", begin);
    plan_claim(plan, "saxpy", 246);
}

const struct named_plan named_plans[] = {
    {"right", right, "stopwatch", "Your stopwatch saw 247 us, and the kernel ran for 239 us of it.",
     "你的秒表看到了 247 us，其中核函数运行了 239 us。"},
    {"launch_only", launch_only, "time/launch-only",
     "Your stopwatch saw 3.70 us of host time and none of the kernel's 239 us: it stopped while "
     "that was still running.",
     "你的秒表看到了 3.70 us 的主机时间，完全没有看到核函数的 239 us：按停时它还在运行。"},
    {"queue_full", queue_full, "time/launch-only",
     "Your stopwatch saw 100 us and only 94.0 us of the 6 kernels, in all 240 us: it stopped while "
     "that was still running.",
     "你的秒表看到了 100 us，6 次核函数共 240 us 中只看到了 94.0 us：按停时它们还在运行。"},
    {"earlier_work", earlier_work, "time/counts-earlier-work",
     "Your stopwatch saw 1.20 ms, and 994 us of it went into work that was queued before the start "
     "mark; saxpy ran for 200 us.",
     "你的秒表看到 1.20 ms，其中 994 us 花在开始标记之前已提交的工作上；saxpy 运行了 200 us。"},
    {"stale_elapsed", stale_elapsed, "time/stale-elapsed",
     "Your stopwatch was read too early: its stop event was not reached, cudaEventElapsedTime "
     "answered cudaErrorNotReady and left the old number in place (the kernel takes 239 us).",
     "你的秒表读得太早：停止事件还没有到达，cudaEventElapsedTime 回答 "
     "cudaErrorNotReady，读数仍是旧值（核函数实际运行 239 us）。"},
    {"no_timing", no_timing, "time/event-without-timing",
     "Your stopwatch gave no time: cudaEventElapsedTime answered cudaErrorInvalidResourceHandle, "
     "so an event was never recorded or was made without timing.",
     "你的秒表没有给出时间：cudaEventElapsedTime 回答 "
     "cudaErrorInvalidResourceHandle，说明某个事件从未记录，或创建时关闭了计时。"},
    {"reversed", reversed, "time/reversed-events",
     "Your stopwatch ran backwards, -247 us: its start event comes after its stop event.",
     "你的秒表倒着走，读数 -247 us：开始事件在停止事件之后。"},
    {"other_stream", other_stream, "time/other-stream",
     "Your stopwatch saw 20.0 us, but the work went to a stream that its events do not watch.",
     "你的秒表看到 20.0 us，但工作在它的事件看不到的流上。"},
    {"one_of_streams", one_of_streams, "time/one-of-streams",
     "Your stopwatch saw 308 us, but 1 of 2 runs went to a stream that its events do not watch.",
     "你的秒表看到 308 us，但 2 次运行中有 1 次在它的事件看不到的流上。"},
    {"other_stream_late", other_stream_late, "time/other-stream",
     "Your stopwatch saw 1.01 ms, but the work went to a stream that its events do not watch.",
     "你的秒表看到 1.01 ms，但工作在它的事件看不到的流上。"},
    {"joined_streams", joined_streams, "stopwatch",
     "Your stopwatch saw 322 us, and the 2 kernels ran for 312 us of it.",
     "你的秒表看到了 322 us，其中 2 次核函数运行了 312 us。"},
    {"batch_from_cold", batch_from_cold, "stopwatch",
     "Your stopwatch saw 2.41 ms, and the 10 kernels ran for 2.40 ms of it; the claim is one part "
     "in 10.",
     "你的秒表看到了 2.41 ms，其中 10 次核函数运行了 2.40 ms；所报的是其 10 分之一。"},
    {"events_right", events_right, "stopwatch",
     "Your stopwatch saw 247 us, and the kernel ran for 239 us of it.",
     "你的秒表看到了 247 us，其中核函数运行了 239 us。"},
    {"copy_running", copy_running, "time/not-waited-copy",
     "Your stopwatch saw 11.0 us of host time and none of the copy's 4.85 ms: it stopped while "
     "that was still running.",
     "你的秒表看到了 11.0 us 的主机时间，完全没有看到拷贝的 4.85 ms：按停时它还在运行。"},
    {"copy_right", copy_right, "stopwatch",
     "Your stopwatch saw 4.86 ms, and the copy ran for 4.85 ms of it.",
     "你的秒表看到了 4.86 ms，其中拷贝运行了 4.85 ms。"},
    {"handles_again", handles_again, "launch/nothing-ran",
     "Your stopwatch saw 8.00 us with nothing between its marks: no kernel and no copy.",
     "你的秒表看到了 8.00 us，而两个标记之间什么都没有：没有核函数，没有拷贝。"},
    {"nothing", nothing, "launch/nothing-ran",
     "Your stopwatch saw 1.20 us with nothing between its marks: no kernel and no copy.",
     "你的秒表看到了 1.20 us，而两个标记之间什么都没有：没有核函数，没有拷贝。"},
    {"launch_failed", launch_failed, "launch/failed",
     "Your stopwatch saw 3.60 us and no kernel: cudaLaunchKernel failed with "
     "cudaErrorInvalidConfiguration, and nothing ran.",
     "你的秒表看到了 3.60 us，却没有核函数：cudaLaunchKernel "
     "失败（cudaErrorInvalidConfiguration），什么都没有运行。"},
    {"context", context, "time/first-run",
     "Your stopwatch saw 137 ms, and 136 ms of it went into making the context and loading code; "
     "saxpy ran for 239 us.",
     "你的秒表看到 137 ms，其中 136 ms 花在创建上下文和加载代码上；saxpy 运行了 239 us。"},
    {"first_run", first_run, "time/first-run",
     "Your stopwatch saw 1.15 ms, and 900 us of it went into other kernels that had never run "
     "before; saxpy ran for 239 us.",
     "你的秒表看到 1.15 ms，其中 900 us 花在此前从未运行过的其他核函数上；saxpy 运行了 239 us。"},
    {"batch", batch, "time/batch-not-divided",
     "Your stopwatch saw 6.11 ms and 500 runs: your claim is the time of all of them.",
     "你的秒表看到 6.11 ms，其中有 500 次运行：你声明的是全部运行的时间。"},
    {"batch_divided", batch_divided, "stopwatch",
     "Your stopwatch saw 6.11 ms, and the 500 kernels ran for 6.05 ms of it; the claim is one part "
     "in 500.",
     "你的秒表看到了 6.11 ms，其中 500 次核函数运行了 6.05 ms；所报的是其 500 分之一。"},
    {"allocation", allocation, "time/allocation-inside",
     "Your stopwatch saw 1.55 ms, and 1.30 ms of it went into allocating and freeing memory; saxpy "
     "ran for 239 us.",
     "你的秒表看到 1.55 ms，其中 1.30 ms 花在分配和释放内存上；saxpy 运行了 239 us。"},
    {"copies", copies, "time/copies-inside",
     "Your stopwatch saw 1.05 ms, and 798 us of it went into copies; saxpy ran for 239 us.",
     "你的秒表看到 1.05 ms，其中 798 us 花在拷贝上；saxpy 运行了 239 us。"},
    {"flush", flush, "time/flush-inside",
     "Your stopwatch saw 366 us, and 120 us of it went into memsets; saxpy ran for 239 us.",
     "你的秒表看到 366 us，其中 120 us 花在内存填充上；saxpy 运行了 239 us。"},
    {"mostly_host", mostly_host, "time/host-overhead",
     "Your stopwatch saw 14.3 us, and for 11.9 us of it the device was idle while the host was in "
     "a call; saxpy ran for 2.10 us.",
     "你的秒表看到 14.3 us，其中 11.9 us 设备空闲，主机在 CUDA 调用中；saxpy 运行了 2.10 us。"},
    {"mostly_host_part", mostly_host_part, "time/host-overhead",
     "Your stopwatch saw 57.7 us, and for 48.4 us of it the device was idle while the host was in "
     "a call; saxpy ran for 8.40 us.",
     "你的秒表看到 57.7 us，其中 48.4 us 设备空闲，主机在 CUDA 调用中；saxpy 运行了 8.40 us。"},
    {"twins", twins, "time/batch-not-divided",
     "Your stopwatch saw 631 us and 4 runs: your claim is the time of all of them.",
     "你的秒表看到 631 us，其中有 4 次运行：你声明的是全部运行的时间。"},
    {"outliers", outliers, "stopwatch",
     "Your stopwatch saw 9 runs, half of them within 245 us; the claim of 784 us is their mean, "
     "and the longest pull it up.",
     "你的秒表看到了 9 次运行，半数不超过 245 us；所报的 784 us "
     "是它们的平均值，被最长的几次拉高了。"},
    {"no_window", no_window, "no-window",
     "Your stopwatch is not in this trace: the claim's 0.63 ns comes from no event and no clock "
     "that the witness can see.",
     "你的秒表不在这份记录里：所报的 0.63 ns 不是来自任何能被看到的事件或时钟。"},
    {"no_claim", no_claim, "time/launch-only",
     "Your stopwatch saw 3.20 us of host time and none of the kernel's 239 us: it stopped while "
     "that was still running.",
     "你的秒表看到了 3.20 us 的主机时间，完全没有看到核函数的 239 us：按停时它还在运行。"},
    {"by_library", by_library, "stopwatch",
     "The library's stopwatch saw 246 us, and the kernel ran for 243 us of it.",
     "库的秒表看到了 246 us，其中核函数运行了 243 us。"},
};
const int named_plan_count = sizeof(named_plans) / sizeof(named_plans[0]);
