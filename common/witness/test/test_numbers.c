// test_numbers.c: the numbers with a unit in what programs print, and texts that are no numbers.
#define _GNU_SOURCE // strchrnul
#include "suite.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/order.h"
#include "witness/audit/audit.h"

static struct numbers read_text(const char *text) {
    struct numbers numbers = {0};
    for (const char *end; *text; text = *end ? end + 1 : end) {
        end = strchrnul(text, '\n');
        numbers_line(&numbers, text, (size_t)(end - text), 1);
    }
    return numbers;
}

struct expected {
    const char *label;
    double value; // in seconds, bytes a second ...
    enum quantity quantity;
};

static void expect(const char *text, const struct expected *expected, size_t count) {
    struct numbers numbers = read_text(text);
    CU_ASSERT_EQUAL(numbers.count, count);
    if (numbers.count != count)
        printf("  %zu numbers, expected %zu, in: %s\n", numbers.count, count, text);
    for (size_t i = 0; i < count && i < numbers.count; i++) {
        const struct printed *printed = &numbers.of[i];
        double value = printed->value * printed->unit.scale;
        if (strcmp(printed->label, expected[i].label) != 0 ||
            fabs(value / expected[i].value - 1) > 1e-9 ||
            printed->unit.quantity != expected[i].quantity) {
            printf("  read \"%s\" %.9g, expected \"%s\" %.9g, in: %s\n", printed->label, value,
                   expected[i].label, expected[i].value, text);
            CU_FAIL("a number");
        }
    }
    numbers_free(&numbers);
}
#define EXPECT(text, ...)                                                                          \
    expect(text, (const struct expected[]){__VA_ARGS__},                                           \
           sizeof((const struct expected[]){__VA_ARGS__}) / sizeof(struct expected))

#define T QUANTITY_TIME
#define B QUANTITY_BYTES
#define O QUANTITY_OPERATIONS
#define R QUANTITY_RUNS

static void sentences(void) {
    EXPECT("time 0.1234 ms, 1630.0 GB/s", {"time", 1.234e-4, T}, {"time", 1.63e12, B});
    EXPECT("Performance= 12.5 GFlop/s, Time= 21.75 msec, Size= 268435456 Ops",
           {"Performance", 12.5e9, O}, {"Time", 21.75e-3, T});
    EXPECT("Effective Bandwidth (GB/s): 12.5", {"Effective Bandwidth (GB/s)", 12.5e9, B});
    EXPECT("H2D 96 MiB: 12.5 ms (12.25 GB/s)", {"H2D 96 MiB", 12.5e-3, T},
           {"H2D 96 MiB", 12.25e9, B});
    EXPECT("mean of 20: 1.25e-03 s   1.25e+10 bytes/s", {"mean of 20", 1.25e-3, T},
           {"mean of 20", 1.25e10, B});
    EXPECT("a=12us b=3 \xc2\xb5s, c=4 \xce\xbcs", {"a", 12e-6, T}, {"b", 3e-6, T}, {"c", 4e-6, T});
    EXPECT("100 Gbit/s 50 GiB/s 2 TFLOPS 7.5 it/s 10 us/iter", {"", 12.5e9, B},
           {"", 50 * 1073741824.0, B}, {"", 2e12, O}, {"", 7.5, R}, {"", 1e-5, T});
    EXPECT("12.5 GB/s = 11.5 GiB/s", {"", 12.5e9, B}, {"", 11.5 * 1073741824, B});
    EXPECT("时间：12.5 毫秒", {"时间：", 12.5e-3, T});
}

static void no_numbers(void) {
    struct numbers numbers =
        read_text("12 files, 3x, 2D, v12.4.1\n0x12 ms\n5% of 100 msgs\n7 GB\n3 GB/sx\n"
                  "1.2.3 ms\n1,23,4 ms\na5 ms\n");
    for (size_t i = 0; i < numbers.count; i++)
        printf("  read %g in: %s\n", numbers.of[i].value, numbers.of[i].words);
    CU_ASSERT_EQUAL(numbers.count, 0);
    numbers_free(&numbers);
}

static void tables_and_files(void) {
    EXPECT("kernel,n,ms,GB/s\ndaxpy,8000000,1.25,12.5", {"daxpy", 1.25e-3, T},
           {"daxpy", 12.5e9, B});
    EXPECT("daxpy,n=8000000,ms=1.25,GB/s=12.5", {"daxpy,n=8000000,ms", 1.25e-3, T},
           {"GB/s", 12.5e9, B});
    EXPECT("| kernel |  us |  GB/s |\n|--------|-----|-------|\n| scale  | 12.5 | 7.5 |\n"
           "| triad  | 13.5 | 8.5 |",
           {"scale", 12.5e-6, T}, {"scale", 7.5e9, B}, {"triad", 13.5e-6, T}, {"triad", 8.5e9, B});
    EXPECT("{\"h2d_ms\": 3.25,\n\"GB/s\": 12.5}", {"h2d_ms", 3.25e-3, T}, {"GB/s", 12.5e9, B});
    // BabelStream, Google Benchmark on a terminal and as JSON, hyperfine, nvbench
    EXPECT("Function    MBytes/sec  Min (sec)   Max         Average\n"
           "Copy        137424.125  0.00125     0.00150     0.00175",
           {"Copy", 137424.125e6, B}, {"Copy, Min (sec)", 0.00125, T}, {"Copy, Max", 0.0015, T},
           {"Copy, Average", 0.00175, T});
    EXPECT("BM_x/10  123 us  120 us  10 bytes_per_second=1.5Gi/s", {"BM_x/10", 123e-6, T},
           {"BM_x/10", 120e-6, T}, {"10 bytes_per_second", 1.5 * 1073741824, B});
    EXPECT("\"real_time\": 1.25e+03,\n\"cpu_time\": 1.5,\n\"time_unit\": \"us\",",
           {"real_time", 1.25e-3, T}, {"cpu_time", 1.5e-6, T});
    EXPECT("  Range (min … max):   5 ms … 6 ms    100 runs", {"Range (min … max)", 5e-3, T},
           {"…", 6e-3, T});
    EXPECT("| 1 | 1234x | 12.5 us | 5.10% | 75.5 GB/s |", {"1 | 1234x", 12.5e-6, T},
           {"1 | 1234x", 0.051, QUANTITY_RATIO}, {"1 | 1234x", 75.5e9, B});
    EXPECT("Offset, Bandwidth (GB/s):\n1, 12.5", {"1, Bandwidth (GB/s)", 12.5e9, B});
    EXPECT("run,best_gbps\n1,12.5", {"1, best_gbps", 12.5e9, B});
}

// Names of rates in programs, which end like a time.
static void rates_in_names(void) {
    static const struct {
        const char *key;
        double scale;
    } keys[] = {{"gb_per_s", 1e9}, {"bandwidth_gb_s", 1e9}, {"gbps", 1e9},
                {"GBps", 1e9},     {"gb_s", 1e9},           {"throughput_gbytes_per_sec", 1e9},
                {"GB/s", 1e9},     {"mem_bw_GBs", 1e9},     {"gib_per_s", 1073741824},
                {"MB_per_s", 1e6}, {"bytes_per_second", 1}, {"effective_TBs", 1e12}};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        char text[100];
        snprintf(text, sizeof text, "{\"kernel\":\"copy\",\"%s\":12.5}", keys[i].key);
        struct numbers numbers = read_text(text);
        int good = numbers.count == 1 && numbers.of[0].unit.quantity == B &&
                   numbers.of[0].unit.scale == keys[i].scale;
        if (!good)
            printf("  not read: %s\n", text);
        CU_ASSERT_TRUE(good);
        numbers_free(&numbers);
    }
    EXPECT("{\"ms_per_iteration\":5.5,\"keys_per_s\":7}", {"ms_per_iteration", 5.5e-3, T});
}

static void means_and_ratios(void) {
    EXPECT("Time = 1071.18 +- 275.66 ms.", {"Time", 1.07118, T});
    EXPECT("t: 12.5 \xc2\xb1 0.5 us", {"t", 12.5e-6, T});
    EXPECT("speed-up: 12.3x, 98.5 % of peak", {"speed-up", 12.3, QUANTITY_RATIO},
           {"speed-up", 0.985, QUANTITY_RATIO});
}

static void commas(void) {
    EXPECT("a 12,5 ms; b 1,234.5 us; c 1.234,5 us; d 1,234,567 ns", {"a", 12.5e-3, T},
           {"b", 1234.5e-6, T}, {"c", 1234.5e-6, T}, {"d", 1234567e-9, T});
    struct numbers numbers = read_text("12,345 us\n12,34 us");
    CU_ASSERT_EQUAL_FATAL(numbers.count, 2);
    CU_ASSERT_TRUE(numbers.of[0].ambiguous);
    CU_ASSERT_FALSE(numbers.of[1].ambiguous);
    numbers_free(&numbers);
}

// What is printed is read again, to half a unit of the last place, in every form.
static void printed_is_read(void) {
    static const char *const units[] = {"ms", "us", "GB/s", "MiB/s", "TFLOP/s", "it/s", "s"};
    static const double scales[] = {1e-3, 1e-6, 1e9, 1048576, 1e12, 1, 1};
    int lost = 0;
    for (uint64_t i = 0; i < 20000; i++) {
        double value = pow(10, (double)(random_at(3, 4 * i) % 9000) / 1e3 - 3);
        int places = 1 + (int)(random_at(3, 4 * i + 1) % 6);
        size_t unit = random_at(3, 4 * i + 2) % (sizeof units / sizeof *units);
        int form = (int)(random_at(3, 4 * i + 3) % 3);
        char text[100];
        if (form == 1)
            snprintf(text, sizeof text, "t (%s): %.*f", units[unit], places, value);
        else
            snprintf(text, sizeof text, form ? "t %.*e %s" : "t %.*f %s", places, value,
                     units[unit]);
        struct numbers numbers = read_text(text);
        if (numbers.count != 1 ||
            fabs(numbers.of[0].value - value) > numbers.of[0].half * (1 + 1e-9) ||
            numbers.of[0].unit.scale != scales[unit]) {
            printf("  not read again: %s\n", text);
            lost++;
        }
        numbers_free(&numbers);
    }
    CU_ASSERT_EQUAL(lost, 0);
}

static void hostile(void) {
    enum { SIZE = 1 << 20 };
    char *text = malloc(SIZE);
    CU_ASSERT_PTR_NOT_NULL_FATAL(text);
    if (!text)
        return;
    static const char pieces[] = "0123456789.,,eE+-|  \tmsGB/()[]=:\"_\xc2\xb5";
    struct numbers numbers = {0};
    for (uint64_t i = 0; i < SIZE; i++)
        text[i] = pieces[random_at(5, i) % (sizeof pieces - 1)];
    numbers_line(&numbers, text, SIZE, 1); // one line
    for (size_t at = 0, length; at + 200 < SIZE; at += length) {
        length = 1 + (size_t)(random_at(6, at) % 190);
        numbers_line(&numbers, text + at, length, 1);
    }
    for (uint64_t i = 0; i < SIZE; i++)
        text[i] = (char)random_at(7, i);
    for (size_t at = 0; at + 4096 < SIZE; at += 4096)
        numbers_line(&numbers, text + at, 4096, 1);
    CU_ASSERT_TRUE(numbers.count <= MOST_PRINTED);
    for (int i = 0; i < 2 * MOST_PRINTED; i++)
        numbers_line(&numbers, "a 1 ms", 6, 1);
    CU_ASSERT_EQUAL(numbers.count, MOST_PRINTED);
    CU_ASSERT_TRUE(numbers.left_out >= MOST_PRINTED);
    numbers_free(&numbers);
    free(text);
}

static const struct test tests[] = {
    {"sentences", sentences},
    {"no numbers", no_numbers},
    {"tables and files", tables_and_files},
    {"rates in names", rates_in_names},
    {"means and ratios", means_and_ratios},
    {"commas", commas},
    {"what is printed is read", printed_is_read},
    {"hostile", hostile},
};

SUITE_MAIN("witness numbers", tests)
