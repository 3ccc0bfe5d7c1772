// hub.c: takes notes from any thread, and separates the learner's clock reads from a runtime's.
// The trace is opened when the first note comes, so that a program without CUDA (a shell that
// starts the lab, for example) leaves no trace.
#include "witness/record/record.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { HELD = 16, DEFAULT_LIMIT = 1000000 };

struct read {
    uint64_t ns, told, delay;
    const char *function;
};

// The clock reads of one thread since its last call. Of many reads only the first and the last ones
// are kept.
static __thread struct {
    struct read reads[HELD];
    int count;
    int calls; // this thread made a CUDA call: its reads may be a stopwatch
    unsigned id;
} mine;

static const char *path; // of the trace; NULL: the witness does not watch
static const char *device = "host";
static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_key_t leaving;

static void flush_reads(uint64_t before);

static void thread_ends(void *unused) {
    (void)unused;
    if (mine.calls)
        flush_reads(UINT64_MAX);
}

__attribute__((constructor(101))) static void look_at_environment(void) {
    const char *name = getenv("TARE_WITNESS");
    path = name && name[0] ? strdup(name) : NULL; // the program may change its environment
}

int witness_watching(void) {
    return path != NULL;
}

static void open_once(void) {
    const char *limit = getenv("TARE_WITNESS_NOTES");
    uint64_t notes = limit ? strtoull(limit, NULL, 10) : 0;
    pthread_key_create(&leaving, thread_ends);
    trace_open(path, device, notes ? notes : DEFAULT_LIMIT);
}

void witness_on_card(void) {
    device = "gpu";
}

static unsigned my_id(void) {
    if (!mine.id)
        mine.id = (unsigned)syscall(SYS_gettid);
    return mine.id;
}

static struct witness_note note_of(const struct read *read) {
    struct witness_note note = {
        .kind = WITNESS_CLOCK, .begin = read->ns, .end = read->ns, .name = read->function};
    note.told = read->told;
    note.delay = read->delay;
    return note;
}

static uint64_t kernels_now(void) {
    struct timespec now;
    syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &now);
    return nanoseconds(&now);
}

// The program's clock, of which this instant comes, and ours are the kernel's: asked for the same
// time, all must agree.
static int clock_is_true(uint64_t instant) {
    static const uint64_t patience = 1000000; // ns from the instant until here; not measured
    uint64_t before = kernels_now(), now = witness_now(), after = kernels_now();
    return now >= before && now <= after && instant <= before && before - instant < patience;
}

static void flush_reads(uint64_t before) {
    for (int i = 0; i < mine.count; i++) {
        struct witness_note note = note_of(&mine.reads[i]);
        if (note.begin < before)
            trace_write(&note, my_id());
    }
    mine.count = 0;
}

void witness_clock_read(const char *function, uint64_t ns, uint64_t told) {
    if (!path)
        return;
    struct read *last = mine.count ? &mine.reads[mine.count - 1] : NULL;
    if (last && last->ns == ns) { // tare_now reports a read that was noted already
        if (strncmp(function, "tare_", 5) == 0)
            last->function = function;
        return;
    }
    int full = mine.count == HELD;
    if (full) {
        memmove(mine.reads + HELD / 2, mine.reads + HELD / 2 + 1,
                (HELD / 2 - 1) * sizeof(mine.reads[0]));
        mine.count--;
    }
    mine.reads[mine.count++] = (struct read){ns, told, witness_delay(), function};
    if (mine.calls) { // it may be the last one before the program is gone
        struct witness_note note = note_of(&mine.reads[mine.count - 1]);
        trace_promise(&note, my_id(), full);
    }
}

// Between these the account looks for a host that waited for a processor. Not at every call: to ask
// takes as long as a launch.
static int asks_for_delay(const struct witness_note *note) {
    return note->kind == WITNESS_RECORD ||
           (note->kind == WITNESS_CALL &&
            (strstr(note->name, "Synchronize") || strstr(note->name, "Query")));
}

void witness_note(const struct witness_note *note) {
    if (!path)
        return;
    if (note->kind == WITNESS_CLOCK) {
        witness_clock_read(note->name ? note->name : "clock", note->begin, note->told);
        return;
    }
    pthread_once(&once, open_once);
    if (mine.count && mine.reads[mine.count - 1].ns == note->begin)
        mine.count--; // the library read the clock only to note this
    int own = !note->thread || note->thread == my_id();
    if (own && (note->kind == WITNESS_CALL || note->kind == WITNESS_CLAIM)) {
        if (!mine.calls) {
            mine.calls = 1;
            pthread_setspecific(leaving, &mine);
        }
        flush_reads(note->begin);
    }
    if (note->kind == WITNESS_CLAIM && !clock_is_true(note->begin))
        trace_doubt();
    struct witness_note delayed = *note;
    if (own && asks_for_delay(note))
        delayed.delay = witness_delay();
    trace_write(&delayed, note->thread ? note->thread : my_id());
}

struct witness_ears witness_lend(enum witness_teller teller) {
    static int lent[WITNESS_TELLERS];
    int again = teller < WITNESS_TELLERS && __atomic_fetch_add(&lent[teller], 1, __ATOMIC_RELAXED);
    if (again && path) {
        pthread_once(&once, open_once);
        trace_doubt();
    }
    return (struct witness_ears){witness_note, witness_delay};
}

__attribute__((destructor)) static void program_ends(void) {
    if (!path)
        return;
    thread_ends(NULL);
    trace_close();
}
