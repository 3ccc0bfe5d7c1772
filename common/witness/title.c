// title.c: the line over a picture: whose claim, on what device, which stopwatch of many.
#include "duration.h"
#include "picture.h"

#include <stdio.h>
#include <string.h>

static const char *device_name(const char *device, int chinese) {
    if (strcmp(device, "host") == 0)
        return chinese ? "主机设备" : "host device";
    if (strcmp(device, "gpu") == 0)
        return "GPU";
    return chinese ? "未知设备" : "unknown device";
}

void draw_title(const struct witness_facts *facts, const struct drawing *drawing, char *text,
                size_t size) {
    int zh = drawing->chinese;
    char part[160] = "";
    if (facts->claim[0])
        snprintf(part, sizeof part, zh ? "%s 报告 %s · " : "%s claims %s · ", facts->claim,
                 duration_of(facts->claim_seconds * 1e9).text);
    int n =
        snprintf(text, size, "%s%s · %s", part, drawing->program, device_name(drawing->device, zh));
    if (n < 0 || (size_t)n >= size)
        return;
    if (facts->kind != WINDOW_NONE && facts->windows > 1)
        n += snprintf(text + n, size - (size_t)n,
                      zh ? " · 第 %zu / %zu 次计时" : " · stopwatch %zu of %zu", facts->window + 1,
                      facts->windows);
    if (drawing->cut_short && (size_t)n < size)
        snprintf(text + n, size - (size_t)n, "%s",
                 zh ? " · 记录不完整：程序中途结束" : " · cut short: the program ended half-way");
    if (drawing->ascii)
        for (char *dot; (dot = strstr(text, "·"));) {
            dot[0] = '-';
            memmove(dot + 1, dot + 2, strlen(dot + 2) + 1);
        }
}
