// lab: what a lab.meta says, for scripts: one field or all of them; and what the fields mean.
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "cmd/cmd.h"
#include "learner/learner.h"

static int print_fields(void) {
    for (const struct lab_field *field = lab_fields; field->name; field++)
        printf("%-11s %-7s %s\n", field->name, field->needed ? "needed" : "", field->says);
    return 0;
}

// A field of any number of lines, as they stand in lab.meta.
static void print_lines(const struct learner *learner, const struct lab_meta *lab, const char *name,
                        const char *before) {
    char path[600], line[1024];
    snprintf(path, sizeof path, "%s/labs/%s/lab.meta", learner->root, lab->folder);
    FILE *file = fopen(path, "r");
    while (file && fgets(line, sizeof line, file)) {
        char *equals = strchr(line, '=');
        if (!equals)
            continue;
        *equals = '\0';
        if (strcmp(text_trim(line), name) == 0)
            printf("%s%s\n", before, text_trim(equals + 1));
    }
    if (file)
        fclose(file);
}

// "told" is no field: it is how much a check or a picture may say of the learner's own file now.
static int print_value(const struct learner *learner, const struct lab_meta *lab,
                       const char *name) {
    char text[32];
    const char *value = strcmp(name, "told") == 0 ? feedback_name(feedback_ungraded(learner, lab))
                                                  : lab_meta_value(lab, name, text);
    if (value)
        puts(value);
    else if (lab_field_named(name))
        print_lines(learner, lab, name, "");
    else
        fprintf(stderr, "tare: there is no field \"%.40s\"; tare lab --fields has all\n", name);
    return value || lab_field_named(name) ? 0 : 2;
}

static void print_lab(const struct learner *learner, const struct lab_meta *lab) {
    char text[32], name[16];
    printf("%-11s %s\n", "folder", lab->folder);
    for (const struct lab_field *field = lab_fields; field->name; field++) {
        const char *value = lab_meta_value(lab, field->name, text);
        snprintf(name, sizeof name, "%-11s ", field->name);
        if (!value)
            print_lines(learner, lab, field->name, name);
        else if (*value)
            printf("%s%s\n", name, value);
    }
}

static int fields;
static const struct argument options[] = {
    {"--fields", ARGUMENT_FLAG, CMD_FIELDS, .to = &fields},
    {.name = NULL},
};

static int cmd_lab(int argc, char **argv) {
    static struct learner learner;
    int begun = arguments_read(&lab_command, &argc, argv);
    if (begun != ARGUMENTS_READ)
        return arguments_code(begun);
    if (fields) // whoever asks may have a lab.meta that cannot be read
        return print_fields();
    if (learner_open(&learner) != 0)
        return 2;
    if (argc > 1 && strcmp(argv[1], "all") == 0) {
        int failed = 0;
        for (int i = 0; i < learner.count && !failed; i++)
            failed = print_value(&learner, &learner.labs[i], argc == 3 ? argv[2] : "folder");
        return failed;
    }
    const struct lab_meta *lab = learner_lab(&learner, argc, argv);
    if (!lab)
        return 2;
    if (argc == 3)
        return print_value(&learner, lab, argv[2]);
    print_lab(&learner, lab);
    return 0;
}

const struct command lab_command = {
    "lab",     cmd_lab, CMD_LAB, CMD_LAB_USE, CMD_NOTHING, options, .asks = ASKS_LAB_OR_ALL,
    .words = 2};
