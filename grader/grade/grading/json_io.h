// json_io.h: one description of a struct that both writes it as JSON and reads it back.
#ifndef GRADER_JSON_IO_H
#define GRADER_JSON_IO_H

#include <jansson.h>
#include <stddef.h>
#include <stdint.h>

struct json_io {
    json_t *object; // written into, or read from
    int reading;
    char *why; // of the first failure; [160]; "" while there is none
};

// Each writes the member, or reads it: a missing or unfit one is a failure.
void io_number(struct json_io *io, const char *key, double *value); // not finite: null
// The same, but for what earlier recordings have not: missing, it is NAN.
void io_later_number(struct json_io *io, const char *key, double *value);
void io_int(struct json_io *io, const char *key, int *value);
void io_u64(struct json_io *io, const char *key, uint64_t *value);
void io_text(struct json_io *io, const char *key, char *value, size_t size);
void io_flag(struct json_io *io, const char *key, int *value);
// One of count names.
int io_choice(struct json_io *io, const char *key, int value, const char *(*name)(int value),
              int count);

// The object below key, to be filled or read with the same calls.
struct json_io io_object(struct json_io *io, const char *key);
// The list below key. Writing: length members are to be added. Reading: returns how many
// there are, at most most.
int io_list(struct json_io *io, const char *key, int length, int most);
// Element index of that list, as an object.
struct json_io io_element(struct json_io *io, const char *key, int index);
void io_numbers(struct json_io *io, const char *key, double *values, int *count, int most);

#endif
