// format.c: one note as one Chrome trace event. Without printf: a note is written while
// the program that is watched waits.
#include "trace.h"

#include "kinds.h"

#include <math.h>
#include <string.h>

struct line {
    char *text;
    size_t length;
};

static void put(struct line *line, const char *text) {
    size_t n = strlen(text);
    memcpy(line->text + line->length, text, n);
    line->length += n;
}

static void put_number(struct line *line, uint64_t number) {
    char digits[20];
    int n = 0;
    do
        digits[n++] = (char)('0' + number % 10);
    while (number /= 10);
    while (n)
        line->text[line->length++] = digits[--n];
}

static void put_field(struct line *line, const char *name, uint64_t number) {
    put(line, ",\"");
    put(line, name);
    put(line, "\":");
    put_number(line, number);
}

// Chrome's timestamps are microseconds; three decimals keep every nanosecond.
static void put_microseconds(struct line *line, uint64_t ns) {
    put_number(line, ns / 1000);
    unsigned rest = (unsigned)(ns % 1000);
    char decimals[5] = {'.', (char)('0' + rest / 100), (char)('0' + rest / 10 % 10),
                        (char)('0' + rest % 10), 0};
    put(line, decimals);
}

// Seconds of a claim, milliseconds of an elapsed time: fifteen decimals, nine of what is long.
static void put_value(struct line *line, double value) {
    double size = fabs(value);
    int places = size < 9000 ? 15 : 9;
    uint64_t unit = places == 15 ? 1000000000000000 : 1000000000;
    if (!isfinite(value) || size > 9e9) {
        put(line, ",\"value\":null");
        return;
    }
    put(line, value < 0 ? ",\"value\":-" : ",\"value\":");
    uint64_t parts = (uint64_t)(size * (double)unit + 0.5);
    put_number(line, parts / unit);
    char decimals[17] = ".";
    decimals[places + 1] = 0;
    for (int i = places; i > 0; i--, parts /= 10)
        decimals[i] = (char)('0' + parts % 10);
    put(line, decimals);
}

static void put_name(struct line *line, const char *name) {
    enum { LONGEST = 200 };
    line->text[line->length++] = '"';
    for (int i = 0; name && name[i] && i < LONGEST; i++) {
        unsigned char c = (unsigned char)name[i];
        if (c == '"' || c == '\\')
            line->text[line->length++] = '\\';
        line->text[line->length++] = c < ' ' || c > '~' ? '?' : (char)c;
    }
    line->text[line->length++] = '"';
}

static int on_a_stream(enum witness_kind kind) {
    return kind == WITNESS_KERNEL || kind == WITNESS_COPY || kind == WITNESS_MEMSET ||
           kind == WITNESS_REACHED;
}

static void put_shape(struct line *line, const char *name, const unsigned shape[3]) {
    put(line, ",\"");
    put(line, name);
    put(line, "\":[");
    for (int i = 0; i < 3; i++) {
        if (i)
            put(line, ",");
        put_number(line, shape[i]);
    }
    put(line, "]");
}

static void put_arguments(struct line *line, const struct witness_note *note) {
    put(line, ",\"args\":{\"stream\":");
    put_number(line, note->stream);
    if (note->correlation)
        put_field(line, "correlation", note->correlation);
    if (note->event)
        put_field(line, "event", note->event);
    if (note->other_event)
        put_field(line, "other_event", note->other_event);
    if (note->bytes)
        put_field(line, "bytes", note->bytes);
    if (note->kind == WITNESS_KERNEL) {
        put_shape(line, "grid", note->grid);
        put_shape(line, "block", note->block);
    }
    if (note->kind == WITNESS_ELAPSED || note->kind == WITNESS_CLAIM)
        put_value(line, note->value);
    if (note->result)
        put_field(line, "result", (unsigned)note->result);
    if (note->non_blocking)
        put(line, ",\"non_blocking\":1");
    put(line, "}}");
}

size_t trace_format(const struct witness_note *note, unsigned thread, char text[TRACE_LINE]) {
    struct line line = {text, 0};
    unsigned kind = (unsigned)note->kind;
    int device = on_a_stream(note->kind);
    int instant = note->end <= note->begin;
    put(&line, "{\"name\":");
    put_name(&line, note->name ? note->name : "");
    put(&line, ",\"cat\":\"");
    put(&line, kind < WITNESS_KINDS ? witness_categories[kind] : "unknown");
    put(&line, instant ? "\",\"ph\":\"i\",\"s\":\"t\",\"pid\":" : "\",\"ph\":\"X\",\"pid\":");
    put(&line, device ? "2" : "1");
    put_field(&line, "tid", device ? note->stream + 1 : thread);
    put(&line, ",\"ts\":");
    put_microseconds(&line, note->begin);
    if (!instant) {
        put(&line, ",\"dur\":");
        put_microseconds(&line, note->end - note->begin);
    }
    put_arguments(&line, note);
    return line.length;
}
