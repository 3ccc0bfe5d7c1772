// lines.cpp: a collector's file: a kind, then key=value, with tabs between.
#include "access/access.h"

#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

int open_lines(const char *path) {
    return open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
}

// One call, so that the lines of two processes do not mix.
bool put_line(int file, const std::string &line) {
    std::string whole = line + "\n";
    return write(file, whole.data(), whole.size()) == (ssize_t)whole.size();
}

std::string escaped(const char *text) {
    std::string out;
    for (; *text; text++)
        out += *text == '\t'   ? "\\t"
               : *text == '\n' ? "\\n"
               : *text == '\\' ? "\\\\"
                               : std::string(1, *text);
    return out;
}

void add(std::string &line, const char *format, ...) {
    char text[256];
    va_list values;
    va_start(values, format);
    vsnprintf(text, sizeof text, format, values);
    va_end(values);
    line += text;
}
