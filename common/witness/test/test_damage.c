// test_damage.c: traces that were cut or damaged anywhere are read, judged and drawn
// without harm. Built with the sanitizers; the damage is the same in every run.
#include "plan.h"
#include "suite.h"
#include "witness/picture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned random_state = 20261120;

static unsigned next_random(void) {
    random_state ^= random_state << 13;
    random_state ^= random_state >> 17;
    return random_state ^= random_state << 5;
}

// Everything that is done with a trace; returns whether it could be read.
static int use(const char *text, size_t length, FILE *out) {
    struct trace trace;
    struct view view;
    char why[200];
    // A copy of just that size: reading past its end is seen.
    char *exact = malloc(length ? length : 1);
    CU_ASSERT_TRUE_FATAL(exact != NULL);
    if (!exact)
        return 0;
    memcpy(exact, text, length);
    int read = trace_parse(exact, length, &trace, why, sizeof why);
    free(exact);
    if (!read)
        return 0;
    CU_ASSERT_TRUE_FATAL(view_make(&trace, &view));
    const struct drawing drawing = {.width = 80, .device = trace.device, .program = trace.program};
    for (size_t i = 0; i <= witness_claims(&trace); i++) {
        struct witness_facts facts;
        if (!witness_facts_of(&view, i, &facts))
            continue;
        witness_facts_json(&facts, out);
        CU_ASSERT_TRUE(draw_text(&view, &facts, &drawing, out));
        CU_ASSERT_TRUE(draw_svg(&view, &facts, &drawing, out));
    }
    view_free(&view);
    trace_free(&trace);
    return 1;
}

static void make(int i, struct plan *plan) {
    plan_begin(plan);
    named_plans[i].make(plan);
    plan_end(plan);
}

static void cut_anywhere(void) {
    FILE *out = fopen("/dev/null", "w");
    CU_ASSERT_TRUE_FATAL(out != NULL);
    int read = 0, cuts = 0;
    for (int i = 0; i < named_plan_count; i++) {
        struct plan plan;
        make(i, &plan);
        if (plan.length < 20000)
            for (size_t length = 0; length <= plan.length; length += 1 + next_random() % 23, cuts++)
                read += use(plan.text, length, out);
        plan_free(&plan);
    }
    CU_ASSERT_TRUE(cuts > 1000);
    CU_ASSERT_TRUE(read > cuts / 2);
    fclose(out);
}

static void changed_anywhere(void) {
    static const char interesting[] = "0123456789-+.eE\"\\{}[]:,\n \0u9";
    FILE *out = fopen("/dev/null", "w");
    CU_ASSERT_TRUE_FATAL(out != NULL);
    int read = 0, tries = 0;
    for (int i = 0; i < named_plan_count; i++) {
        struct plan plan;
        make(i, &plan);
        char *text = malloc(plan.length);
        CU_ASSERT_TRUE_FATAL(text != NULL);
        if (!text)
            return;
        for (int try = 0; try < (plan.length < 20000 ? 150 : 3); try++, tries++) {
            memcpy(text, plan.text, plan.length);
            for (unsigned n = 1 + next_random() % 6; n > 0; n--) {
                size_t at = next_random() % plan.length;
                text[at] = next_random() % 3 ? interesting[next_random() % (sizeof interesting - 1)]
                                             : (char)next_random();
            }
            read += use(text, plan.length, out);
        }
        free(text);
        plan_free(&plan);
    }
    CU_ASSERT_TRUE(read > tries / 2);
    fclose(out);
}

// Lines in another order, lines twice, lines missing: threads write as they come.
static void lines_in_any_order(void) {
    enum { LINES = 400 };
    FILE *out = fopen("/dev/null", "w");
    CU_ASSERT_TRUE_FATAL(out != NULL);
    int read = 0, tries = 0;
    for (int i = 0; i < named_plan_count; i++) {
        struct plan plan;
        char *line[LINES];
        int lines = 0;
        make(i, &plan);
        char *rest = strdup(plan.text), *copy = rest, *text = malloc(2 * plan.length + 2);
        while (lines < LINES && (line[lines] = strsep(&rest, "\n")))
            lines++;
        for (int try = 0; try < 20; try++, tries++) {
            CU_ASSERT_TRUE_FATAL(lines > 2 && text != NULL);
            if (lines <= 2 || !text)
                break;
            size_t length = (size_t)sprintf(text, "%s\n%s\n", line[0], line[1]);
            for (int n = 2; n < lines; n++) {
                const char *which = line[2 + (int)(next_random() % (unsigned)(lines - 2))];
                if (length + strlen(which) + 2 < 2 * plan.length)
                    length += (size_t)sprintf(text + length, "%s\n", which);
            }
            read += use(text, length, out);
        }
        free(text), free(copy);
        plan_free(&plan);
    }
    CU_ASSERT_EQUAL(read, tries);
    fclose(out);
}

static void absurd_numbers(void) {
    static const char *const lines[] = {
        "{\"name\":\"a\",\"cat\":\"kernel\",\"ph\":\"X\",\"ts\":1e308,\"dur\":1}",
        "{\"name\":\"a\",\"cat\":\"kernel\",\"ph\":\"X\",\"ts\":0,\"dur\":4611686018427387.904}",
        "{\"name\":\"a\",\"cat\":\"kernel\",\"ph\":\"X\",\"ts\":-5,\"dur\":1}",
        "{\"name\":\"a\",\"cat\":\"call\",\"ph\":\"X\",\"ts\":0,\"dur\":0,\"tid\":1e300}",
        "{\"name\":\"a\",\"cat\":\"claim\",\"ph\":\"i\",\"ts\":9,\"args\":{\"value\":1e300}}",
        "{\"name\":\"a\",\"cat\":\"claim\",\"ph\":\"i\",\"ts\":9,\"args\":{\"value\":-1}}",
        "{\"name\":\"a\",\"cat\":\"elapsed\",\"ph\":\"i\",\"ts\":8,\"args\":{\"value\":1e300,"
        "\"event\":18446744073709551615,\"other_event\":99999999999999999999999}}",
        "{\"name\":\"a\",\"cat\":\"elapsed\",\"ph\":\"i\",\"ts\":8,\"args\":{\"value\":-1e12}}",
        "{\"name\":\"a\",\"cat\":\"kernel\",\"ph\":\"X\",\"ts\":1,\"dur\":1,\"args\":{\"grid\":[-1,"
        "0,0]}}",
        "{\"a\":[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]"
        "]]]]]]]]}",
        "{\"name\":\"\\ud800\\uZZZZ\",\"cat\":\"call\",\"ph\":\"X\",\"ts\":1,\"dur\":1}"};
    char text[4000];
    FILE *out = fopen("/dev/null", "w");
    CU_ASSERT_TRUE_FATAL(out != NULL);
    for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++) {
        int n = snprintf(text, sizeof text,
                         "[\n{\"name\":\"tare_witness\",\"ph\":\"M\",\"args\":{}},\n%s,\n"
                         "{\"name\":\"a\",\"cat\":\"claim\",\"ph\":\"i\",\"ts\":99,\"args\":{}},\n",
                         lines[i]);
        CU_ASSERT_TRUE(use(text, (size_t)n, out));
    }
    fclose(out);
}

static const struct test tests[] = {
    {"cut anywhere", cut_anywhere},
    {"changed anywhere", changed_anywhere},
    {"lines in any order", lines_in_any_order},
    {"absurd numbers", absurd_numbers},
};
SUITE_MAIN("witness damage", tests)
