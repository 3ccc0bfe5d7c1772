// title.c: the words around a picture: whose claim it shows on what device, and what its
// signs mean.
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

const char *kind_means(int kind, int chinese) {
    static const char *const words[ITEM_KINDS + 1][2] = {
        {"", ""},
        {"call", "调用"},
        {"waiting", "等待"},
        {"failed call", "失败的调用"},
        {"context, loading", "上下文、加载"},
        {"kernel", "核函数"},
        {"copy", "拷贝"},
        {"memset", "内存填充"},
        {"not queued between the marks", "不是在两个标记之间排队的"},
        {"axis broken", "时间轴在此断开"}};
    return words[kind][chinese];
}

void kinds_seen(const struct picture *picture, int seen[ITEM_KINDS + 1]) {
    memset(seen, 0, (ITEM_KINDS + 1) * sizeof seen[0]);
    for (int l = 0; l < picture->lane_count; l++)
        for (size_t i = 0; i < picture->lanes[l].count; i++)
            seen[picture->lanes[l].items[i].kind] = 1;
    for (size_t i = 0; i < picture->stretch_count; i++)
        seen[ITEM_KINDS] |= picture->stretches[i].broken;
}
