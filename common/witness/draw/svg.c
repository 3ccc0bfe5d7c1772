// svg.c: the picture for a page: on a light page, on a dark page and in print.
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "witness/draw/draw.h"

// ---- colours ---------------------------------------------------------------------------
//
// Written out for each page: the programs that turn an SVG into a PDF know no CSS variables.

static const char *const classes[ITEM_KINDS] = {"watch",  "call", "wait",   "failed", "context",
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
        fprintf(out, ".%s{fill:%s;stroke:%s}", classes[kind], theme->fill[kind], theme->edge[kind]);
    fputc('\n', out);
}

static void put_style(FILE *out) {
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

// ---- text ------------------------------------------------------------------------------

enum {
    WIDTH = 960,
    TITLES = 92, // the lanes' names
    RIGHT = 16,
    TOP = 44,
    BAR = 26,
    LABEL_ROW = 18,
    LANE_GAP = 12,
    LABEL_SIZE = 12,
    SENTENCE_SIZE = 16,
    SENTENCE_LINE = 24,
    SENTENCE_COLUMNS = 100,
    LEGEND_LINE = 22,
};

// No font is known here: a generous guess for every letter.
static double letters_wide(const char *text) {
    double em = 0;
    for (unsigned code; (code = utf8_next(&text));)
        em += columns_of_code(code) == 2                    ? 1.05
              : (code >= 'A' && code <= 'Z') || code == 'm' ? 0.8
                                                            : 0.64;
    return em * LABEL_SIZE;
}

// Writes a text into the space that was kept for it from `left` on. The text may be narrower than
// that space: it stands at the begin, in the middle or at the end.
enum { BEGIN, MIDDLE, END };
static void put_within(FILE *out, double left, double y, const char *class, int at,
                       const char *text) {
    static const char *const anchors[] = {"", " text-anchor=\"middle\"", " text-anchor=\"end\""};
    fprintf(out, "<text class=\"%s\" x=\"%.1f\" y=\"%.1f\"%s>", class,
            left + at * letters_wide(text) / 2, y, anchors[at]);
    escape_markup(out, text);
    fputs("</text>\n", out);
}

static void put_text(FILE *out, double x, double y, const char *class, const char *text) {
    put_within(out, x, y, class, BEGIN, text);
}

static double lane_height(const struct lane *lane) {
    return BAR + lane->label_rows * LABEL_ROW + LANE_GAP;
}

static double lanes_height(const struct picture *picture) {
    double height = 0;
    for (int i = 0; i < picture->lane_count; i++)
        height += lane_height(&picture->lanes[i]);
    return height;
}

// ---- bars and their labels -----------------------------------------------------------------

static void draw_watch(FILE *out, const struct item *item, double y) {
    double x0 = TITLES + item->x0, x1 = TITLES + item->x1, middle = y + BAR / 2.0;
    double from = x1, to = x1; // the label interrupts the line
    if (item->place == LABEL_INSIDE) {
        from = TITLES + item->label_x - 4;
        to = TITLES + item->label_x + letters_wide(item->label) + 4;
    }
    fprintf(out, "<path class=\"watch\" fill=\"none\" d=\"M%.1f %.1fV%.1fM%.1f %.1fV%.1f", x0,
            y + 3, y + BAR - 3, x1, y + 3, y + BAR - 3);
    fprintf(out, "M%.1f %.1fH%.1f", x0, middle, from);
    if (to < x1)
        fprintf(out, "M%.1f %.1fH%.1f", to, middle, x1);
    fputs("\"/>\n", out);
}

static void draw_bar(FILE *out, const struct item *item, double y) {
    static const double full = 0.9, narrowest = 9; // a gap is seen from a pixel on
    if (item->kind == ITEM_WATCH) {
        draw_watch(out, item, y);
        return;
    }
    // A bar of many shows its gaps: each part is filled as far as the whole is.
    double wide = item->x1 - item->x0, most = fmin(item->count, floor(wide / narrowest));
    int parts = item->filled < full && most > 1 ? (int)most : 1;
    for (int i = 0; i < parts; i++)
        fprintf(
            out,
            "<rect class=\"%s\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%d\" rx=\"2\"/>\n",
            classes[item->kind], TITLES + item->x0 + wide * i / parts, y,
            fmax(1, wide / parts * (parts > 1 ? item->filled : 1)), BAR);
}

static void draw_label(FILE *out, const struct item *item, double y) {
    if (item->place == LABEL_INSIDE)
        put_within(out, TITLES + item->label_x, y + BAR / 2.0 + 4,
                   item->kind == ITEM_WATCH ? "seen"
                   : item->filled < 1       ? "under"
                                            : "label",
                   MIDDLE, item->label);
    if (item->place != LABEL_BELOW)
        return;
    double anchor = TITLES + (item->leader_right ? item->x1 - 1 : item->x0 + 1);
    double middle = y + BAR + item->label_row * LABEL_ROW + LABEL_ROW / 2.0 + 2;
    double turn = item->leader_right ? anchor - 5 : anchor + 5;
    fprintf(out, "<path class=\"hang\" d=\"M%.1f %.1fV%.1fH%.1f\"/>\n", anchor, y + BAR, middle,
            turn);
    put_within(out, TITLES + item->label_x, middle + 4, item->kind == ITEM_WATCH ? "seen" : "under",
               item->leader_right ? END : BEGIN, item->label);
}

// A break goes through everything that is drawn to scale between top and bottom, not through
// labels.
static void draw_breaks(FILE *out, const struct picture *picture, double top, double bottom) {
    for (size_t i = 0; i < picture->stretch_count; i++) {
        const struct stretch *s = &picture->stretches[i];
        if (!s->broken)
            continue;
        double x = TITLES + (s->x0 + s->x1) / 2;
        fprintf(out, "<path class=\"gap\" d=\"M%.1f %.1fL%.1f %.1fH%.1fL%.1f %.1fz\"/>\n", x, top,
                x - 5, bottom, x, x + 5, top);
        fprintf(out, "<path class=\"cut\" d=\"M%.1f %.1fL%.1f %.1fM%.1f %.1fL%.1f %.1f\"/>\n", x,
                top, x - 5, bottom, x + 5, top, x, bottom);
    }
}

// Draws the places at which the stream came to the stopwatch's events.
static void draw_reached(FILE *out, const struct picture *picture, const struct lane *lane,
                         double y) {
    const double at[2] = {picture->start_x, picture->stop_x};
    const int has[2] = {picture->facts->has_start, picture->facts->has_stop};
    for (int i = 0; i < 2; i++)
        if (events_reach(picture, lane) && has[i])
            fprintf(out, "<path class=\"reached\" d=\"M%.1f %.1fl-5 -8h10z\"/>\n", TITLES + at[i],
                    y);
}

static void draw_lanes(FILE *out, const struct picture *picture) {
    double y = TOP;
    for (int l = 0; l < picture->lane_count; l++) {
        const struct lane *lane = &picture->lanes[l];
        put_text(out, 8, y + BAR / 2.0 + 4, "lane", lane->title);
        for (size_t i = 0; i < lane->count; i++)
            draw_bar(out, &lane->items[i], y);
        draw_breaks(out, picture, y - 4, y + BAR + 4);
        draw_reached(out, picture, lane, y);
        for (size_t i = 0; i < lane->count; i++)
            draw_label(out, &lane->items[i], y);
        y += lane_height(lane);
    }
}

// ---- axis, marks, breaks -------------------------------------------------------------------

static void draw_marks(FILE *out, const struct picture *picture, double bottom) {
    if (!picture->marks)
        return;
    const double at[2] = {picture->start_x, picture->stop_x};
    for (int i = 0; i < 2; i++)
        fprintf(out, "<path class=\"mark\" d=\"M%.1f %d V%.1f\"/>\n", TITLES + at[i], TOP + BAR,
                bottom);
}

static void draw_axis(FILE *out, const struct picture *picture, const struct drawing *drawing,
                      double y, double width) {
    put_text(out, 8, y + 18, "lane", witness_text(drawing->language, WITNESS_SAYS_TIME_AXIS));
    fprintf(out, "<path class=\"axis\" d=\"M%d %.1fH%.1f\"/>\n", TITLES, y, TITLES + width);
    for (int i = 0; i < picture->tick_count; i++) {
        const struct tick *tick = &picture->ticks[i];
        fprintf(out, "<path class=\"axis\" d=\"M%.1f %.1fv5\"/>\n", TITLES + tick->x, y);
        double before = (tick->x - tick->label_x) / letters_wide(tick->label);
        put_within(out, TITLES + tick->label_x, y + 18, "tick", (int)(2 * before + 0.5),
                   tick->label);
    }
}

// Returns the height of the legend; draws it when out is not NULL.
static double draw_legend(FILE *out, const struct picture *picture, enum language language,
                          double y) {
    int seen[ITEM_KINDS + 1];
    double x = TITLES, lines = 1;
    kinds_seen(picture, seen);
    for (int kind = ITEM_CALL; kind <= ITEM_KINDS; kind++) {
        const char *means = kind_means(kind, language);
        double width = 24 + letters_wide(means) + 16;
        if (!seen[kind])
            continue;
        if (x + width > WIDTH) {
            x = TITLES;
            lines++;
        }
        double top = y + (lines - 1) * LEGEND_LINE;
        if (out && kind < ITEM_KINDS)
            fprintf(out, "<rect class=\"%s\" x=\"%.1f\" y=\"%.1f\" width=\"18\" height=\"12\"/>\n",
                    classes[kind], x, top);
        else if (out)
            fprintf(out, "<path class=\"cut\" d=\"M%.1f %.1fl-5 12M%.1f %.1fl-5 12\"/>\n", x + 8,
                    top, x + 14, top);
        if (out)
            put_text(out, x + 24, top + 11, "label", means);
        x += width;
    }
    return lines * LEGEND_LINE;
}

static int sentence_lines(const char *text) {
    int lines = 0;
    while (*text) {
        text += columns_line(text, SENTENCE_COLUMNS);
        while (*text == ' ')
            text++;
        lines++;
    }
    return lines;
}

static void draw_sentence(FILE *out, const char *text, double y) {
    char line[600];
    while (*text) {
        size_t length = columns_line(text, SENTENCE_COLUMNS);
        snprintf(line, sizeof line, "%.*s", (int)length, text);
        put_text(out, 8, y, "say", line);
        y += SENTENCE_LINE;
        text += length;
        while (*text == ' ')
            text++;
    }
}

static void put_head(FILE *out, const struct drawing *drawing, const char *sentence,
                     double height) {
    fprintf(out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %.0f\" width=\"%d\" "
            "height=\"%.0f\" role=\"img\" lang=\"%s\">\n<title>",
            WIDTH, height, WIDTH, height,
            witness_text(drawing->language, WITNESS_SAYS_PAGE_LANGUAGE));
    escape_markup(out, sentence);
    fputs("</title>\n", out);
    put_style(out);
    fprintf(out, "<rect class=\"gap\" width=\"%d\" height=\"%.0f\"/>\n", WIDTH, height);
}

int draw_svg(const struct view *view, const struct witness_facts *facts,
             const struct drawing *drawing, FILE *out) {
    char sentence[600] = "", title[300];
    struct picture picture;
    struct page page = {.width = WIDTH - TITLES - RIGHT,
                        .least = 2.5,
                        .readable = 110,
                        .gap = 9,
                        .label_rows = 4,
                        .text_width = letters_wide,
                        .language = drawing->language};
    if (!picture_make(view, facts, &page, &picture))
        return 0;
    struct drawing plain = *drawing;
    plain.ascii = 0;
    picture_title(facts, &plain, title, sizeof title);
    if (!drawing->asks)
        account_sentence(facts, drawing->language, sentence, sizeof sentence);
    double axis = TOP + lanes_height(&picture), legend = axis + 34;
    double say =
        legend + draw_legend(NULL, &picture, drawing->language, legend) + SENTENCE_SIZE + 6;
    put_head(out, drawing, drawing->asks ? title : sentence,
             say + sentence_lines(sentence) * SENTENCE_LINE - 8);
    put_text(out, 8, 24, "head", title);
    draw_marks(out, &picture, axis);
    draw_lanes(out, &picture);
    draw_axis(out, &picture, drawing, axis, page.width);
    draw_breaks(out, &picture, axis - 6, axis + 6);
    draw_legend(out, &picture, drawing->language, legend);
    draw_sentence(out, sentence, say);
    fputs("</svg>\n", out);
    picture_free(&picture);
    return 1;
}
