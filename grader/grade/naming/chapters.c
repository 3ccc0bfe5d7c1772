// chapters.c: a learner's copy may be without the book; a test holds these to its headings.
#include "naming/chapters.h"

#include <stddef.h>
#include <string.h>

#include "base/text.h"

static const struct chapter chapters[] = {
    {1, "why", {"Why measure", "为什么要测量"}},
    {2, "time", {"Time", "时间"}},
    {3, "statistics", {"Noise and statistics", "噪声与统计"}},
    {4, "bandwidth", {"Bandwidth", "带宽"}},
    {5, "memory", {"The memory hierarchy", "存储层次"}},
    {6, "compute", {"Compute and the roofline", "计算与屋顶线"}},
    {7, "profilers", {"Profilers", "性能分析器"}},
    {8, "decide", {"What to do with a number", "拿到数字之后"}},
    {9, "reading", {"Reading other people's benchmarks", "读别人的基准测试"}},
};
enum { CHAPTERS = sizeof chapters / sizeof chapters[0] };

const struct chapter *chapter_at(int index) {
    return index < CHAPTERS ? &chapters[index] : NULL;
}

void chapter_name(const char *id, enum language language, char text[80]) {
    text_format(text, 80, language == CHINESE ? "“%s”一章" : "chapter \"%s\"", id);
    for (int i = 0; i < CHAPTERS; i++)
        if (strcmp(chapters[i].id, id) == 0)
            text_format(text, 80, language == CHINESE ? "第 %d 章“%s”" : "chapter %d, \"%s\"",
                        chapters[i].number, chapters[i].title[language]);
}
