// svg_style.c: the picture's colours on a light page, on a dark one and on paper. Spelt
// out for each: what turns an SVG into PDF knows no CSS variables.
#include "picture.h"
#include "svg.h"

const char *const svg_classes[ITEM_KINDS] = {"watch",  "call", "wait",   "failed", "context",
                                             "kernel", "copy", "memset", "other"};

struct theme {
    const char *page, *ink, *soft, *watch;
    const char *fill[ITEM_KINDS], *edge[ITEM_KINDS]; // [ITEM_WATCH] has none
};

static const struct theme light = {
    "#fff",
    "#1b1f24",
    "#59626b",
    "#c2410c",
    {"", "#c3d0e0", "#f9edc8", "#f7b8b8", "#efc3dd", "#9fdcb5", "#a5d3f0", "#d7c6f0", "#e4e7eb"},
    {"", "#4a6585", "#b58a13", "#c62828", "#ad3b7c", "#1f8a4c", "#1f77b4", "#7e57c2", "#8b949e"}};

static const struct theme dark = {
    "#0d1117",
    "#e6edf3",
    "#9aa4af",
    "#ff9a5c",
    {"", "#2d3b4d", "#4a3d12", "#6b1d1d", "#5c2145", "#1d5c38", "#17486b", "#43306b", "#2a2f36"},
    {"", "#8aa5c4", "#d8ab2e", "#ff7b72", "#e583b8", "#4cc27c", "#58a6ff", "#b294ec", "#7d8590"}};

static const struct theme paper = {
    "#fff",
    "#000",
    "#444",
    "#8a2c00",
    {"", "#d5dee9", "#fbf3da", "#fad0d0", "#f5d8e8", "#b9e6c9", "#c5e2f5", "#e3d7f5", "#eceef1"},
    {"", "#33475f", "#806009", "#8e1b1b", "#7a2957", "#14632f", "#14507a", "#553a8a", "#666"}};

static void put_theme(FILE *out, const struct theme *theme) {
    fprintf(out,
            "text{fill:%s}.lane,.head,.tick{fill:%s}.seen{fill:%s}.gap{fill:%s}.under{stroke:%s}",
            theme->ink, theme->soft, theme->watch, theme->page, theme->page);
    fprintf(out, ".axis,.hang,.cut{stroke:%s}.mark,.watch{stroke:%s}.reached{fill:%s}\n",
            theme->soft, theme->watch, theme->watch);
    for (int kind = ITEM_WATCH + 1; kind < ITEM_KINDS; kind++)
        fprintf(out, ".%s{fill:%s;stroke:%s}", svg_classes[kind], theme->fill[kind],
                theme->edge[kind]);
    fputc('\n', out);
}

void svg_put_style(FILE *out) {
    fputs("<style>\n"
          "text{font-family:system-ui,-apple-system,'Segoe UI','Noto Sans','Noto Sans CJK SC',"
          "'PingFang SC','Microsoft YaHei',sans-serif;font-size:12px}\n"
          ".lane{font-size:13px}.head{font-size:14px}.say{font-size:16px;font-weight:600}"
          ".seen{font-weight:600}.under{paint-order:stroke;stroke-width:3px}\n"
          ".mark{stroke-dasharray:3 3}.hang,.watch{fill:none}.watch{stroke-width:2}"
          ".cut{stroke-width:1.5}.wait{stroke-dasharray:4 2}\n",
          out);
    put_theme(out, &light);
    fputs("@media(prefers-color-scheme:dark){\n", out);
    put_theme(out, &dark);
    fputs("}\n@media print{\n", out);
    put_theme(out, &paper);
    fputs("}\n</style>\n", out);
}
