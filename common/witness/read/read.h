// read.h: what the files of this room share, and what drawing needs of them. Sections by file.
#ifndef WITNESS_READ_H
#define WITNESS_READ_H

#include "witness/facts.h"

// ---- scan.c: the part of JSON that a trace needs ---------------------------------------
//
// A cursor over text in memory. Every function returns 0 when the text is not what the function
// looks for; then the cursor stays at that place.

struct scan {
    const char *at, *end;
};

int scan_take(struct scan *scan, char c);                    // white space, then c
int scan_string(struct scan *scan, char *text, size_t size); // cut to size
int scan_number(struct scan *scan, double *number);
int scan_whole(struct scan *scan, uint64_t *number);
int scan_nanoseconds(struct scan *scan, uint64_t *ns); // reads microseconds, without rounding
int scan_skip(struct scan *scan);                      // any value

// ---- view.c: who made each note, and which call queued which work ----------------------

int view_join(struct view *view); // fills passed and call; 0: out of memory

int is_work(const struct witness_note *note); // kernel, copy or memset
int is_launch(const char *call);              // `call`: the name of a call
int is_allocation(const char *call);
size_t first_note(const struct trace *trace, uint64_t time); // that begins then or later
uint64_t queued_at(const struct view *view, size_t note);    // when the host asked for the work
double threads_of(const struct witness_note *kernel);
// 1: the stopwatch cannot see this work, because it is in a stream of its own. Where streams wait
// for each other's events (joined), nothing is taken to be apart.
struct window;
int is_apart(const struct window *window, const struct witness_note *note, int joined);

// ---- windows.c: the stopwatches in a trace ---------------------------------------------

// A pair of marks, and what was read between them.
struct window {
    enum window_kind kind;
    uint64_t begin, end;           // when the marks took effect
    uint64_t host_begin, host_end; // when the host passed the marks
    uint64_t waited; // events: when the host last ended a wait for all of the device between them
    uint64_t read;   // events: when the program asked for the elapsed time
    double ns;       // the time that it read; negative when the events are reversed
    uint64_t stream;
    unsigned thread;
    int has_start, has_stop;
    int non_blocking; // the stream of the events is non-blocking
    uint64_t events[2];
    int result; // of cudaEventElapsedTime
    int library;
    int around;    // there are other reads between its marks
    int told;      // a clock of the calendar or of the processor: not CLOCK_MONOTONIC
    int processor; // a clock of the processor
    int runs;      // kernels, or copies where there are no kernels, queued between the marks
};

// Adds the windows of two reads with other reads between them, behind all others. 0: out of memory.
int view_windows_around(struct view *view);

// ---- reading.c: the readings that a claim is made of, by its digits ----------------------

// 0: out of memory, which is no proof that nothing was read.
int reading_of_claim(const struct view *view, const struct witness_note *claim,
                     struct reading *reading);

// The same for many numbers: all expressions whose values a claim is held against.
struct expression {
    enum reading_form form;
    int first, last; // windows
    int count;       // readings used
    int likes;       // only readings around the same work; -1: of all readings; -2: of any two
    int missing;     // those that were not used
    int mixed;       // 1: the work was not the same in every reading
    int like, rank;  // READING_ONE: its place among those around the same work, from 0
    double runs, threads, copied; // of one reading: kernels or copies, and copied bytes
    double value, rounding;       // ns
};

// 1: a window from the first to the last one is around the same work, by the same clock.
int expression_has(const struct view *view, const struct expression *of, size_t window);

struct expressions {
    struct expression *of; // single readings first, the last one first
    size_t count, room;
    int failed;
};

struct readings {
    const struct view *view;
    struct works *works;
    struct samples *samples;
    struct expressions list;
};

int readings_open(const struct view *view, struct readings *readings); // 0: out of memory
void readings_close(struct readings *readings);
// Of what was read until this time. NULL: out of memory.
const struct expressions *readings_until(struct readings *readings, uint64_t time);

// The window that gave the claim of `seconds` at `time`; view->count: no window did.
size_t window_of_claim(const struct view *view, double seconds, uint64_t time,
                       enum window_match *match, int *divided);

#endif
