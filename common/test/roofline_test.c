// roofline_test.c: the roofs, and the three forms in which they are drawn.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "suite.h"
#include "tare.h"

static const tare_point points[] = {
    {"saxpy", 1.0 / 6, 500e9}, {"mat<mul> & \"co\"", 20, 30e12}, {"too good", 0.125, 900e9}};
static const tare_roofline h200 = {4.4e12, 60e12, points, 3, NULL};

static char *drawn;

static tare_status draw(tare_status (*print)(const tare_roofline *, FILE *),
                        const tare_roofline *roofline) {
    size_t length;
    free(drawn);
    drawn = NULL;
    FILE *out = open_memstream(&drawn, &length);
    CU_ASSERT_PTR_NOT_NULL_FATAL(out);
    if (!out)
        return TARE_NO_MEMORY;
    tare_status status = print(roofline, out);
    fclose(out);
    return status;
}

static int times(const char *word) {
    int count = 0;
    for (const char *at = drawn; (at = strstr(at, word)); at += strlen(word))
        count++;
    return count;
}

static void roofs_are_the_lower_of_two(void) {
    CU_ASSERT_DOUBLE_EQUAL(tare_roof(&h200, 0.5), 2.2e12, 1);
    CU_ASSERT_DOUBLE_EQUAL(tare_roof(&h200, 100), 60e12, 1);
    CU_ASSERT_DOUBLE_EQUAL(tare_roof(&h200, 60.0 / 4.4), 60e12, 1e-3 * 60e12);
    tare_roofline unknown = {4.4e12, 0, NULL, 0, NULL};
    CU_ASSERT_DOUBLE_EQUAL(tare_roof(&unknown, 1000), 4.4e15, 1);
}

static void text_names_the_roof_of_each(void) {
    CU_ASSERT_EQUAL(draw(tare_roofline_text, &h200), TARE_OK);
    CU_ASSERT_EQUAL(times("  memory"), 2);
    CU_ASSERT_EQUAL(times("  compute"), 1);
    CU_ASSERT_EQUAL(times("above its roof"), 1);
    CU_ASSERT_EQUAL(times("68.2 %"), 1); // 500 of 4400 / 6
    tare_roofline unknown = {4.4e12, 0, points, 1, NULL};
    CU_ASSERT_EQUAL(draw(tare_roofline_text, &unknown), TARE_OK);
    CU_ASSERT_EQUAL(times("unknown"), 1);
}

static void csv_can_be_read_back(void) {
    CU_ASSERT_EQUAL(draw(tare_roofline_csv, &h200), TARE_OK);
    CU_ASSERT_EQUAL(times("\n"), 4);
    CU_ASSERT_EQUAL(times("\"mat<mul> & \"\"co\"\"\",20,3e+13,6e+13,compute\n"), 1);
}

static void svg_is_a_picture_of_all(void) {
    CU_ASSERT_EQUAL(draw(tare_roofline_svg, &h200), TARE_OK);
    CU_ASSERT(strncmp(drawn, "<svg ", 5) == 0 && strstr(drawn, "</svg>\n") != NULL);
    CU_ASSERT_EQUAL(times("<circle"), 3);
    CU_ASSERT_EQUAL(times("mat&lt;mul&gt; &amp;"), 1);
    CU_ASSERT_EQUAL(times("mat<mul>"), 0);
    CU_ASSERT_EQUAL(times("prefers-color-scheme:dark"), 1);
    CU_ASSERT_EQUAL(times("4400 GB/s"), 1);
    CU_ASSERT_EQUAL(times("nan") + times("inf"), 0);
    tare_roofline chinese = h200;
    chinese.language = "zh-CN";
    CU_ASSERT_EQUAL(draw(tare_roofline_svg, &chinese), TARE_OK);
    CU_ASSERT_EQUAL(times("计算强度"), 1);
    // The labels of points in one place stand beside or below each other.
    tare_point same[] = {{"a", 1, 1e12}, {"b", 1, 1e12}, {"c", 1, 1e12}};
    tare_roofline crowded = {4.4e12, 60e12, same, 3, NULL};
    CU_ASSERT_EQUAL(draw(tare_roofline_svg, &crowded), TARE_OK);
    double x[3], y[3];
    for (int i = 0; i < 3; i++) {
        char end[16];
        snprintf(end, sizeof end, ">%c</text>", 'a' + i);
        char *at = strstr(drawn, end);
        CU_ASSERT_PTR_NOT_NULL_FATAL(at);
        while (at && at > drawn && strncmp(at, " x=\"", 4) != 0)
            at--;
        CU_ASSERT_EQUAL(sscanf(at, " x=\"%lf\" y=\"%lf", &x[i], &y[i]), 2);
        for (int j = 0; j < i; j++)
            CU_ASSERT(fabs(x[i] - x[j]) >= 18 || fabs(y[i] - y[j]) >= 14);
    }
    tare_roofline bare = {1e9, 0, NULL, 0, NULL}; // a CPU without points
    CU_ASSERT_EQUAL(draw(tare_roofline_svg, &bare), TARE_OK);
    CU_ASSERT_EQUAL(times("nan") + times("inf"), 0);
}

static void impossible_roofs_are_refused(void) {
    tare_point zero = {"zero", 0, 1}, unnamed = {NULL, 1, 1}, endless = {"endless", 1, INFINITY};
    tare_roofline bad[] = {{0, 1, NULL, 0, NULL},     {NAN, 1, NULL, 0, NULL},
                           {1, -1, NULL, 0, NULL},    {1, INFINITY, NULL, 0, NULL},
                           {1, 1, NULL, 2, NULL},     {1, 1, &zero, 1, NULL},
                           {1, 1, &unnamed, 1, NULL}, {1, 1, &endless, 1, NULL}};
    for (int i = 0; i < 8; i++) {
        CU_ASSERT_EQUAL(draw(tare_roofline_text, &bad[i]), TARE_BAD_ARGUMENT);
        CU_ASSERT_EQUAL(draw(tare_roofline_csv, &bad[i]), TARE_BAD_ARGUMENT);
        CU_ASSERT_EQUAL(draw(tare_roofline_svg, &bad[i]), TARE_BAD_ARGUMENT);
    }
    CU_ASSERT_EQUAL(tare_roofline_text(NULL, stdout), TARE_BAD_ARGUMENT);
    CU_ASSERT_EQUAL(tare_roofline_svg(&h200, NULL), TARE_BAD_ARGUMENT);
    FILE *full = fopen("/dev/full", "w");
    if (full) {
        CU_ASSERT_EQUAL(tare_roofline_csv(&h200, full), TARE_IO_ERROR);
        fclose(full);
    }
    free(drawn);
    drawn = NULL;
}

static const struct test tests[] = {
    {"roofs_are_the_lower_of_two", roofs_are_the_lower_of_two},
    {"text_names_the_roof_of_each", text_names_the_roof_of_each},
    {"csv_can_be_read_back", csv_can_be_read_back},
    {"svg_is_a_picture_of_all", svg_is_a_picture_of_all},
    {"impossible_roofs_are_refused", impossible_roofs_are_refused},
};
SUITE_MAIN("library_roofline", tests)
