// terminal.h: what a terminal can show, and raw keys that are always given back.
#ifndef GRADER_TERMINAL_H
#define GRADER_TERMINAL_H

int terminal_colour(int fd); // 1: colours are wanted and can be shown (NO_COLOR, TERM)
int terminal_width(int fd);  // columns; 80 when nobody knows
int terminal_utf8(void);     // 1: the locale writes UTF-8

// Keys one by one, without echo, until the program ends in whatever way: exit, a signal,
// a crash. 0, or -1 when standard input is no terminal.
int terminal_raw(void);
void terminal_restore(void);

#endif
