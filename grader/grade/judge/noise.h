// noise.h: how much the reference scatters against itself here: an A/A test that every
// grading makes on the way, kept beside the programs.
#ifndef GRADER_NOISE_H
#define GRADER_NOISE_H

#include "grade/options.h"

void noise_recall(const struct check_options *options, struct grading *grading);
void noise_learn(struct grading *grading); // after a pair
void noise_keep(const struct check_options *options, const struct grading *grading);

#endif
