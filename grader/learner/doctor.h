// doctor.h: one look a subject, one condition a look.
#ifndef GRADER_DOCTOR_H
#define GRADER_DOCTOR_H

#include "learner/learner.h"

enum health { FINE, MISSING, BROKEN };

struct condition {
    enum language language;
    enum health health;
    char what[240]; // what was seen
    char mend[240]; // what to type; "" when nothing is to be done
};

// `what` takes the arguments that its words want.
void condition_say(struct condition *found, enum health health, const char *mend,
                   enum learner_word what, ...);

// The first line that the command prints, and its exit code (127: there is no such command).
int first_line(const char *command, char line[240]);
// TARE_SYSTEM is a folder in place of / for what the kernel tells: the doctor's test plays
// machines with it.
const char *path_of_system(const char *path);
int card_here(void);

// doctor_card.c: the card and what it needs.
void look_toolkit(struct condition *found);
void look_driver(struct condition *found);
void look_card(struct condition *found);
void look_architecture(struct condition *found);
void look_kernel(struct condition *found);
void look_witness(struct condition *found);
void look_profiler(struct condition *found);

#endif
