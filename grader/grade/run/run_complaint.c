// run_complaint.c: what is wrong with a run that cannot be judged, in words.
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "run/run.h"

enum complaint {
    CRASHED,
    TIMED_OUT,
    FLOODED,
    NOT_STARTED,
    INTERRUPTED,
    BAD_CLAIM,
    GAVE_UP,
    WRONG_RESULT,
    NO_CLAIM,
    UNCHECKED,
    BAD_TIME,
    BAD_RATE,
    NO_WORK,
    FINE,
};

// %s is the value, where there is one.
static const struct {
    const char *rule;
    const char *text[LANGUAGES];
} complaints[] = {
    [CRASHED] = {"crashed", {"the program crashed: %s", "程序崩溃了：%s"}},
    [TIMED_OUT] = {"timed-out",
                   {"the program did not end: it was stopped after %s s",
                    "程序没有结束：%s 秒后被终止"}},
    [FLOODED] = {"flooded",
                 {"the program printed more than %s MB: it was stopped",
                  "程序输出超过 %s MB，已被终止"}},
    [NOT_STARTED] = {"not-started", {"the program could not be started%s", "程序无法启动%s"}},
    [INTERRUPTED] = {"interrupted", {"interrupted%s", "已中断%s"}},
    [BAD_CLAIM] = {"refused-claim", {"the claim cannot be read: %s", "无法读取声明：%s"}},
    [GAVE_UP] = {"exit-code", {"the program gave up: %s", "程序中途退出：%s"}},
    [WRONG_RESULT] = {"wrong-result", {"the kernel's result is wrong%s", "核函数的结果不正确%s"}},
    [NO_CLAIM] = {"no-claim",
                  {"the program ended without reporting anything%s",
                   "程序结束了，却没有报告任何结果%s"}},
    [UNCHECKED] = {"unchecked", {"the program never checked its result%s", "程序没有检查结果%s"}},
    [BAD_TIME] = {"bad-number",
                  {"the claim's time is %s s: a time is more than 0",
                   "声明的时间是 %s 秒：时间必须大于 0"}},
    [BAD_RATE] = {"bad-number",
                  {"the claim's rate is %s: a rate is more than 0",
                   "声明的速率是 %s：速率必须大于 0"}},
    [NO_WORK] = {"bad-number",
                 {"the claim has neither bytes nor flops%s",
                  "声明里既没有字节数也没有浮点运算数%s"}},
};

static void last_line(const struct run *run, char line[140]) {
    size_t length = strlen(run->output);
    while (length > 0 && run->output[length - 1] == '\n')
        length--;
    size_t start = length;
    while (start > 0 && run->output[start - 1] != '\n')
        start--;
    text_printable(line, 140, run->output + start, length - start < 139 ? length - start : 139);
}

static enum complaint about_end(const struct run *run, char value[140]) {
    switch (run->end) {
    case RUN_CRASHED:
        text_format(value, 140, "%s (signal %d)", strsignal(run->signal), run->signal);
        return CRASHED;
    case RUN_TIMED_OUT:
        text_format(value, 140, "%.0f", run->wall_seconds);
        return TIMED_OUT;
    case RUN_FLOODED:
        text_format(value, 140, "%d", PROCESS_OUTPUT_LIMIT >> 20);
        return FLOODED;
    case RUN_NOT_STARTED:
        return NOT_STARTED;
    case RUN_INTERRUPTED:
        return INTERRUPTED;
    case RUN_EXITED:
        break;
    }
    return FINE;
}

static enum complaint about_claim(const struct claim *claim, char value[140]) {
    if (!(claim->seconds > 0)) {
        text_format(value, 140, "%g", claim->seconds);
        return BAD_TIME;
    }
    if (!(claim->rate > 0)) {
        text_format(value, 140, "%g", claim->rate);
        return BAD_RATE;
    }
    return claim->bytes == 0 && claim->flops == 0 ? NO_WORK : FINE;
}

static enum complaint about(const struct run *run, char value[140]) {
    enum complaint complaint = about_end(run, value);
    if (complaint != FINE)
        return complaint;
    if (run->refused[0]) {
        text_copy(value, 140, run->refused);
        return BAD_CLAIM;
    }
    if (run->result == RESULT_WRONG)
        return WRONG_RESULT;
    if (run->exit_code != 0) {
        last_line(run, value);
        if (!value[0])
            text_format(value, 140, "exit code %d", run->exit_code);
        return GAVE_UP;
    }
    if (run->result == RESULT_MISSING || run->claim_count == 0)
        return NO_CLAIM;
    if (run->result == RESULT_UNCHECKED)
        return UNCHECKED;
    for (int i = 0; i < run->claim_count; i++) {
        complaint = about_claim(&run->claims[i], value);
        if (complaint != FINE)
            return complaint;
    }
    return FINE;
}

const char *run_complaint(const struct run *run, char words[LANGUAGES][240]) {
    char value[140] = "";
    enum complaint complaint = about(run, value);
    if (complaint == FINE)
        return NULL;
    for (int language = 0; language < LANGUAGES; language++)
        text_format(words[language], 240, complaints[complaint].text[language], value);
    return complaints[complaint].rule;
}
