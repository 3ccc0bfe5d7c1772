// claim_reader.h: the claim's machine form (common/claim.md), read strictly.
#ifndef GRADER_CLAIM_READER_H
#define GRADER_CLAIM_READER_H

#include "grading/grading.h"

// Fills lab, device, count, result, claims and the probe's values of run from what came
// through the claim's pipe. 0; -1 with run->refused set, and no claims kept. proof: what the last
// line must have to say "right"; NULL: nothing.
int claims_read(const char *text, size_t length, const char *nonce, const char *proof,
                struct run *run);

// A number as claim.md allows it: 0, or -1. "123,4", "0x1p3", "1e400", "nan" are none.
int claim_number(const char *text, double *number);
int claim_whole(const char *text, uint64_t *number);

#endif
