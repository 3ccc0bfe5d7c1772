// see_main.c: `tare see` as a program of its own (build/see), without the grader.
#include <stdio.h>
#include <string.h>

int cmd_see(int argc, char **argv);

int main(int argc, char **argv) {
    if (argc > 1 && strcmp(argv[1], "see") == 0)
        return cmd_see(argc - 1, argv + 1);
    fprintf(stderr, "usage: %s see ...\n", argv[0]);
    return 2;
}
