// layout.c: where everything stands on the page: the axis, the bars and their labels.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/order.h"
#include "witness/draw/draw.h"

// ---- the axis --------------------------------------------------------------------------
//
// The whole axis has one scale, fine enough to show the window and the kernels. If the axis is then
// too long, stretches in which nothing begins or ends are broken.

// Every instant at which something begins or ends, in order, each once.
static uint64_t *instants(const struct picture *picture, size_t *count) {
    size_t most = 4, n = 0;
    for (int i = 0; i < picture->lane_count; i++)
        most += 2 * picture->lanes[i].count;
    uint64_t *times = malloc(most * sizeof *times);
    if (!times)
        return NULL;
    times[n++] = picture->begin;
    times[n++] = picture->end;
    for (int l = 0; l < picture->lane_count; l++)
        for (size_t i = 0; i < picture->lanes[l].count; i++) {
            times[n++] = picture->lanes[l].items[i].begin;
            times[n++] = picture->lanes[l].items[i].end;
        }
    qsort(times, n, sizeof *times, ascending_times);
    size_t kept = 0;
    for (size_t i = 0; i < n; i++)
        if (kept == 0 || times[i] != times[kept - 1])
            times[kept++] = times[i];
    *count = kept;
    return times;
}

// The finest scale that an item needs, in page units a nanosecond.
static double wanted(const struct page *page, const struct picture *picture) {
    double finest = 0;
    for (int l = 0; l < picture->lane_count; l++)
        for (size_t i = 0; i < picture->lanes[l].count; i++) {
            const struct item *item = &picture->lanes[l].items[i];
            double length = (double)(item->end - item->begin), least = page->readable;
            if (item->kind != ITEM_WATCH && item->kind != ITEM_KERNEL && item->kind != ITEM_COPY)
                continue;
            if (item->kind != ITEM_WATCH)
                least /=
                    picture->marks ? 2 : 5; // without a stopwatch the whole picture matters more
            if (length > 0 && least / length > finest)
                finest = least / length;
        }
    return finest;
}

// The width at which a stretch is broken, so that all stretches fit.
static double break_at(const struct page *page, const uint64_t *times, size_t count, double scale) {
    double low = 0, high = page->width;
    for (int step = 0; step < 60; step++) {
        double middle = (low + high) / 2, sum = 0;
        for (size_t i = 0; i + 1 < count; i++)
            sum += fmin((double)(times[i + 1] - times[i]) * scale, middle);
        if (sum > page->width)
            high = middle;
        else
            low = middle;
    }
    return low;
}

static void lay(struct picture *picture, const uint64_t *times, size_t count, double scale,
                double most, double width) {
    double x = 0;
    for (size_t i = 0; i + 1 < count; i++) {
        double wide = (double)(times[i + 1] - times[i]) * scale;
        int broken = wide > most * 1.0000001;
        struct stretch stretch = {times[i], times[i + 1], x, x + (broken ? most : wide), broken};
        picture->stretches[picture->stretch_count++] = stretch;
        x = stretch.x1;
    }
    // Rounding may go past the end of the page: then everything is moved back a little.
    if (x > width)
        for (size_t i = 0; i < picture->stretch_count; i++) {
            picture->stretches[i].x0 *= width / x;
            picture->stretches[i].x1 *= width / x;
        }
}

int picture_scale(const struct page *page, struct picture *picture) {
    size_t count = 0;
    uint64_t *times = instants(picture, &count);
    picture->stretches = calloc(count + 1, sizeof *picture->stretches);
    if (!times || !picture->stretches) {
        free(times);
        return 0;
    }
    double length = (double)(picture->end - picture->begin);
    double whole = length > 0 ? page->width / length : 0;
    double scale = fmax(whole, wanted(page, picture)), most = page->width;
    // Something must be seen on both sides of a break.
    while (scale > whole * 1.0001 &&
           (most = break_at(page, times, count, scale)) < page->readable) {
        scale = fmax(whole, scale * 0.9);
        most = page->width;
    }
    if (scale <= whole * 1.0001) {
        scale = whole;
        most = page->width;
    }
    picture->ns_per_x = scale > 0 ? 1 / scale : 0;
    lay(picture, times, count, scale, most, page->width);
    free(times);
    return 1;
}

static int by_begin(const void *left, const void *right) {
    const struct stretch *a = left, *b = right;
    return (a->begin > b->begin) - (a->begin < b->begin);
}

static double picture_x(const struct picture *picture, uint64_t time) {
    struct stretch after = {.begin = time + 1};
    if (!picture->stretch_count || time <= picture->begin)
        return 0;
    size_t behind = lower_bound(&after, picture->stretches, (size_t)picture->stretch_count,
                                sizeof after, by_begin);
    const struct stretch *s = &picture->stretches[behind > 0 ? behind - 1 : 0];
    double part = s->end > s->begin ? (double)(time - s->begin) / (double)(s->end - s->begin) : 1;
    return s->x0 + (s->x1 - s->x0) * fmin(part, 1);
}

// A label is inside its bar, or hangs below its bar. It never lies over an edge or over another
// label.

// ---- what labels say -------------------------------------------------------------------

static const char *short_name(const char *name, enum language language) {
    if (is_launch(name))
        return witness_text(language, WITNESS_SAYS_LABEL_LAUNCH);
    return strncmp(name, "cuda", 4) == 0 && name[4] ? name + 4 : name;
}

static void write_label(const struct picture *picture, struct item *item, enum language language) {
    enum { LONGEST = 28 };
    const char *name = item->kind >= ITEM_CONTEXT ? item->name : short_name(item->name, language);
    const char *dots = strlen(name) > LONGEST ? ".." : "";
    struct duration each = duration_of(item->each);
    double watched = picture->facts->window_ns;
    if (item->kind == ITEM_WATCH)
        snprintf(item->label, sizeof item->label, "%s",
                 picture->facts->elapsed_result ? "?" : duration_of(watched).text);
    else if (item->count > 1 && item->each > 0)
        snprintf(item->label, sizeof item->label, witness_text(language, WITNESS_SAYS_LABEL_MANY),
                 LONGEST, name, dots, item->count, each.text);
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
        write_label(picture, item, page->language);
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

// Whether from..to of a row of labels is taken by a label, or by a line down to a lower label.
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
        for (int above = 0; above < row; above++) // the line down to the label passes there
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
