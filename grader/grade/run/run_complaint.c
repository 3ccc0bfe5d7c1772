// run_complaint.c: what is wrong with a run that cannot be judged, in words.
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "base/words.h"
#include "run/run.h"

enum complaint {
#define WORD(name, text) name,
#include "run/words_en.h"
#undef WORD
    FINE,
};

#define WORD(name, text) [name] = (text),
static const char *const english[FINE] = {
#include "run/words_en.h"
};
static const char *const chinese[FINE] = {
#include "run/words_zh.h"
};
#undef WORD
const struct words run_words = {FINE, {[ENGLISH] = english, [CHINESE] = chinese}};

static const char *const rules[] = {
    [CRASHED] = "crashed",         [TIMED_OUT] = "timed-out",       [FLOODED] = "flooded",
    [NOT_STARTED] = "not-started", [INTERRUPTED] = "interrupted",   [BAD_CLAIM] = "refused-claim",
    [GAVE_UP] = "exit-code",       [WRONG_RESULT] = "wrong-result", [NO_CLAIM] = "no-claim",
    [UNCHECKED] = "unchecked",     [BAD_TIME] = "bad-number",       [BAD_RATE] = "bad-number",
    [NO_WORK] = "bad-number",
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
        text_format(words[language], 240,
                    words_text(&run_words, (enum language)language, complaint), value);
    return rules[complaint];
}
