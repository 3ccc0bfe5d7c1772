// reason.c: see reason.h.
#include "reason.h"

#include <stdlib.h>
#include <string.h>

int witness_chinese(void) {
    const char *language = getenv("TARE_WITNESS_LANG");
    return language && language[0] == 'z';
}

const char *witness_reason(const char *english, int chinese) {
    static const char *const reasons[][2] = {
        {"not a trace of the witness", "不是见证器写的记录"},
        {"the trace is empty", "记录是空的"},
        {"the trace is larger than 64 MiB", "记录大于 64 MiB"},
        {"not a regular file", "不是普通文件"},
        {"out of memory", "内存不足"},
        {"No such file or directory", "没有这个文件或文件夹"},
        {"Not a directory", "路径中有一段不是文件夹"},
        {"Is a directory", "是文件夹"},
        {"Permission denied", "没有权限"},
        {"Too many levels of symbolic links", "是符号链接"},
        {"No space left on device", "磁盘已满"},
        {"File too large", "超过了文件大小的限制"},
        {"Read-only file system", "文件系统是只读的"},
    };
    for (size_t i = 0; chinese && i < sizeof reasons / sizeof reasons[0]; i++)
        if (strcmp(reasons[i][0], english) == 0)
            return reasons[i][1];
    return english;
}
