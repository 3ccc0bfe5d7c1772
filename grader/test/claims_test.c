// claims_test.c: what the claim's reader takes, and everything that it refuses.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "run/run.h"
#include "suite.h"

#define BEGIN "tare 1 lab=x device=host count=100 seed=7 nonce=abc\n"
#define CLAIM                                                                                      \
    "claim what=saxpy bytes=1200 flops=0 seconds=0.5 rate=2.4 unit=GB/s statistic=single "         \
    "count=0\n"
#define END "end result=right claims=1\n"

// 0 when read, with the claims freed; the refusal is copied out.
static int read_text(const char *text, size_t length, struct run *run) {
    memset(run, 0, sizeof *run);
    return claims_read(text, length, "abc", NULL, run);
}

// Where the program was built by the grader, "right" needs the text that it wrote there.
static void wants_the_proof(void) {
    static const struct {
        const char *text;
        int result;
    } ends[] = {{"end result=right claims=1 proof=secret\n", 0},
                {"end result=right claims=1\n", -1},
                {"end result=right claims=1 proof=\n", -1},
                {"end result=right claims=1 proof=secre\n", -1},
                {"end result=right claims=1 proof=secret2\n", -1},
                {"end result=wrong claims=1\n", 0},
                {"end result=unchecked claims=1\n", 0}};
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++) {
        char text[400];
        struct run run = {.claim_count = 0};
        snprintf(text, sizeof text, BEGIN CLAIM "%s", ends[i].text);
        CU_ASSERT_EQUAL(claims_read(text, strlen(text), "abc", "secret", &run), ends[i].result);
        CU_ASSERT_EQUAL(run.claim_count, ends[i].result == 0);
        free(run.claims);
    }
}

static void reads_a_whole_program(void) {
    struct run run;
    const char text[] = BEGIN CLAIM
        "probe what=saxpy residual=0.001 error=0 tick=1e-07 floor=2e-06\n"
        "claim what=b bytes=0 flops=5 seconds=1e-3 rate=5 unit=GFLOP/s statistic=median count=3 "
        "samples=1,2.5,3e-1\nend result=right claims=2\n";
    CU_ASSERT_EQUAL(read_text(text, strlen(text), &run), 0);
    CU_ASSERT_STRING_EQUAL(run.refused, "");
    CU_ASSERT_EQUAL(run.claim_count, 2);
    CU_ASSERT_EQUAL(run.result, RESULT_RIGHT);
    CU_ASSERT_EQUAL(run.count, 100);
    CU_ASSERT_STRING_EQUAL(run.lab, "x");
    CU_ASSERT_EQUAL(run.claims[0].bytes, 1200);
    CU_ASSERT_EQUAL(run.claims[0].seconds, 0.5);
    CU_ASSERT_EQUAL(run.claims[0].residual_seconds, 0.001);
    CU_ASSERT_EQUAL(run.claims[0].launch_error, 0);
    CU_ASSERT(isnan(run.claims[1].residual_seconds) != 0);
    CU_ASSERT_EQUAL(run.claims[1].sampled, 3);
    CU_ASSERT_EQUAL(run.claims[1].samples[2], 0.3);
    free(run.claims);
}

static void refuses(void) {
    static const struct {
        const char *text, *says;
    } bad[] = {
        {BEGIN CLAIM CLAIM "end result=right claims=2\n", "claimed twice"},
        {BEGIN CLAIM "end result=right claims=2\n", "counts"},
        {BEGIN CLAIM "end result=fine claims=1\n", "no result"},
        {BEGIN CLAIM END "x\n", "after the last line"},
        {BEGIN BEGIN CLAIM END, "unexpected"},
        {CLAIM END, "unexpected"},
        {"hello\n" BEGIN CLAIM END, "unexpected"},
        {"tare 2 lab=x device=host count=1 seed=7 nonce=abc\n", "unexpected"},
        {"tare 1 lab=x device=host count=1 seed=7 nonce=abd\n", "not written by this run"},
        {"tare 1 lab=x device=tpu count=1 seed=7 nonce=abc\n", "no lab or device"},
        {"tare 1 lab=x device=host count=-1 seed=7 nonce=abc\n", "no whole number"},
        {"tare 1 device=host lab=x count=1 seed=7 nonce=abc\n", "other fields"},
        {BEGIN "claim what=a bytes=1 flops=0 seconds=0.5", "cut off"},
        {BEGIN "claim bytes=1 flops=0 seconds=0.5\n", "no field \"what\""},
        {BEGIN "probe what=a residual=0 error=0 tick=0 floor=0\n", "not claimed"},
        {BEGIN CLAIM "probe what=saxpy residual=x error=0 tick=0 floor=0\n", "probe's line"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        struct run run;
        CU_ASSERT_EQUAL(read_text(bad[i].text, strlen(bad[i].text), &run), -1);
        if (!strstr(run.refused, bad[i].says))
            printf("  %zu: \"%s\" lacks \"%s\"\n", i, run.refused, bad[i].says);
        CU_ASSERT_PTR_NOT_NULL(strstr(run.refused, bad[i].says));
        CU_ASSERT_EQUAL(run.claim_count, 0);
        free(run.claims);
    }
}

static int claim_with(const char *key, const char *value, struct run *run) {
    static const char *const keys[] = {"what", "bytes", "flops",     "seconds",
                                       "rate", "unit",  "statistic", "count"};
    static const char *const usual[] = {"a", "1", "0", "0.5", "2", "GB/s", "single", "0"};
    char text[9000] = BEGIN "claim";
    for (int i = 0; i < 8; i++) {
        size_t used = strlen(text);
        snprintf(text + used, sizeof text - used, " %s=%s", keys[i],
                 strcmp(keys[i], key) == 0 ? value : usual[i]);
    }
    strcat(text, "\n" END);
    return read_text(text, strlen(text), run);
}

static void refuses_numbers(void) {
    static const char *const bad[] = {"nan", "inf",   "-inf",  "NaN", "0x1p3", "123,4",   "1e400",
                                      "1e",  "1.",    ".5",    "+1",  "",      " 1",      "1 ",
                                      "--1", "1e5.5", "1_000", "٣",   "1f",    "infinity"};
    static const char *const good[] = {
        "0", "-1", "0.5", "1e-300", "-2.5E+3", "12345678901234567890", "1e308"};
    struct run run;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        CU_ASSERT_EQUAL(claim_with("seconds", bad[i], &run), -1);
        free(run.claims);
        CU_ASSERT_EQUAL(claim_with("rate", bad[i], &run), -1);
        free(run.claims);
    }
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        CU_ASSERT_EQUAL(claim_with("seconds", good[i], &run), 0);
        free(run.claims);
    }
}

static void refuses_fields(void) {
    static const struct {
        const char *key, *value;
    } bad[] = {{"bytes", "-1"},      {"bytes", "1.5"}, {"bytes", "99999999999999999999"},
               {"bytes", "0x10"},    {"flops", "nan"}, {"unit", "gb/s"},
               {"unit", "GB/s\x1b"}, {"what", "a b"},  {"what", ""},
               {"what", "../x"},     {"count", "-3"},  {"count", "99999999999"},
               {"statistic", "a,b"}};
    struct run run;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        CU_ASSERT_EQUAL(claim_with(bad[i].key, bad[i].value, &run), -1);
        free(run.claims);
    }
}

static void refuses_what_is_too_long(void) {
    static char text[200000];
    struct run run;
    memset(text, 'a', sizeof text);
    text[5000] = '\n';
    CU_ASSERT_EQUAL(read_text(text, 5001, &run), -1);
    CU_ASSERT_PTR_NOT_NULL(strstr(run.refused, "4096"));

    char samples[2000] = "0";
    for (int i = 0; i < 64; i++)
        strcat(samples, ",1");
    char line[4000];
    snprintf(line, sizeof line,
             BEGIN "claim what=a bytes=1 flops=0 seconds=1 rate=1 unit=GB/s "
                   "statistic=mean count=65 samples=%s\n" END,
             samples);
    CU_ASSERT_EQUAL(read_text(line, strlen(line), &run), -1);
    CU_ASSERT_PTR_NOT_NULL(strstr(run.refused, "64 samples"));
    free(run.claims);

    CU_ASSERT_EQUAL(read_text(BEGIN "claim\0what", sizeof BEGIN + 10, &run), -1);
    CU_ASSERT_EQUAL(read_text("", 0, &run), -1);
    CU_ASSERT_STRING_EQUAL(run.refused, ""); // it said nothing: the run's end tells why
}

static const struct test tests[] = {
    {"reads a whole program", reads_a_whole_program},
    {"wants the proof", wants_the_proof},
    {"refuses", refuses},
    {"refuses numbers", refuses_numbers},
    {"refuses fields", refuses_fields},
    {"refuses what is too long", refuses_what_is_too_long},
};
SUITE_MAIN("grader_claims", tests)
