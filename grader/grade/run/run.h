// run.h: one run of a built lab, and what it claimed.
#ifndef GRADER_RUN_H
#define GRADER_RUN_H

#include "grading/grading.h"
#include "run/process.h"
#include "run/seal.h"

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
    const char *gate;    // where it waits, see gate.h; NULL: nowhere
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

// NULL when the run can be judged; else what is wrong with it, in both languages.
const char *run_complaint(const struct run *run, char words[LANGUAGES][240]);

#endif
