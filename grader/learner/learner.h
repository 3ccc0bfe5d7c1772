// learner.h: the commands of a learner. Sections by file:
//   words.c, words_*.def     what the commands say
//   learner.c              who the learner is, and how far
//   feedback.c             how much a check says, and what the learner has predicted
//   terminal.c             what the terminal can show, and its keys
//   watched.c              one file that an editor writes
//   under_witness.c        a program with the witness loaded into it
#ifndef GRADER_LEARNER_H
#define GRADER_LEARNER_H

#include <stddef.h>
#include <stdio.h>
#include <sys/stat.h>

#include "base/words.h"
#include "cmd/cmd.h"
#include "grade/workbook.h"

// ---- words.c -------------------------------------------------------------------------------

enum learner_word {
#define WORD(name, text) LEARNER_##name,
#include "learner/words_en.def"
#undef WORD
    LEARNER_WORDS
};
extern const struct words learner_words;
const char *learner_text(enum language language, enum learner_word name);

// ---- learner.c --------------------------------------------------------------------------
//
// .tare/progress-MACHINE is a log, one event a line, "TIME LAB EVENT". Each tree on each
// machine writes its own log. All logs in the folder are read in the order of their times. So the
// progress on two machines is merged by copying the logs into one folder, any number of times.

enum lab_state {
    LAB_OPEN,
    LAB_PASSED,
    LAB_REOPENED, // passed before, fails now
    LAB_SKIPPED,  // this machine cannot show it
};

struct lab_progress {
    enum lab_state state;
    int tries; // checks that failed
    int hints; // shown, since the last reset
    int revealed;
    double factor;   // predicted: reported / true; 0: nothing was predicted
    char reason[12]; // and the factor that is wrong: "unit", "work", "time", "none"
};

struct progress {
    struct lab_progress labs[WORKBOOK_LABS + 1]; // by the lab's number
    int current;                                 // the lab last worked on; 0: none yet
};

enum progress_event {
    PROGRESS_PASS,
    PROGRESS_FAIL,
    PROGRESS_HINT,
    PROGRESS_RESET,
    PROGRESS_CURRENT,
    PROGRESS_REVEAL,
    PROGRESS_SKIP
};

// No log means no progress yet, and is not an error. Lines that cannot be understood are skipped.
void progress_read(const char *root, struct progress *progress);
// Appends the event to this tree's log. When that fails, stderr says why, and the command goes on.
void progress_note(const char *root, const struct lab_meta *lab, enum progress_event event);
// A prediction, which is an event of its own with two values.
void progress_predict(const char *root, const struct lab_meta *lab, double factor,
                      const char *reason);
// The lab to work on: the current lab. If that lab has passed or was skipped, and `onward` is set:
// the next open lab after it, beginning again at the first. NULL: none is open (only with onward).
const struct lab_meta *progress_lab(const struct progress *progress, const struct lab_meta *labs,
                                    int count, int onward);
int progress_of(const struct progress *progress, const struct lab_meta *labs, int count);

struct learner { // what every command of a learner begins with
    char root[512];
    struct lab_meta labs[WORKBOOK_LABS];
    int count;
    struct progress progress;
    enum language language;
    int colour;
    int in_watch; // called by watch, which shows the progress and the keys itself
};

// Finds the workbook and reads the learner's progress. 0, or 2 after a message.
int learner_open(struct learner *learner);
// Reads the command's options and words, then does the same. Returns ARGUMENTS_READ,
// ARGUMENTS_WRONG or ARGUMENTS_HELPED.
int learner_begin(struct learner *learner, const struct command *command, int *argc, char **argv);
// The lab that argv names, else the current lab. NULL after a message.
const struct lab_meta *learner_lab(const struct learner *learner, int argc, char **argv);
const struct lab_progress *learner_progress(const struct learner *learner,
                                            const struct lab_meta *lab);
// Every lab on a line, in cmd/labs.c; an arrow stands behind one of them.
void learner_list(const struct learner *learner, const struct lab_meta *marked);
void learner_bar(const struct learner *learner);                            // [#####...] 5 of N
const char *learner_style(const struct learner *learner, const char *code); // "" without colour

// ---- feedback.c -------------------------------------------------------------------------
//
// A file as shipped: the factors, the picture and the handout's question. An attempt: the name and
// its proof. When all hints were given, or with --reveal: the remedy and the true rate. lab.meta
// may set a lower limit (feedback = name).

struct grading;
enum { LEARNER_HINTS = 3 };
// `own`: the graded file is the learner's, so that the progress counts.
enum feedback feedback_for(const struct learner *learner, const struct grading *grading, int own,
                           int reveal);
// The same of the learner's own file before it is graded, as far as the file and the progress tell.
enum feedback feedback_ungraded(const struct learner *learner, const struct lab_meta *lab);
// What stands below a verdict: after a pass what there was to learn; before it the question, the
// prediction beside the truth, and what to type to read more.
void feedback_tell(const struct learner *learner, const struct grading *grading, enum feedback told,
                   int own, int reveal, FILE *out);

// ---- actual.c ---------------------------------------------------------------------------

// After a pass, where the kernel was weighed: what its threads asked for, and what moved.
void actual_tell(const struct learner *learner, const struct grading *grading, FILE *out);

// ---- terminal.c -------------------------------------------------------------------------

int terminal_colour(int fd); // 1: colours are wanted and can be shown (NO_COLOR, TERM)
int terminal_width(int fd);  // columns; 80 when the width is unknown
int terminal_utf8(void);     // 1: the locale writes UTF-8

// Makes the terminal give keys one by one, without echo, until the program ends, even by a signal
// or a crash. 0, or -1 when standard input is not a terminal.
int terminal_raw(void);
void terminal_restore(void);
// The next key: 'k' for the arrow up, 'j' for the arrow down, KEY_ESCAPE for Esc alone; KEY_NONE
// for a key that means nothing here, and KEY_END when no more can come.
enum { KEY_END = -1, KEY_NONE = 0, KEY_ESCAPE = 27 };
int terminal_key(void);

// Prints the lines of text on standard output. On a terminal, a line that is too long goes on
// below, after `indent` spaces. Colours have no width.
void print_hanging(const char *text, int indent);

// ---- watched.c --------------------------------------------------------------------------

struct watched {
    char path[700], folder[700];
    struct stat seen;
    int here;   // the file exists
    int notify; // inotify's descriptor; -1: none, so that only the look at each second counts
};

enum change { CHANGE_NONE, CHANGE_SAVED, CHANGE_GONE };

// Begins to watch the file as it is now. poll_only: for file systems that report no changes.
void watched_open(struct watched *file, const char *path, int poll_only);
void watched_close(struct watched *file);
// Waits for a change, for a key on standard input (keys), or until the time is over. A save is
// reported when the file has not changed for a moment, because editors write in several steps, and
// some write another file and rename it.
enum change watched_wait(struct watched *file, int keys, int *key_ready, int milliseconds);

// ---- under_witness.c --------------------------------------------------------------------

struct under_witness {
    const char *witness; // witness.so; NULL: the program runs unseen
    const char *trace;
    enum { ASIDE_NO, ASIDE_STDERR, ASIDE_DROPPED } aside; // where its output goes
    enum language language;
    char **program;
};

// 0 and a message when the program could not be started; *code is what to exit with.
int run_under_witness(const struct under_witness *run, int *code);
// In a child: becomes the program, or writes errno into `report` and ends.
void start_under_witness(const struct under_witness *run, int report) __attribute__((noreturn));

#endif
