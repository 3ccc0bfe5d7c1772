// test_picture.c: a weighing under its roofline: each kernel is named once, and no name covers
// another.
#define _GNU_SOURCE // open_memstream
#include "suite.h"
#include "weigh/weigh.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/text.h"

static const char kept[] = "common/weigh/test/h200.weighing";
static const char *const names[] = {"vector_add",      "saxpy",     "double_chain",
                                    "transpose_tiled", "fma_chain", "product_tiled"};
enum { KEPT = sizeof names / sizeof *names, MOST_TEXTS = 512 };

static char *drawn(const struct weighing *w, enum language language) {
    char *svg = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&svg, &size);
    CU_ASSERT_FATAL(weighing_undrawn(w) == WEIGH_WORDS);
    weighing_svg(w, language, out);
    fclose(out);
    return svg;
}

static int times(const char *in, const char *word) {
    int count = 0;
    for (const char *at = in; (at = strstr(at, word)); at += strlen(word))
        count++;
    return count;
}

// ---- where each text is

struct shown {
    double x0, x1, y0, y1;
    int is_label;
};

static double value(const char *tag, const char *key) {
    const char *at = strstr(tag, key);
    return at ? strtod(at + strlen(key), NULL) : -1;
}

// DejaVu Sans, the widest font that is usual: 0.62 em on average.
static struct shown where(const char *tag) {
    char within[512];
    const char *text = strchr(tag, '>') + 1;
    int is_small = strncmp(tag, "<text class=\"text small\"", 24) == 0;
    double size = is_small ? 12 : 13;
    text_format(within, sizeof within, "%.*s", (int)strcspn(text, "<"), text);
    double wide = 0.62 * size * columns_of(within), x = value(tag, " x=\""),
           y = value(tag, " y=\"");
    const char *anchor = strstr(tag, "text-anchor=\"");
    double before = !anchor || anchor > text                 ? 0
                    : strncmp(anchor + 13, "end", 3) == 0    ? wide
                    : strncmp(anchor + 13, "middle", 6) == 0 ? wide / 2
                                                             : 0;
    return (struct shown){x - before, x - before + wide, y - 0.75 * size, y + 0.2 * size,
                          !is_small};
}

static int find_texts(const char *svg, struct shown *texts) {
    int count = 0;
    for (const char *at = svg; (at = strstr(at, "<text ")) && count < MOST_TEXTS; at++)
        if (!memmem(at, strcspn(at, ">"), "rotate", 6)) // the slope's own name
            texts[count++] = where(at);
    return count;
}

static void is_laid_out(const char *svg) {
    static struct shown texts[MOST_TEXTS];
    const char *box = strstr(svg, "viewBox=\"0 0 ");
    CU_ASSERT_FATAL(box != NULL);
    if (!box)
        return;
    char *end;
    double width = strtod(box + 13, &end), height = strtod(end, NULL);
    int count = find_texts(svg, texts), outside = 0, covered = 0;
    for (int i = 0; i < count; i++) {
        const struct shown *a = &texts[i];
        outside += a->x0 < 0 || a->x1 > width || a->y0 < 0 || a->y1 > height;
        for (int j = 0; j < i; j++) {
            const struct shown *b = &texts[j];
            covered += a->is_label && b->is_label && a->x0 < b->x1 && b->x0 < a->x1 &&
                       a->y0 < b->y1 && b->y0 < a->y1;
        }
    }
    CU_ASSERT(count > 10 && outside == 0 && covered == 0);
    if (outside || covered)
        printf("  %d outside, %d covered of %d:\n%s", outside, covered, count, svg);
}

// ---- tests

static void six_of_an_h200(void) {
    struct weighing w;
    CU_ASSERT_FATAL(weighing_read(kept, &w) == 1 && w.kernel_count == KEPT && w.damaged == 0);
    for (int language = 0; language < LANGUAGES; language++) {
        char *svg = drawn(&w, (enum language)language);
        is_laid_out(svg);
        for (int i = 0; i < KEPT; i++)
            CU_ASSERT(times(svg, names[i]) == 1);
        CU_ASSERT(times(svg, "<circle") == KEPT - 1); // transpose_tiled computes nothing
        CU_ASSERT(times(svg, language == ENGLISH ? "at most" : "最多") == 1);
        CU_ASSERT(times(svg, "NVIDIA H200") == 1 && times(svg, "prefers-color-scheme:dark") == 1);
        free(svg);
    }
    weighing_free(&w);
}

// The mark's height is its roof's: by memory up to the ridge, at 13.9 flop/byte, and then flat.
static void marks_stand_on_the_roof(void) {
    struct weighing w;
    CU_ASSERT_FATAL(weighing_read(kept, &w) == 1);
    char *svg = drawn(&w, ENGLISH);
    double last = 0;
    for (const char *at = svg; (at = strstr(at, "<circle")); at++) { // from the right to the left
        double y = value(at, " cy=\"");
        CU_ASSERT(y >= last);
        last = y;
    }
    CU_ASSERT(times(svg, "cy=\"48.0\"") == 2); // fma_chain and product_tiled
    free(svg);
    weighing_free(&w);
}

static struct weighing read_lines(const char *head, int count, const char *line) {
    char path[] = "/tmp/weigh-picture-XXXXXX";
    struct weighing w;
    int file = mkstemp(path);
    CU_ASSERT_FATAL(file >= 0);
    FILE *out = fdopen(file, "w");
    CU_ASSERT_FATAL(out != NULL);
    fputs(head, out);
    for (int i = 1; i <= count; i++)
        fprintf(out, line, i, i);
    fclose(out);
    CU_ASSERT_FATAL(weighing_read(path, &w) == 1);
    unlink(path);
    return w;
}

static const char card[] =
    "device\tname=H200\tkind=card\tpeak_bytes_per_s=4.8e12\tpeak_flops_f32=6e13\n";
static const char alike[] =
    "kernel\tname=a::<b>::a_kernel_whose_name_is_too_long_for_any_picture_v%d(int)\tgrid=%d,1,1"
    "\tblock=32,1,1\tdram_read=4000\tdram_written=0\tflops_f32=1000\n";

static void a_crowd(void) {
    struct weighing w = read_lines(card, 300, alike);
    char *svg = drawn(&w, ENGLISH);
    is_laid_out(svg);
    CU_ASSERT(times(svg, "<circle") == 300 && times(svg, "_v7<") == 1 && times(svg, "_v300<") == 1);
    CU_ASSERT(times(svg, "<title>a_kernel") > 0);
    free(svg);
    weighing_free(&w);
}

// One name, and only its grids differ; many of which nothing is known.
static void the_same_and_the_unknown(void) {
    struct weighing same = read_lines(card, 2,
                                      "kernel\tname=k&<%d>()\tgrid=%d,1,1\tblock=32,1,1\tdram_read="
                                      "8\tdram_written=0\tflops_f32=1\n");
    char *svg = drawn(&same, ENGLISH);
    CU_ASSERT(times(svg, ">k&amp; 1x32<") == 1 && times(svg, ">k&amp; 2x32<") == 1);
    free(svg);
    weighing_free(&same);
    char head[512];
    text_format(head, sizeof head, "%s%s", card,
                "kernel\tname=drawn\tgrid=1,1,1\tblock=1,1,1\tdram_read=8\tdram_written=0"
                "\tflops_f32=1\n");
    struct weighing many = read_lines(
        head, 300, "kernel\tname=unknown_%d()\tgrid=%d,1,1\tblock=32,1,1\tdram_read=8\n");
    svg = drawn(&many, CHINESE);
    is_laid_out(svg);
    CU_ASSERT(times(svg, "unknown_1,") == 1 && times(svg, " ..。") == 1);
    free(svg);
    weighing_free(&many);
}

static void without_a_picture(void) {
    struct weighing host = read_lines("device\tname=h\tkind=host\tpeak_bytes_per_s=1e10\n", 1,
                                      "kernel\tname=k%d\tgrid=%d,1,1\tblock=1,1,1\tline_read=64"
                                      "\tline_written=0\n");
    CU_ASSERT(weighing_undrawn(&host) == WEIGH_NO_MARK);
    weighing_free(&host);
    struct weighing unknown = read_lines("device\tname=h\tkind=card\n", 1, alike);
    CU_ASSERT(weighing_undrawn(&unknown) == WEIGH_NO_ROOF);
    weighing_free(&unknown);
    struct weighing none = read_lines(card, 0, "");
    CU_ASSERT(weighing_undrawn(&none) == WEIGH_NO_MARK);
    weighing_free(&none);
}

static const struct test tests[] = {
    {"six of an H200", six_of_an_h200},
    {"marks stand on the roof", marks_stand_on_the_roof},
    {"a crowd", a_crowd},
    {"the same and the unknown", the_same_and_the_unknown},
    {"without a picture", without_a_picture},
};
SUITE_MAIN("weigh_picture", tests)
