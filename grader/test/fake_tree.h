// fake_tree.h: a workbook of one lab in a temporary folder, whose "compiler" makes a
// shell script of lab.cu: the grader's whole path, without a device or a clock.
#ifndef GRADER_FAKE_TREE_H
#define GRADER_FAKE_TREE_H

#include <stddef.h>

#include "grade/workbook.h"

struct fake_tree {
    char root[64];
    struct lab_meta lab;
};

// 0, or -1 with a message.
int fake_tree_make(struct fake_tree *tree); // in a new folder
int fake_tree_fill(struct fake_tree *tree); // in tree->root
void fake_tree_remove(const struct fake_tree *tree);

// Writes a file below the root; its folders are made.
int fake_tree_write(const struct fake_tree *tree, const char *path, const void *bytes,
                    size_t length);
// A lab.cu with this fence, as a submission: its path is put into path.
int fake_tree_submit(const struct fake_tree *tree, const char *fence, char path[200]);
// The solution with this fence. 0, or -1.
int fake_tree_solve(const struct fake_tree *tree, const char *fence);

// What a right fence says.
extern const char fake_right[];

#endif
