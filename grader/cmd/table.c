// table.c: the list of the commands. Each command is in a file of this folder.
#include "cmd/cmd.h"

const struct command *const all_commands[] = {
    &check_command,   &run_command,        &see_command,      &weigh_command,
    &checked_command, &audit_command,      &compare_command,  &list_command,
    &next_command,    &predict_command,    &hint_command,     &watch_command,
    &reset_command,   &diff_command,       &doctor_command,   &init_command,
    &lab_command,     &mistakes_command,   &class_command,    &course_command,
    &exam_command,    &verdict_command,    &record_command,   &judged_command,
    &device_command,  &peak_command,       &ceilings_command, &roofline_command,
    &help_command,    &completion_command, &man_command,      NULL};
