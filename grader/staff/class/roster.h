// roster.h: who handed in what, from a folder as the course's system gives it.
#ifndef CLASS_ROSTER_H
#define CLASS_ROSTER_H

#include "grade/workbook.h"

enum layout {
    LAYOUT_FOLDER, // DIR/ID/lab.cu, DIR/ID/labs/04_x/lab.cu, DIR/ID.cu
    LAYOUT_CANVAS, // DIR/name_[LATE_]ID_SUBMISSION_file.cu
    LAYOUT_MOODLE, // DIR/First Last_ID_assignsubmission_file_/...
};
int layout_named(const char *name, enum layout *layout); // 0, or -1

struct handed_in {
    char id[65];     // safe in a file's name; what it was hashed from stays in `name`
    char name[256];  // as the folder has it
    char path[1024]; // a file or a folder; below the folder that was given
    long order;      // of several by the same student, the highest counts
};

struct roster {
    struct handed_in *all; // by id
    int count;
};

// 0, or -1 and why. A name that could be no id is hashed; a link is listed, and refused
// by the intake with its reason.
int roster_read(const char *folder, enum layout layout, struct roster *roster, char why[200]);
void roster_free(struct roster *roster);

#endif
