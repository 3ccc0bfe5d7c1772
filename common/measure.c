// measure.c: one measurement from its first run to its interval.
#include <math.h>
#include <pthread.h>
#include <string.h>

#include "tare_internal.h"

enum { FEWEST_WARM_UPS = 3, FLOOR_SAMPLES = 21 };

static pthread_mutex_t one_at_a_time = PTHREAD_MUTEX_INITIALIZER;
static double busy_until; // when the library last had the device at work, in seconds_now()

// ---- the device's clock --------------------------------------------------------------

// 0 to 7 empty kernels in turn, so that the readings have many different lengths.
static int launch_ladder(void *step, cudaStream_t stream) {
    int *at = step, error = 0;
    for (int i = 0; i < *at % 8 && !error; i++)
        error = tare_launch_empty(NULL, stream);
    ++*at;
    return error;
}

static tare_status find_device_clock(tare_stream stream, tare_clock *clock) {
    enum { READINGS = 96 };
    double reading[READINGS];
    int step = 0;
    struct tare_sampler sampler = {
        .launch = launch_ladder, .context = &step, .stream = stream, .patience = 0.1};
    // Loading a kernel may wait for the device, so its first launch is never behind a blocker.
    TARE_TRY(tare_take(&sampler, 8, 1, reading));
    sampler.use_blocker = tare_blocker_allowed();
    for (int done = 0; done < READINGS; done += 32)
        TARE_TRY(tare_take(&sampler, 32, 1, reading + done));
    clock->tick = tare_smallest_step(reading, READINGS);
    if (!(clock->tick > 0))
        clock->tick = 1.024e-6; // equal readings: take the coarsest known tick
    sampler.launch = tare_launch_empty;
    sampler.cold = 1; // a pair of events around each kernel
    TARE_TRY(tare_take(&sampler, 32, 1, reading));
    clock->floor = tare_median(reading, 32);
    return TARE_OK;
}

static tare_status device_clock(tare_stream stream, tare_clock *clock) {
    static tare_clock kept;
    static int kept_of = -1;
    if (kept_of != tare_current_device()) {
        TARE_TRY(find_device_clock(stream, &kept));
        kept_of = tare_current_device();
    }
    *clock = kept;
    return TARE_OK;
}

tare_status tare_device_clock(tare_stream stream, tare_clock *clock) {
    TARE_COVER();
    if (!clock)
        return tare_fail(TARE_BAD_ARGUMENT, "tare_device_clock: clock is NULL");
    TARE_TRY(tare_need_device());
    pthread_mutex_lock(&one_at_a_time);
    tare_status status = device_clock(stream, clock);
    pthread_mutex_unlock(&one_at_a_time);
    return status;
}

// The time of an empty kernel in a hot batch (floor) and of the event between two samples (mark).
// They follow from two readings: one run with its event, and a batch of many runs with one event.
// For a cold sample, the floor is that of the clock.
static tare_status hot_floor(tare_stream stream, double tick, double *floor, double *mark) {
    static double kept_floor, kept_mark;
    static int kept_of = -1;
    if (kept_of != tare_current_device()) {
        enum { RUNS = 100 };
        double reading[FLOOR_SAMPLES];
        struct tare_sampler sampler = {.launch = tare_launch_empty,
                                       .stream = stream,
                                       .use_blocker = tare_blocker_allowed(),
                                       .patience = 2};
        TARE_TRY(tare_take(&sampler, FLOOR_SAMPLES, RUNS, reading));
        double many = RUNS * tare_median(reading, FLOOR_SAMPLES);
        TARE_TRY(tare_take(&sampler, FLOOR_SAMPLES, 1, reading));
        tare_time one_run;
        TARE_TRY(tare_summarise(reading, FLOOR_SAMPLES, tick, &one_run));
        // On a coarse clock the median is a whole tick or 0, so take the mean; elsewhere outliers
        // would move the mean.
        double one = one_run.median < 20 * tick ? one_run.mean : one_run.median;
        kept_floor = fmin(one, fmax(0, many - one) / (RUNS - 1));
        kept_mark = one - kept_floor;
        kept_of = tare_current_device();
    }
    *floor = kept_floor;
    *mark = kept_mark;
    return TARE_OK;
}

// ---- one measurement -----------------------------------------------------------------

static tare_status queues_nothing(void) {
    return tare_fail(
        TARE_BAD_ARGUMENT,
        "tare_measure: the launch function queued nothing on the stream that is measured: "
        "launch on the stream that it is given, and time a function of the CPU with "
        "tare_now()");
}

// No work takes a tenth of an empty kernel's time, so a shorter run queued nothing on this stream:
// it launched on another one, or it is a function of the CPU, whose batch would take its whole time
// over and over. (On a busy host device the floor may be read far too short, so there the first run
// is counted, too.)
static tare_status check_that_it_queues(double run, double floor, double tick) {
    static const double least = 0.1;       // of the floor, whose own error is far smaller
    if (run + tick / 100 >= least * floor) // a batch has 100 runs or more where a tick counts
        return TARE_OK;
    return queues_nothing();
}

// After a pause, a card's frequency changes by some thousandths for a fifth of a second.
static double warm_up_time(double precision) {
    tare_device device;
    int settles = tare_device_facts(&device) == TARE_OK && !device.is_host;
    return settles && precision < 0.01 && !tare_gate_is_warm() ? 0.2 : 0.05;
}

// Times the first run, then runs until the device is warm. *run is the time of one run.
static tare_status warm_up(const struct tare_sampler *sampler, double precision, double *first,
                           double *run) {
    struct tare_sampler plain = *sampler;
    plain.use_blocker = plain.cold = 0;
    plain.flush.bytes = 0;
    double begin = seconds_now();
    double enough = begin - busy_until < 0.05 ? 0 : warm_up_time(precision);
    uint64_t queued = 0;
    plain.queued = host_operations ? &queued : NULL;
    TARE_TRY(tare_take(&plain, 1, 1, first));
    if (plain.queued && queued == 0)
        return queues_nothing();
    plain.queued = NULL;
    *run = *first;
    for (int runs = 1, burst = 1; runs < FEWEST_WARM_UPS || seconds_now() - begin < enough;
         runs += burst) {
        if (runs > 1 && *run * burst < 5e-3 && burst < TARE_LONGEST_BATCH / 2)
            burst *= 2;
        TARE_TRY(tare_take(&plain, 1, burst, run));
    }
    return TARE_OK;
}

// As many runs as the clock needs, but no more than the host can queue in a round's part of the
// budget.
static int batch_for(double run, double enqueue, double tick, double budget) {
    static const double part = 0.01; // 6 rounds and the look at the first batch stay in the budget
    int batch = tare_batch_for(run, tick), queued = 0;
    if (!(enqueue * batch > part * budget))
        return batch;
    queued = (int)(part * budget / enqueue);
    return queued > 1 ? queued : 1;
}

// Tries the blocker, with little patience, because a launch that waits for the device would wait
// for ever behind the blocker. This also gives a better estimate of *run, without the gaps between
// launches; where these were most of it, a longer batch gives a better one still.
static tare_status try_blocker(struct tare_sampler *sampler, double tick, double mark,
                               double *run) {
    if (!sampler->use_blocker)
        return TARE_OK;
    struct tare_sampler trial = *sampler;
    trial.cold = 0;
    trial.flush.bytes = 0;
    trial.patience = 0.1;
    trial.mark = mark;
    int batch = tare_batch_for(*run, tick), longer = 0;
    TARE_TRY(tare_take(&trial, 1, batch, run));
    longer = batch_for(*run, trial.enqueue, tick, 1); // a hundredth of a second
    if (longer > batch)
        TARE_TRY(tare_take(&trial, 1, longer, run));
    sampler->use_blocker = trial.use_blocker;
    sampler->enqueue = trial.enqueue;
    return TARE_OK;
}

// The multiprocessors' frequency as a part of their nominal one, over 200 us right after the work;
// NAN where the device does not say.
static double clock_part(tare_stream stream) {
    uint64_t *result = tare_counters(); // cycles, nanoseconds
    int khz = 0;
    if (cudaDeviceGetAttribute(&khz, cudaDevAttrClockRate, tare_current_device()) != cudaSuccess ||
        khz <= 0)
        return NAN;
    void *seen_by_device = NULL;
    if (!result || cudaHostGetDevicePointer(&seen_by_device, result, 0) != cudaSuccess ||
        tare_launch_cycles(200000, seen_by_device, stream) != cudaSuccess ||
        cudaStreamSynchronize(stream) != cudaSuccess || result[1] == 0)
        return NAN;
    return (double)result[0] / (double)result[1] * 1e6 / khz;
}

static tare_status sample(struct tare_sampler *sampler, struct tare_plan *plan, int batch,
                          tare_time *time) {
    static double seconds[TARE_MOST_SAMPLES];
    double begin = seconds_now();
    int have = 0;
    plan->round = tare_round_for(plan);
    sampler->in_rounds = 1;
    *time = (tare_time){0};
    for (int next; (next = tare_next_rounds(plan, time, seconds_now() - begin)) > 0;) {
        for (int end = have + next, taken; have < end; have += taken) {
            taken = end - have < plan->round ? end - have : plan->round;
            TARE_TRY(tare_take(sampler, taken, batch, seconds + have));
        }
        TARE_TRY(tare_summarise_rounds(seconds, have, tare_round_of(plan, have), plan->tick, time));
        plan->sample = (seconds_now() - begin) / have;
    }
    time->batch = batch;
    return TARE_OK;
}

static tare_status measure(struct tare_sampler *sampler, const tare_options *options,
                           tare_time *time) {
    tare_clock clock = {0, 0};
    double first = 0, run = 0, floor = 0, mark = 0;
    double precision = options->precision > 0 ? options->precision : 0.005;
    double budget = options->budget > 0 ? options->budget : 0.25;
    double started = seconds_now();
    TARE_TRY(device_clock(sampler->stream, &clock));
    TARE_TRY(warm_up(sampler, precision, &first, &run));
    TARE_TRY(hot_floor(sampler->stream, clock.tick, &floor, &mark));
    TARE_TRY(try_blocker(sampler, clock.tick, mark, &run));
    TARE_TRY(check_that_it_queues(run, floor, clock.tick));
    if (options->cold) {
        (void)cudaCtxResetPersistingL2Cache(); // a device without this call has no such cache
        (void)cudaGetLastError();
        TARE_TRY(tare_choose_flush(options->flush, sampler->stream, &sampler->flush));
        floor = clock.floor;
    } else {
        sampler->mark = mark;
    }
    int batch = options->cold ? 1 : batch_for(run, sampler->enqueue, clock.tick, budget);
    double begin = seconds_now(), reading;
    TARE_TRY(tare_take(sampler, 1, batch, &reading));
    double taken = seconds_now() - begin; // with the flush, which may take far longer than a run
    struct tare_plan plan = {
        .fixed = options->samples,
        .budget = fmax(budget / 2, budget - (seconds_now() - started)),
        .precision = precision,
        .tick = clock.tick / batch,
        .sample = options->cold ? taken : batch * (run + sampler->enqueue),
    };
    TARE_TRY(sample(sampler, &plan, batch, time));
    if (!options->cold && time->median * batch >= 2 * clock.tick)
        TARE_TRY(check_that_it_queues(time->median, floor, clock.tick));
    time->first = first;
    time->floor = floor;
    if (!sampler->use_blocker && sampler->enqueue > 0.5 * time->median)
        time->warnings |= TARE_LAUNCH_NOT_HIDDEN;
    if (options->samples == 0 && !tare_is_precise(&plan, time))
        time->warnings |= TARE_NOT_PRECISE;
    if (clock_part(sampler->stream) < 0.75)
        time->warnings |= TARE_CLOCK_LOW;
    if (options->cold) {
        time->flush = sampler->flush.kind;
        time->flush_bytes = sampler->flush.bytes;
        time->bias_bound = fmin(1, sampler->flush.write_back / time->median);
    }
    busy_until = seconds_now();
    if (time->median * batch < 2 * clock.tick)
        return tare_fail(
            TARE_TOO_SHORT,
            "%d runs take %.3g us, and the clock's tick is %.3g us: put more work into "
            "one launch",
            batch, 1e6 * time->median * batch, 1e6 * clock.tick);
    return TARE_OK;
}

// Tells the witness which numbers the caller got, so that a claim made of one is known by its
// digits.
static void tell_results(const tare_time *time) {
    tare_mark(WITNESS_RESULT, "median", NULL, time->median);
    tare_mark(WITNESS_RESULT, "mean", NULL, time->mean);
    tare_mark(WITNESS_RESULT, "minimum", NULL, time->minimum);
    tare_mark(WITNESS_RESULT, "first", NULL, time->first);
    tare_mark(WITNESS_RESULT, "low", NULL, time->low);
    tare_mark(WITNESS_RESULT, "high", NULL, time->high);
    tare_mark(WITNESS_BATCH, "tare_measure", NULL, time->batch);
}

tare_status tare_measure(tare_launch launch, void *context, tare_stream stream,
                         const tare_options *options, tare_time *time) {
    TARE_COVER();
    static const tare_options by_default;
    const tare_options *wanted = options ? options : &by_default;
    if (!launch || !time)
        return tare_fail(TARE_BAD_ARGUMENT, "tare_measure: launch or time is NULL");
    if (wanted->samples < 0 || wanted->samples > TARE_MOST_SAMPLES || wanted->budget < 0 ||
        wanted->precision < 0)
        return tare_fail(TARE_BAD_ARGUMENT,
                         "tare_measure: samples must be 0 to %d, budget and precision 0 or more",
                         TARE_MOST_SAMPLES);
    TARE_TRY(tare_need_device());
    struct tare_sampler sampler = {.launch = launch,
                                   .context = context,
                                   .stream = stream,
                                   .cold = wanted->cold != 0,
                                   .use_blocker = tare_blocker_allowed(),
                                   .patience = 2};
    pthread_mutex_lock(&one_at_a_time);
    tare_status status = measure(&sampler, wanted, time);
    pthread_mutex_unlock(&one_at_a_time);
    if (status == TARE_OK)
        tell_results(time);
    return status;
}
