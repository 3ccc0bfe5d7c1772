// view.c: how the notes of a trace belong together: which notes are the learner's, and which call
// queued which work.
#include <stdlib.h>
#include <string.h>

#include "base/order.h"
#include "witness/read/read.h"

enum { THREADS = 256 };

struct covers { // until when each thread is inside a call, and inside the library's own work
    struct {
        unsigned thread;
        uint64_t call, library;
    } of[THREADS];
    int count;
};

static int cover_of(struct covers *covers, unsigned thread) {
    for (int i = 0; i < covers->count; i++)
        if (covers->of[i].thread == thread)
            return i;
    if (covers->count == THREADS) // all further threads share the last one
        return THREADS - 1;
    covers->of[covers->count].thread = thread;
    return covers->count++;
}

int is_work(const struct witness_note *note) {
    return note->kind == WITNESS_KERNEL || note->kind == WITNESS_COPY ||
           note->kind == WITNESS_MEMSET;
}

int is_launch(const char *call) {
    return strncmp(call, "cudaLaunch", 10) == 0 || strncmp(call, "cuLaunch", 8) == 0 ||
           strncmp(call, "cudaGraphLaunch", 15) == 0;
}

int is_allocation(const char *call) {
    static const char *const names[] = {"cudaMalloc", "cudaFree", "cudaHostAlloc",
                                        "cudaHostRegister"};
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
        if (strncmp(call, names[i], strlen(names[i])) == 0)
            return 1;
    return 0;
}

// 1 for the library's own functions, except its stopwatch, which counts as the learner's.
static int is_library(const char *name) {
    static const char *const learners[] = {"tare_now", "tare_start", "tare_stop", "tare_read"};
    for (size_t i = 0; i < sizeof(learners) / sizeof(learners[0]); i++)
        if (strcmp(name, learners[i]) == 0)
            return 0;
    return strncmp(name, "tare_", 5) == 0;
}

static void pass_over(struct view *view) {
    struct covers covers = {0};
    for (size_t i = 0; i < view->trace->count; i++) {
        const struct witness_note *note = &view->trace->notes[i];
        if (is_work(note) || note->kind == WITNESS_REACHED) {
            view->passed[i] = note->kind == WITNESS_KERNEL && strncmp(note->name, "tare_", 5) == 0;
            continue;
        }
        if (note->kind == WITNESS_CLAIM)
            continue;
        int of = cover_of(&covers, note->thread);
        view->passed[i] = note->begin < covers.of[of].library;
        if (note->kind == WITNESS_CLOCK && note->begin <= covers.of[of].call)
            view->passed[i] = 1; // a clock read within a call is the runtime's
        if (note->kind != WITNESS_CALL)
            continue;
        if (note->end > covers.of[of].call && !is_library(note->name))
            covers.of[of].call = note->end;
        if (is_library(note->name)) {
            view->passed[i] = 1;
            if (note->end > covers.of[of].library)
                covers.of[of].library = note->end;
        }
    }
}

struct join {
    uint64_t correlation;
    size_t note;
};

static int by_correlation(const void *left, const void *right) {
    const struct join *a = left, *b = right;
    if (a->correlation != b->correlation)
        return a->correlation < b->correlation ? -1 : 1;
    return a->note < b->note ? -1 : a->note > b->note;
}

static int join_calls(struct view *view) {
    size_t count = view->trace->count, calls = 0;
    struct join *joins = malloc((count + 1) * sizeof *joins);
    if (!joins)
        return 0;
    for (size_t i = 0; i < count; i++)
        if (view->trace->notes[i].kind == WITNESS_CALL && view->trace->notes[i].correlation)
            joins[calls++] = (struct join){view->trace->notes[i].correlation, i};
    qsort(joins, calls, sizeof *joins, by_correlation);
    for (size_t i = 0; i < count; i++) {
        const struct witness_note *note = &view->trace->notes[i];
        view->call[i] = count;
        if (!note->correlation || !(is_work(note) || note->kind == WITNESS_REACHED))
            continue;
        struct join key = {note->correlation, 0};
        size_t low = lower_bound(&key, joins, calls, sizeof key, by_correlation);
        if (low < calls && joins[low].correlation == note->correlation) {
            view->call[i] = joins[low].note;
            view->passed[i] |= view->passed[joins[low].note];
        }
    }
    free(joins);
    return 1;
}

uint64_t queued_at(const struct view *view, size_t note) {
    size_t call = view->call[note];
    return view->trace->notes[call < view->trace->count ? call : note].begin;
}

double threads_of(const struct witness_note *kernel) {
    double threads = 1;
    for (int i = 0; i < 3; i++)
        threads *= (double)kernel->grid[i] * kernel->block[i];
    return threads;
}

int is_apart(const struct window *window, const struct witness_note *note, int joined) {
    if (window->kind != WINDOW_EVENTS || joined || note->stream == window->stream ||
        note->end <= window->waited)
        return 0;
    return (note->stream && window->stream) || note->non_blocking || window->non_blocking;
}

// How far around a window its notes can stand.
static void measure(struct view *view) {
    for (size_t i = 0; i < view->trace->count; i++) {
        const struct witness_note *note = &view->trace->notes[i];
        uint64_t length = note->end > note->begin ? note->end - note->begin : 0;
        uint64_t queued = queued_at(view, i),
                 delay = note->begin > queued ? note->begin - queued : 0;
        if (note->kind != WITNESS_CALL && length > view->longest)
            view->longest = length;
        if (delay > view->latest)
            view->latest = delay;
    }
}

static int by_begin(const void *left, const void *right) {
    const struct witness_note *a = left, *b = right;
    return (a->begin > b->begin) - (a->begin < b->begin);
}

// The first note that begins at `time` or later.
size_t first_note(const struct trace *trace, uint64_t time) {
    struct witness_note key = {.begin = time};
    return lower_bound(&key, trace->notes, trace->count, sizeof key, by_begin);
}

int view_join(struct view *view) {
    size_t count = view->trace->count;
    view->passed = calloc(count + 1, 1);
    view->call = calloc(count + 1, sizeof *view->call);
    if (!view->passed || !view->call)
        return 0;
    pass_over(view);
    if (!join_calls(view))
        return 0;
    measure(view);
    return 1;
}
