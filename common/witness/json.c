// json.c: the facts as one JSON object, for scripts and for the grader's report.
#include "facts.h"

#include <string.h>

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
    witness_sentence(facts, 0, sentence, sizeof sentence);
    fputs("{\n", out);
    put_text(out, "claim", facts->claim);
    put_text(out, "finding", witness_finding_name(facts->finding));
    put_text(out, "sentence", sentence);
    put_text(out, "stopwatch", kinds[facts->kind]);
    put_text(out, "match", matches[facts->match]);
    put_text(out, "kernel", facts->kernel);
    put_text(out, "first_kernel", facts->first_kernel);
    put_text(out, "failed_call", facts->failed_call);
    const struct {
        const char *key;
        double number;
    } numbers[] = {{"claim_seconds", facts->claim_seconds},
                   {"divided", facts->divided},
                   {"window", (double)facts->window},
                   {"windows", (double)facts->windows},
                   {"window_ns", facts->window_ns},
                   {"windows_low_ns", facts->windows_low},
                   {"windows_median_ns", facts->windows_median},
                   {"windows_high_ns", facts->windows_high},
                   {"stream", (double)facts->stream},
                   {"elapsed_result", facts->elapsed_result},
                   {"library", facts->library},
                   {"kernels", facts->kernels},
                   {"copies", facts->copies},
                   {"memsets", facts->memsets},
                   {"kernel_ns", facts->kernel_ns},
                   {"kernel_inside_ns", facts->kernel_inside_ns},
                   {"kernel_busy_ns", facts->kernel_busy_ns},
                   {"busy_ns", facts->busy_ns},
                   {"copy_ns", facts->copy_ns},
                   {"copy_inside_ns", facts->copy_inside_ns},
                   {"memset_inside_ns", facts->memset_inside_ns},
                   {"after_stop_ns", facts->after_stop_ns},
                   {"copy_after_stop_ns", facts->copy_after_stop_ns},
                   {"earlier_ns", facts->earlier_ns},
                   {"elsewhere", facts->elsewhere},
                   {"elsewhere_stream", (double)facts->elsewhere_stream},
                   {"context_ns", facts->context_ns},
                   {"first_kernel_ns", facts->first_kernel_ns},
                   {"first_call_ns", facts->first_call_ns},
                   {"allocations", facts->allocations},
                   {"allocation_ns", facts->allocation_ns},
                   {"failed_result", facts->failed_result}};
    for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++)
        put_number(out, numbers[i].key, numbers[i].number);
    fprintf(out, "  \"nothing\": %d\n}\n", facts->nothing);
}
