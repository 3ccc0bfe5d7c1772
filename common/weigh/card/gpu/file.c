// file.c: the file that the records go to, and what could not be weighed.
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "weigh/card/gpu/gpu.h"

static int file = -1;

int file_open(void) {
    const char *path = getenv("TARE_WEIGH_FILE");
    if (path && *path)
        file = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
    return file >= 0;
}

int file_turn(void) {
    const char *turn = getenv("TARE_WEIGH_TURN");
    return turn && *turn ? atoi(turn) : EVERY_TURN;
}

int file_first_turn(void) {
    return file_turn() <= 0;
}

struct card_line *file_line(const char *kind) {
    static struct card_line line;
    card_begin(&line, kind);
    return &line;
}

// One write(2) to a file opened for appending is not mixed with another process's. What the disk
// does not take is missing from the account; the program must not learn of it.
void file_write(struct card_line *line) {
    size_t length = card_end(line);
    if (length > 0 && write(file, line->text, length) < 0)
        return;
}

void file_shape(struct card_line *line, const char *name_key, const struct card_shape *shape) {
    struct card_shape said = *shape;
    int status = -1;
    char *plain = library.demangle ? library.demangle(shape->name, NULL, NULL, &status) : NULL;
    if (plain && status == 0)
        said.name = plain;
    card_shape(line, name_key, &said);
    free(plain);
}

void file_unweighed(const struct card_shape *shape, const char *why, const char *detail) {
    struct card_line *line = file_line("unweighed");
    if (shape)
        file_shape(line, "kernel", shape);
    card_text(line, "why", why);
    card_text(line, "detail", detail);
    file_write(line);
}

// Numbers that CUPTI before 12.8 has no name for.
enum { VIRTUAL_FORBIDS = 40, OTHER_SUBSCRIBER = 39 };

static const char *why(CUptiResult result) {
    switch ((int)result) {
    case CUPTI_ERROR_INSUFFICIENT_PRIVILEGES:
    case VIRTUAL_FORBIDS:
        return "permission";
    case CUPTI_ERROR_HARDWARE_BUSY:
    case CUPTI_ERROR_MAX_LIMIT_REACHED:
    case CUPTI_ERROR_OLD_PROFILER_API_INITIALIZED:
        return "busy";
    case CUPTI_ERROR_OUT_OF_MEMORY:
        return "memory";
    case CUPTI_ERROR_INVALID_METRIC_NAME:
        return "metric";
    case OTHER_SUBSCRIBER:
    default:
        return "cupti";
    }
}

void file_refused(const struct card_shape *shape, CUptiResult result, const char *step) {
    char detail[200];
    const char *text = NULL;
    if (library.cuptiGetResultString(result, &text) != CUPTI_SUCCESS || !text)
        text = "unknown";
    snprintf(detail, sizeof detail, "%s: %s (%d)", step, text, (int)result);
    file_unweighed(shape, why(result), detail);
}
