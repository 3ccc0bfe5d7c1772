// units.c: the units in which programs print: times, bytes, operations and runs a second.
#include <ctype.h>
#include <string.h>

#include "witness/audit/audit.h"

static const struct named {
    const char *name;
    double scale;
} times[] = {
    {"seconds", 1},
    {"second", 1},
    {"secs", 1},
    {"sec", 1},
    {"s", 1},
    {"milliseconds", 1e-3},
    {"millisecond", 1e-3},
    {"msecs", 1e-3},
    {"msec", 1e-3},
    {"ms", 1e-3},
    {"microseconds", 1e-6},
    {"microsecond", 1e-6},
    {"usecs", 1e-6},
    {"usec", 1e-6},
    {"us", 1e-6},
    {"\xc2\xb5s", 1e-6},
    {"\xce\xbcs", 1e-6},
    {"nanoseconds", 1e-9},
    {"nanosecond", 1e-9},
    {"nsec", 1e-9},
    {"ns", 1e-9},
    {"毫秒", 1e-3},
    {"微秒", 1e-6},
    {"纳秒", 1e-9},
    {"秒", 1},
};

static const struct worked {
    const char *name;
    enum quantity quantity;
    double scale;
    int loose;
} works[] = {
    {"Bytes", QUANTITY_BYTES, 1, 0},      {"bytes", QUANTITY_BYTES, 1, 0},
    {"Byte", QUANTITY_BYTES, 1, 0},       {"byte", QUANTITY_BYTES, 1, 0},
    {"B", QUANTITY_BYTES, 1, 0},          {"bits", QUANTITY_BYTES, 0.125, 0},
    {"bit", QUANTITY_BYTES, 0.125, 0},    {"Bit", QUANTITY_BYTES, 0.125, 0},
    {"b", QUANTITY_BYTES, 0.125, 1},      {"FLOP", QUANTITY_OPERATIONS, 1, 0},
    {"FLOPs", QUANTITY_OPERATIONS, 1, 0}, {"Flop", QUANTITY_OPERATIONS, 1, 0},
    {"flop", QUANTITY_OPERATIONS, 1, 0},  {"Flops", QUANTITY_OPERATIONS, 1, 0},
    {"flops", QUANTITY_OPERATIONS, 1, 0}, {"OP", QUANTITY_OPERATIONS, 1, 0},
    {"OPs", QUANTITY_OPERATIONS, 1, 0},   {"op", QUANTITY_OPERATIONS, 1, 0},
    {"ops", QUANTITY_OPERATIONS, 1, 0},   {"Elem", QUANTITY_OPERATIONS, 1, 0},
    {"elem", QUANTITY_OPERATIONS, 1, 0},  {"elements", QUANTITY_OPERATIONS, 1, 0},
    {"items", QUANTITY_OPERATIONS, 1, 0}, {"it", QUANTITY_RUNS, 1, 0},
    {"iter", QUANTITY_RUNS, 1, 0},        {"iters", QUANTITY_RUNS, 1, 0},
    {"iterations", QUANTITY_RUNS, 1, 0},  {"runs", QUANTITY_RUNS, 1, 0},
    {"steps", QUANTITY_RUNS, 1, 0},       {"launches", QUANTITY_RUNS, 1, 0},
    {"calls", QUANTITY_RUNS, 1, 0},
};

static const char *const seconds[] = {"/seconds",    "/second",     "/secs",    "/sec", "/s",
                                      " per second", "_per_second", "_per_sec", "ps"};

// ---- pieces ----------------------------------------------------------------------------------

static int is_word(char c) {
    return isalnum((unsigned char)c) || c == '_' || c == '/' || c == '^' || c == '*';
}

static const char *take(const char *at, const char *end, const char *name) {
    size_t length = strlen(name);
    return (size_t)(end - at) >= length && memcmp(at, name, length) == 0 ? at + length : NULL;
}

static int ends(const char *at, const char *end) {
    return at == end || !is_word(*at);
}

// "/iter", "/launch": of a time, whatever is counted.
static const char *take_part(const char *at, const char *end) {
    const char *word = at;
    if (word < end && *word == '/')
        for (word++; word < end && isalpha((unsigned char)*word); word++)
            ;
    return word > at + 1 && ends(word, end) ? word : NULL;
}

static double prefix(const char **at, const char *end) {
    static const char letters[] = "kMGTP";
    double decimal = 1, binary = 1;
    if (*at == end)
        return 1;
    const char *found = strchr(**at == 'K' ? "k" : letters, **at == 'K' ? 'k' : **at);
    if (!found || !**at)
        return 1;
    for (const char *letter = letters; letter <= found; letter++) {
        decimal *= 1e3;
        binary *= 1024;
    }
    if (**at == 'K')
        decimal = 1e3, binary = 1024;
    ++*at;
    if (*at < end && **at == 'i') {
        ++*at;
        return binary;
    }
    return decimal;
}

// ---- units -----------------------------------------------------------------------------------

static struct unit time_at(const char *text, const char *end) {
    struct unit unit = {0};
    for (size_t i = 0; i < sizeof times / sizeof *times; i++) {
        const char *behind = take(text, end, times[i].name);
        const char *part = behind ? take_part(behind, end) : NULL;
        if (!behind || (!ends(behind, end) && !part))
            continue;
        unit.quantity = QUANTITY_TIME;
        unit.scale = times[i].scale;
        unit.length = (int)((part ? part : behind) - text);
        unit.per = part != NULL;
        return unit;
    }
    return unit;
}

// Behind the name of a work: "/s", "ps"; "FLOPS" and "OPS" are a second's by themselves.
static const char *take_second(const char *at, const char *end) {
    for (size_t i = 0; i < sizeof seconds / sizeof *seconds; i++) {
        const char *behind = take(at, end, seconds[i]);
        if (behind && ends(behind, end))
            return behind;
    }
    return NULL;
}

static struct unit rate_at(const char *text, const char *end) {
    struct unit unit = {0};
    for (int scaled = 1; scaled >= 0; scaled--) { // "Mit/s" and "it/s" both begin with letters
        const char *at = text;
        double scale = scaled ? prefix(&at, end) : 1;
        if (scaled && at == text)
            continue;
        for (size_t i = 0; i < sizeof works / sizeof *works; i++) {
            const char *name = take(at, end, works[i].name);
            const char *behind = name ? take_second(name, end) : NULL;
            if (!behind || (works[i].quantity == QUANTITY_RUNS && scaled))
                continue;
            unit.quantity = works[i].quantity;
            unit.scale = scale * works[i].scale;
            unit.length = (int)(behind - text);
            unit.loose = works[i].loose;
            return unit;
        }
        static const char *const a_second[] = {"FLOPS", "FLOPs", "Flops", "flops", "OPS"};
        for (size_t i = 0; i < sizeof a_second / sizeof *a_second && scaled; i++) {
            const char *behind = take(at, end, a_second[i]);
            if (!behind || !ends(behind, end))
                continue;
            unit.quantity = QUANTITY_OPERATIONS;
            unit.scale = scale;
            unit.length = (int)(behind - text);
            return unit;
        }
    }
    return unit;
}

struct unit unit_at(const char *text, const char *end) {
    struct unit unit = time_at(text, end);
    return unit.quantity ? unit : rate_at(text, end);
}

struct unit unit_before(const char *text, const char *end) {
    enum { LONGEST = 24 };
    const char *from = end - text > LONGEST ? end - LONGEST : text;
    for (const char *at = from; at < end; at++) {
        // A word's begin, or "time_ms"; not "GB/s" from its "s".
        if (at > text && at[-1] != '_' && is_word(at[-1]))
            continue;
        struct unit unit = unit_at(at, end);
        if (unit.quantity && at + unit.length == end)
            return unit;
    }
    return (struct unit){0};
}
