// note.h: what a device tells the witness. The host device's runtime and, on a card, gpu/ fill
// the same notes; record/trace.c writes them.
#ifndef WITNESS_NOTE_H
#define WITNESS_NOTE_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum witness_kind {
    WITNESS_CALL,    // a CUDA call by the host: begin..end, name, result
    WITNESS_KERNEL,  // on a stream
    WITNESS_COPY,    // on a stream; name is "HtoD", "DtoH", "DtoD", "HtoH", "D0toD1"
    WITNESS_MEMSET,  // on a stream
    WITNESS_RECORD,  // cudaEventRecord returned: the event and the stream it is on
    WITNESS_REACHED, // the stream came to the event: begin == end
    WITNESS_WAIT,    // a host call blocked: begin..end; name is the name of the call
    WITNESS_ELAPSED, // cudaEventElapsedTime: event, other_event, value in ms, result
    WITNESS_CLOCK,   // the program read a host clock; name is the function's, or the next
    WITNESS_START,   // tare's stopwatch or tare_now used as a mark
    WITNESS_STOP,
    WITNESS_CLAIM,   // tare_report: name, value is seconds
    WITNESS_CONTEXT, // creation of the context, loading of a module
    WITNESS_RESULT,  // tare_measure returned this statistic: name, value is seconds
    WITNESS_BATCH,   // of that call: value is the number of runs in each stopwatch
};
#define WITNESS_PROCESSOR_CLOCK "processor clock" // of processor time: clock() and its like
enum { WITNESS_KINDS = WITNESS_BATCH + 1 };

enum { WITNESS_NOT_READY = 600 }; // cudaErrorNotReady: no header of CUDA is needed here

struct witness_note {
    enum witness_kind kind;
    uint64_t begin, end;  // ns of CLOCK_MONOTONIC; equal for an instant
    uint64_t stream;      // 0: the default stream; others by order of creation
    uint64_t correlation; // joins a call with the work it queued; 0: none
    uint64_t event, other_event;
    union {
        uint64_t bytes; // copies, memsets and calls that allocate
        uint64_t told;  // a clock's reading as the program got it, ns; 0: CLOCK_MONOTONIC's, begin
    };
    union {
        struct {
            uint64_t to, from; // of a copy whose bytes lie together: where; 0: not known
        };
        struct {
            uint64_t code, numbers; // of a kernel: one number of its whole name, and one of its
                                    // arguments, pointers apart; 0: not known
        };
    };
    unsigned grid[3], block[3];
    double value;
    int result;       // cudaError_t; WITNESS_NOT_READY is not a failure
    int non_blocking; // 1: the stream is non-blocking
    const char *name;
    unsigned thread; // of the call; 0: the thread that calls witness_note
    // ns in which a thread could run and another program had the processor. A kernel's: of
    // its workers while it ran, each one's on average. A mark's, or a call's that waits: of its
    // thread, since the thread began. 0: never, or not known.
    uint64_t delay;
};

// A WITNESS_CALL whose name begins with tare_ covers the library's own work. Clock reads, events
// and kernels within that call are not the learner's and are skipped, and so is every kernel named
// tare_*. A call is noted when it returns, so an inner call is noted before the outer call.
//
// Any thread may call it.
typedef void witness_note_fn(const struct witness_note *note);
void witness_note(const struct witness_note *note);

// How long this thread waited for a processor since it began, ns.
typedef uint64_t witness_delay_fn(void);
uint64_t witness_delay(void);

// The two above have no name in the program. Who tells the witness borrows them once, from
// witness_lend, which is found by dlsym(RTLD_DEFAULT, ...); without a witness it does not exist. If
// somebody asks once more, the trace says so, and a grader does not believe it.
enum witness_teller { WITNESS_BY_LIBRARY, WITNESS_BY_DEVICE, WITNESS_TELLERS };
struct witness_ears {
    witness_note_fn *note;
    witness_delay_fn *delay;
};
typedef struct witness_ears witness_lend_fn(enum witness_teller teller);
struct witness_ears witness_lend(enum witness_teller teller);

#ifdef __cplusplus
}
#endif
#endif
