// exam.h: an examination for each student: a table of bandwidths as in lab 18, of which some rows
// are wrong, each in its own way. The same student gets the same one.
#ifndef EXAM_EXAM_H
#define EXAM_EXAM_H

#include <stdint.h>
#include <stdio.h>

enum { EXAM_ROWS = 5, EXAM_SPELLINGS = 4 };
// The lines that each row has of its own.
enum exam_part { EXAM_BYTES, EXAM_SECONDS, EXAM_RATE, EXAM_PARTS };

struct exam_row {
    int kernel;  // of exam_kernels
    int mistake; // of exam_mistakes; -1: the row is true
    int scale;   // the constant in the kernel
    int spelling[EXAM_PARTS];
};

struct exam {
    char student[65];
    struct exam_row rows[EXAM_ROWS];
    int runs;  // timed together
    int size;  // quarters of the usual size: 4 to 7
    int wrong; // rows
};

struct exam_mistake {
    const char *id;
    double unit, work, time; // reported / true; time 0: far above 1, -1: 1 / runs, -2: below 0.5
    int arrays;              // only for a kernel that moves so many arrays; 0: any
    int first;               // only in the first row
    enum exam_part part;     // of the row, which is wrong
    const char *wrong;       // its line as it is handed out; see exam.c for its @words@
};
extern const struct exam_mistake exam_mistakes[]; // ends with a NULL id

// Draws the exam from the student's name and the course's secret. 0, or -1 and why.
int exam_draw(const char *student, const char *secret, int wrong, struct exam *exam, char why[200]);

// The program: `lab` is the text of lab 18's solution, whose frame every exam has. 0, or -1.
int exam_program(const struct exam *exam, const char *lab, int solved, FILE *out);
void exam_meta(const struct exam *exam, FILE *out);
void exam_handout(const struct exam *exam, int minutes, int chinese, FILE *out);
void exam_key(const struct exam *exam, FILE *out);

#endif
