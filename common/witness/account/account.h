// account.h: what the time of a claim was made of. The window of the reading that gave the claim is
// cut into parts that cannot overlap and that fill it to the nanosecond. A part that does not
// belong to the time of one run, or a divisor that is not the number of runs, is a term, and the
// term carries the name of the mistake. Sections by file.
#ifndef WITNESS_ACCOUNT_H
#define WITNESS_ACCOUNT_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "base/words.h"

struct view;
struct witness_facts;

// Where two could own an instant, the earlier in this list owns it.
enum account_part {
    PART_OWN,     // the claim's own work: its kernel, or copies where there is no kernel
    PART_EARLIER, // work that was queued before the start mark
    PART_COPIES,
    PART_MEMSETS,
    PART_KERNELS, // other kernels
    PART_CONTEXT, // from here on the device is idle: making a context, loading a module
    PART_ALLOCATION,
    PART_CALLS,  // the host was in another call, perhaps waiting
    PART_HOST,   // the host was in its own code, or asleep
    PART_OTHERS, // a thread of the work, or the host while nothing ran, waited for a processor that
                 // another program had: what was noted of it is taken from the parts above
    // The window ends here. What follows is the claim's own work that the window does not hold.
    PART_BEFORE, // it ran before the start mark
    PART_AFTER,  // it ran after the stop mark
    PART_APART,  // the events cannot see it: it is in a stream of its own
    ACCOUNT_PARTS
};
enum { ACCOUNT_INSIDE = PART_BEFORE, ACCOUNT_TERMS = 8 };

struct account_term {
    const char *mistake; // its id in the catalogue; "": a factor that has no name there
    double factor;       // claimed / true, if this were the only term
    int exact;           // 1: a count or a whole number, which needs no clock
    int set;             // 0: a fact; n: of the n-th of several sets that explain the claim equally
};

// Nanoseconds. All 0 where `known` is 0: no reading gives the claim, or an older recording.
struct account {
    int known;
    int windows;    // how many windows were added up: of a sum or a mean, else 1
    int one_of;     // the window is that one of so many readings which is nearest to the claim's
    double window;  // end - begin of these windows, on the trace's clock
    double read;    // what the stopwatch read for them
    double divided; // what the program divided its reading by, units too; 0: there is no claim
    double part[ACCOUNT_PARTS];
    double own;          // all runs of the claim's own work, wherever they lie, without PART_OTHERS
    double cold;         // how much longer the first run took than later ones, if it is inside
    double runs;         // of its work: by threads of its kernel, or by bytes copied
    double launches;     // or how many pieces it was queued in
    double behind;       // runs of it in other streams, queued behind the stop mark
    double other_stream; // of these, in a stream that the events cannot see
    int stale;           // 1: its events were recorded again later, and gave no new number
    int processor;       // 1: read from a clock of processor time
    double streams_left; // streams on which it still ran at the stop mark, where another had ended
    double beside;       // ns in which the host was in its own code, behind the first such call
    int fresh;           // 1: some of the other kernels had never run before
    int named;           // 1: the claim has the name of its kernel, so other kernels are none of it
    int own_copies;      // 1: the own work is copies
    char kernel[64];     // ""
    struct account_term terms[ACCOUNT_TERMS]; // not stored: account_terms makes them
    int term_count;
};

// ---- parts.c: cuts the windows ----------------------------------------------------------

// Fills facts->account, terms too. `window` is the one that the other facts are about; view->count:
// there is none.
void account_of(const struct view *view, size_t window, struct witness_facts *facts);

// ---- terms.c: what is not neutral ---------------------------------------------------------

// From the parts and the other facts, as they were found now or stored in a recording.
void account_terms(struct witness_facts *facts);
const char *account_part_name(enum account_part part); // "earlier": a key in JSON
// So many launches without a wait between them, and the host waits in the next one.
int fills_the_queue(double launches);

int account_is_guilty(const struct account *account, enum account_part part);
double account_truth(const struct account *account); // of one run; 0: not known
// Other programs took their time from the own work or from the host, and nobody knows from which:
// the share of so many ns of both.
double account_taken(const struct account *account, double ns);

// ---- say.c: the account as a learner sees it ------------------------------------------------

enum account_view {
    ACCOUNT_AS_QUESTION, // the parts; where one does not belong there, the question which
    ACCOUNT_IN_FULL      // the guilty parts marked, and what is true for one run
};
// At most eight lines of at most 80 columns. Returns how many: 0 where there is no account.
int account_say(const struct witness_facts *facts, enum account_view how, enum language language,
                FILE *out);
// One sentence about one term, that begins with the stopwatch.
void account_term_say(const struct witness_facts *facts, const struct account_term *term,
                      enum language language, char *text, size_t size);
// The mistake of the largest term; without one the finding: "stopwatch", "no-window".
const char *account_shows(const struct witness_facts *facts);
// One sentence about the largest term, or about a stopwatch that saw the work and little else.
void account_sentence(const struct witness_facts *facts, enum language language, char *text,
                      size_t size);

// ---- json.c ---------------------------------------------------------------------------------

void account_json(const struct account *account, FILE *out); // the members "account" and "terms"

#endif
