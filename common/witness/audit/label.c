// label.c: what a program says about its number, in the words around it.
#define _GNU_SOURCE // strcasestr
#include <ctype.h>
#include <string.h>

#include "base/text.h"
#include "witness/audit/audit.h"

// 1: one of these words begins a word of the text. Chinese words stand anywhere.
static int says(const char *text, const char *const *words) {
    for (; *words; words++)
        for (const char *at = text; (at = strcasestr(at, *words)); at++)
            if (at == text || !isalpha((unsigned char)at[-1]) || !isalpha((unsigned char)**words))
                return 1;
    return 0;
}
#define SAYS(text, ...) says(text, (const char *const[]){__VA_ARGS__, NULL})

// The name of the kernel, without its namespace and its template's arguments.
static int names_kernel(const char *text, const char *kernel) {
    char name[64];
    text_copy(name, sizeof name, kernel);
    name[strcspn(name, "<(")] = 0;
    const char *colon = strrchr(name, ':'), *plain = colon ? colon + 1 : name;
    return strlen(plain) > 1 && strcasestr(text, plain) != NULL;
}

struct said said_of(const struct printed *printed, const char *kernel) {
    const char *line = printed->words;
    char near[300]; // the label, and what stands behind the number until the next one
    const char *behind = (size_t)printed->behind < strlen(line) ? line + printed->behind : "";
    size_t unit = strlen(printed->unit_name);
    const char *from = unit && strstr(behind, printed->unit_name) == behind + strspn(behind, " ([")
                           ? behind + strspn(behind, " ([") + unit
                           : behind;
    text_format(near, sizeof near, "%s %.*s", printed->label, (int)strcspn(from, ",;|"), from);
    struct said said = {
        .average = SAYS(near, "avg", "average", "mean", "平均"),
        .median = SAYS(near, "median", "中位"),
        .least = SAYS(near, "best", "min", "fastest", "least", "最小", "最快"),
        .most = SAYS(near, "worst", "max", "slowest", "最大", "最慢"),
        .per = printed->unit.per ||
               SAYS(near, "per ", "each", "a run", "a launch", "a call", "one run", "单次", "每"),
        .part = printed->unit.per ||
                SAYS(near, "iter", "step", "per elem", "per op", "per acc", "per load", "per hop",
                     "per item", "sweep", "per pass", "per cycle", "步", "迭代"),
        .kernel = SAYS(near, "kernel", "launch", "核函数", "gpu time", "device time") ||
                  names_kernel(near, kernel),
        .memory = SAYS(line, "dram", "hbm", "memory", "bandwidth", "带宽", "vram", "global mem",
                       "显存", "内存"),
        .total = SAYS(line, "total", "overall", "end to end", "end-to-end", "e2e", "whole", "wall",
                      "all ", "sum", "everything", "总", "合计", "端到端", "全部"),
        .copies =
            SAYS(line, "cop", "memcpy", "h2d", "d2h", "htod", "dtoh", "transfer", "upload",
                 "download", "incl", "with ", "round", "pcie", "end to end", "back", "to host",
                 "to device", "from host", "from device", "both", "拷", "复制", "传输", "包括"),
        .launch = SAYS(line, "launch time", "launch over", "launch cost", "launch lat", "call",
                       "launching", "enqueue", "submit", "submission", "return", "overhead",
                       "dispatch", "issu", "async", "not waited", "not wait", "queue", "host side",
                       "host time", "cpu time", "启动", "提交", "排队"),
        .first = SAYS(line, "first", "cold", "warm", "init", "startup", "start-up", "setup", "load",
                      "compil", "jit", "run 0", "run 1", "iteration 0", "context", "首次", "第一",
                      "冷", "预热"),
        .allocation = SAYS(line, "alloc", "malloc", "free", "setup", "set-up", "set up", "prepar",
                           "init", "incl", "with ", "分配"),
        .more = SAYS(line, "and ", "plus", "+", "&", "then ", "和", "加"),
        .stream = SAYS(line, "stream", "流"),
        .streams = SAYS(line, "streams"),
        .launches = SAYS(line, "launch"),
        .wait = SAYS(line, "wait", "sync", "drain", "等待", "同步"),
        .empty = SAYS(line, "empty", "nothing", "event", "back to back", "no work", "overhead",
                      "resolution", "idle", "空"),
    };
    return said;
}

static const char *skip_number(const char *at) {
    while (*at && (isdigit((unsigned char)*at) || *at == '.' || *at == ' '))
        at++;
    return at;
}

int same_form(const struct printed *a, const struct printed *b) {
    const char *x = a->words, *y = b->words;
    for (;;) {
        x = skip_number(x);
        y = skip_number(y);
        if (*x != *y)
            return 0;
        if (!*x)
            return 1;
        x++;
        y++;
    }
}
