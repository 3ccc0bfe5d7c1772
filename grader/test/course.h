// course.h: the rules that every lab keeps, and what their checks share. `make test-course`
// holds every lab to them, `make lint-lab LAB=19` one.
#ifndef COURSE_H
#define COURSE_H

#include <stddef.h>

#include "grading/grading.h"

// ---- course_rules.c: the table of rules ---------------------------------------------------

struct rule {
    const char *name;
    const char *why;
    void (*check)(const struct lab_meta *lab);
};
extern const struct rule course_rules[]; // ends with a name of NULL

// ---- course_program.c, course_text.c, course_numbers.c, course_lists.c, course_weigh.c: their
// checks ------

void lab_has_its_files(const struct lab_meta *lab);
void lab_has_no_gap(const struct lab_meta *lab);
void lab_meta_holds(const struct lab_meta *lab);
void lab_off_is_wrong(const struct lab_meta *lab);
void lab_has_one_task(const struct lab_meta *lab);
void lab_and_solution_agree(const struct lab_meta *lab);
void lab_is_short(const struct lab_meta *lab);
void lab_is_a_small_diff(const struct lab_meta *lab);
void lab_is_as_recorded(const struct lab_meta *lab);
void lab_has_handouts(const struct lab_meta *lab);
void lab_has_hints(const struct lab_meta *lab);
void lab_says_the_same_numbers(const struct lab_meta *lab);
void lab_asks_before_it_answers(const struct lab_meta *lab);
void lab_hides_its_remedy(const struct lab_meta *lab);
void lab_says_the_numbers_of_the_code(const struct lab_meta *lab);
void lab_is_listed(const struct lab_meta *lab);
void lab_has_an_answer(const struct lab_meta *lab);
// Told by lint-lab alone, because they run the lab:
void lab_is_as_graded(const struct lab_meta *lab);
void lab_is_as_weighed(const struct lab_meta *lab);

// ---- course_files.c: the labs, their files, and a check that says which one it is about ---

extern char course_root[512];
extern struct lab_meta course_labs[WORKBOOK_LABS];
extern int course_count;
extern int course_lints; // failed checks are printed, instead of failing a CUnit test

void course_read_labs(void); // ends the program with a message when they cannot be read

// A failed check prints its message: the file, and what is wrong with it.
void course_expect(int ok, const char *file, unsigned line, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
#define EXPECT(ok, ...) course_expect((ok), __FILE__, __LINE__, __VA_ARGS__)
// What may come later, as it takes another machine: told by lint-lab, and no failure.
void course_later(int there, const char *format, ...) __attribute__((format(printf, 2, 3)));
int course_failed(void); // checks, until now

// The text of a file; free() it. NULL when there is none.
char *course_text(const char *path);
// The same of a file below the root.
char *course_file(const char *format, ...) __attribute__((format(printf, 1, 2)));

int course_occurrences(const char *text, const char *word);

// What an expression of awk comes to, with these assignments before it: "a = 1; b = 2; ".
double course_value(const char *assignments, const char *expression);

// The lines of a text, cut in place.
struct lines {
    char **at;
    int count;
};
struct lines course_lines(char *text);

// Calls `each` with every value that lab.meta has of a field which the grader does not keep.
// Returns how many there are.
int course_values(const struct lab_meta *lab, const char *field,
                  void (*each)(const struct lab_meta *lab, char *value, void *with), void *with);

// Lines of two texts that a diff would show as removed and added.
void course_diff(const struct lines *a, const struct lines *b, int *removed, int *added);

// ---- course_graded.c: a grading on the device at hand, held against lab.meta -----------------

struct check_options;
enum which { SHIPPED, SOLUTION };
enum verdict_of_lab { TOO_BUSY = -1, WRONG, RIGHT, SKIPPED };

const char *course_device(void);                  // DEVICE: "host" or "gpu"
int course_can_grade(const struct lab_meta *lab); // 0: only a card can
// By check_grade, or check_build: free it with grading_free(). NULL: no memory.
struct grading *course_grade(const struct lab_meta *lab, enum which which,
                             int (*step)(const struct check_options *, struct grading *));
enum verdict_of_lab course_result(const struct lab_meta *lab, enum which which,
                                  const struct grading *grading);
int course_is_exact(const struct grading *grading); // unit and work
void course_tell(const struct lab_meta *lab, enum which which, const struct grading *grading);

// ---- course_corpus.c: the fences of the corpus --------------------------------------------

void course_corpus(void);
void course_predictions(void);
void course_corpus_seen(void);

#endif
