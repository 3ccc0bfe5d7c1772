// course.h: one file, course.toml, makes a course. Sections by file.
#ifndef COURSE_COURSE_H
#define COURSE_COURSE_H

#include <stdio.h>
#include <time.h>

#include "base/words.h"
#include "grade/workbook.h"
#include "naming/naming.h"

// ---- toml.c: the part of TOML that a course needs ----------------------------------------------
//
// "key = value" with a string, a number, a date (2027-01-11) or a list of strings; [lab.08] begins
// a table; # begins a comment.

enum { TOML_MOST = 400, TOML_LIST = 40 };
enum toml_kind { TOML_TEXT, TOML_NUMBER, TOML_DATE, TOML_TEXTS };

struct toml_entry {
    char table[24], key[24]; // table: "" at the top, else "lab.08"
    int line;
    enum toml_kind kind;
    char text[160]; // of a text or a date
    double number;
    char texts[TOML_LIST][24];
    int count;
};

struct toml {
    struct toml_entry entries[TOML_MOST];
    int count;
};

// 0, or -1 and why: "course.toml:7: ...".
int toml_read(const char *path, struct toml *toml, char why[300]);

// ---- read.c: what the file says, checked against the labs ---------------------------------------

enum { COURSE_WEEKS = 20, COURSE_SYSTEMS = 8 };

struct course_lab {
    struct lab_meta meta; // with the course's own points, tolerance and feedback
    int week;             // from 1
    time_t due;           // 00:00 UTC of the day
    int own_points, own_tolerance, own_feedback; // 1: not those of lab.meta
};

struct course {
    const char *root;
    char title[160], timezone[40], due_time[8], device[8];
    enum language language;
    int weeks;
    time_t start;                              // the first day of week 1
    double project;                            // its points; 0: there is none
    char staff_image[160], student_image[160]; // "": an autograder installs and builds
    char systems[COURSE_SYSTEMS][24];
    int system_count;
    struct course_lab labs[WORKBOOK_LABS];
    int count;
};

// 0, or -1 and why: a sentence with file and line.
int course_read(const char *root, const char *path, struct course *course, char why[300]);

// ---- write.c, pages.c, slides.c: the files ------------------------------------------------------

enum course_word {
#define WORD(name, text) COURSE_##name,
#include "course/words_en.def"
#undef WORD
    COURSE_WORDS
};
extern const struct words course_words;
const char *course_says(const struct course *course, enum course_word name);

// Writes every file of the course into the folder; a file that would not change is not touched.
// 0, or -1 and why. *changed: how many were written.
int course_write(const struct course *course, const char *folder, int *changed, char why[300]);

// A text as Markdown that shows just this text, and as what stands between '' in YAML: no character
// of it is markup.
enum { COURSE_TEXT = 2048 };
const char *course_plain(const char *text, char markdown[COURSE_TEXT]);

void course_day(time_t day, char text[16]); // "2027-01-17"
int course_project(const struct course *course, FILE *out);
int course_syllabus(const struct course *course, FILE *out);
int course_lab_page(const struct course *course, const struct course_lab *lab, FILE *out);
int course_slides(const struct course *course, int week, FILE *out);

// ---- drawing.c: drawings of docs/book/drawings, by their names with a blank between two
// -----------
void course_drawings(const struct course *course, const char *drawings, FILE *out);

// ---- reading.c: what of the book a week is about
// --------------------------------------------------

// Of the sections of a chapter, the part-th of so many parts.
struct course_part {
    const struct chapter *chapter;
    int part, of;
};
enum { COURSE_CHAPTERS = 9 }; // the book's first ones: its index says that they teach
int course_parts(const struct course *course, int week, struct course_part parts[COURSE_CHAPTERS]);
void course_chapter(const struct course *course, const struct chapter *chapter, FILE *out);

#endif
