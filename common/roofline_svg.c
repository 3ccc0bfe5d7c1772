// roofline_svg.c: the picture of a roofline.
#include "roofline_svg.h"

#include <math.h>
#include <string.h>

double tare_roof(const tare_roofline *roofline, double flop_per_byte) {
    double by_memory = roofline->bytes_per_s * flop_per_byte;
    return roofline->flop_per_s > 0 ? fmin(by_memory, roofline->flop_per_s) : by_memory;
}

// Both axes are logarithmic. The colours follow the reader's light or dark scheme; on paper the
// picture is black on white.
static const double left = 72, right = 700, top = 28, bottom = 372;
enum { HEIGHT = 424, LINE = 18 };

struct axes {
    double x_low, x_high, y_low, y_high; // decades
};

static const struct words {
    const char *x, *y, *memory, *compute;
} english = {"arithmetic intensity, flop/byte", "GFLOP/s", "memory", "compute"},
  chinese = {"计算强度 (flop/byte)", "GFLOP/s", "内存", "计算"};

// Within what any machine will do: else one wrong number would want a line for each of a million
// decades.
static double decade_of(double value) {
    static const double most = 30; // not measured: far beyond every card, flop and byte
    return fmax(-most, fmin(most, log10(value)));
}

static double x_of(const struct axes *axes, double flop_per_byte) {
    return left +
           (right - left) * (decade_of(flop_per_byte) - axes->x_low) / (axes->x_high - axes->x_low);
}

static double y_of(const struct axes *axes, double flop_per_s) {
    return bottom -
           (bottom - top) * (decade_of(flop_per_s) - axes->y_low) / (axes->y_high - axes->y_low);
}

// Whole decades around the ridge and every point.
static struct axes axes_for(const tare_roofline *r) {
    double ridge = r->flop_per_s > 0 ? r->flop_per_s / r->bytes_per_s : 1;
    double x_low = decade_of(ridge), x_high = x_low, y_low = decade_of(tare_roof(r, ridge)),
           y_high = y_low;
    for (int i = 0; i < r->count; i++) {
        double x = decade_of(r->points[i].flop_per_byte), y = decade_of(r->points[i].flop_per_s);
        x_low = fmin(x_low, x);
        x_high = fmax(x_high, x);
        y_low = fmin(y_low, y);
        y_high = fmax(y_high, fmax(y, decade_of(tare_roof(r, r->points[i].flop_per_byte))));
    }
    struct axes axes = {floor(x_low - 0.3), ceil(x_high + 0.3), floor(y_low - 0.2),
                        ceil(y_high + 0.1)};
    if (axes.x_high - axes.x_low < 2)
        axes.x_low -= 1;
    if (axes.y_high - axes.y_low < 2)
        axes.y_low -= 1;
    return axes;
}

static void escaped(const char *text, FILE *out) {
    for (; *text; text++)
        switch (*text) {
#define MARK(character, written)                                                                   \
    case character:                                                                                \
        fputs(written, out);                                                                       \
        break;
#include "base/markup.def"
#undef MARK
        default:
            if ((unsigned char)*text >= ' ') // XML does not allow control characters
                fputc(*text, out);
        }
}

static void head(int height, FILE *out) {
    fprintf(out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 720 %d\" role=\"img\" "
            "aria-label=\"roofline\">\n<style>\n",
            height);
    fputs(".text{font:13px system-ui,sans-serif;fill:#222}.small{font-size:12px;fill:#555}\n"
          ".grid{stroke:#ccc;stroke-width:1}.roof{fill:none;stroke:#0b57a4;stroke-width:3}\n"
          ".point{fill:#b3261e;stroke:#fff;stroke-width:1.5}.lead{stroke:#777}.paper{fill:#fff}\n"
          "@media (prefers-color-scheme:dark){.text{fill:#eee}.small{fill:#bbb}"
          ".grid{stroke:#444}.roof{stroke:#7fb8ff}.point{fill:#ff8a80;stroke:#1b1b1b}"
          ".lead{stroke:#999}.paper{fill:#1b1b1b}}\n"
          "@media print{.text,.small{fill:#000}.grid{stroke:#bbb}.roof{stroke:#000}"
          ".point{fill:#000;stroke:#fff}.lead{stroke:#555}.paper{fill:#fff}}\n"
          "</style>\n",
          out);
    fprintf(out, "<rect class=\"paper\" width=\"720\" height=\"%d\"/>\n", height);
}

static void decade(int exponent, FILE *out) {
    if (exponent >= -3 && exponent <= 5)
        fprintf(out, "%.*f", exponent < 0 ? -exponent : 0, pow(10, exponent));
    else
        fprintf(out, "1e%d", exponent);
}

static void grid(const struct axes *axes, const struct words *words, FILE *out) {
    for (int d = (int)axes->x_low; d <= (int)axes->x_high; d++) {
        double x = x_of(axes, pow(10, d));
        fprintf(out,
                "<path class=\"grid\" d=\"M%.1f %.1fV%.1f\"/><text class=\"text small\" "
                "x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\">",
                x, top, bottom, x, bottom + 18);
        decade(d, out);
        fputs("</text>\n", out);
    }
    for (int d = (int)axes->y_low; d <= (int)axes->y_high; d++) {
        double y = y_of(axes, pow(10, d));
        fprintf(out,
                "<path class=\"grid\" d=\"M%.1f %.1fH%.1f\"/><text class=\"text small\" "
                "x=\"%.1f\" y=\"%.1f\" text-anchor=\"end\">",
                left, y, right, left - 8, y + 4);
        decade(d - 9, out);
        fputs("</text>\n", out);
    }
    fprintf(out,
            "<text class=\"text\" x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\">%s</text>\n"
            "<text class=\"text\" x=\"%.1f\" y=\"18\">%s</text>\n",
            (left + right) / 2, bottom + 42, words->x, left - 60, words->y);
}

// The memory roof, from the point where it enters the picture; then the compute roof to the right.
static void roofs(const tare_roofline *r, const struct axes *axes, const struct words *words,
                  FILE *out) {
    double enter_x = fmax(pow(10, axes->x_low), pow(10, axes->y_low) / r->bytes_per_s);
    double end_x = pow(10, axes->x_high), end_y = tare_roof(r, end_x);
    if (end_y > pow(10, axes->y_high)) { // no compute roof: the slope ends at the top edge
        end_y = pow(10, axes->y_high);
        end_x = end_y / r->bytes_per_s;
    }
    fprintf(out, "<path class=\"roof\" d=\"M%.1f %.1f", x_of(axes, enter_x),
            y_of(axes, tare_roof(r, enter_x)));
    if (r->flop_per_s > 0)
        fprintf(out, "L%.1f %.1f", x_of(axes, r->flop_per_s / r->bytes_per_s),
                y_of(axes, r->flop_per_s));
    fprintf(out, "L%.1f %.1f\"/>\n", x_of(axes, end_x), y_of(axes, end_y));
    double middle =
        r->flop_per_s > 0 ? sqrt(enter_x * r->flop_per_s / r->bytes_per_s) : sqrt(enter_x * end_x);
    double x = x_of(axes, middle), y = y_of(axes, tare_roof(r, middle));
    double angle =
        -atan2(y - y_of(axes, tare_roof(r, middle * 1.01)), x_of(axes, middle * 1.01) - x) * 180 /
        acos(-1);
    fprintf(out,
            "<text class=\"text\" text-anchor=\"middle\" transform=\"translate(%.1f %.1f) "
            "rotate(%.1f)\">%s %.*f GB/s</text>\n",
            x - 8, y - 10, angle, words->memory, r->bytes_per_s < 1e11, r->bytes_per_s / 1e9);
    if (r->flop_per_s > 0)
        fprintf(out,
                "<text class=\"text\" text-anchor=\"end\" x=\"%.1f\" y=\"%.1f\">%s %.*f "
                "GFLOP/s</text>\n",
                right - 4, y_of(axes, r->flop_per_s) - 8, words->compute, r->flop_per_s < 1e11,
                r->flop_per_s / 1e9);
}

// ---- marks and their names

enum { MOST_LABELS = 256, MARK = 5, BESIDE = 9, ABOVE = 11, BELOW = 4, STEP = 3, NEAR = 12 };

struct box {
    double x0, x1, y0, y1;
};

struct labels {
    const tare_roofline *of;
    const struct axes *axes;
    int count;
    struct box taken[MOST_LABELS];
};

static int overlap(const struct box *a, const struct box *b) {
    return a->x0 < b->x1 && b->x0 < a->x1 && a->y0 < b->y1 && b->y0 < a->y1;
}

// Only the name of a mark above its roof stands there: the roofs' own names do. A roof never falls.
static int is_clear_of_roof(const struct labels *l, int above, const struct box *box) {
    double decades = (l->axes->x_high - l->axes->x_low) / (right - left), y[2];
    for (int end = 0; end < 2; end++) {
        double x = end ? box->x1 : box->x0;
        y[end] = y_of(l->axes, tare_roof(l->of, pow(10, l->axes->x_low + decades * (x - left))));
    }
    return y[0] < box->y0 || (above && y[1] > box->y1);
}

// Inside the axes, and nothing is there: no roof, no mark and no label.
static int is_free(const struct labels *l, int above, const struct box *box) {
    int is =
        box->x0 >= left && box->x1 <= right && box->y1 <= bottom && is_clear_of_roof(l, above, box);
    for (int i = 0; i < l->of->count && is; i++) {
        double x = x_of(l->axes, l->of->points[i].flop_per_byte);
        double at = y_of(l->axes, l->of->points[i].flop_per_s);
        const struct box mark = {x - MARK, x + MARK, at - MARK, at + MARK};
        is = !overlap(&mark, box);
    }
    for (int i = 0; i < l->count && is; i++)
        is = !overlap(&l->taken[i], box);
    return is;
}

// No font is known here: a generous guess.
static double width_of(const char *text) {
    static const double letter = 8, ideograph = 13.5; // of 13 pixels; the first byte counts
    double width = 0;
    for (; *text; text++)
        if (((unsigned char)*text & 0xC0) != 0x80)
            width += (unsigned char)*text < 0x80 ? letter : ideograph;
    return width;
}

// Right of its mark or left of it, and as far down as nothing else is there; 0: nowhere.
static int find_place(const struct labels *l, const tare_point *p, struct box *box) {
    double x = x_of(l->axes, p->flop_per_byte), y = y_of(l->axes, p->flop_per_s);
    double width = width_of(p->name);
    int above = p->flop_per_s > 1.001 * tare_roof(l->of, p->flop_per_byte); // not by rounding
    for (double down = 0; y + down < bottom; down += STEP)
        for (int before = 0; before < 2; before++) {
            double from = before ? x - BESIDE - width : x + BESIDE, base = y + BELOW + down;
            *box = (struct box){from, from + width, base - ABOVE, base + BELOW};
            if (is_free(l, above, box))
                return 1;
        }
    return 0;
}

static void put_label(const char *name, double x, double y, const struct box *box, FILE *out) {
    int before = box->x1 < x;
    double at = before ? box->x1 : box->x0, base = box->y1 - BELOW;
    if (base - BELOW - y > NEAR)
        fprintf(out, "<path class=\"lead\" d=\"M%.1f %.1fL%.1f %.1f\"/>", x, y,
                before ? at + 2 : at - 2, base - BELOW);
    fprintf(out, "<text class=\"text\" x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">", at, base,
            before ? "end" : "start");
    escaped(name, out);
    fputs("</text>\n", out);
}

static int is_before(const tare_roofline *r, int a, int b) {
    double x = r->points[a].flop_per_byte, other = r->points[b].flop_per_byte;
    return x > other || (x == other && a < b);
}

// From the right to the left: then no line from a mark to its name crosses another name. -1: end.
static int next_point(const tare_roofline *r, int after) {
    int next = -1;
    for (int i = 0; i < r->count; i++)
        if ((after < 0 || is_before(r, after, i)) && (next < 0 || is_before(r, i, next)))
            next = i;
    return next;
}

// A name for which there is no room is shown when the pointer is on its mark.
static void points(const tare_roofline *r, const struct axes *axes, FILE *out) {
    struct labels labels = {.of = r, .axes = axes};
    for (int i = next_point(r, -1); i >= 0; i = next_point(r, i)) {
        const tare_point *p = &r->points[i];
        struct box box;
        double x = x_of(axes, p->flop_per_byte), y = y_of(axes, p->flop_per_s);
        int has = labels.count < MOST_LABELS && find_place(&labels, p, &box);
        if (has) {
            put_label(p->name, x, y, &box, out);
            labels.taken[labels.count++] = box;
        }
        fprintf(out, "<circle class=\"point\" cx=\"%.1f\" cy=\"%.1f\" r=\"%d\">", x, y, MARK);
        if (!has) {
            fputs("<title>", out);
            escaped(p->name, out);
            fputs("</title>", out);
        }
        fputs("</circle>\n", out);
    }
}

static void below(const char *const *lines, int count, FILE *out) {
    for (int i = 0; i < count; i++) {
        fprintf(out, "<text class=\"text small\" x=\"12\" y=\"%d\">", HEIGHT + LINE * (i + 1) - 4);
        escaped(lines[i], out);
        fputs("</text>\n", out);
    }
}

void tare_roofline_draw(const tare_roofline *roofline, const char *const *lines, int count,
                        FILE *out) {
    const char *language = roofline->language ? roofline->language : "en";
    const struct words *words = strncmp(language, "zh", 2) == 0 ? &chinese : &english;
    struct axes axes = axes_for(roofline);
    head(HEIGHT + (count ? LINE * count + 8 : 0), out);
    grid(&axes, words, out);
    roofs(roofline, &axes, words, out);
    points(roofline, &axes, out);
    below(lines, count, out);
    fputs("</svg>\n", out);
}
