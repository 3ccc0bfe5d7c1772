// json.h: the little of JSON that a trace needs: a cursor over text in memory. Every
// function returns 0 where the text is not what it looks for, and then moves no further.
#ifndef WITNESS_JSON_H
#define WITNESS_JSON_H

#include <stddef.h>
#include <stdint.h>

struct json {
    const char *at, *end;
};

int json_take(struct json *json, char c);                    // white space, then c
int json_string(struct json *json, char *text, size_t size); // cut to size
int json_number(struct json *json, double *number);
int json_whole(struct json *json, uint64_t *number);
int json_nanoseconds(struct json *json, uint64_t *ns); // of microseconds, exactly
int json_skip(struct json *json);                      // any value

#endif
