// audit.h: what the numbers that a program printed are worth. Sections by file.
#ifndef WITNESS_AUDIT_H
#define WITNESS_AUDIT_H

#include <stdint.h>
#include <stdio.h>

#include "witness/read/read.h"

// ---- units.c: the units in which programs print ------------------------------------------

enum quantity {
    QUANTITY_NONE,
    QUANTITY_TIME,       // seconds
    QUANTITY_BYTES,      // a second
    QUANTITY_OPERATIONS, // a second; elements too
    QUANTITY_RUNS,       // a second
    QUANTITY_RATIO,      // "12.3x", "98.5 %": of two other numbers
};

struct unit {
    enum quantity quantity;
    double scale; // of one such unit, in seconds, bytes a second ...
    int length;   // bytes of text
    int loose;    // people write it for another unit too: Gb/s for GB/s
    int per;      // of a time: "us/iter", the time of a part
};

// The unit at the beginning of the text, with a word's end behind it. Its quantity may be none.
struct unit unit_at(const char *text, const char *end);
// The unit that ends the text: "time_ms", "Bandwidth [GB/s", "GB/s".
struct unit unit_before(const char *text, const char *end);

// ---- numbers.c: the numbers with a unit in what a program printed ------------------------

struct printed {
    int line, column; // from 1
    uint64_t time;    // when the line came, on the trace's clock
    struct unit unit;
    double value, half;             // as printed, and half a unit of its last place
    int ambiguous;                  // the comma may be of thousands or of decimals
    char number[32], unit_name[24]; // as printed
    char label[80];                 // what the program calls the number
    char words[200];                // the line
    int behind, until;              // where in it the number ends, and the next one begins; 0: none
};

enum { PRINTED_COLUMNS = 32, MOST_PRINTED = 4000 };

// The lines are given one after another: a table's units stand in its head.
struct numbers {
    struct printed *of;
    size_t count, room;
    size_t left_out; // beyond MOST_PRINTED
    int line;
    struct column { // of the table that the last head opened
        struct unit unit;
        char name[40], unit_name[24];
    } columns[PRINTED_COLUMNS];
    int column_count;
    char separator; // of the cells: '|', ',', '\t', ';'; ' ': blanks
    size_t pending; // numbers from here on wait for a "time_unit"
    int failed;     // out of memory
};

void numbers_line(struct numbers *numbers, const char *line, size_t length, uint64_t time);
void numbers_free(struct numbers *numbers);

// ---- refused.c: the launches that CUDA refused, from one time until another ------------------

struct refused {
    int count, all; // of all launches
    const struct witness_note *first;
};
struct refused launches_refused(const struct trace *trace, uint64_t from, uint64_t until);

// ---- tie.c: what a number was made of ----------------------------------------------------

// How a printed time was made of an expression.
enum made {
    MADE_WHOLE,
    MADE_RUN,    // divided by the runs in it
    MADE_PART,   // divided by another number than the runs in it, or than the readings
    MADE_TWICE,  // divided by the runs, and by the runs again
    MADE_SCALED, // times a power of 1000
};

// How the work of a printed rate was made of what the trace holds.
enum worked_out {
    WORK_UNSEEN,
    WORK_RUN,   // of one run, and the time is that of one run
    WORK_BATCH, // of one run, and the time is that of all runs
    WORK_TWICE, // of all runs, and the time is that of one run
};

struct tie {
    struct expression of;
    enum made made;
    double value;     // ns: the time that a program would print
    double tolerance; // ns
    double scale;     // MADE_SCALED, MADE_PART: printed = value of the expression x scale
    int cost;         // how seldom a program prints this; 0: always
};

struct work_tie {
    struct tie time; // the whole of an expression
    enum worked_out how;
    double work;           // bytes, operations or runs that the rate stands for, of one run
    double multiple, base; // work = multiple x base
    double factor;         // of a unit: 1, or 2^30/1e9 ...
    int cost, cube;
};

struct weighing;
enum { MOST_HITS = 16, DECOYS = 80, MOST_WHOLE = 256 };

struct work_ties {
    struct work_tie of[MOST_HITS];
    int count;
};

struct ties {
    const struct view *view;
    struct readings readings;
    uint64_t until, since; // the times of this line and of the one before
    int ready, refused;    // refused: a launch was
    struct tie *of;        // by value
    size_t count, room;
    size_t whole[MOST_WHOLE], whole_count; // of these, undivided and cheap: the times of rates
    double widest;                         // tolerance, as a share
    struct size {
        double work, multiple, base;
        int cost, cube;     // cube: of a matrix product
    } * bytes, *operations; // by work
    size_t byte_count, operation_count;
};

int ties_open(const struct view *view, const struct weighing *weighing,
              struct ties *ties); // 0: out of memory
void ties_close(struct ties *ties);
// The ties of a line that came at this time, behind one at `since`. 0: out of memory.
int ties_at(struct ties *ties, uint64_t until, uint64_t since);

// The cheapest ties of a time, all of one cost; how many.
int tie_time(const struct ties *ties, double ns, double half, struct tie hits[MOST_HITS]);
// The cheapest ties of a rate (a second) with that relative tolerance. `via`: only by this time.
int tie_rate(const struct ties *ties, enum quantity quantity, double rate, double share,
             const struct tie *via, struct work_ties *found);
// Which share of altered numbers ties as cheaply: how likely the tie is luck.
double luck_of_time(const struct ties *ties, double ns, double half, int cost);
double luck_of_rate(const struct ties *ties, enum quantity quantity, double rate, double share,
                    const struct tie *via, int cost);

// ---- label.c: what a program says about its number ----------------------------------------

enum said {
    // Near the number: a statistic; one run, a part of a run's work; the kernel.
    SAYS_AVERAGE = 1 << 0,
    SAYS_MEDIAN = 1 << 1,
    SAYS_LEAST = 1 << 2,
    SAYS_MOST = 1 << 3,
    SAYS_PER = 1 << 4,
    SAYS_PART = 1 << 5,
    SAYS_KERNEL = 1 << 6,
    SAYS_NEAR = (1 << 7) - 1,
    // Anywhere in the line, so that the number is not accused of it:
    SAYS_RATE = 1 << 7,
    SAYS_MEMORY = 1 << 8,
    SAYS_TOTAL = 1 << 9,
    SAYS_COPIES = 1 << 10,
    SAYS_LAUNCH = 1 << 11,
    SAYS_FIRST = 1 << 12,
    SAYS_ALLOCATION = 1 << 13,
    SAYS_STREAM = 1 << 14,
    SAYS_STREAMS = 1 << 15,
    SAYS_WAIT = 1 << 16,
    SAYS_BINARY = 1 << 17,
    // Of all words:
    SAYS_PLAIN = 1 << 18, // every one around the number is understood, so that none bends a claim
    SAYS_CLAIM = 1 << 19, // one says that this is the device's work: a kernel, the GPU, a rate
};
int said_of(const struct printed *printed, const char *kernel); // of enum said
// 1: the two lines differ by their digits alone.
int same_form(const struct printed *a, const struct printed *b);

// ---- verdict.c: what a number is worth ------------------------------------

enum verdict {
    VERDICT_CANNOT_TELL,
    VERDICT_RIGHT,
    VERDICT_TIME_RIGHT, // a rate whose time is right, and whose work nobody weighed
    VERDICT_NOTE,       // true, and worth a word
    VERDICT_SUSPECT,    // perhaps wrong: the trace alone does not prove it
    VERDICT_WRONG,
    VERDICTS,
};
const char *verdict_name(enum verdict verdict); // "cannot-tell"

enum evidence {
    EVIDENCE_NONE,
    EVIDENCE_WORDS, // by the trace and the line's words
    EVIDENCE_TRACE, // by the trace alone, or the line's own numbers
    EVIDENCES,
};

enum why { // in the order of its sentences, grader/audit/words_*.def
    WHY_NOT_TIED,
    WHY_LUCK,        // altered numbers tie as well
    WHY_AMBIGUOUS,   // the comma, or the unit, can be read in two ways
    WHY_DISAGREE,    // several stopwatches give the number, and they differ
    WHY_UNRECORDED,  // the trace lost work
    WHY_WORK_UNSEEN, // the time is known, and the trace does not show what work the rate means
    WHY_LIBRARY,     // measured by this project's library
    WHY_IF_WORK,     // right, if one run does this work
    WHY_WEIGHED,     // one run was weighed: so many bytes
    WHY_WEIGHED_OPERATIONS, // the same, of operations
    WHY_WEIGHED_CACHE,      // so few of the bytes came from the memory, or went to it
    WHY_MOVED,              // its bytes are those that the trace saw copied or set
    WHY_MOVED_ONCE,         // the same, within the device, where each byte is read and written
    WHY_UNIT,               // off by a factor of a unit
    WHY_NOT_MEDIAN,         // another statistic than the label says
    WHY_NOT_MEAN,
    WHY_MODEL,    // kernels of this name usually move more, or less
    WHY_COUNT,    // another number of runs than were made
    WHY_CACHE,    // so few bytes stay in a cache
    WHY_CEILING,  // above what the device can do
    WHY_RATIO,    // of two other numbers
    WHY_OWN_WORK, // work was left running, and most of the time the program was in no CUDA call
    WHY_OTHERS,   // a good part of the window another program had the processor
    WHY_SAID,     // the label says it: work that is not waited for, copies inside
    WHY_SERIES,   // one of a series
    WHY_THREADS,  // other threads queued work meanwhile
    WHY_NOTHING,  // the account's own sentence says all
};

struct audited {
    const struct printed *printed;
    enum verdict verdict;
    enum evidence proof;
    enum why why;
    const char *mistake; // its id in the catalogue; "": none
    int tied;
    double low, high; // ns: the shortest and the longest of the readings that made it
    struct tie time;
    struct work_tie work;               // of a rate
    double weighed;                     // what one run was weighed to do; 0: it was not weighed
    const struct audited *over, *under; // of a ratio
    struct witness_facts facts;         // of the stopwatch, or of the usual one of several
    double luck;                        // the share of altered numbers that tie as well
    double truth; // what should have been printed, in the same unit; NAN: not known
};

// Fills `of`, one for each number, in the same order. `peak`: of the memory, bytes a second; 0: not
// known. `weighing`: NULL: nothing was weighed. 0: out of memory.
struct weighing;
int audit_numbers(const struct view *view, const struct numbers *numbers, double peak,
                  const struct weighing *weighing, struct audited *of);

#endif
