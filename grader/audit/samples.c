// samples.c: the samples in a result: of Google Benchmark, nvbench, hyperfine, this project, or
// columns of numbers.
#include <errno.h>
#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "audit/compare.h"
#include "base/text.h"

// ---- series ----------------------------------------------------------------------------------

struct series *series_named(struct results *results, const char *name) {
    for (size_t i = 0; i < results->count; i++)
        if (strcmp(results->of[i].name, name) == 0)
            return &results->of[i];
    struct series *more = realloc(results->of, (results->count + 1) * sizeof *more);
    if (!more)
        return NULL;
    results->of = more;
    struct series *series = &more[results->count++];
    memset(series, 0, sizeof *series);
    text_copy(series->name, sizeof series->name, name);
    return series;
}

void series_add(struct series *series, double sample) {
    enum { MOST = 1 << 20 };
    if (!series || !(sample > 0) || isinf(sample) || series->count == MOST)
        return;
    if (series->count == series->room) {
        size_t room = series->room ? 2 * series->room : 64;
        double *more = realloc(series->of, room * sizeof *more);
        if (!more)
            return;
        series->of = more;
        series->room = room;
    }
    series->of[series->count++] = sample;
}

void results_free(struct results *results) {
    for (size_t i = 0; i < results->count; i++)
        free(results->of[i].of);
    free(results->of);
    memset(results, 0, sizeof *results);
}

// ---- JSON ------------------------------------------------------------------------------------

static const char *text_of(const json_t *object, const char *key) {
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : "";
}

static void take_google(const json_t *benchmark, struct results *results) {
    if (json_is_true(json_object_get(benchmark, "error_occurred"))) {
        results->failed++;
        return;
    }
    if (strcmp(text_of(benchmark, "run_type"), "aggregate") == 0)
        return;
    const char *name = text_of(benchmark, "run_name");
    const char *unit = text_of(benchmark, "time_unit");
    double scale = unit_at(unit, unit + strlen(unit)).scale;
    series_add(series_named(results, *name ? name : text_of(benchmark, "name")),
               json_number_value(json_object_get(benchmark, "real_time")) *
                   (scale > 0 ? scale : 1e-9));
}

// The value of one summary, which nvbench writes as text.
static const char *summary(const json_t *state, const char *tag, const char *name) {
    const json_t *all = json_object_get(state, "summaries");
    for (size_t i = 0; i < json_array_size(all); i++) {
        const json_t *data = json_object_get(json_array_get(all, i), "data");
        if (strcmp(text_of(json_array_get(all, i), "tag"), tag) != 0)
            continue;
        for (size_t k = 0; k < json_array_size(data); k++)
            if (strcmp(text_of(json_array_get(data, k), "name"), name) == 0)
                return text_of(json_array_get(data, k), "value");
    }
    return "";
}

// nvbench keeps its samples in a file of floats beside the JSON, or only their mean.
static void take_nvbench(const json_t *benchmark, const json_t *state, const char *path,
                         struct results *results) {
    char name[160], samples[4096];
    const char *file = summary(state, "nv/json/bin:nv/cold/sample_times", "filename");
    const char *slash = strrchr(path, '/');
    text_format(name, sizeof name, "%s %s", text_of(benchmark, "name"), text_of(state, "name"));
    struct series *series = series_named(results, name);
    text_format(samples, sizeof samples, "%.*s%s",
                slash && *file != '/' ? (int)(slash + 1 - path) : 0, path, file);
    FILE *in = *file ? fopen(samples, "rb") : NULL;
    float sample;
    while (in && fread(&sample, sizeof sample, 1, in) == 1)
        series_add(series, sample);
    if (in)
        fclose(in);
    if (series && series->count == 0) {
        series->mean = strtod(summary(state, "nv/cold/time/gpu/mean", "value"), NULL);
        series->deviation =
            series->mean * strtod(summary(state, "nv/cold/time/gpu/stdev/relative", "value"), NULL);
        series->summed = strtod(summary(state, "nv/cold/sample_size", "value"), NULL);
    }
}

static void take_array(struct series *series, const json_t *array) {
    for (size_t i = 0; i < json_array_size(array); i++)
        series_add(series, json_number_value(json_array_get(array, i)));
}

// The claims of a grading, wherever they stand, named by the object that holds them.
static void take_ours(json_t *json, const char *within, struct results *results, int depth) {
    enum { DEEP = 12 };
    char name[160];
    if (depth > DEEP)
        return;
    if (json_is_array(json_object_get(json, "samples"))) {
        text_format(name, sizeof name, "%s %s", within, text_of(json, "what"));
        take_array(series_named(results, name), json_object_get(json, "samples"));
    }
    for (size_t i = 0; i < json_array_size(json); i++)
        take_ours(json_array_get(json, i), within, results, depth + 1);
    for (void *at = json_object_iter(json); at; at = json_object_iter_next(json, at)) {
        const char *key = json_object_iter_key(at);
        take_ours(json_object_iter_value(at), strcmp(key, "claims") == 0 ? within : key, results,
                  depth + 1);
    }
}

// Rows of tare_bench.hpp: a median of so many samples, with its interval at 95 %.
static void take_bench(const json_t *rows, struct results *results) {
    static const double sure = 1.96; // standard deviations of a mean: 95 %
    for (size_t i = 0; i < json_array_size(rows); i++) {
        const json_t *row = json_array_get(rows, i);
        double low = json_number_value(json_object_get(row, "low_us")),
               high = json_number_value(json_object_get(row, "high_us")),
               count = json_number_value(json_object_get(row, "samples"));
        if (json_object_get(row, "error")) {
            results->failed++;
            continue;
        }
        struct series *series = series_named(results, text_of(row, "name"));
        if (!series)
            return;
        series->mean = 1e-6 * json_number_value(json_object_get(row, "time_us"));
        series->deviation = 1e-6 * (high - low) / (2 * sure) * sqrt(count);
        series->summed = count;
    }
}

static void take_numbers(const json_t *numbers, struct results *results) {
    for (size_t i = 0; i < json_array_size(numbers); i++) {
        const json_t *number = json_array_get(numbers, i);
        const char *unit = text_of(number, "unit");
        struct unit of = unit_at(unit, unit + strlen(unit));
        char name[160];
        text_format(name, sizeof name, "%s (%s)", text_of(number, "label"), unit);
        double value = json_number_value(json_object_get(number, "value")) * of.scale;
        series_add(series_named(results, name), of.quantity == QUANTITY_TIME ? value : 1 / value);
    }
}

static void take_json(json_t *json, const char *path, struct results *results) {
    const json_t *benchmarks = json_object_get(json, "benchmarks");
    const json_t *commands = json_object_get(json, "results");
    for (size_t i = 0; i < json_array_size(benchmarks); i++) {
        const json_t *of = json_array_get(benchmarks, i), *states = json_object_get(of, "states");
        for (size_t k = 0; k < json_array_size(states); k++)
            take_nvbench(of, json_array_get(states, k), path, results);
        if (!states)
            take_google(of, results);
    }
    for (size_t i = 0; i < json_array_size(commands); i++) {
        const json_t *of = json_array_get(commands, i);
        take_array(series_named(results, text_of(of, "command")), json_object_get(of, "times"));
    }
    if (strcmp(text_of(json, "schema"), "tare-bench-1") == 0)
        take_bench(json_object_get(json, "rows"), results);
    if (json_object_get(json, "trace_sha256"))
        take_numbers(json_object_get(json, "numbers"), results);
    if (results->count == 0)
        take_ours(json, "", results, 0);
}

// ---- columns ---------------------------------------------------------------------------------

static void take_line(char *line, struct results *results) {
    char name[32], *at = line;
    for (int column = 1; column <= 64; column++) {
        at += strspn(at, " \t,;|");
        char *end;
        double sample = strtod(at, &end);
        if (end == at || !strchr(" \t,;|\r\n", *end))
            return;
        text_format(name, sizeof name, "%d", column);
        series_add(series_named(results, name), sample);
        at = end;
    }
}

// ---- a file ----------------------------------------------------------------------------------

int results_read(const char *path, struct results *results, char *why, size_t size) {
    memset(results, 0, sizeof *results);
    FILE *in = fopen(path, "r");
    if (!in) {
        text_copy(why, size, strerror(errno));
        return 0;
    }
    int first;
    while ((first = getc(in)) == ' ' || first == '\n' || first == '\t' || first == '\r')
        ;
    rewind(in);
    if (first == '{' || first == '[') {
        json_error_t error;
        json_t *json = json_loadf(in, JSON_ALLOW_NUL, &error);
        if (json)
            take_json(json, path, results);
        else
            text_format(why, size, "line %d: %s", error.line, error.text);
        json_decref(json);
        fclose(in);
        if (!json)
            return 0;
    } else {
        char line[4096];
        while (fgets(line, sizeof line, in))
            take_line(line, results);
        int failed = ferror(in);
        fclose(in);
        if (failed) {
            text_copy(why, size, strerror(EISDIR));
            return 0;
        }
    }
    if (results->count == 0)
        text_copy(why, size, "no samples");
    return results->count > 0;
}
