// wrapped.h: text for people: on a terminal, lines end between words.
#ifndef GRADER_WRAPPED_H
#define GRADER_WRAPPED_H

// Prints the lines of text on standard output. If that is a terminal, a line that is too long
// continues on the next row, after `indent` spaces. Colour codes count as no columns.
void print_hanging(const char *text, int indent);

#endif
