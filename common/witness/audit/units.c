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
    double scale;
    enum quantity quantity;
    int loose;
} works[] = {
    {"Bytes", 1, QUANTITY_BYTES, 0},      {"bytes", 1, QUANTITY_BYTES, 0},
    {"Byte", 1, QUANTITY_BYTES, 0},       {"byte", 1, QUANTITY_BYTES, 0},
    {"B", 1, QUANTITY_BYTES, 0},          {"bits", 0.125, QUANTITY_BYTES, 0},
    {"bit", 0.125, QUANTITY_BYTES, 0},    {"Bit", 0.125, QUANTITY_BYTES, 0},
    {"b", 0.125, QUANTITY_BYTES, 1},      {"FLOP", 1, QUANTITY_OPERATIONS, 0},
    {"FLOPs", 1, QUANTITY_OPERATIONS, 0}, {"Flop", 1, QUANTITY_OPERATIONS, 0},
    {"flop", 1, QUANTITY_OPERATIONS, 0},  {"Flops", 1, QUANTITY_OPERATIONS, 0},
    {"flops", 1, QUANTITY_OPERATIONS, 0}, {"OP", 1, QUANTITY_OPERATIONS, 0},
    {"OPs", 1, QUANTITY_OPERATIONS, 0},   {"op", 1, QUANTITY_OPERATIONS, 0},
    {"ops", 1, QUANTITY_OPERATIONS, 0},   {"Elem", 1, QUANTITY_OPERATIONS, 0},
    {"elem", 1, QUANTITY_OPERATIONS, 0},  {"elements", 1, QUANTITY_OPERATIONS, 0},
    {"items", 1, QUANTITY_OPERATIONS, 0}, {"it", 1, QUANTITY_RUNS, 0},
    {"iter", 1, QUANTITY_RUNS, 0},        {"iters", 1, QUANTITY_RUNS, 0},
    {"iterations", 1, QUANTITY_RUNS, 0},  {"runs", 1, QUANTITY_RUNS, 0},
    {"steps", 1, QUANTITY_RUNS, 0},       {"launches", 1, QUANTITY_RUNS, 0},
    {"calls", 1, QUANTITY_RUNS, 0},
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

// "/iter", "_per_launch": of a time, whatever is counted.
static const char *take_part(const char *at, const char *end) {
    const char *named = take(at, end, "_per_"), *word = named ? named - 1 : at;
    if (word < end && (*word == '/' || named))
        for (word++; word < end && isalpha((unsigned char)*word); word++)
            ;
    return word > (named ? named : at + 1) && ends(word, end) ? word : NULL;
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

// A rate as names in programs have it, in any case: "gb_per_s", "GBs", "gbytes_per_sec", "gflops".
static struct unit rate_of_name(const char *text, const char *end) {
    static const struct {
        const char *name;
        enum quantity quantity;
        double scale;
    } of[] = {{"bytes", QUANTITY_BYTES, 1},
              {"bits", QUANTITY_BYTES, 0.125},
              {"b", QUANTITY_BYTES, 1},
              {"flop", QUANTITY_OPERATIONS, 1}};
    static const char *const a_second[] = {"_per_second", "_per_sec", "_per_s", "_s", "ps", "s"};
    char name[32];
    size_t length = (size_t)(end - text);
    if (length >= sizeof name)
        return (struct unit){0};
    for (size_t i = 0; i < length; i++)
        name[i] = (char)tolower((unsigned char)text[i]);
    name[length] = 0;
    const char *at = name, *stop = name + length;
    if (*at && strchr("mgt", *at))
        name[0] = (char)toupper((unsigned char)*at); // as prefix() has them
    double scale = prefix(&at, stop);
    for (size_t i = 0; at > name && i < sizeof of / sizeof *of; i++)
        for (size_t k = 0; k < sizeof a_second / sizeof *a_second; k++) {
            const char *behind = take(at, stop, of[i].name);
            if (behind && strcmp(behind, a_second[k]) == 0)
                return (struct unit){of[i].quantity, scale * of[i].scale, (int)length,
                                     strcmp(behind, "ps") == 0, 0};
        }
    return (struct unit){0};
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
        if (!unit.quantity)
            unit = rate_of_name(at, end);
        int of_rate = at > text + 4 && memcmp(at - 4, "per_", 4) == 0; // "keys_per_s" is no time
        if (unit.quantity && at + unit.length == end && !of_rate)
            return unit;
    }
    return (struct unit){0};
}
