// picture.h: what is drawn of a trace, and where: lanes of items along one axis of time.
// Drawn in columns of a terminal (draw_text.c) or in pixels of a page (draw_svg.c).
#ifndef WITNESS_PICTURE_H
#define WITNESS_PICTURE_H

#include "windows.h"

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
    int count;     // how many are folded into it
    double each;   // ns, of one of them
    double x0, x1; // on the page
    char label[96];
    enum label_place place;
    double label_x;   // where the label begins
    int label_row;    // LABEL_BELOW: 0 is the first row under the bar
    int leader_right; // LABEL_BELOW: it hangs from the bar's end, not from its begin
};

enum lane_kind { LANE_WATCH, LANE_HOST, LANE_STREAM };

struct lane {
    enum lane_kind kind;
    uint64_t of; // the thread or the stream
    char title[48];
    struct item *items;
    size_t count, room;
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

// How the page measures: a terminal in whole columns, a page in pixels.
struct page {
    double width;    // of the axis
    double least;    // an item is at least so wide
    double readable; // the window and the kernels should be at least so wide
    double gap;      // between two labels
    int whole;       // positions are whole numbers
    int label_rows;  // at most, under one lane
    double (*text_width)(const char *text);
    int chinese;
};

struct picture {
    const struct witness_facts *facts;
    uint64_t begin, end; // of what is shown
    struct lane lanes[LANES];
    int lane_count;
    struct stretch *stretches;
    size_t stretch_count;
    double ns_per_x; // of the unbroken stretches
    int marks;       // 1: there is a window
    double start_x, stop_x;
    struct tick ticks[TICKS];
    int tick_count;
    int lanes_left_out;
};

// 0: out of memory. The picture keeps pointers into view and facts.
int picture_make(const struct view *view, const struct witness_facts *facts,
                 const struct page *page, struct picture *picture);
void picture_free(struct picture *picture);
// Whether the stopwatch's events are on this lane's stream.
int events_reach(const struct picture *picture, const struct lane *lane);
double picture_x(const struct picture *picture, uint64_t time);

// The steps of picture_make.
int picture_collect(const struct view *view, const struct page *page, struct picture *picture);
int picture_scale(const struct page *page, struct picture *picture);
void picture_place(const struct page *page, struct picture *picture);

struct drawing {
    int width; // columns, for text
    int ascii, colour, chinese;
    const char *device, *program; // of the trace
    int cut_short;
};
int draw_text(const struct view *view, const struct witness_facts *facts,
              const struct drawing *drawing, FILE *out);
int draw_svg(const struct view *view, const struct witness_facts *facts,
             const struct drawing *drawing, FILE *out);
// The picture of a trace's claim named `what` (NULL: the first): 0 when there is none.
int witness_show(const char *path, const char *what, const struct drawing *drawing, FILE *out);
// What a sign means; ITEM_KINDS is the broken axis. And which of them a picture has.
const char *kind_means(int kind, int chinese);
void kinds_seen(const struct picture *picture, int seen[ITEM_KINDS + 1]);
// One line over the picture: what it shows.
void draw_title(const struct witness_facts *facts, const struct drawing *drawing, char *text,
                size_t size);

#endif
