// fake_tree_main.c: makes the fake workbook in the folder that is named, for check.sh.
#include <stdio.h>

#include "base/text.h"
#include "fake_tree.h"
#include "run/build.h"

int main(int argc, char **argv) {
    struct fake_tree tree = {0};
    if (argc != 2 || text_copy(tree.root, sizeof tree.root, argv[1]) ||
        make_folders(tree.root) != 0) {
        fprintf(stderr, "usage: fake_tree FOLDER (a short name)\n");
        return 2;
    }
    return fake_tree_fill(&tree) == 0 ? 0 : 1;
}
