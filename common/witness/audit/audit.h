// audit.h: what the numbers that a program printed are worth. Sections by file.
#ifndef WITNESS_AUDIT_H
#define WITNESS_AUDIT_H

#include <stdint.h>
#include <stdio.h>

#include "witness/facts.h"

// ---- units.c: the units in which programs print ------------------------------------------

enum quantity {
    QUANTITY_NONE,
    QUANTITY_TIME,       // seconds
    QUANTITY_BYTES,      // a second
    QUANTITY_OPERATIONS, // a second; elements too
    QUANTITY_RUNS,       // a second
};

struct unit {
    enum quantity quantity;
    double scale; // of one such unit, in seconds, bytes a second ...
    int length;   // bytes of text
    int loose;    // people write it for another unit too: Gb/s for GB/s
    int per;      // of a time: "us/iter", the time of a part
};

// The unit at the beginning of the text, with a word's end behind it. Its quantity may be none.
struct unit unit_at(const char *text, const char *end);
// The unit that ends the text: "time_ms", "Bandwidth [GB/s", "GB/s".
struct unit unit_before(const char *text, const char *end);

// ---- numbers.c: the numbers with a unit in what a program printed ------------------------

struct printed {
    int line, column; // from 1
    uint64_t time;    // when the line came, on the trace's clock
    struct unit unit;
    double value, half;             // as printed, and half a unit of its last place
    int ambiguous;                  // the comma may be of thousands or of decimals
    char number[32], unit_name[24]; // as printed
    char label[80];                 // what the program calls the number
    char words[200];                // the line
};

enum { PRINTED_COLUMNS = 32, MOST_PRINTED = 4000 };

// The lines are given one after another: a table's units stand in its head.
struct numbers {
    struct printed *of;
    size_t count, room;
    size_t left_out; // beyond MOST_PRINTED
    int line;
    struct column { // of the table that the last head opened
        struct unit unit;
        char name[40], unit_name[24];
    } columns[PRINTED_COLUMNS];
    int column_count;
    char separator; // of the cells: '|', ',', '\t', ';'; ' ': blanks
    size_t pending; // numbers from here on wait for a "time_unit"
    int failed;     // out of memory
};

void numbers_line(struct numbers *numbers, const char *line, size_t length, uint64_t time);
void numbers_free(struct numbers *numbers);

#endif
