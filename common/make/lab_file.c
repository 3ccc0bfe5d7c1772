// lab_file.c: takes the fence out of a lab's file, and puts another one in.
//
//   lab_file fence FILE.cu             prints what stands between the marks of the fence
//   lab_file splice FILE.cu FENCE      prints FILE.cu with the text of FENCE between them
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "intake/fence.h"

static char *whole_file(const char *path) {
    FILE *file = fopen(path, "r");
    char *text = NULL;
    size_t size = 0, kept = 0;
    while (file && !feof(file) && !ferror(file)) {
        char *larger = realloc(text, size += 16384);
        if (!larger)
            break;
        text = larger;
        kept += fread(text + kept, 1, size - kept - 1, file);
        text[kept] = '\0';
    }
    int failed = !text || ferror(file);
    if (file)
        fclose(file);
    if (failed)
        perror(path);
    return failed ? NULL : text;
}

static int print_file(const char *path, const char *inside) {
    struct fence ours, theirs = {0};
    char *text = whole_file(path), *other = inside ? whole_file(inside) : NULL;
    int failed = !text || (inside && !other);
    if (!failed && fence_find(text, &ours) != REFUSED_NOT) {
        fprintf(stderr, "%s: wants one \"// tare: begin\" and one \"// tare: end\" after it\n",
                path);
        failed = 1;
    }
    if (!failed && !inside)
        failed = fwrite(ours.inside, 1, ours.length, stdout) != ours.length;
    if (!failed && inside) {
        theirs.inside = other;
        theirs.length = strlen(other);
        char *spliced = fence_splice(text, &ours, &theirs);
        failed = !spliced || fputs(spliced, stdout) < 0;
        free(spliced);
    }
    free(text);
    free(other);
    return failed;
}

int main(int argc, char **argv) {
    if (argc == 3 && strcmp(argv[1], "fence") == 0)
        return print_file(argv[2], NULL);
    if (argc == 4 && strcmp(argv[1], "splice") == 0)
        return print_file(argv[2], argv[3]);
    fprintf(stderr, "usage: lab_file fence FILE.cu | splice FILE.cu FENCE\n");
    return 2;
}
