// claim_reader.c: a line at a time, a field at a time, in the written order. Anything
// else is refused with a reason: nothing a program writes here may be half understood.
#include "run/run.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

enum { LONGEST_LINE = 4096 };

struct reader {
    struct run *run;
    const char *nonce, *proof;
    int line;
    int begun, ended;
    uint64_t seed;
};

static int refuse(struct reader *reader, const char *format, const char *what) {
    char shown[64], words[120];
    text_printable(shown, sizeof shown, what, strnlen(what, 40));
    snprintf(words, sizeof words, format, shown);
    snprintf(reader->run->refused, sizeof reader->run->refused, "line %d: %s", reader->line, words);
    return -1;
}

int claim_number(const char *text, double *number) {
    const char *s = text;
    if (*s == '-')
        s++;
    size_t digits = strspn(s, "0123456789");
    s += digits;
    if (digits == 0)
        return -1;
    if (*s == '.') {
        size_t fraction = strspn(++s, "0123456789");
        if (fraction == 0)
            return -1;
        s += fraction;
    }
    if (*s == 'e' || *s == 'E') {
        s++;
        if (*s == '+' || *s == '-')
            s++;
        size_t exponent = strspn(s, "0123456789");
        if (exponent == 0)
            return -1;
        s += exponent;
    }
    if (*s)
        return -1;
    *number = strtod(text, NULL); // LC_NUMERIC stays "C" in this program
    return isfinite(*number) ? 0 : -1;
}

int claim_whole(const char *text, uint64_t *number) {
    if (!*text || strspn(text, "0123456789") != strlen(text))
        return -1;
    errno = 0;
    *number = strtoull(text, NULL, 10);
    return errno == 0 ? 0 : -1;
}

// The value of the next field when it has this key; NULL otherwise. Cuts the line.
static char *field(char **rest, const char *key) {
    size_t length = strlen(key);
    if (!*rest || strncmp(*rest, key, length) != 0 || (*rest)[length] != '=')
        return NULL;
    char *value = *rest + length + 1, *space = strchr(value, ' ');
    *rest = space ? space + 1 : NULL;
    if (space)
        *space = '\0';
    return value;
}

static int is_word(const char *text, size_t size) {
    size_t length = strlen(text);
    if (length == 0 || length >= size)
        return 0;
    for (const char *s = text; *s; s++)
        if (!((*s >= 'a' && *s <= 'z') || (*s >= 'A' && *s <= 'Z') || (*s >= '0' && *s <= '9') ||
              *s == '_'))
            return 0;
    return 1;
}

static int is_unit(const char *text) {
    static const char *const units[] = {
#define UNIT(id, name, size, kind) name,
#include "base/units.def"
#undef UNIT
    };
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++)
        if (strcmp(text, units[i]) == 0)
            return 1;
    return 0;
}

static int read_begin(struct reader *reader, char *rest) {
    struct run *run = reader->run;
    char *lab = field(&rest, "lab"), *device = field(&rest, "device");
    char *count = field(&rest, "count"), *seed = field(&rest, "seed");
    char *nonce = field(&rest, "nonce");
    if (!lab || !device || !count || !seed || !nonce || rest)
        return refuse(reader, "the first line has other fields%s", "");
    if (!is_word(lab, sizeof run->lab) || (strcmp(device, "host") != 0 && strcmp(device, "gpu")))
        return refuse(reader, "no lab or device \"%s\"", device);
    if (claim_whole(count, &run->count) != 0 || claim_whole(seed, &reader->seed) != 0)
        return refuse(reader, "no whole number \"%s\"", count);
    if (strcmp(nonce, reader->nonce) != 0)
        return refuse(reader, "it was not written by this run%s", "");
    text_copy(run->lab, sizeof run->lab, lab);
    text_copy(run->device, sizeof run->device, device);
    reader->begun = 1;
    return 0;
}

static int read_samples(struct reader *reader, struct claim *claim, char *list) {
    for (char *next; list; list = next) {
        next = strchr(list, ',');
        if (next)
            *next++ = '\0';
        if (claim->sampled == CLAIM_SAMPLES)
            return refuse(reader, "more than 64 samples%s", "");
        if (claim_number(list, &claim->samples[claim->sampled]) != 0)
            return refuse(reader, "a sample is no number: \"%s\"", list);
        claim->sampled++;
    }
    return 0;
}

static int read_claim(struct reader *reader, char *rest) {
    struct claim claim = {
        .residual_seconds = NAN, .launch_error = -1, .clock_tick = NAN, .clock_floor = NAN};
    static const char *const keys[] = {"what", "bytes", "flops",     "seconds",
                                       "rate", "unit",  "statistic", "count"};
    char *values[8];
    for (int i = 0; i < 8; i++)
        if (!(values[i] = field(&rest, keys[i])))
            return refuse(reader, "the claim has no field \"%s\" in its place", keys[i]);
    char *samples = field(&rest, "samples");
    if (rest)
        return refuse(reader, "unknown words after the claim: \"%s\"", rest);
    if (!is_word(values[0], sizeof claim.what))
        return refuse(reader, "no name for a claim: \"%s\"", values[0]);
    if (claim_whole(values[1], &claim.bytes) != 0)
        return refuse(reader, "bytes is no whole number: \"%s\"", values[1]);
    if (claim_whole(values[2], &claim.flops) != 0)
        return refuse(reader, "flops is no whole number: \"%s\"", values[2]);
    if (claim_number(values[3], &claim.seconds) != 0)
        return refuse(reader, "seconds is no number: \"%s\"", values[3]);
    if (claim_number(values[4], &claim.rate) != 0)
        return refuse(reader, "rate is no number: \"%s\"", values[4]);
    if (!is_unit(values[5]))
        return refuse(reader, "no unit: \"%s\"", values[5]);
    if (!is_word(values[6], sizeof claim.statistic))
        return refuse(reader, "no statistic: \"%s\"", values[6]);
    uint64_t count;
    if (claim_whole(values[7], &count) != 0 || count > 1000000000)
        return refuse(reader, "count is no whole number: \"%s\"", values[7]);
    text_copy(claim.what, sizeof claim.what, values[0]);
    text_copy(claim.unit, sizeof claim.unit, values[5]);
    text_copy(claim.statistic, sizeof claim.statistic, values[6]);
    claim.count = (int)count;
    if (samples && read_samples(reader, &claim, samples) != 0)
        return -1;
    for (int i = 0; i < reader->run->claim_count; i++)
        if (strcmp(reader->run->claims[i].what, claim.what) == 0)
            return refuse(reader, "\"%s\" is claimed twice", claim.what);
    if (run_add_claim(reader->run, &claim) != 0)
        return refuse(reader, "too many claims%s", "");
    return 0;
}

static int read_probe(struct reader *reader, char *rest) {
    struct run *run = reader->run;
    char *what = field(&rest, "what"), *residual = field(&rest, "residual");
    char *error = field(&rest, "error"), *tick = field(&rest, "tick");
    char *floor = field(&rest, "floor");
    uint64_t code;
    double seconds, tick_seconds, floor_seconds;
    if (!what || !residual || !error || !tick || !floor || rest ||
        claim_number(residual, &seconds) != 0 || claim_whole(error, &code) != 0 ||
        claim_number(tick, &tick_seconds) != 0 || claim_number(floor, &floor_seconds) != 0 ||
        code > 100000)
        return refuse(reader, "the probe's line has other fields%s", "");
    for (int i = 0; i < run->claim_count; i++) {
        struct claim *claim = &run->claims[i];
        if (strcmp(claim->what, what) == 0) {
            claim->residual_seconds = seconds;
            claim->launch_error = (int)code;
            claim->clock_tick = tick_seconds;
            claim->clock_floor = floor_seconds;
            return 0;
        }
    }
    return refuse(reader, "a probe of what was not claimed: \"%s\"", what);
}

static int read_end(struct reader *reader, char *rest) {
    static const char *const results[] = {"", "right", "wrong", "unchecked"};
    char *result = field(&rest, "result"), *claims = field(&rest, "claims");
    char *proof = field(&rest, "proof");
    uint64_t count;
    if (!result || !claims || rest || claim_whole(claims, &count) != 0)
        return refuse(reader, "the last line has other fields%s", "");
    for (int i = RESULT_RIGHT; i <= RESULT_UNCHECKED; i++)
        if (strcmp(result, results[i]) == 0)
            reader->run->result = (enum run_result)i;
    if (reader->run->result == RESULT_MISSING)
        return refuse(reader, "no result \"%s\"", result);
    if (count != (uint64_t)reader->run->claim_count)
        return refuse(reader, "the last line counts %s claims, and others came", claims);
    if (reader->proof && reader->run->result == RESULT_RIGHT &&
        (!proof || strcmp(proof, reader->proof) != 0))
        return refuse(reader, "its end was not written by the lab's own code%s", "");
    reader->ended = 1;
    return 0;
}

static int read_line(struct reader *reader, char *line) {
    static const struct {
        const char *word;
        int before_begin;
        int (*read)(struct reader *reader, char *rest);
    } lines[] = {{"tare 1 ", 1, read_begin},
                 {"claim ", 0, read_claim},
                 {"probe ", 0, read_probe},
                 {"end ", 0, read_end}};
    if (reader->ended)
        return refuse(reader, "more after the last line%s", "");
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        size_t length = strlen(lines[i].word);
        if (strncmp(line, lines[i].word, length) == 0 && lines[i].before_begin != reader->begun)
            return lines[i].read(reader, line + length);
    }
    return refuse(reader, "unexpected: \"%s\"", line);
}

static int read_all(struct reader *reader, const char *text, size_t length) {
    char line[LONGEST_LINE + 1];
    while (length > 0) {
        const char *newline = memchr(text, '\n', length);
        size_t bytes = newline ? (size_t)(newline - text) : length;
        reader->line++;
        if (bytes >= LONGEST_LINE)
            return refuse(reader, "longer than 4096 bytes%s", "");
        if (!newline)
            return refuse(reader, "cut off%s", "");
        if (memchr(text, '\0', bytes))
            return refuse(reader, "a NUL byte%s", "");
        memcpy(line, text, bytes);
        line[bytes] = '\0';
        if (read_line(reader, line) != 0)
            return -1;
        text += bytes + 1;
        length -= bytes + 1;
    }
    return 0;
}

int claims_read(const char *text, size_t length, const char *nonce, const char *proof,
                struct run *run) {
    struct reader reader = {.run = run, .nonce = nonce, .proof = proof};
    run->claim_count = 0;
    run->result = RESULT_MISSING;
    run->refused[0] = '\0';
    int result = read_all(&reader, text, length);
    if (result == 0 && !reader.begun)
        result = -1; // a program that said nothing: the caller knows how it ended
    if (result != 0) {
        run->claim_count = 0;
        run->result = RESULT_MISSING;
    }
    return result;
}
