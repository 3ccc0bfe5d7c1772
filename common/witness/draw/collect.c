// collect.c: which notes a picture shows, in which lane, and which are folded into one item.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "witness/draw/draw.h"

// ---- what part of the trace --------------------------------------------------------

static void widen(struct picture *picture, uint64_t begin, uint64_t end) {
    if (begin < picture->begin)
        picture->begin = begin;
    if (end > picture->end)
        picture->end = end;
}

static int queued_inside(const struct view *view, const struct witness_facts *facts, size_t note) {
    uint64_t at = queued_at(view, note);
    return facts->kind != WINDOW_NONE && at >= facts->host_begin && at < facts->host_end;
}

static int shown(const struct view *view, const struct witness_facts *facts, size_t note) {
    return !view->passed[note] || facts->library;
}

static void choose_part(const struct view *view, struct picture *picture) {
    const struct witness_facts *facts = picture->facts;
    const struct trace *trace = view->trace;
    int window = facts->kind != WINDOW_NONE;
    picture->begin = UINT64_MAX;
    picture->end = 0;
    if (window) {
        widen(picture, facts->begin, facts->begin);
        widen(picture, facts->host_begin, facts->host_end);
        widen(picture, facts->end > facts->begin ? facts->begin : facts->end, facts->end);
    }
    for (size_t i = 0; i < trace->count; i++) {
        const struct witness_note *note = &trace->notes[i];
        int drawn = is_work(note) || note->kind == WITNESS_CALL || note->kind == WITNESS_CONTEXT;
        if (!drawn || !shown(view, facts, i))
            continue;
        int of_window = is_work(note) && (queued_inside(view, facts, i) ||
                                          (note->begin < facts->end && note->end > facts->begin));
        if (!window || of_window)
            widen(picture, note->begin, note->end);
    }
    if (picture->begin > picture->end)
        picture->begin = picture->end = 0;
}

// ---- lanes -----------------------------------------------------------------------------

static struct lane *lane_of(struct picture *picture, enum lane_kind kind, uint64_t of) {
    for (int i = 0; i < picture->lane_count; i++)
        if (picture->lanes[i].kind == kind && picture->lanes[i].of == of)
            return &picture->lanes[i];
    if (picture->lane_count == LANES) {
        picture->lanes_left_out = 1;
        return NULL;
    }
    struct lane *lane = &picture->lanes[picture->lane_count++];
    memset(lane, 0, sizeof *lane);
    lane->kind = kind;
    lane->of = of;
    return lane;
}

static int same_work(const struct item *a, const struct item *b) {
    return a->kind == b->kind && strcmp(a->name, b->name) == 0;
}

static int add_item(struct lane *lane, struct item item) {
    if (lane->count == lane->capacity) {
        size_t capacity = lane->capacity ? lane->capacity * 2 : 16;
        struct item *items = realloc(lane->items, capacity * sizeof *items);
        if (!items)
            return 0;
        lane->items = items;
        lane->capacity = capacity;
    }
    lane->items[lane->count++] = item;
    return 1;
}

// Folds four or more notes of a kind that follow each other into one item, because only their
// number and their length matter.
static void fold(struct lane *lane) {
    enum { FOLDED = 4 };
    size_t kept = 0;
    for (size_t i = 0; i < lane->count;) {
        size_t j = i + 1;
        struct item together = lane->items[i];
        double sum = (double)(together.end - together.begin);
        while (j < lane->count && same_work(&together, &lane->items[j])) {
            sum += (double)(lane->items[j].end - lane->items[j].begin);
            if (lane->items[j].end > together.end)
                together.end = lane->items[j].end;
            j++;
        }
        if (j - i >= FOLDED) {
            together.count = (int)(j - i);
            together.each = sum / (double)(j - i);
            together.filled = fmin(1, sum / fmax(1, (double)(together.end - together.begin)));
            lane->items[kept++] = together;
        } else {
            for (; i < j; i++)
                lane->items[kept++] = lane->items[i];
        }
        i = j;
    }
    lane->count = kept;
}

// Folds the middle of a lane that is still too full, although nothing in it repeats.
static void fold_rest(struct lane *lane, enum language language) {
    enum { MOST = 20, ENDS = 6 };
    if (lane->count <= MOST)
        return;
    struct item *first = &lane->items[ENDS], *last = &lane->items[lane->count - ENDS];
    struct item together = *first;
    int count = 0;
    for (struct item *item = first; item < last; item++) {
        count += item->count;
        if (item->end > together.end)
            together.end = item->end;
        if (item->kind != together.kind)
            together.kind = lane->kind == LANE_HOST ? ITEM_CALL : ITEM_OTHER;
    }
    together.count = count;
    together.each = 0;
    together.filled = 1;
    together.name = witness_text(language, lane->kind == LANE_HOST ? WITNESS_SAYS_SOME_CALLS
                                                                   : WITNESS_SAYS_SOME_WORK);
    *first = together;
    memmove(first + 1, last, ENDS * sizeof *first);
    lane->count = ENDS + 1 + ENDS;
}

// ---- items -------------------------------------------------------------------------------

// 1 for calls that take no time and do nothing that a picture of time could show.
static int trivial(const char *call) {
    static const char *const names[] = {"cudaGetLastError",      "cudaPeekAtLastError",
                                        "cudaGetDevice",         "cudaSetDevice",
                                        "cudaEventCreate",       "cudaEventDestroy",
                                        "cudaStreamIsCapturing", "cudaDeviceGetAttribute",
                                        "cudaFuncGetAttributes", "cudaEventElapsedTime"};
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
        if (strncmp(call, names[i], strlen(names[i])) == 0)
            return 1;
    return 0;
}

static struct item call_item(const struct witness_note *note) {
    struct item item = {
        .kind = ITEM_CALL, .begin = note->begin, .end = note->end, .count = 1, .name = note->name};
    if (note->kind == WITNESS_WAIT)
        item.kind = ITEM_WAIT;
    else if (note->kind == WITNESS_CONTEXT)
        item.kind = ITEM_CONTEXT;
    else if (note->result && note->result != WITNESS_NOT_READY)
        item.kind = ITEM_FAILED;
    return item;
}

// Adds a wait or a context, which lies within a call: it replaces the call, except the part of the
// call before it.
static int add_call(struct lane *lane, const struct witness_note *note) {
    struct item item = call_item(note);
    struct item *last = lane->count ? &lane->items[lane->count - 1] : NULL;
    if (last && note->kind != WITNESS_CALL && note->begin >= last->begin &&
        note->end <= last->end) {
        if (last->kind == ITEM_FAILED)
            return 1;
        item.end = last->end;
        item.name = note->kind == WITNESS_WAIT ? last->name : note->name;
        if (2 * (note->begin - last->begin) <= note->end - note->begin) { // nearly the whole call
            item.begin = last->begin;
            *last = item;
            return 1;
        }
        last->end = item.begin;
    } else if (note->kind == WITNESS_WAIT) {
        return 1; // it belongs to a call that is not shown
    }
    return add_item(lane, item);
}

static int add_work(const struct view *view, struct picture *picture, size_t i) {
    const struct witness_note *note = &view->trace->notes[i];
    struct lane *lane = lane_of(picture, LANE_STREAM, note->stream);
    if (!lane)
        return 1;
    struct item item = {.begin = note->begin, .end = note->end, .count = 1, .name = note->name};
    item.kind = note->kind == WITNESS_KERNEL ? ITEM_KERNEL
                : note->kind == WITNESS_COPY ? ITEM_COPY
                                             : ITEM_MEMSET;
    if (picture->facts->kind != WINDOW_NONE && !queued_inside(view, picture->facts, i))
        item.kind = ITEM_OTHER;
    return add_item(lane, item);
}

static int add_notes(const struct view *view, struct picture *picture) {
    const struct trace *trace = view->trace;
    for (size_t i = 0; i < trace->count; i++) {
        const struct witness_note *note = &trace->notes[i];
        if (!shown(view, picture->facts, i) || note->end < picture->begin ||
            note->begin > picture->end)
            continue;
        if (is_work(note)) {
            if (!add_work(view, picture, i))
                return 0;
            continue;
        }
        if ((note->kind != WITNESS_CALL && note->kind != WITNESS_WAIT &&
             note->kind != WITNESS_CONTEXT) ||
            (trivial(note->name) && !note->result))
            continue;
        if (note->kind == WITNESS_CALL && strncmp(note->name, "tare_", 5) == 0)
            continue;
        struct lane *lane = lane_of(picture, LANE_HOST, note->thread);
        if (lane && !add_call(lane, note))
            return 0;
    }
    return 1;
}

// No item goes past the edge of the picture.
static void clip(struct picture *picture) {
    for (int l = 0; l < picture->lane_count; l++)
        for (size_t i = 0; i < picture->lanes[l].count; i++) {
            struct item *item = &picture->lanes[l].items[i];
            item->filled = 1;
            if (!item->each)
                item->each = (double)(item->end - item->begin);
            if (item->begin < picture->begin)
                item->begin = picture->begin;
            if (item->end > picture->end)
                item->end = picture->end;
        }
}

static int by_lane(const void *left, const void *right) {
    const struct lane *a = left, *b = right;
    if (a->kind != b->kind)
        return a->kind < b->kind ? -1 : 1;
    return a->of < b->of ? -1 : a->of > b->of;
}

static void name_lanes(struct picture *picture, enum language language) {
    unsigned long long threads = 0;
    for (int i = 0; i < picture->lane_count; i++) {
        struct lane *lane = &picture->lanes[i];
        enum witness_word word = WITNESS_SAYS_LANE_WATCH;
        unsigned long long number = 0;
        if (lane->kind == LANE_HOST) {
            number = ++threads;
            word = number == 1 ? WITNESS_SAYS_LANE_HOST : WITNESS_SAYS_LANE_HOSTS;
        } else if (lane->kind == LANE_STREAM) {
            number = lane->of;
            word = number ? WITNESS_SAYS_LANE_STREAM : WITNESS_SAYS_LANE_DEFAULT;
        }
        snprintf(lane->title, sizeof lane->title, witness_text(language, word), number);
    }
}

int picture_collect(const struct view *view, const struct page *page, struct picture *picture) {
    const struct witness_facts *facts = picture->facts;
    choose_part(view, picture);
    if (facts->kind != WINDOW_NONE) {
        struct lane *watch = lane_of(picture, LANE_WATCH, 0);
        int forward = facts->end >= facts->begin;
        struct item item = {.kind = ITEM_WATCH,
                            .count = 1,
                            .name = "",
                            .begin = forward ? facts->begin : facts->end,
                            .end = forward ? facts->end : facts->begin};
        lane_of(picture, LANE_HOST, facts->thread);
        if (!add_item(watch, item))
            return 0;
        if (facts->kind == WINDOW_EVENTS)
            lane_of(picture, LANE_STREAM, facts->stream);
        picture->marks = 1;
    }
    if (!add_notes(view, picture))
        return 0;
    qsort(picture->lanes, (size_t)picture->lane_count, sizeof picture->lanes[0], by_lane);
    clip(picture);
    for (int i = 0; i < picture->lane_count; i++) {
        fold(&picture->lanes[i]);
        fold_rest(&picture->lanes[i], page->language);
    }
    name_lanes(picture, page->language);
    return 1;
}
