// read.c: reads a trace back into notes. Each line is one event, as record/trace.c writes them. A
// line that is not an event is counted and skipped; all lines after it are still read.
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/whole.h"
#include "witness/read/read.h"
#include "witness/words.h"

enum { NAMES = 64, NAME_SIZE = 208, MOST_NAMES = 4096, KNOWN = 256 };

// Names are few: each is kept once. Notes point into the blocks, so blocks never move.
struct name_block {
    struct name_block *next;
    int count;
    char text[NAMES][NAME_SIZE];
};

struct event { // one line, before it becomes a note
    char name[NAME_SIZE], category[16], phase[4];
    char device[16], program[64];
    double left_out;
    uint64_t begin, length;
    double thread;
    int begins, ends, doubts; // the witness's own lines
    struct witness_note note;
};

struct names {
    const char *known[KNOWN]; // the place where each name was found last
    int count;
};

static unsigned hash(const char *name) {
    unsigned h = 5381;
    while (*name)
        h = h * 33 ^ (unsigned char)*name++;
    return h;
}

static const char *intern(struct trace *trace, const char *name, struct names *names) {
    struct name_block *block;
    const char **known = &names->known[hash(name) % KNOWN];
    if (*known && strcmp(*known, name) == 0)
        return *known;
    for (block = trace->names; block; block = block->next)
        for (int i = 0; i < block->count; i++)
            if (strcmp(block->text[i], name) == 0)
                return *known = block->text[i];
    block = trace->names;
    if (names->count++ >= MOST_NAMES)
        return "(another)";
    if (!block || block->count == NAMES) {
        block = calloc(1, sizeof *block);
        if (!block)
            return "";
        block->next = trace->names;
        trace->names = block;
    }
    snprintf(block->text[block->count], NAME_SIZE, "%s", name);
    return *known = block->text[block->count++];
}

static int shape(struct scan *scan, unsigned of[3]) {
    if (!scan_take(scan, '['))
        return 0;
    for (int i = 0; i < 3; i++) {
        double number;
        if ((i && !scan_take(scan, ',')) || !scan_number(scan, &number) || number < 0 ||
            number > 4294967295.0)
            return 0;
        of[i] = (unsigned)number;
    }
    return scan_take(scan, ']');
}

static int value_or_null(struct scan *scan, double *value) {
    *value = 0;
    return scan_number(scan, value) || scan_skip(scan);
}

static int small(struct scan *scan, int *value) {
    double number;
    if (!scan_number(scan, &number) || number < 0 || number > 2147483647.0)
        return 0;
    *value = (int)number;
    return 1;
}

static int argument(struct scan *scan, const char *key, struct event *event) {
    struct witness_note *note = &event->note;
    if (strcmp(key, "stream") == 0)
        return scan_whole(scan, &note->stream);
    if (strcmp(key, "correlation") == 0)
        return scan_whole(scan, &note->correlation);
    if (strcmp(key, "event") == 0)
        return scan_whole(scan, &note->event);
    if (strcmp(key, "other_event") == 0)
        return scan_whole(scan, &note->other_event);
    if (strcmp(key, "bytes") == 0 || strcmp(key, "told") == 0)
        return scan_whole(scan, &note->bytes);
    if (strcmp(key, "to") == 0 || strcmp(key, "code") == 0)
        return scan_whole(scan, &note->to);
    if (strcmp(key, "from") == 0 || strcmp(key, "numbers") == 0)
        return scan_whole(scan, &note->from);
    if (strcmp(key, "grid") == 0)
        return shape(scan, note->grid);
    if (strcmp(key, "block") == 0)
        return shape(scan, note->block);
    if (strcmp(key, "value") == 0)
        return value_or_null(scan, &note->value);
    if (strcmp(key, "result") == 0)
        return small(scan, &note->result);
    if (strcmp(key, "delay") == 0)
        return scan_whole(scan, &note->delay);
    if (strcmp(key, "non_blocking") == 0)
        return small(scan, &note->non_blocking);
    if (strcmp(key, "device") == 0)
        return scan_string(scan, event->device, sizeof event->device);
    if (strcmp(key, "program") == 0)
        return scan_string(scan, event->program, sizeof event->program);
    if (strcmp(key, "left_out") == 0)
        return scan_number(scan, &event->left_out);
    return scan_skip(scan);
}

static int member(struct scan *scan, const char *key, struct event *event);

static int object(struct scan *scan, struct event *event,
                  int (*of)(struct scan *, const char *, struct event *)) {
    char key[24];
    if (!scan_take(scan, '{'))
        return 0;
    if (scan_take(scan, '}'))
        return 1;
    do
        if (!scan_string(scan, key, sizeof key) || !scan_take(scan, ':') || !of(scan, key, event))
            return 0;
    while (scan_take(scan, ','));
    return scan_take(scan, '}');
}

static int member(struct scan *scan, const char *key, struct event *event) {
    if (strcmp(key, "name") == 0)
        return scan_string(scan, event->name, sizeof event->name);
    if (strcmp(key, "cat") == 0)
        return scan_string(scan, event->category, sizeof event->category);
    if (strcmp(key, "ph") == 0)
        return scan_string(scan, event->phase, sizeof event->phase);
    if (strcmp(key, "ts") == 0)
        return scan_nanoseconds(scan, &event->begin);
    if (strcmp(key, "dur") == 0)
        return scan_nanoseconds(scan, &event->length);
    if (strcmp(key, "tid") == 0)
        return scan_number(scan, &event->thread);
    if (strcmp(key, "args") == 0)
        return object(scan, event, argument);
    return scan_skip(scan);
}

static int kind_of(const char *category) {
    for (int i = 0; i < WITNESS_KINDS; i++)
        if (strcmp(category, witness_kind_names[i]) == 0)
            return i;
    return -1;
}

// 1: an event, or a line without one; 0: not understood.
static int read_line(const char *line, size_t length, struct event *event) {
    struct scan scan = {line, line + length};
    memset(event, 0, sizeof *event);
    event->note.kind = (enum witness_kind) - 1;
    if (scan_take(&scan, '[') || scan_take(&scan, ']') || scan.at == scan.end) {
        if (scan.at == scan.end || *scan.at == '\r')
            return 1;
        scan.at = line;
        scan_take(&scan, '[');
    }
    if (!object(&scan, event, member))
        return 0;
    scan_take(&scan, ',');
    if (strcmp(event->phase, "M") == 0) {
        event->begins = strcmp(event->name, "tare_witness") == 0;
        event->ends = strcmp(event->name, "tare_witness_end") == 0;
        event->doubts = strcmp(event->name, "tare_witness_doubt") == 0;
        return 1;
    }
    int kind = kind_of(event->category);
    if (kind < 0 || event->begin + event->length < event->begin)
        return 0;
    event->note.kind = (enum witness_kind)kind;
    event->note.begin = event->begin;
    event->note.end = event->begin + event->length;
    event->note.thread =
        event->thread > 0 && event->thread < 4294967295.0 ? (unsigned)event->thread : 0;
    return 1;
}

static int by_begin(const void *left, const void *right) {
    const struct witness_note *a = left, *b = right;
    if (a->begin != b->begin)
        return a->begin < b->begin ? -1 : 1;
    if (a->end != b->end)
        return a->end > b->end ? -1 : 1;
    if (a->kind != b->kind)
        return a->kind < b->kind ? -1 : 1;
    return a->correlation < b->correlation ? -1 : a->correlation > b->correlation;
}

static int add(struct trace *trace, size_t *room, const struct event *event, struct names *names) {
    if (trace->count == *room) {
        size_t more = *room ? *room * 2 : 256;
        struct witness_note *notes = realloc(trace->notes, more * sizeof *notes);
        if (!notes)
            return 0;
        trace->notes = notes;
        *room = more;
    }
    trace->notes[trace->count] = event->note;
    trace->notes[trace->count++].name = intern(trace, event->name, names);
    return 1;
}

static void refuse(char *why, size_t size, enum witness_word reason) {
    snprintf(why, size, "%s", witness_text(ENGLISH, reason));
}

int trace_parse(const char *text, size_t length, struct trace *trace, char *why, size_t size) {
    size_t room = 0;
    int begun = 0;
    struct names names = {0};
    memset(trace, 0, sizeof *trace);
    trace->cut_short = 1;
    const char *nul = length ? memchr(text, 0, length) : NULL; // a crash leaves reserved pages
    const char *end = nul ? nul : text + length;
    for (const char *line = text; line < end;) {
        const char *next = memchr(line, '\n', (size_t)(end - line));
        const char *stop = next ? next : end;
        struct event event;
        if (!read_line(line, (size_t)(stop - line), &event)) {
            trace->unread++;
        } else if (event.begins) {
            begun = 1;
            snprintf(trace->device, sizeof trace->device, "%s", event.device);
            snprintf(trace->program, sizeof trace->program, "%s", event.program);
        } else if (event.doubts) {
            trace->doubted = 1;
        } else if (event.ends) {
            trace->cut_short = 0;
            trace->left_out = natural_of(event.left_out);
        } else if ((int)event.note.kind >= 0 && !add(trace, &room, &event, &names)) {
            refuse(why, size, WITNESS_SAYS_OUT_OF_MEMORY);
            trace_free(trace);
            return 0;
        }
        line = stop + 1;
    }
    if (!begun) {
        refuse(why, size, length ? WITNESS_SAYS_NOT_A_TRACE : WITNESS_SAYS_EMPTY_TRACE);
        trace_free(trace);
        return 0;
    }
    if (trace->count)
        qsort(trace->notes, trace->count, sizeof trace->notes[0], by_begin);
    return 1;
}

enum { TRACE_MOST = 512 << 20 };

int trace_read(const char *path, struct trace *trace, char *why, size_t size) {
    struct stat about;
    memset(trace, 0, sizeof *trace);
    int file =
        open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK); // the writer may be anybody
    if (file < 0 || fstat(file, &about) != 0) {
        snprintf(why, size, "%s", strerror(errno));
        if (file >= 0)
            close(file);
        return 0;
    }
    if (!S_ISREG(about.st_mode) || about.st_size == 0) {
        refuse(why, size,
               S_ISREG(about.st_mode) ? WITNESS_SAYS_EMPTY_TRACE : WITNESS_SAYS_NOT_A_FILE);
        close(file);
        return 0;
    }
    if (about.st_size > TRACE_MOST) {
        refuse(why, size, WITNESS_SAYS_LARGE_TRACE);
        close(file);
        return 0;
    }
    size_t length = (size_t)about.st_size;
    char *text = mmap(NULL, length, PROT_READ, MAP_PRIVATE, file, 0);
    close(file);
    if (text == MAP_FAILED) {
        snprintf(why, size, "%s", strerror(errno));
        return 0;
    }
    int done = trace_parse(text, length, trace, why, size);
    munmap(text, length);
    return done;
}

void trace_free(struct trace *trace) {
    while (trace->names) {
        struct name_block *next = trace->names->next;
        free(trace->names);
        trace->names = next;
    }
    free(trace->notes);
    memset(trace, 0, sizeof *trace);
}

// A program that crashes leaves reserved, empty pages behind its last note.
void trace_mend(const char *path) {
    char part[1 << 14];
    int file = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW);
    off_t at = 0;
    ssize_t n;
    if (file < 0)
        return;
    while ((n = read(file, part, sizeof part)) > 0) {
        const char *nul = memchr(part, 0, (size_t)n);
        if (nul) {
            int cut = ftruncate(file, at + (nul - part));
            (void)cut; // where this is not allowed, the file stays as it was
            break;
        }
        at += n;
    }
    close(file);
}
