// name_time.h: the rules about the time, in the order of name_time.c; and what they share.
// Each puts down what it can prove, and returns 1 when it named something.
#ifndef GRADER_NAME_TIME_H
#define GRADER_NAME_TIME_H

#include "naming/name_rules.h"

int name_launch_error(struct clues *clues);
int name_event_error(struct clues *clues);

int name_division(struct clues *clues); // of the window that the trace shows
int name_thousand(struct clues *clues);
int name_divided_twice(struct clues *clues);
int name_whole_factor(struct clues *clues);

int name_time_of_a_call(struct clues *clues);
int name_below_tick(struct clues *clues);
int name_residual(struct clues *clues);
int name_no_growth(struct clues *clues);

int name_part_of_grid(struct clues *clues);
int name_cache(struct clues *clues);
int name_slow_memory(struct clues *clues);

// What a synchronisation costs when there is nothing to wait for, with room to spare.
extern const double nothing_left;

int waited(const struct clues *clues);     // the probe found nothing left to wait for
int as_shipped(const struct clues *clues); // the fence: what is wrong with it is known
int is_whole(const struct clues *clues);   // the factor, or one part in it
double
kernel_seconds(const struct clues *clues); // how long one between the marks ran; NAN: not seen
double milli(double seconds);

#endif
