// test_trace.c: what is written is read back; what is cut short is read as far as it goes;
// what is no trace is refused.
#include "plan.h"
#include "suite.h"
#include "witness/record/record.h"
#include "witness/words.h"

#include <jansson.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { DEFAULT = 1000000 };

static char path[200];

static const char *fresh(void) {
    const char *folder = getenv("TMPDIR");
    snprintf(path, sizeof path, "%s/tare-trace-XXXXXX", folder ? folder : "/tmp");
    int file = mkstemp(path);
    CU_ASSERT_TRUE_FATAL(file >= 0);
    close(file);
    return path;
}

static const struct witness_note full = {.kind = WITNESS_KERNEL,
                                         .begin = 5000000000123,
                                         .end = 5000000239456,
                                         .stream = 3,
                                         .correlation = 77,
                                         .event = INT64_MAX,
                                         .other_event = 94312345678912345u,
                                         .bytes = 1ull << 40,
                                         .grid = {65536, 2, 3},
                                         .block = {256, 4, 1},
                                         .result = 9,
                                         .delay = 1234567890123,
                                         .non_blocking = 1,
                                         .name = "saxpy \"quoted\" \\ back"};

static void every_field_comes_back(void) {
    struct trace trace;
    char why[200];
    trace_open(fresh(), "host", DEFAULT);
    trace_write(&full, 12);
    trace_close();
    CU_ASSERT_TRUE_FATAL(trace_read(path, &trace, why, sizeof why));
    CU_ASSERT_EQUAL_FATAL(trace.count, 1);
    const struct witness_note *note = &trace.notes[0];
    CU_ASSERT_EQUAL(note->kind, full.kind);
    CU_ASSERT_EQUAL(note->begin, full.begin);
    CU_ASSERT_EQUAL(note->end, full.end);
    CU_ASSERT_EQUAL(note->stream, full.stream);
    CU_ASSERT_EQUAL(note->correlation, full.correlation);
    CU_ASSERT_EQUAL(note->event, full.event);
    CU_ASSERT_EQUAL(note->other_event, full.other_event);
    CU_ASSERT_EQUAL(note->bytes, full.bytes);
    CU_ASSERT_EQUAL(memcmp(note->grid, full.grid, sizeof full.grid), 0);
    CU_ASSERT_EQUAL(memcmp(note->block, full.block, sizeof full.block), 0);
    CU_ASSERT_EQUAL(note->result, full.result);
    CU_ASSERT_EQUAL(note->delay, full.delay);
    CU_ASSERT_EQUAL(note->non_blocking, 1);
    CU_ASSERT_STRING_EQUAL(note->name, full.name);
    CU_ASSERT_STRING_EQUAL(trace.device, "host");
    CU_ASSERT_FALSE(trace.cut_short);
    CU_ASSERT_EQUAL(trace.unread, 0);
    trace_free(&trace);
    unlink(path);
}

static void values_keep_their_digits(void) {
    static const double values[] = {3.7e-6, 0.247, 6.3e-10, 12.345678901, -0.247, 86400, 0};
    static const enum witness_kind kinds[] = {WITNESS_CLAIM, WITNESS_RESULT, WITNESS_BATCH};
    char line[TRACE_LINE], text[TRACE_LINE + 300], why[200];
    for (size_t i = 0; i < sizeof(values) / sizeof(values[0]); i++) {
        struct witness_note note = {.kind = kinds[i % 3], .value = values[i], .name = "saxpy"};
        struct trace trace;
        line[trace_format(&note, 1, line)] = 0;
        snprintf(text, sizeof text,
                 "[\n{\"name\":\"tare_witness\",\"ph\":\"M\",\"args\":{\"device\":\"host\"}},\n%s",
                 line);
        CU_ASSERT_TRUE_FATAL(trace_parse(text, strlen(text), &trace, why, sizeof why));
        CU_ASSERT_DOUBLE_EQUAL(trace.notes[0].value, values[i],
                               1e-14 * (1 + values[i] * values[i]));
        trace_free(&trace);
    }
}

static void the_longest_event_fits_its_line(void) {
    char name[400], line[TRACE_LINE + 1];
    struct witness_note note = full;
    memset(name, '"', sizeof name - 1);
    name[sizeof name - 1] = 0;
    note.name = name;
    note.begin = note.bytes = note.correlation = note.stream = note.delay = UINT64_MAX / 4;
    note.end = UINT64_MAX / 3;
    note.value = -1e9 / 3;
    note.result = -1;
    for (int kind = 0; kind < WITNESS_KINDS; kind++) {
        note.kind = (enum witness_kind)kind;
        line[TRACE_LINE] = 'x';
        size_t length = trace_format(&note, UINT32_MAX, line);
        CU_ASSERT_TRUE(length < TRACE_LINE);
        CU_ASSERT_EQUAL(line[TRACE_LINE], 'x');
        json_t *object = json_loadb(line, length, 0, NULL);
        CU_ASSERT_TRUE(json_is_object(object));
        json_decref(object);
    }
}

// What Perfetto and chrome://tracing ask of an event.
static void every_event_is_a_chrome_event(void) {
    trace_open(fresh(), "gpu", DEFAULT);
    for (int i = 0; i < WITNESS_KINDS; i++) {
        struct witness_note note = full;
        note.kind = (enum witness_kind)i;
        note.end = i % 2 ? note.begin : note.end;
        trace_write(&note, 7);
    }
    trace_close();
    json_t *events = json_load_file(path, 0, NULL);
    CU_ASSERT_TRUE_FATAL(json_is_array(events));
    CU_ASSERT_TRUE(json_array_size(events) >= WITNESS_KINDS);
    for (size_t i = 0; i < json_array_size(events); i++) {
        json_t *event = json_array_get(events, i);
        const char *phase = json_string_value(json_object_get(event, "ph"));
        CU_ASSERT_TRUE_FATAL(phase != NULL);
        CU_ASSERT_TRUE(json_is_string(json_object_get(event, "name")));
        CU_ASSERT_TRUE(json_is_integer(json_object_get(event, "pid")));
        CU_ASSERT_TRUE(json_is_integer(json_object_get(event, "tid")));
        CU_ASSERT_TRUE(strchr("MXi", phase[0]) && !phase[1]);
        CU_ASSERT_TRUE(phase[0] == 'M' || json_is_real(json_object_get(event, "ts")));
        CU_ASSERT_TRUE((phase[0] == 'X') == json_is_real(json_object_get(event, "dur")));
    }
    json_decref(events);
    unlink(path);
}

// More than one block of the file, from two threads of notes.
static void many_notes_come_back(void) {
    enum { MANY = 30000 };
    struct trace trace;
    char why[200];
    trace_open(fresh(), "host", DEFAULT);
    for (int i = 0; i < MANY; i++) {
        struct witness_note note = {.kind = WITNESS_CALL, .name = "cudaLaunchKernel"};
        note.begin = (uint64_t)(MANY - i) * 1000;
        note.end = note.begin + 7;
        trace_write(&note, 1 + (unsigned)i % 2);
    }
    trace_close();
    CU_ASSERT_TRUE_FATAL(trace_read(path, &trace, why, sizeof why));
    CU_ASSERT_EQUAL(trace.count, MANY);
    CU_ASSERT_EQUAL(trace.unread, 0);
    for (size_t i = 1; i < trace.count; i++)
        if (trace.notes[i].begin < trace.notes[i - 1].begin)
            CU_FAIL("not in order");
    trace_free(&trace);
    unlink(path);
}

static void a_full_trace_keeps_marks_and_claims(void) {
    struct trace trace;
    char why[200];
    trace_open(fresh(), "host", 100);
    for (int i = 0; i < 250; i++)
        trace_write(&full, 1);
    struct witness_note claim = {.kind = WITNESS_CLAIM, .begin = 9, .end = 9, .name = "saxpy"};
    trace_write(&claim, 1);
    trace_close();
    CU_ASSERT_TRUE_FATAL(trace_read(path, &trace, why, sizeof why));
    CU_ASSERT_EQUAL(trace.count, 101);
    CU_ASSERT_EQUAL(trace.left_out, 150);
    trace_free(&trace);
    unlink(path);
}

// Where the clock is not the kernel's, or where somebody borrowed what was lent already, nothing
// that the trace shows is a fact to a grader.
static void a_doubted_trace_has_no_facts(void) {
    static struct witness_facts facts[2];
    struct trace trace;
    char why[200];
    for (int again = 0; again < 2; again++) {
        trace_open(fresh(), "host", DEFAULT);
        struct witness_note claim = {.kind = WITNESS_CLAIM, .begin = 9, .end = 9, .name = "saxpy"};
        trace_write(&claim, 1);
        if (again)
            trace_doubt();
        trace_close();
        CU_ASSERT_TRUE_FATAL(trace_read(path, &trace, why, sizeof why));
        CU_ASSERT_EQUAL(trace.doubted, again);
        CU_ASSERT_EQUAL(trace.count, 1);
        CU_ASSERT_EQUAL(trace.unread, 0);
        CU_ASSERT_EQUAL(witness_facts_read_all(path, facts, 2), !again);
        trace_free(&trace);
        unlink(path);
    }
}

// ---- what can go wrong -----------------------------------------------------------------------

static void a_program_that_dies_leaves_its_notes(void) {
    fresh();
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        signal(SIGKILL, SIG_DFL);
        trace_open(path, "host", DEFAULT);
        for (int i = 0; i < 500; i++)
            trace_write(&full, 1);
        kill(getpid(), SIGKILL);
    }
    int status = 0;
    CU_ASSERT_TRUE_FATAL(child > 0 && waitpid(child, &status, 0) == child);
    CU_ASSERT_TRUE(WIFSIGNALED(status));
    struct trace trace;
    struct stat before, after;
    char why[200];
    CU_ASSERT_EQUAL(stat(path, &before), 0);
    CU_ASSERT_TRUE_FATAL(trace_read(path, &trace, why, sizeof why));
    CU_ASSERT_EQUAL(trace.count, 500);
    CU_ASSERT_TRUE(trace.cut_short);
    CU_ASSERT_EQUAL(trace.unread, 0);
    trace_free(&trace);
    trace_mend(path);
    CU_ASSERT_EQUAL(stat(path, &after), 0);
    CU_ASSERT_TRUE(after.st_size < before.st_size);
    CU_ASSERT_TRUE_FATAL(trace_read(path, &trace, why, sizeof why));
    CU_ASSERT_EQUAL(trace.count, 500);
    trace_free(&trace);
    unlink(path);
}

// In a child, whose standard error is kept: notes are written to `file` within `bytes`.
static int write_in_child(const char *file, rlim_t bytes, char *said, size_t size) {
    int out[2], status = -1;
    CU_ASSERT_EQUAL_FATAL(pipe(out), 0);
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        struct rlimit limit = {bytes, bytes};
        if (bytes)
            setrlimit(RLIMIT_FSIZE, &limit);
        dup2(out[1], STDERR_FILENO);
        close(out[0]);
        trace_open(file, "host", DEFAULT);
        for (int i = 0; i < 20000; i++)
            trace_write(&full, 1);
        trace_close();
        _exit(42);
    }
    close(out[1]);
    size_t n = 0;
    for (ssize_t got; n + 1 < size && (got = read(out[0], said + n, size - 1 - n)) > 0;)
        n += (size_t)got;
    said[n] = 0;
    close(out[0]);
    CU_ASSERT_TRUE(child > 0 && waitpid(child, &status, 0) == child);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void a_full_disk_is_said_once(void) {
    char said[4000];
    CU_ASSERT_EQUAL(write_in_child("/dev/full", 0, said, sizeof said), 42);
    CU_ASSERT_TRUE(strstr(said, "cannot write the trace") != NULL);
    CU_ASSERT_TRUE(strchr(said, '\n') == said + strlen(said) - 1);
    CU_ASSERT_EQUAL(write_in_child(fresh(), 3 << 20, said, sizeof said), 42);
    CU_ASSERT_TRUE(strstr(said, "cannot write the trace") != NULL);
    CU_ASSERT_TRUE(strchr(said, '\n') == said + strlen(said) - 1);
    struct trace trace;
    char why[200];
    CU_ASSERT_TRUE_FATAL(trace_read(path, &trace, why, sizeof why));
    CU_ASSERT_TRUE(trace.count > 1000);
    CU_ASSERT_TRUE(trace.cut_short);
    trace_free(&trace);
    unlink(path);
}

static void a_place_that_cannot_be_written_is_said(void) {
    char said[4000];
    CU_ASSERT_EQUAL(write_in_child("/dev/null/trace.json", 0, said, sizeof said), 42);
    CU_ASSERT_TRUE(strstr(said, "/dev/null/trace.json") != NULL);
    CU_ASSERT_TRUE(strchr(said, '\n') == said + strlen(said) - 1);
}

static void what_is_no_trace_is_refused(void) {
    static const char *const texts[] = {"",    "\n", "[]", "{}", "hello", "[\n{\"ph\":\"X\"}\n]",
                                        "\0\0"};
    struct trace trace;
    char why[200];
    for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
        why[0] = 0;
        CU_ASSERT_FALSE(trace_parse(texts[i], strlen(texts[i]), &trace, why, sizeof why));
        CU_ASSERT_TRUE(why[0] != 0);
        CU_ASSERT_STRING_NOT_EQUAL(witness_reason(why, CHINESE), why);
    }
    CU_ASSERT_FALSE(trace_read("/nowhere/trace", &trace, why, sizeof why));
    CU_ASSERT_FALSE(trace_read("/tmp", &trace, why, sizeof why));
    CU_ASSERT_FALSE(trace_read("/dev/null", &trace, why, sizeof why));
}

static const struct test tests[] = {
    {"every field comes back", every_field_comes_back},
    {"values keep their digits", values_keep_their_digits},
    {"the longest event fits its line", the_longest_event_fits_its_line},
    {"every event is a Chrome event", every_event_is_a_chrome_event},
    {"many notes come back", many_notes_come_back},
    {"a full trace keeps marks and claims", a_full_trace_keeps_marks_and_claims},
    {"a doubted trace has no facts", a_doubted_trace_has_no_facts},
    {"a program that dies leaves its notes", a_program_that_dies_leaves_its_notes},
    {"a full disk is said once", a_full_disk_is_said_once},
    {"a place that cannot be written is said", a_place_that_cannot_be_written_is_said},
    {"what is no trace is refused", what_is_no_trace_is_refused},
};
SUITE_MAIN("witness traces", tests)
