// course_numbers.c: numbers that a handout and the code both know are the same numbers.
//
// lab.meta says which: "says = FILE SENTENCE". In {} stands an expression over the constants of
// lab.cu (of the shipped fence where both set one), of lab.meta (rows, row_points), of
// common/peak.c (V100_mhz, _bits, _gb) and of the library (granule_card, granule_host,
// working_set_of_l2). {%.2f:x} has two digits behind the point, {word:x} is "five" or 五,
// {part:x} is "fifth" or 五分之一. The end of a line in FILE counts as a blank.
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "course.h"
#include "tare.h"

enum { MOST_TEXT = 8000, MOST_SENTENCE = 600 };

// awk's own assignments, "NAME = 5; ".
struct constants {
    char text[MOST_TEXT];
    size_t length;
};

static void define(struct constants *constants, const char *name, size_t length, double value) {
    int wrote = snprintf(constants->text + constants->length, MOST_TEXT - constants->length,
                         "%.*s = %.9g; ", (int)length, name, value);
    if (wrote > 0 && constants->length + (size_t)wrote < MOST_TEXT)
        constants->length += (size_t)wrote;
}

// Every "name = 5" of a program, under its last word: p.repeats is repeats.
static void define_all(struct constants *constants, const char *program) {
    for (const char *at = program; (at = strstr(at, " = ")); at += 3) {
        const char *name = at;
        char *end;
        while (name > program && (isalnum((unsigned char)name[-1]) || name[-1] == '_'))
            name--;
        double value = strtod(at + 3, &end);
        if (end > at + 3 && strchr(",; }", *end) && name < at && !isdigit((unsigned char)*name))
            define(constants, name, (size_t)(at - name), value);
    }
}

static void define_cards(struct constants *constants) {
    int count;
    const tare_card *cards = tare_cards(&count);
    for (int i = 0; i < count; i++) {
        char name[80];
        int length = snprintf(name, sizeof name, "%s", cards[i].name);
        for (int k = 0; k < length; k++)
            if (!isalnum((unsigned char)name[k]))
                name[k] = '_';
        const struct {
            const char *what;
            double value;
        } facts[] = {{"_mhz", cards[i].memory_clock_hz / 1e6},
                     {"_bits", cards[i].bus_bits},
                     {"_gb", 2 * cards[i].memory_clock_hz * cards[i].bus_bits / 8 / 1e9}};
        for (size_t k = 0; k < sizeof facts / sizeof facts[0]; k++) {
            snprintf(name + length, sizeof name - (size_t)length, "%s", facts[k].what);
            define(constants, name, strlen(name), facts[k].value);
        }
    }
}

static void define_library(struct constants *constants) {
    char *text = course_file("common/lab.c");
    const char *granule = text ? strstr(text, "is_host ? ") : NULL;
    const char *set = text ? strstr(text, " * device->l2_bytes") : NULL;
    int host = 0, card = 0;
    if (granule && sscanf(granule, "is_host ? %d : %d;", &host, &card) == 2) {
        define(constants, "granule_host", 12, host);
        define(constants, "granule_card", 12, card);
    }
    while (set && set > text && isdigit((unsigned char)set[-1]))
        set--;
    if (set)
        define(constants, "working_set_of_l2", 17, atoi(set));
    free(text);
}

static void define_lab(struct constants *constants, const struct lab_meta *lab) {
    char *solution = course_file("solutions/%s/lab.cu", lab->folder);
    char *shipped = course_file("labs/%s/shipped.fence", lab->folder);
    constants->length = 0;
    define_cards(constants);
    define_all(constants, solution ? solution : "");
    define_all(constants, shipped ? shipped : ""); // what is shipped is what a handout describes
    define_library(constants);
    define(constants, "rows", 4, lab->row_count);
    define(constants, "row_points", 10, lab->row_count ? lab->rows[0].points : 0);
    free(solution);
    free(shipped);
}

// 5 as "five" or 五, and as a part: "fifth" or 五分之一.
static const char *in_words(int value, enum language language, int part) {
    static const char *const words[][LANGUAGES] = {
        {"zero", "零"},     {"one", "一"},        {"two", "二"},        {"three", "三"},
        {"four", "四"},     {"five", "五"},       {"six", "六"},        {"seven", "七"},
        {"eight", "八"},    {"nine", "九"},       {"ten", "十"},        {"eleven", "十一"},
        {"twelve", "十二"}, {"thirteen", "十三"}, {"fourteen", "十四"}, {"fifteen", "十五"}};
    static const char *const parts[] = {"",      "",        "half",   "third", "quarter", "fifth",
                                        "sixth", "seventh", "eighth", "ninth", "tenth"};
    static char chinese[40];
    if (value < 0 || value >= (int)(sizeof words / sizeof words[0]))
        return "?";
    if (!part)
        return words[value][language];
    if (language == ENGLISH)
        return value < (int)(sizeof parts / sizeof parts[0]) ? parts[value] : "?";
    snprintf(chinese, sizeof chinese, "%s分之一", words[value][CHINESE]);
    return chinese;
}

// {a + b}, {%.2f:a / b}, {word:a}, {part:a}
static void fill_in(const struct constants *constants, const char *from, enum language language,
                    char filled[MOST_SENTENCE]) {
    size_t length = 0;
    while (*from && length + 80 < MOST_SENTENCE) {
        const char *end = *from == '{' ? strchr(from, '}') : NULL;
        if (!end) {
            filled[length++] = *from++;
            continue;
        }
        char how[16] = "%.0f", expression[200];
        if (sscanf(from + 1, "%15[a-z0-9.%]:", how) != 1 || from[1 + strlen(how)] != ':')
            strcpy(how, "%.0f");
        else
            from += strlen(how) + 1;
        snprintf(expression, sizeof expression, "%.*s", (int)(end - from - 1), from + 1);
        double value = course_value(constants->text, expression);
        int wrote;
        if (how[0] == '%')
            wrote = snprintf(filled + length, 60, "%.*f", how[1] == '.' ? atoi(how + 2) : 0, value);
        else
            wrote =
                snprintf(filled + length, 60, "%s", in_words((int)value, language, how[0] == 'p'));
        length += wrote > 0 ? (size_t)wrote : 0;
        from = end + 1;
    }
    filled[length] = '\0';
}

// Line ends are blanks, and none within Chinese: a sentence may go on in the next line. What a page
// does not show, the marks of numbers, is no part of a sentence.
static void join_lines(char *text) {
    char *to = text;
    for (const char *at = text; *at; at++) {
        const char *end = strncmp(at, "<!--", 4) ? NULL : strstr(at, "-->");
        if (end) {
            at = end + 2;
            continue;
        }
        if (*at == '\n' && to > text && (((unsigned char)to[-1] | (unsigned char)at[1]) & 0x80))
            continue;
        *to++ = *at == '\n' ? ' ' : *at;
    }
    *to = '\0';
}

static void check_sentence(const struct lab_meta *lab, char *value, void *with) {
    const struct constants *constants = with;
    char filled[MOST_SENTENCE], file[40] = "";
    int at = 0;
    sscanf(value, "%39s %n", file, &at);
    fill_in(constants, value + at, strstr(file, "zh-CN") ? CHINESE : ENGLISH, filled);
    char *text = course_file("labs/%s/%s", lab->folder, file);
    if (text)
        join_lines(text);
    EXPECT(text && strstr(text, filled), "labs/%s/%s: does not say \"%s\", as the code has it",
           lab->folder, file, filled);
    free(text);
}

void lab_says_the_numbers_of_the_code(const struct lab_meta *lab) {
    struct constants *constants = calloc(1, sizeof *constants);
    if (!constants)
        exit(2);
    define_lab(constants, lab);
    course_values(lab, "says", check_sentence, constants);
    free(constants);
}
