// place.c: where items and their labels stand on the page. A label is inside its bar, or
// hangs below it; it never straddles an edge and never lies over another.
#include "duration.h"
#include "picture.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// ---- what labels say -------------------------------------------------------------------

static const char *short_name(const char *name) {
    if (is_launch(name))
        return "launch";
    return strncmp(name, "cuda", 4) == 0 && name[4] ? name + 4 : name;
}

static void write_label(const struct picture *picture, struct item *item, int chinese) {
    enum { LONGEST = 28 };
    const char *name = item->kind >= ITEM_CONTEXT ? item->name : short_name(item->name);
    const char *dots = strlen(name) > LONGEST ? ".." : "";
    struct duration each = duration_of(item->each);
    double watched = picture->facts->window_ns;
    if (item->kind == ITEM_WATCH)
        snprintf(item->label, sizeof item->label, "%s",
                 picture->facts->elapsed_result ? "?" : duration_of(watched).text);
    else if (item->count > 1 && item->each > 0)
        snprintf(item->label, sizeof item->label,
                 chinese ? "%.*s%s x %d，每次 %s" : "%.*s%s x %d, each %s", LONGEST, name, dots,
                 item->count, each.text);
    else if (item->count > 1)
        snprintf(item->label, sizeof item->label, "%d %s", item->count, name);
    else
        snprintf(item->label, sizeof item->label, "%.*s%s %s", LONGEST, name, dots, each.text);
}

// ---- bars ------------------------------------------------------------------------------

static void place_items(const struct page *page, struct picture *picture, struct lane *lane) {
    double free_from = 0;
    for (size_t i = 0; i < lane->count; i++) {
        struct item *item = &lane->items[i];
        item->x0 = picture_x(picture, item->begin);
        item->x1 = picture_x(picture, item->end);
        if (page->whole) {
            item->x0 = floor(item->x0 + 0.001);
            item->x1 = floor(item->x1 + 0.5);
        }
        if (item->x0 < free_from)
            item->x0 = free_from;
        if (item->x1 < item->x0 + page->least)
            item->x1 = item->x0 + page->least;
        if (item->x1 > page->width) {
            item->x1 = page->width;
            item->x0 = fmin(item->x0, page->width - page->least);
        }
        free_from = item->x1;
        write_label(picture, item, page->chinese);
    }
}

// The widest part of a bar that no break goes through.
static void unbroken_part(const struct page *page, const struct picture *picture,
                          const struct item *item, double *from, double *to) {
    double begin = item->x0;
    *from = *to = item->x0;
    for (size_t i = 0; i <= picture->stretch_count; i++) {
        double end = item->x1, next = end;
        if (i < picture->stretch_count) {
            const struct stretch *s = &picture->stretches[i];
            double middle = (s->x0 + s->x1) / 2;
            if (!s->broken || middle <= item->x0 || middle >= item->x1)
                continue;
            end = middle - page->gap;
            next = middle + page->gap + page->whole; // two columns wide there
        }
        if (end - begin > *to - *from) {
            *from = begin;
            *to = end;
        }
        begin = next;
    }
}

// ---- labels ----------------------------------------------------------------------------

// Whether from..to of a row of labels is taken by a label or by a leader on its way down.
static int taken(const struct page *page, const struct lane *lane, size_t after, int row,
                 double from, double to) {
    for (size_t i = after; i < lane->count; i++) {
        const struct item *other = &lane->items[i];
        if (other->place != LABEL_BELOW || other->label_row < row)
            continue;
        double anchor = other->leader_right ? other->x1 - page->least : other->x0;
        double begin = anchor, end = anchor;
        if (other->label_row == row) {
            begin = fmin(begin, other->label_x);
            end = fmax(end, other->label_x + page->text_width(other->label));
        }
        double clear = other->label_row == row && to > from ? page->gap : page->least;
        if (from < end + clear && to > begin - clear)
            return 1;
    }
    return 0;
}

static void place_label(const struct page *page, const struct picture *picture, struct lane *lane,
                        size_t i) {
    struct item *item = &lane->items[i];
    double width = page->text_width(item->label), from, to;
    unbroken_part(page, picture, item, &from, &to);
    if (width + 2 * page->gap <= to - from) {
        item->place = LABEL_INSIDE;
        item->label_x = from + (to - from - width) / 2;
        if (page->whole)
            item->label_x = floor(item->label_x);
        return;
    }
    item->leader_right = item->x0 + page->gap + width > page->width;
    double left = item->leader_right ? item->x1 - page->gap - width : item->x0;
    double anchor = item->leader_right ? item->x1 - page->least : item->x0;
    double right = left + page->gap + width;
    if (left < 0)
        return;
    for (int row = 0; row < page->label_rows; row++) {
        int clear = !taken(page, lane, i + 1, row, left, right);
        for (int above = 0; above < row; above++) // the leader passes there
            clear = clear && !taken(page, lane, i + 1, above, anchor, anchor);
        if (!clear)
            continue;
        item->place = LABEL_BELOW;
        item->label_row = row;
        item->label_x = item->leader_right ? left : left + page->gap;
        if (row + 1 > lane->label_rows)
            lane->label_rows = row + 1;
        return;
    }
}

// ---- ticks -----------------------------------------------------------------------------

static void add_tick(const struct page *page, struct picture *picture, double x, uint64_t time,
                     uint64_t zero) {
    if (picture->tick_count == TICKS)
        return;
    struct tick tick = {.x = x};
    double ns = time >= zero ? (double)(time - zero) : -(double)(zero - time);
    snprintf(tick.label, sizeof tick.label, "%s", time == zero ? "0" : duration_of(ns).text);
    double width = page->text_width(tick.label);
    tick.label_x = x - width / 2;
    if (page->whole)
        tick.label_x = floor(tick.label_x + 0.5);
    tick.label_x = fmax(0, fmin(tick.label_x, page->width - width));
    for (int i = 0; i < picture->tick_count; i++) {
        const struct tick *other = &picture->ticks[i];
        double end = other->label_x + page->text_width(other->label);
        if (tick.label_x < end + page->gap && tick.label_x + width + page->gap > other->label_x)
            return;
    }
    picture->ticks[picture->tick_count++] = tick;
}

static void place_ticks(const struct page *page, struct picture *picture) {
    uint64_t zero = picture->marks ? picture->facts->begin : picture->begin;
    double last = page->width - (page->whole ? 1 : 0);
    if (picture->marks) {
        add_tick(page, picture, picture->start_x, zero, zero);
        add_tick(page, picture, picture->stop_x, picture->facts->end, zero);
    } else {
        add_tick(page, picture, 0, zero, zero);
    }
    add_tick(page, picture, fmin(picture_x(picture, picture->end), last), picture->end, zero);
    for (int l = picture->lane_count; l-- > 0;)
        for (size_t i = 0; i < picture->lanes[l].count; i++) {
            const struct item *item = &picture->lanes[l].items[i];
            if (item->kind != ITEM_KERNEL && item->kind != ITEM_COPY)
                continue;
            add_tick(page, picture, fmin(item->x0, last), item->begin, zero);
            add_tick(page, picture, fmin(item->x1, last), item->end, zero);
        }
}

void picture_place(const struct page *page, struct picture *picture) {
    for (int l = 0; l < picture->lane_count; l++) {
        struct lane *lane = &picture->lanes[l];
        place_items(page, picture, lane);
        if (lane->kind == LANE_WATCH && lane->count) {
            picture->start_x = lane->items[0].x0;
            picture->stop_x = lane->items[0].x1 - (page->whole ? 1 : 0);
        }
        for (size_t i = lane->count; i-- > 0;)
            place_label(page, picture, lane, i);
    }
    place_ticks(page, picture);
}
