// lab: what a lab.meta says, for scripts: one field, or all of them.
#include <stdio.h>
#include <string.h>

#include "cmd.h"
#include "learner/learner.h"

static const char *field_of(const struct lab_meta *lab, const char *name, char text[64]) {
    const struct {
        const char *name, *value;
    } fields[] = {{"number", lab->number},
                  {"name", lab->name},
                  {"folder", lab->folder},
                  {"title.en", lab->title[ENGLISH]},
                  {"title.zh", lab->title[CHINESE]},
                  {"teaches.en", lab->teaches[ENGLISH]},
                  {"teaches.zh", lab->teaches[CHINESE]},
                  {"mistake", lab->mistake},
                  {"off_host", lab->off[0]},
                  {"off_gpu", lab->off[1]},
                  {"chapter", lab->chapter}};
    for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++)
        if (strcmp(fields[i].name, name) == 0)
            return fields[i].value;
    if (strcmp(name, "device") == 0)
        return lab->gpu_only ? "gpu" : "any";
    if (strcmp(name, "tolerance") == 0 || strcmp(name, "points") == 0) {
        snprintf(text, 64, "%g", name[0] == 't' ? lab->tolerance : lab->points);
        return text;
    }
    return NULL;
}

int cmd_lab(int argc, char **argv) {
    static const char *const all[] = {"number",     "name",       "folder", "title.en",  "title.zh",
                                      "teaches.en", "teaches.zh", "device", "tolerance", "mistake",
                                      "off_host",   "off_gpu",    "points", "chapter"};
    static struct learner learner;
    char text[64];
    if (argc < 2 || argc > 3) {
        fprintf(stderr, "usage: tare lab LAB|all [FIELD]\n");
        return 2;
    }
    if (learner_open(&learner) != 0)
        return 2;
    if (strcmp(argv[1], "all") == 0) {
        for (int i = 0; i < learner.count; i++) {
            const char *value = field_of(&learner.labs[i], argc == 3 ? argv[2] : "folder", text);
            if (!value)
                return fprintf(stderr, "tare: no field \"%.40s\"\n", argv[2]), 2;
            puts(value);
        }
        return 0;
    }
    const struct lab_meta *lab = learner_lab(&learner, 2, argv);
    if (!lab)
        return 2;
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        const char *value = field_of(lab, argc == 3 ? argv[2] : all[i], text);
        if (!value)
            return fprintf(stderr, "tare: no field \"%.40s\"\n", argv[2]), 2;
        if (argc == 3) {
            puts(value);
            break;
        }
        printf("%-11s %s\n", all[i], value);
    }
    for (int i = 0; argc == 2 && i < lab->row_count; i++)
        printf("row         %s %s %g\n", lab->rows[i].what, lab->rows[i].mistake,
               lab->rows[i].points);
    return 0;
}
