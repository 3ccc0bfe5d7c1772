// report.h: the gradings of a class as reports: one model, and one small writer for each format.
// Sections by file. No writer decides anything about a grade, and a student's text reaches a file
// only through a function that escapes it.
#ifndef REPORT_REPORT_H
#define REPORT_REPORT_H

#include <stdio.h>

#include "base/words.h"
#include "grading/grading.h"

// ---- model.c: the gradings of a class, read from a folder of results ----------------------

struct report_note { // a student or a file without a grading here, and why
    char name[256], why[200];
};

struct report_notes {
    struct report_note *all;
    int count;
};
int report_note(struct report_notes *notes, const char *name, const char *why); // 0, or -1

struct report_person { // a line of the roster: an id, and the name in the submission
    char id[65], name[256];
};

struct report {
    struct grading **gradings; // by student, then by lab
    int count;
    struct report_person *people; // by id; from RESULTS/students.tsv, where there is one
    int people_count;
    struct report_notes left_out; // results that could not be read, and why
    enum language language;
    int reveal;         // 1: texts and pages tell the true rates
    const char *root;   // the workbook; NULL: here
    const char *folder; // of the results, with their pictures and fences; NULL: none
};

// Reads every grading in a folder of results. A file that cannot be read, or whose contents do not
// agree with its name, is left out and noted. 0, or -1 and why.
int report_read(const char *folder, struct report *report, char why[200]);
void report_free(struct report *report);

// Writes the roster, which maps ids to names, beside the results when a class begins.
int report_write_roster(const char *folder, const struct report_person *people, int count);
// The name in the submission, or the id when the name is unknown.
const char *report_name(const struct report *report, const char *id);

// What the learner reads about one grading, without colours, as one string of lines: with the true
// rates only where staff reveal them, for a program that claims such a rate need not measure it.
// The caller frees it; NULL: out of memory.
char *report_text(const struct report *report, const struct grading *grading);
// The ids of the grading's findings, with blanks between; "" for none.
void report_mistakes(const struct grading *grading, char mistakes[400]);
// 1 when the grading has points. A submission that could not be graded has none, which is not 0.
int report_has_points(const struct grading *grading);
double report_score(const struct report *report, double *most); // sums of points
int report_is_graded(const struct report *report);              // every grading has points
// Prints the text, with the prefix before each line.
void report_lines(FILE *out, const char *prefix, const char *text);

// ---- formats.c: the table, and how a file is written --------------------------------------

enum report_scope { EVERYBODY, ONE_STUDENT }; // whose gradings one file holds

typedef int report_writer(const struct report *report, FILE *out); // 0, or -1
struct report_format {
    const char *name; // the name of the option: "junit" for --junit FILE
    report_writer *write;
    enum report_scope scope;
    const char *ending; // of the file's name, if there is a file for each student
};
extern const struct report_format report_formats[]; // ends with a NULL name
const struct report_format *report_format_named(const char *name);

// Writes the file `path`; for a format of one student, a file for each student in the folder
// `path`. A file is written under another name and renamed, so that a reader finds the old file or
// a complete one. 0, or -1 and why.
int report_write(const struct report *report, const struct report_format *format, const char *path,
                 char why[200]);
// Tests whether report_write could write to `path`, and makes the folder. 0, or -1 and why.
int report_try(const struct report_format *format, const char *path, char why[200]);

#define FORMAT(name, writer, scope, ending, english, chinese) report_writer writer;
#include "report/formats.def"
#undef FORMAT

// ---- gradebook.c --------------------------------------------------------------------------

// Fills the grades of one lab into a table that Canvas or Moodle exported. Rows that match no
// student stay as they are. Also returns how many rows matched. 0, or -1 and why.
enum gradebook { GRADEBOOK_CANVAS, GRADEBOOK_MOODLE };
struct gradebook_counts {
    int filled, unmatched_rows, unmatched_gradings;
};
int report_gradebook(const struct report *report, enum gradebook kind, const char *lab, FILE *in,
                     FILE *out, struct gradebook_counts *counts, char why[200]);

// ---- pages.c: a student's page, its frame, and the words of the room ----------------------

enum report_word {
#define WORD(name, text) REPORT_##name,
#include "report/words_en.def"
#undef WORD
    REPORT_WORDS
};
extern const struct words report_words;
const char *report_says(const struct report *report, enum report_word name);

void page_begin(const struct report *report, const char *title, FILE *out);
void page_end(FILE *out);
void page_outcome(const struct report *report, const struct grading *grading, FILE *out);
void page_points(const struct grading *grading, FILE *out); // "10 / 10"; nothing for no points

#endif
