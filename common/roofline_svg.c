// roofline_svg.c: the picture. Both axes are logarithmic; the colours follow the reader's
// light or dark scheme, and on paper they are black on white.
#include <math.h>
#include <string.h>

#include "tare_internal.h"
#include "tare_roofline_picture.h"

static const double left = 72, right = 700, top = 28, bottom = 372;

struct axes {
    double x_low, x_high, y_low, y_high; // decades
};

static const struct words {
    const char *x, *y, *memory, *compute;
} english = {"arithmetic intensity, flop/byte", "GFLOP/s", "memory", "compute"},
  chinese = {"计算强度 (flop/byte)", "GFLOP/s", "内存", "计算"};

static double x_of(const struct axes *axes, double flop_per_byte) {
    return left +
           (right - left) * (log10(flop_per_byte) - axes->x_low) / (axes->x_high - axes->x_low);
}

static double y_of(const struct axes *axes, double flop_per_s) {
    return bottom -
           (bottom - top) * (log10(flop_per_s) - axes->y_low) / (axes->y_high - axes->y_low);
}

// Whole decades around the ridge and every point.
static struct axes axes_for(const tare_roofline *r) {
    double ridge = r->flop_per_s > 0 ? r->flop_per_s / r->bytes_per_s : 1;
    double x_low = log10(ridge), x_high = x_low, y_low = log10(tare_roof(r, ridge)), y_high = y_low;
    for (int i = 0; i < r->count; i++) {
        double x = log10(r->points[i].flop_per_byte), y = log10(r->points[i].flop_per_s);
        x_low = fmin(x_low, x);
        x_high = fmax(x_high, x);
        y_low = fmin(y_low, y);
        y_high = fmax(y_high, fmax(y, log10(tare_roof(r, r->points[i].flop_per_byte))));
    }
    struct axes axes = {floor(x_low - 0.3), ceil(x_high + 0.3), floor(y_low - 0.1),
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
        case '<':
            fputs("&lt;", out);
            break;
        case '>':
            fputs("&gt;", out);
            break;
        case '&':
            fputs("&amp;", out);
            break;
        default:
            if ((unsigned char)*text >= ' ') // XML has no control characters
                fputc(*text, out);
        }
}

static void head(FILE *out) {
    fputs("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 720 424\" role=\"img\" "
          "aria-label=\"roofline\">\n<style>\n"
          ".text{font:13px system-ui,sans-serif;fill:#222}.small{font-size:12px;fill:#555}\n"
          ".grid{stroke:#ccc;stroke-width:1}.roof{fill:none;stroke:#0b57a4;stroke-width:3}\n"
          ".point{fill:#b3261e;stroke:#fff;stroke-width:1.5}.paper{fill:#fff}\n"
          "@media (prefers-color-scheme:dark){.text{fill:#eee}.small{fill:#bbb}"
          ".grid{stroke:#444}.roof{stroke:#7fb8ff}.point{fill:#ff8a80;stroke:#1b1b1b}"
          ".paper{fill:#1b1b1b}}\n"
          "@media print{.text,.small{fill:#000}.grid{stroke:#bbb}.roof{stroke:#000}"
          ".point{fill:#000;stroke:#fff}.paper{fill:#fff}}\n"
          "</style>\n<rect class=\"paper\" width=\"720\" height=\"424\"/>\n",
          out);
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

// The memory roof from where it enters the picture, then the compute roof to the right.
static void roofs(const tare_roofline *r, const struct axes *axes, const struct words *words,
                  FILE *out) {
    double enter_x = fmax(pow(10, axes->x_low), pow(10, axes->y_low) / r->bytes_per_s);
    double end_x = pow(10, axes->x_high), end_y = tare_roof(r, end_x);
    if (end_y > pow(10, axes->y_high)) { // no compute roof is known: the slope leaves on top
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

// Labels stand right of their point, or left of it near the edge; one that would lie on
// an earlier one moves down by a line.
static void points(const tare_roofline *r, const struct axes *axes, FILE *out) {
    enum { REMEMBERED = 64 };
    double used_x[REMEMBERED], used_y[REMEMBERED];
    for (int i = 0; i < r->count; i++) {
        const tare_point *p = &r->points[i];
        double x = x_of(axes, p->flop_per_byte), y = y_of(axes, p->flop_per_s), label = y + 4;
        int at_edge = x > right - 130;
        for (int moved = 0, j = 0; j < i && j < REMEMBERED; j++)
            if (fabs(used_x[j] - x) < 120 && fabs(used_y[j] - label) < 14 && moved < REMEMBERED) {
                label = used_y[j] + 15;
                moved++;
                j = -1; // it may lie on another one now
            }
        if (i < REMEMBERED) {
            used_x[i] = x;
            used_y[i] = label;
        }
        fprintf(out,
                "<circle class=\"point\" cx=\"%.1f\" cy=\"%.1f\" r=\"5\"/><text "
                "class=\"text\" x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">",
                x, y, at_edge ? x - 9 : x + 9, label, at_edge ? "end" : "start");
        escaped(p->name, out);
        fputs("</text>\n", out);
    }
}

tare_status tare_roofline_svg(const tare_roofline *roofline, FILE *out) {
    TARE_TRY(tare_roofline_valid(roofline, out));
    const char *language = roofline->language ? roofline->language : "en";
    const struct words *words = strncmp(language, "zh", 2) == 0 ? &chinese : &english;
    struct axes axes = axes_for(roofline);
    void *before = tare_plain_numbers();
    head(out);
    grid(&axes, words, out);
    roofs(roofline, &axes, words, out);
    points(roofline, &axes, out);
    fputs("</svg>\n", out);
    tare_numbers_as_before(before);
    if (fflush(out) != 0 || ferror(out))
        return tare_fail(TARE_IO_ERROR, "the picture could not be written");
    return TARE_OK;
}
