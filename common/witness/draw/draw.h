// draw.h: which parts of a trace are drawn, and where: lanes of items along one axis of time, in
// columns of a terminal (text.c) or in pixels of a page (svg.c). Sections by file.
#ifndef WITNESS_DRAW_H
#define WITNESS_DRAW_H

#include "witness/picture.h"
#include "witness/read/read.h"
#include "witness/words.h"

enum item_kind {
    ITEM_WATCH, // from start mark to stop mark
    ITEM_CALL,
    ITEM_WAIT,   // a call that blocked
    ITEM_FAILED, // a call that failed
    ITEM_CONTEXT,
    ITEM_KERNEL,
    ITEM_COPY,
    ITEM_MEMSET,
    ITEM_OTHER, // work that was not queued between the marks
    ITEM_KINDS
};

enum label_place { LABEL_NONE, LABEL_INSIDE, LABEL_BELOW };

struct item {
    enum item_kind kind;
    uint64_t begin, end;
    const char *name;
    int count;     // how many notes are folded into the item
    double each;   // ns of one of these notes
    double filled; // the share of the item in which one of them ran
    double x0, x1; // on the page
    char label[96];
    enum label_place place;
    double label_x;   // where the label begins
    int label_row;    // LABEL_BELOW: 0 is the first row under the bar
    int leader_right; // LABEL_BELOW: the label hangs from the end of the bar, not from its begin
};

enum lane_kind { LANE_WATCH, LANE_HOST, LANE_STREAM };

struct lane {
    enum lane_kind kind;
    uint64_t of; // the number of the thread or the stream
    char title[48];
    struct item *items;
    size_t count, capacity;
    int label_rows;
};

struct stretch { // of the axis: drawn to scale, or broken in its middle
    uint64_t begin, end;
    double x0, x1;
    int broken;
};

struct tick {
    double x;
    double label_x;
    char label[24];
};

enum { LANES = 14, TICKS = 8 };

// The measures of the page: in whole columns for a terminal, in pixels for a page of a book.
struct page {
    double width;    // of the axis
    double least;    // width of an item, at least
    double readable; // width of the window and of the kernels, where there is space
    double gap;      // between two labels
    int whole;       // positions are whole numbers
    int label_rows;  // under one lane, at most
    double (*text_width)(const char *text);
    enum language language;
};

struct picture {
    const struct witness_facts *facts;
    uint64_t begin, end; // of what is shown
    struct lane lanes[LANES];
    int lane_count;
    struct stretch *stretches;
    size_t stretch_count;
    double ns_per_x; // of the unbroken stretches
    int marks;       // 1: there is a window, from start_x to stop_x
    double start_x, stop_x;
    struct tick ticks[TICKS];
    int tick_count;
    int lanes_left_out;
};

// ---- collect.c: which notes are shown, in which lane -----------------------------------

int picture_collect(const struct view *view, const struct page *page, struct picture *picture);

// ---- layout.c: the axis, and where items and labels stand ------------------------------

int picture_scale(const struct page *page, struct picture *picture);
void picture_place(const struct page *page, struct picture *picture);

// ---- picture.c: the whole, and the words around it -------------------------------------

// 0: out of memory. The picture keeps pointers into view and facts.
int picture_make(const struct view *view, const struct witness_facts *facts,
                 const struct page *page, struct picture *picture);
void picture_free(struct picture *picture);

// Whether the stopwatch's events are on this lane's stream.
int events_reach(const struct picture *picture, const struct lane *lane);

// The meaning of a sign, from ITEM_CALL on (ITEM_KINDS is the broken axis), and which signs a
// picture has.
const char *kind_means(int kind, enum language language);
void kinds_seen(const struct picture *picture, int seen[ITEM_KINDS + 1]);

// One line over the picture: what it shows.
void picture_title(const struct witness_facts *facts, const struct drawing *drawing, char *text,
                   size_t size);

#endif
