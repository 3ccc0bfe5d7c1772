// facts.h: what a trace proves about one claim: what ran between the marks of the
// stopwatch that made it, and what ran outside them.
#ifndef WITNESS_FACTS_H
#define WITNESS_FACTS_H

#include "read.h"

#include <stdio.h>

struct view; // windows.h: a trace with what its notes are to each other

enum window_kind {
    WINDOW_NONE,   // no stopwatch that the witness could see
    WINDOW_HOST,   // two reads of a host clock
    WINDOW_EVENTS, // a pair of events, tare's stopwatch too
};

enum window_match {
    MATCH_NONE,  // the claim's seconds are not this window's; it is the last before the claim
    MATCH_WHOLE, // they are
    MATCH_PART,  // they are the window divided by `divided`
    MATCH_NEAR,  // within a twentieth: a mean or a median of several windows
};

// The mistakes that a trace can show, the strongest proof first.
enum witness_finding {
    FOUND_RIGHT, // the stopwatch saw the work and little else
    FOUND_NO_WINDOW,
    FOUND_LAUNCH_FAILED,
    FOUND_STALE_ELAPSED,  // read before the stop event was reached
    FOUND_NO_TIMING,      // events never recorded, or made without timing
    FOUND_REVERSED,       // the start event was reached after the stop event
    FOUND_OTHER_STREAM,   // events on a stream on which none of the work ran
    FOUND_ONE_OF_STREAMS, // some of the work ran on others
    FOUND_COPY_RUNNING,   // a copy was still running at the stop mark
    FOUND_STILL_RUNNING,  // a kernel was
    FOUND_NOTHING,        // nothing ran between the marks, nothing was queued there
    FOUND_EARLIER_WORK,   // work of before the start mark ran after it
    FOUND_CONTEXT,        // the context was made, or a module loaded, between the marks
    FOUND_ALLOCATION,
    FOUND_COPIES,
    FOUND_MEMSETS,     // a flush
    FOUND_BATCH,       // one kernel many times, and the claim has the whole window
    FOUND_FIRST_RUN,   // the kernel's first run in this process
    FOUND_MOSTLY_HOST, // the kernels took less than half of it
    FOUND_OUTLIERS,    // the claim is no window's time; a few long ones pulled it up
    FOUND_UNSEEN,      // launches, and no work at all: what watches the card was kept away
    FOUND_KINDS
};

// Times are nanoseconds; counts are of this window. All 0 where `known` is 0.
struct witness_facts {
    int known;
    enum witness_finding finding;
    char claim[64]; // what it is about; "" for a program without claims
    double claim_seconds;
    enum window_kind kind;
    enum window_match match;
    int divided;
    size_t window, windows;        // this one's number, from 0, and how many there are
    uint64_t begin, end;           // of the window, on the trace's clock
    double window_ns;              // what the stopwatch read; a stale or reversed one too
    uint64_t stream;               // the events'
    int has_start, has_stop;       // events only: the streams reached them
    int elapsed_result;            // cudaEventElapsedTime's
    unsigned thread;               // whose marks
    int library;                   // tare_measure's own stopwatch, not the learner's
    uint64_t host_begin, host_end; // when the host passed the marks
    double windows_low, windows_median, windows_high; // ns, of all windows like this one

    int kernels, copies, memsets; // queued between the marks
    int ran;                      // of all these, how many the trace shows running
    double kernel_ns;             // how long those kernels ran
    double kernel_inside_ns;      // of it, between the marks
    double kernel_busy_ns;        // the same, where kernels overlap counted once
    double busy_ns;               // and with copies and memsets
    double copy_ns, copy_inside_ns;
    double memset_ns, memset_inside_ns;
    double after_stop_ns; // the last of them ended so much after the stop mark
    double copy_after_stop_ns;
    int nothing;       // nothing queued, nothing ran between the marks
    int unseen;        // kernels were launched, and the trace has no work of any kind
    double earlier_ns; // work queued before the start mark, run after it
    int elsewhere;     // kernels and copies on streams other than the events'
    uint64_t elsewhere_stream;
    double context_ns;      // making contexts, loading modules, inside
    int one_kernel;         // all kernels inside are the same one
    double grid_share;      // its threads, of those of its largest launch anywhere; 0: unknown
    int stream_waits;       // cudaStreamWaitEvent inside: streams may be joined to the events'
    int stream_used;        // some of the work ran on the events' stream
    int first_launch;       // the first run of its kernel is inside
    char first_kernel[64];  // the longest that never ran before
    double first_kernel_ns; // how long, inside, all its runs
    double first_run_ns;    // how long its first run took
    double first_call_ns;   // how long the call that launched it took
    int allocations;
    double allocation_ns;
    int failed_result; // of a call inside that failed; 0: none
    char failed_call[64];
    int launch_failed; // that call was a launch
    char kernel[64];   // the name of the longest; "" when there is none
    uint64_t copy_bytes;
};

// The facts about claim number `claim` (0 is the first); a trace without claims has one
// set of facts, about its last window. Returns 0 when there is no such claim.
int witness_facts_of(const struct view *view, size_t claim, struct witness_facts *facts);
size_t witness_claims(const struct trace *trace);

// The same from a trace's file: the claim named `what` (NULL: the last). Returns 0 and
// leaves known 0 when the file cannot be read or has no such claim.
int witness_facts_read(const char *path, const char *what, struct witness_facts *facts);

const char *witness_finding_name(enum witness_finding finding); // "still-running"
void witness_facts_json(const struct witness_facts *facts, FILE *out);

enum witness_finding witness_find(const struct witness_facts *facts); // from the rest

// One sentence that begins with the stopwatch; chinese: 0 English, 1 简体中文.
void witness_sentence(const struct witness_facts *facts, int chinese, char *text, size_t size);

#endif
