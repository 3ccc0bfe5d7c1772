// say.c: what the stopwatch saw, in one sentence that begins with the stopwatch, and all facts as
// JSON.
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "witness/facts.h"
#include "witness/words.h"

#define NS(value) (duration_of(value).text)

// ---- what a sentence is about ----------------------------------------------------------

enum subject { KERNELS, COPIES, MEMSETS };

static enum subject subject_of(const struct witness_facts *facts) {
    int copies = facts->copies && (facts->account.own_copies || !facts->kernels);
    return copies ? COPIES : facts->kernels ? KERNELS : MEMSETS;
}

static int work_count(const struct witness_facts *facts) {
    const int count[] = {facts->kernels, facts->copies, facts->memsets};
    return count[subject_of(facts)];
}

struct phrase { // a part of a sentence
    char text[48];
};

__attribute__((format(printf, 1, 2))) static struct phrase phrase(const char *format, ...) {
    struct phrase phrase;
    va_list arguments;
    va_start(arguments, format);
    // NOLINTNEXTLINE(clang-analyzer-valist.Uninitialized): begun one line above
    vsnprintf(phrase.text, sizeof phrase.text, format, arguments);
    va_end(arguments);
    return phrase;
}

static struct phrase work_name(enum language language, const struct witness_facts *facts) {
    static const enum witness_word one[] = {WITNESS_SAYS_KERNEL, WITNESS_SAYS_COPY,
                                            WITNESS_SAYS_MEMSET};
    static const enum witness_word many[] = {WITNESS_SAYS_KERNELS, WITNESS_SAYS_COPIES,
                                             WITNESS_SAYS_MEMSETS};
    enum subject subject = subject_of(facts);
    int count = work_count(facts);
    return count == 1 ? phrase("%s", witness_text(language, one[subject]))
                      : phrase(witness_text(language, many[subject]), count);
}

// The errors that measurements meet, by name: a trace is read where no CUDA is installed.
static const char *cuda_error_name(int error, char buffer[32]) {
    static const struct {
        int code;
        const char *name;
    } errors[] = {{1, "cudaErrorInvalidValue"},
                  {2, "cudaErrorMemoryAllocation"},
                  {9, "cudaErrorInvalidConfiguration"},
                  {98, "cudaErrorInvalidDeviceFunction"},
                  {209, "cudaErrorNoKernelImageForDevice"},
                  {400, "cudaErrorInvalidResourceHandle"},
                  {600, "cudaErrorNotReady"},
                  {700, "cudaErrorIllegalAddress"},
                  {701, "cudaErrorLaunchOutOfResources"},
                  {716, "cudaErrorMisalignedAddress"},
                  {719, "cudaErrorLaunchFailure"},
                  {720, "cudaErrorCooperativeLaunchTooLarge"}};
    for (size_t i = 0; i < sizeof(errors) / sizeof(errors[0]); i++)
        if (errors[i].code == error)
            return errors[i].name;
    snprintf(buffer, 32, "error %d", error);
    return buffer;
}

// ---- the sentence as it grows ----------------------------------------------------------

struct saying {
    char *text;
    size_t size, length;
    enum language language;
    const struct witness_facts *facts;
};

static void say(struct saying *to, enum witness_word word, ...) {
    size_t left = to->size - to->length;
    va_list arguments;
    va_start(arguments, word);
    // NOLINTNEXTLINE(clang-analyzer-valist.Uninitialized): begun one line above
    int n = vsnprintf(to->text + to->length, left, witness_text(to->language, word), arguments);
    va_end(arguments);
    if (n > 0)
        to->length += (size_t)n < left ? (size_t)n : left - 1;
}

static void say_saw(struct saying *to) {
    say(to, to->facts->library ? WITNESS_SAYS_SAW_LIBRARY : WITNESS_SAYS_SAW,
        NS(to->facts->window_ns));
}

// ---- one function a kind of finding ----------------------------------------------------

static void say_work(struct saying *to) {
    const struct witness_facts *facts = to->facts;
    static const double outlying = 1.1; // times the usual reading; not measured
    int count = work_count(facts);
    const struct reading *reading = &facts->reading;
    if (reading->form == READING_MEAN && reading->value > outlying * reading->usual) {
        say(to, WITNESS_SAYS_OUTLIERS, reading->count, NS(reading->usual),
            NS(1e9 * facts->claim_seconds));
        return;
    }
    say_saw(to);
    if (!count) {
        say(to, WITNESS_SAYS_EARLIER, NS(facts->account.part[PART_EARLIER]));
        return;
    }
    say(to, WITNESS_SAYS_COMMA);
    say(to, count > 1 ? WITNESS_SAYS_RAN_MANY : WITNESS_SAYS_RAN_ONE,
        work_name(to->language, facts).text, NS(facts->busy_ns));
    if (facts->match == MATCH_PART && facts->divided > 1)
        say(to, WITNESS_SAYS_PART, facts->divided);
    say(to, WITNESS_SAYS_END);
}

static void say_stale(struct saying *to) {
    say(to, WITNESS_SAYS_STALE);
    if (to->facts->kernel_ns > 0)
        say(to, WITNESS_SAYS_STALE_KERNEL, NS(to->facts->kernel_ns));
    say(to, WITNESS_SAYS_END);
}

static void say_no_window(struct saying *to) {
    if (to->facts->claim[0] && to->facts->claim_seconds > 0)
        say(to, WITNESS_SAYS_NO_WINDOW_OF, NS(to->facts->claim_seconds * 1e9));
    else
        say(to, WITNESS_SAYS_NO_WINDOW);
}

static void say_finding(struct saying *to) {
    const struct witness_facts *facts = to->facts;
    char buffer[32];
    switch (facts->finding) {
    case FOUND_STOPWATCH:
        say_work(to);
        break;
    case FOUND_LAUNCH_FAILED:
        say_saw(to);
        say(to, WITNESS_SAYS_LAUNCH_FAILED, facts->failed_call,
            cuda_error_name(facts->failed_result, buffer));
        break;
    case FOUND_STALE_ELAPSED:
        say_stale(to);
        break;
    case FOUND_NO_TIMING:
        say(to, WITNESS_SAYS_NO_TIMING, cuda_error_name(facts->elapsed_result, buffer));
        break;
    case FOUND_REVERSED:
        say(to, WITNESS_SAYS_REVERSED, NS(facts->window_ns));
        break;
    case FOUND_NOTHING:
        say_saw(to);
        say(to, WITNESS_SAYS_NOTHING);
        break;
    case FOUND_UNSEEN:
        say_saw(to);
        say(to, WITNESS_SAYS_UNSEEN);
        break;
    default:
        say_no_window(to);
        break;
    }
}

void witness_sentence(const struct witness_facts *facts, enum language language, char *text,
                      size_t size) {
    struct saying to = {text, size, 0, language, facts};
    if (!size)
        return;
    text[0] = 0;
    if (facts->known)
        say_finding(&to);
}

void witness_say_running(const struct witness_facts *facts, enum language language, char *text,
                         size_t size) {
    static const enum witness_word words[2][2] = {
        {WITNESS_SAYS_ONLY_OF_ONE, WITNESS_SAYS_ONLY_OF_MANY},
        {WITNESS_SAYS_NONE_OF_ONE, WITNESS_SAYS_NONE_OF_MANY}};
    struct saying to = {text, size, 0, language, facts};
    double whole = facts->account.own, seen = facts->account.part[PART_OWN];
    int unseen = seen < 0.005 * whole; // three digits show no less
    say_saw(&to);
    if (unseen && facts->kind == WINDOW_HOST)
        say(&to, WITNESS_SAYS_OF_HOST_TIME);
    say(&to, words[unseen][work_count(facts) > 1], work_name(language, facts).text, NS(whole),
        NS(seen));
}

// ---- all facts as one JSON object, for scripts -----------------------------------------

static void put_text(FILE *out, const char *key, const char *text) {
    fprintf(out, "  \"%s\": \"", key);
    for (; *text; text++) {
        if (*text == '"' || *text == '\\')
            fputc('\\', out);
        fputc((unsigned char)*text < ' ' ? '?' : *text, out);
    }
    fputs("\",\n", out);
}

static void put_number(FILE *out, const char *key, double number) {
    fprintf(out, "  \"%s\": %.17g,\n", key, number);
}

void witness_facts_json(const struct witness_facts *facts, FILE *out) {
    static const char *const kinds[] = {"none", "host", "events"};
    static const char *const matches[] = {"none", "whole", "part", "near"};
    char sentence[600];
    witness_sentence(facts, ENGLISH, sentence, sizeof sentence);
    fputs("{\n", out);
    put_text(out, "claim", facts->claim);
    put_text(out, "finding", witness_finding_name(facts->finding));
    put_text(out, "sentence", sentence);
    put_text(out, "stopwatch", kinds[facts->kind]);
    put_text(out, "match", matches[facts->match]);
    put_text(out, "kernel", facts->kernel);
    put_text(out, "failed_call", facts->failed_call);
    put_text(out, "reading", reading_form_name(facts->reading.form));
    put_text(out, "reading_kernel", facts->reading.kernel);
    const struct {
        const char *key;
        double number;
    } numbers[] = {{"claim_seconds", facts->claim_seconds},
                   {"divided", facts->divided},
                   {"window", (double)facts->window},
                   {"windows", (double)facts->windows},
                   {"window_ns", facts->window_ns},
                   {"elapsed_result", facts->elapsed_result},
                   {"library", facts->library},
                   {"kernels", facts->kernels},
                   {"copies", facts->copies},
                   {"memsets", facts->memsets},
                   {"kernel_ns", facts->kernel_ns},
                   {"busy_ns", facts->busy_ns},
                   {"copy_ns", facts->copy_ns},
                   {"first_run_ns", facts->first_run_ns},
                   {"first_call_ns", facts->first_call_ns},
                   {"failed_result", facts->failed_result},
                   {"reading_scale", facts->reading.scale},
                   {"reading_count", facts->reading.count},
                   {"reading_rank", facts->reading.rank},
                   {"reading_like", facts->reading.like},
                   {"reading_ns", facts->reading.value},
                   {"reading_span_ns", facts->reading.span},
                   {"reading_runs", facts->reading.runs},
                   {"reading_threads", facts->reading.threads},
                   {"reading_copy_bytes", facts->reading.copy_bytes},
                   {"reading_copied_once", facts->reading.copied_once}};
    for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++)
        put_number(out, numbers[i].key, numbers[i].number);
    account_json(&facts->account, out);
    fprintf(out, "  \"nothing\": %d\n}\n", facts->nothing);
}
