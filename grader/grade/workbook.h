// workbook.h: the tree of labs: where things are, and what a lab.meta says.
#ifndef GRADER_WORKBOOK_H
#define GRADER_WORKBOOK_H

#include <stddef.h>

#include "base/words.h"

enum { WORKBOOK_LABS = 99, LAB_ROWS = 8, LAB_TERMS = 20 };
enum { FIRST_OWN_LAB = 51 }; // in a folder of its own: no later workbook takes its number

struct lab_row { // "row = CLAIM MISTAKE POINTS"
    char what[64];
    char mistake[48]; // as shipped
    double points;
};
int is_no_mistake(const char *mistake); // "none"

// The most that a check says: the larger, the less. What a learner reads grows towards it
// (learner/feedback.c).
enum feedback {
    FEEDBACK_ALL,     // why it is wrong, how to mend it, and the true rate
    FEEDBACK_NAME,    // the mistake's name and its proof
    FEEDBACK_PICTURE, // the factors, the picture and the handout's question
};

const char *feedback_name(enum feedback feedback); // "picture"

struct lab_meta {
    char number[4];                                           // "04"
    char name[32];                                            // "two_streams"
    char folder[40];                                          // "04_two_streams"
    enum written { IN_BOTH, IN_ENGLISH, IN_CHINESE } written; // languages = en, or zh
    char title[LANGUAGES][120];
    char goal[LANGUAGES][200];    // what to find out: it holds no answer
    char teaches[LANGUAGES][400]; // the answer: said after the pass, and never before
    int gpu_only;                 // device = gpu
    double tolerance;             // of the time factor
    int by_pairs;                 // pairs = yes
    char mistake[48];             // as shipped; "" where rows have their own
    char off[2][120]; // the expression that holds for the shipped lab: [0] host, [1] gpu
    double points;
    enum feedback feedback;
    char chapter[40];
    char also[80];     // further chapters, a blank between two
    char drawings[48]; // of docs/book/drawings, a blank between two
    char session[8];   // of the instructor's plan
    double minutes;    // that a course plans for it; 0: not given
    char after[40];    // the numbers of the labs that come before it, a blank between two
    int row_count;     // 0: one row, the lab's only claim
    struct lab_row rows[LAB_ROWS];
    // What the kernel does, term by term, as naming/work_model.h reads it, and what one is tempted
    // to count with it.
    int term_count, beside_count;
    char terms[LAB_TERMS][200], beside[LAB_TERMS][200];
    char extent[200]; // n in words
    // What the claim's bytes are, of what a weighing counts, and why, where they are apart from it.
    enum counted { COUNTS_ASKED, COUNTS_LINES, COUNTS_LINES_READ, COUNTS_APART } counted;
    char apart[120];
    int shows_actual; // actual = yes
};

// The language in which a reader of this one reads the lab.
enum language lab_language(const struct lab_meta *lab, enum language reader);

const char *handout_name(const struct lab_meta *lab, enum language reader); // "README.md"
// The line below the title of a handout that has no other language: it says so.
extern const char *const handout_alone[LANGUAGES];
// A part of a lab's handout, as Markdown; the caller frees it. NULL: the handout has no such part.
enum handout_part {
    HANDOUT_STORY,
    HANDOUT_PREDICT,
    HANDOUT_QUESTION,
    HANDOUT_TASK, // everything that a learner reads before the lab is passed
    HANDOUT_PARTS
};
char *handout_part(const char *root, const struct lab_meta *lab, enum language language,
                   enum handout_part part);

// The tree: TARE_ROOT, else the nearest folder above the executable or the current one
// that holds labs/ and common/tare.h. 0, or -1: find says it on stderr, seek in `why`.
int workbook_find(char root[512]);
int workbook_seek(char root[512], char why[600]);

// 1 and the path of what was built for `device` ("gpu", "host"; NULL: the first that is there)
// beside this program, as build/gpu/witness.so beside build/tare; installed, all stand in lib/tare.
// Or 0.
int find_beside(const char *device, const char *file, char *path, size_t size);

// What lab.meta may say: every field, and what it means. Ends with a name of NULL.
struct lab_field {
    const char *name;
    enum {
        FIELD_TEXT,
        FIELD_NUMBER, // above 0
        FIELD_SHARE,  // between 0 and 1
        FIELD_DEVICE,
        FIELD_YES,
        FIELD_OFF,
        FIELD_ROW,
        FIELD_TERMS, // one line each: [CLAIM:] [flops] [COUNT of] FORMULA | words | words
        FIELD_FEEDBACK,
        FIELD_LANGUAGES,
        FIELD_COUNTED,
        FIELD_TESTED, // not kept: the course's tests read these lines
    } kind;
    int needed;
    size_t at, size; // of its member in struct lab_meta
    const char *says;
};
extern const struct lab_field lab_fields[];
const struct lab_field *lab_field_named(const char *name); // NULL: there is none

// 0, or -1 and why: "labs/04_x/lab.meta:7: ...". A course changes points, tolerance and feedback in
// labs/course.meta, or in the file that TARE_COURSE names: "08 points = 20".
int lab_meta_read(const char *path, struct lab_meta *lab, char why[160]);
const char *counted_name(enum counted counted); // "asked", "lines", "lines read", "apart"
// A field's value, or "folder"; NULL where there is no such field, or not one value.
const char *lab_meta_value(const struct lab_meta *lab, const char *name, char text[32]);

// All labs by number. Returns the count, or -1 and why.
int workbook_labs(const char *root, struct lab_meta labs[WORKBOOK_LABS], char why[160]);

// "4", "04", "two_streams", "04_two_streams", "labs/04_two_streams/": 0, or -1 and a
// message that suggests the nearest.
int workbook_lab(const char *root, const char *asked, struct lab_meta *lab, char why[160]);

#endif
