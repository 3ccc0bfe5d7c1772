// test_picture.c: pictures of known programs, line by line, and what must hold of any.
//
// pictures.txt is what each looks like: 90 columns, 60 in ASCII, 76 in Chinese.
// TARE_GOLDEN=write draws all of them anew; look at the difference before you commit it.
#include "base/text.h"
#include "plan.h"
#include "suite.h"
#include "witness/draw/draw.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void see(const struct named_plan *named, struct seen *seen) {
    struct plan plan;
    plan_begin(&plan);
    named->make(&plan);
    plan_end(&plan);
    plan_see(&plan, seen);
    plan_free(&plan);
}

static char *drawn(const struct seen *seen, const struct drawing *drawing, int svg) {
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    CU_ASSERT_TRUE_FATAL(out != NULL);
    if (!out)
        return strdup("");
    CU_ASSERT_TRUE((svg ? draw_svg : draw_text)(&seen->view, &seen->facts, drawing, out));
    fclose(out);
    return text ? text : strdup("");
}

static struct drawing page(int width, int ascii, enum language language) {
    struct drawing drawing = {.width = width, .ascii = ascii, .language = language};
    drawing.device = "host";
    drawing.program = "plan";
    return drawing;
}

// ---- pictures as they must look ------------------------------------------------------------

static const char kept[] = "common/witness/test/pictures.txt";

// A section of the kept file: "== NAME", then its pictures, to the next "== ". NULL: there is none.
static char *section(const char *all, const char *name) {
    char head[100];
    snprintf(head, sizeof head, "== %s\n", name);
    const char *at = all;
    while ((at = strstr(at, head)) && at != all && at[-1] != '\n')
        at++;
    if (!at)
        return NULL;
    at += strlen(head);
    const char *end = strstr(at, "\n== ");
    return strndup(at, end ? (size_t)(end + 1 - at) : strlen(at));
}

static void write_section(const struct named_plan *named, FILE *out) {
    const struct drawing pages[] = {page(90, 0, ENGLISH), page(60, 1, ENGLISH),
                                    page(76, 0, CHINESE)};
    struct seen seen;
    see(named, &seen);
    fprintf(out, "== %s\n", named->name);
    for (int i = 0; i < 3; i++) {
        char *text = drawn(&seen, &pages[i], 0);
        fprintf(out, "%s%s", i ? "\n" : "", text);
        free(text);
    }
    seen_free(&seen);
}

static char *whole(const char *path) {
    char *text = NULL;
    size_t size = 0;
    FILE *in = fopen(path, "r");
    if (!in || getdelim(&text, &size, '\0', in) < 0)
        printf("  %s cannot be read\n", path);
    if (in)
        fclose(in);
    return text ? text : strdup("");
}

static void pictures_are_as_they_were(void) {
    char *now = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&now, &size);
    CU_ASSERT_TRUE_FATAL(out != NULL);
    for (int i = 0; i < named_plan_count; i++)
        write_section(&named_plans[i], out);
    fclose(out);
    const char *mode = getenv("TARE_GOLDEN");
    if (mode && strcmp(mode, "write") == 0) {
        out = fopen(kept, "w");
        CU_ASSERT_TRUE_FATAL(out != NULL && fputs(now, out) >= 0 && fclose(out) == 0);
    }
    char *before = whole(kept);
    for (int i = 0; i < named_plan_count; i++) {
        const char *name = named_plans[i].name;
        char *is = section(now, name), *was = section(before, name);
        int same = is && was && strcmp(is, was) == 0;
        if (!same)
            printf("  %s is not as it was:\n%s\n", name, is ? is : "");
        CU_ASSERT_TRUE(same);
        free(is), free(was);
    }
    CU_ASSERT_STRING_EQUAL(now, before); // nor does the file keep what no plan draws
    free(now), free(before);
}

// A picture that asks holds no sentence about what it shows; all else is the same.
static void a_picture_may_only_ask(void) {
    enum { SHORT = 12 }; // letters: no line is so short
    for (int i = 0; i < named_plan_count; i++)
        for (int svg = 0; svg < 2; svg++) {
            struct seen seen;
            see(&named_plans[i], &seen);
            struct drawing drawing = page(2000, 0, ENGLISH);
            char sentence[600], *told = drawn(&seen, &drawing, svg);
            drawing.asks = 1;
            char *asked = drawn(&seen, &drawing, svg);
            account_sentence(&seen.facts, ENGLISH, sentence, sizeof sentence);
            if (svg) // which breaks the lines of what it says, and escapes its quotes
                sentence[strcspn(sentence, "'<>&1234567890")] = '\0';
            if (svg && strlen(sentence) > SHORT)
                sentence[SHORT] = '\0';
            CU_ASSERT_TRUE(strstr(told, sentence) != NULL);
            CU_ASSERT_TRUE(strstr(asked, sentence) == NULL);
            CU_ASSERT_TRUE(svg || strncmp(told, asked, strlen(asked)) == 0);
            free(told), free(asked);
            seen_free(&seen);
        }
}

// ---- what holds of any picture ----------------------------------------------------------------

static void no_line_is_too_long(void) {
    for (int i = 0; i < named_plan_count; i++) {
        struct seen seen;
        see(&named_plans[i], &seen);
        for (int width = 60; width <= 200; width += 7)
            for (enum language language = ENGLISH; language < LANGUAGES; language++) {
                struct drawing drawing = page(width, width & 1, language);
                char *text = drawn(&seen, &drawing, 0), *rest = text;
                for (char *line; (line = strsep(&rest, "\n"));)
                    if (columns_of(line) > width) {
                        printf("  %s at %d: %s\n", named_plans[i].name, width, line);
                        CU_FAIL("a line is longer than the terminal");
                    }
                CU_ASSERT_TRUE(text && text[0]);
                free(text);
            }
        seen_free(&seen);
    }
}

static void plain_means_ascii(void) {
    for (int i = 0; i < named_plan_count; i++) {
        struct seen seen;
        see(&named_plans[i], &seen);
        struct drawing drawing = page(80, 1, 0);
        char *text = drawn(&seen, &drawing, 0);
        for (const char *c = text; *c; c++)
            if ((*c < ' ' && *c != '\n') || *c > '~') {
                printf("  %s: byte %#x\n", named_plans[i].name, (unsigned char)*c);
                CU_FAIL("a byte that is not ASCII");
                break;
            }
        CU_ASSERT_FALSE(strstr(text, "\033[") != NULL);
        free(text);
        drawing.colour = 1;
        text = drawn(&seen, &drawing, 0);
        CU_ASSERT_TRUE(strstr(text, "\033[") != NULL);
        free(text);
        seen_free(&seen);
    }
}

static double one_each(const char *text) {
    return columns_of(text);
}

static void check_lane(const struct lane *lane, const struct page *page, const char *name) {
    for (size_t i = 0; i < lane->count; i++) {
        const struct item *a = &lane->items[i];
        double a1 = a->label_x + page->text_width(a->label);
        int ok = a->x0 >= 0 && a->x1 <= page->width + 1e-6 && a->x1 > a->x0;
        if (a->place == LABEL_INSIDE)
            ok = ok && a->label_x >= a->x0 && a1 <= a->x1;
        else if (a->place == LABEL_BELOW)
            ok = ok && a->label_x >= 0 && a1 <= page->width;
        for (size_t j = i + 1; j < lane->count; j++) {
            const struct item *b = &lane->items[j];
            double b1 = b->label_x + page->text_width(b->label);
            ok = ok && (b->x0 >= a->x1 - 1e-6 || b->x1 >= page->width);
            if (a->place == LABEL_BELOW && b->place == LABEL_BELOW && a->label_row == b->label_row)
                ok = ok && (a1 <= b->label_x || b1 <= a->label_x);
        }
        if (!ok)
            printf("  %s: %s at %.1f..%.1f, label %.1f..%.1f\n", name, a->label, a->x0, a->x1,
                   a->label_x, a1);
        CU_ASSERT_TRUE(ok);
    }
}

static void no_label_straddles_an_edge(void) {
    for (int i = 0; i < named_plan_count; i++) {
        struct seen seen;
        see(&named_plans[i], &seen);
        for (int width = 48; width < 190; width += 5) {
            struct picture picture;
            struct page page = {.width = width,
                                .least = 1,
                                .readable = 12,
                                .gap = 1,
                                .whole = 1,
                                .label_rows = 3,
                                .text_width = one_each};
            CU_ASSERT_TRUE_FATAL(picture_make(&seen.view, &seen.facts, &page, &picture));
            for (int l = 0; l < picture.lane_count; l++)
                check_lane(&picture.lanes[l], &page, named_plans[i].name);
            picture_free(&picture);
        }
        seen_free(&seen);
    }
}

// Between two breaks one column is always the same time, and no break is left unmarked.
static void time_is_told_honestly(void) {
    for (int i = 0; i < named_plan_count; i++) {
        struct seen seen;
        see(&named_plans[i], &seen);
        struct picture picture;
        struct page page = {.width = 100,
                            .least = 1,
                            .readable = 12,
                            .gap = 1,
                            .whole = 1,
                            .label_rows = 3,
                            .text_width = one_each};
        CU_ASSERT_TRUE_FATAL(picture_make(&seen.view, &seen.facts, &page, &picture));
        double x = 0;
        for (size_t s = 0; s < picture.stretch_count; s++) {
            const struct stretch *stretch = &picture.stretches[s];
            double wide = stretch->x1 - stretch->x0, scale = 1 / picture.ns_per_x;
            double true_width = (double)(stretch->end - stretch->begin) * scale;
            CU_ASSERT_DOUBLE_EQUAL(stretch->x0, x, 1e-6);
            if (stretch->broken)
                CU_ASSERT_TRUE(wide < true_width);
            if (!stretch->broken)
                CU_ASSERT_DOUBLE_EQUAL(wide, true_width, 1e-3);
            x = stretch->x1;
        }
        CU_ASSERT_TRUE(x <= page.width + 1e-6);
        picture_free(&picture);
        seen_free(&seen);
    }
}

static void many_launches_are_folded(void) {
    struct plan plan;
    plan_begin(&plan);
    double start = plan.now;
    plan_clock(&plan);
    for (int i = 0; i < 20000; i++)
        plan_kernel(&plan, i % 2 ? "odd" : "even", 0, start + 5 + 12 * i, 11);
    plan_wait_until(&plan, "cudaDeviceSynchronize", start + 240010);
    double stop = plan.now;
    plan_clock(&plan);
    plan_claim(&plan, "both", stop - start);
    plan_end(&plan);
    struct seen seen;
    plan_see(&plan, &seen);
    struct drawing drawing = page(100, 0, 0);
    char *text = drawn(&seen, &drawing, 0), *svg = drawn(&seen, &drawing, 1);
    CU_ASSERT_TRUE(strlen(text) < 4000);
    CU_ASSERT_TRUE(strlen(svg) < 12000);
    CU_ASSERT_TRUE(strstr(text, "launch x 20000") != NULL);
    CU_ASSERT_TRUE(strstr(text, "operations") != NULL);
    free(text), free(svg);
    seen_free(&seen);
    plan_free(&plan);
}

static void an_svg_escapes_and_has_both_pages(void) {
    struct plan plan;
    plan_begin(&plan);
    double start = plan.now;
    plan_clock(&plan);
    plan_kernel(&plan, "scale<float, 4>&", 0, start + 5, 239);
    plan_wait_until(&plan, "cudaDeviceSynchronize", start + 247);
    plan_clock(&plan);
    plan_claim(&plan, "a<b", 247.3);
    plan_end(&plan);
    struct seen seen;
    plan_see(&plan, &seen);
    struct drawing drawing = page(80, 0, 1);
    char *svg = drawn(&seen, &drawing, 1);
    CU_ASSERT_TRUE(strstr(svg, "scale&lt;float, 4&gt;&amp;") != NULL);
    CU_ASSERT_TRUE(strstr(svg, "a&lt;b") != NULL);
    CU_ASSERT_TRUE(strstr(svg, "prefers-color-scheme:dark") != NULL);
    CU_ASSERT_TRUE(strstr(svg, "@media print") != NULL);
    CU_ASSERT_TRUE(strstr(svg, "lang=\"zh-CN\"") != NULL);
    free(svg);
    seen_free(&seen);
    plan_free(&plan);
}

static const struct test tests[] = {
    {"pictures are as they were", pictures_are_as_they_were},
    {"a picture may only ask", a_picture_may_only_ask},
    {"no line is too long", no_line_is_too_long},
    {"plain means ASCII", plain_means_ascii},
    {"no label straddles an edge", no_label_straddles_an_edge},
    {"time is told honestly", time_is_told_honestly},
    {"many launches are folded", many_launches_are_folded},
    {"an SVG escapes and has both pages", an_svg_escapes_and_has_both_pages},
};
SUITE_MAIN("witness pictures", tests)
