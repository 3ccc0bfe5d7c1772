// measure_logic_test.c: the measuring protocol on a calculated device, whose true times are known
// exactly.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fake_cuda.h"
#include "suite.h"
#include "tare.h"
#include "tare_internal.h"

static tare_time measured(double seconds, const tare_options *options) {
    tare_time t;
    CU_ASSERT_EQUAL_FATAL(tare_measure(fake_launch, &seconds, NULL, options, &t), TARE_OK);
    return t;
}

static void finds_tick_and_floor(void) {
    static const double ticks[] = {32e-9, 1.024e-6, 8.192e-6};
    for (int i = 0; i < 3; i++) {
        fake_cuda_reset();
        fake.tick = ticks[i];
        tare_clock clock;
        CU_ASSERT_EQUAL(tare_device_clock(NULL, &clock), TARE_OK);
        CU_ASSERT_DOUBLE_EQUAL(clock.tick, ticks[i], 0.01 * ticks[i]);
        CU_ASSERT(fabs(clock.floor - fake.empty) <= ticks[i]);
    }
}

static void finds_the_true_time(void) {
    static const double times[] = {1.5e-6, 10e-6, 123.4e-6, 1e-3, 20e-3};
    static const double ticks[] = {32e-9, 1.024e-6};
    for (int i = 0; i < 5; i++)
        for (int j = 0; j < 2; j++) {
            fake_cuda_reset();
            fake.tick = ticks[j];
            tare_time t = measured(times[i], NULL);
            CU_ASSERT(t.low <= times[i] && times[i] <= t.high);
            CU_ASSERT(fabs(t.median - times[i]) < 0.005 * times[i]);
            CU_ASSERT(t.samples >= 6);
            CU_ASSERT(t.batch * times[i] >= 0.95 * fmin(200e-6, 400 * times[i]));
            CU_ASSERT_DOUBLE_EQUAL(t.floor, fake.empty, ticks[j]);
            CU_ASSERT_PTR_NULL(t.flush);
        }
}

// 400 whole measurements of runs that take almost the same number of ticks: the intervals hold the
// true median as often as the library promises.
static void intervals_hold_on_a_real_clock(void) {
    static const double noises[] = {0.002, 0.008, 0.03};
    for (int cold = 0; cold < 2; cold++)
        for (int i = 0; i < 3; i++) {
            fake_cuda_reset();
            measured(8e-6, &(tare_options){.cold = cold, .samples = 6});
            fake.noise = noises[i];
            int held = 0;
            for (int repeat = 0; repeat < 400; repeat++) {
                tare_time t = measured(8e-6, &(tare_options){.cold = cold});
                double truth = 8e-6 * (1 + fake.noise / 2);
                held += t.low <= truth && truth <= t.high;
            }
            CU_ASSERT(held >= 372); // 93 %
        }
}

// The time of an event between two runs is not counted as the kernel's.
static void events_are_not_counted(void) {
    static const double times[] = {5e-6, 10e-6, 100e-6, 1e-3};
    fake_cuda_reset();
    fake.mark = 1.7e-6;
    for (int i = 0; i < 4; i++)
        CU_ASSERT_DOUBLE_EQUAL(measured(times[i], NULL).median, times[i], 64e-9);
}

static void never_fills_the_queue(void) {
    fake_cuda_reset();
    static const double runs[] = {0.5e-6, 2e-6, 5e-6, 20e-6, 70e-6, 300e-6};
    for (int i = 0; i < 6; i++)
        for (int cold = 0; cold < 2; cold++)
            measured(runs[i], &(tare_options){.cold = cold, .samples = 300});
    CU_ASSERT(fake.blockers > 10);
    CU_ASSERT(fake.most_operations > 50 && fake.most_operations <= 500);
}

static void blocker_keeps_away_from_profilers(void) {
    static const char *const names[] = {"CUDA_LAUNCH_BLOCKING", "CUDA_INJECTION64_PATH"};
    CU_ASSERT(tare_blocker_allowed());
    for (int i = 0; i < 2; i++) {
        fake_cuda_reset();
        fake.empty = 1e-9;
        setenv(names[i], "1", 1);
        CU_ASSERT(!tare_blocker_allowed());
        tare_time t = measured(1e-9, &(tare_options){.samples = 6});
        unsetenv(names[i]);
        CU_ASSERT_EQUAL(fake.blockers, 0);
        CU_ASSERT(t.warnings & TARE_LAUNCH_NOT_HIDDEN);
    }
    setenv("CUDA_LAUNCH_BLOCKING", "0", 1);
    CU_ASSERT(tare_blocker_allowed());
    unsetenv("CUDA_LAUNCH_BLOCKING");
}

static void takes_what_is_asked(void) {
    fake_cuda_reset();
    CU_ASSERT_EQUAL(measured(1e-4, &(tare_options){.samples = 1}).samples, 1);
    tare_time five = measured(1e-4, &(tare_options){.samples = 5});
    CU_ASSERT(isnan(five.low) && isnan(five.high));
    CU_ASSERT_EQUAL(measured(1e-4, &(tare_options){.samples = 137}).samples, 137);
    fake.noise = 0.1;
    tare_time loose = measured(1e-3, &(tare_options){.precision = 0.2});
    tare_time tight = measured(1e-3, &(tare_options){.precision = 0.002});
    CU_ASSERT(tight.samples > 5 * loose.samples);
    CU_ASSERT(tight.high - tight.low < loose.high - loose.low);
}

static void failing_launches_are_told(void) {
    for (int at = 150; at < 1200; at += 350) { // in the warm-up, and among the samples
        fake_cuda_reset();
        measured(1e-6, &(tare_options){.samples = 6}); // the clock and the floor are known
        fake.launches = 0;
        fake.fail_launch_at = at;
        double seconds = 1e-6;
        tare_time t;
        tare_options options = {.samples = 300};
        CU_ASSERT_EQUAL(tare_measure(fake_launch, &seconds, NULL, &options, &t), TARE_CUDA_ERROR);
        CU_ASSERT(strstr(tare_why(), "cudaErrorOfTheFake: words of the fake") != NULL);
        CU_ASSERT_EQUAL(fake.last_error, 0); // no error is left for the caller's next check
    }
}

// Returns success although CUDA has an error.
static int careless(void *seconds, cudaStream_t stream) {
    (void)fake_launch(seconds, stream);
    fake.last_error = cudaErrorInvalidValue;
    return 0;
}

static void unchecked_launches_are_checked(void) {
    fake_cuda_reset();
    double seconds = 1e-4;
    tare_time t;
    CU_ASSERT_EQUAL(tare_measure(careless, &seconds, NULL, NULL, &t), TARE_CUDA_ERROR);
    CU_ASSERT(strstr(tare_why(), "launch") != NULL);
}

static void too_short_is_said(void) {
    fake_cuda_reset();
    fake.tick = 8.192e-6;
    fake.empty = 1e-9;
    double seconds = 1e-9;
    tare_time t;
    CU_ASSERT_EQUAL(tare_measure(fake_launch, &seconds, NULL, NULL, &t), TARE_TOO_SHORT);
    CU_ASSERT(t.warnings & TARE_SHORTER_THAN_CLOCK);
    CU_ASSERT(strstr(tare_why(), "tick") != NULL);
}

static void low_clock_is_seen(void) {
    fake_cuda_reset();
    CU_ASSERT_FALSE(measured(1e-3, NULL).warnings & TARE_CLOCK_LOW);
    fake.cycles_per_ns = 1.2;
    CU_ASSERT(measured(1e-3, NULL).warnings & TARE_CLOCK_LOW);
    fake.attribute[cudaDevAttrClockRate] = 0; // an unknown clock gives no warning
    CU_ASSERT_FALSE(measured(1e-3, NULL).warnings & TARE_CLOCK_LOW);
}

static void flush_is_the_one_that_weighs_least(void) {
    static const struct {
        double read_bias, write_bias;
        uint64_t enough;
        const char *kind;
        uint64_t bytes;
    } cases[] = {
        {-0.06, 0.01, 0, "write", 60u << 20},
        {0.01, 0.05, 100u << 20, "read", 120u << 20},
        {0, -0.03, 200u << 20, "read", 240u << 20},
    };
    for (int i = 0; i < 3; i++) {
        fake_cuda_reset();
        fake.read_bias = cases[i].read_bias;
        fake.write_bias = cases[i].write_bias;
        fake.enough = cases[i].enough;
        tare_time t = measured(1e-3, &(tare_options){.cold = 1});
        CU_ASSERT_STRING_EQUAL(t.flush, cases[i].kind);
        CU_ASSERT_EQUAL(t.flush_bytes, cases[i].bytes);
        CU_ASSERT_EQUAL(t.batch, 1);
        // 60 MiB at the fake's 1 TB/s are 63 us of this millisecond.
        CU_ASSERT_DOUBLE_EQUAL(t.bias_bound, 0.0629, 0.0005);
        CU_ASSERT_DOUBLE_EQUAL(t.median, 1e-3, 1e-6); // the flush is not in the time
    }
    CU_ASSERT_STRING_EQUAL(
        measured(1e-3, &(tare_options){.cold = 1, .flush = TARE_FLUSH_WRITE}).flush, "write");
    CU_ASSERT_STRING_EQUAL(
        measured(1e-3, &(tare_options){.cold = 1, .flush = TARE_FLUSH_READ}).flush, "read");
}

static void unknown_cache_is_flushed_all_the_same(void) {
    fake_cuda_reset();
    fake.attribute[cudaDevAttrL2CacheSize] = 0;
    tare_time t = measured(1e-3, &(tare_options){.cold = 1});
    CU_ASSERT(t.flush_bytes >= 64u << 20);
}

static void ceilings_take_the_best_shape(void) {
    fake_cuda_reset();
    tare_ceilings c;
    CU_ASSERT_EQUAL_FATAL(tare_measure_ceilings(&c), TARE_OK);
    CU_ASSERT_DOUBLE_EQUAL(c.copy, 1e12, 1e9);
    CU_ASSERT_DOUBLE_EQUAL(c.read, 1e12, 1e9);
    CU_ASSERT(c.bytes >= 8 * (60ull << 20));
    int launches = fake.launches;
    CU_ASSERT_EQUAL(tare_measure_ceilings(&c), TARE_OK);
    CU_ASSERT_EQUAL(fake.launches, launches); // kept
    CU_ASSERT_EQUAL(tare_measure_ceilings(NULL), TARE_BAD_ARGUMENT);
}

static void ceilings_have_intervals(void) {
    fake_cuda_reset();
    tare_ceilings c;
    CU_ASSERT_EQUAL_FATAL(tare_measure_ceilings(&c), TARE_OK);
    const double rates[] = {c.read, c.write, c.copy, c.triad};
    for (int i = 0; i < 4; i++)
        CU_ASSERT(c.low[i] <= rates[i] && rates[i] <= c.high[i] && c.low[i] > 0.99 * rates[i]);
    CU_ASSERT_EQUAL(c.warnings, 0);
    fake_cuda_reset();
    fake.noise = 0.8; // another user of the machine
    CU_ASSERT_EQUAL_FATAL(tare_measure_ceilings(&c), TARE_OK);
    CU_ASSERT(c.warnings & TARE_NOT_PRECISE);
    CU_ASSERT(c.high[0] > 1.1 * c.low[0]);
}

static void a_missed_precision_is_said(void) {
    fake_cuda_reset();
    CU_ASSERT_FALSE(measured(1e-4, NULL).warnings & TARE_NOT_PRECISE);
    fake.noise = 0.5;
    tare_options few = {.precision = 1e-7, .budget = 1e-3};
    CU_ASSERT(measured(1e-3, &few).warnings & TARE_NOT_PRECISE);
    few.samples = 20; // nobody asked for a precision
    CU_ASSERT_FALSE(measured(1e-3, &few).warnings & TARE_NOT_PRECISE);
}

static int queues_nothing(void *seconds, cudaStream_t stream) {
    (void)stream;
    for (double begin = tare_now(); tare_now() - begin < *(double *)seconds;)
        ;
    return 0;
}

static const double slowest =
    5; // seconds, on a busy machine; without the bounds it was 17 and more

// Neither an empty function nor one of the CPU is a time of the device, hot or cold, and to find
// that out takes no longer than the budget.
static void nothing_queued_is_told(void) {
    static const double times[] = {0, 1e-3};
    fake_cuda_reset();
    fake.mark = 1.7e-6;
    measured(1e-5, &(tare_options){.cold = 1, .samples = 6}); // clock, floor and flush are known
    for (int i = 0; i < 4; i++) {
        tare_time t;
        double seconds = times[i / 2], begin = tare_now();
        tare_options options = {.cold = i % 2};
        CU_ASSERT_EQUAL(tare_measure(queues_nothing, &seconds, NULL, &options, &t),
                        TARE_BAD_ARGUMENT);
        CU_ASSERT(strstr(tare_why(), "queued nothing on the stream") != NULL);
        CU_ASSERT(tare_now() - begin < slowest);
    }
}

static int slow_to_queue(void *seconds, cudaStream_t stream) {
    double host = 1e-3;
    queues_nothing(&host, stream);
    return fake_launch(seconds, stream);
}

// 200 us of runs would be 100 ms of launches for each sample.
static void slow_launches_keep_the_budget(void) {
    double seconds = 2e-6, begin = tare_now();
    tare_time t;
    fake_cuda_reset();
    CU_ASSERT_EQUAL(tare_measure(slow_to_queue, &seconds, NULL, NULL, &t), TARE_OK);
    CU_ASSERT(t.batch < 10);
    CU_ASSERT(tare_now() - begin < slowest);
}

static void bad_arguments_are_refused(void) {
    fake_cuda_reset();
    double seconds = 1e-4;
    tare_time t;
    CU_ASSERT_EQUAL(tare_measure(NULL, NULL, NULL, NULL, &t), TARE_BAD_ARGUMENT);
    CU_ASSERT_EQUAL(tare_measure(fake_launch, &seconds, NULL, NULL, NULL), TARE_BAD_ARGUMENT);
    tare_options bad[] = {{.samples = -1},
                          {.samples = 100000},
                          {.budget = -1},
                          {.precision = -1},
                          {.cold = 1, .flush = 9}};
    for (int i = 0; i < 5; i++)
        CU_ASSERT_EQUAL(tare_measure(fake_launch, &seconds, NULL, &bad[i], &t), TARE_BAD_ARGUMENT);
    CU_ASSERT_EQUAL(tare_device_clock(NULL, NULL), TARE_BAD_ARGUMENT);
    CU_ASSERT_EQUAL(tare_host_clock(NULL), TARE_BAD_ARGUMENT);
}

static void stopwatch_reads_its_own_events(void) {
    fake_cuda_reset();
    tare_stopwatch *watch;
    double seconds = 5e-3, read = 0;
    CU_ASSERT_EQUAL_FATAL(tare_stopwatch_new(&watch), TARE_OK);
    CU_ASSERT_EQUAL(tare_read(watch, &read), TARE_BAD_ARGUMENT);
    CU_ASSERT_EQUAL(tare_stop(watch, NULL), TARE_BAD_ARGUMENT);
    CU_ASSERT_EQUAL(tare_start(watch, NULL), TARE_OK);
    fake_launch(&seconds, NULL);
    CU_ASSERT_EQUAL(tare_read(watch, &read), TARE_BAD_ARGUMENT);
    CU_ASSERT_EQUAL(tare_stop(watch, NULL), TARE_OK);
    fake_launch(&seconds, NULL);
    CU_ASSERT_EQUAL(tare_read(watch, &read), TARE_OK);
    CU_ASSERT_DOUBLE_EQUAL(read, seconds, 64e-9);
    tare_start(watch, NULL); // started again: the old stop does not count
    CU_ASSERT_EQUAL(tare_read(watch, &read), TARE_BAD_ARGUMENT);
    CU_ASSERT_EQUAL(tare_start(NULL, NULL), TARE_BAD_ARGUMENT);
    tare_stopwatch_free(watch);
    tare_stopwatch_free(NULL);
}

static const struct test tests[] = {
    {"finds_tick_and_floor", finds_tick_and_floor},
    {"finds_the_true_time", finds_the_true_time},
    {"intervals_hold_on_a_real_clock", intervals_hold_on_a_real_clock},
    {"events_are_not_counted", events_are_not_counted},
    {"never_fills_the_queue", never_fills_the_queue},
    {"blocker_keeps_away_from_profilers", blocker_keeps_away_from_profilers},
    {"takes_what_is_asked", takes_what_is_asked},
    {"failing_launches_are_told", failing_launches_are_told},
    {"unchecked_launches_are_checked", unchecked_launches_are_checked},
    {"too_short_is_said", too_short_is_said},
    {"low_clock_is_seen", low_clock_is_seen},
    {"flush_is_the_one_that_weighs_least", flush_is_the_one_that_weighs_least},
    {"unknown_cache_is_flushed_all_the_same", unknown_cache_is_flushed_all_the_same},
    {"ceilings_take_the_best_shape", ceilings_take_the_best_shape},
    {"ceilings_have_intervals", ceilings_have_intervals},
    {"a_missed_precision_is_said", a_missed_precision_is_said},
    {"nothing_queued_is_told", nothing_queued_is_told},
    {"slow_launches_keep_the_budget", slow_launches_keep_the_budget},
    {"bad_arguments_are_refused", bad_arguments_are_refused},
    {"stopwatch_reads_its_own_events", stopwatch_reads_its_own_events},
};
SUITE_MAIN("library_measure_logic", tests)
