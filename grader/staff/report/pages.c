// pages.c: a student's page: each lab with its verdict, the factors, the picture and what was
// changed. One file, no script, nothing from outside.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/order.h"
#include "base/text.h"
#include "intake/intake.h"
#include "report/report.h"

#define WORD(name, text) [REPORT_##name] = (text),
static const char *const english[REPORT_WORDS] = {
#include "report/words_en.def"
};
static const char *const chinese[REPORT_WORDS] = {
#include "report/words_zh.def"
};
#undef WORD
const struct words report_words = {REPORT_WORDS, {[ENGLISH] = english, [CHINESE] = chinese}};

const char *report_says(const struct report *report, enum report_word name) {
    return words_text(&report_words, report->language, name);
}

// ---- the frame ---------------------------------------------------------------------------------

static const char style[] =
    ":root{color-scheme:light dark;--ink:#1a1a1a;--dim:#595959;--paper:#fff;--line:#d5d5d5;"
    "--pass:#17703a;--fail:#b3261e;--none:#595959;--bar:#2f6fab;--soft:#f4f4f4}"
    "@media(prefers-color-scheme:dark){:root{--ink:#e8e8e8;--dim:#ababab;--paper:#161616;"
    "--line:#3a3a3a;--pass:#6fce8f;--fail:#ff8f85;--none:#ababab;--bar:#7db8ee;--soft:#222}}"
    "*{box-sizing:border-box}body{margin:0 auto;max-width:62rem;padding:1rem;color:var(--ink);"
    "background:var(--paper);font:1rem/1.5 system-ui,'Noto Sans CJK SC',sans-serif}"
    "h1{font-size:1.5rem}h2{font-size:1.15rem;margin-top:2rem}"
    ".pass{color:var(--pass)}.fail{color:var(--fail)}.none{color:var(--none)}"
    "pre{overflow-x:auto;background:var(--soft);padding:.75rem;font-size:.85rem}"
    "pre.said{white-space:pre-wrap;overflow-wrap:anywhere}"
    ".scroll{overflow-x:auto}table{border-collapse:collapse;width:100%}th,td{text-align:left;"
    "padding:.3rem .6rem;border-bottom:1px solid var(--line);vertical-align:top}"
    "td.n,th.n{text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums}"
    ".factor{display:grid;grid-template-columns:4rem 1fr 7rem;gap:.6rem;align-items:center}"
    ".track{position:relative;height:.8rem;background:var(--soft);border:1px solid var(--line)}"
    ".track i{position:absolute;top:0;bottom:0;background:var(--bar)}"
    ".track b{position:absolute;top:-.2rem;bottom:-.2rem;left:50%;width:2px;background:var(--ink)}"
    "ins,del{text-decoration:none}ins{color:var(--pass)}del{color:var(--fail)}"
    "svg{max-width:100%;height:auto}.scroll "
    "svg{min-width:40rem}a{color:var(--bar)}.dim{color:var(--dim)}";

void page_begin(const struct report *report, const char *title, FILE *out) {
    fprintf(out,
            "<!doctype html>\n<html lang=\"%s\"><head><meta charset=\"utf-8\">"
            "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n<title>",
            report_says(report, REPORT_LANGUAGE));
    escape_markup(out, title);
    fprintf(out, "</title>\n<style>%s</style></head>\n<body><main>\n<h1>", style);
    escape_markup(out, title);
    fputs("</h1>\n", out);
}

void page_end(FILE *out) {
    fputs("</main></body></html>\n", out);
}

void page_outcome(const struct report *report, const struct grading *grading, FILE *out) {
    static const struct {
        enum report_word word;
        const char *class;
    } outcomes[] = {
        [OUTCOME_NONE] = {REPORT_NOT_GRADED, "none"},
        [OUTCOME_PASS] = {REPORT_PASSED, "pass"},
        [OUTCOME_FAIL] = {REPORT_NOT_YET, "fail"},
        [OUTCOME_NOT_ATTEMPTED] = {REPORT_NOT_ATTEMPTED, "none"},
        [OUTCOME_CANNOT_GRADE] = {REPORT_CANNOT_GRADE, "none"},
        [OUTCOME_SKIPPED] = {REPORT_NOT_ON_THIS_DEVICE, "none"},
    };
    enum outcome outcome = grading->judged.outcome; // NOLINT(clang-analyzer-core.NullDereference)
    fprintf(out, "<span class=\"%s\">%s</span>", outcomes[outcome].class,
            report_says(report, outcomes[outcome].word));
}

void page_points(const struct grading *grading, FILE *out) {
    if (report_has_points(grading))
        fprintf(out, "%g / %g", grading->judged.points, grading->judged.max_points);
}

// ---- the factors -------------------------------------------------------------------------------

// A factor as a bar that begins at 1, on a logarithmic scale: half and double are equally long.
static void one_factor(FILE *out, const char *name, double factor) {
    if (!isfinite(factor) || factor <= 0) {
        fprintf(out,
                "<div class=\"factor\"><span>%s</span><span class=\"track\"><b></b></span>"
                "<span class=\"dim\">?</span></div>\n",
                name);
        return;
    }
    double reach = log10(factor) / 2; // a factor of 100 fills half of the track
    reach = reach > 1 ? 1 : reach < -1 ? -1 : reach;
    fprintf(out,
            "<div class=\"factor\"><span>%s</span><span class=\"track\">"
            "<i style=\"left:%.1f%%;width:%.1f%%\"></i><b></b></span><span>&times; %.4g</span>"
            "</div>\n",
            name, reach < 0 ? 50 + 50 * reach : 50, 50 * fabs(reach), factor);
}

static void factors(const struct report *report, const struct row *row, FILE *out) {
    one_factor(out, report_says(report, REPORT_UNIT), row->unit);
    if (isfinite(row->flops) && row->work_right == OUTSIDE) { // an intensity: flops and bytes apart
        one_factor(out, report_says(report, REPORT_FLOPS), row->flops);
        one_factor(out, report_says(report, REPORT_BYTES), row->bytes);
    } else {
        one_factor(out, report_says(report, REPORT_WORK), row->work);
    }
    one_factor(out, report_says(report, REPORT_TIME), report->reveal ? row->time : NAN);
}

// ---- what was changed ------------------------------------------------------------------------

enum { LINES_MOST = 600 };

struct lines {
    const char *start[LINES_MOST];
    size_t length[LINES_MOST];
    int count;
};

static void split(const char *text, struct lines *lines) {
    for (lines->count = 0; *text && lines->count < LINES_MOST; lines->count++) {
        size_t length = strcspn(text, "\n");
        lines->start[lines->count] = text;
        lines->length[lines->count] = length;
        text += length + (text[length] == '\n');
    }
}

static int is_same_line(const void *texts, int i, int j) {
    const struct lines *a = texts, *b = a + 1;
    return a->length[i] == b->length[j] && !memcmp(a->start[i], b->start[j], a->length[i]);
}

static void lines_differ(const char *a_text, const char *b_text,
                         void (*each)(void *context, char mark, const char *line, size_t length),
                         void *context) {
    struct lines *a = calloc(2, sizeof *a);
    if (!a)
        return;
    struct lines *b = a + 1;
    split(a_text, a);
    split(b_text, b);
    unsigned short *common = common_lengths(a->count, b->count, is_same_line, a);
    for (int i = 0, j = 0; common && (i < a->count || j < b->count);) {
        const unsigned short *here = common + (size_t)i * (size_t)(b->count + 1) + (size_t)j;
        if (i < a->count && j < b->count && is_same_line(a, i, j)) {
            each(context, ' ', a->start[i], a->length[i]);
            i++, j++;
        } else if (j == b->count || (i < a->count && here[b->count + 1] >= here[1])) {
            each(context, '-', a->start[i], a->length[i]);
            i++;
        } else {
            each(context, '+', b->start[j], b->length[j]);
            j++;
        }
    }
    free(common);
    free(a);
}

static void diff_line(void *context, char mark, const char *line, size_t length) {
    FILE *out = context;
    char text[512];
    text_printable(text, sizeof text, line, length);
    const char *element = mark == '+' ? "ins" : mark == '-' ? "del" : NULL;
    if (element)
        fprintf(out, "<%s>", element);
    fputc(mark, out);
    escape_markup(out, text);
    if (element)
        fprintf(out, "</%s>", element);
    fputc('\n', out);
}

// Reads a file beside the results: "ID-LAB.fence" (the student's) or "ID-LAB.svg" (the witness's).
static char *beside(const struct report *report, const struct grading *g, const char *ending) {
    char path[1200];
    size_t length;
    if (!report->folder)
        return NULL;
    snprintf(path, sizeof path, "%s/%s-%s%s", report->folder, g->seen.submission.id,
             g->seen.lab.folder, ending);
    return file_read(path, 4 << 20, &length);
}

static void changes(const struct report *report, const struct grading *g, FILE *out) {
    size_t length;
    const char *root = report->root ? report->root : ".";
    char *theirs = beside(report, g, ".fence");
    char *shipped = theirs ? fence_as_shipped(root, g->seen.lab.folder, &length) : NULL;
    if (theirs && shipped) {
        fprintf(out, "<h3>%s</h3>\n<pre tabindex=\"0\">", report_says(report, REPORT_CHANGED));
        lines_differ(shipped, theirs, diff_line, out);
        fputs("</pre>\n", out);
    }
    free(theirs);
    free(shipped);
}

static int one_lab(const struct report *report, const struct grading *g, FILE *out) {
    enum language language = report->language;
    char *text = report_text(report, g);
    if (!text)
        return -1;
    char *picture = report->reveal ? beside(report, g, ".svg") : NULL; // true times are in it
    fprintf(out, "<section><h2>%s ", g->seen.lab.number);
    escape_markup(out, g->seen.lab.title[language]);
    fputs(" &ndash; ", out);
    page_outcome(report, g, out);
    fputc(' ', out);
    page_points(g, out);
    fputs("</h2>\n", out);
    for (int i = 0; i < g->judged.row_count; i++) {
        if (g->judged.row_count > 1) {
            fputs("<h3>", out);
            escape_markup(out, g->judged.rows[i].what);
            fputs("</h3>\n", out);
        }
        factors(report, &g->judged.rows[i], out);
    }
    fputs("<pre class=\"said\">", out);
    escape_markup(out, text);
    fputs("</pre>\n", out);
    if (picture)
        fprintf(out, "<div class=\"scroll\" tabindex=\"0\">%s</div>\n",
                picture); // drawn by the grader; names in it are escaped there
    changes(report, g, out);
    fputs("</section>\n", out);
    free(text);
    free(picture);
    return 0;
}

int report_html(const struct report *report, FILE *out) {
    double most, points = report_score(report, &most);
    char title[400];
    const struct grading *any = report->count ? report->gradings[0] : NULL;
    text_format(title, sizeof title, "Tare%s%s: %g / %g",
                any && any->seen.submission.id[0] ? ", " : "",
                any ? report_name(report, any->seen.submission.id) : "", points, most);
    page_begin(report, title, out);
    if (any) {
        fputs("<p class=\"dim\">", out);
        escape_markup(out, any->seen.measured.device_name);
        fputs("</p>\n", out);
    }
    for (int i = 0; i < report->count; i++)
        if (one_lab(report, report->gradings[i], out) != 0)
            return -1;
    page_end(out);
    return ferror(out) ? -1 : 0;
}