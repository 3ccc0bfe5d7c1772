// witness.c: fills the witness's notes, when the witness watches the program.
#define _GNU_SOURCE // RTLD_DEFAULT
#include "queue/queue.h"

#include <dlfcn.h>
#include <string.h>

#include "../../../witness/note.h"

bool watched;
static witness_note_fn *tell;
static witness_delay_fn *ask_delay;
static _Thread_local struct call current;

__attribute__((constructor)) static void find_witness(void) {
    witness_lend_fn *lend;
    void *found = dlsym(RTLD_DEFAULT, "witness_lend");
    memcpy(&lend, &found, sizeof lend); // ISO C has no cast from data to function
    struct witness_ears ears = lend ? lend(WITNESS_BY_DEVICE) : (struct witness_ears){NULL, NULL};
    tell = ears.note;
    ask_delay = ears.delay;
    watched = tell != NULL;
    void *libc = watched ? dlopen("libc.so.6", RTLD_LAZY | RTLD_NOLOAD) : NULL;
    void *own = libc ? dlsym(libc, "clock_gettime") : NULL;
    if (own)
        memcpy(&read_clock, &own, sizeof read_clock);
}

struct call watch_begin(const char *name) {
    static atomic_uint_fast64_t last;
    current = (struct call){name, now_ns(), atomic_fetch_add(&last, 1) + 1, 0};
    return current;
}

uint64_t watch_correlation(void) {
    return current.correlation;
}

uint64_t watch_delay(void) {
    return ask_delay ? ask_delay() : 0;
}

void watch_bytes(size_t bytes) {
    current.bytes = bytes;
}

static void place(struct witness_note *note, const struct CUstream_st *stream) {
    note->stream = stream->id;
    note->non_blocking = stream->non_blocking;
}

void watch_call(const struct call *call, cudaError_t result) {
    struct witness_note note = {.kind = WITNESS_CALL,
                                .begin = call->begin,
                                .end = now_ns(),
                                .correlation = call->correlation,
                                .bytes =
                                    current.correlation == call->correlation ? current.bytes : 0,
                                .result = (int)result,
                                .name = call->name};
    tell(&note);
}

static const char *direction_name(enum cudaMemcpyKind kind) {
    switch (kind) {
    case cudaMemcpyHostToDevice:
        return "HtoD";
    case cudaMemcpyDeviceToHost:
        return "DtoH";
    case cudaMemcpyDeviceToDevice:
        return "DtoD";
    default:
        return "HtoH";
    }
}

void watch_op(const struct op *op) {
    if (op->note == NOTE_NONE)
        return;
    struct witness_note note = {.begin = op->begin,
                                .end = op->end ? op->end : now_ns(),
                                .correlation = op->correlation,
                                .bytes = op->note == NOTE_KERNEL ? 0 : op->size,
                                .result = (int)device_failed(),
                                .name = op->name};
    place(&note, op->stream);
    if (op->note == NOTE_KERNEL) {
        note.kind = WITNESS_KERNEL;
        note.code = op->code;
        note.numbers = op->numbers;
        // Its workers share the blocks, so the others take over what one that waits cannot do.
        note.delay = op->delayed ? op->delays / (uint64_t)op->delayed : 0;
        memcpy(note.grid, op->launch.grid, sizeof note.grid);
        memcpy(note.block, op->launch.block, sizeof note.block);
    } else if (op->note == NOTE_COPY) {
        note.kind = WITNESS_COPY;
        note.name = direction_name(op->direction);
        if (op->rows <= 1) {
            note.to = (uintptr_t)op->to;
            note.from = op->staging ? 0 : (uintptr_t)op->from;
        }
    } else {
        note.kind = WITNESS_MEMSET;
    }
    if (!note.begin)
        note.begin = note.end;
    tell(&note);
}

void watch_reached(const struct CUevent_st *event, const struct op *mark, uint64_t time) {
    struct witness_note note = {.kind = WITNESS_REACHED,
                                .begin = time,
                                .end = time,
                                .correlation = mark->correlation,
                                .event = event->id,
                                .name = "event"};
    place(&note, mark->stream);
    tell(&note);
}

void watch_record(const struct CUevent_st *event, const struct CUstream_st *stream) {
    uint64_t now = now_ns();
    struct witness_note note = {.kind = WITNESS_RECORD,
                                .begin = now,
                                .end = now,
                                .correlation = current.correlation,
                                .event = event->id,
                                .name = "cudaEventRecord"};
    place(&note, stream);
    tell(&note);
}

void watch_wait(uint64_t begin) {
    struct witness_note note = {.kind = WITNESS_WAIT,
                                .begin = begin,
                                .end = now_ns(),
                                .correlation = current.correlation,
                                .name = current.name};
    tell(&note);
}

void watch_elapsed(const struct CUevent_st *start, const struct CUevent_st *end, double ms,
                   cudaError_t result) {
    uint64_t now = now_ns();
    struct witness_note note = {.kind = WITNESS_ELAPSED,
                                .begin = now,
                                .end = now,
                                .correlation = current.correlation,
                                .event = start->id,
                                .other_event = end->id,
                                .value = ms,
                                .result = (int)result,
                                .name = "cudaEventElapsedTime"};
    tell(&note);
}

void watch_context(const char *name, uint64_t begin) {
    struct witness_note note = {
        .kind = WITNESS_CONTEXT, .begin = begin, .end = now_ns(), .name = name};
    tell(&note);
}
