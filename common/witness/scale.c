// scale.c: the axis. One scale throughout, fine enough for the window and the kernels to
// be seen; stretches in which nothing begins or ends are broken where they would not fit.
#include "base/order.h"
#include "picture.h"

#include <math.h>
#include <stdlib.h>

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

// The finest scale that anything asks for, in page units a nanosecond.
static double wanted(const struct page *page, const struct picture *picture) {
    double finest = 0;
    for (int l = 0; l < picture->lane_count; l++)
        for (size_t i = 0; i < picture->lanes[l].count; i++) {
            const struct item *item = &picture->lanes[l].items[i];
            double length = (double)(item->end - item->begin), least = page->readable;
            if (item->kind != ITEM_WATCH && item->kind != ITEM_KERNEL && item->kind != ITEM_COPY)
                continue;
            if (item->kind != ITEM_WATCH)
                least /= picture->marks ? 2 : 5; // without a stopwatch, the whole matters more
            if (length > 0 && least / length > finest)
                finest = least / length;
        }
    return finest;
}

// The width at which a stretch is broken, so that all fit; 0 when even that is too much.
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
    // What rounding left at the end belongs to nobody: the scale stays what it is.
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
    // A break must leave something to see on either side of it.
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

double picture_x(const struct picture *picture, uint64_t time) {
    size_t low = 0, high = picture->stretch_count;
    if (!high || time <= picture->begin)
        return 0;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (picture->stretches[middle].begin <= time)
            low = middle;
        else
            high = middle;
    }
    const struct stretch *s = &picture->stretches[low];
    double part = s->end > s->begin ? (double)(time - s->begin) / (double)(s->end - s->begin) : 1;
    return s->x0 + (s->x1 - s->x0) * fmin(part, 1);
}
