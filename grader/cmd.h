// cmd.h: the commands of build/tare. Each takes what follows its name, argv[0] being the name,
// and returns the exit code.
#ifndef GRADER_CMD_H
#define GRADER_CMD_H

typedef int command_fn(int argc, char **argv);

// one grading
command_fn cmd_check, cmd_verdict, cmd_record, cmd_judged, cmd_mistakes, cmd_lab;
// of a learner
command_fn cmd_list, cmd_next, cmd_hint, cmd_watch, cmd_see, cmd_reset, cmd_diff, cmd_doctor;
// of the staff
command_fn cmd_class;

#endif
