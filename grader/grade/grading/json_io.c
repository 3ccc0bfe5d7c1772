// json_io.c: one member of a JSON object, by jansson; a number that JSON cannot hold is null.
#include "grading/json.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

static void fail(struct json_io *io, const char *key, const char *wants) {
    if (!io->why[0])
        snprintf(io->why, 160, "\"%.60s\" wants %s", key, wants);
}

static json_t *get(struct json_io *io, const char *key) {
    return json_object_get(io->object, key);
}

static json_t *real_or_null(double value) {
    return isfinite(value) ? json_real(value) : json_null();
}

void io_number(struct json_io *io, const char *key, double *value) {
    if (!io->reading) {
        json_object_set_new(io->object, key, real_or_null(*value));
        return;
    }
    json_t *found = get(io, key);
    if (json_is_null(found))
        *value = NAN;
    else if (json_is_number(found))
        *value = json_number_value(found);
    else
        fail(io, key, "a number");
}

void io_later_number(struct json_io *io, const char *key, double *value) {
    if (io->reading && !get(io, key))
        *value = NAN;
    else
        io_number(io, key, value);
}

void io_int(struct json_io *io, const char *key, int *value) {
    if (!io->reading) {
        json_object_set_new(io->object, key, json_integer(*value));
        return;
    }
    json_t *found = get(io, key);
    json_int_t number = json_integer_value(found);
    if (json_is_integer(found) && number >= INT_MIN && number <= INT_MAX)
        *value = (int)number;
    else
        fail(io, key, "a whole number");
}

void io_u64(struct json_io *io, const char *key, uint64_t *value) {
    if (!io->reading) {
        char digits[24];
        snprintf(digits, sizeof digits, "%llu", (unsigned long long)*value);
        // Beyond 2^53 a reader in JavaScript or jq would round it.
        json_object_set_new(io->object, key,
                            *value < (uint64_t)1 << 53 ? json_integer((json_int_t)*value)
                                                       : json_string(digits));
        return;
    }
    json_t *found = get(io, key);
    const char *digits = json_string_value(found);
    if (json_is_integer(found) && json_integer_value(found) >= 0)
        *value = (uint64_t)json_integer_value(found);
    else if (digits && *digits && strspn(digits, "0123456789") == strlen(digits))
        *value = strtoull(digits, NULL, 10);
    else
        fail(io, key, "a whole number");
}

void io_text(struct json_io *io, const char *key, char *value, size_t size) {
    if (!io->reading) {
        char safe[8192];
        text_printable(safe, sizeof safe, value, strnlen(value, size));
        json_object_set_new(io->object, key, json_string(safe));
        return;
    }
    const char *found = json_string_value(get(io, key));
    if (found)
        text_copy(value, size, found);
    else
        fail(io, key, "a text");
}

void io_flag(struct json_io *io, const char *key, int *value) {
    if (!io->reading) {
        json_object_set_new(io->object, key, json_boolean(*value));
        return;
    }
    json_t *found = get(io, key);
    if (json_is_boolean(found))
        *value = json_is_true(found);
    else
        fail(io, key, "true or false");
}

int io_choice(struct json_io *io, const char *key, int value, const char *(*name)(int value),
              int count) {
    if (!io->reading) {
        json_object_set_new(io->object, key, json_string(name(value)));
        return value;
    }
    const char *found = json_string_value(get(io, key));
    for (int i = 0; found && i < count; i++)
        if (strcmp(name(i), found) == 0)
            return i;
    fail(io, key, "one of its names");
    return 0;
}

struct json_io io_object(struct json_io *io, const char *key) {
    struct json_io below = *io;
    if (!io->reading) {
        below.object = json_object();
        json_object_set_new(io->object, key, below.object);
    } else {
        below.object = get(io, key);
        if (!json_is_object(below.object))
            fail(io, key, "an object");
    }
    return below;
}

int io_list(struct json_io *io, const char *key, int length, int most) {
    if (!io->reading) {
        json_object_set_new(io->object, key, json_array());
        return length;
    }
    json_t *found = get(io, key);
    if (!json_is_array(found) || json_array_size(found) > (size_t)most) {
        fail(io, key, "a list");
        return 0;
    }
    return (int)json_array_size(found);
}

struct json_io io_element(struct json_io *io, const char *key, int index) {
    struct json_io below = *io;
    json_t *list = get(io, key);
    if (!io->reading) {
        below.object = json_object();
        json_array_append_new(list, below.object);
    } else {
        below.object = json_array_get(list, (size_t)index);
        if (!json_is_object(below.object))
            fail(io, key, "objects");
    }
    return below;
}

void io_numbers(struct json_io *io, const char *key, double *values, int *count, int most) {
    int length = io_list(io, key, *count, most);
    json_t *list = get(io, key);
    *count = length;
    for (int i = 0; i < length; i++) {
        if (!io->reading)
            json_array_append_new(list, real_or_null(values[i]));
        else if (json_is_number(json_array_get(list, (size_t)i)))
            values[i] = json_number_value(json_array_get(list, (size_t)i));
        else
            fail(io, key, "numbers");
    }
}

void io_languages(struct json_io *io, const char *key, char *texts, size_t size) {
    static const char *const names[LANGUAGES] = {[ENGLISH] = "en", [CHINESE] = "zh"};
    struct json_io below = io_object(io, key);
    for (int language = 0; language < LANGUAGES; language++)
        io_text(&below, names[language], texts + (size_t)language * size, size);
}
