// crowd.h: how much of this machine other programs took while one of ours ran.
#ifndef GRADER_CROWD_H
#define GRADER_CROWD_H

struct process;

struct crowd {
    double when, busy, ours; // seconds: the clock, all processors' work, our program's
};

double crowd_of(int child); // seconds of work of a process until now; 0 where it is over
struct crowd crowd_before(const struct process *process); // it runs, or waits at its gate
// The part of all processors' time that others used since, 0 to 1, once the process has
// ended and was waited for. NAN where the kernel does not say.
double crowd_since(const struct crowd *before);

#endif
