// reading.c: finds a claim among what the program read, by its digits: one reading, or a statistic
// of several, perhaps divided by a whole number. Few expressions are tried, and each must agree to
// the program's own rounding, so that a number which nothing measured meets none by chance.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/order.h"
#include "base/text.h"
#include "base/whole.h"
#include "witness/read/read.h"

enum { MOST_READINGS = 512 }; // the last ones before a claim

const char *reading_form_name(enum reading_form form) {
    static const char *const names[READING_FORMS] = {
        "none",    "one",        "sum",       "mean",     "middle",
        "trimmed", "difference", "geometric", "harmonic", "library"};
    return names[(unsigned)form < READING_FORMS ? form : READING_NONE];
}

// ---- what ran in one reading ---------------------------------------------------------------

struct sample {
    int window;
    double ns, rounding, elapsed;
    double span, runs, threads, copy_bytes, copied_once;
    const char *kernel, *copy; // NULL: none
    uint64_t code, numbers;    // of the kernel
};

struct samples {
    struct sample of[MOST_READINGS];
    double sorted[MOST_READINGS]; // scratch
    int kin[MOST_READINGS];       // the first reading around the same work
    int changes[MOST_READINGS];   // how often the work changed until this reading
    int count;
};

struct works { // kernels and copies, in the order in which they were queued
    struct work {
        uint64_t queued;
        const struct witness_note *note;
    } * of;
    size_t count;
    uint64_t *waits; // when the host began to wait for the device, in order
    size_t wait_count;
    int joined; // a stream waits for another one's event
};

static int by_queued(const void *left, const void *right) {
    const struct work *a = left, *b = right;
    if (a->queued != b->queued)
        return a->queued < b->queued ? -1 : 1;
    return a->note < b->note ? -1 : a->note > b->note;
}

static void works_free(struct works *works) {
    free(works->of);
    free(works->waits);
}

// The host waits in it, or asks whether it has to wait.
static int is_wait(const char *call) {
    return strstr(call, "Synchronize") || strstr(call, "Query");
}

static int find_works(const struct view *view, int library, struct works *works) {
    const struct trace *trace = view->trace;
    *works = (struct works){.of = malloc((trace->count + 1) * sizeof *works->of),
                            .waits = malloc((trace->count + 1) * sizeof *works->waits)};
    if (!works->of || !works->waits)
        return 0;
    for (size_t i = 0; i < trace->count; i++) {
        const struct witness_note *note = &trace->notes[i];
        int ours = note->kind == WITNESS_KERNEL && strncmp(note->name, "tare_", 5) == 0;
        if ((note->kind == WITNESS_KERNEL || note->kind == WITNESS_COPY) && !ours &&
            view->passed[i] == library)
            works->of[works->count++] = (struct work){queued_at(view, i), note};
        works->joined |=
            note->kind == WITNESS_CALL && strcmp(note->name, "cudaStreamWaitEvent") == 0;
        if (note->kind == WITNESS_CALL && is_wait(note->name))
            works->waits[works->wait_count++] = note->begin;
    }
    qsort(works->of, works->count, sizeof *works->of, by_queued);
    return 1;
}

// The device stood still before this work, because the program had waited for the work before it.
// Launches that merely follow each other slowly leave gaps too, but those are nobody's mistake.
static double stood_still(const struct works *works, const struct work *before,
                          const struct work *work) {
    if (!before || before->note->stream != work->note->stream ||
        work->note->begin <= before->note->end)
        return 0;
    size_t wait = lower_bound(&before->queued, works->waits, works->wait_count,
                              sizeof *works->waits, ascending_times);
    int waited = wait < works->wait_count && works->waits[wait] < work->queued;
    return waited ? (double)(work->note->begin - before->note->end) : 0;
}

static int same_name(const char *a, const char *b) {
    return a == b || (a && b && strcmp(a, b) == 0);
}

// What all launches of its kernel share.
static void find_what_it_is(const struct works *works, size_t first, const struct window *window,
                            struct sample *sample) {
    int seen = 0;
    for (size_t i = first; i < works->count && works->of[i].queued < window->host_end; i++) {
        const struct witness_note *note = works->of[i].note;
        if (note->kind != WITNESS_KERNEL || is_apart(window, note, works->joined) ||
            !same_name(note->name, sample->kernel))
            continue;
        sample->code = seen && sample->code != note->code ? 0 : note->code;
        sample->numbers = seen && sample->numbers != note->numbers ? 0 : note->numbers;
        seen = 1;
    }
}

// The kernel that did most of the work, and its runs: those of others are no runs of the lab's.
static void find_kernel(const struct works *works, size_t first, const struct window *window,
                        struct sample *sample) {
    enum { KERNELS = 16 };
    struct {
        const char *name;
        double threads, runs;
    } of[KERNELS] = {{NULL, 0, 0}};
    int count = 0, most = 0;
    for (size_t i = first; i < works->count && works->of[i].queued < window->host_end; i++) {
        const struct witness_note *note = works->of[i].note;
        if (note->kind != WITNESS_KERNEL || is_apart(window, note, works->joined))
            continue;
        int k = 0;
        while (k < count && strcmp(of[k].name, note->name) != 0)
            k++;
        if (k == KERNELS)
            continue;
        if (k == count) {
            of[count].name = note->name;
            of[count].threads = of[count].runs = 0;
            count++;
        }
        of[k].threads += threads_of(note);
        of[k].runs++;
        most = of[k].threads > of[most].threads ? k : most;
    }
    sample->kernel = of[most].name;
    sample->runs = of[most].runs;
    find_what_it_is(works, first, window, sample);
}

struct extent {
    uint64_t begin, end;
};

static int by_place(const void *left, const void *right) {
    const struct extent *a = left, *b = right;
    return (a->begin > b->begin) - (a->begin < b->begin);
}

// The bytes that lie in these, each once.
static double covered(struct extent *extents, size_t count) {
    uint64_t until = 0, sum = 0;
    qsort(extents, count, sizeof *extents, by_place);
    for (size_t i = 0; i < count; i++) {
        uint64_t begin = extents[i].begin > until ? extents[i].begin : until;
        sum += extents[i].end > begin ? extents[i].end - begin : 0;
        until = extents[i].end > until ? extents[i].end : until;
    }
    return (double)sum;
}

// The same bytes copied again and again are not more of the work: a cache has them. How many bytes
// were written, or read if these are fewer, each once; 0 where the trace does not show it.
static double copied_once(const struct works *works, size_t first, const struct window *window) {
    struct extent *to = calloc(works->count - first + 1, sizeof *to);
    struct extent *from = calloc(works->count - first + 1, sizeof *from);
    size_t count = 0, known = 0;
    for (size_t i = first; to && from && i < works->count && works->of[i].queued < window->host_end;
         i++) {
        const struct witness_note *note = works->of[i].note;
        if (note->kind != WITNESS_COPY || is_apart(window, note, works->joined))
            continue;
        if (!note->to || note->to + note->bytes < note->to) {
            count = 0;
            break;
        }
        to[count++] = (struct extent){note->to, note->to + note->bytes};
        if (note->from && note->from + note->bytes > note->from)
            from[known++] = (struct extent){note->from, note->from + note->bytes};
    }
    double bytes = count ? covered(to, count) : 0;
    if (count && known == count)
        bytes = fmin(bytes, covered(from, known));
    free(to);
    free(from);
    return bytes;
}

struct way { // copies in one direction, one after the other
    const char *name;
    uint64_t begin, end;
};

static int is_between_cards(const char *copy) {
    return copy[0] == 'D' && copy[1] >= '0' && copy[1] <= '9';
}

// A link between two cards carries both ways at once. What comes back meanwhile is no more of what
// goes there; copies in turn are.
static int comes_back(const struct witness_note *copy, const struct way *way) {
    if (!way->name || !is_between_cards(copy->name) || !is_between_cards(way->name) ||
        strcmp(copy->name, way->name) == 0)
        return 0;
    uint64_t begin = copy->begin > way->begin ? copy->begin : way->begin;
    uint64_t end = copy->end < way->end ? copy->end : way->end;
    return end > begin && 2 * (end - begin) > copy->end - copy->begin; // most of the time
}

static void go_on(struct way *way, const struct witness_note *copy) {
    if (!same_name(way->name, copy->name))
        *way = (struct way){copy->name, copy->begin, copy->end};
    way->begin = copy->begin < way->begin ? copy->begin : way->begin;
    way->end = copy->end > way->end ? copy->end : way->end;
}

// Adds what was queued between the marks. Copies count only where there are no kernels.
static void add_work(const struct works *works, size_t first, const struct window *window,
                     struct sample *sample) {
    uint64_t from = 0, until = 0, copied_from = 0, copied_until = 0;
    double copies = 0, still = 0;
    const struct work *kernel = NULL; // the last one
    struct way way = {0};
    for (size_t i = first; i < works->count && works->of[i].queued < window->host_end; i++) {
        const struct witness_note *note = works->of[i].note;
        if (is_apart(window, note, works->joined))
            continue;
        if (note->kind == WITNESS_COPY) {
            copied_from = copies > 0 && copied_from < note->begin ? copied_from : note->begin;
            copied_until = note->end > copied_until ? note->end : copied_until;
            if (comes_back(note, &way))
                continue;
            go_on(&way, note);
            sample->copy_bytes += (double)note->bytes;
            sample->copy = note->name;
            copies++;
            continue;
        }
        still += stood_still(works, kernel, &works->of[i]);
        from = kernel && from < note->begin ? from : note->begin;
        until = note->end > until ? note->end : until;
        sample->threads += threads_of(note);
        kernel = &works->of[i];
    }
    if (kernel) {
        sample->span = (double)(until - from) - still;
        find_kernel(works, first, window, sample);
    } else {
        sample->span = (double)(copied_until - copied_from);
        sample->runs = copies;
        sample->copied_once = copied_once(works, first, window);
    }
}

static size_t first_queued(const struct works *works, uint64_t time) {
    struct work key = {.queued = time};
    return lower_bound(&key, works->of, works->count, sizeof key, by_queued);
}

// The program's rounding: of a float, of the seconds since 1970 as a double, of the trace.
static double rounding_of(const struct window *window) {
    static const double clock = 500;   // ns: half of the step of a clock of microseconds
    static const double single = 2e-7; // of a float
    static const double step = 1;      // ns: the trace's
    return window->told ? clock : step + single * window->ns;
}

static void take_samples(const struct view *view, const struct works *works, uint64_t time,
                         struct samples *samples) {
    samples->count = 0;
    for (size_t i = view->count; i-- > 0 && samples->count < MOST_READINGS;) {
        const struct window *window = &view->windows[i];
        if (window->library || window->around || window->read > time || !(window->ns > 0))
            continue;
        struct sample *sample = &samples->of[samples->count++];
        *sample =
            (struct sample){.window = (int)i, .ns = window->ns, .rounding = rounding_of(window)};
        sample->elapsed = window->told ? (double)(window->end - window->begin) : window->ns;
        add_work(works, first_queued(works, window->host_begin), window, sample);
    }
    for (int i = 0, k = samples->count - 1; i < k; i++, k--) { // in the order of time again
        struct sample last = samples->of[k];
        samples->of[k] = samples->of[i];
        samples->of[i] = last;
    }
}

// ---- expressions ----------------------------------------------------------------------------

enum { ALL = -1, PAIRS = -2 };

// One search finds a claim by its digits; another one, for the audit, lists all expressions.
struct search {
    struct samples *samples;
    int (*visit)(struct search *search, const struct expression *expression); // 1: found
    double claim;                                                             // ns
    struct reading *found;
    struct expressions *list;
    int order[MOST_READINGS], count; // the readings that are looked at: all, or all like one
    int likes;                       // the first of these; ALL; PAIRS
};

static const struct sample *at(const struct search *search, int place) {
    return &search->samples->of[search->order[place]];
}

static int alike(const struct sample *a, const struct sample *b) {
    return same_name(a->kernel, b->kernel) && same_name(a->copy, b->copy) &&
           a->threads == b->threads && a->copy_bytes == b->copy_bytes && a->runs == b->runs;
}

// The reading of the range whose work most of all readings share: others may be disturbed.
static const struct sample *usual(const struct search *search, int first, int last) {
    const struct samples *samples = search->samples;
    int best = last, most = 0;
    for (int i = last; i >= first; i--) {
        int like = 0;
        for (int k = 0; k < samples->count; k++)
            like += alike(&samples->of[k], at(search, i));
        if (like > most) {
            most = like;
            best = i;
        }
    }
    return at(search, best);
}

static void describe(struct search *search, enum reading_form form, int first, int last) {
    const struct sample *of = search->samples->of, *shown = usual(search, first, last);
    struct reading *found = search->found;
    double spans[MOST_READINGS] = {0}, times = form == READING_SUM ? last - first + 1 : 1;
    double *read = search->samples->sorted;
    double near[MOST_READINGS] = {0};
    int like = 0, spanned = 0;
    for (int i = first; i <= last; i++)
        found->mixed |= !alike(at(search, i), shown);
    found->rank = 1;
    for (int i = 0; i < search->samples->count; i++)
        if (alike(&of[i], shown)) {
            found->rank += form == READING_ONE && of[i].ns < shown->ns;
            if (of[i].span > 0)
                near[spanned++] = of[i].ns / of[i].span;
            read[like] = of[i].ns;
            spans[like++] = of[i].span;
        }
    qsort(spans, (size_t)like, sizeof *spans, ascending);
    qsort(read, (size_t)like, sizeof *read, ascending);
    qsort(near, (size_t)spanned, sizeof *near, ascending);
    found->closest = spanned > 0 ? near[(spanned - 1) / 4] : 0;
    found->usual = times * median_of_sorted(read, (size_t)like);
    found->like = like;
    found->span = times * median_of_sorted(spans, (size_t)like);
    found->elapsed = times * shown->elapsed * found->usual / (times * shown->ns);
    found->runs = times * shown->runs;
    found->threads = times * shown->threads;
    found->copy_bytes = times * shown->copy_bytes;
    found->copied_once = shown->copied_once;
    found->code = shown->code;
    found->numbers = shown->numbers;
    found->first = at(search, first)->window;
    found->last = at(search, last)->window;
    text_copy(found->kernel, sizeof found->kernel, shown->kernel ? shown->kernel : "");
    text_copy(found->copy, sizeof found->copy, shown->copy ? shown->copy : "");
}

// Whole numbers that a time is divided by: the runs in it before any other.
static int divides(double value, double claim, double rounding, double runs, int *divided) {
    double quotient = value / claim;
    *divided = whole_of(round(quotient));
    if (fabs(value - claim) <= rounding)
        return *divided = 1;
    if (runs > 1 && fabs(value / runs - claim) <= rounding / runs)
        return *divided = whole_of(runs);
    // Another number: only where the digits leave no room for chance.
    static const double chance = 5e-4; // that a random number meets a divisor; not measured
    double room = 2 * rounding / value * quotient;
    return *divided > 1 && room < chance &&
           fabs(quotient - *divided) <= rounding / value * quotient;
}

static int try(struct search *search, enum reading_form form, int first, int last, double value,
               double rounding) {
    return search->visit(search, &(struct expression){.form = form,
                                                      .first = first,
                                                      .last = last,
                                                      .likes = search->likes,
                                                      .runs = at(search, last)->runs,
                                                      .threads = at(search, last)->threads,
                                                      .copied = at(search, last)->copy_bytes,
                                                      .value = value,
                                                      .rounding = rounding});
}

// A thousand is a unit, unless so many ran.
static int is_a_unit(int divided, double runs) {
    return divided != whole_of(runs) && (divided == 1000 || divided == 1000.0 * whole_of(runs));
}

static int is_claim(struct search *search, const struct expression *of) {
    static const double scales[] = {1, 1e3, 1e-3, 1e6, 1e-6};
    int common = of->form == READING_ONE || of->form == READING_SUM || of->form == READING_MEAN;
    for (size_t i = 0; i < (common ? sizeof scales / sizeof *scales : 1); i++) {
        double claim = search->claim / scales[i];
        int divided;
        if (!divides(of->value, claim, of->rounding, of->runs, &divided) ||
            (!(common && i == 0) && divided > 1 && divided != whole_of(of->runs)))
            continue; // the rarer an expression is, the fewer are its scales
        if (common && i == 0 && is_a_unit(divided, of->runs))
            continue;
        struct reading *found = search->found;
        *found = (struct reading){.form = of->form,
                                  .scale = scales[i] / divided,
                                  .divided = divided,
                                  .count = of->last - of->first + 1,
                                  .value = of->value};
        describe(search, of->form, of->first, of->last);
        return 1;
    }
    return 0;
}

static int try_ones(struct search *search) {
    for (int i = search->count - 1; i >= 0; i--)
        if (try(search, READING_ONE, i, i, at(search, i)->ns, at(search, i)->rounding))
            return 1;
    return 0;
}

static int try_trimmed(struct search *search, int first, int last, double rounding) {
    const double *sorted = search->samples->sorted;
    int count = last - first + 1;
    for (int off = 1; 2 * off < count; off++) {
        double high = 0, both = 0;
        for (int i = 0; i < count - off; i++) {
            high += sorted[i];
            both += i >= off ? sorted[i] : 0;
        }
        if (try(search, READING_TRIMMED, first, last, high / (count - off), rounding) ||
            try(search, READING_TRIMMED, first, last, both / (count - 2 * off), rounding))
            return 1;
    }
    return 0;
}

static int try_range(struct search *search, int first, int last) {
    double *sorted = search->samples->sorted, sum = 0, logs = 0, inverse = 0, rounding = 0;
    int count = last - first + 1;
    for (int i = first; i <= last; i++) {
        const struct sample *sample = at(search, i);
        sorted[i - first] = sample->ns;
        sum += sample->ns;
        rounding = fmax(rounding, sample->rounding);
    }
    if (try(search, READING_MEAN, first, last, sum / count, rounding) ||
        try(search, READING_SUM, first, last, sum, rounding * count))
        return 1;
    if (search->count - count > 1)
        return 0; // the rarer ones: of all readings, or of all but one
    for (int i = 0; i < count; i++) {
        logs += log(sorted[i]);
        inverse += 1 / sorted[i];
    }
    qsort(sorted, (size_t)count, sizeof *sorted, ascending);
    double middle = (sorted[(count - 1) / 2] + sorted[count / 2]) / 2;
    return (count % 2 == 0 && try(search, READING_MIDDLE, first, last, middle, rounding)) ||
           try_trimmed(search, first, last, rounding) ||
           try(search, READING_GEOMETRIC, first, last, exp(logs / count), rounding) ||
           try(search, READING_HARMONIC, first, last, count / inverse, rounding);
}

// All readings, or without some of the first or the last ones.
static int try_ranges(struct search *search) {
    int last = search->count - 1;
    for (int off = 0; off < last; off++)
        if (try_range(search, off, last) || (off > 0 && try_range(search, 0, last - off)))
            return 1;
    return 0;
}

// The same among readings around the same work alone, where there are others too.
static int try_likes(struct search *search) {
    const struct samples *samples = search->samples;
    for (int i = 0; i < samples->count; i++) {
        int is_first = 1;
        for (int k = 0; k < i; k++)
            is_first &= !alike(&samples->of[k], &samples->of[i]);
        search->count = 0;
        for (int k = i; is_first && k < samples->count; k++)
            if (alike(&samples->of[k], &samples->of[i]))
                search->order[search->count++] = k;
        search->likes = i;
        if (search->count > 1 && search->count < samples->count && try_ranges(search))
            return 1;
    }
    return 0;
}

// And among readings around any work: the first run, for example, did more than the others.
static int try_working(struct search *search) {
    const struct samples *samples = search->samples;
    search->count = 0;
    search->likes = ALL;
    for (int i = 0; i < samples->count; i++)
        if (samples->of[i].runs > 0)
            search->order[search->count++] = i;
    return search->count > 1 && search->count < samples->count && try_ranges(search);
}

static int try_differences(struct search *search) {
    static const int back = 32; // readings; not measured
    int last = search->count - 1;
    search->likes = PAIRS;
    for (int i = last; i >= 0 && i > last - back; i--)
        for (int k = i - 1; k >= 0 && k > last - back; k--) {
            const struct sample *a = at(search, k), *b = at(search, i);
            double rounding = a->rounding + b->rounding;
            if (try(search, READING_DIFFERENCE, k, i, fabs(b->ns - a->ns), rounding) ||
                try(search, READING_SUM, k, i, a->ns + b->ns, rounding))
                return 1;
        }
    return 0;
}

static void take_all(struct search *search) {
    search->count = search->samples->count;
    search->likes = ALL;
    for (int i = 0; i < search->count; i++)
        search->order[i] = i;
}

static int try_all(struct search *search) {
    take_all(search);
    if (try_ones(search) || try_ranges(search) || try_likes(search) || try_working(search))
        return 1;
    take_all(search);
    return try_differences(search);
}

// The program may correct a reading by what it knows of its clock: how far is the nearest one, or
// the nearest number that tare_measure returned? Infinite: nothing was read.
static double nearest(const struct search *search, const struct trace *trace, uint64_t time) {
    double near = INFINITY;
    for (size_t i = 0; i < trace->count; i++)
        if (trace->notes[i].kind == WITNESS_RESULT && trace->notes[i].begin <= time)
            near = fmin(near, fabs(1e9 * trace->notes[i].value / search->claim - 1));
    for (int i = 0; i < search->samples->count; i++) {
        const struct sample *sample = &search->samples->of[i];
        near = fmin(near, fabs(sample->ns / search->claim - 1));
        if (sample->runs > 1)
            near = fmin(near, fabs(sample->ns / sample->runs / search->claim - 1));
    }
    return near;
}

// ---- what tare_measure returned --------------------------------------------------------------

// The kernels that ran within the library's call, which ends at `result`.
static void describe_library(const struct view *view, const struct works *works, uint64_t result,
                             struct reading *found) {
    const struct trace *trace = view->trace;
    uint64_t begin = 0;
    struct sample most = {0};
    size_t count = 0;
    for (size_t i = 0; i < trace->count; i++)
        if (trace->notes[i].kind == WITNESS_CALL && trace->notes[i].begin <= result &&
            trace->notes[i].end >= result && strcmp(trace->notes[i].name, "tare_measure") == 0)
            begin = trace->notes[i].begin;
    double *lengths = begin ? malloc((works->count + 1) * sizeof *lengths) : NULL;
    for (size_t i = first_queued(works, begin); lengths && i < works->count; i++) {
        const struct witness_note *note = works->of[i].note;
        if (works->of[i].queued >= result || note->kind != WITNESS_KERNEL)
            continue;
        lengths[count++] = (double)(note->end - note->begin);
        if (threads_of(note) >= most.threads) {
            most.threads = threads_of(note);
            most.kernel = note->name;
        }
    }
    if (count) {
        qsort(lengths, count, sizeof *lengths, ascending);
        found->span = median_of_sorted(lengths, count);
        found->closest = found->value / found->span;
        found->like = found->count = (int)count;
        found->runs = 1;
        found->threads = most.threads;
        text_copy(found->kernel, sizeof found->kernel, most.kernel);
    }
    free(lengths);
}

// Of a call's results the median is the first.
static double median_before(const struct trace *trace, size_t i) {
    while (i > 0 &&
           (trace->notes[i].kind != WITNESS_RESULT || strcmp(trace->notes[i].name, "median") != 0))
        i--;
    return trace->notes[i].value;
}

static const double library_digits = 1e-6; // of a printed result; not measured

static int try_library(const struct view *view, const struct witness_note *claim,
                       struct reading *found) {
    static const double scales[] = {1, 1e3, 1e-3, 1e6, 1e-6};
    const struct trace *trace = view->trace;
    struct works works;
    int met = 0, own = 0; // two calls may return the same digits: the one with the claim's kernel
    if (!find_works(view, 1, &works)) {
        works_free(&works);
        return 0;
    }
    for (size_t i = trace->count; i-- > 0 && !own;) {
        const struct witness_note *note = &trace->notes[i];
        if (note->kind != WITNESS_RESULT || note->begin > claim->begin || !(note->value > 0))
            continue;
        for (size_t k = 0; k < sizeof scales / sizeof *scales && !own; k++) {
            if (!(fabs(note->value * scales[k] - claim->value) <= library_digits * claim->value))
                continue;
            struct reading reading = {.form = READING_LIBRARY,
                                      .scale = scales[k],
                                      .divided = 1,
                                      .value = note->value * 1e9};
            reading.usual = reading.elapsed = 1e9 * median_before(trace, i);
            describe_library(view, &works, note->begin, &reading);
            own = strcmp(reading.kernel, claim->name) == 0;
            if (!met || own)
                *found = reading;
            met = 1;
        }
    }
    works_free(&works);
    return met;
}

int reading_of_claim(const struct view *view, const struct witness_note *claim,
                     struct reading *reading) {
    struct works works = {0};
    struct samples *samples = malloc(sizeof *samples);
    struct search search = {
        .samples = samples, .visit = is_claim, .claim = claim->value * 1e9, .found = reading};
    *reading = (struct reading){.divided = 1};
    int looked = samples && find_works(view, 0, &works);
    if (looked && claim->value > 0 && !try_library(view, claim, reading)) {
        take_samples(view, &works, claim->begin, samples);
        if (!try_all(&search)) // of very many readings the first were not looked at
            reading->near =
                samples->count < MOST_READINGS ? nearest(&search, view->trace, claim->begin) : 0;
    }
    works_free(&works);
    free(samples);
    return looked;
}

// ---- the readings of a whole trace, for many numbers ----------------------------------------

static int is_listed(struct search *search, const struct expression *of) {
    struct expressions *list = search->list;
    if (list->count == list->room) {
        size_t room = list->room ? 2 * list->room : 256;
        struct expression *more = realloc(list->of, room * sizeof *more);
        if (!more) {
            list->failed = 1;
            return 1;
        }
        list->of = more;
        list->room = room;
    }
    list->of[list->count] = *of;
    struct expression *added = &list->of[list->count++];
    if (of->first == of->last && of->likes == PAIRS) // its caller knows its window
        return 0;
    added->mixed =
        of->likes < 0 && search->samples->changes[of->first] != search->samples->changes[of->last];
    added->first = at(search, of->first)->window;
    added->last = at(search, of->last)->window;
    added->count = of->likes == PAIRS ? 2 : of->last - of->first + 1;
    added->missing = search->count - added->count;
    return 0;
}

// A single reading's place among those around the same work.
static void rank(const struct samples *samples, struct expression *one, int place) {
    for (int i = 0; i < samples->count; i++)
        if (samples->kin[i] == samples->kin[place]) {
            one->like++;
            one->rank += samples->of[i].ns < samples->of[place].ns;
        }
}

static void find_kin(struct samples *samples) {
    for (int i = 0; i < samples->count; i++) {
        int kin = i && alike(&samples->of[i], &samples->of[i - 1]) ? samples->kin[i - 1] : 0;
        while (kin < i && !alike(&samples->of[kin], &samples->of[i]))
            kin++;
        samples->kin[i] = kin;
        samples->changes[i] =
            i ? samples->changes[i - 1] + (samples->kin[i] != samples->kin[i - 1]) : 0;
    }
}

int readings_open(const struct view *view, struct readings *readings) {
    *readings = (struct readings){.view = view, .works = calloc(1, sizeof *readings->works)};
    readings->samples = malloc(sizeof *readings->samples);
    if (readings->works && readings->samples && find_works(view, 0, readings->works))
        return 1;
    readings_close(readings);
    return 0;
}

void readings_close(struct readings *readings) {
    if (readings->works)
        works_free(readings->works);
    free(readings->works);
    free(readings->samples);
    free(readings->list.of);
    *readings = (struct readings){0};
}

// What tare_measure returned until this time, with the last stopwatch of its own before that.
static void list_results(const struct view *view, uint64_t time, struct search *search) {
    for (size_t i = 0, window = 0; i < view->trace->count; i++) {
        const struct witness_note *note = &view->trace->notes[i];
        if (note->kind != WITNESS_RESULT || note->begin > time || !(note->value > 0))
            continue;
        while (window + 1 < view->count && !view->windows[window + 1].around && // these stand last
               view->windows[window + 1].read <= note->begin)
            window++;
        if (view->count == 0 || !view->windows[window].library)
            continue;
        struct expression result = {.form = READING_LIBRARY,
                                    .likes = PAIRS,
                                    .value = note->value * 1e9,
                                    .rounding = 1e9 * library_digits * note->value};
        if (is_listed(search, &result))
            return;
        struct expression *added = &search->list->of[search->list->count - 1];
        added->first = added->last = (int)window;
        added->count = 1;
    }
}

// Readings around other readings.
static void list_around(const struct readings *readings, uint64_t time, struct search *search) {
    const struct view *view = readings->view;
    for (size_t i = view->count; i-- > 0 && view->windows[i].around;) {
        const struct window *window = &view->windows[i];
        struct sample sample = {.kernel = NULL};
        if (window->read > time || !(window->ns > 0))
            continue;
        add_work(readings->works, first_queued(readings->works, window->host_begin), window,
                 &sample);
        struct expression one = {.form = READING_ONE,
                                 .likes = PAIRS,
                                 .runs = sample.runs,
                                 .threads = sample.threads,
                                 .copied = sample.copy_bytes,
                                 .value = window->ns,
                                 .rounding = rounding_of(window)};
        if (is_listed(search, &one))
            return;
        struct expression *added = &search->list->of[search->list->count - 1];
        added->first = added->last = (int)i;
        added->count = added->like = 1;
    }
}

const struct expressions *readings_until(struct readings *readings, uint64_t time) {
    struct search search = {
        .samples = readings->samples, .visit = is_listed, .list = &readings->list};
    readings->list.count = 0;
    take_samples(readings->view, readings->works, time, search.samples);
    find_kin(readings->samples);
    try_all(&search);
    list_results(readings->view, time, &search);
    list_around(readings, time, &search);
    for (int i = 0; i < search.samples->count && (size_t)i < readings->list.count; i++)
        rank(search.samples, &readings->list.of[search.samples->count - 1 - i], i);
    return readings->list.failed ? NULL : &readings->list;
}
