// walls.h: the walls of a class: build/confine before the compiler and the program, and what
// both may read.
#ifndef CLASS_WALLS_H
#define CLASS_WALLS_H

#include "run/process.h"

enum { WALL_WORDS = 320, WALL_TEXT = 4200, WALL_FOLDERS = 64 };

// What is the same for every submission of a class.
struct ground {
    const char *root, *device;
    char level[24];                                      // "none": no walls
    char *folders;                                       // the text that the two lists point into
    const char *build[WALL_FOLDERS], *run[WALL_FOLDERS]; // end with NULL
};

// One submission's walls.
struct walls {
    struct sandbox build, run; // for check_grade
    char uid[16];
    char *build_words[WALL_WORDS], *run_words[WALL_WORDS];
    char text[16][WALL_TEXT];
    int texts;
};

// Asks toolchain.sh for the folders that the compiler and the loader of this machine read, and
// finds the best level that works here. A level is tried with a command that only looks whether the
// compiler could read the headers. None of the kept paths (they end with NULL) may lie below a
// folder that is read. asked: "auto" or a level. 0, or -1 and why.
int ground_prepare(struct ground *ground, const char *root, const char *device, const char *asked,
                   const char *room, const char *const *kept, char why[240]);
void ground_free(struct ground *ground);

// Builds the walls around one submission. Its compiler and its program may write only to `room`;
// `number` is different for each submission that runs at the same time.
void walls_raise(struct walls *walls, const struct ground *ground, const char *room, int number);

#endif
