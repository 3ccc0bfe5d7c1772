// trace.c: the trace's file. It grows by blocks that are reserved on the disk before they
// are mapped: a full disk is an answer here and no signal to the program.
#include "trace.h"
#include "reason.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

enum { BLOCK = 1 << 20, STREAMS_NAMED = 64 };

static struct {
    pthread_mutex_t lock;
    int file; // -1: nothing is traced
    char *block;
    size_t used; // of the block
    off_t start; // of the block in the file
    uint64_t limit, written, left_out;
    uint64_t named_streams;
} trace = {.lock = PTHREAD_MUTEX_INITIALIZER, .file = -1};

static void give_up(int error) {
    int chinese = witness_chinese();
    fprintf(stderr,
            chinese ? "见证器：记录写不下去：%s；程序照常运行\n"
                    : "witness: cannot write the trace: %s; the program goes on without it\n",
            witness_reason(strerror(error), chinese));
    if (trace.file >= 0) {
        // Best effort: what cannot be cut off is read as the end all the same.
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

// A child shares the parent's pages: it must not write there.
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
    FILE *name = fopen("/proc/self/comm", "re");
    if (name) {
        if (!fgets(program, sizeof program, name))
            program[0] = 0;
        fclose(name);
    }
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
    int chinese = witness_chinese();
    pthread_mutex_lock(&trace.lock);
    trace.limit = limit;
    trace.written = trace.left_out = trace.named_streams = 0;
    trace.file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0644);
    if (trace.file < 0) {
        fprintf(stderr,
                chinese ? "见证器：%s：%s；程序照常运行，但没有记录\n"
                        : "witness: %s: %s; the program runs without a trace\n",
                path, witness_reason(strerror(errno), chinese));
    } else if (flock(trace.file, LOCK_EX | LOCK_NB) != 0) {
        fprintf(stderr,
                chinese ? "见证器：%s：另一个进程正在写它；本进程没有记录\n"
                        : "witness: %s: another process writes it; this one is not traced\n",
                path);
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

// Marks and claims are few and what the picture is about: they are always kept.
static int counts(enum witness_kind kind) {
    return kind != WITNESS_CLOCK && kind != WITNESS_CLAIM && kind != WITNESS_START &&
           kind != WITNESS_STOP && kind != WITNESS_ELAPSED;
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
            perror("witness: the trace's end");
        munmap(trace.block, BLOCK);
        close(trace.file);
        trace.block = NULL;
        trace.file = -1;
    }
    pthread_mutex_unlock(&trace.lock);
}
