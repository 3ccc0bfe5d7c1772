// lab: what a lab.meta says, for scripts: one field or all of them; and what the fields mean.
#include <stdio.h>
#include <string.h>

#include "cmd/cmd.h"
#include "learner/learner.h"

static int print_fields(void) {
    for (const struct lab_field *field = lab_fields; field->name; field++)
        printf("%-11s %-7s %s\n", field->name, field->needed ? "needed" : "", field->says);
    return 0;
}

// "told" is no field: it is how much a check or a picture may say of the learner's own file now.
static int print_value(const struct learner *learner, const struct lab_meta *lab,
                       const char *name) {
    char text[32];
    const char *value = strcmp(name, "told") == 0 ? feedback_name(feedback_ungraded(learner, lab))
                                                  : lab_meta_value(lab, name, text);
    if (!value)
        return fprintf(stderr, "tare: there is no field \"%.40s\"; tare lab --fields has all\n",
                       name),
               2;
    puts(value);
    return 0;
}

static void print_lab(const struct lab_meta *lab) {
    char text[32];
    printf("%-11s %s\n", "folder", lab->folder);
    for (const struct lab_field *field = lab_fields; field->name; field++) {
        const char *value = lab_meta_value(lab, field->name, text);
        if (value && *value)
            printf("%-11s %s\n", field->name, value);
    }
    for (int i = 0; i < lab->row_count; i++)
        printf("%-11s %s %s %g\n", "row", lab->rows[i].what, lab->rows[i].mistake,
               lab->rows[i].points);
}

static int fields;
static const struct argument options[] = {
    {"--fields", ARGUMENT_FLAG, CMD_FIELDS, .to = &fields},
    {.name = NULL},
};

static int cmd_lab(int argc, char **argv) {
    static struct learner learner;
    int begun = learner_begin(&learner, &lab_command, &argc, argv);
    if (begun != ARGUMENTS_READ)
        return arguments_code(begun);
    if (fields)
        return print_fields();
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
    print_lab(lab);
    return 0;
}

const struct command lab_command = {
    "lab",     cmd_lab, CMD_LAB, CMD_LAB_USE, CMD_NOTHING, options, .asks = ASKS_LAB_OR_ALL,
    .words = 2};
