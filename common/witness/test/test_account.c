// test_account.c: the parts of a window fill it, whatever ran; each mistake of time is a term.
#include "plan.h"
#include "suite.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/order.h"
#include "base/text.h"
#include "witness/read/read.h"

static double sum_of_parts(const struct account *account) {
    double sum = 0;
    for (int i = 0; i < ACCOUNT_INSIDE; i++) {
        CU_ASSERT_TRUE(account->part[i] >= 0);
        sum += account->part[i];
    }
    return sum;
}

// ---- any program -----------------------------------------------------------------------------

struct dice {
    uint64_t seed, drawn;
};

static double throw(struct dice * dice, double below) {
    return below * (double)(random_at(dice->seed, dice->drawn++) % 100003) / 100003.0;
}

static void anything(struct plan *plan, struct dice *dice) {
    double begin = plan->now + throw(dice, 60), us = throw(dice, 120);
    plan->host_delay +=
        throw(dice, 2) < 1 ? 0 : throw(dice, 60); // more than the host was idle, too
    plan->kernel_delay = throw(dice, 2) < 1 ? 0 : throw(dice, 90);
    uint64_t stream = (uint64_t) throw(dice, 3);
    switch ((int) throw(dice, 8)) {
    case 0:
    case 1:
        plan->blocks = 1 + (unsigned) throw(dice, 64);
        plan_kernel(plan, throw(dice, 2) < 1 ? "saxpy" : "triad", stream, begin, us);
        break;
    case 2:
        plan_copy(plan, begin, us);
        break;
    case 3:
        plan_memset(plan, begin, us);
        break;
    case 4:
        plan_call(plan, throw(dice, 2) < 1 ? "cudaMalloc" : "cudaEventQuery", us);
        break;
    case 5:
        plan_idle(plan, us);
        plan_context(plan, plan->now - us);
        break;
    case 6:
        plan_wait_until(plan, "cudaDeviceSynchronize", plan->now + us + 1);
        break;
    default:
        plan_idle(plan, us);
    }
}

// A program of random work, timed by a clock or by events.
static void random_program(uint64_t seed, struct plan *plan) {
    struct dice dice = {seed, 0};
    int events = throw(&dice, 2) < 1, work = 1 + (int) throw(&dice, 12);
    plan_begin(plan);
    for (int i = 0; i < work; i++)
        anything(plan, &dice);
    double start = plan->now, us = 0;
    if (events)
        plan_event(plan, 1, 0, start + throw(&dice, 90));
    else
        plan_clock(plan);
    double reached = start + 90;
    for (int i = 0; i < work; i++)
        anything(plan, &dice);
    plan_call(plan, "cudaDeviceSynchronize", 1);
    us = plan->now - start;
    if (events) {
        plan_event(plan, 2, 0, fmax(plan->now, reached));
        plan_wait_until(plan, "cudaEventSynchronize", fmax(plan->now, reached) + 1);
        plan_elapsed(plan, 1, 2, us, 0);
    } else {
        plan_clock(plan);
    }
    plan_claim(plan, "saxpy", us);
    plan_end(plan);
}

static void parts_fill_the_window(void) {
    enum { PROGRAMS = 3000 };
    int known = 0, delayed = 0;
    for (uint64_t seed = 0; seed < PROGRAMS; seed++) {
        struct plan plan;
        struct seen seen;
        random_program(seed, &plan);
        plan_see(&plan, &seen);
        const struct account *account = &seen.facts.account;
        known += account->known;
        delayed += account->part[PART_OTHERS] > 0;
        double sum = sum_of_parts(account);
        if (sum != account->window)
            printf("  seed %d: %.0f of %.0f ns\n", (int)seed, sum, account->window);
        CU_ASSERT_EQUAL(sum, account->window);
        if (account->known)
            CU_ASSERT_EQUAL(account->own, account->part[PART_OWN] + account->part[PART_BEFORE] +
                                              account->part[PART_AFTER] +
                                              account->part[PART_APART]);
        seen_free(&seen);
        plan_free(&plan);
    }
    CU_ASSERT_TRUE(known > PROGRAMS * 9 / 10);
    CU_ASSERT_TRUE(delayed > PROGRAMS / 4);
}

// ---- one program for each term ------------------------------------------------------------------

static void see_plan(const char *name, struct seen *seen) {
    for (int i = 0; i < named_plan_count; i++)
        if (strcmp(named_plans[i].name, name) == 0) {
            struct plan plan;
            plan_begin(&plan);
            named_plans[i].make(&plan);
            plan_end(&plan);
            plan_see(&plan, seen);
            plan_free(&plan);
            return;
        }
    CU_FAIL_FATAL("no such plan");
}

static void list_terms(const struct account *account, char *text, size_t size) {
    *text = 0;
    for (int i = 0; i < account->term_count; i++) {
        size_t length = strlen(text);
        text_format(text + length, size - length, "%s%s%s", i ? " " : "", account->terms[i].mistake,
                    account->terms[i].set ? "?" : "");
    }
}

static void every_plan_has_its_terms(void) {
    static const struct {
        const char *plan, *terms;
    } cases[] = {
        {"right", ""},
        {"events_right", ""},
        {"joined_streams", ""},
        {"batch_divided", ""},
        {"copy_right", ""},
        {"by_library", ""},
        {"launch_only", "time/launch-only"},
        {"queue_full", "time/launch-only"},
        {"earlier_work", "time/counts-earlier-work"},
        {"stale_elapsed", "time/stale-elapsed"},
        {"no_timing", "time/event-without-timing"},
        {"reversed", "time/reversed-events"},
        {"other_stream", "time/other-stream"},
        {"other_stream_late", "time/host-overhead time/other-stream"},
        {"one_of_streams", "time/batch-not-divided time/one-of-streams"},
        {"copy_running", "time/not-waited-copy"},
        {"nothing", "launch/nothing-ran"},
        {"handles_again", "launch/nothing-ran"},
        {"launch_failed", "launch/failed"},
        {"context", "time/first-run time/host-overhead"},
        {"first_run", "time/first-run"},
        {"batch", "time/batch-not-divided"},
        {"allocation", "time/allocation-inside"},
        {"copies", "time/copies-inside"},
        {"flush", "time/flush-inside"},
        {"mostly_host", "time/host-overhead"},
        {"mostly_host_part", "time/host-overhead"},
        {"twins", "time/batch-not-divided"},
        {"no_window", ""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct seen seen;
        char terms[400];
        see_plan(cases[i].plan, &seen);
        list_terms(&seen.facts.account, terms, sizeof terms);
        if (strcmp(terms, cases[i].terms) != 0)
            printf("  %s: \"%s\", expected \"%s\"\n", cases[i].plan, terms, cases[i].terms);
        CU_ASSERT_STRING_EQUAL(terms, cases[i].terms);
        seen_free(&seen);
    }
}

static struct account account_of_terms(const struct plan *plan, char *terms, size_t size) {
    struct seen seen;
    plan_see(plan, &seen);
    struct account account = seen.facts.account;
    list_terms(&account, terms, size);
    seen_free(&seen);
    return account;
}

// `runs` kernels of `us` between two readings of a clock, each of which the host may wait for, and
// the claim is the reading divided by `divided`.
static struct account batch(int runs, double us, int waits, double divided, char terms[200]) {
    struct plan plan;
    plan_begin(&plan);
    plan_kernel(&plan, "saxpy", 0, plan.now + 5, us);
    plan_wait_until(&plan, "cudaDeviceSynchronize", plan.now + us + 20);
    double start = plan.now, last = start;
    plan_clock(&plan);
    for (int i = 0; i < runs; i++) {
        double begin = waits ? plan.now + 70 : fmax(plan.now + 4, last);
        plan_kernel(&plan, "saxpy", 0, begin, us);
        last = begin + us;
        if (waits)
            plan_wait_until(&plan, "cudaDeviceSynchronize", last + 1);
    }
    if (!waits)
        plan_wait_until(&plan, "cudaDeviceSynchronize", last + 1);
    double stop = plan.now;
    plan_clock(&plan);
    plan_claim(&plan, "saxpy", (stop - start) / divided);
    plan_end(&plan);
    struct account account = account_of_terms(&plan, terms, 200);
    plan_free(&plan);
    return account;
}

static void the_divisor_is_held_against_the_runs(void) {
    static const struct {
        int runs;
        double divided;
        const char *terms;
    } cases[] = {
        {1, 1, ""},
        {40, 40, ""},
        {40, 1, "time/batch-not-divided"},
        {20, 400, "time/divided-twice"},
        {40, 39, "time/other-count"},
        {1, 7, "time/divided-twice"},
        {1, 1000, "units/s-as-ms"},
        {1, 1e-3, "units/ms-as-s"},
        {40, 0.04, "units/ms-as-s"},
        {40, 1e-3, "units/ms-as-s time/batch-not-divided"},
        {40, 40000, "units/s-as-ms"},
        {40, 1000, "units/s-as-ms? time/batch-not-divided? time/other-count?"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char terms[200];
        struct account account = batch(cases[i].runs, 12000, 0, cases[i].divided, terms);
        if (strcmp(terms, cases[i].terms) != 0)
            printf("  %d runs, divided by %g: \"%s\", expected \"%s\"\n", cases[i].runs,
                   cases[i].divided, terms, cases[i].terms);
        CU_ASSERT_STRING_EQUAL(terms, cases[i].terms);
        double factor[3] = {1, 1, 1}; // of the facts, and of each set
        for (int k = 0; k < account.term_count; k++) {
            CU_ASSERT_TRUE(account.terms[k].exact);
            factor[account.terms[k].set] *= account.terms[k].factor;
        }
        double claimed = cases[i].runs / cases[i].divided;
        int sets = account.term_count && account.terms[0].set;
        for (int set = sets; set <= 2 * sets; set++)
            CU_ASSERT_DOUBLE_EQUAL(factor[set], claimed, 1e-9 * claimed);
    }
}

static void a_wait_in_every_run_is_no_run(void) {
    char terms[200];
    struct account account = batch(500, 12, 1, 500, terms);
    CU_ASSERT_STRING_EQUAL(terms, "time/host-overhead");
    CU_ASSERT_DOUBLE_EQUAL(account_truth(&account), 12000, 1);
    CU_ASSERT_TRUE(account.part[PART_OWN] < 0.15 * account.window);
    CU_ASSERT_FALSE(account.terms[0].exact);
    CU_ASSERT_DOUBLE_EQUAL(account.terms[0].factor, account.window / account.own, 1e-3);
}

// Each threshold stands between two programs that lie within a factor of two of it.
static void thresholds_stand_where_they_are(void) {
    static const struct {
        double ran, idle; // us of one run, and how long the host idles after its wait
        const char *terms;
    } idles[] = {{1000, 33, ""}, {1000, 60, "time/host-overhead"}};
    static const struct {
        int runs;
        const char *mistake;
    } queues[] = {{300, "time/launch-only"}, {700, "time/queue-full"}};
    for (size_t i = 0; i < sizeof idles / sizeof *idles; i++) {
        char terms[200];
        struct plan plan;
        plan_begin(&plan);
        double start = plan.now;
        plan_clock(&plan);
        plan_kernel(&plan, "saxpy", 0, start + 4, idles[i].ran);
        plan_wait_until(&plan, "cudaDeviceSynchronize", start + 4 + idles[i].ran);
        plan_idle(&plan, idles[i].idle);
        double stop = plan.now;
        plan_clock(&plan);
        plan_claim(&plan, "saxpy", stop - start);
        plan_end(&plan);
        account_of_terms(&plan, terms, sizeof terms);
        CU_ASSERT_STRING_EQUAL(terms, idles[i].terms);
        plan_free(&plan);
    }
    for (size_t i = 0; i < sizeof queues / sizeof *queues; i++) {
        char terms[200];
        struct plan plan;
        plan_begin(&plan);
        double start = plan.now;
        plan_clock(&plan);
        for (int k = 0; k < queues[i].runs; k++)
            plan_kernel(&plan, "saxpy", 0, start + 4 + 12 * k, 12);
        double stop = plan.now;
        plan_clock(&plan);
        plan_claim(&plan, "saxpy", stop - start);
        plan_end(&plan);
        account_of_terms(&plan, terms, sizeof terms);
        CU_ASSERT_PTR_NOT_NULL(strstr(terms, queues[i].mistake));
        plan_free(&plan);
    }
}

// Four launches, each over a quarter of the grid, are one run; copies are counted by their bytes.
static void runs_are_counted_by_threads(void) {
    char terms[200];
    struct plan plan;
    plan_begin(&plan);
    plan_kernel(&plan, "saxpy", 0, plan.now + 5, 48);
    plan_wait_until(&plan, "cudaDeviceSynchronize", plan.now + 60);
    double start = plan.now;
    plan.blocks /= 4;
    plan_clock(&plan);
    for (int i = 0; i < 4; i++)
        plan_kernel(&plan, "saxpy", 0, start + 13 + 12 * i, 12);
    plan_wait_until(&plan, "cudaDeviceSynchronize", start + 61.2);
    double stop = plan.now;
    plan_clock(&plan);
    plan_claim(&plan, "saxpy", stop - start);
    plan_end(&plan);
    struct account account = account_of_terms(&plan, terms, sizeof terms);
    CU_ASSERT_DOUBLE_EQUAL(account.runs, 1, 1e-12);
    CU_ASSERT_EQUAL(account.launches, 4);
    CU_ASSERT_EQUAL(account_truth(&account), 48000);
    CU_ASSERT_STRING_EQUAL(terms, "time/host-overhead"); // 13 of 61 us
    plan_free(&plan);
}

// A quarter of the kernel between two events; the rest on another stream behind the stop mark, or
// nowhere.
static void a_part_of_a_run_is_no_run(void) {
    for (int behind = 0; behind < 2; behind++) {
        char terms[200];
        struct plan plan;
        plan_begin(&plan);
        plan_kernel(&plan, "saxpy", 1, plan.now + 5, 400);
        plan_wait_until(&plan, "cudaDeviceSynchronize", plan.now + 420);
        double start = plan.now;
        plan.blocks /= 4;
        plan_event(&plan, 1, 1, start + 5);
        plan_kernel(&plan, "saxpy", 1, start + 6, 100);
        plan_event(&plan, 2, 1, start + 107);
        plan.blocks *= 3;
        if (behind)
            plan_kernel(&plan, "saxpy", 2, start + 30, 300);
        plan_wait_until(&plan, "cudaDeviceSynchronize", start + 340);
        plan_elapsed(&plan, 1, 2, 102, 0);
        plan_claim(&plan, "saxpy", 102);
        plan_end(&plan);
        struct account account = account_of_terms(&plan, terms, sizeof terms);
        CU_ASSERT_DOUBLE_EQUAL(account.runs, 0.25, 1e-9);
        CU_ASSERT_STRING_EQUAL(terms, behind ? "time/one-of-streams" : "work/part-of-grid");
        plan_free(&plan);
    }
}

// The kernel that is timed is not the one that the claim is named after.
static void another_kernel_is_told(void) {
    char terms[200];
    struct plan plan;
    plan_begin(&plan);
    plan_kernel(&plan, "saxpy", 0, plan.now + 5, 50);
    plan_kernel(&plan, "dummy", 0, plan.now + 60, 50);
    plan_wait_until(&plan, "cudaDeviceSynchronize", plan.now + 130);
    double start = plan.now;
    plan_clock(&plan);
    plan_kernel(&plan, "dummy", 0, plan.now + 2, 40);
    plan_wait_until(&plan, "cudaDeviceSynchronize", plan.now + 45);
    double stop = plan.now;
    plan_clock(&plan);
    plan_claim(&plan, "saxpy", stop - start);
    plan_end(&plan);
    account_of_terms(&plan, terms, sizeof terms);
    CU_ASSERT_STRING_EQUAL(terms, "work/other-kernel");
    plan_free(&plan);
}

// Libraries have kernels with names of a hundred letters.
static void a_long_name_is_a_name(void) {
    static const char name[] = "sm90_xmma_gemm_f32f32_tf32f32_f32_nn_n_tilesize128x256x32_"
                               "warpgroupsize2x1x1_execute_segment_k_off_kernel";
    char terms[200];
    struct plan plan;
    plan_begin(&plan);
    plan_kernel(&plan, name, 0, plan.now + 5, 500);
    plan_wait_until(&plan, "cudaDeviceSynchronize", plan.now + 520);
    double start = plan.now;
    plan_clock(&plan);
    plan_kernel(&plan, name, 0, plan.now + 2, 500);
    plan_clock(&plan);
    double stop = plan.now;
    plan_wait_until(&plan, "cudaDeviceSynchronize", start + 520);
    plan_claim(&plan, "product", stop - start);
    plan_end(&plan);
    struct account account = account_of_terms(&plan, terms, sizeof terms);
    CU_ASSERT_EQUAL(account.runs, 1);
    CU_ASSERT_STRING_EQUAL(terms, "time/launch-only");
    plan_free(&plan);
}

// A clock of the processors, even where it ran as fast as the wall's.
static void a_processors_clock_is_told(void) {
    char terms[200];
    struct plan plan;
    plan_begin(&plan);
    plan_kernel(&plan, "saxpy", 0, plan.now + 5, 50);
    plan_wait_until(&plan, "cudaDeviceSynchronize", plan.now + 60);
    double start = plan.now, stop = start;
    for (int mark = 0; mark < 2; mark++) {
        uint64_t ns = plan.zero + (uint64_t)(1e3 * plan.now + 0.5);
        stop = plan.now;
        plan_add(&plan, (struct witness_note){.kind = WITNESS_CLOCK,
                                              .name = WITNESS_PROCESSOR_CLOCK,
                                              .begin = ns,
                                              .end = ns,
                                              .told = ns + 7000});
        plan.now += 1;
        if (mark)
            break;
        plan_kernel(&plan, "saxpy", 0, plan.now + 2, 500);
        plan_wait_until(&plan, "cudaDeviceSynchronize", plan.now + 503);
    }
    plan_claim(&plan, "saxpy", stop - start);
    plan_end(&plan);
    struct account account = account_of_terms(&plan, terms, sizeof terms);
    CU_ASSERT_EQUAL(account.processor, 1);
    CU_ASSERT_STRING_EQUAL(terms, "time/cpu-clock");
    plan_free(&plan);
}

// The mean of five readings, of which the first held another kernel too; between them the clock
// was read around nothing.
static void a_mean_over_different_work(void) {
    char terms[200];
    struct plan plan;
    plan_begin(&plan);
    plan_kernel(&plan, "saxpy", 0, plan.now + 5, 50);
    plan_kernel(&plan, "smooth", 0, plan.now + 60, 50);
    plan_wait_until(&plan, "cudaDeviceSynchronize", plan.now + 130);
    double sum = 0;
    for (int i = 0; i < 5; i++) {
        double start = plan.now, begin = start + 4;
        plan_clock(&plan);
        if (i == 0) {
            plan_kernel(&plan, "smooth", 0, begin, 300);
            begin += 300;
        }
        plan_kernel(&plan, "saxpy", 0, begin, 500 + i);
        plan_wait_until(&plan, "cudaDeviceSynchronize", begin + 501 + i);
        sum += plan.now - start;
        plan_clock(&plan);
        plan_idle(&plan, 3 + 2 * i);
        plan_call(&plan, "cudaGetLastError", 1);
    }
    plan_claim(&plan, "saxpy", sum / 5);
    plan_end(&plan);
    struct account account = account_of_terms(&plan, terms, sizeof terms);
    CU_ASSERT_EQUAL(account.windows, 5);
    CU_ASSERT_EQUAL(account.runs, 5);
    CU_ASSERT_EQUAL(account.part[PART_KERNELS], 300000);
    CU_ASSERT_STRING_EQUAL(terms, "work/other-kernel");
    plan_free(&plan);
}

// The kernel is queued on another stream and half of it runs before the stop event is reached.
static void half_of_it_lies_outside(void) {
    char terms[200];
    struct plan plan;
    plan_begin(&plan);
    plan_event(&plan, 1, 0, 10);
    plan_kernel(&plan, "saxpy", 2, 20, 100);
    plan_event(&plan, 2, 0, 70);
    plan_wait_until(&plan, "cudaDeviceSynchronize", 130);
    plan_elapsed(&plan, 1, 2, 60, 0);
    plan_claim(&plan, "saxpy", 60);
    plan_end(&plan);
    struct account account = account_of_terms(&plan, terms, sizeof terms);
    CU_ASSERT_EQUAL(account.part[PART_OWN], 50000);
    CU_ASSERT_EQUAL(account.part[PART_APART], 50000);
    CU_ASSERT_EQUAL(account.own, 100000);
    CU_ASSERT_STRING_EQUAL(terms, "time/host-overhead time/other-stream");
    CU_ASSERT_TRUE(account.terms[1].exact);
    plan_free(&plan);
}

// The program waits for all of the device before its stop mark, so no stream is left out.
static void the_whole_device_is_waited_for(void) {
    char terms[200];
    struct plan plan;
    plan_begin(&plan);
    plan_event(&plan, 1, 0, 10);
    plan_kernel(&plan, "saxpy", 2, 12, 100);
    plan_wait_until(&plan, "cudaDeviceSynchronize", 112);
    plan_event(&plan, 2, 0, 113);
    plan_wait_until(&plan, "cudaEventSynchronize", 114);
    plan_elapsed(&plan, 1, 2, 103, 0);
    plan_claim(&plan, "saxpy", 103);
    plan_end(&plan);
    struct account account = account_of_terms(&plan, terms, sizeof terms);
    CU_ASSERT_EQUAL(account.part[PART_OWN], 100000);
    CU_ASSERT_EQUAL(account.part[PART_APART], 0);
    CU_ASSERT_STRING_EQUAL(terms, "");
    plan_free(&plan);
}

// With events: what another stream still ran of earlier work, while the own stream was idle.
static void earlier_work_of_another_stream(void) {
    char terms[200];
    struct plan plan;
    plan_begin(&plan);
    plan_kernel(&plan, "triad", 2, 5, 100);
    plan_event(&plan, 1, 0, 10);
    plan_kernel(&plan, "saxpy", 0, 60, 100);
    plan_event(&plan, 2, 0, 160);
    plan_wait_until(&plan, "cudaDeviceSynchronize", 161);
    plan_elapsed(&plan, 1, 2, 150, 0);
    plan_claim(&plan, "saxpy", 150);
    plan_end(&plan);
    struct account account = account_of_terms(&plan, terms, sizeof terms);
    CU_ASSERT_EQUAL(account.part[PART_EARLIER], 50000); // the rest of it ran beside the own work
    CU_ASSERT_EQUAL(account.part[PART_OWN], 100000);
    CU_ASSERT_STRING_EQUAL(terms, "time/counts-earlier-work");
    plan_free(&plan);
}

// A mean and a sum add their windows up; of a median, the nearest reading is shown.
static void a_statistic_of_readings(void) {
    static const double times[] = {120.417, 98.203, 101.911, 99.087, 250.66, 97.5};
    enum { TIMES = sizeof times / sizeof *times };
    static const struct {
        double claim;
        int windows, one_of;
        const char *terms;
    } cases[] = {{767.778 / 6, TIMES, 0, ""},
                 {767.778, TIMES, 0, "time/batch-not-divided"},
                 {(99.087 + 101.911) / 2, 1, TIMES, ""},
                 {250.66 - 97.5, 0, 0, ""}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        char terms[200];
        struct plan plan;
        plan_begin(&plan);
        for (int i = 0; i < TIMES; i++) {
            double begin = plan.now;
            plan_clock(&plan);
            plan_kernel(&plan, "saxpy", 0, begin + 3.2, times[i] - 4);
            plan_wait_until(&plan, "cudaDeviceSynchronize", begin + times[i] - 0.3);
            plan_clock(&plan);
            plan_idle(&plan, 11);
        }
        plan_claim(&plan, "saxpy", cases[k].claim);
        plan_end(&plan);
        struct account account = account_of_terms(&plan, terms, sizeof terms);
        CU_ASSERT_EQUAL(account.windows, cases[k].windows);
        CU_ASSERT_EQUAL(account.one_of, cases[k].one_of);
        CU_ASSERT_EQUAL(account.known, cases[k].windows > 0);
        CU_ASSERT_EQUAL(sum_of_parts(&account), account.window);
        CU_ASSERT_STRING_EQUAL(terms, cases[k].terms);
        plan_free(&plan);
    }
}

// ---- other programs ----------------------------------------------------------------------------

// A kernel of 480 us; the host wakes up some time after it, sleeps, and stops its clock.
struct loaded {
    double workers;                 // us: these waited
    double woken, idle;             // us: after the kernel the host woke, and then slept
    double until_woken, until_stop; // us: of these it waited for a processor
    double others;                  // us: what the account says of them
    const char *terms;
};

static const struct loaded late_host = {20, 90, 0, 90, 0, 110, ""};

static void plan_loaded(struct plan *plan, const struct loaded *of) {
    plan_begin(plan);
    plan_kernel(plan, "saxpy", 0, plan->now + 5, 480); // it was cold
    plan_wait_until(plan, "cudaDeviceSynchronize", plan->now + 500);
    plan->host_delay = 700; // before the window
    double start = plan->now;
    plan_clock(plan);
    plan->kernel_delay = of->workers;
    plan_kernel(plan, "saxpy", 0, start + 3.2, 480 + of->workers);
    plan->host_delay += of->until_woken;
    plan_wait_until(plan, "cudaDeviceSynchronize", start + 483.3 + of->workers + of->woken);
    plan_idle(plan, of->idle);
    plan->host_delay += of->until_stop;
    double stop = plan->now;
    plan_clock(plan);
    plan->host_delay += 900; // behind it
    plan_claim(plan, "saxpy", stop - start);
    plan_end(plan);
}

static void other_programs_are_nobodys_mistake(void) {
    const struct loaded cases[] = {{0, 0, 0, 0, 0, 0, ""},
                                   {120, 0, 0, 0, 0, 120, ""},
                                   {0, 90, 0, 90, 0, 90, ""},
                                   late_host,
                                   // An older trace: nobody noted why the host woke late.
                                   {0, 90, 0, 0, 0, 0, "time/host-overhead"},
                                   // Awake too late, and then asleep.
                                   {0, 90, 80, 90, 0, 90, "time/host-overhead"},
                                   {0, 0, 80, 0, 80, 80, ""},
                                   // What the host waited while the kernel ran lengthened nothing,
                                   // and excuses no sleep after it.
                                   {0, 0, 80, 300, 0, 3.5, "time/host-overhead"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char terms[200];
        struct plan plan;
        plan_loaded(&plan, &cases[i]);
        struct account account = account_of_terms(&plan, terms, sizeof terms);
        CU_ASSERT_EQUAL(sum_of_parts(&account), account.window);
        CU_ASSERT_DOUBLE_EQUAL(account.part[PART_OWN], 480e3, 1);
        CU_ASSERT_DOUBLE_EQUAL(account_truth(&account), 480e3, 1);
        CU_ASSERT_DOUBLE_EQUAL(account.part[PART_OTHERS], 1e3 * cases[i].others, 1);
        CU_ASSERT_STRING_EQUAL(terms, cases[i].terms);
        plan_free(&plan);
    }
}

// The host's delay counts between the records of the events: it launched the second kernel late.
static void other_programs_between_events(void) {
    char terms[200];
    struct plan plan;
    plan_begin(&plan);
    plan_kernel(&plan, "saxpy", 0, plan.now + 5, 200); // it was cold
    plan_wait_until(&plan, "cudaDeviceSynchronize", plan.now + 220);
    double start = plan.now;
    plan_event(&plan, 1, 0, start + 1);
    plan_kernel(&plan, "saxpy", 0, start + 5, 200);
    plan.host_delay = 90;
    plan_idle(&plan, 290);
    plan_kernel(&plan, "saxpy", 0, start + 300, 200);
    plan_event(&plan, 2, 0, start + 500);
    plan.host_delay += 500;
    plan_wait_until(&plan, "cudaEventSynchronize", start + 1000);
    plan_elapsed(&plan, 1, 2, 499, 0);
    plan_claim(&plan, "saxpy", 249.5);
    plan_end(&plan);
    struct account account = account_of_terms(&plan, terms, sizeof terms);
    CU_ASSERT_EQUAL(sum_of_parts(&account), account.window);
    CU_ASSERT_DOUBLE_EQUAL(account.part[PART_OTHERS], 90e3, 1);
    CU_ASSERT_DOUBLE_EQUAL(account_truth(&account), 200e3, 1);
    CU_ASSERT_STRING_EQUAL(terms, "");
    plan_free(&plan);
}

static void other_programs_are_said(void) {
    static const char *const texts[LANGUAGES] = {
        [ENGLISH] =
            "you claim         593.6 us   the time between two readings\n"
            "  of these        480.1 us    80.9 %  saxpy, 1 run\n"
            "                  110.0 us    18.5 %  another program had the processor\n"
            "                    3.5 us     0.6 %  the device was idle, the host in a call\n"
            "true for 1 run      480 us   without other programs, 1.01 times as much\n",
        [CHINESE] =
            "你报告的          593.6 us   两次读时钟之间的时间\n"
            "  其中            480.1 us    80.9 %  saxpy，执行 1 次\n"
            "                  110.0 us    18.5 %  处理器被其他程序占用\n"
            "                    3.5 us     0.6 %  设备空闲，主机在 CUDA 调用中\n"
            "一次执行实为        480 us   除去其他程序占用的时间，你报告的是它的 1.01 倍\n"};
    for (enum language language = ENGLISH; language < LANGUAGES; language++) {
        struct plan plan;
        struct seen seen;
        char *text = NULL;
        size_t size = 0;
        plan_loaded(&plan, &late_host);
        plan_see(&plan, &seen);
        FILE *out = open_memstream(&text, &size);
        account_say(&seen.facts, ACCOUNT_IN_FULL, language, out);
        fclose(out);
        if (strcmp(text, texts[language]) != 0)
            printf("  it is\n%s  expected\n%s", text, texts[language]);
        CU_ASSERT_STRING_EQUAL(text, texts[language]);
        free(text);
        seen_free(&seen);
        plan_free(&plan);
    }
}

// A host clock that waits for one stream of two, and one that waits for none.
static void one_of_two_streams(void) {
    for (int waits = 0; waits < 2; waits++) {
        char terms[200];
        struct plan plan;
        plan_begin(&plan);
        plan_clock(&plan);
        plan_kernel(&plan, "saxpy", 1, 10, 100);
        plan_kernel(&plan, "saxpy", 2, 10, 400);
        plan_wait_until(&plan, "cudaStreamSynchronize", waits ? 112 : 30);
        plan_clock(&plan);
        double read = plan.now;
        plan_wait_until(&plan, "cudaDeviceSynchronize", 412);
        plan_claim(&plan, "", read);
        plan_end(&plan);
        struct account account = account_of_terms(&plan, terms, sizeof terms);
        CU_ASSERT_EQUAL(account.streams_left, waits);
        CU_ASSERT_EQUAL(strstr(terms, "time/one-of-streams") != NULL, waits);
        CU_ASSERT_EQUAL(strstr(terms, "time/launch-only") != NULL, !waits);
        plan_free(&plan);
    }
}

// A sum of two windows: the second one sees what the first left running.
static void a_sum_sees_what_was_left(void) {
    struct plan plan;
    struct seen seen;
    plan_begin(&plan);
    plan_clock(&plan);
    plan_kernel(&plan, "saxpy", 0, 10, 100);
    plan_clock(&plan);
    plan_wait_until(&plan, "cudaDeviceSynchronize", 113);
    plan_clock(&plan);
    plan_end(&plan);
    plan_see(&plan, &seen);
    CU_ASSERT_EQUAL_FATAL(seen.view.count, 2);
    const struct expression sum = {.form = READING_SUM,
                                   .last = 1,
                                   .count = 2,
                                   .likes = -1,
                                   .value = seen.view.windows[0].ns + seen.view.windows[1].ns};
    struct witness_facts facts;
    facts_of_expression(&seen.view, &sum, 1, &facts);
    CU_ASSERT_EQUAL(facts.account.windows, 2);
    CU_ASSERT_EQUAL(facts.account.part[PART_EARLIER], 0);
    CU_ASSERT_EQUAL(facts.account.part[PART_AFTER], 0);
    CU_ASSERT_EQUAL(facts.account.part[PART_OWN], 100000);
    CU_ASSERT_EQUAL(sum_of_parts(&facts.account), facts.account.window);
    seen_free(&seen);
    plan_free(&plan);
}

// The host's own code counts from the first work on that it asks for.
static void the_host_beside_the_device(void) {
    char terms[200];
    struct plan plan;
    plan_begin(&plan);
    plan_clock(&plan);
    plan_idle(&plan, 50);
    plan_kernel(&plan, "saxpy", 0, 60, 400);
    double asked = plan.now;
    plan_idle(&plan, 100);
    double waits = plan.now;
    plan_wait_until(&plan, "cudaStreamQuery", plan.now + 20);
    plan_clock(&plan);
    double read = plan.now;
    plan_wait_until(&plan, "cudaDeviceSynchronize", 500);
    plan_claim(&plan, "saxpy", read);
    plan_end(&plan);
    struct account account = account_of_terms(&plan, terms, sizeof terms);
    CU_ASSERT_DOUBLE_EQUAL(account.beside, 1e3 * (waits - asked), 2000);
    plan_free(&plan);
}

// ---- the view ----------------------------------------------------------------------------------

// The next number of a line, in units of its last decimal; *line then stands behind it.
static double next_number(const char **line) {
    double number = 0;
    *line += strcspn(*line, "0123456789");
    for (; **line == '.' || (**line >= '0' && **line <= '9'); ++*line)
        if (**line != '.')
            number = 10 * number + (**line - '0');
    return number;
}

// Lines fit a terminal, and what is printed adds up to what stands above it, in digits and in
// shares.
static void look_at(const struct witness_facts *facts, enum account_view how,
                    enum language language) {
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    int lines = account_say(facts, how, language, out), counted = 0;
    fclose(out);
    double whole = 0, sum = 0, shares = 0;
    for (char *line = text, *next; (next = strchr(line, '\n')) != NULL; line = next + 1) {
        *next = 0;
        counted++;
        if (columns_of(line) > 80)
            printf("  too wide: %s\n", line);
        CU_ASSERT_TRUE(columns_of(line) <= 80);
        const char *at = line, *expression = strstr(line, "= ");
        if (counted == 1) {
            at = expression ? expression : line;
            whole = next_number(&at);
        } else if (strstr(line, " %  ")) {
            sum += next_number(&at);
            shares += next_number(&at);
        }
    }
    CU_ASSERT_EQUAL(counted, lines);
    CU_ASSERT_TRUE(lines <= 7 + (how == ACCOUNT_IN_FULL));
    CU_ASSERT_EQUAL(lines > 0, facts->account.window > 0);
    CU_ASSERT_EQUAL(shares, lines ? 1000 : 0);
    CU_ASSERT_EQUAL(sum, whole);
    free(text);
}

static void what_is_printed_adds_up(void) {
    for (uint64_t seed = 0; seed < 400; seed++) {
        struct plan plan;
        struct seen seen;
        random_program(seed, &plan);
        plan_see(&plan, &seen);
        memset(seen.facts.account.kernel, 'k', sizeof seen.facts.account.kernel - 1);
        for (enum language language = ENGLISH; language < LANGUAGES; language++) {
            look_at(&seen.facts, ACCOUNT_IN_FULL, language);
            look_at(&seen.facts, ACCOUNT_AS_QUESTION, language);
        }
        seen_free(&seen);
        plan_free(&plan);
    }
}

static void a_view_is_as_written(void) {
    static const struct {
        const char *plan;
        enum account_view how;
        enum language language;
        const char *text;
    } cases[] = {
        {"earlier_work", ACCOUNT_IN_FULL, ENGLISH,
         "you claim         1.197 ms   the time between two readings\n"
         "  of these        0.200 ms    16.7 %  saxpy, 1 run\n"
         "  >               0.995 ms    83.1 %  work that was queued before the start mark\n"
         "                  0.002 ms     0.2 %  the device was idle, the host in a call\n"
         "true for 1 run      200 us   you claim 5.98 times as much\n"},
        {"earlier_work", ACCOUNT_AS_QUESTION, ENGLISH,
         "you claim         1.197 ms   the time between two readings\n"
         "  of these        0.200 ms    16.7 %  saxpy, 1 run\n"
         "                  0.995 ms    83.1 %  work that was queued before the start mark\n"
         "                  0.002 ms     0.2 %  the device was idle, the host in a call\n"
         "Which of these does not belong to the time of one saxpy?\n"},
        {"earlier_work", ACCOUNT_IN_FULL, CHINESE,
         "你报告的          1.197 ms   两次读时钟之间的时间\n"
         "  其中            0.200 ms    16.7 %  saxpy，执行 1 次\n"
         "  >               0.995 ms    83.1 %  开始标记之前已提交的工作\n"
         "                  0.002 ms     0.2 %  设备空闲，主机在 CUDA 调用中\n"
         "一次执行实为        200 us   你报告的是它的 5.98 倍\n"},
        {"launch_only", ACCOUNT_AS_QUESTION, ENGLISH,
         "you claim         3.700 us   the time between two readings\n"
         "  of these        3.000 us    81.1 %  the device was idle, the host in a call\n"
         "                  0.700 us    18.9 %  the device was idle, the host in your code\n"
         "When did saxpy run, if not between your marks?\n"},
        {"right", ACCOUNT_AS_QUESTION, ENGLISH,
         "you claim         247.3 us   the time between two readings\n"
         "  of these        239.0 us    96.7 %  saxpy, 1 run\n"
         "                    8.0 us     3.2 %  the device was idle, the host in a call\n"
         "                    0.3 us     0.1 %  the device was idle, the host in your code\n"},
        {"launch_only", ACCOUNT_IN_FULL, ENGLISH,
         "you claim         3.700 us   the time between two readings\n"
         "  of these        3.000 us    81.1 %  the device was idle, the host in a call\n"
         "                  0.700 us    18.9 %  the device was idle, the host in your code\n"
         "  > not in it       239 us   of this work ran after the stop mark\n"
         "true for 1 run      239 us   you claim 0.0155 of it\n"},
        {"mostly_host_part", ACCOUNT_IN_FULL, ENGLISH,
         "you claim          14.4 us   = 57.70 us / 4: the time between two readings\n"
         "  of these         8.40 us    14.6 %  saxpy, 4 runs\n"
         "  >               48.40 us    83.8 %  the device was idle, the host in a call\n"
         "  >                0.90 us     1.6 %  the device was idle, the host in your code\n"
         "true for 1 run     2.10 us   you claim 6.87 times as much\n"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct seen seen;
        char *text = NULL;
        size_t size = 0;
        see_plan(cases[i].plan, &seen);
        FILE *out = open_memstream(&text, &size);
        account_say(&seen.facts, cases[i].how, cases[i].language, out);
        fclose(out);
        if (strcmp(text, cases[i].text) != 0)
            printf("  %s is\n%s  expected\n%s", cases[i].plan, text, cases[i].text);
        CU_ASSERT_STRING_EQUAL(text, cases[i].text);
        free(text);
        seen_free(&seen);
    }
}

// ---- numbers that decide, each between two accounts within a factor of two of it --------------

static struct witness_facts one_run(double window, double read, double divided) {
    struct witness_facts facts = {
        .known = 1, .kind = WINDOW_HOST, .windows = 1, .window_ns = window};
    facts.reading = (struct reading){.form = READING_ONE, .divided = 1, .count = 1};
    facts.claim_seconds = 1e-9 * read / divided;
    facts.account = (struct account){.known = 1,
                                     .windows = 1,
                                     .window = window,
                                     .read = read,
                                     .divided = divided,
                                     .own = 1e6,
                                     .runs = 1,
                                     .launches = 1,
                                     .kernel = "saxpy",
                                     .part = {[PART_OWN] = 1e6, [PART_HOST] = window - 1e6}};
    return facts;
}

static void thresholds_of_terms(void) {
    static const struct {
        double earlier, host, read, divided; // parts of a run; of the window
        const char *terms;
    } cases[] = {
        {0, 0, 1, 1000 * (1 + 0.7e-9), "units/s-as-ms"},
        {0, 0, 1, 1000 * (1 + 1.4e-9), ""},
        {0, 0, 1.04, 1, ""},
        {0, 0, 1.08, 1, "time/cpu-clock"},
        {0.25, 0.07, 1, 1, "time/counts-earlier-work"}, // beside a large one a small one is dropped
        {0.25, 0.13, 1, 1, "time/counts-earlier-work time/host-overhead"},
        {0.15, 0.07, 1, 1, "time/counts-earlier-work time/host-overhead"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        double window = 1e6 * (1 + cases[i].earlier + cases[i].host);
        struct witness_facts facts = one_run(window, cases[i].read * window, cases[i].divided);
        facts.account.part[PART_EARLIER] = 1e6 * cases[i].earlier;
        facts.account.part[PART_HOST] = 1e6 * cases[i].host;
        char terms[200];
        account_terms(&facts);
        list_terms(&facts.account, terms, sizeof terms);
        CU_ASSERT_STRING_EQUAL(terms, cases[i].terms);
    }
}

// The sentence is a stopwatch's that saw the work and little else, or one about the largest term.
static void thresholds_of_a_sentence(void) {
    for (int idle = 0; idle < 2; idle++) {
        char text[400];
        struct witness_facts facts = one_run(idle ? 1.3e6 : 1.15e6, idle ? 1.3e6 : 1.15e6, 1);
        account_terms(&facts);
        CU_ASSERT_EQUAL(facts.account.term_count, 1);
        account_sentence(&facts, ENGLISH, text, sizeof text);
        CU_ASSERT_EQUAL(strstr(text, "idle") != NULL, idle);
    }
}

static void thresholds_of_a_view(void) {
    static const struct {
        double host, divided; // of a run
        const char *shows;
    } cases[] = {
        {0.003, 1, "by the device's own times"},
        {0.008, 1, "you claim 1.01 times"},
        {0, 0.95, "ms / 0.95:"},
        {0, 0.6, "ms x 1.66667:"},
        {0, 3.002, "ms / 3:"},
        {0, 3.005, "ms / 3.005:"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        double window = 1e6 * (1 + cases[i].host);
        struct witness_facts facts = one_run(window, window, cases[i].divided);
        char *text = NULL;
        size_t size = 0;
        FILE *out = open_memstream(&text, &size);
        account_say(&facts, ACCOUNT_IN_FULL, ENGLISH, out);
        fclose(out);
        if (!strstr(text, cases[i].shows))
            printf("  no \"%s\" in\n%s", cases[i].shows, text);
        CU_ASSERT_PTR_NOT_NULL(strstr(text, cases[i].shows));
        free(text);
    }
}

// One kernel in 100 us, which begins `early` us before its launch, and the claim is a part of that.
static struct account only_stopwatch(double early, double divided, int *kernels) {
    struct plan plan;
    struct seen seen;
    plan_begin(&plan);
    plan_idle(&plan, 3000);
    double start = plan.now;
    plan_clock(&plan);
    plan_kernel(&plan, "saxpy", 0, start + 4 - early, 10);
    plan_idle(&plan, start + 100 - plan.now);
    plan_clock(&plan);
    plan_claim(&plan, "saxpy", 100 / divided);
    plan_end(&plan);
    plan_see(&plan, &seen);
    struct account account = seen.facts.account;
    *kernels = seen.facts.kernels;
    seen_free(&seen);
    plan_free(&plan);
    return account;
}

static void thresholds_of_a_stopwatch(void) {
    static const struct {
        double divided;
        int known;
    } cases[] = {{10.007, 1}, {10.015, 0}, {30.015, 1}, {30.025, 0}};
    int kernels;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        CU_ASSERT_EQUAL(only_stopwatch(0, cases[i].divided, &kernels).known, cases[i].known);
    CU_ASSERT_EQUAL(only_stopwatch(700, 1, &kernels).launches, 1); // a card's clock is off
    CU_ASSERT_EQUAL(kernels, 1);
    CU_ASSERT_EQUAL(only_stopwatch(1500, 1, &kernels).launches, 0);
    CU_ASSERT_EQUAL(kernels, 0);
}

static const struct test tests[] = {
    {"parts fill the window", parts_fill_the_window},
    {"every plan has its terms", every_plan_has_its_terms},
    {"the divisor is held against the runs", the_divisor_is_held_against_the_runs},
    {"a wait in every run is no run", a_wait_in_every_run_is_no_run},
    {"thresholds stand where they are", thresholds_stand_where_they_are},
    {"runs are counted by threads", runs_are_counted_by_threads},
    {"a part of a run is no run", a_part_of_a_run_is_no_run},
    {"another kernel is told", another_kernel_is_told},
    {"a long name is a name", a_long_name_is_a_name},
    {"a processor's clock is told", a_processors_clock_is_told},
    {"a mean over different work", a_mean_over_different_work},
    {"half of it lies outside", half_of_it_lies_outside},
    {"the whole device is waited for", the_whole_device_is_waited_for},
    {"earlier work of another stream", earlier_work_of_another_stream},
    {"a statistic of readings", a_statistic_of_readings},
    {"other programs are nobody's mistake", other_programs_are_nobodys_mistake},
    {"other programs between events", other_programs_between_events},
    {"other programs are said", other_programs_are_said},
    {"one of two streams", one_of_two_streams},
    {"a sum sees what was left", a_sum_sees_what_was_left},
    {"the host beside the device", the_host_beside_the_device},
    {"what is printed adds up", what_is_printed_adds_up},
    {"a view is as written", a_view_is_as_written},
    {"thresholds of terms", thresholds_of_terms},
    {"thresholds of a sentence", thresholds_of_a_sentence},
    {"thresholds of a view", thresholds_of_a_view},
    {"thresholds of a stopwatch", thresholds_of_a_stopwatch},
};

SUITE_MAIN("witness account", tests)
