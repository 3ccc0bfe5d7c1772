// test_audit.c: what a printed number was made of, what it is worth, and that a number which
// nothing measured is neither tied nor accused.
#include "plan.h"
#include "suite.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/order.h"
#include "weigh/weigh.h"
#include "witness/audit/audit.h"

enum { ARRAY = 40000000 };

// A program that allocates two arrays, runs a kernel once, and reads a clock around `runs` kernels
// once for each of these times (microseconds), `waits`: after the kernels have ended.
static void run_program(struct plan *plan, const double *read, int count, int runs, int waits) {
    plan_begin(plan);
    for (int i = 0; i < 2; i++)
        plan_add(plan, (struct witness_note){.kind = WITNESS_CALL,
                                             .begin = (uint64_t)(1e3 * (plan->now + i)),
                                             .end = (uint64_t)(1e3 * (plan->now + i)) + 500,
                                             .bytes = ARRAY,
                                             .name = "cudaMalloc"});
    plan_idle(plan, 5);
    plan_kernel(plan, "scale", 0, plan->now + 8, 97);
    plan_wait_until(plan, "cudaDeviceSynchronize", plan->now + 120);
    for (int i = 0; i < count; i++) {
        double begin = plan->now;
        plan_clock(plan);
        for (int run = 0; run < runs; run++)
            plan_kernel(plan, "scale", 0, begin + 3 + run * (read[i] - 5) / runs,
                        waits ? (read[i] - 5) / runs : 5000);
        if (waits)
            plan_wait_until(plan, "cudaDeviceSynchronize", begin + read[i] - 0.3);
        else
            plan_idle(plan, read[i] - 2);
        plan->now = begin + read[i];
        plan_clock(plan);
        plan_idle(plan, 5100);
    }
    plan_end(plan);
}

struct expected {
    const char *text; // what the program prints
    enum verdict verdict;
    const char *mistake;
    double truth; // in the printed unit; 0: not said
};

static const struct weighing *weighing; // NULL: nothing was weighed

static int audit_text_of(struct plan *plan, const char *text, struct audited *of, int most) {
    struct seen seen;
    struct numbers numbers = {0};
    plan_see(plan, &seen);
    CU_ASSERT_TRUE_FATAL(view_windows_around(&seen.view));
    numbers_line(&numbers, text, strlen(text), UINT64_MAX / 2);
    int count = (int)numbers.count;
    CU_ASSERT_TRUE_FATAL(count <= most);
    CU_ASSERT_TRUE(audit_numbers(&seen.view, &numbers, 0, weighing, of));
    numbers_free(&numbers);
    seen_free(&seen);
    return count;
}

static void expect(struct plan *plan, const struct expected *expected, int count) {
    enum { MOST = 8 };
    struct audited *of = malloc(MOST * sizeof *of);
    CU_ASSERT_PTR_NOT_NULL_FATAL(of);
    for (int i = 0; of && i < count; i++) {
        int numbers = audit_text_of(plan, expected[i].text, of, MOST);
        CU_ASSERT_TRUE_FATAL(numbers > 0);
        const struct audited *last = of + (numbers > 0 ? numbers - 1 : 0);
        int good = last->verdict == expected[i].verdict &&
                   strcmp(last->mistake, expected[i].mistake) == 0 &&
                   (expected[i].truth == 0 || fabs(last->truth / expected[i].truth - 1) < 0.02);
        if (!good)
            printf("  \"%s\": %s %s, true %g (why %d, luck %g)\n", expected[i].text,
                   verdict_name(last->verdict), last->mistake, last->truth, (int)last->why,
                   last->luck);
        CU_ASSERT_TRUE(good);
    }
    free(of);
}

static const double times[] = {101.417, 98.203, 101.911, 99.087, 150.66, 97.502, 98.977};
enum { TIMES = sizeof times / sizeof *times };

static void statistics(void) {
    static const struct expected expected[] = {
        {"scale 98.977 us", VERDICT_RIGHT, "", 0},
        {"mean 0.106822 ms", VERDICT_RIGHT, "", 0},
        {"median 99.087 us", VERDICT_RIGHT, "", 0},
        {"best 97.502 us, worst 150.66 us", VERDICT_RIGHT, "", 0},
        {"total 747.757 us", VERDICT_RIGHT, "", 0},
        {"mean of 7: 747.757 us", VERDICT_WRONG, "time/batch-not-divided", 106.822},
        {"median of 7: 150.66 us", VERDICT_WRONG, "statistic/not-the-median", 99.087},
        {"median of 7: 0.106822 ms", VERDICT_WRONG, "statistic/not-the-median", 0.099087},
        {"bandwidth 799.38 GB/s", VERDICT_CANNOT_TELL, "", 0},
        {"98.977 us, 808.268 GB/s", VERDICT_TIME_RIGHT, "", 0}, // 2 arrays
        {"98.977 us, 752.758 GB/s", VERDICT_WRONG, "units/gib-as-gb", 808.268},
        {"98.977 us, 770.824 GB/s", VERDICT_WRONG, "units/mib-per-ms", 808.268},
        {"98.977 us, 752.758 GB/s (GB = 2^30)", VERDICT_NOTE, "units/gib-as-gb", 0},
        {"98.977 us, 752.758 GB/s, odd", VERDICT_SUSPECT, "units/gib-as-gb", 0},
        {"98.977 us, 610 GB/s", VERDICT_CANNOT_TELL, "", 0},
        {"all loops 31348.357 us", VERDICT_RIGHT, "", 0}, // around the others
        {"98.203 us, 101.911 us, 1.0378x", VERDICT_RIGHT, "", 0},
        {"98.203 us, 101.911 us, 1.2378x", VERDICT_CANNOT_TELL, "", 0},
        {"63.4 us", VERDICT_CANNOT_TELL, "", 0},
        {"0 ms", VERDICT_CANNOT_TELL, "", 0},
    };
    struct plan plan;
    run_program(&plan, times, TIMES, 1, 1);
    expect(&plan, expected, sizeof expected / sizeof *expected);
    plan_free(&plan);
}

// "scale" as it was weighed: on a card where the memory's bytes are known, else on the host device.
static void weigh_scale(struct weighed *scale, unsigned blocks, double memory, double flops) {
    *scale = (struct weighed){
        .name = "lab::scale(float*)", .grid = {blocks, 1, 1}, .block = {256, 1, 1}, .ended = 1};
    for (int i = 0; i < MEASURES; i++)
        scale->of[i] = NAN;
    scale->of[asked_read] = scale->of[asked_written] = ARRAY;
    scale->of[sector_read] = scale->of[sector_written] = ARRAY;
    if (isnan(memory))
        scale->of[line_read] = scale->of[line_written] = ARRAY;
    scale->of[dram_read] = scale->of[dram_written] = memory / 2;
    scale->of[flops_f32] = flops;
}

static void weighed_rates(void) {
    static const struct expected on_the_host[] = {
        {"98.977 us, 808.268 GB/s", VERDICT_RIGHT, "", 0}, // both arrays
        {"98.977 us, 404.134 GB/s", VERDICT_WRONG, "work/one-way", 808.268},
        {"98.977 us, read 404.134 GB/s", VERDICT_RIGHT, "", 0},
        {"98.977 us, 1212.4 GB/s", VERDICT_WRONG, "work/three-of-two", 808.268},
        {"98.977 us, 1616.54 GB/s", VERDICT_WRONG, "work/counted-twice", 808.268},
        {"98.977 us, 1010.3 GB/s", VERDICT_WRONG, "work/term-added", 808.268},
        {"98.977 us, 610 GB/s", VERDICT_WRONG, "work/term-missing", 808.268},
        {"98.977 us, 202.067 Gelem/s", VERDICT_TIME_RIGHT, "", 0}, // elements are not weighed
        {"98.977 us, 832.5 GB/s", VERDICT_WRONG, "work/term-added", 808.268},   // 3 % too many
        {"98.977 us, 1248.8 GB/s", VERDICT_WRONG, "work/term-added", 808.268},  // nearly 3 of 2
        {"98.977 us, 6466.14 GB/s", VERDICT_WRONG, "work/term-added", 808.268}, // 8 times, no bits
    };
    static const struct expected in_a_cache[] = {
        {"98.977 us, 808.268 GB/s", VERDICT_RIGHT, "", 0},
        {"98.977 us, HBM bandwidth 808.268 GB/s", VERDICT_WRONG, "cache/hot-as-memory", 80.8},
        {"98.977 us, bandwidth 808.268 GB/s", VERDICT_SUSPECT, "cache/hot-as-memory", 80.8},
        {"98.977 us, 80.8268 GB/s", VERDICT_RIGHT, "", 0},            // what the memory moved
        {"98.977 us, 404.134 GB/s", VERDICT_NOTE, "work/one-way", 0}, // or a cache had the rest
        {"98.977 us, 610 GB/s", VERDICT_NOTE, "", 0},
        {"98.977 us, 1616.54 GB/s", VERDICT_SUSPECT, "work/counted-twice", 808.268},
        {"98.977 us, 0.202067 TFLOP/s", VERDICT_RIGHT, "", 0},
        {"98.977 us, 0.101034 TFLOP/s", VERDICT_SUSPECT, "work/half-the-flops", 0.202067},
        {"98.977 us, 0.187922 TFLOP/s", VERDICT_NOTE, "work/term-missing", 0}, // a tree's, perhaps
        {"98.977 us, 0.081 TFLOP/s", VERDICT_SUSPECT, "work/term-missing", 0.202067},
        {"98.977 us, 0.404134 TFLOP/s", VERDICT_SUSPECT, "work/fma-twice", 0.202067},
    };
    static const struct expected a_third_from_memory[] = {
        {"98.977 us, HBM bandwidth 808.268 GB/s", VERDICT_WRONG, "cache/hot-as-memory", 242.5},
    };
    static const struct expected another[] = {
        {"98.977 us, 808.268 GB/s", VERDICT_TIME_RIGHT, "", 0},
        {"98.977 us, 1616.54 GB/s", VERDICT_TIME_RIGHT, "", 0},
    };
    struct weighed scale;
    struct weighing scales = {.kernels = &scale, .kernel_count = 1};
    struct plan plan;
    run_program(&plan, times, TIMES, 1, 1);
    weighing = &scales;
    weigh_scale(&scale, plan.blocks, NAN, NAN);
    expect(&plan, on_the_host, sizeof on_the_host / sizeof *on_the_host);
    weigh_scale(&scale, plan.blocks, 0.1 * 2 * ARRAY, ARRAY / 2.0);
    expect(&plan, in_a_cache, sizeof in_a_cache / sizeof *in_a_cache);
    weigh_scale(&scale, plan.blocks, 0.3 * 2 * ARRAY, NAN);
    expect(&plan, a_third_from_memory, 1);
    weigh_scale(&scale, plan.blocks + 1, NAN, NAN); // of another grid
    expect(&plan, another, sizeof another / sizeof *another);
    weigh_scale(&scale, plan.blocks, NAN, NAN);
    scale.name = "lab::scale_all(float*)"; // another kernel, of the same grid
    expect(&plan, another, sizeof another / sizeof *another);
    weighing = NULL;
    plan_free(&plan);
}

// The host woke up late: because another program had its processor, or for no known reason.
static void a_busy_machine(void) {
    static const struct {
        double delay; // us
        struct expected expected;
    } cases[] = {{5000, {"kernel 6.2 ms", VERDICT_NOTE, "", 0}},
                 {0, {"kernel 6.2 ms", VERDICT_SUSPECT, "time/host-overhead", 1.1}}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct plan plan;
        plan_begin(&plan);
        plan_kernel(&plan, "scale", 0, plan.now + 8, 1100);
        plan_wait_until(&plan, "cudaDeviceSynchronize", plan.now + 1120);
        double begin = plan.now;
        plan_clock(&plan);
        plan_kernel(&plan, "scale", 0, begin + 5, 1100);
        plan.host_delay += cases[i].delay;
        plan_wait_until(&plan, "cudaDeviceSynchronize", begin + 6199.7);
        plan.now = begin + 6200;
        plan_clock(&plan);
        plan_end(&plan);
        expect(&plan, &cases[i].expected, 1);
        plan_free(&plan);
    }
}

static void batches(void) {
    static const double batch[] = {1000.377};
    static const struct expected expected[] = {
        {"total 1000.377 us", VERDICT_RIGHT, "", 0},
        {"a run 100.0377 us", VERDICT_RIGHT, "", 0},
        {"mean 1.000377 ms", VERDICT_WRONG, "time/batch-not-divided", 0.1000377},
        {"10 launches: 1.000377 ms", VERDICT_RIGHT, "", 0}, // says what it is the time of
        {"time per iteration 1.000377 ms", VERDICT_SUSPECT, "time/batch-not-divided", 0},
        {"scale 10.00377 us", VERDICT_WRONG, "time/divided-twice", 100.0377},
        {"scale 10.00377 us per iteration", VERDICT_SUSPECT, "time/divided-twice", 0},
        {"100.0377 us, 799.698 GB/s", VERDICT_TIME_RIGHT, "", 0},
        {"100.0377 us, 7996.98 GB/s", VERDICT_TIME_RIGHT, "",
         0}, // 20 arrays: nothing names a count
        {"1000.377 us, 79.9699 GB/s", VERDICT_SUSPECT, "time/batch-not-divided", 799.698},
        {"9996.23 it/s", VERDICT_RIGHT, "", 0},
        {"99962.3 it/s", VERDICT_SUSPECT, "work/times-repetitions", 9996.23},
    };
    struct plan plan;
    run_program(&plan, batch, 1, 10, 1);
    expect(&plan, expected, sizeof expected / sizeof *expected);
    plan_free(&plan);
}

static void not_waited(void) {
    static const double launch[] = {17.311};
    static const struct expected expected[] = {
        {"scale 17.311 us", VERDICT_WRONG, "time/launch-only", 5000},
        {"GPU time (n=4096): 17.311 us", VERDICT_WRONG, "time/launch-only", 5000},
        {"17.311 us, 4621.3 GB/s", VERDICT_WRONG, "time/launch-only", 16},
        {"17.311 us", VERDICT_SUSPECT, "time/launch-only", 5000},           // it claims nothing
        {"frobnication 17.311 us", VERDICT_SUSPECT, "time/launch-only", 0}, // no word of ours
        {"kernel (unfenced) 17.311 us", VERDICT_SUSPECT, "time/launch-only", 0},
        {"kernel + hand-over 17.311 us", VERDICT_SUSPECT, "time/launch-only", 0},
        {"jit scale 17.311 us", VERDICT_SUSPECT, "time/launch-only", 0}, // it ran before
        {"rescaled 17.311 us", VERDICT_SUSPECT, "time/launch-only", 0},  // letters of "scale"
        {"a launch returns after 17.311 us", VERDICT_NOTE, "time/launch-only", 0},
        {"17,311 us", VERDICT_CANNOT_TELL, "", 0}, // seventeen thousand, perhaps
    };
    struct plan plan;
    run_program(&plan, launch, 1, 1, 0);
    expect(&plan, expected, sizeof expected / sizeof *expected);
    plan_free(&plan);
}

// The program's own loop while a kernel runs is no time of the kernel, whatever the line says.
static void host_works_meanwhile(void) {
    static const double loop[] = {1900.311};
    static const struct expected expected[] = {
        {"kernel 1900.311 us", VERDICT_NOTE, "time/launch-only", 0},
        {"step 1.900311 ms", VERDICT_NOTE, "time/launch-only", 0},
    };
    struct plan plan;
    run_program(&plan, loop, 1, 1, 0);
    expect(&plan, expected, sizeof expected / sizeof *expected);
    plan_free(&plan);
    // The price of a launch is up to 50 us.
    static const double brief[] = {80.311, 38.311};
    static const struct expected both[] = {
        {"kernel 80.311 us", VERDICT_NOTE, "time/launch-only", 0},
        {"kernel 38.311 us", VERDICT_WRONG, "time/launch-only", 0},
    };
    run_program(&plan, brief, 2, 1, 0);
    expect(&plan, both, sizeof both / sizeof *both);
    plan_free(&plan);
}

// Copies of 4 MB between two reads of the clock: their bytes are known.
static void copies_are_weighed(void) {
    static const struct expected expected[] = {
        {"copy 400.123 us, 2.62063 GB/s", VERDICT_RIGHT, "", 0},
        {"copy 400.123 us, 5.24127 GB/s", VERDICT_TIME_RIGHT, "", 0},
    };
    struct plan plan;
    plan_begin(&plan);
    plan_copy_sync(&plan, 390);
    double begin = plan.now + 10;
    plan.now = begin;
    plan_clock(&plan);
    plan_copy_sync(&plan, 396);
    plan.now = begin + 400.123;
    plan_clock(&plan);
    plan_end(&plan);
    expect(&plan, expected, sizeof expected / sizeof *expected);
    plan_free(&plan);
}

// A stopwatch of the library held two copies, and its result is of one. Before, the program read a
// clock in a clock.
static void copies_of_a_batch(void) {
    static const struct expected expected[] = {
        {"copy 200.0615 us, 5.24127 GB/s", VERDICT_RIGHT, "", 0},
        {"copy 200.0615 us, 10.48254 GB/s", VERDICT_TIME_RIGHT, "", 0},
    };
    struct plan plan;
    plan_begin(&plan);
    plan_clock(&plan);
    plan_clock(&plan);
    plan_kernel(&plan, "saxpy", 0, plan.now + 4, 50);
    plan_wait_until(&plan, "cudaDeviceSynchronize", plan.now + 60);
    plan_clock(&plan);
    plan_copy_sync(&plan, 390);
    double begin = plan.now;
    for (int i = 0; i < 3; i++) {
        double from = plan.now;
        plan_event(&plan, 1, 0, from + 2);
        plan_copy(&plan, from + 3, 198);
        plan_copy(&plan, from + 202, 198);
        plan_event(&plan, 2, 0, from + 402.123);
        plan_wait_until(&plan, "cudaEventSynchronize", from + 410);
        plan_elapsed(&plan, 1, 2, 400.123, 0);
    }
    plan_library(&plan, "tare_measure", begin);
    uint64_t now = plan.zero + (uint64_t)(1e3 * plan.now);
    plan_add(&plan, (struct witness_note){.kind = WITNESS_RESULT,
                                          .name = "median",
                                          .begin = now,
                                          .end = now,
                                          .value = 200.0615e-6});
    plan_add(&plan, (struct witness_note){
                        .kind = WITNESS_BATCH, .name = "tare_measure", .begin = now, .value = 2});
    plan_end(&plan);
    expect(&plan, expected, sizeof expected / sizeof *expected);
    plan_free(&plan);
}

// A launch that the device refused proves itself, whatever the line says: here the time is divided
// by the launches that were made.
static void refused_launches(void) {
    static const struct expected expected[] = {
        {"frobnication (odd) 1.7311 us", VERDICT_WRONG, "launch/failed", 0},
    };
    struct plan plan;
    plan_begin(&plan);
    plan_kernel(&plan, "scale", 0, plan.now + 8, 97);
    plan_wait_until(&plan, "cudaDeviceSynchronize", plan.now + 120);
    plan_event(&plan, 1, 0, plan.now + 1);
    double begin = plan.now;
    for (int i = 0; i < 10; i++)
        plan_failed(&plan, "cudaLaunchKernel", 0.5, 9);
    plan_event(&plan, 2, 0, begin + 17.311);
    plan_idle(&plan, 30);
    plan_elapsed(&plan, 1, 2, 17.311, 0);
    plan_end(&plan);
    expect(&plan, expected, 1);
    plan_free(&plan);
}

// A launch whose kernel the trace lacks.
static void lost_records_silence(void) {
    static const struct expected expected[] = {{"scale 7.311 us", VERDICT_CANNOT_TELL, "", 0}};
    struct plan plan;
    plan_begin(&plan);
    plan_kernel(&plan, "scale", 0, plan.now + 8, 97);
    plan_wait_until(&plan, "cudaDeviceSynchronize", plan.now + 120);
    double begin = plan.now;
    plan_clock(&plan);
    plan_call(&plan, "cudaLaunchKernel", 3);
    plan.now = begin + 7.311;
    plan_clock(&plan);
    plan_end(&plan);
    expect(&plan, expected, 1);
    plan_free(&plan);
}

// Numbers that nothing measured, near to what was.
static void made_up_numbers(void) {
    enum { PROGRAMS = 400 };
    struct audited *of = calloc(4, sizeof *of);
    int tied = 0, accused = 0, lost = 0;
    uint64_t drawn = 0;
    CU_ASSERT_PTR_NOT_NULL_FATAL(of);
    for (int i = 0; i < PROGRAMS; i++) {
        double read[TIMES];
        struct plan plan;
        char text[200];
        for (int k = 0; k < TIMES; k++)
            read[k] = floor(1e5 + 1e5 * (double)(random_at(7, drawn++) % 1000000) / 1e6) / 1e3;
        double made_up = 80 + 200 * (double)(random_at(7, drawn++) % 1000003) / 1000003.0;
        run_program(&plan, read, TIMES, 1 + i % 4, i % 3 != 0);
        snprintf(text, sizeof text, "kernel %.*f us, %.*f GB/s; %.3f us", 1 + i % 4, made_up, i % 3,
                 2e-3 * ARRAY / made_up, read[i % TIMES]);
        int count = audit_text_of(&plan, text, of, 4);
        CU_ASSERT_EQUAL_FATAL(count, 3);
        for (int k = 0; k < 2; k++) {
            tied += of[k].tied;
            accused += of[k].verdict == VERDICT_WRONG;
        }
        lost += !of[2].tied;
        plan_free(&plan);
    }
    free(of);
    printf("  of %d made-up numbers %d were tied and %d accused; of %d readings %d were not tied\n",
           2 * PROGRAMS, tied, accused, PROGRAMS, lost);
    CU_ASSERT_TRUE(tied <= 2 * PROGRAMS / 20);
    CU_ASSERT_TRUE(accused <= 2);
    CU_ASSERT_TRUE(lost <= PROGRAMS / 10);
}

static const struct test tests[] = {
    {"statistics", statistics},
    {"rates on the scales", weighed_rates},
    {"a busy machine", a_busy_machine},
    {"batches", batches},
    {"not waited", not_waited},
    {"host works meanwhile", host_works_meanwhile},
    {"copies are weighed", copies_are_weighed},
    {"copies of a batch", copies_of_a_batch},
    {"refused launches", refused_launches},
    {"lost records silence", lost_records_silence},
    {"made-up numbers", made_up_numbers},
};

SUITE_MAIN("witness audit", tests)
