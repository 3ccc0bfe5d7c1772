// run.h: one run of a built lab, and what it claimed. Sections by file.
#ifndef GRADER_RUN_H
#define GRADER_RUN_H

#include "grading/grading.h"
#include "run/build.h"
#include "run/process.h"

struct run_request {
    const char *program;
    const char *folder; // to run in; NULL: this one
    const char *lab;    // the name that its first line must have
    const char *proof;  // what its last line must have to say "right"; NULL: nothing
    const char *device;
    double limit; // seconds
    const struct sandbox *sandbox;
    struct seal *seal;   // our own files, checked before the start; NULL: none
    int probe;           // TARE_PROBE
    const char *witness; // LD_PRELOAD of it; NULL: none
    const char *trace;   // where its trace is kept afterwards
    const char *weights; // the file for what its kernels weigh; NULL: it is not weighed
    const char *gate;    // where it waits, see gate.c below; NULL: nowhere
    const char *leave;   // and where again, after it has measured
};

struct running { // between its start and its end
    struct run_request request;
    struct process process;
    char nonce[33];
    int trace; // the witness writes here; -1: none
    int part;
    uint64_t seed;
};

#define RUNNING_NONE .process = {PROCESS_NONE}, .trace = -1

// Starts it with this part and seed. 0, or -1 when this machine could not (errno).
int run_start(const struct run_request *request, int part, uint64_t seed, struct running *running);
void run_wait(struct running *running, struct run *run); // fills run
void run_drop(struct running *running);                  // ends it where it is

// Both, with run->part and run->seed.
int run_program(const struct run_request *request, struct run *run);

// ---- weigh.c: a lab on the scales, on the host device ------------------------------------------

// TARE_N: small, because what a kernel does for an element stays the same. A second size shows how
// its work grows.
enum { WEIGHED_PART = 20, WEIGHED_OTHER_PART = 9 };

// Compiles the source so that it counts, runs it with part and seed of each run, and fills them,
// their weights too. 0; -1 when one did not run to its end or counted nothing that can be read.
int run_on_scales(const struct build_request *source, const struct run_request *request,
                  struct run *runs, int count);

extern const struct words run_words;
// NULL when the run can be judged; else what is wrong with it, in both languages.
const char *run_complaint(const struct run *run, char words[LANGUAGES][240]);

// ---- claim_reader.c: the machine form of claims (common/claim.md), read strictly ----------

// Fills lab, device, count, result, claims and the probe's values of run from what came
// through the claim's pipe. 0; -1 with run->refused set, and no claims kept. proof: what the last
// line must have to say "right"; NULL: nothing.
int claims_read(const char *text, size_t length, const char *nonce, const char *proof,
                struct run *run);

// A number as claim.md allows it: 0, or -1. "123,4", "0x1p3", "1e400", "nan" are none.
int claim_number(const char *text, double *number);
int claim_whole(const char *text, uint64_t *number);

// ---- crowd.c: how much of this machine other programs took while one of ours ran ----------

struct crowd {
    double when, busy, ours; // seconds: the clock, all processors' work, our program's
};

double crowd_of(int child); // seconds of work of a process until now; 0 where it is over
struct crowd crowd_before(const struct process *process); // it runs, or waits at its gate
// The part of all processors' time that others used since, 0 to 1, once the process has
// ended and was waited for. NAN where the kernel does not say.
double crowd_since(const struct crowd *before);

// ---- gate.c ---------------------------------------------------------------------------

// Starts programs ahead and lets one at a time measure. Making the data, and on a card the
// context, takes longer than the measuring; the first may overlap, the second must not. The
// program's side is described in common/claim.md.

// "check" or "data": which of its calls is the last before this lab measures. NULL: it
// has none of them before.
const char *gate_place(const char *pristine);

// "host", "check" or "report": the call before which it has measured all that it will.
const char *gate_leave(const char *pristine);

// Until each of them waits at its gate, or has ended, or the longest limit is over.
void gate_gather(struct running *const *ahead, int count);

// 1 while it does nothing at its gate: no work and no child of its own.
int gate_is_quiet(const struct running *running);

// Lets it go on. 0, or -1 when it did not wait, or did what it should have waited for:
// then it is no longer running, and is to be run again alone.
int gate_open(struct running *running);

// The same, until it has measured and waits again at its second gate, or has ended or never
// will be there: see process.at_gate. What is left is no measurement, and may go on beside
// others', or after them, when it is released.
int gate_measure(struct running *running);
void gate_release(struct running *running);

#endif
