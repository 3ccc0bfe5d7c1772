// roofline.c: the roofs over a kernel: how to measure them, and a table, CSV and a picture of them.
#include <math.h>
#include <pthread.h>
#include <string.h>

#include "tare_internal.h"

// ---- the ceilings: what memory gives to kernels that do nothing else -----------------

enum { SAMPLES = 7 };

static tare_status best_of_shapes(struct tare_traffic *traffic, uint64_t bytes, double *rate) {
    tare_device device;
    TARE_TRY(tare_device_facts(&device));
    int shapes = device.is_host ? 2 : tare_traffic_shapes(); // the others are slower on a CPU
    *rate = 0;
    for (traffic->shape = 0; traffic->shape < shapes; traffic->shape++) {
        tare_options options = {.samples = SAMPLES};
        tare_time time;
        TARE_TRY(tare_measure(tare_launch_traffic, traffic, NULL, &options, &time));
        double reached = (double)bytes / time.median;
        *rate = reached > *rate ? reached : *rate;
    }
    return TARE_OK;
}

static tare_status measure_patterns(void *memory, tare_ceilings *ceilings) {
    uint64_t all = ceilings->bytes, half = all / 2, third = all / 48 * 16;
    char *at = memory;
    struct tare_traffic read = {.pattern = TARE_READ, .count = all / 16, .a = at, .b = at};
    struct tare_traffic write = {.pattern = TARE_WRITE, .count = all / 16, .a = at};
    struct tare_traffic copy = {.pattern = TARE_COPY, .count = half / 16, .a = at, .b = at + half};
    struct tare_traffic triad = {
        .pattern = TARE_TRIAD, .count = third / 16, .a = at, .b = at + third, .c = at + 2 * third};
    TARE_TRY(
        best_of_shapes(&write, all, &ceilings->write)); // the first pattern: it fills the memory
    TARE_TRY(best_of_shapes(&read, all, &ceilings->read));
    TARE_TRY(best_of_shapes(&copy, 2 * half, &ceilings->copy));
    return best_of_shapes(&triad, 3 * third, &ceilings->triad);
}

// So large that the launch and the last blocks take only some thousandths of the time.
static tare_status working_set(uint64_t *bytes) {
    tare_device device;
    TARE_TRY(tare_device_facts(&device));
    uint64_t cache = tare_largest_cache(&device);
    if (device.is_host) // a server's cache of 300 MiB is not one program's: a lab stops at 128 MiB
        *bytes = 4 * cache < 64u << 20    ? 64u << 20
                 : 4 * cache > 256u << 20 ? 256u << 20
                                          : 4 * cache;
    else
        *bytes = 64 * cache < 1u << 30 ? 1u << 30 : 64 * cache;
    size_t available = 0, total = 0;
    TARE_TRY_CUDA(cudaMemGetInfo(&available, &total));
    if (*bytes > available / 4)
        *bytes = available / 4;
    *bytes = *bytes / (1u << 20) << 20;
    if (*bytes < 8 * device.l2_bytes || *bytes == 0)
        return tare_fail(TARE_NO_MEMORY,
                         "too little free memory for the ceilings: %llu MB; 32 x L2 must be free",
                         (unsigned long long)(available / 1000000));
    return TARE_OK;
}

tare_status tare_measure_ceilings(tare_ceilings *ceilings) {
    TARE_COVER();
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    static tare_ceilings kept;
    static int kept_of = -1;
    if (!ceilings)
        return tare_fail(TARE_BAD_ARGUMENT, "tare_measure_ceilings: ceilings is NULL");
    TARE_TRY(tare_need_device());
    pthread_mutex_lock(&lock);
    tare_status status = TARE_OK;
    if (kept_of != tare_current_device()) {
        tare_ceilings found = {0};
        void *memory = NULL;
        status = working_set(&found.bytes);
        if (status == TARE_OK) {
            cudaError_t error = cudaMalloc(&memory, found.bytes);
            status = error == cudaSuccess ? measure_patterns(memory, &found)
                                          : tare_fail_cuda(error, "cudaMalloc for the ceilings");
            (void)cudaFree(memory);
        }
        if (status == TARE_OK) {
            kept = found;
            kept_of = tare_current_device();
        }
    }
    if (status == TARE_OK)
        *ceilings = kept;
    pthread_mutex_unlock(&lock);
    return status;
}

// ---- the roofline as a table and as CSV ----------------------------------------------

double tare_roof(const tare_roofline *roofline, double flop_per_byte) {
    double by_memory = roofline->bytes_per_s * flop_per_byte;
    return roofline->flop_per_s > 0 ? fmin(by_memory, roofline->flop_per_s) : by_memory;
}

static tare_status check(const tare_roofline *roofline, const FILE *out) {
    if (!roofline || !out)
        return tare_fail(TARE_BAD_ARGUMENT, "the roofline or the file is NULL");
    if (!(roofline->bytes_per_s > 0) || isinf(roofline->bytes_per_s))
        return tare_fail(TARE_BAD_ARGUMENT, "a roofline needs a bandwidth: measure the ceilings");
    if (!(roofline->flop_per_s >= 0) || isinf(roofline->flop_per_s))
        return tare_fail(TARE_BAD_ARGUMENT, "flop_per_s must be 0 (unknown) or more");
    if (roofline->count < 0 || (roofline->count > 0 && !roofline->points))
        return tare_fail(TARE_BAD_ARGUMENT, "count is negative, or there are no points");
    for (int i = 0; i < roofline->count; i++) {
        const tare_point *p = &roofline->points[i];
        if (!p->name || !(p->flop_per_byte > 0) || isinf(p->flop_per_byte) ||
            !(p->flop_per_s > 0) || isinf(p->flop_per_s))
            return tare_fail(TARE_BAD_ARGUMENT,
                             "point %d (%.40s): flop/byte and flop/s are numbers above 0", i,
                             p->name ? p->name : "no name");
    }
    return TARE_OK;
}

static int under_memory(const tare_roofline *roofline, double flop_per_byte) {
    return roofline->flop_per_s <= 0 ||
           roofline->bytes_per_s * flop_per_byte < roofline->flop_per_s;
}

static tare_status written(FILE *out) {
    if (fflush(out) != 0 || ferror(out))
        return tare_fail(TARE_IO_ERROR, "the roofline could not be written");
    return TARE_OK;
}

tare_status tare_roofline_text(const tare_roofline *roofline, FILE *out) {
    TARE_TRY(check(roofline, out));
    fprintf(out, "memory roof   %.1f GB/s\n", roofline->bytes_per_s / 1e9);
    if (roofline->flop_per_s > 0)
        fprintf(out, "compute roof  %.1f GFLOP/s\nthey meet at  %.3g flop/byte\n",
                roofline->flop_per_s / 1e9, roofline->flop_per_s / roofline->bytes_per_s);
    else
        fprintf(out, "compute roof  unknown\n");
    if (roofline->count)
        fprintf(out, "\n%-20s %10s %12s %12s %8s  %s\n", "kernel", "flop/byte", "GFLOP/s", "roof",
                "of roof", "under");
    for (int i = 0; i < roofline->count; i++) {
        const tare_point *p = &roofline->points[i];
        double roof = tare_roof(roofline, p->flop_per_byte), part = p->flop_per_s / roof;
        fprintf(out, "%-20s %10.4g %12.2f %12.2f %6.1f %%  %s%s\n", p->name, p->flop_per_byte,
                p->flop_per_s / 1e9, roof / 1e9, 100 * part,
                under_memory(roofline, p->flop_per_byte) ? "memory" : "compute",
                part > 1.02 ? "  above its roof: check work and time" : "");
    }
    return written(out);
}

static void csv_name(const char *name, FILE *out) {
    fputc('"', out);
    for (; *name; name++) {
        if (*name == '"')
            fputc('"', out);
        fputc(*name, out);
    }
    fputc('"', out);
}

tare_status tare_roofline_csv(const tare_roofline *roofline, FILE *out) {
    TARE_TRY(check(roofline, out));
    void *before = tare_plain_numbers();
    fprintf(out, "name,flop_per_byte,flop_per_s,roof_flop_per_s,under\n");
    for (int i = 0; i < roofline->count; i++) {
        const tare_point *p = &roofline->points[i];
        csv_name(p->name, out);
        fprintf(out, ",%.9g,%.9g,%.9g,%s\n", p->flop_per_byte, p->flop_per_s,
                tare_roof(roofline, p->flop_per_byte),
                under_memory(roofline, p->flop_per_byte) ? "memory" : "compute");
    }
    tare_numbers_as_before(before);
    return written(out);
}

// ---- the picture ---------------------------------------------------------------------

// Both axes are logarithmic. The colours follow the reader's light or dark scheme; on paper the
// picture is black on white.
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

// A label stands right of its point, or left of it near the edge. A label that would cover an
// earlier label moves down by a line.
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
                j = -1; // begin again: the moved label may cover another label
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
    TARE_TRY(check(roofline, out));
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
    return written(out);
}
