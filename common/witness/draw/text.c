// text.c: the picture in a terminal, in Unicode or in plain ASCII.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "witness/draw/draw.h"

enum style {
    PLAIN, // a style for each item_kind follows, in that order
    STYLE_OF_ITEM,
    GUIDE = STYLE_OF_ITEM + ITEM_KINDS,
    STYLES
};

static const char *const colours[STYLES] = {
    [STYLE_OF_ITEM + ITEM_WATCH] = "1",    [STYLE_OF_ITEM + ITEM_CALL] = "34",
    [STYLE_OF_ITEM + ITEM_WAIT] = "33",    [STYLE_OF_ITEM + ITEM_FAILED] = "31",
    [STYLE_OF_ITEM + ITEM_CONTEXT] = "35", [STYLE_OF_ITEM + ITEM_KERNEL] = "32",
    [STYLE_OF_ITEM + ITEM_COPY] = "36",    [STYLE_OF_ITEM + ITEM_MEMSET] = "35",
    [STYLE_OF_ITEM + ITEM_OTHER] = "90",   [GUIDE] = "90"};

static const struct glyph {
    unsigned unicode;
    char ascii;
} bars[ITEM_KINDS] = {{0x2500, '-'}, {0x25a0, '+'}, {0x2591, '.'}, {0x2715, 'x'}, {0x259a, '~'},
                      {0x2588, '#'}, {0x2593, '='}, {0x2592, ':'}, {0x2592, '%'}};
static const struct glyph reached = {0x25bc, 'v'}, hangs = {0x2514, '`'},
                          hangs_right = {0x2518, '\''}, passes = {0x2502, '|'},
                          guide = {0x250a, '|'}, breaks = {0x2571, '/'}, axis = {0x2500, '-'},
                          tick_mark = {0x2534, '+'}, opens = {0x251c, '|'}, shuts = {0x2524, '|'};

struct cell {
    unsigned code; // 0: the second column of a wide character
    unsigned char style;
};

struct grid {
    struct cell *cells;
    int width, ascii;
};

static struct cell *at(const struct grid *grid, int row, int column) {
    return &grid->cells[row * grid->width + column];
}

static void put(const struct grid *grid, int row, int column, struct glyph glyph, int style) {
    if (column < 0 || column >= grid->width)
        return;
    struct cell *cell = at(grid, row, column);
    cell->code = grid->ascii ? (unsigned)glyph.ascii : glyph.unicode;
    cell->style = (unsigned char)style;
}

static void write_text(const struct grid *grid, int row, int column, const char *text, int style) {
    for (unsigned code; (code = utf8_next(&text));) {
        int wide = columns_of_code(code);
        if (column < 0 || column + wide > grid->width)
            return;
        *at(grid, row, column) = (struct cell){code, (unsigned char)style};
        if (wide == 2)
            *at(grid, row, column + 1) = (struct cell){0, (unsigned char)style};
        column += wide;
    }
}

// ---- one lane ----------------------------------------------------------------------------

static void draw_breaks(const struct grid *grid, const struct picture *picture, int row,
                        double from, double to, int style) {
    for (size_t i = 0; i < picture->stretch_count; i++) {
        const struct stretch *s = &picture->stretches[i];
        double middle = (s->x0 + s->x1) / 2;
        if (!s->broken || middle <= from || middle >= to)
            continue;
        put(grid, row, (int)middle, breaks, style);
        put(grid, row, (int)middle + 1, breaks, style);
    }
}

static void draw_bar(const struct grid *grid, const struct picture *picture, int row,
                     const struct item *item) {
    int style = STYLE_OF_ITEM + (int)item->kind, from = (int)item->x0, to = (int)item->x1;
    // As many of its columns as are filled, evenly, so that a bar of many shows that it has gaps.
    for (int x = from; x < to; x++)
        if (x == from || floor((x - from) * item->filled) < floor((x - from + 1) * item->filled))
            put(grid, row, x, bars[item->kind], style);
    if (item->kind == ITEM_WATCH) {
        put(grid, row, from, opens, style);
        put(grid, row, to - 1, shuts, style);
    }
    draw_breaks(grid, picture, row, item->x0, item->x1, style);
    if (item->place == LABEL_INSIDE) {
        int x = (int)item->label_x;
        write_text(grid, row, x - 1, " ", PLAIN);
        write_text(grid, row, x, item->label, PLAIN);
        write_text(grid, row, x + columns_of(item->label), " ", PLAIN);
    } else if (item->place == LABEL_BELOW) {
        int anchor = item->leader_right ? to - 1 : from, below = row + 1 + item->label_row;
        for (int r = row + 1; r < below; r++)
            put(grid, r, anchor, passes, GUIDE);
        put(grid, below, anchor, item->leader_right ? hangs_right : hangs, GUIDE);
        write_text(grid, below, (int)item->label_x, item->label, PLAIN);
    }
}

static void draw_guides(const struct grid *grid, const struct picture *picture, int rows) {
    if (!picture->marks)
        return;
    for (int r = 0; r < rows; r++) {
        put(grid, r, (int)picture->start_x, guide, GUIDE);
        put(grid, r, (int)picture->stop_x, guide, GUIDE);
    }
}

// ---- rows to lines -------------------------------------------------------------------------

static void print_row(const struct grid *grid, int row, int colour, FILE *out) {
    int last = grid->width - 1, style = PLAIN;
    while (last >= 0 && at(grid, row, last)->code == ' ')
        last--;
    for (int x = 0; x <= last; x++) {
        const struct cell *cell = at(grid, row, x);
        if (colour && cell->style != style && cell->code != ' ') {
            fprintf(out, "\033[%sm", colours[cell->style] ? colours[cell->style] : "0");
            style = cell->style;
        }
        if (cell->code)
            utf8_put(cell->code, out);
    }
    fputs(style != PLAIN ? "\033[0m\n" : "\n", out);
}

static void print_title(const char *title, int columns, FILE *out) {
    fprintf(out, " %s%*s", title, columns - 1 - columns_of(title), "");
}

static void clear(struct grid *grid, int rows) {
    for (int i = 0; i < rows * grid->width; i++)
        grid->cells[i] = (struct cell){' ', PLAIN};
}

static void print_axis(struct grid *grid, const struct picture *picture, int titles,
                       const struct drawing *drawing, FILE *out) {
    clear(grid, 2);
    for (int x = 0; x < grid->width; x++)
        put(grid, 0, x, axis, GUIDE);
    draw_breaks(grid, picture, 0, -1, grid->width, PLAIN);
    for (int i = 0; i < picture->tick_count; i++) {
        put(grid, 0, (int)picture->ticks[i].x, tick_mark, PLAIN);
        write_text(grid, 1, (int)picture->ticks[i].label_x, picture->ticks[i].label, PLAIN);
    }
    print_title("", titles, out);
    print_row(grid, 0, drawing->colour, out);
    print_title(witness_text(drawing->language, WITNESS_SAYS_TIME_AXIS), titles, out);
    print_row(grid, 1, drawing->colour, out);
}

// ---- what the signs mean ---------------------------------------------------------------------

static void print_legend(const struct picture *picture, const struct drawing *drawing, FILE *out) {
    int seen[ITEM_KINDS + 1], column = 1;
    kinds_seen(picture, seen);
    fputc(' ', out);
    for (int kind = ITEM_CALL; kind <= ITEM_KINDS; kind++) {
        const char *means = kind_means(kind, drawing->language);
        int columns = columns_of(means) + 5;
        if (!seen[kind])
            continue;
        if (column + columns > drawing->width) {
            fputs("\n ", out);
            column = 1;
        } else if (column > 1) {
            fputs("  ", out);
        }
        struct glyph sign = kind == ITEM_KINDS ? breaks : bars[kind];
        const char *style =
            kind < ITEM_KINDS && drawing->colour ? colours[STYLE_OF_ITEM + kind] : NULL;
        if (style)
            fprintf(out, "\033[%sm", style);
        for (int twice = 0; twice < 2; twice++)
            utf8_put(drawing->ascii ? (unsigned)sign.ascii : sign.unicode, out);
        fprintf(out, "%s %s", style ? "\033[0m" : "", means);
        column += columns;
    }
    fputc('\n', out);
}

static double columns_wide(const char *text) {
    return columns_of(text);
}

static int widest_title(const struct picture *picture) {
    int widest = 4;
    for (int i = 0; i < picture->lane_count; i++)
        if (columns_of(picture->lanes[i].title) > widest)
            widest = columns_of(picture->lanes[i].title);
    return widest + 3;
}

static void print_lanes(struct grid *grid, const struct picture *picture, int titles,
                        const struct drawing *drawing, FILE *out) {
    for (int l = 0; l < picture->lane_count; l++) {
        const struct lane *lane = &picture->lanes[l];
        int rows = 1 + lane->label_rows;
        clear(grid, rows);
        draw_guides(grid, picture, rows);
        if (events_reach(picture, lane)) {
            put(grid, 0, (int)picture->start_x, reached, STYLE_OF_ITEM + ITEM_WATCH);
            put(grid, 0, (int)picture->stop_x, reached, STYLE_OF_ITEM + ITEM_WATCH);
        }
        for (size_t i = 0; i < lane->count; i++)
            draw_bar(grid, picture, 0, &lane->items[i]);
        for (int r = 0; r < rows; r++) {
            print_title(r ? "" : lane->title, titles, out);
            print_row(grid, r, drawing->colour, out);
        }
    }
}

int draw_text(const struct view *view, const struct witness_facts *facts,
              const struct drawing *drawing, FILE *out) {
    enum { TITLES = 12, ROWS = 4, NARROWEST = 60 };
    char text[600];
    struct picture picture;
    struct drawing on = *drawing;
    if (on.width < NARROWEST)
        on.width = NARROWEST;
    struct page page = {.width = on.width - TITLES - 1,
                        .least = 1,
                        .readable = 12,
                        .gap = 1,
                        .whole = 1,
                        .label_rows = ROWS - 1,
                        .text_width = columns_wide,
                        .language = on.language};
    if (!picture_make(view, facts, &page, &picture))
        return 0;
    struct grid grid = {NULL, (int)page.width, on.ascii};
    grid.cells = malloc((size_t)(ROWS * grid.width) * sizeof *grid.cells);
    if (!grid.cells) {
        picture_free(&picture);
        return 0;
    }
    int titles = widest_title(&picture) < TITLES ? TITLES : widest_title(&picture);
    picture_title(facts, &on, text, sizeof text);
    print_wrapped(text, on.width, 1, out);
    fputc('\n', out);
    print_lanes(&grid, &picture, titles, &on, out);
    print_axis(&grid, &picture, titles, &on, out);
    print_legend(&picture, &on, out);
    if (!on.asks) {
        fputc('\n', out);
        account_sentence(facts, on.language, text, sizeof text);
        print_wrapped(text, on.width, 1, out);
    }
    free(grid.cells);
    picture_free(&picture);
    return 1;
}

int witness_show(const char *path, const char *what, const struct drawing *drawing, FILE *out) {
    struct trace trace;
    struct view view;
    struct witness_facts facts;
    char why[200];
    int shown = 0;
    if (!trace_read(path, &trace, why, sizeof why))
        return 0;
    if (view_make(&trace, &view)) {
        struct drawing on = *drawing;
        on.device = trace.device;
        on.program = trace.program;
        on.cut_short = trace.cut_short;
        for (size_t i = 0; !shown && witness_facts_of(&view, i, &facts); i++)
            shown = (!what || strcmp(facts.claim, what) == 0) && draw_text(&view, &facts, &on, out);
        view_free(&view);
    }
    trace_free(&trace);
    return shown;
}
