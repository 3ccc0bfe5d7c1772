// sampler.c: blocks of samples between events. The runs of a block are queued while the
// device waits at the blocker, so that no launch falls between two events.
#include <stdlib.h>
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

// Hot: one event between two samples. Cold: a pair around each, the flush outside.
static tare_status fill(const struct tare_sampler *sampler, int samples, int batch,
                        cudaEvent_t *events) {
    TARE_TRY_CUDA((cudaError_t)tare_launch_empty(NULL, sampler->stream)); // wakes the device
    if (!sampler->cold)
        TARE_TRY_CUDA(cudaEventRecord(events[0], sampler->stream));
    for (int i = 0; i < samples; i++) {
        if (sampler->flush.bytes)
            TARE_TRY_CUDA(tare_launch_flush(&sampler->flush, sampler->stream));
        if (sampler->cold)
            TARE_TRY_CUDA(cudaEventRecord(events[2 * i], sampler->stream));
        for (int j = 0; j < batch; j++)
            TARE_TRY(run(sampler));
        TARE_TRY_CUDA(cudaEventRecord(events[sampler->cold ? 2 * i + 1 : i + 1], sampler->stream));
    }
    return TARE_OK;
}

static tare_status take_block(struct tare_sampler *sampler, int samples, int batch,
                              cudaEvent_t *events, double *seconds) {
    int blocked = sampler->use_blocker;
    if (blocked)
        TARE_TRY(tare_blocker_close(sampler->stream, sampler->patience));
    double before = tare_monotonic();
    tare_status status = fill(sampler, samples, batch, events);
    sampler->enqueue = (tare_monotonic() - before) / samples / batch;
    if (blocked)
        tare_blocker_open();
    TARE_TRY(status);
    TARE_TRY_CUDA(cudaEventSynchronize(events[sampler->cold ? 2 * samples - 1 : samples]));
    if (blocked && !tare_blocker_held())
        sampler->use_blocker = 0; // the launch waits for the device: no blocker for it
    for (int i = 0; i < samples; i++) {
        int from = sampler->cold ? 2 * i : i;
        float milliseconds = 0;
        TARE_TRY_CUDA(cudaEventElapsedTime(&milliseconds, events[from], events[from + 1]));
        seconds[i] = 1e-3 * (double)milliseconds / batch;
    }
    return TARE_OK;
}

tare_status tare_take(struct tare_sampler *sampler, int samples, int batch, double *seconds) {
    int of_one = batch + (sampler->cold ? 4 : 1);
    int most = MOST_OPERATIONS / of_one < 1 ? 1 : MOST_OPERATIONS / of_one;
    int most_by_events = sampler->cold ? MOST_EVENTS / 2 : MOST_EVENTS - 1;
    most = most < most_by_events ? most : most_by_events;
    cudaEvent_t events[MOST_EVENTS];
    int made = 0;
    tare_status status = TARE_OK;
    for (; made < MOST_EVENTS && status == TARE_OK; made++) {
        cudaError_t error = cudaEventCreate(&events[made]);
        if (error != cudaSuccess) {
            status = tare_fail_cuda(error, "cudaEventCreate");
            made--;
        }
    }
    for (int done = 0; done < samples && status == TARE_OK;) {
        int next = samples - done < most ? samples - done : most;
        status = take_block(sampler, next, batch, events, seconds + done);
        done += next;
    }
    for (int i = 0; i < made; i++)
        (void)cudaEventDestroy(events[i]);
    return status;
}
