// refusal.c: see refusal.h.
#include "intake/refusal.h"

#include <string.h>

#include "base/text.h"

void refusal_words(const struct submission *submission, char words[LANGUAGES][240]) {
    static const char *const texts[][LANGUAGES] = {
        [REFUSED_MISSING] = {"there is no such file", "没有这个文件"},
        [REFUSED_NOT_A_FILE] = {"it is not a regular file", "它不是普通文件"},
        [REFUSED_EMPTY] = {"the file is empty", "文件是空的"},
        [REFUSED_HUGE] = {"the file is larger than 1 MiB", "文件超过 1 MiB"},
        [REFUSED_NUL] = {"the file has NUL bytes in it: save it as plain UTF-8 text",
                         "文件里有 NUL 字节：请保存为 UTF-8 纯文本"},
        [REFUSED_BINARY] = {"the file is not text in UTF-8", "文件不是 UTF-8 文本"},
        [REFUSED_NO_FENCE] = {"the lines \"// tare: begin\" and \"// tare: end\" are gone: "
                              "put them back around your code, or start anew with make reset",
                              "找不到 \"// tare: begin\" 和 \"// tare: end\" 两行："
                              "请把它们放回代码两端，或用 make reset 重新开始"},
        [REFUSED_TWO_FENCES] = {"there are two pairs of \"// tare: begin\" and \"// tare: end\": "
                                "keep one",
                                "有两对 \"// tare: begin\" 和 \"// tare: end\"：只保留一对"},
        [REFUSED_OPEN_FENCE] = {"\"// tare: begin\" and \"// tare: end\" do not make one pair",
                                "\"// tare: begin\" 和 \"// tare: end\" 没有配成一对"},
        [REFUSED_UNREADABLE] = {"the file cannot be read", "无法读取文件"},
    };
    for (int language = 0; language < LANGUAGES; language++)
        text_format(words[language], 240, "%.60s%s: %s", strlen(submission->path) > 60 ? "..." : "",
                    submission->path +
                        (strlen(submission->path) > 60 ? strlen(submission->path) - 60 : 0),
                    texts[submission->refusal][language]);
}
