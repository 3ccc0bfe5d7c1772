// compare_test.c: what tare compare says of equal things and of unequal ones, and what it reads.
#include "suite.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "audit/compare.h"
#include "base/order.h"

// Samples around `middle` that scatter by `share`, now and then much longer, as on a busy machine.
static void draw(struct series *series, uint64_t seed, int count, double middle, double share) {
    for (int i = 0; i < count; i++) {
        double sum = 0;
        for (uint64_t k = 0; k < 12; k++)
            sum += (double)(random_at(seed, 16 * (uint64_t)i + k) % 1000001) / 1e6;
        double long_one = random_at(seed, 16 * (uint64_t)i + 13) % 20 == 0 ? 1.5 : 1;
        series_add(series, middle * long_one * exp(share * (sum - 6)));
    }
}

static void count_verdicts(double ratio, double share, int paired, int said[4]) {
    memset(said, 0, 4 * sizeof *said);
    for (uint64_t i = 0; i < 100; i++) {
        struct series a = {.count = 0}, b = {.count = 0};
        draw(&a, 1000 + 2 * i, 40, 1e-3, share);
        draw(&b, 1001 + 2 * i, 40, 1e-3 * ratio, share);
        struct interval of = paired ? ratio_of_pairs(&a, &b) : ratio_between(&a, &b);
        CU_ASSERT_TRUE(of.low <= of.median && of.median <= of.high);
        said[compare_by(&of)]++;
        free(a.of);
        free(b.of);
    }
    printf("  %g times as long, %g %% of noise: %d same, %d faster, %d slower, %d cannot tell\n",
           ratio, 100 * share, said[0], said[1], said[2], said[3]);
}

static void equal_and_unequal(void) {
    int said[4];
    for (int paired = 0; paired < 2; paired++) {
        count_verdicts(1, 0.01, paired, said);
        CU_ASSERT_TRUE(said[COMPARED_SAME] >= 99);
        count_verdicts(1.03, 0.01, paired, said);
        CU_ASSERT_TRUE(said[COMPARED_SLOWER] >= 99);
        count_verdicts(1 / 1.03, 0.01, paired, said);
        CU_ASSERT_TRUE(said[COMPARED_FASTER] >= 99);
        count_verdicts(1, 0.2, paired, said); // never a difference that is not there
        CU_ASSERT_TRUE(said[COMPARED_FASTER] + said[COMPARED_SLOWER] <= 1);
    }
    struct series few = {.of = (double[]){1, 1, 1}, .count = 3};
    struct interval none = ratio_between(&few, &few);
    CU_ASSERT_EQUAL(compare_by(&none), COMPARED_UNSURE);
    static const struct {
        struct interval of;
        enum comparison said;
    } edges[] = {{{1.01, 1.004, 1.02}, COMPARED_SAME},
                 {{1.01, 1.007, 1.02}, COMPARED_SLOWER},
                 {{0.99, 0.98, 0.993}, COMPARED_FASTER},
                 {{1, 0.985, 1.02}, COMPARED_SAME},
                 {{1, 0.97, 1.05}, COMPARED_UNSURE}};
    for (size_t i = 0; i < sizeof edges / sizeof *edges; i++)
        CU_ASSERT_EQUAL(compare_by(&edges[i].of), edges[i].said);
}

// Equal samples that hang together: an autoregression of 0.9.
static void draw_drifting(struct series *series, uint64_t seed, double share, double along) {
    struct series noise = {.count = 0};
    double at = 0;
    draw(&noise, seed, 40, 1, share);
    for (size_t i = 0; i < noise.count; i++) {
        at = along * at + log(noise.of[i]);
        series_add(series, 1e-3 * exp(at));
    }
    free(noise.of);
}

static void drifting(void) {
    enum { SETS = 200 };
    int said[2] = {0};
    for (uint64_t i = 0; i < SETS; i++)
        for (int along = 0; along < 2; along++) {
            struct series a = {.count = 0};
            draw_drifting(&a, 5000 + i, 0.02, along ? 0.9 : 0);
            said[along] += series_drifts(&a);
            free(a.of);
        }
    printf("  of %d sets %d independent ones and %d correlated ones are said to drift\n", SETS,
           said[0], said[1]);
    CU_ASSERT_TRUE(said[0] <= SETS / 25);
    CU_ASSERT_TRUE(said[1] >= SETS * 9 / 10);
}

static int read_text(const char *text, size_t length, struct results *results) {
    char path[] = "/tmp/tare-compare-XXXXXX", why[200];
    int file = mkstemp(path);
    CU_ASSERT_TRUE_FATAL(file >= 0);
    CU_ASSERT_EQUAL(write(file, text, length), (ssize_t)length);
    close(file);
    int read = results_read(path, results, why, sizeof why);
    unlink(path);
    return read;
}

// An interval of 95 % is 3.92 standard deviations of the mean wide.
static void rows_of_a_benchmark(void) {
    static const char text[] =
        "{\"schema\": \"tare-bench-1\", \"rows\": ["
        "{\"name\": \"copy\", \"time_us\": 100, \"low_us\": 98.04, \"high_us\": 101.96, "
        "\"samples\": 100}, {\"name\": \"bad\", \"error\": \"why\"}]}";
    struct results results;
    CU_ASSERT_TRUE(read_text(text, strlen(text), &results));
    struct series *series = series_named(&results, "copy");
    CU_ASSERT_DOUBLE_EQUAL(series->mean, 100e-6, 1e-9);
    CU_ASSERT_DOUBLE_EQUAL(series->deviation, 10e-6, 1e-8);
    CU_ASSERT_EQUAL(series->summed, 100);
    CU_ASSERT_EQUAL(results.failed, 1);
    results_free(&results);
}

static void what_is_read(void) {
    static const struct {
        const char *text, *name;
        double first;
        size_t count;
    } cases[] = {
        {"# ms\n1.5\n2.5\n3.5\n", "1", 1.5, 3},
        {"a,b\n1,10\n2,20\n", "2", 10, 2},
        {"{\"benchmarks\": [{\"name\": \"x\", \"run_name\": \"x\", \"run_type\": \"iteration\","
         "\"real_time\": 5, \"time_unit\": \"us\"}, {\"name\": \"x_mean\", \"run_type\": "
         "\"aggregate\", \"real_time\": 6, \"time_unit\": \"us\"}]}",
         "x", 5e-6, 1},
        {"{\"benchmarks\": [{\"name\": \"copy\", \"states\": [{\"name\": \"T=1\", \"summaries\": "
         "[{\"tag\": \"nv/cold/time/gpu/mean\", \"data\": [{\"name\": \"value\", \"type\": "
         "\"float64\", \"value\": \"0.25\"}]}]}]}]}",
         "copy T=1", 0.25, 0}, // a mean
        {"{\"results\": [{\"command\": \"./a\", \"times\": [0.5, 0.75]}]}", "./a", 0.5, 2},
        {"{\"trace_sha256\": \"\", \"numbers\": [{\"label\": \"copy\", \"unit\": \"GB/s\", "
         "\"value\": 4}]}",
         "copy (GB/s)", 0.25e-9, 1},
        {"{\"student\": {\"claims\": [{\"what\": \"saxpy\", \"samples\": [3, 4, null]}]}}",
         "student saxpy", 3, 2},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct results results;
        CU_ASSERT_TRUE(read_text(cases[i].text, strlen(cases[i].text), &results));
        struct series *series = series_named(&results, cases[i].name);
        if (series->count != cases[i].count)
            printf("  %zu samples of %s in %s\n", series->count, cases[i].name, cases[i].text);
        CU_ASSERT_EQUAL(series->count, cases[i].count);
        if (series->mean > 0)
            CU_ASSERT_DOUBLE_EQUAL(series->mean, cases[i].first, 1e-9);
        if (series->count)
            CU_ASSERT_DOUBLE_EQUAL(series->of[0], cases[i].first, 1e-9 * cases[i].first);
        results_free(&results);
    }
    static const char *const nothing[] = {"",       "no numbers\n",        "{",
                                          "[1, 2]", "{\"benchmarks\": 3}", "0\n-1\nnan\n"};
    for (size_t i = 0; i < sizeof nothing / sizeof *nothing; i++) {
        struct results results;
        int read = read_text(nothing[i], strlen(nothing[i]), &results);
        CU_ASSERT_TRUE(!read || results.of[0].count == 0);
        results_free(&results);
    }
}

static const struct test tests[] = {
    {"equal and unequal", equal_and_unequal},
    {"drifting", drifting},
    {"what is read", what_is_read},
    {"rows of a benchmark", rows_of_a_benchmark},
};

SUITE_MAIN("grader_compare", tests)
