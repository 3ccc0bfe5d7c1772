// trace.c: writes notes as Chrome trace events, one a line, into the file that TARE_WITNESS
// names. The file grows by blocks that are reserved on the disk before they are mapped. So a full
// disk gives an error code here, and not a signal to the program. The pages are shared with the
// operating system, so that a program that crashes leaves all notes that were made before.
#define _GNU_SOURCE // program_invocation_short_name
#include "witness/record/record.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include "witness/words.h"

// ---- one note as one event -----------------------------------------------------------
//
// Without printf: a note is written while the program that is watched waits.

struct line {
    char *text;
    size_t length;
};

static void put(struct line *line, const char *text) {
    size_t n = strlen(text);
    memcpy(line->text + line->length, text, n);
    line->length += n;
}

static void put_number(struct line *line, uint64_t number) {
    char digits[20];
    int n = 0;
    do
        digits[n++] = (char)('0' + number % 10);
    while (number /= 10);
    while (n)
        line->text[line->length++] = digits[--n];
}

static void put_field(struct line *line, const char *name, uint64_t number) {
    put(line, ",\"");
    put(line, name);
    put(line, "\":");
    put_number(line, number);
}

// Chrome's timestamps are microseconds; three decimals keep every nanosecond.
static void put_microseconds(struct line *line, uint64_t ns) {
    put_number(line, ns / 1000);
    unsigned rest = (unsigned)(ns % 1000);
    char decimals[5] = {'.', (char)('0' + rest / 100), (char)('0' + rest / 10 % 10),
                        (char)('0' + rest % 10), 0};
    put(line, decimals);
}

// Seconds of a claim or milliseconds of an elapsed time: fifteen decimals, nine for a long time.
static void put_value(struct line *line, double value) {
    double size = fabs(value);
    int places = size < 9000 ? 15 : 9;
    uint64_t unit = places == 15 ? 1000000000000000 : 1000000000;
    if (!isfinite(value) || size > 9e9) {
        put(line, ",\"value\":null");
        return;
    }
    put(line, value < 0 ? ",\"value\":-" : ",\"value\":");
    uint64_t parts = (uint64_t)(size * (double)unit + 0.5);
    put_number(line, parts / unit);
    char decimals[17] = ".";
    decimals[places + 1] = 0;
    for (int i = places; i > 0; i--, parts /= 10)
        decimals[i] = (char)('0' + parts % 10);
    put(line, decimals);
}

static void put_name(struct line *line, const char *name) {
    enum { LONGEST = 200 };
    line->text[line->length++] = '"';
    for (int i = 0; name && name[i] && i < LONGEST; i++) {
        unsigned char c = (unsigned char)name[i];
        if (c == '"' || c == '\\')
            line->text[line->length++] = '\\';
        line->text[line->length++] = c < ' ' || c > '~' ? '?' : (char)c;
    }
    line->text[line->length++] = '"';
}

static int on_a_stream(enum witness_kind kind) {
    return kind == WITNESS_KERNEL || kind == WITNESS_COPY || kind == WITNESS_MEMSET ||
           kind == WITNESS_REACHED;
}

static void put_shape(struct line *line, const char *name, const unsigned shape[3]) {
    put(line, ",\"");
    put(line, name);
    put(line, "\":[");
    for (int i = 0; i < 3; i++) {
        if (i)
            put(line, ",");
        put_number(line, shape[i]);
    }
    put(line, "]");
}

static void put_arguments(struct line *line, const struct witness_note *note) {
    put(line, ",\"args\":{\"stream\":");
    put_number(line, note->stream);
    if (note->correlation)
        put_field(line, "correlation", note->correlation);
    if (note->event)
        put_field(line, "event", note->event);
    if (note->other_event)
        put_field(line, "other_event", note->other_event);
    if (note->bytes)
        put_field(line, note->kind == WITNESS_CLOCK ? "told" : "bytes", note->bytes);
    int is_kernel = note->kind == WITNESS_KERNEL;
    if (note->to)
        put_field(line, is_kernel ? "code" : "to", note->to);
    if (note->from)
        put_field(line, is_kernel ? "numbers" : "from", note->from);
    if (is_kernel) {
        put_shape(line, "grid", note->grid);
        put_shape(line, "block", note->block);
    }
    if (note->kind == WITNESS_ELAPSED || note->kind == WITNESS_CLAIM ||
        note->kind == WITNESS_RESULT || note->kind == WITNESS_BATCH)
        put_value(line, note->value);
    if (note->result)
        put_field(line, "result", (unsigned)note->result);
    if (note->delay)
        put_field(line, "delay", note->delay);
    if (note->non_blocking)
        put(line, ",\"non_blocking\":1");
    put(line, "}}");
}

size_t trace_format(const struct witness_note *note, unsigned thread, char text[TRACE_LINE]) {
    struct line line = {text, 0};
    unsigned kind = (unsigned)note->kind;
    int device = on_a_stream(note->kind);
    int instant = note->end <= note->begin;
    put(&line, "{\"name\":");
    put_name(&line, note->name ? note->name : "");
    put(&line, ",\"cat\":\"");
    put(&line, kind < WITNESS_KINDS ? witness_kind_names[kind] : "unknown");
    put(&line, instant ? "\",\"ph\":\"i\",\"s\":\"t\",\"pid\":" : "\",\"ph\":\"X\",\"pid\":");
    put(&line, device ? "2" : "1");
    put_field(&line, "tid", device ? note->stream + 1 : thread);
    put(&line, ",\"ts\":");
    put_microseconds(&line, note->begin);
    if (!instant) {
        put(&line, ",\"dur\":");
        put_microseconds(&line, note->end - note->begin);
    }
    put_arguments(&line, note);
    return line.length;
}

// ---- the file --------------------------------------------------------------------------

enum { BLOCK = 1 << 20, STREAMS_NAMED = 64 };

static struct {
    pthread_mutex_t lock;
    int file; // -1: nothing is traced
    char *block;
    size_t used;                      // of the block
    size_t promised, promised_before; // bytes behind these, with and without the last promise
    off_t start;                      // of the block in the file
    uint64_t limit, written, left_out;
    uint64_t named_streams;
} trace = {.lock = PTHREAD_MUTEX_INITIALIZER, .file = -1};

static void complain(enum witness_word message, int error) {
    enum language language = witness_language();
    fprintf(stderr, witness_text(language, message), witness_reason(strerror(error), language));
}

static void give_up(int error) {
    complain(WITNESS_SAYS_CANNOT_WRITE, error);
    if (trace.file >= 0) {
        // If the rest cannot be cut off, a reader takes its first empty byte as the end.
        int cut = trace.block ? ftruncate(trace.file, trace.start + (off_t)trace.used) : 0;
        (void)cut;
        close(trace.file);
    }
    if (trace.block)
        munmap(trace.block, BLOCK);
    trace.block = NULL;
    trace.file = -1;
}

// Reserving past RLIMIT_FSIZE would kill the program with SIGXFSZ: ask before.
static int reserve(off_t start) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY &&
        (rlim_t)start + BLOCK > limit.rlim_cur)
        return EFBIG;
    return posix_fallocate(trace.file, start, BLOCK);
}

static int next_block(void) {
    off_t start = trace.block ? trace.start + BLOCK : 0;
    int error = reserve(start);
    if (error) {
        give_up(error);
        return 0;
    }
    if (trace.block)
        munmap(trace.block, BLOCK);
    trace.block = mmap(NULL, BLOCK, PROT_READ | PROT_WRITE, MAP_SHARED, trace.file, start);
    trace.start = start;
    trace.used = 0;
    if (trace.block == MAP_FAILED) {
        trace.block = NULL;
        give_up(errno);
        return 0;
    }
    return 1;
}

static int append(const char *text, size_t length) {
    while (length) {
        if (trace.file < 0 || ((!trace.block || trace.used == BLOCK) && !next_block()))
            return 0;
        size_t room = BLOCK - trace.used, part = length < room ? length : room;
        memcpy(trace.block + trace.used, text, part);
        trace.used += part;
        text += part;
        length -= part;
    }
    trace.promised = trace.promised_before = 0;
    if (trace.used < BLOCK)
        trace.block[trace.used] = 0; // a promise that was longer ends here
    return 1;
}

static void append_text(const char *text) {
    append(text, strlen(text));
}

static void lock_for_fork(void) {
    pthread_mutex_lock(&trace.lock);
}

static void unlock_after_fork(void) {
    pthread_mutex_unlock(&trace.lock);
}

// A child shares the parent's pages: the child must not write there.
static void leave_in_child(void) {
    if (trace.block)
        munmap(trace.block, BLOCK);
    if (trace.file >= 0)
        close(trace.file);
    trace.block = NULL;
    trace.file = -1;
    pthread_mutex_unlock(&trace.lock);
}

static void write_head(const char *device) {
    char line[TRACE_LINE];
    char program[64] = "";
    snprintf(program, sizeof program, "%s", program_invocation_short_name);
    for (char *c = program; *c; c++)
        if (*c < ' ' || *c > '~' || *c == '"' || *c == '\\')
            *c = *c == '\n' ? 0 : '_';
    snprintf(
        line, sizeof line,
        "[\n{\"name\":\"tare_witness\",\"ph\":\"M\",\"pid\":1,\"tid\":1,\"args\":{\"version\":1,"
        "\"device\":\"%s\",\"program\":\"%s\",\"clock\":\"CLOCK_MONOTONIC\"}}",
        device, program);
    append_text(line);
    append_text(",\n{\"name\":\"process_name\",\"ph\":\"M\",\"pid\":1,\"tid\":1,"
                "\"args\":{\"name\":\"host\"}}");
    append_text(",\n{\"name\":\"process_name\",\"ph\":\"M\",\"pid\":2,\"tid\":1,"
                "\"args\":{\"name\":\"device\"}}");
}

void trace_open(const char *path, const char *device, uint64_t limit) {
    static int once;
    enum language language = witness_language();
    pthread_mutex_lock(&trace.lock);
    trace.limit = limit;
    trace.written = trace.left_out = trace.named_streams = 0;
    trace.file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0644);
    if (trace.file < 0) {
        fprintf(stderr, witness_text(language, WITNESS_SAYS_CANNOT_OPEN), path,
                witness_reason(strerror(errno), language));
    } else if (flock(trace.file, LOCK_EX | LOCK_NB) != 0) {
        fprintf(stderr, witness_text(language, WITNESS_SAYS_TRACE_TAKEN), path);
        close(trace.file);
        trace.file = -1;
    } else if (ftruncate(trace.file, 0) != 0) {
        give_up(errno);
    } else {
        write_head(device);
        if (!once++)
            pthread_atfork(lock_for_fork, unlock_after_fork, leave_in_child);
    }
    pthread_mutex_unlock(&trace.lock);
}

static void name_stream(const struct witness_note *note) {
    if (note->stream >= STREAMS_NAMED || trace.named_streams >> note->stream & 1)
        return;
    trace.named_streams |= (uint64_t)1 << note->stream;
    char line[200];
    snprintf(line, sizeof line,
             ",\n{\"name\":\"thread_name\",\"ph\":\"M\",\"pid\":2,\"tid\":%u,"
             "\"args\":{\"name\":\"%s %u\"}}",
             (unsigned)note->stream + 1, note->stream ? "stream" : "default stream",
             (unsigned)note->stream);
    append_text(line);
}

// Marks and claims are few, and the picture is about them: they are always kept.
static int counts(enum witness_kind kind) {
    return kind != WITNESS_CLOCK && kind != WITNESS_CLAIM && kind != WITNESS_START &&
           kind != WITNESS_STOP && kind != WITNESS_ELAPSED && kind != WITNESS_RESULT &&
           kind != WITNESS_BATCH;
}

void trace_write(const struct witness_note *note, unsigned thread) {
    char line[TRACE_LINE + 2] = ",\n";
    size_t length = 2 + trace_format(note, thread, line + 2);
    pthread_mutex_lock(&trace.lock);
    if (trace.file >= 0) {
        if (counts(note->kind) && trace.written >= trace.limit)
            trace.left_out++;
        else {
            trace.written += (unsigned)counts(note->kind);
            if (note->kind == WITNESS_KERNEL || note->kind == WITNESS_COPY)
                name_stream(note);
            append(line, length);
        }
    }
    pthread_mutex_unlock(&trace.lock);
}

void trace_promise(const struct witness_note *note, unsigned thread, int again) {
    char line[TRACE_LINE + 2] = ",\n";
    size_t length = 2 + trace_format(note, thread, line + 2);
    pthread_mutex_lock(&trace.lock);
    if (again)
        trace.promised = trace.promised_before;
    size_t at = trace.used + trace.promised;
    if (trace.block && at + length < BLOCK) {
        memcpy(trace.block + at, line, length);
        trace.block[at + length] = 0;
        trace.promised_before = trace.promised;
        trace.promised += length;
    }
    pthread_mutex_unlock(&trace.lock);
}

void trace_doubt(void) {
    pthread_mutex_lock(&trace.lock);
    if (trace.file >= 0)
        append_text(",\n{\"name\":\"tare_witness_doubt\",\"ph\":\"M\",\"pid\":1,\"tid\":1}");
    pthread_mutex_unlock(&trace.lock);
}

void trace_close(void) {
    pthread_mutex_lock(&trace.lock);
    if (trace.file >= 0) {
        char line[160];
        snprintf(line, sizeof line,
                 ",\n{\"name\":\"tare_witness_end\",\"ph\":\"M\",\"pid\":1,\"tid\":1,"
                 "\"args\":{\"left_out\":%llu}}\n]\n",
                 (unsigned long long)trace.left_out);
        append_text(line);
    }
    if (trace.file >= 0) {
        if (ftruncate(trace.file, trace.start + (off_t)trace.used) != 0)
            complain(WITNESS_SAYS_CANNOT_END, errno);
        munmap(trace.block, BLOCK);
        close(trace.file);
        trace.block = NULL;
        trace.file = -1;
    }
    pthread_mutex_unlock(&trace.lock);
}
