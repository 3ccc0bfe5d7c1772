// tie.c: what a printed number was made of: a reading of a stopwatch, or a statistic of several;
// of a rate, also bytes or operations that the trace holds. Altered numbers are tied in the same
// way, and tell how likely a tie is luck.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/order.h"
#include "weigh/weigh.h"
#include "witness/audit/audit.h"

// ---- times -----------------------------------------------------------------------------------

// The rounding of a clock that was read as whole nanoseconds, or as a float.
static double tight(const struct expression *of) {
    return fmin(of->rounding, 1 + 2e-7 * of->value);
}

static int add_one(struct ties *ties, const struct expression *of, enum made made, double factor,
                   double scale, double rounding, int cost) {
    if (ties->count == ties->room) {
        size_t room = ties->room ? 2 * ties->room : 1024;
        struct tie *more = realloc(ties->of, room * sizeof *more);
        if (!more)
            return 0;
        ties->of = more;
        ties->room = room;
    }
    ties->of[ties->count++] = (struct tie){.of = *of,
                                           .made = made,
                                           .value = of->value * factor,
                                           .tolerance = rounding * factor,
                                           .scale = scale,
                                           .cost = cost};
    return 1;
}

// Few programs keep the seconds since 1970 in a double, which rounds them.
static int add(struct ties *ties, const struct expression *of, enum made made, double factor,
               double scale, int cost) {
    double rounding = tight(of);
    return add_one(ties, of, made, factor, scale, rounding, cost) &&
           (rounding == of->rounding ||
            add_one(ties, of, made, factor, scale, of->rounding, cost + 1));
}

static int is_fresh(const struct ties *ties, int window) {
    return ties->view->windows[window].read > ties->since;
}

// All readings since the line before.
static int is_since(const struct ties *ties, const struct expression *of, int newest) {
    return of->last == newest && is_fresh(ties, of->first) &&
           (of->first == 0 || !is_fresh(ties, of->first - 1));
}

static int cost_of_one(const struct ties *ties, const struct expression *of, int newest) {
    enum { FEW = 3 };
    if (of->last == newest)
        return 0;
    if (ties->view->windows[of->last].around)
        return is_fresh(ties, of->last) ? 2 : 3;
    int middle = of->rank == (of->like - 1) / 2 || of->rank == of->like / 2;
    if (of->like <= FEW || of->rank == 0 || of->rank == of->like - 1 || middle)
        return 1;
    return is_fresh(ties, of->last) ? 2 : 4;
}

// How seldom a program prints this expression: nobody prints reading 217 of 349.
static int cost_of(const struct ties *ties, const struct expression *of, int newest) {
    enum { FEW = 10 };
    int since = is_since(ties, of, newest);
    switch (of->form) {
    case READING_ONE:
        return cost_of_one(ties, of, newest);
    case READING_MEAN:
    case READING_SUM:
    case READING_MIDDLE:
        if (of->likes == -2)
            return 4;
        if (of->missing == 0 || since)
            return 1 + (of->mixed && !since);
        return of->missing > FEW ? 4 : of->missing == 1 ? 2 : 3;
    case READING_LIBRARY:
        return 1;
    case READING_TRIMMED:
    case READING_GEOMETRIC:
    case READING_HARMONIC:
        return 3;
    default:
        return 5;
    }
}

// The expression, and it divided by its runs, and what mistakes make of it.
static int add_all(struct ties *ties, const struct expression *of, int cost) {
    static const double scales[] = {1e-3, 1e3, 1e-6, 1e6};
    enum { MOST_RUNS = 1 << 20, MOST_PARTS = 256 };
    int runs = of->runs < MOST_RUNS ? (int)of->runs : 0;
    if (!add(ties, of, MADE_WHOLE, 1, 1, cost))
        return 0;
    if (runs > 1 && !add(ties, of, MADE_RUN, 1.0 / runs, 1, cost))
        return 0;
    if (cost > 2)
        return 1;
    if (runs > 1 && !add(ties, of, MADE_TWICE, 1.0 / runs / runs, 1, cost + 2))
        return 0;
    // Another count: of the runs in a reading, or of the readings in a mean.
    int all = of->form == READING_ONE ? runs : of->form == READING_MEAN ? of->count : 0;
    double whole = of->form == READING_MEAN ? of->count : 1;
    for (int part = 2; cost <= 1 && all > 1 && all <= MOST_PARTS && part <= 2 * all; part++)
        if (part != all &&
            !add(ties, of, MADE_PART, whole / part, whole / part, cost + (all % part == 0 ? 2 : 3)))
            return 0;
    for (size_t i = 0; i < sizeof scales / sizeof *scales; i++)
        if (!add(ties, of, MADE_SCALED, scales[i] / (runs > 1 ? runs : 1), scales[i], cost + 3))
            return 0;
    return 1;
}

enum { MOST_COST = 2 }; // of the time in a rate

static int by_value(const void *left, const void *right) {
    const struct tie *a = left, *b = right;
    if (a->value != b->value)
        return a->value < b->value ? -1 : 1;
    return a->cost != b->cost ? a->cost - b->cost : b->of.last - a->of.last;
}

int ties_at(struct ties *ties, uint64_t until, uint64_t since) {
    if (ties->ready && ties->until == until && ties->since == since)
        return 1;
    ties->until = until;
    ties->since = since;
    ties->count = 0;
    ties->ready = 1;
    ties->widest = 0;
    const struct expressions *list = readings_until(&ties->readings, until);
    if (!list)
        return 0;
    int newest = list->count && list->of[0].form == READING_ONE ? list->of[0].last : -1;
    for (size_t i = 0; i < list->count; i++) {
        struct expression of = list->of[i];
        ties->widest = fmax(ties->widest, of.rounding / of.value);
        if (ties->refused && of.form == READING_ONE && !(of.runs > 0)) { // but it divides by them
            const struct window *window = &ties->view->windows[of.last];
            of.runs =
                launches_refused(ties->view->trace, window->host_begin, window->host_end).count;
        }
        if (!add_all(ties, &of, cost_of(ties, &of, newest)))
            return 0;
    }
    if (ties->count)
        qsort(ties->of, ties->count, sizeof *ties->of, by_value);
    ties->whole_count = 0;
    for (int cost = 0; cost <= MOST_COST; cost++)
        for (size_t i = 0; i < ties->count && ties->whole_count < MOST_WHOLE; i++)
            if (ties->of[i].made == MADE_WHOLE && ties->of[i].cost == cost)
                ties->whole[ties->whole_count++] = i;
    return 1;
}

// The first tie that is not smaller.
static size_t first_at(const struct ties *ties, double value) {
    struct tie key = {.value = value, .cost = -1};
    return lower_bound(&key, ties->of, ties->count, sizeof key, by_value);
}

int tie_time(const struct ties *ties, double ns, double half, struct tie hits[MOST_HITS]) {
    double room = half + fmin(ties->widest, 0.05) * (ns + half);
    int best = 1000, count = 0;
    for (size_t i = first_at(ties, ns - room); i < ties->count && ties->of[i].value <= ns + room;
         i++) {
        const struct tie *tie = &ties->of[i];
        if (fabs(tie->value - ns) > half + tie->tolerance || tie->cost > best)
            continue;
        if (tie->cost < best)
            count = 0;
        best = tie->cost;
        if (count < MOST_HITS)
            hits[count++] = *tie;
    }
    return count;
}

// ---- rates -----------------------------------------------------------------------------------

static int by_work(const void *left, const void *right) {
    const struct size *a = left, *b = right;
    if (a->work != b->work)
        return a->work < b->work ? -1 : 1;
    return a->cost - b->cost;
}

enum { MOST_SIZES = 64, MOST_TABLE = 8192 };

static void add_size(struct size *table, size_t *count, double base, double multiple, int cost) {
    if (*count + 1 < MOST_TABLE && base * multiple >= 1)
        table[(*count)++] = (struct size){base * multiple, multiple, base, cost, 0};
}

static void add_bytes(struct ties *ties, double base, int cost) {
    static const struct {
        double multiple;
        int cost;
    } usual[] = {{1, 0}, {2, 0},   {3, 0},   {4, 0},  {5, 1},   {6, 1},
                 {8, 1}, {0.5, 1}, {1.5, 1}, {10, 2}, {0.25, 2}};
    for (size_t i = 0; i < sizeof usual / sizeof *usual; i++)
        add_size(ties->bytes, &ties->byte_count, base, usual[i].multiple, cost + usual[i].cost);
}

static void add_cube(struct ties *ties, double side, double multiple, int cost) {
    add_size(ties->operations, &ties->operation_count, side * side * side, multiple, cost);
    ties->operations[ties->operation_count - 1].cube = 1;
}

static void add_operations(struct ties *ties, double bytes) {
    for (int element = 2; element <= 8; element *= 2) {
        double count = bytes / element, side = round(sqrt(count));
        if (side > 1 && side * side == count) {
            add_cube(ties, side, 2, 0);
            add_cube(ties, side, 1, 1);
            add_cube(ties, side, 4, 1);
        }
        for (int each = 1; each <= 8 && element > 2; each++)
            add_size(ties->operations, &ties->operation_count, count, each, 1 + (each > 3));
    }
}

// Sizes of what was allocated, copied and set; each size once.
static size_t sizes_of(const struct trace *trace, double *sizes) {
    size_t count = 0;
    for (size_t i = 0; i < trace->count && count < MOST_SIZES; i++) {
        const struct witness_note *note = &trace->notes[i];
        int told = note->kind == WITNESS_CALL || note->kind == WITNESS_COPY ||
                   note->kind == WITNESS_MEMSET;
        size_t k = 0;
        while (told && k < count && sizes[k] != (double)note->bytes)
            k++;
        if (told && note->bytes >= 1024 && k == count)
            sizes[count++] = (double)note->bytes;
    }
    return count;
}

// The work that was weighed, and what a program that counts it wrongly may have.
static void add_weighed(struct ties *ties, const struct weighing *weighing) {
    static const double usual[] = {1, 0.5, 2};
    for (size_t i = 0; weighing && i < weighing->kernel_count; i++) {
        const double *of = weighing->kernels[i].of;
        double bytes = of[asked_read] + of[asked_written];
        for (size_t k = 0; k < sizeof usual / sizeof *usual; k++) {
            add_size(ties->bytes, &ties->byte_count, bytes, usual[k], k > 0);
            for (int kind = flops_f64; kind <= ops_tensor; kind++)
                add_size(ties->operations, &ties->operation_count, of[kind], usual[k], k > 0);
        }
    }
}

static int make_sizes(struct ties *ties, const struct weighing *weighing) {
    double sizes[MOST_SIZES];
    size_t count = sizes_of(ties->view->trace, sizes);
    ties->bytes = malloc(MOST_TABLE * sizeof *ties->bytes);
    ties->operations = malloc(MOST_TABLE * sizeof *ties->operations);
    if (!ties->bytes || !ties->operations)
        return 0;
    for (size_t i = 0; i < count; i++) {
        add_bytes(ties, sizes[i], 0);
        add_operations(ties, sizes[i]);
        for (size_t k = i + 1; k < count && count <= 8; k++) {
            add_size(ties->bytes, &ties->byte_count, sizes[i] + sizes[k], 1, 1);
            add_size(ties->bytes, &ties->byte_count, sizes[i] + 2 * sizes[k], 1, 2);
            add_size(ties->bytes, &ties->byte_count, 2 * sizes[i] + sizes[k], 1, 2);
        }
    }
    add_weighed(ties, weighing);
    qsort(ties->bytes, ties->byte_count, sizeof *ties->bytes, by_work);
    qsort(ties->operations, ties->operation_count, sizeof *ties->operations, by_work);
    return 1;
}

// The cheapest size near this work; NULL: none.
static const struct size *size_near(const struct size *table, size_t count, double work,
                                    double share) {
    struct size key = {.work = work * (1 - share), .cost = -1};
    const struct size *best = NULL;
    size_t low = lower_bound(&key, table, count, sizeof key, by_work);
    for (; low < count && table[low].work <= work * (1 + share); low++)
        if (!best || table[low].cost < best->cost ||
            (table[low].cost == best->cost &&
             fabs(table[low].work - work) < fabs(best->work - work)))
            best = &table[low];
    return best;
}

static void keep_best(struct work_ties *found, const struct tie *time, enum worked_out how,
                      const struct size *size, double factor, int cost) {
    if (found->count && cost > found->of[0].cost)
        return;
    if (found->count && cost < found->of[0].cost)
        found->count = 0;
    if (found->count < MOST_HITS)
        found->of[found->count++] = (struct work_tie){.time = *time,
                                                      .how = how,
                                                      .work = size->work,
                                                      .multiple = size->multiple,
                                                      .base = size->base,
                                                      .factor = factor,
                                                      .cost = cost,
                                                      .cube = size->cube};
}

static const struct {
    double factor;
    int cost;
} units_of_bytes[] = {{1, 0},        {1073741824.0 / 1e9, 1},
                      {1.048576, 1}, {1e9 / 1073741824.0, 1},
                      {1.024, 2},    {1e-3, 3},
                      {1e3, 3},      {8, 3},
                      {0.125, 3}};

// The work of one run of the window, and what it is a multiple of.
static void try_work(const struct ties *ties, enum quantity quantity, const struct tie *time,
                     double total, double factor, int cost, double share, struct work_ties *found) {
    double runs = time->of.runs > 1 ? time->of.runs : 1;
    double readings = time->of.form == READING_SUM ? time->of.count : 1;
    const struct size *table = quantity == QUANTITY_BYTES ? ties->bytes : ties->operations;
    size_t count = quantity == QUANTITY_BYTES ? ties->byte_count : ties->operation_count;
    total /= readings;
    if (quantity == QUANTITY_BYTES && time->of.copied > 0) {
        struct size copied = {time->of.copied / runs, 1, time->of.copied / runs, 0, 0};
        if (fabs(total / runs / copied.work - 1) <= share)
            keep_best(found, time, WORK_RUN, &copied, factor, cost);
    }
    const struct size *size = size_near(table, count, total / runs, share);
    if (size)
        keep_best(found, time, WORK_RUN, size, factor, cost + size->cost);
    if (runs == 1)
        return;
    if ((size = size_near(table, count, total, share)))
        keep_best(found, time, WORK_BATCH, size, factor, cost + size->cost + 2);
    if ((size = size_near(table, count, total / runs / runs, share)))
        keep_best(found, time, WORK_TWICE, size, factor, cost + size->cost + 2);
}

static void try_runs(const struct tie *time, double total, double share, int cost,
                     struct work_ties *found) {
    double runs = time->of.runs > 1 ? time->of.runs : 1;
    if (time->of.form == READING_SUM)
        runs *= time->of.count;
    double times = total / runs, whole = round(times), under = round(1 / times);
    struct size size = {times, times, 1, 0, 0};
    if (fabs(times - 1) <= share) {
        size.work = size.multiple = 1;
        keep_best(found, time, WORK_RUN, &size, 1, cost);
    } else if (whole >= 2 && whole <= 1000 && fabs(times / whole - 1) <= share)
        keep_best(found, time, WORK_RUN, &size, 1, cost + 2);
    else if (under >= 2 && under <= 1000 && fabs(times * under - 1) <= share)
        keep_best(found, time, WORK_RUN, &size, 1, cost + 2);
}

int tie_rate(const struct ties *ties, enum quantity quantity, double rate, double share,
             const struct tie *via, struct work_ties *found) {
    size_t factors =
        quantity == QUANTITY_BYTES ? sizeof units_of_bytes / sizeof *units_of_bytes : 1;
    found->count = 0;
    for (size_t i = 0; i < (via ? 1 : ties->whole_count); i++) {
        const struct tie *time = via ? via : &ties->of[ties->whole[i]];
        double total = rate * time->of.value / 1e9;
        double room = share + time->tolerance / time->value + 1e-6;
        if (quantity == QUANTITY_RUNS)
            try_runs(time, total, room, time->cost, found);
        else
            for (size_t k = 0; k < factors; k++)
                try_work(ties, quantity, time, total * units_of_bytes[k].factor,
                         units_of_bytes[k].factor, time->cost + units_of_bytes[k].cost, room,
                         found);
    }
    return found->count;
}

// ---- luck ------------------------------------------------------------------------------------

// Decoy number i: 2 to 60 % away, on either side.
static double decoy(double value, uint64_t i) {
    double far = 0.02 + 0.45 * (double)(random_at(11, i) % 100000) / 1e5;
    return value * exp(i % 2 ? far : -far);
}

double luck_of_time(const struct ties *ties, double ns, double half, int cost) {
    struct tie hits[MOST_HITS];
    int met = 0;
    for (uint64_t i = 0; i < DECOYS; i++)
        met += tie_time(ties, decoy(ns, i), half, hits) > 0 && hits[0].cost <= cost;
    return (double)met / DECOYS;
}

double luck_of_rate(const struct ties *ties, enum quantity quantity, double rate, double share,
                    const struct tie *via, int cost) {
    struct work_ties found;
    int met = 0;
    for (uint64_t i = 0; i < DECOYS; i++)
        met += tie_rate(ties, quantity, decoy(rate, i), share, via, &found) > 0 &&
               found.of[0].cost <= cost;
    return (double)met / DECOYS;
}

// ---- all together ----------------------------------------------------------------------------

int ties_open(const struct view *view, const struct weighing *weighing, struct ties *ties) {
    *ties =
        (struct ties){.view = view, .refused = launches_refused(view->trace, 0, UINT64_MAX).count};
    if (readings_open(view, &ties->readings) && make_sizes(ties, weighing))
        return 1;
    ties_close(ties);
    return 0;
}

void ties_close(struct ties *ties) {
    readings_close(&ties->readings);
    free(ties->of);
    free(ties->bytes);
    free(ties->operations);
    memset(ties, 0, sizeof *ties);
}
