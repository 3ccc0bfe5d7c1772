// json.h: a grading as JSON. Each struct is described once, and the description both writes and
// reads it.
#ifndef GRADER_JSON_H
#define GRADER_JSON_H

#include <jansson.h>
#include <stddef.h>
#include <stdint.h>

#include "grading/grading.h"

// ---- json_io.c: one member ----------------------------------------------------------------

struct json_io {
    json_t *object; // written into, or read from
    int reading;
    char *why; // the first failure, in [160]; "": none yet
};

// Each writes the member, or reads it. A missing member, or one of another type, is a failure.
void io_number(struct json_io *io, const char *key, double *value); // not finite: null
// The same for a member that older gradings lack: if it is missing, the value is NAN.
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
// The list below key, to be filled by io_element(). Returns its length: when reading, how many
// elements there are, but not more than most.
int io_list(struct json_io *io, const char *key, int length, int most);
// Element index of that list, as an object.
struct json_io io_element(struct json_io *io, const char *key, int index);
void io_numbers(struct json_io *io, const char *key, double *values, int *count, int most);

// A text in each language, below key.
void io_languages(struct json_io *io, const char *key, char *texts, size_t size);

#define TEXT_FIELD(io, key, array) io_text((io), (key), (array), sizeof(array))

#define BOTH_FIELD(io, key, array) io_languages((io), (key), (array)[0], sizeof(array)[0])

// An enum by its names: CHOICE makes by_FUNCTION of FUNCTION.
#define CHOICE(function, type)                                                                     \
    static const char *by_##function(int value) {                                                  \
        return function((type)value);                                                              \
    }

#define ENUM_FIELD(io, key, member, type, function, last)                                          \
    (member) = (type)io_choice((io), (key), (int)(member), function, (int)(last) + 1)

// ---- json_fields.c: the parts of a grading ------------------------------------------------

void fields_of_lab(struct json_io *io, struct lab_meta *lab);
void fields_of_submission(struct json_io *io, struct submission *submission);
void fields_of_build(struct json_io *io, struct build_result *build);
void fields_of_run(struct json_io *io, struct run *run);
void fields_of_facts(struct json_io *io, struct witness_facts *facts);
void fields_of_noise(struct json_io *io, struct noise *noise);
void fields_of_row(struct json_io *io, struct row *row);
void fields_of_finding(struct json_io *io, struct finding *finding);
void fields_of_timings(struct json_io *io, struct timings *timings);

#endif
