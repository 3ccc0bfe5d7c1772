// windows.h: the stopwatches in a trace: pairs of marks, and what they read.
#ifndef WITNESS_WINDOWS_H
#define WITNESS_WINDOWS_H

#include "facts.h"

struct window {
    enum window_kind kind;
    uint64_t begin, end;           // where the marks took effect
    uint64_t host_begin, host_end; // where the host passed them
    uint64_t read;                 // events: when the elapsed time was asked for
    double ns;                     // what was read; negative when the events are reversed
    uint64_t stream;
    unsigned thread;
    int has_start, has_stop;
    int non_blocking; // the events' stream is
    uint64_t events[2];
    int result; // cudaEventElapsedTime's
    int library;
    int runs;         // kernels, or else copies, queued inside
    const char *mark; // the function that marks: "tare_now", "cudaEventRecord"
};

// A trace with what the notes are to each other.
struct view {
    const struct trace *trace;
    unsigned char *passed;  // note i is the library's own, or a runtime's
    size_t *call;           // the call that queued note i; trace->count: not known
    struct window *windows; // by the end on the host
    size_t count;
};

// The steps of view_make. The lists are note numbers; two of them are sorted anew.
struct list {
    size_t *of;
    size_t count;
};
int notes_of_kind(const struct view *view, enum witness_kind kind, struct list *list);
size_t event_windows(struct view *view, const struct list *elapsed, struct list *records,
                     struct list *reached, struct window *windows);
int find_windows(struct view *view);

int view_make(const struct trace *trace, struct view *view); // 0: out of memory
void view_free(struct view *view);

int is_work(const struct witness_note *note);             // kernel, copy or memset
int is_launch(const char *call);                          // its name is a launch's
uint64_t queued_at(const struct view *view, size_t note); // when the host asked for it

// The window that made the claim of `seconds` at `time`; view->count: there is none.
size_t window_of_claim(const struct view *view, double seconds, uint64_t time,
                       enum window_match *match, int *divided);

#endif
