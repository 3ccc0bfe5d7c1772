// audit.h: the commands audit and compare. Sections by file.
#ifndef GRADER_AUDIT_H
#define GRADER_AUDIT_H

#include "base/words.h"
#include "learner/learner.h"
#include "witness/audit/audit.h"

// ---- words.c, words_*.def: what the commands say ---------------------------------------------

enum audit_word {
#define WORD(name, text) AUDIT_##name,
#include "audit/words_en.def"
#undef WORD
    AUDIT_WORDS
};
extern const struct words audit_words;
const char *audit_text(enum language language, enum audit_word name);

// ---- listen.c: a program at a terminal that tare reads --------------------------------------
//
// Standard output and standard error are terminals, so that each line comes when it is printed.
// Everything is passed on to this process's own, or all to standard error.

enum ended { ENDED_ITSELF, ENDED_BY_SIGNAL, ENDED_BY_LIMIT, ENDED_BY_US, NOT_STARTED };

struct heard {
    struct numbers numbers; // of standard output, or of standard error where that has none
    struct numbers errors;  // of standard error
    enum ended ended;
    int code;       // exit code, signal, or errno of a failed start
    uint64_t bytes; // of output
    double seconds; // from its start to its end
    int strays;     // processes that it left behind, now ended
};

// The program runs with the witness of this path loaded; NULL: without. It is ended after `limit`
// seconds. -1: this machine cannot (errno).
int listen_to(const struct under_witness *run, double limit, struct heard *heard);

// ---- say.c -----------------------------------------------------------------------------------

struct audit_report {
    const struct numbers *numbers;
    const struct audited *of;
    const struct view *view; // NULL: nothing was seen
    const char *program;
    const char *device;
    char sha256[65]; // of the trace
    const struct heard *heard;
    enum language language;
    int colour, ascii, width;
};

int audit_counts(const struct audit_report *report, int counts[VERDICTS]); // how many numbers
const struct audited *audit_worst(const struct audit_report *report);      // NULL: none
// That launches were refused, whatever was printed; nothing where none was.
void audit_say_refused(const struct trace *trace, enum language language, int width, FILE *out);
void audit_say(const struct audit_report *report, FILE *out);
int audit_json(const struct audit_report *report, FILE *out); // 0: out of memory
void audit_csv(const struct audit_report *report, FILE *out);
void audit_junit(const struct audit_report *report, enum verdict fail_on, FILE *out);

#endif
