// sampler.c: blocks of samples between events. The runs of a block are queued while the
// device waits at the blocker, so that no launch falls between two events. A cold sample is
// a block of its own: in the middle of a full queue a card reads 3 % more around 8 us.
#include <math.h>
#include <time.h>

#include "tare_kernels.h"
#include "tare_sampler.h"

// A stream takes about a thousand operations; a full one behind a blocker would wait for it.
enum { MOST_OPERATIONS = 480, MOST_EVENTS = 64 };

int tare_longest_batch(void) {
    return MOST_OPERATIONS - 4;
}

double tare_monotonic(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static tare_status run(const struct tare_sampler *sampler) {
    int error = sampler->launch(sampler->context, sampler->stream);
    if (error == 0)
        error = (int)cudaPeekAtLastError(); // a launch that nobody checked
    if (error == 0)
        return TARE_OK;
    return tare_fail_cuda((cudaError_t)error, "the launch that is measured");
}

// Made once: where an event's time is written moves a short reading by a tenth, so that two
// measurements of one thing must use the same ones.
static cudaEvent_t events[MOST_EVENTS];

static tare_status make_events(void) {
    static int made, made_on = -1;
    if (made_on != tare_current_device())
        while (made > 0)
            (void)cudaEventDestroy(events[--made]);
    made_on = tare_current_device();
    for (; made < MOST_EVENTS; made++)
        TARE_TRY_CUDA(cudaEventCreate(&events[made]));
    return TARE_OK;
}

// Hot: one event between two samples. Cold: a pair around the only one, the flush outside.
// A hot one is in company: without a run before the first and a launch behind the last event
// the outermost samples read some thousandths less.
static tare_status fill(const struct tare_sampler *sampler, int in_time, int samples, int batch) {
    TARE_TRY(tare_dither(sampler->stream, in_time));
    if (batch > 1)
        TARE_TRY(run(sampler));
    TARE_TRY_CUDA(cudaEventRecord(events[0], sampler->stream));
    for (int i = 0; i < samples; i++) {
        for (int j = 0; j < batch; j++)
            TARE_TRY(run(sampler));
        TARE_TRY_CUDA(cudaEventRecord(events[i + 1], sampler->stream));
    }
    if (!sampler->cold)
        TARE_TRY_CUDA((cudaError_t)tare_launch_empty(NULL, sampler->stream));
    return TARE_OK;
}

static tare_status take_block(struct tare_sampler *sampler, int in_time, int samples, int batch,
                              double *seconds) {
    int blocked = sampler->use_blocker;
    TARE_TRY(make_events());
    if (sampler->flush.bytes)
        TARE_TRY_CUDA(tare_launch_flush(&sampler->flush, sampler->stream));
    if (blocked)
        TARE_TRY(tare_blocker_close(sampler->stream, sampler->patience));
    double before = tare_monotonic();
    tare_status status = fill(sampler, in_time, samples, batch);
    sampler->enqueue = (tare_monotonic() - before) / samples / batch;
    if (blocked)
        tare_blocker_open();
    TARE_TRY(status);
    TARE_TRY_CUDA(cudaEventSynchronize(events[samples]));
    if (blocked && !tare_blocker_held())
        sampler->use_blocker = 0; // the launch waits for the device: no blocker for it
    for (int i = 0; i < samples; i++) {
        float milliseconds = 0;
        TARE_TRY_CUDA(cudaEventElapsedTime(&milliseconds, events[i], events[i + 1]));
        seconds[i] = fmax(0, 1e-3 * (double)milliseconds - sampler->mark) / batch;
    }
    return TARE_OK;
}

tare_status tare_take(struct tare_sampler *sampler, int samples, int batch, double *seconds) {
    int most = MOST_OPERATIONS / (batch + 1) < 1 ? 1 : MOST_OPERATIONS / (batch + 1);
    most = sampler->cold ? 1 : most < MOST_EVENTS - 1 ? most : MOST_EVENTS - 1;
    for (int done = 0; done < samples;) {
        int next = samples - done < most ? samples - done : most;
        TARE_TRY(take_block(sampler, sampler->in_rounds && done == 0, next, batch, seconds + done));
        done += next;
    }
    return TARE_OK;
}
