// health.h: what this machine has for the workbook: one look a subject, one condition a look.
#ifndef GRADER_HEALTH_H
#define GRADER_HEALTH_H

#include "base/words.h"

enum health { FINE, MISSING, BROKEN };

struct condition {
    enum language language;
    enum health health;
    char what[240]; // what was seen
    char mend[240]; // what to type; "" when nothing is to be done
};

// The words, in English and Chinese: the same arguments in the same order.
void condition_say(struct condition *found, enum health health, const char *mend,
                   const char *english, const char *chinese, ...)
    __attribute__((format(printf, 4, 6)));

// The first line that the command prints, and its exit code (127: there is no such command).
int first_line(const char *command, char line[240]);
const char *path_of_system(const char *path);
int card_here(void);

void look_system(struct condition *found);
void look_compiler(struct condition *found);
void look_packages(struct condition *found);
void look_toolkit(struct condition *found);
void look_driver(struct condition *found);
void look_card(struct condition *found);
void look_architecture(struct condition *found);
void look_kernel(struct condition *found);
void look_witness(struct condition *found);
void look_profiler(struct condition *found);
void look_sandbox(struct condition *found);
void look_disk(struct condition *found);
void look_language(struct condition *found);
void look_others(struct condition *found);
void look_clocks(struct condition *found);

#endif
