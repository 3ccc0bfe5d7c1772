// lab_file.c: takes the fence out of a lab's file, and puts another one in.
//
//   lab_file fence FILE.cu            prints what stands between the marks of the fence
//   lab_file fence FENCES#NAME        prints one fence of a file that holds many
//   lab_file splice FILE.cu FENCE     prints FILE.cu with this fence in it: a file, or FENCES#NAME
//   lab_file list FENCES ...          prints FENCES#NAME of every fence in these files
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "intake/fence.h"

static char *load(const char *address) {
    char why[160], *text = fences_load(address, why);
    if (!text)
        fprintf(stderr, "%s: %s\n", address, why);
    return text;
}

static int find(const char *path, const char *text, struct fence *fence) {
    if (fence_find(text, fence) == REFUSED_NOT)
        return 0;
    fprintf(stderr, "%s: wants one \"// tare: begin\" and one \"// tare: end\" after it\n", path);
    return 1;
}

static int print_fence(const char *address) {
    char *text = load(address);
    struct fence all = {.inside = text, .length = text ? strlen(text) : 0};
    int failed = !text || (!fences_name(address) && find(address, text, &all));
    failed = failed || fwrite(all.inside, 1, all.length, stdout) != all.length;
    free(text);
    return failed;
}

static int print_spliced(const char *path, const char *address) {
    char *text = load(path), *other = load(address), *spliced = NULL;
    struct fence ours, theirs = {.inside = other, .length = other ? strlen(other) : 0};
    if (text && other && !find(path, text, &ours))
        spliced = fence_splice(text, &ours, &theirs);
    int failed = !spliced || fputs(spliced, stdout) < 0;
    free(text);
    free(other);
    free(spliced);
    return failed;
}

static int print_names(const char *path) {
    struct fence_section section;
    char why[160], *text = load(path);
    const char *at = text;
    int read = text ? 1 : -1;
    while (read == 1 && (read = fences_next(&at, &section, why)) == 1)
        printf("%s#%s\n", path, section.name);
    if (text && read < 0)
        fprintf(stderr, "%s: %s\n", path, why);
    free(text);
    return read < 0;
}

int main(int argc, char **argv) {
    if (argc == 3 && strcmp(argv[1], "fence") == 0)
        return print_fence(argv[2]);
    if (argc == 4 && strcmp(argv[1], "splice") == 0)
        return print_spliced(argv[2], argv[3]);
    if (argc >= 3 && strcmp(argv[1], "list") == 0) {
        int failed = 0;
        for (int i = 2; i < argc; i++)
            failed |= print_names(argv[i]);
        return failed;
    }
    fprintf(stderr, "usage: lab_file fence FILE.cu | fence FENCES#NAME | splice FILE.cu FENCE | "
                    "list FENCES ...\n");
    return 2;
}
