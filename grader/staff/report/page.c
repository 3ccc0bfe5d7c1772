// page.c: see page.h.
#include "report/page.h"

#include <math.h>

#include "report/escape.h"

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

void page_begin(FILE *out, const char *title, enum language language) {
    fprintf(out,
            "<!doctype html>\n<html lang=\"%s\"><head><meta charset=\"utf-8\">"
            "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n<title>",
            TEXT("en", "zh-CN")[language]);
    escape_markup(out, title);
    fprintf(out, "</title>\n<style>%s</style></head>\n<body><main>\n<h1>", style);
    escape_markup(out, title);
    fputs("</h1>\n", out);
}

void page_end(FILE *out) {
    fputs("</main></body></html>\n", out);
}

const char *page_outcome(enum outcome outcome, enum language language) {
    static const char *const words[][LANGUAGES] = {
        [OUTCOME_NONE] = {"not graded", "未评分"},
        [OUTCOME_PASS] = {"passed", "通过"},
        [OUTCOME_FAIL] = {"not yet", "未通过"},
        [OUTCOME_NOT_ATTEMPTED] = {"not attempted", "未作答"},
        [OUTCOME_CANNOT_GRADE] = {"could not be graded", "无法评分"},
        [OUTCOME_SKIPPED] = {"not on this device", "此设备不适用"}};
    return words[outcome][language];
}

// A factor as a bar from 1, on a scale of logarithms: half and double are equally far.
static void one_factor(FILE *out, const char *name, double factor) {
    if (!isfinite(factor) || factor <= 0) {
        fprintf(out,
                "<div class=\"factor\"><span>%s</span><span class=\"track\"><b></b></span>"
                "<span class=\"dim\">?</span></div>\n",
                name);
        return;
    }
    double reach = log10(factor) / 2; // a factor of 100 fills its half
    reach = reach > 1 ? 1 : reach < -1 ? -1 : reach;
    fprintf(out,
            "<div class=\"factor\"><span>%s</span><span class=\"track\">"
            "<i style=\"left:%.1f%%;width:%.1f%%\"></i><b></b></span><span>&times; %.4g</span>"
            "</div>\n",
            name, reach < 0 ? 50 + 50 * reach : 50, 50 * fabs(reach), factor);
}

void page_factors(FILE *out, const struct row *row, enum language language) {
    one_factor(out, TEXT("unit", "单位")[language], row->unit);
    if (isfinite(row->flops) && row->work_right == OUTSIDE) { // of an intensity: the two apart
        one_factor(out, TEXT("flops", "运算")[language], row->flops);
        one_factor(out, TEXT("bytes", "字节")[language], row->bytes);
    } else {
        one_factor(out, TEXT("work", "工作量")[language], row->work);
    }
    one_factor(out, TEXT("time", "时间")[language], row->time);
}
