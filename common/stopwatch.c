// stopwatch.c: two events on one stream.
#include <stdlib.h>

#include "tare_internal.h"

struct tare_stopwatch {
    cudaEvent_t start, stop;
    int started, stopped;
};

tare_status tare_stopwatch_new(tare_stopwatch **watch) {
    if (!watch)
        return tare_fail(TARE_BAD_ARGUMENT, "tare_stopwatch_new: watch is NULL");
    *watch = NULL;
    TARE_TRY(tare_need_device());
    tare_stopwatch *made = calloc(1, sizeof *made);
    if (!made)
        return tare_fail(TARE_NO_MEMORY, "tare_stopwatch_new: out of memory");
    cudaError_t error = cudaEventCreate(&made->start);
    if (error == cudaSuccess) {
        error = cudaEventCreate(&made->stop);
        if (error != cudaSuccess)
            (void)cudaEventDestroy(made->start);
    }
    if (error != cudaSuccess) {
        free(made);
        return tare_fail_cuda(error, "cudaEventCreate");
    }
    *watch = made;
    return TARE_OK;
}

tare_status tare_start(tare_stopwatch *watch, tare_stream stream) {
    if (!watch)
        return tare_fail(TARE_BAD_ARGUMENT, "tare_start: watch is NULL");
    tare_mark(WITNESS_START, "tare_start", watch->start, 0);
    TARE_TRY_CUDA(cudaEventRecord(watch->start, stream));
    watch->started = 1;
    watch->stopped = 0;
    return TARE_OK;
}

tare_status tare_stop(tare_stopwatch *watch, tare_stream stream) {
    if (!watch || !watch->started)
        return tare_fail(TARE_BAD_ARGUMENT, "tare_stop: the stopwatch was not started");
    tare_mark(WITNESS_STOP, "tare_stop", watch->stop, 0);
    TARE_TRY_CUDA(cudaEventRecord(watch->stop, stream));
    watch->stopped = 1;
    return TARE_OK;
}

tare_status tare_read(tare_stopwatch *watch, double *seconds) {
    if (!watch || !seconds || !watch->stopped)
        return tare_fail(TARE_BAD_ARGUMENT, "tare_read: start and stop the stopwatch first");
    float milliseconds = 0;
    TARE_TRY_CUDA(cudaEventSynchronize(watch->stop));
    TARE_TRY_CUDA(cudaEventElapsedTime(&milliseconds, watch->start, watch->stop));
    *seconds = 1e-3 * (double)milliseconds;
    return TARE_OK;
}

void tare_stopwatch_free(tare_stopwatch *watch) {
    if (!watch)
        return;
    (void)cudaEventDestroy(watch->start);
    (void)cudaEventDestroy(watch->stop);
    free(watch);
}
