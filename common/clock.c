// clock.c: the host's clock and the stopwatch; the witness, which is told of every reading; and
// the gate, where a program waits while another program measures.
#define _GNU_SOURCE // RTLD_DEFAULT
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tare_internal.h"

// ---- the witness ---------------------------------------------------------------------

static pthread_once_t looked = PTHREAD_ONCE_INIT;
static witness_note_fn *witness; // NULL: no witness, and then a mark costs one load

static void look(void) {
    witness_lend_fn *lend;
    *(void **)&lend = dlsym(RTLD_DEFAULT, "witness_lend");
    witness = lend ? lend(WITNESS_BY_LIBRARY).note : NULL;
}

static int watched(void) {
    pthread_once(&looked, look);
    return witness != NULL;
}

void tare_mark(enum witness_kind kind, const char *name, const void *event, double value) {
    if (!watched())
        return;
    struct witness_note note = {.kind = kind, .name = name, .value = value};
    note.begin = note.end = monotonic_ns();
    note.event = (uint64_t)(uintptr_t)event;
    witness(&note);
}

struct tare_cover tare_cover_begin(const char *function) {
    return (struct tare_cover){function, watched() ? monotonic_ns() : 0};
}

void tare_cover_end(struct tare_cover *cover) {
    if (!cover->begin)
        return;
    struct witness_note note = {.kind = WITNESS_CALL, .name = cover->function};
    note.begin = cover->begin;
    note.end = monotonic_ns();
    witness(&note);
}

// ---- the host's clock ----------------------------------------------------------------

double tare_now(void) {
    uint64_t ns = monotonic_ns();
    if (watched()) {
        struct witness_note note = {
            .kind = WITNESS_CLOCK, .name = "tare_now", .begin = ns, .end = ns};
        witness(&note);
    }
    return 1e-9 * (double)ns;
}

tare_status tare_host_clock(tare_clock *clock) {
    TARE_COVER();
    if (!clock)
        return tare_fail(TARE_BAD_ARGUMENT, "tare_host_clock: clock is NULL");
    uint64_t tick = 1000000000, floor = 1000000000; // in whole nanoseconds: a double is too coarse
    for (int i = 0; i < 2000; i++) {
        uint64_t begin = monotonic_ns(), step = monotonic_ns() - begin;
        floor = step < floor ? step : floor;
        while (step == 0)
            step = monotonic_ns() - begin;
        tick = step < tick ? step : tick;
    }
    clock->tick = 1e-9 * (double)tick;
    clock->floor = 1e-9 * (double)floor;
    return TARE_OK;
}

// ---- the stopwatch: two events on one stream -----------------------------------------

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

// ---- the gate: claim.md tells how the grader uses it ---------------------------------

static int gate = -1; // the descriptor; -1: the program has not come to its gate, or has none
static int warm;

static int is_place(const char *variable, const char *place) {
    const char *asked = getenv(variable);
    return asked && strcmp(asked, place) == 0;
}

// Tells the grader that the program is here, and waits for the answer: one byte, or 0 when the
// grader has gone.
static char knock(void) {
    char byte = 'r';
    if (write(gate, &byte, 1) != 1)
        return 0;
    ssize_t length;
    do
        length = read(gate, &byte, 1);
    while (length < 0 && errno == EINTR);
    return length == 1 ? byte : 0;
}

void tare_gate(const char *place) {
    const char *named = getenv("TARE_GATE_FD");
    if (gate >= 0 || !named || !is_place("TARE_GATE", place) || atoi(named) <= 2)
        return;
    gate = atoi(named);
    fcntl(gate, F_SETFD, FD_CLOEXEC);
    warm = knock() == 'w';
}

int tare_gate_is_warm(void) {
    return warm;
}

void tare_gate_leave(const char *place) {
    static int left;
    if (gate < 0 || !is_place("TARE_GATE_LEAVE", place))
        return;
    if (!left++) {
        if (!getenv("TARE_WITNESS")) // the witness would take this wait for one of the program's
            (void)cudaDeviceSynchronize();
        knock();
    } else if (strcmp(place, "report") != 0) {
        (void)!write(gate, "e", 1); // the program left too early: it was still measuring
    }
}
