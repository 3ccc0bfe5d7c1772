// scan.h: the little of JSON that a trace needs: a cursor over text in memory. Every
// function returns 0 where the text is not what it looks for, and then moves no further.
#ifndef WITNESS_SCAN_H
#define WITNESS_SCAN_H

#include <stddef.h>
#include <stdint.h>

struct scan {
    const char *at, *end;
};

int scan_take(struct scan *scan, char c);                    // white space, then c
int scan_string(struct scan *scan, char *text, size_t size); // cut to size
int scan_number(struct scan *scan, double *number);
int scan_whole(struct scan *scan, uint64_t *number);
int scan_nanoseconds(struct scan *scan, uint64_t *ns); // of microseconds, exactly
int scan_skip(struct scan *scan);                      // any value

#endif
