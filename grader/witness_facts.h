// witness_facts.h: what a witnessed run of the student's program showed. Filled from the
// trace by the witness's own reader; all unknown where no witness ran.
#ifndef GRADER_WITNESS_FACTS_H
#define GRADER_WITNESS_FACTS_H

enum { FACT_UNKNOWN = -1 };

struct witness_facts {
    int known; // 0: no witness ran
};

#endif
