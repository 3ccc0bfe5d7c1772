// facts.h: what a trace proves about one claim: what ran between the marks of the stopwatch that
// made the claim, and what ran outside them. Sections by file of read/.
#ifndef WITNESS_FACTS_H
#define WITNESS_FACTS_H

#include <stddef.h>
#include <stdio.h>

#include "base/words.h"
#include "witness/account/account.h"
#include "witness/note.h"

// ---- read.c: a trace, back as notes ----------------------------------------------------
//
// A trace that was cut short is read as far as it goes. A file that is not a witness's trace is
// refused with a reason.

struct trace {
    struct witness_note *notes; // by begin; of equal begins, the longer first
    size_t count;
    char device[16]; // "host", "gpu" or "" where the trace does not say
    char program[64];
    int cut_short;     // the trace's end is missing
    size_t unread;     // lines that could not be understood
    uint64_t left_out; // notes beyond the writer's limit
    int doubted;       // its clock is not the kernel's, or somebody borrowed what was lent already
    struct name_block *names;
};

// 1; or 0 and in why[] what is wrong.
int trace_read(const char *path, struct trace *trace, char *why, size_t size);
int trace_parse(const char *text, size_t length, struct trace *trace, char *why, size_t size);
// Cuts the reserved pages off the file that a crash left, so that other programs can read it.
void trace_mend(const char *path);
void trace_free(struct trace *trace);

// ---- windows.c: a trace, and how its notes belong together ------------------------------

struct view {
    const struct trace *trace;
    unsigned char *passed;  // 1: note i is skipped, because it is the library's or a runtime's
    size_t *call;           // the call that queued note i; trace->count: not known
    uint64_t longest;       // of all notes but the calls, from begin to end
    uint64_t latest;        // the longest time that work began after its call
    struct window *windows; // the stopwatches, in the order in which the host passed their ends
    size_t count;           // of windows
};
int view_make(const struct trace *trace, struct view *view); // 0: out of memory
void view_free(struct view *view);

// ---- reading.c: the readings that a claim is made of -----------------------------------
//
// A claim differs from what the program read by its own rounding alone. So a claim that is one of
// the program's readings, or a sum, a mean or another statistic of them, is known by its digits.

enum reading_form {
    READING_NONE, // no reading, and no statistic of readings, gives the claim
    READING_ONE,
    READING_SUM,
    READING_MEAN,
    READING_MIDDLE,     // the mean of the two middle ones
    READING_TRIMMED,    // the mean without the longest ones, or without both ends
    READING_DIFFERENCE, // of two
    READING_GEOMETRIC,
    READING_HARMONIC,
    READING_LIBRARY, // a number that tare_measure returned
};
enum { READING_FORMS = READING_LIBRARY + 1 };

// Nanoseconds. What ran is said of the usual reading; of a sum, of as many of these as it adds.
struct reading {
    enum reading_form form;
    double scale;    // claim = value x scale: 1, 1 / divided, or a power of 1000
    int divided;     // 1, or the whole number that the claim was divided by
    int count;       // readings used
    int first, last; // windows, from 0
    int like, rank;  // all readings around the same work; READING_ONE: its place among them, from 1
    double value;    // of the statistic
    double usual;    // the median of all like readings
    double elapsed;  // the wall time of the usual reading: another number for a processor's clock
    double closest;  // the lower quartile of reading / span among them: how near stopwatches came
    double near;     // READING_NONE: how far the nearest reading is from the claim, as a share;
                     // infinite where nothing was read
    double span;     // from the begin of the work to its end, without the time in which the device
                     // stood still because the host waited: the median of all like readings
    double runs;     // of that kernel, or copies where there are no kernels
    double threads;  // of those kernels, together
    double copy_bytes;  // of the copies, together
    double copied_once; // of these, each byte of memory once, in one of the readings; 0: not known
    uint64_t code, numbers; // of that kernel, as in note.h; 0: not known, or not always the same
    int mixed;              // 1: the work was not the same in every reading
    char kernel[64];        // the kernel with the most threads; "" when none ran
    char copy[12];          // "HtoD" ...; "" when nothing was copied
};

// ---- facts.c ---------------------------------------------------------------------------

enum window_kind {
    WINDOW_NONE,   // no stopwatch that the witness could see
    WINDOW_HOST,   // two reads of a host clock
    WINDOW_EVENTS, // a pair of events, tare's stopwatch too
};

enum window_match {
    MATCH_NONE,  // the claim is not this window's time; the window is the last before the claim
    MATCH_WHOLE, // the claim is the window's time
    MATCH_PART,  // the claim is the window's time divided by `divided`
    MATCH_NEAR,  // within a twentieth: a mean or a median of several windows
};

// Why a stopwatch gives no time. What a time was made of, and which mistake that is, the account
// says.
enum witness_finding {
    FOUND_STOPWATCH, // none of these
    FOUND_NO_WINDOW,
    FOUND_LAUNCH_FAILED,
    FOUND_STALE_ELAPSED, // read before the stop event was reached
    FOUND_NO_TIMING,     // events never recorded, or made without timing
    FOUND_REVERSED,      // the start event was reached after the stop event
    FOUND_NOTHING,       // nothing ran between the marks, nothing was queued there
    FOUND_UNSEEN,        // launches, and no work at all: CUPTI could not watch the card
    FOUND_KINDS
};

// Times are nanoseconds; counts are of this window. All 0 where `known` is 0.
struct witness_facts {
    int known;
    enum witness_finding finding;
    char claim[64]; // the name of the claim; "" for a program without claims
    double claim_seconds;
    enum window_kind kind;
    enum window_match match;
    int divided;
    size_t window, windows;        // the number of this window, from 0, and how many there are
    uint64_t begin, end;           // of the window, on the trace's clock
    double window_ns;              // what the stopwatch read, stale and reversed readings included
    uint64_t stream;               // the stream of the events
    int has_start, has_stop;       // events only: the streams reached them
    int elapsed_result;            // the result of cudaEventElapsedTime
    unsigned thread;               // the thread that passed the marks
    int told;                      // a clock of the calendar or of the processor
    int library;                   // tare_measure's own stopwatch, not the learner's
    uint64_t host_begin, host_end; // when the host passed the marks

    int kernels, copies, memsets; // queued between the marks
    double kernel_ns;             // how long those kernels ran
    double copy_ns;               // and the copies
    double busy_ns;      // kernels, copies and memsets between the marks, each instant once
    int nothing;         // 1: between the marks nothing was queued and nothing ran
    int unseen;          // kernels were launched, and the trace has no work of any kind
    int one_kernel;      // all kernels inside are the same one
    double grid_share;   // its threads / the threads of its largest launch in the trace; 0: unknown
    double first_run_ns; // the first run of the longest kernel that had never run before
    double first_call_ns; // how long the call that launched it took
    int failed_result;    // of a call between the marks that failed; 0: none
    char failed_call[64];
    int launch_failed; // that call was a launch
    char kernel[64];   // the name of the longest kernel; "" when there is none
    struct reading reading;
    struct account account;
};

// The facts about claim number `claim`, from 0. A trace without claims has one set of facts, about
// its last window. 0 when there is no such claim.
int witness_facts_of(const struct view *view, size_t claim, struct witness_facts *facts);
// The facts about one stopwatch of the view, and of a number of which it is known how it was made:
// this expression of readings, times `scale`.
void facts_of_window(const struct view *view, size_t window, struct witness_facts *facts);
struct expression;
void facts_of_expression(const struct view *view, const struct expression *of, double scale,
                         struct witness_facts *facts);
size_t witness_claims(const struct trace *trace);

const char *reading_form_name(enum reading_form form); // "none", "one", "sum" ...

// From the file of a trace, the facts about each claim, at most `most`; about the program when it
// made no claim. Returns how many; 0 when the file cannot be read.
int witness_facts_read_all(const char *path, struct witness_facts *facts, int most);

// ---- finding.c -------------------------------------------------------------------------

enum witness_finding witness_find(const struct witness_facts *facts); // from all other facts
const char *witness_finding_name(enum witness_finding finding);       // "launch-failed"

// ---- say.c -----------------------------------------------------------------------------

// One sentence that begins with the stopwatch: what it saw, or why it gave no time.
void witness_sentence(const struct witness_facts *facts, enum language language, char *text,
                      size_t size);
// The same of a stopwatch that stopped while its work was running.
void witness_say_running(const struct witness_facts *facts, enum language language, char *text,
                         size_t size);
void witness_facts_json(const struct witness_facts *facts, FILE *out);

// ---- duration.c ------------------------------------------------------------------------

struct duration {
    char text[24];
};
struct duration duration_of(double ns);    // "3.70 us", "239 us", "1.24 ms"
struct duration duration_exact(double ns); // "239.1 us": of two times that are compared

#endif
