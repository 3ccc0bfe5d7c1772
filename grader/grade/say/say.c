// say.c: expected, found, factor, name, why, read next.
#include "say/say.h"

#include <math.h>
#include <string.h>

#include "base/text.h"
#include "judge/judge.h"
#include "naming/chapters.h"
#include "naming/mistakes.h"

static const char red[] = "\033[31m", green[] = "\033[32m", yellow[] = "\033[33m",
                  bold[] = "\033[1m", plain[] = "\033[0m";

struct speaker {
    enum language language;
    int colour;
    FILE *out;
};

static const char *style(const struct speaker *s, const char *code) {
    return s->colour ? code : "";
}

// Labels fill nine columns.
static void label(const struct speaker *s, const char *english, const char *chinese) {
    const char *text = s->language == CHINESE ? chinese : english;
    int columns = columns_of(text);
    fprintf(s->out, "%s%s%s%*s", style(s, bold), text, style(s, plain),
            columns < 9 ? 9 - columns : 1, "");
}

void say_factor(double factor, char text[24]) {
    if (!isfinite(factor))
        text_copy(text, 24, "?");
    else if (fabs(factor) >= 0.01 && fabs(factor) < 100)
        text_format(text, 24, "%.4f", factor);
    else
        text_format(text, 24, "%.4g", factor);
}

static const char *device_of(const struct speaker *s, const struct grading *g) {
    if (strcmp(g->seen.device, "gpu") == 0)
        return g->seen.measured.device_name[0] ? g->seen.measured.device_name : "gpu";
    return s->language == CHINESE ? "主机设备" : "host device";
}

static void first_line(const struct speaker *s, const struct grading *g) {
    static const struct {
        const char *word[LANGUAGES], *style;
    } words[] = {
        [OUTCOME_NONE] = {{"not graded", "未评分"}, yellow},
        [OUTCOME_PASS] = {{"pass", "通过"}, green},
        [OUTCOME_FAIL] = {{"fail", "未通过"}, red},
        [OUTCOME_NOT_ATTEMPTED] = {{"as shipped", "尚未修改"}, red},
        [OUTCOME_CANNOT_GRADE] = {{"cannot grade", "无法评分"}, yellow},
        [OUTCOME_SKIPPED] = {{"skipped", "跳过"}, yellow},
    };
    int pairs = 0;
    for (int i = 0; i < g->seen.measured.run_count; i++)
        pairs += g->seen.measured.runs[i].role == RUN_REFERENCE;
    fprintf(s->out, "%s%s %s%s  %s%s%s", style(s, bold), g->seen.lab.number, g->seen.lab.name,
            style(s, plain), style(s, words[g->judged.outcome].style),
            words[g->judged.outcome].word[s->language], style(s, plain));
    if (g->judged.outcome == OUTCOME_PASS || g->judged.outcome == OUTCOME_FAIL)
        fprintf(s->out, s->language == CHINESE ? "  %g / %g 分" : "  %g of %g points",
                g->judged.points, g->judged.max_points);
    if (pairs > 0)
        fprintf(s->out,
                s->language == CHINESE ? "（%s，%d 对运行，种子 %llu）"
                                       : "  (%s, %d pairs, seed %llu)",
                device_of(s, g), pairs, (unsigned long long)g->seen.seed);
    fputc('\n', s->out);
}

// What a right quotient hides is told apart.
static void say_work(const struct speaker *s, const struct row *row, char text[96]) {
    char flops[24], bytes[24];
    say_factor(row->work, text);
    say_factor(row->flops, flops);
    say_factor(row->bytes, bytes);
    size_t length = strlen(text);
    if (row->work_right == OUTSIDE && isfinite(row->flops))
        text_format(text + length, 96 - length,
                    s->language == CHINESE ? "（运算 %s / 字节 %s）" : " (flops %s / bytes %s)",
                    flops, bytes);
}

static void rate_line(const struct speaker *s, const struct grading *g, const struct row *row) {
    char reported[48], expected[48], unit[24], work[96], time[24];
    label(s, "rate", "速率");
    if (g->judged.row_count > 1)
        fprintf(s->out, s->language == CHINESE ? "%s：" : "%s: ", row->what);
    if (!row->claimed) {
        fputs(s->language == CHINESE ? "没有报告\n" : "not reported\n", s->out);
        return;
    }
    rate_text(row->reported, row->unit_name, reported);
    rate_text(row->expected, row->unit_name, expected);
    say_factor(row->unit, unit);
    say_work(s, row, work);
    say_factor(row->time, time);
    fprintf(s->out,
            s->language == CHINESE ? "报告 %s，真实 %s：单位 %s x 工作量 %s x 时间 %s"
                                   : "reported %s, true %s: unit %s x work %s x time %s",
            reported, expected, unit, work, time);
    fprintf(s->out, "%s%s%s\n", style(s, row->right ? green : ""),
            !row->right              ? ""
            : s->language == CHINESE ? "，正确"
                                     : ", right",
            style(s, row->right ? plain : ""));
}

static void finding_lines(const struct speaker *s, const struct grading *g, const struct finding *f,
                          int with_why) {
    const struct mistake *m = mistake_named(f->mistake);
    if (!m)
        return;
    if (f->certainty == SURE)
        label(s, "mistake", "错误");
    else
        label(s, "perhaps", "可能是");
    if (g->judged.row_count > 1)
        fprintf(s->out, s->language == CHINESE ? "%s：" : "%s: ", f->what);
    fprintf(s->out, "%s%s%s%s%s%s%s\n", style(s, red), f->mistake, style(s, plain),
            s->language == CHINESE ? "：" : ": ", m->did[s->language],
            s->language == CHINESE ? "。" : ". ", f->proof[s->language]);
    if (!with_why)
        return;
    label(s, "why", "原因");
    fprintf(s->out, "%s\n", m->why[s->language]);
}

static void read_line(const struct speaker *s, const struct grading *g, const struct finding *f) {
    const struct mistake *m = f ? mistake_named(f->mistake) : NULL;
    char chapter[80];
    chapter_name(m ? m->chapter : g->seen.lab.chapter, s->language, chapter);
    label(s, "read", "阅读"); // the command first: at 60 columns it must not break in two
    fprintf(s->out,
            s->language == CHINESE ? "make hint LAB=%s；书中%s\n"
                                   : "make hint LAB=%s; the book's %s\n",
            g->seen.lab.number, chapter);
}

static void nothing_fits(const struct speaker *s) {
    label(s, "mistake", "错误");
    fputs(s->language == CHINESE
              ? "这些系数不符合目录里的任何错误，所以不猜。请看上面哪个系数不是 1。\n"
              : "no mistake of the catalogue fits these factors, so none is named. See which "
                "factor is not 1.\n",
          s->out);
}

static void say_findings(const struct speaker *s, const struct grading *g) {
    for (int i = 0; i < g->named.count; i++) {
        int again = 0;
        for (int k = 0; k < i; k++)
            again |= strcmp(g->named.list[k].mistake, g->named.list[i].mistake) == 0;
        finding_lines(s, g, &g->named.list[i], !again);
    }
    if (g->named.count == 0)
        nothing_fits(s);
    read_line(s, g, g->named.count > 0 ? &g->named.list[0] : NULL);
}

static void say_frozen(const struct speaker *s, const struct grading *g) {
    const struct submission *sub = &g->seen.submission;
    if (sub->changed_count == 0)
        return;
    label(s, "note", "注意");
    fprintf(s->out,
            s->language == CHINESE
                ? "围栏之外有 %d 行被改动，已忽略；第 %d 行：%s\n"
                : "%d changed lines outside the fence were not used; line %d: %s\n",
            sub->changed_count, sub->changed[0].line,
            sub->changed[0].theirs[0] ? sub->changed[0].theirs
            : s->language == CHINESE  ? "（被删除）"
                                      : "(taken out)");
}

static void say_no_trace(const struct speaker *s, const struct grading *g) {
    if (!trace_is_lost(&g->seen))
        return;
    label(s, "note", "注意");
    fputs(s->language == CHINESE
              ? "见证程序没有留下记录，能认出的错误会少一些：请运行 make doctor\n"
              : "the witness left no trace of your program, so fewer mistakes can be named: make "
                "doctor\n",
          s->out);
}

static void say_cannot(const struct speaker *s, const struct grading *g) {
    static const char *const texts[][LANGUAGES] = {
        [CANNOT_NOTHING] = {"", ""},
        [CANNOT_NOISE] = {"this machine is too busy now to tell: nothing is held against you. "
                          "Close other programs and check again",
                          "机器现在太忙，无法判断，这不算你的错。请关闭其他程序后再检查"},
        [CANNOT_NO_DEVICE] = {"no device answers", "没有可用的设备"},
        [CANNOT_NO_COMPILER] = {"there is no compiler: make doctor says how to mend it",
                                "没有编译器：make doctor 会告诉你怎么办"},
        [CANNOT_REFERENCE] = {"the solution itself did not build or run here: make doctor",
                              "参考答案在这里也无法编译或运行：请运行 make doctor"},
        [CANNOT_STORE] = {"the results cannot be stored: is the disk full, or not writable?",
                          "无法保存结果：磁盘满了，或没有写权限？"},
        [CANNOT_SANDBOX] = {"the sandbox that was asked for is not to be had here",
                            "这里无法使用所要求的沙箱"},
        [CANNOT_INTERRUPTED] = {"interrupted", "已中断"},
    };
    label(s, "because", "因为");
    fputs(texts[g->judged.cannot][s->language], s->out);
    if (g->judged.cannot == CANNOT_NOISE && g->judged.row_count > 0) {
        const struct row *row = &g->judged.rows[0];
        for (int i = 0; i < g->judged.row_count; i++)
            if (g->judged.rows[i].time_right == UNDECIDED)
                row = &g->judged.rows[i];
        fprintf(s->out,
                s->language == CHINESE ? "（时间系数在 %.3f 与 %.3f 之间）"
                                       : " (time is between %.3f and %.3f)",
                row->time_low, row->time_high);
    } else if (g->judged.detail[s->language][0]) {
        fprintf(s->out, s->language == CHINESE ? "（%s）" : " (%s)", g->judged.detail[s->language]);
    }
    fputc('\n', s->out);
}

static void say_build(const struct speaker *s, const struct grading *g) {
    label(s, "build", "编译");
    if (g->seen.builds.student.line > 0)
        fprintf(s->out, "%s:%d:%d: ", g->seen.submission.path, g->seen.builds.student.line,
                g->seen.builds.student.column);
    fprintf(s->out, "%s%s%s\n", style(s, red), g->judged.detail[s->language], style(s, plain));
    if (g->seen.builds.student.source[0])
        fprintf(s->out, "         | %s\n", g->seen.builds.student.source);
}

static void say_run(const struct speaker *s, const struct grading *g) {
    static const char *const labels[][LANGUAGES] = {
        [STAGE_INTAKE] = {"file", "文件"}, [STAGE_BUILD] = {"build", "编译"},
        [STAGE_RUN] = {"run", "运行"},     [STAGE_RESULT] = {"result", "结果"},
        [STAGE_JUDGE] = {"judge", "判定"},
    };
    label(s, labels[g->judged.stage][ENGLISH], labels[g->judged.stage][CHINESE]);
    fprintf(s->out, "%s%s%s\n", style(s, red), g->judged.detail[s->language], style(s, plain));
    const struct run *last = g->seen.measured.run_count > 0 ? &g->seen.measured.runs[0] : NULL;
    if (last && g->judged.stage == STAGE_RESULT && strstr(last->output, "result"))
        fprintf(s->out, "         | %.*s\n", (int)strcspn(strstr(last->output, "result"), "\n"),
                strstr(last->output, "result"));
}

void say_grading(const struct grading *g, enum language language, int colour, FILE *out) {
    struct speaker s = {language, colour, out};
    first_line(&s, g);
    for (int i = 0; i < g->judged.row_count; i++)
        rate_line(&s, g, &g->judged.rows[i]);
    if (g->judged.outcome == OUTCOME_CANNOT_GRADE) {
        say_cannot(&s, g);
    } else if (g->judged.outcome == OUTCOME_SKIPPED) {
        label(&s, "because", "因为");
        fputs(language == CHINESE ? "只有真实的显卡能演示这个实验\n"
                                  : "only a card can show this lab\n",
              out);
    } else if (g->judged.outcome == OUTCOME_PASS) {
        label(&s, "next", "下一步");
        fputs("make next\n", out);
    } else {
        if (g->judged.stage == STAGE_BUILD)
            say_build(&s, g);
        else if (g->judged.stage != STAGE_JUDGE)
            say_run(&s, g);
        if (g->judged.stage == STAGE_JUDGE || g->named.count > 0)
            say_findings(&s, g);
        say_no_trace(&s, g);
    }
    say_frozen(&s, g);
}
