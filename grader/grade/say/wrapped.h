// wrapped.h: text for people: on a terminal, lines end between words.
#ifndef GRADER_WRAPPED_H
#define GRADER_WRAPPED_H

// Prints the lines of text on standard output; where that is a terminal, a line too long
// goes on below, after `indent` spaces. Colours take no room.
void print_hanging(const char *text, int indent);

#endif
