// walls.h: the sandbox of a class: build/confine before the compiler and the program.
#ifndef CLASS_WALLS_H
#define CLASS_WALLS_H

#include "run/process.h"

enum { WALL_WORDS = 64, WALL_TEXT = 1200 };

struct walls {
    char level[24], uid[16];
    struct sandbox build, run; // for check_grade
    char *build_words[WALL_WORDS], *run_words[WALL_WORDS];
    char text[24][WALL_TEXT];
    int texts;
};

// The walls around one submission: `folder` is all that its compiler and its program may
// write to, and `number` tells it from those beside it. level "none" makes none.
void walls_raise(struct walls *walls, const char *root, const char *device, const char *level,
                 const char *folder, int number);

// The best level that stands here for a folder like this one: tried on a command that
// only looks whether the compiler would reach the headers. asked: "auto" or a level. 0, or -1 and
// why.
int walls_choose(const char *root, const char *device, const char *asked, const char *folder,
                 char level[24], char why[200]);

#endif
