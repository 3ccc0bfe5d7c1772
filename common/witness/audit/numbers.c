// numbers.c: the numbers with a unit in what a program printed: "12.3 us", "time_ms=1.2",
// "Bandwidth (GB/s): 5", a table or CSV with the units in its head, JSON.
#define _GNU_SOURCE // memmem
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "witness/audit/audit.h"

enum { LONGEST_LINE = 65536, LONGEST_NUMBER = 31, PENDING_LINES = 16 };

// ---- one number --------------------------------------------------------------------------

struct digits { // a number as written
    const char *begin, *end;
    double value, half;
    int ambiguous;
};

static int is_digit(const char *at, const char *end) {
    return at < end && *at >= '0' && *at <= '9';
}

// In groups of three, from the first separator on: "1,234,567".
static int in_groups(const char *begin, const char *end, char separator) {
    const char *at = begin;
    while (is_digit(at, end))
        at++;
    if (at - begin > 3 || at == begin || *begin == '0')
        return 0;
    while (at < end && *at == separator) {
        const char *group = ++at;
        while (is_digit(at, end))
            at++;
        if (at - group != 3)
            return 0;
    }
    return at == end;
}

static int count_of(const char *begin, const char *end, char c) {
    int count = 0;
    for (const char *at = begin; at < end; at++)
        count += *at == c;
    return count;
}

// Which character is the decimal point of begin..end; 0: none; -1: this is no number. `cells`: a
// comma ends a number.
static int point_of(const char *begin, const char **end, int cells, int *ambiguous) {
    int commas = count_of(begin, *end, ','), dots = count_of(begin, *end, '.');
    const char *comma = memchr(begin, ',', (size_t)(*end - begin));
    if (commas && cells) {
        *end = comma;
        return point_of(begin, end, 0, ambiguous);
    }
    if (!commas)
        return dots > 1 ? -1 : dots ? '.' : 0;
    if (dots == 0 && commas == 1) {
        *ambiguous = in_groups(begin, *end, ',');
        return *ambiguous ? 0 : ',';
    }
    if (dots == 0)
        return in_groups(begin, *end, ',') ? 0 : -1;
    const char *dot = memchr(begin, '.', (size_t)(*end - begin));
    if (dots == 1 && dot > comma && in_groups(begin, dot, ','))
        return '.';
    return commas == 1 && in_groups(begin, comma, '.') ? ',' : -1;
}

// The power of ten behind a number; 0 when there is none. *end moves behind it.
static int power_at(const char **end, const char *limit) {
    const char *at = *end;
    int sign = 1, power = 0, count = 0;
    if (at == limit || (*at != 'e' && *at != 'E'))
        return 0;
    if (++at < limit && (*at == '-' || *at == '+'))
        sign = *at++ == '-' ? -1 : 1;
    for (; is_digit(at, limit) && count < 3; at++, count++)
        power = 10 * power + (*at - '0');
    if (count == 0 || (at < limit && isalnum((unsigned char)*at)))
        return 0;
    *end = at;
    return sign * power;
}

// The number that begins at `at`; its begin is NULL when there is none. Its end is always behind
// what was looked at.
static struct digits digits_at(const char *at, const char *limit, int cells) {
    struct digits digits = {.begin = NULL};
    const char *first = at + (*at == '-'), *last = first;
    while (is_digit(last, limit) || (last < limit && (*last == '.' || *last == ',') &&
                                     last > first && is_digit(last + 1, limit)))
        last++;
    digits.end = last > at ? last : at + 1;
    if (last == first || last - first > LONGEST_NUMBER - 8)
        return digits;
    int point = point_of(first, &last, cells, &digits.ambiguous);
    digits.end = last;
    if (point < 0)
        return digits;
    char text[LONGEST_NUMBER + 1];
    size_t length = 0;
    int places = 0, behind_point = 0;
    for (const char *c = first; c < last; c++) {
        if (*c == point)
            behind_point = 1;
        if (*c == point || (*c >= '0' && *c <= '9')) {
            places += behind_point && *c != point;
            text[length++] = (char)(*c == point ? '.' : *c);
        }
    }
    text[length] = 0;
    double power = pow(10, power_at(&digits.end, limit));
    digits.value = (first > at ? -1 : 1) * strtod(text, NULL) * power;
    // A program may also have cut a whole number off.
    digits.half = (places ? 0.5 * pow(10, -places) : 1) * power;
    digits.begin = at;
    return digits;
}

// ---- adding --------------------------------------------------------------------------------

static const char *skip_blanks(const char *at, const char *end) {
    while (at < end && (*at == ' ' || *at == '\t'))
        at++;
    return at;
}

static struct printed *add(struct numbers *numbers) {
    if (numbers->count == MOST_PRINTED) {
        numbers->left_out++;
        return NULL;
    }
    if (numbers->count == numbers->room) {
        size_t room = numbers->room ? 2 * numbers->room : 64;
        struct printed *more = realloc(numbers->of, room * sizeof *more);
        if (!more) {
            numbers->failed = 1;
            return NULL;
        }
        numbers->of = more;
        numbers->room = room;
    }
    struct printed *printed = &numbers->of[numbers->count++];
    memset(printed, 0, sizeof *printed);
    return printed;
}

static void copy_part(char *to, size_t size, const char *begin, const char *end) {
    char part[256];
    size_t length =
        (size_t)(end - begin) < sizeof part - 1 ? (size_t)(end - begin) : sizeof part - 1;
    text_printable(to, size, begin, length);
    text_copy(part, sizeof part, text_trim(to));
    text_copy(to, size, part);
}

static int is_edge(char c) {
    return c == ' ' || c == '\t' || strchr(":=|,;\"'()[]{}<>-~_*#", c) != NULL;
}

// What the program calls a number: the text before it, without its punctuation.
static void label_of(char *to, size_t size, const char *begin, const char *end) {
    while (begin < end && is_edge(*begin) &&
           ((*begin != '(' && *begin != '[') ||
            !memchr(begin, *begin + (*begin == '(' ? 1 : 2), (size_t)(end - begin))))
        begin++;
    while (end > begin && is_edge(end[-1]) && end[-1] != ')' && end[-1] != ']')
        end--;
    copy_part(to, size, begin, end);
}

struct line {
    const char *begin, *end;
    int cells; // a comma ends a cell
    uint64_t time;
};

static void keep(struct numbers *numbers, const struct line *line, const struct digits *digits,
                 struct unit unit, const char *unit_name, const char *label,
                 const char *label_end) {
    struct printed *printed = add(numbers);
    if (!printed)
        return;
    printed->line = numbers->line;
    printed->column = (int)(digits->begin - line->begin) + 1;
    printed->time = line->time;
    printed->unit = unit;
    printed->value = digits->value;
    printed->half = digits->half;
    printed->ambiguous = digits->ambiguous;
    copy_part(printed->number, sizeof printed->number, digits->begin, digits->end);
    if (unit_name)
        copy_part(printed->unit_name, sizeof printed->unit_name, unit_name,
                  unit_name + unit.length);
    label_of(printed->label, sizeof printed->label, label, label_end);
    const char *words = skip_blanks(line->begin, line->end);
    copy_part(printed->words, sizeof printed->words, words, line->end);
    printed->behind = digits->end > words ? (int)(digits->end - words) : 0;
    if (numbers->count > 1 && printed[-1].line == printed->line)
        printed[-1].until = (int)(digits->begin - words);
    if (!printed->label[0] && numbers->count > 1 && printed[-1].line == printed->line)
        memcpy(printed->label, printed[-1].label, sizeof printed->label);
}

// ---- a line of text ------------------------------------------------------------------------

// The unit behind a number: "12 us", "12us", "12 (us)". *name: where it stands.
static struct unit unit_behind(const char *at, const char *end, const char **name) {
    at = skip_blanks(at, end);
    if (at < end && (*at == '(' || *at == '['))
        at++;
    *name = at;
    return unit_at(at, end);
}

// The unit in the text before a number: "GB/s: ", "Time [ms] = ", "\"time_ms\": ".
static struct unit unit_in_front(const char *begin, const char *end, const char **name) {
    static const char per[] = "_per_second", bytes[] = "bytes_per_second";
    const int longest = sizeof bytes - 1;
    int tied = 0; // by ':', '=' or a bracket
    while (end > begin && (end[-1] == ' ' || end[-1] == '\t' || strchr(":=\"')]|", end[-1]))) {
        tied |= strchr(":=)]", end[-1]) != NULL;
        end--;
    }
    struct unit unit = tied ? unit_before(begin, end) : (struct unit){0};
    *name = end - unit.length;
    size_t length = sizeof per - 1;
    if (!unit.quantity && tied && (size_t)(end - begin) > length &&
        memcmp(end - length, per, length) == 0 && (end[-(int)length - 1] == 's')) {
        int whole = end - begin < longest ? (int)(end - begin) : longest;
        int is_bytes = whole == longest && memcmp(end - whole, bytes, sizeof bytes - 1) == 0;
        unit = (struct unit){is_bytes ? QUANTITY_BYTES : QUANTITY_OPERATIONS, 1, whole, 0, 0};
        *name = end - whole;
    }
    return unit;
}

// Google Benchmark's "bytes_per_second=1.2Gi/s": the unit is in both places.
static struct unit counter_unit(struct unit unit, const char *at, const char *end,
                                const char **name) {
    static const char letters[] = "kMGT";
    const char *letter = at < end ? strchr(letters, *at) : NULL;
    if (!letter || !*letter || unit.scale > 1)
        return unit;
    int binary = at + 1 < end && at[1] == 'i';
    if (at + 1 + binary + 1 >= end || memcmp(at + 1 + binary, "/s", 2) != 0)
        return unit;
    unit.scale = pow(binary ? 1024 : 1000, (double)(letter - letters) + 1);
    unit.length = 3 + binary;
    *name = at;
    return unit;
}

static int begins_number(const char *begin, const char *at, const char *end) {
    if (*at == '-' ? !is_digit(at + 1, end) : !is_digit(at, end))
        return 0;
    if (at > begin && (isalnum((unsigned char)at[-1]) || at[-1] == '_' || at[-1] == '.'))
        return 0;
    return !(*at == '0' && at + 1 < end && (at[1] == 'x' || at[1] == 'X'));
}

// Google Benchmark's JSON names the unit below the number.
static int waits_for_unit(const char *begin, const char *end) {
    static const char *const keys[] = {"\"real_time\"", "\"cpu_time\""};
    for (size_t i = 0; i < 2; i++) {
        const char *found = memmem(begin, (size_t)(end - begin), keys[i], strlen(keys[i]));
        if (found)
            return 1;
    }
    return 0;
}

// Behind a mean: "+- 2.5 ms". The unit is of both; *end moves behind it.
static struct unit unit_behind_spread(const char *at, const char *end, const char **name) {
    static const char *const signs[] = {"+-", "+/-", "\xc2\xb1"};
    at = skip_blanks(at, end);
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++) {
        size_t length = strlen(signs[i]);
        if ((size_t)(end - at) <= length || memcmp(at, signs[i], length) != 0)
            continue;
        const char *spread = skip_blanks(at + length, end);
        if (is_digit(spread, end))
            return unit_behind(digits_at(spread, end, 0).end, end, name);
    }
    return (struct unit){0};
}

// "12.3x", "98.5 %". A whole number is a count, or a size.
static struct unit ratio_behind(const struct digits *digits, const char *end, const char **name) {
    const char *at = digits->end;
    if (digits->half >= 0.5 || at == end)
        return (struct unit){0};
    *name = at;
    if (*at == 'x' && (at + 1 == end || !isalnum((unsigned char)at[1])))
        return (struct unit){QUANTITY_RATIO, 1, 1, 0, 0};
    *name = at = skip_blanks(at, end);
    return at < end && *at == '%' ? (struct unit){QUANTITY_RATIO, 0.01, 1, 0, 0} : (struct unit){0};
}

static void read_words(struct numbers *numbers, const struct line *line) {
    const char *label = line->begin;
    for (const char *at = line->begin; at < line->end;) {
        if (!begins_number(line->begin, at, line->end)) {
            at++;
            continue;
        }
        struct digits digits = digits_at(at, line->end, line->cells);
        at = digits.end;
        if (!digits.begin)
            continue;
        const char *name = NULL, *before_name = NULL;
        struct unit behind = unit_behind(digits.end, line->end, &name);
        struct unit before = unit_in_front(label, digits.begin, &before_name);
        const char *next = behind.quantity ? skip_blanks(name + behind.length, line->end) : NULL;
        if (next && next == name + behind.length && next < line->end && strchr(":=", *next))
            behind.quantity = QUANTITY_NONE; // that is the name of the next number
        if (!behind.quantity) {
            behind = unit_behind_spread(digits.end, line->end, &name);
            if (!behind.quantity && !before.quantity)
                behind = ratio_behind(&digits, line->end, &name);
            next = behind.quantity ? skip_blanks(name + behind.length, line->end) : NULL;
        }
        if (before.quantity && !behind.quantity) {
            name = before_name;
            behind = counter_unit(before, digits.end, line->end, &name);
            next = digits.end;
        }
        if (behind.quantity) {
            keep(numbers, line, &digits, behind, name, label, digits.begin);
            label = at = next > digits.end ? next : digits.end;
        } else if (waits_for_unit(label, digits.begin)) {
            keep(numbers, line, &digits, (struct unit){0}, NULL, label, digits.begin);
            label = digits.end;
        }
    }
}

// ---- tables ----------------------------------------------------------------------------------

static char separator_of(const struct line *line) {
    static const char separators[] = "|\t,;";
    for (const char *c = separators; *c; c++)
        if (memchr(line->begin, *c, (size_t)(line->end - line->begin)))
            return *c;
    return ' ';
}

// The next cell; 0 at the end. Cells of blanks end at two blanks in a head, at one in a row.
static int next_cell(const char **at, const char *end, char separator, int blanks,
                     const char *cell[2]) {
    const char *from = skip_blanks(*at, end);
    if (from >= end)
        return 0;
    const char *to = from;
    if (separator == ' ')
        while (to < end && !((*to == ' ' || *to == '\t') &&
                             (blanks == 1 || to + 1 == end || to[1] == ' ' || to[1] == '\t')))
            to++;
    else
        while (to < end && *to != separator)
            to++;
    *at = to < end ? to + 1 : end;
    while (to > from && (to[-1] == ' ' || to[-1] == '\t'))
        to--;
    cell[0] = from;
    cell[1] = to;
    return 1;
}

// The unit that a column's head names: all of it, its end, or what stands in brackets.
static struct unit unit_of_head(const char *begin, const char *end, const char **name) {
    while (end > begin && strchr(")]\":", end[-1]))
        end--;
    while (begin < end && *begin == '"')
        begin++;
    struct unit unit = unit_before(begin, end);
    *name = end - unit.length;
    return unit;
}

static int inherits(const char *name) {
    static const char *const of[] = {"Min", "Max", "Average", "Avg", "Mean", "Median"};
    for (size_t i = 0; i < sizeof of / sizeof *of; i++)
        if (strcasecmp(name, of[i]) == 0)
            return 1;
    return 0;
}

static void read_head(struct numbers *numbers, const struct line *line) {
    char separator = separator_of(line);
    const char *at = line->begin, *cell[2], *name;
    int count = 0, with_unit = 0;
    struct column *columns = numbers->columns, found[PRINTED_COLUMNS] = {0};
    if (separator == '|' && at < line->end && *skip_blanks(at, line->end) == '|')
        at = skip_blanks(at, line->end) + 1;
    for (; count < PRINTED_COLUMNS && next_cell(&at, line->end, separator, 2, cell); count++) {
        struct column *column = &found[count];
        column->unit = unit_of_head(cell[0], cell[1], &name);
        label_of(column->name, sizeof column->name, cell[0], cell[1]);
        if (column->unit.quantity) {
            copy_part(column->unit_name, sizeof column->unit_name, name,
                      name + column->unit.length);
        } else if (count && found[count - 1].unit.quantity == QUANTITY_TIME &&
                   inherits(column->name)) {
            column->unit = found[count - 1].unit;
            memcpy(column->unit_name, found[count - 1].unit_name, sizeof column->unit_name);
        }
        with_unit += column->unit.quantity != QUANTITY_NONE;
    }
    if (with_unit == 0) // a sentence between two rows does not end the table
        return;
    memcpy(columns, found, sizeof found);
    numbers->column_count = count;
    numbers->separator = separator;
}

static void read_row(struct numbers *numbers, const struct line *line) {
    const char *begin = line->begin, *at, *cell[2], *first[2] = {NULL, NULL};
    if (numbers->separator == '|' && begin < line->end && *skip_blanks(begin, line->end) == '|')
        begin = skip_blanks(begin, line->end) + 1;
    int cells = 0, column = 0;
    for (at = begin; next_cell(&at, line->end, numbers->separator, 1, cell);)
        cells++;
    if (numbers->separator == '|' ? cells < numbers->column_count : cells != numbers->column_count)
        return;
    for (at = begin;
         next_cell(&at, line->end, numbers->separator, 1, cell) && column < numbers->column_count;
         column++) {
        const struct column *of = &numbers->columns[column];
        if (!first[0]) {
            first[0] = cell[0];
            first[1] = cell[1];
        }
        if (!of->unit.quantity || !begins_number(line->begin, cell[0], line->end))
            continue;
        struct digits digits = digits_at(cell[0], cell[1], 0);
        if (!digits.begin || digits.end != cell[1])
            continue;
        size_t before = numbers->count;
        keep(numbers, line, &digits, of->unit, NULL, first[0], first[1]);
        if (numbers->count == before)
            continue;
        struct printed *printed = &numbers->of[numbers->count - 1];
        printed->behind = (int)sizeof printed->words; // its words stand in the head
        text_copy(printed->unit_name, sizeof printed->unit_name, of->unit_name);
        if (strcmp(of->name, of->unit_name) != 0 && first[0] != cell[0]) {
            char row[sizeof printed->label];
            text_copy(row, sizeof row, printed->label);
            text_format(printed->label, sizeof printed->label, "%.36s, %.36s", row, of->name);
        }
    }
}

// ---- lines -----------------------------------------------------------------------------------

// The unit of the numbers above that waited for it.
static void give_unit(struct numbers *numbers, const struct line *line) {
    static const char key[] = "\"time_unit\"";
    const char *found = memmem(line->begin, (size_t)(line->end - line->begin), key, sizeof key - 1);
    struct unit unit = {0};
    if (found) {
        const char *at = found + sizeof key - 1;
        while (at < line->end && strchr(" :\"", *at))
            at++;
        unit = unit_at(at, line->end);
        for (size_t i = numbers->pending; i < numbers->count && unit.quantity; i++)
            if (!numbers->of[i].unit.quantity) {
                numbers->of[i].unit = unit;
                copy_part(numbers->of[i].unit_name, sizeof numbers->of[i].unit_name, at,
                          at + unit.length);
            }
    }
    size_t kept = numbers->pending;
    for (size_t i = numbers->pending; i < numbers->count; i++)
        if (numbers->of[i].unit.quantity || numbers->of[i].line + PENDING_LINES > numbers->line)
            numbers->of[kept++] = numbers->of[i];
    numbers->count = kept;
    while (numbers->pending < numbers->count && numbers->of[numbers->pending].unit.quantity)
        numbers->pending++;
}

void numbers_line(struct numbers *numbers, const char *text, size_t length, uint64_t time) {
    struct line line = {text, text + (length < LONGEST_LINE ? length : LONGEST_LINE), 0, time};
    int commas = 0, digits = 0;
    numbers->line++;
    while (line.end > line.begin && strchr("\r\n", line.end[-1]))
        line.end--;
    if (line.end == line.begin || memchr(line.begin, 0, (size_t)(line.end - line.begin)))
        return; // binary
    for (const char *at = line.begin; at < line.end; at++) {
        digits |= is_digit(at, line.end);
        commas += *at == ',' && at + 1 < line.end && at[1] != ' ' && !is_digit(at + 1, line.end);
    }
    line.cells = commas > 0 || (numbers->column_count && numbers->separator == ',');
    size_t before = numbers->count;
    read_words(numbers, &line);
    if (numbers->count == before && numbers->column_count && digits)
        read_row(numbers, &line);
    if (numbers->count == before)
        read_head(numbers, &line);
    give_unit(numbers, &line);
}

void numbers_free(struct numbers *numbers) {
    free(numbers->of);
    memset(numbers, 0, sizeof *numbers);
}
