// sentence.c: what the stopwatch saw, in one sentence that begins with it.
#include "cuda_error.h"
#include "duration.h"
#include "facts.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>

struct saying { // the sentence as it grows
    char *text;
    size_t size, length;
    int chinese;
};

__attribute__((format(printf, 2, 3))) static void say(struct saying *to, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    // NOLINTNEXTLINE(clang-analyzer-valist.Uninitialized): begun one line above
    int n = vsnprintf(to->text + to->length, to->size - to->length, format, arguments);
    va_end(arguments);
    if (n > 0)
        to->length += (size_t)n < to->size - to->length ? (size_t)n : to->size - to->length - 1;
}

// Both languages side by side; the arguments are the same.
#define SAY(to, english, chinese_, ...)                                                            \
    ((to)->chinese ? say((to), chinese_, __VA_ARGS__) : say((to), english, __VA_ARGS__))

#define PUT(to, english, chinese_) say((to), "%s", (to)->chinese ? (chinese_) : (english))

#define NS(value) (duration_of(value).text)

static const char *stream_name(uint64_t stream, int chinese, char buffer[40]) {
    if (stream == 0)
        return chinese ? "默认流" : "the default stream";
    snprintf(buffer, 40, chinese ? "流 %llu " : "stream %llu", (unsigned long long)stream);
    return buffer;
}

static void say_seen(struct saying *to, const struct witness_facts *facts) {
    if (facts->library)
        SAY(to, "The library's stopwatch saw %s", "库的秒表看到了 %s", NS(facts->window_ns));
    else
        SAY(to, "Your stopwatch saw %s", "你的秒表看到了 %s", NS(facts->window_ns));
}

// What the sentence is about: the kernels, unless a copy is what was not waited for.
enum subject { KERNELS, COPIES, MEMSETS };

static enum subject subject_of(const struct witness_facts *facts) {
    if (facts->copies && (facts->finding == FOUND_COPY_RUNNING || !facts->kernels))
        return COPIES;
    return facts->kernels ? KERNELS : MEMSETS;
}

static double work_ns(const struct witness_facts *facts) {
    const double ns[] = {facts->kernel_ns, facts->copy_ns, facts->memset_ns};
    return ns[subject_of(facts)];
}

static double work_inside(const struct witness_facts *facts) {
    const double ns[] = {facts->kernel_busy_ns, facts->copy_inside_ns, facts->memset_inside_ns};
    return ns[subject_of(facts)];
}

static int work_count(const struct witness_facts *facts) {
    const int count[] = {facts->kernels, facts->copies, facts->memsets};
    return count[subject_of(facts)];
}

static void say_work(struct saying *to, const struct witness_facts *facts) {
    static const char *const one[] = {"the kernel", "the copy", "the memset"};
    static const char *const many[] = {"kernels", "copies", "memsets"};
    static const char *const chinese[] = {"核函数", "拷贝", "内存填充"};
    enum subject which = subject_of(facts);
    int n = work_count(facts);
    if (to->chinese && n == 1)
        say(to, "%s", chinese[which]);
    else if (to->chinese)
        say(to, "%d 次%s", n, chinese[which]);
    else if (n == 1)
        say(to, "%s", one[which]);
    else
        say(to, "the %d %s", n, many[which]);
}

static void say_ran(struct saying *to, const struct witness_facts *facts) {
    PUT(to, "and ", work_count(facts) > 1 ? "其中 " : "其中");
    say_work(to, facts);
    SAY(to, " ran for %s of it", "运行了 %s", NS(work_inside(facts)));
}

static void say_running(struct saying *to, const struct witness_facts *facts) {
    double whole = work_ns(facts), seen = work_inside(facts);
    int none = seen<0.005 * whole, many = work_count(facts)> 1;
    say_seen(to, facts);
    if (facts->kind == WINDOW_HOST && none)
        PUT(to, " of host time", " 的主机时间");
    if (!to->chinese) {
        none ? say(to, " and none of ") : say(to, " and only %s of ", NS(seen));
        say_work(to, facts);
        say(to, "%s %s: it stopped while that was still running.", many ? ", in all" : "'s",
            NS(whole));
        return;
    }
    say(to, none ? "，完全没有看到" : "，");
    say_work(to, facts);
    say(to, many ? "共 %s" : "的 %s", NS(whole));
    if (!none)
        say(to, " 中只看到了 %s", NS(seen));
    say(to, "：按停时%s还在运行。", many ? "它们" : "它");
}

// ---- one function a finding -----------------------------------------------------------

static void say_event_trouble(struct saying *to, const struct witness_facts *facts) {
    char buffer[32];
    if (facts->finding == FOUND_STALE_ELAPSED) {
        PUT(to,
            "Your stopwatch was read too early: its stop event was not reached, "
            "cudaEventElapsedTime answered cudaErrorNotReady and left the old number "
            "in place",
            "你的秒表读得太早：停止事件还没有到达，cudaEventElapsedTime 回答 "
            "cudaErrorNotReady，"
            "读数仍是旧值");
        if (facts->kernel_ns > 0)
            SAY(to, " (the kernel takes %s)", "（核函数实际运行 %s）", NS(facts->kernel_ns));
        PUT(to, ".", "。");
    } else if (facts->finding == FOUND_NO_TIMING) {
        SAY(to,
            "Your stopwatch gave no time: cudaEventElapsedTime answered %s, so an event was never "
            "recorded or was made without timing.",
            "你的秒表没有给出时间：cudaEventElapsedTime 回答 %s，说明某个事件从未记录，"
            "或创建时关闭了计时。",
            cuda_error_name(facts->elapsed_result, buffer));
    } else {
        SAY(to, "Your stopwatch ran backwards, %s: its start event comes after its stop event.",
            "你的秒表倒着走，读数 %s：开始事件在停止事件之后。", NS(facts->window_ns));
    }
}

static void say_streams(struct saying *to, const struct witness_facts *facts) {
    char own[40], other[40];
    const char *seen = stream_name(facts->stream, to->chinese, own);
    const char *unseen = stream_name(facts->elsewhere_stream, to->chinese, other);
    int all = facts->kernels + facts->copies;
    struct duration window = duration_of(facts->window_ns);
    if (facts->finding == FOUND_OTHER_STREAM) {
        if (to->chinese)
            say(to, "你的秒表在%s上看到了 %s；而 %s 的工作运行在%s上，它看不到。", seen,
                window.text, NS(work_ns(facts)), unseen);
        else
            say(to,
                "Your stopwatch saw %s on %s, but %s of work ran on %s, which it does not watch.",
                window.text, seen, NS(work_ns(facts)), unseen);
        return;
    }
    if (to->chinese)
        say(to, "你的秒表在%s上看到了 %s；但 %d 次中有 %d 次运行在%s上，它看不到。", seen,
            window.text, all, facts->elsewhere, unseen);
    else
        say(to, "Your stopwatch saw %s on %s, but %d of %d ran on %s, which it does not watch.",
            window.text, seen, facts->elsewhere, all, unseen);
}

// What else a window holds: `ns` of it, told in `english` and `chinese`.
static void say_besides(struct saying *to, const struct witness_facts *facts, double ns,
                        const char *english, const char *chinese) {
    say_seen(to, facts);
    SAY(to, ", and %s of it went into %s", "，其中 %s 花在%s", NS(ns),
        to->chinese ? chinese : english);
    if (facts->kernels) {
        PUT(to, "; ", "；");
        say_work(to, facts);
        SAY(to, " ran for %s.", "运行了 %s。", NS(facts->kernel_busy_ns));
    } else {
        PUT(to, ".", "。");
    }
}

static void say_failed(struct saying *to, const struct witness_facts *facts) {
    char buffer[32];
    say_seen(to, facts);
    SAY(to, " and no kernel: %s failed with %s, and nothing ran.",
        "，却没有核函数：%s 失败（%s），什么都没有运行。", facts->failed_call,
        cuda_error_name(facts->failed_result, buffer));
}

static void say_batch(struct saying *to, const struct witness_facts *facts) {
    say_seen(to, facts);
    SAY(to, ", and that is %d runs of %s, %s each: the claim is the time of all of them.",
        "，那是 %d 次 %s，每次 %s：所报的是全部的时间。", facts->kernels, facts->kernel,
        NS(facts->kernel_ns / facts->kernels));
}

static void say_first(struct saying *to, const struct witness_facts *facts) {
    say_seen(to, facts);
    SAY(to, " of a first run: %s had never run in this process, and took %s of it.",
        "，而这是首次运行：%s 在本进程中从未运行过，它占了 %s。", facts->first_kernel,
        NS(fmax(facts->first_kernel_ns, facts->first_call_ns)));
}

static void say_outliers(struct saying *to, const struct witness_facts *facts) {
    SAY(to,
        "Your stopwatch saw %zu runs, half of them within %s; the claim of %s is pulled up by the "
        "longest, %s.",
        "你的秒表看到了 %zu 次运行，半数不超过 %s；所报的 %s 是被最长的 %s 拉高的。",
        facts->windows, NS(facts->windows_median), NS(facts->claim_seconds * 1e9),
        NS(facts->windows_high));
}

static void say_right(struct saying *to, const struct witness_facts *facts) {
    int mostly_host = facts->finding == FOUND_MOSTLY_HOST;
    say_seen(to, facts);
    PUT(to, ", ", "，");
    say_ran(to, facts);
    if (mostly_host)
        PUT(to, ": the rest is launching and waiting", "：其余是启动与等待");
    if (facts->match == MATCH_PART && facts->divided > 1)
        SAY(to, "; the claim is one part in %d",
            mostly_host ? "；所报的是全部的 %d 分之一" : "；所报的是其 %d 分之一", facts->divided);
    PUT(to, ".", "。");
}

static void say_plainly(struct saying *to, const struct witness_facts *facts) {
    if (facts->finding == FOUND_NOTHING) {
        say_seen(to, facts);
        PUT(to, " with nothing between its marks: no kernel and no copy.",
            "，而两个标记之间什么都没有：没有核函数，没有拷贝。");
    } else if (facts->finding == FOUND_UNSEEN) {
        say_seen(to, facts);
        PUT(to, "; what the device did meanwhile could not be watched here.",
            "；设备在此期间做了什么，这里未能观察到。");
    } else if (facts->claim[0] && facts->claim_seconds > 0) {
        SAY(to,
            "Your stopwatch is not in this trace: the claim's %s comes from no event and no "
            "clock that the witness can see.",
            "你的秒表不在这份记录里：所报的 %s 不是来自任何能被看到的事件或时钟。",
            NS(facts->claim_seconds * 1e9));
    } else {
        PUT(to,
            "Your stopwatch is not in this trace: what can be seen are CUDA events, "
            "clock_gettime, gettimeofday and the clocks made of them.",
            "你的秒表不在这份记录里：能被看到的是 CUDA 事件、clock_gettime、"
            "gettimeofday 以及建立在它们之上的时钟。");
    }
}

void witness_sentence(const struct witness_facts *facts, int chinese, char *text, size_t size) {
    struct saying to = {text, size, 0, chinese};
    if (!size)
        return;
    text[0] = 0;
    if (!facts->known)
        return;
    switch (facts->finding) {
    case FOUND_LAUNCH_FAILED:
        say_failed(&to, facts);
        break;
    case FOUND_STALE_ELAPSED:
    case FOUND_NO_TIMING:
    case FOUND_REVERSED:
        say_event_trouble(&to, facts);
        break;
    case FOUND_OTHER_STREAM:
    case FOUND_ONE_OF_STREAMS:
        say_streams(&to, facts);
        break;
    case FOUND_COPY_RUNNING:
    case FOUND_STILL_RUNNING:
        say_running(&to, facts);
        break;
    case FOUND_EARLIER_WORK:
        say_besides(&to, facts, facts->earlier_ns, "work from before its start mark",
                    "开始标记之前就已排队的工作上");
        break;
    case FOUND_CONTEXT:
        say_besides(&to, facts, facts->context_ns, "making the context and loading code",
                    "创建上下文和加载代码上");
        break;
    case FOUND_ALLOCATION:
        say_besides(&to, facts, facts->allocation_ns, "allocating and freeing memory",
                    "分配和释放内存上");
        break;
    case FOUND_COPIES:
        say_besides(&to, facts, facts->copy_inside_ns, "copies", "拷贝上");
        break;
    case FOUND_MEMSETS:
        say_besides(&to, facts, facts->memset_inside_ns, "memsets", "内存填充上");
        break;
    case FOUND_BATCH:
        say_batch(&to, facts);
        break;
    case FOUND_FIRST_RUN:
        say_first(&to, facts);
        break;
    case FOUND_OUTLIERS:
        say_outliers(&to, facts);
        break;
    case FOUND_RIGHT:
    case FOUND_MOSTLY_HOST:
        say_right(&to, facts);
        break;
    default:
        say_plainly(&to, facts);
        break;
    }
}
