// test_facts.c: what is proved from a trace, and the sentence that says it.
#include "plan.h"
#include "suite.h"

#include <stdio.h>
#include <string.h>

static void see_plan(const char *name, struct seen *seen) {
    struct plan plan;
    memset(seen, 0, sizeof *seen);
    for (int i = 0; i < named_plan_count; i++)
        if (strcmp(named_plans[i].name, name) == 0) {
            plan_begin(&plan);
            named_plans[i].make(&plan);
            plan_end(&plan);
            plan_see(&plan, seen);
            plan_free(&plan);
        }
    CU_ASSERT_TRUE_FATAL(seen->facts.known);
}

#define NEAR(value, expected)                                                                      \
    CU_ASSERT_DOUBLE_EQUAL(value, expected, 0.001 * (double)(expected) + 1)

static void every_mistake_is_shown(void) {
    for (int i = 0; i < named_plan_count; i++) {
        struct seen seen;
        see_plan(named_plans[i].name, &seen);
        const char *shows = account_shows(&seen.facts);
        if (strcmp(shows, named_plans[i].shows) != 0)
            printf("  %s: shows %s\n", named_plans[i].name, shows);
        CU_ASSERT_STRING_EQUAL(shows, named_plans[i].shows);
        seen_free(&seen);
    }
}

static void every_sentence_is_as_written(void) {
    char text[600];
    for (int i = 0; i < named_plan_count; i++) {
        struct seen seen;
        see_plan(named_plans[i].name, &seen);
        for (enum language language = ENGLISH; language < LANGUAGES; language++) {
            const char *expected =
                language == CHINESE ? named_plans[i].chinese : named_plans[i].english;
            account_sentence(&seen.facts, language, text, sizeof text);
            if (strcmp(text, expected) != 0)
                printf("  %s:\n    is       %s\n    expected %s\n", named_plans[i].name, text,
                       expected);
            CU_ASSERT_STRING_EQUAL(text, expected);
        }
        seen_free(&seen);
    }
}

static void sentences_fit_any_buffer(void) {
    struct seen seen;
    see_plan("stale_elapsed", &seen);
    char text[600];
    for (size_t size = 1; size < sizeof text; size++) {
        memset(text, 'x', sizeof text);
        witness_sentence(&seen.facts, ENGLISH, text, size);
        CU_ASSERT_TRUE(memchr(text, 0, size) != NULL);
        CU_ASSERT_EQUAL(text[size], 'x');
    }
    seen_free(&seen);
}

static void launch_only_is_measured(void) {
    struct seen seen;
    see_plan("launch_only", &seen);
    NEAR(seen.facts.window_ns, 3700);
    NEAR(seen.facts.kernel_ns, 239000);
    CU_ASSERT_EQUAL(seen.facts.busy_ns, 0);
    CU_ASSERT_EQUAL(seen.facts.kernels, 1);
    CU_ASSERT_EQUAL(seen.facts.kind, WINDOW_HOST);
    CU_ASSERT_EQUAL(seen.facts.match, MATCH_WHOLE);
    CU_ASSERT_STRING_EQUAL(seen.facts.kernel, "saxpy");
    seen_free(&seen);
}

static void a_batch_and_its_part(void) {
    struct seen seen;
    see_plan("batch", &seen);
    CU_ASSERT_EQUAL(seen.facts.kernels, 500);
    CU_ASSERT_TRUE(seen.facts.one_kernel);
    NEAR(seen.facts.kernel_ns, 6050000);
    seen_free(&seen);
    see_plan("batch_divided", &seen);
    CU_ASSERT_EQUAL(seen.facts.match, MATCH_PART);
    CU_ASSERT_EQUAL(seen.facts.divided, 500);
    seen_free(&seen);
}

static void a_failed_launch_is_kept(void) {
    struct seen seen;
    see_plan("launch_failed", &seen);
    CU_ASSERT_EQUAL(seen.facts.failed_result, 9);
    CU_ASSERT_TRUE(seen.facts.launch_failed);
    seen_free(&seen);
}

// What the lab's check launched of a kernel against what the stopwatch saw of it.
static double share_of(const char *checked, unsigned checked_blocks, unsigned blocks) {
    struct seen seen;
    struct plan plan;
    plan_begin(&plan);
    plan.blocks = checked_blocks;
    plan_kernel(&plan, checked, 0, plan.now + 5, 240);
    plan_wait_until(&plan, "cudaDeviceSynchronize", plan.now + 260);
    plan.blocks = blocks;
    double start = plan.now;
    plan_clock(&plan);
    plan_kernel(&plan, "saxpy", 0, start + 5, 120);
    plan_wait_until(&plan, "cudaDeviceSynchronize", start + 130);
    double stop = plan.now;
    plan_clock(&plan);
    plan_claim(&plan, "saxpy", stop - start);
    plan_end(&plan);
    plan_see(&plan, &seen);
    plan_free(&plan);
    double share = seen.facts.grid_share;
    seen_free(&seen);
    return share;
}

static void a_part_of_the_grid(void) {
    CU_ASSERT_EQUAL(share_of("saxpy", 64, 64), 1);
    CU_ASSERT_EQUAL(share_of("saxpy", 64, 32), 0.5);
    CU_ASSERT_EQUAL(share_of("saxpy", 64, 128), 1); // the check was the smaller one
    CU_ASSERT_EQUAL(share_of("triad", 64, 32), 1);  // another kernel tells nothing
    CU_ASSERT_EQUAL(share_of("saxpy", 0, 0), 0);    // a trace without shapes
}

static void the_library_is_passed_over(void) {
    struct seen seen;
    see_plan("by_library", &seen);
    CU_ASSERT_TRUE(seen.facts.library);
    CU_ASSERT_EQUAL(seen.facts.windows, 3);
    NEAR(seen.facts.window_ns, 246000);
    CU_ASSERT_EQUAL(seen.facts.kernels, 1);
    seen_free(&seen);
    // A median that no sample is equal to: the library's stopwatch still, and no outliers. One of
    // the library's own empty kernels took as long by chance.
    struct plan plan;
    plan_begin(&plan);
    double begin = plan.now;
    for (int i = 0; i < 8; i++) {
        double from = plan.now, us = i == 4 ? 300 : i < 5 ? 2 : 300 + i;
        plan_event(&plan, 7, 0, from + 2);
        plan_kernel(&plan, i < 5 ? "tare_empty" : "saxpy", 0, from + 2.5, us - 1);
        plan_event(&plan, 8, 0, from + 2 + us);
        plan_wait_until(&plan, "cudaEventSynchronize", from + 310);
        plan_elapsed(&plan, 7, 8, us, 0);
    }
    plan_library(&plan, "tare_measure", begin);
    plan_claim(&plan, "saxpy", 300);
    plan_end(&plan);
    plan_see(&plan, &seen);
    CU_ASSERT_TRUE(seen.facts.library);
    CU_ASSERT_EQUAL(seen.facts.match, MATCH_NEAR);
    CU_ASSERT_EQUAL(seen.facts.finding, FOUND_STOPWATCH);
    seen_free(&seen);
    plan_free(&plan);
}

// The same program without a clock that tells when events are reached: CUPTI before 12.8.
static void events_without_times(void) {
    struct plan plan;
    plan_begin(&plan);
    plan_event(&plan, 1, 1, -1);
    plan_kernel(&plan, "saxpy", 1, 9, 239);
    plan_event(&plan, 2, 1, -1);
    plan_wait_until(&plan, "cudaEventSynchronize", 250);
    plan_elapsed(&plan, 1, 2, 247, 0);
    plan_claim(&plan, "saxpy", 247);
    plan_end(&plan);
    struct seen seen;
    plan_see(&plan, &seen);
    CU_ASSERT_FALSE(seen.facts.has_start);
    NEAR((double)(seen.facts.end - seen.facts.begin), 247000);
    NEAR(seen.facts.busy_ns, 238500);
    seen_free(&seen);
    plan_free(&plan);
}

// One pair of events, used again and again: each reading is of its own two records.
static void events_are_used_again(void) {
    struct plan plan;
    plan_begin(&plan);
    for (int i = 0; i < 40; i++) {
        double begin = plan.now, us = 100 + 10 * i;
        plan_event(&plan, 1, 0, begin + 2);
        plan_kernel(&plan, "saxpy", 0, begin + 4, us - 2);
        plan_event(&plan, 2, 0, begin + 2 + us);
        plan_wait_until(&plan, "cudaEventSynchronize", begin + 10 + us);
        plan_elapsed(&plan, 1, 2, us, 0);
    }
    plan_claim(&plan, "saxpy", 100 + 10 * 17);
    plan_end(&plan);
    struct seen seen;
    plan_see(&plan, &seen);
    CU_ASSERT_EQUAL(seen.facts.window, 17);
    CU_ASSERT_EQUAL(seen.facts.kernels, 1);
    NEAR((double)(seen.facts.end - seen.facts.begin), 270000);
    NEAR(seen.facts.busy_ns, 268000);
    seen_free(&seen);
    plan_free(&plan);
}

// Five timed steps, and a claim of `us` more than the time of all.
static void see_total(double us, struct seen *seen) {
    struct plan plan;
    plan_begin(&plan);
    double start = plan.now;
    plan_clock(&plan);
    for (int i = 0; i < 5; i++) {
        plan_kernel(&plan, "step", 0, plan.now + 4, 1050);
        plan_wait_until(&plan, "cudaDeviceSynchronize", plan.now + 1060);
        plan_clock(&plan);
    }
    double stop = plan.now - 0.1;
    plan_claim(&plan, "all", stop - start + us);
    plan_end(&plan);
    plan_see(&plan, seen);
    plan_free(&plan);
}

static void a_pair_with_others_between(void) {
    struct seen seen;
    see_total(0, &seen);
    CU_ASSERT_EQUAL(seen.facts.match, MATCH_WHOLE);
    CU_ASSERT_EQUAL(seen.facts.kernels, 5);
    seen_free(&seen);
    see_total(0.9, &seen); // gettimeofday's step
    CU_ASSERT_EQUAL(seen.facts.match, MATCH_WHOLE);
    seen_free(&seen);
    see_total(3, &seen); // by chance as far apart
    CU_ASSERT_EQUAL(seen.facts.match, MATCH_NONE);
    CU_ASSERT_EQUAL(seen.facts.kernels, 1);
    seen_free(&seen);
}

static void several_claims_each_have_their_window(void) {
    struct plan plan;
    plan_begin(&plan);
    double seconds[3];
    for (int i = 0; i < 3; i++) {
        double start = plan.now;
        plan_clock(&plan);
        plan_kernel(&plan,
                    i == 0   ? "copy"
                    : i == 1 ? "scale"
                             : "triad",
                    0, start + 5, 100 * (i + 1));
        plan_wait_until(&plan, "cudaDeviceSynchronize", start + 100 * (i + 1) + 9);
        seconds[i] = plan.now - start;
        plan_clock(&plan);
    }
    static const char *const names[] = {"copy", "scale", "triad"};
    for (int i = 0; i < 3; i++)
        plan_claim(&plan, names[i], seconds[i]);
    plan_end(&plan);
    struct seen seen;
    plan_see(&plan, &seen);
    CU_ASSERT_EQUAL(witness_claims(&seen.trace), 3);
    for (int i = 0; i < 3; i++) {
        struct witness_facts facts;
        CU_ASSERT_TRUE(witness_facts_of(&seen.view, (size_t)i, &facts));
        CU_ASSERT_STRING_EQUAL(facts.claim, names[i]);
        CU_ASSERT_STRING_EQUAL(facts.kernel, names[i]);
    }
    struct witness_facts none;
    CU_ASSERT_FALSE(witness_facts_of(&seen.view, 3, &none));
    seen_free(&seen);
    plan_free(&plan);
}

// An interpreter times its own end, around a call that queues nothing.
static void an_interpreters_end_is_passed_over(void) {
    struct plan plan;
    struct seen seen;
    plan_begin(&plan);
    double start = plan.now;
    plan_clock(&plan);
    plan_kernel(&plan, "saxpy", 0, start + 5, 100);
    plan_wait_until(&plan, "cudaDeviceSynchronize", start + 110);
    plan_clock(&plan);
    plan_idle(&plan, 500);
    plan_clock(&plan);
    plan_call(&plan, "cudaFree", 3);
    plan_clock(&plan);
    plan_end(&plan);
    plan_see(&plan, &seen);
    CU_ASSERT_EQUAL(seen.facts.kernels, 1);
    CU_ASSERT_STRING_EQUAL(seen.facts.kernel, "saxpy");
    seen_free(&seen);
    plan_free(&plan);
}

// A clock of its own reads what the witness noted to 0.2 %, or to half a step of a clock; events
// read to a millionth; a library's median may be half of what one window reads.
static enum window_match matched(int events, int library, double window, double claim) {
    struct plan plan;
    struct seen seen;
    plan_begin(&plan);
    plan_idle(&plan, 10);
    double start = plan.now;
    if (events)
        plan_event(&plan, 1, 0, start);
    else
        plan_clock(&plan);
    plan_kernel(&plan, "saxpy", 0, start + 4, window / 2);
    plan_idle(&plan, start + window - plan.now);
    if (events) {
        plan_event(&plan, 2, 0, start + window);
        plan_elapsed(&plan, 1, 2, window, 0);
    } else {
        plan_clock(&plan);
    }
    if (library)
        plan_library(&plan, "tare_measure", start - 1);
    plan_claim(&plan, "saxpy", claim);
    plan_end(&plan);
    plan_see(&plan, &seen);
    enum window_match match = seen.facts.match;
    seen_free(&seen);
    plan_free(&plan);
    return match;
}

static void thresholds_of_a_match(void) {
    CU_ASSERT_EQUAL(matched(0, 0, 1e4, 1e4 + 15), MATCH_WHOLE);
    CU_ASSERT_EQUAL(matched(0, 0, 1e4, 1e4 + 30), MATCH_NEAR);
    CU_ASSERT_EQUAL(matched(0, 0, 100, 100.4), MATCH_WHOLE);
    CU_ASSERT_EQUAL(matched(0, 0, 100, 100.8), MATCH_NEAR);
    CU_ASSERT_EQUAL(matched(1, 0, 1e5, 1e5 + 0.07), MATCH_WHOLE);
    CU_ASSERT_EQUAL(matched(1, 0, 1e5, 1e5 + 0.15), MATCH_NEAR);
    CU_ASSERT_EQUAL(matched(1, 0, 100, 100 + 0.0007), MATCH_WHOLE);
    CU_ASSERT_EQUAL(matched(1, 0, 100, 100 + 0.0015), MATCH_NEAR);
    CU_ASSERT_EQUAL(matched(0, 0, 1e4, 1e4 + 400), MATCH_NEAR);
    CU_ASSERT_EQUAL(matched(0, 0, 1e4, 1e4 + 700), MATCH_NONE);
    CU_ASSERT_EQUAL(matched(1, 1, 1e4, 1e4 * 1.5), MATCH_NEAR);
    CU_ASSERT_EQUAL(matched(1, 1, 1e4, 1e4 * 2.5), MATCH_NONE);
}

// Many reads of a clock, the last perhaps by another thread, and a claim from the first to the
// last.
static enum window_match matched_far(int reads, unsigned last) {
    struct plan plan;
    struct seen seen;
    plan_begin(&plan);
    plan_idle(&plan, 10);
    double start = plan.now, stop = start;
    for (int i = 0; i < reads; i++) {
        plan_idle(&plan, 20 + i % 7);
        plan.thread = i == reads - 1 ? last : 0;
        start = i == 0 ? plan.now : start;
        stop = plan.now;
        plan_clock(&plan);
    }
    plan_claim(&plan, "all", stop - start);
    plan_end(&plan);
    plan_see(&plan, &seen);
    enum window_match match = seen.facts.match;
    seen_free(&seen);
    plan_free(&plan);
    return match;
}

static void thresholds_of_a_far_pair(void) {
    CU_ASSERT_EQUAL(matched_far(700, 0), MATCH_WHOLE);
    CU_ASSERT_EQUAL(matched_far(1500, 0), MATCH_NONE);
    CU_ASSERT_EQUAL(matched_far(24, 1), MATCH_WHOLE);
    CU_ASSERT_EQUAL(matched_far(48, 1), MATCH_NONE);
}

// A mean is told to be pulled up between two claims that lie within a factor of two of it.
static void thresholds_of_outliers(void) {
    for (int pulled = 0; pulled < 2; pulled++) {
        char text[400];
        struct witness_facts facts = {.known = 1, .kernels = 1, .window_ns = 1e6};
        facts.reading = (struct reading){
            .form = READING_MEAN, .count = 9, .usual = 1e6, .value = pulled ? 1.15e6 : 1.07e6};
        witness_sentence(&facts, ENGLISH, text, sizeof text);
        CU_ASSERT_EQUAL(strstr(text, "pull it up") != NULL, pulled);
    }
}

static const struct test tests[] = {
    {"every mistake is shown", every_mistake_is_shown},
    {"every sentence is as written", every_sentence_is_as_written},
    {"sentences fit any buffer", sentences_fit_any_buffer},
    {"launch only is measured", launch_only_is_measured},
    {"a batch and its part", a_batch_and_its_part},
    {"a failed launch is kept", a_failed_launch_is_kept},
    {"a part of the grid", a_part_of_the_grid},
    {"the library is passed over", the_library_is_passed_over},
    {"events without times", events_without_times},
    {"events are used again", events_are_used_again},
    {"a pair with others between", a_pair_with_others_between},
    {"several claims each have their window", several_claims_each_have_their_window},
    {"an interpreter's end is passed over", an_interpreters_end_is_passed_over},
    {"thresholds of a match", thresholds_of_a_match},
    {"thresholds of outliers", thresholds_of_outliers},
    {"thresholds of a far pair", thresholds_of_a_far_pair},
};
SUITE_MAIN("witness facts", tests)
