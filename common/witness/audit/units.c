// units.c: the units in which programs print: times, bytes, operations and runs a second.
#include <ctype.h>
#include <string.h>

#include "base/text.h"
#include "witness/audit/audit.h"

static const struct named {
    double scale;
    enum quantity quantity;
    int loose;
    const char *names;
} times[] = {{1, QUANTITY_TIME, 0, "seconds second secs sec s 秒"},
             {1e-3, QUANTITY_TIME, 0, "milliseconds millisecond msecs msec ms 毫秒"},
             {1e-6, QUANTITY_TIME, 0,
              "microseconds microsecond usecs usec us \xc2\xb5s \xce\xbcs 微秒"},
             {1e-9, QUANTITY_TIME, 0, "nanoseconds nanosecond nsec ns 纳秒"}},
  works[] = {{1, QUANTITY_BYTES, 0, "Bytes bytes Byte byte B"},
             {0.125, QUANTITY_BYTES, 0, "bits bit Bit"},
             {0.125, QUANTITY_BYTES, 1, "b"},
             {1, QUANTITY_OPERATIONS, 0,
              "FLOP FLOPs Flop flop Flops flops OP OPs op ops Elem elem elements items"},
             {1, QUANTITY_RUNS, 0, "it iter iters iterations runs steps launches calls"}};

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

// The next of the names, which it moves behind; 0: there is none.
static int next_name(const char **names, char name[16]) {
    *names += strspn(*names, " ");
    size_t length = strcspn(*names, " ");
    text_format(name, 16, "%.*s", (int)length, *names);
    *names += length;
    return length > 0;
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
    char name[16];
    for (size_t i = 0; i < sizeof times / sizeof *times; i++)
        for (const char *names = times[i].names; next_name(&names, name);) {
            const char *behind = take(text, end, name);
            const char *part = behind ? take_part(behind, end) : NULL;
            if (behind && (ends(behind, end) || part))
                return (struct unit){QUANTITY_TIME, times[i].scale,
                                     (int)((part ? part : behind) - text), 0, part != NULL};
        }
    return (struct unit){0};
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
    char name[16];
    for (int scaled = 1; scaled >= 0; scaled--) { // "Mit/s" and "it/s" both begin with letters
        const char *at = text, *behind;
        double scale = scaled ? prefix(&at, end) : 1;
        if (scaled && at == text)
            continue;
        for (size_t i = 0; i < sizeof works / sizeof *works; i++)
            for (const char *names = works[i].names; next_name(&names, name);) {
                const char *second = take(at, end, name);
                behind = second ? take_second(second, end) : NULL;
                if (behind && (works[i].quantity != QUANTITY_RUNS || !scaled))
                    return (struct unit){works[i].quantity, scale * works[i].scale,
                                         (int)(behind - text), works[i].loose, 0};
            }
        for (const char *names = "FLOPS FLOPs Flops flops OPS"; scaled && next_name(&names, name);)
            if ((behind = take(at, end, name)) && ends(behind, end))
                return (struct unit){QUANTITY_OPERATIONS, scale, (int)(behind - text), 0, 0};
    }
    return (struct unit){0};
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
