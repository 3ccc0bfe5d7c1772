// json_fields.h: what the parts of a grading as JSON share, and nobody else needs.
#ifndef GRADER_JSON_FIELDS_H
#define GRADER_JSON_FIELDS_H

#include "grading/grading.h"
#include "grading/json_io.h"

void json_fields_of_submission(struct json_io *io, struct submission *submission);
void json_fields_of_build(struct json_io *io, struct build_result *build);
void json_fields_of_noise(struct json_io *io, struct noise *noise);
void json_fields_of_run(struct json_io *io, struct run *run);
void json_fields_of_witness(struct json_io *io, struct witness_facts *facts);

#define TEXT_FIELD(io, key, array) io_text((io), (key), (array), sizeof(array))

// An enum by its names: CHOICE makes by_FUNCTION of FUNCTION.
#define CHOICE(function, type)                                                                     \
    static const char *by_##function(int value) {                                                  \
        return function((type)value);                                                              \
    }

#define ENUM_FIELD(io, key, member, type, function, last)                                          \
    (member) = (type)io_choice((io), (key), (int)(member), function, (int)(last) + 1)

#endif
