// card.h: the parts of weighing on a card that need no card. Sections by file.
#ifndef WEIGH_CARD_H
#define WEIGH_CARD_H

#include <stdint.h>
#include <stdio.h>

// ---- metrics.c: which of a chip's metrics are asked for, and what they add up to ----------

// What a metric counts is a key of the record `kernel`; `times` of it are added to the key.
struct card_metric {
    const char *name;
    const char *key;
    int times;
};

enum { CARD_METRICS = 96 }; // the table below and the tensor types of the richest chip: 60

// The metrics that a chip has, each once, in the order of their turns.
struct card_plan {
    const char *names[CARD_METRICS];
    int turn[CARD_METRICS]; // in which run of the program this metric is counted
    int count, turns;
};

// there: the names of all metrics of the chip. The plan points at these names. code_in_a_turn: how
// many of the metrics that are counted in the kernel's own code share a turn; 1 is the cross-check.
void card_plan(struct card_plan *plan, const char *const *there, size_t count, int code_in_a_turn);

// A key that this chip cannot count, from *at on; NULL after the last.
const char *card_lacks(const struct card_plan *plan, size_t *at);

// What a metric adds to: call with *at = 0 first. NULL after the last.
const struct card_metric *card_adds(const char *metric, size_t *at);

// The type of a tensor metric ("bf16_dst_fp32"); NULL for any other metric.
const char *card_tensor_type(const char *metric);

// ---- shapes.c: which kernels have been seen, by name, grid and block -----------------------

struct card_shape {
    char *name;
    unsigned grid[3], block[3];
    uint64_t launches;
    int weighed; // or refused: not to be tried again
};

struct card_shapes {
    struct card_shape *of;
    uint32_t *slots; // 1 + the place of a shape; 0: none
    size_t count, room;
};

// The shape of this launch, which is counted; NULL where memory lacks. It moves at the next call.
struct card_shape *card_shape_seen(struct card_shapes *shapes, const char *name,
                                   const unsigned grid[3], const unsigned block[3]);
void card_shapes_free(struct card_shapes *shapes);

// ---- record.c: one line of the file ----------------------------------------------------------

enum { CARD_LINE = 1 << 14 }; // C++ kernels have names of several thousand bytes

struct card_line {
    char text[CARD_LINE];
    size_t length;
    int full; // something did not fit: the line is not to be written
};

void card_begin(struct card_line *line, const char *kind);
void card_text(struct card_line *line, const char *key, const char *value);
void card_count(struct card_line *line, const char *key, double value); // whole numbers, exactly
void card_shape(struct card_line *line, const char *name_key, const struct card_shape *shape);
size_t card_end(struct card_line *line); // closes the line; its length, 0 for a full one

// ---- sum.c: what the turns counted, added up --------------------------------------------------

// Reads the records `turns`, `counted` and `launched` of the file, and appends a record `kernel`
// for each shape. A key whose parts were not all counted is left out. 0; -1 with errno set.
int card_sum(const char *path);

#endif
