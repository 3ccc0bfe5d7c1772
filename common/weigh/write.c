// write.c: a weighing as JSON, by weigh.schema.json, and as CSV with a line for each kernel.
#include "weigh/weigh.h"

#include <jansson.h>
#include <math.h>
#include <string.h>

#include "base/text.h"

static json_t *maybe(double value) { // null: not known
    return isnan(value)                            ? json_null()
           : value == floor(value) && value < 9e15 ? json_integer((json_int_t)value)
                                                   : json_real(value);
}

static json_t *printable(const char *text) {
    char clean[1024];
    text_printable(clean, sizeof clean, text ? text : "", text ? strlen(text) : 0);
    return json_string(clean);
}

static json_t *three(const unsigned size[3]) {
    return json_pack("[III]", (json_int_t)size[0], (json_int_t)size[1], (json_int_t)size[2]);
}

static json_t *parts_of(const struct weighing *w, size_t kernel) {
    json_t *list = json_array();
    for (size_t i = 0; i < w->part_count; i++) {
        const struct weighed_part *p = &w->parts[i];
        if (p->kernel == kernel)
            json_array_append_new(list, json_pack("{so so so so so}", "name", printable(p->name),
                                                  "allocation", maybe(p->allocation), "bytes",
                                                  maybe(p->bytes), "read", maybe(p->read),
                                                  "written", maybe(p->written)));
    }
    return list;
}

static json_t *kernel_of(const struct weighing *w, size_t i) {
    const struct weighed *k = &w->kernels[i];
    json_t *counted = json_object();
    for (int m = 0; m < MEASURES; m++)
        json_object_set_new(counted, measure_names[m], maybe(k->of[m]));
    return json_pack("{so so so so so so so so so so so}", "name", printable(k->name), "grid",
                     three(k->grid), "block", three(k->block), "launches", maybe(k->launches),
                     "counted", counted, "moved", maybe(weighed_moved(k)), "flops",
                     maybe(weighed_flops(k)), "intensity", maybe(weighed_intensity(k)),
                     "load_efficiency", maybe(weighed_load_efficiency(k)), "store_efficiency",
                     maybe(weighed_store_efficiency(k)), "allocations", parts_of(w, i));
}

void weighing_json(const struct weighing *w, FILE *out) {
    json_t *kernels = json_array(), *copies = json_array(), *unweighed = json_array();
    for (size_t i = 0; i < w->kernel_count; i++)
        json_array_append_new(kernels, kernel_of(w, i));
    for (int i = 0; i < MOVINGS; i++)
        if (w->moved[i].count > 0)
            json_array_append_new(copies, json_pack("{ss so so}", "kind", moving_names[i], "bytes",
                                                    maybe(w->moved[i].bytes), "count",
                                                    maybe(w->moved[i].count)));
    for (size_t i = 0; i < w->unweighed_count; i++)
        json_array_append_new(unweighed,
                              json_pack("{so ss so}", "kernel", printable(w->unweighed[i].kernel),
                                        "why", why_names[w->unweighed[i].why], "detail",
                                        printable(w->unweighed[i].detail)));
    json_t *all =
        json_pack("{si so ss so so so so so}", "version", 1, "device", printable(w->device), "kind",
                  w->is_host ? "host" : "card", "peak_bytes_per_s", maybe(w->peak_bytes_per_s),
                  "peak_flops_f32", maybe(w->peak_flops), "kernels", kernels, "copies", copies,
                  "unweighed", unweighed);
    json_dumpf(all, out, JSON_INDENT(2) | JSON_REAL_PRECISION(17));
    fputc('\n', out);
    json_decref(all);
}

// ---- CSV: what was not counted is empty

static void put_cell(double value, FILE *out) {
    if (isnan(value))
        fputc(',', out);
    else
        fprintf(out, ",%.17g", value);
}

static void put_quoted(const char *text, FILE *out) {
    char clean[1024];
    text_printable(clean, sizeof clean, text, strlen(text));
    fputc('"', out);
    for (const char *at = clean; *at; at++)
        fprintf(out, *at == '"' ? "\"\"" : "%c", *at);
    fputc('"', out);
}

void weighing_csv(const struct weighing *w, FILE *out) {
    fputs("kernel,grid_x,grid_y,grid_z,block_x,block_y,block_z,launches", out);
    for (int m = 0; m < MEASURES; m++)
        fprintf(out, ",%s", measure_names[m]);
    fputs(",moved,flops,intensity,load_efficiency,store_efficiency\n", out);
    for (size_t i = 0; i < w->kernel_count; i++) {
        const struct weighed *k = &w->kernels[i];
        put_quoted(k->name, out);
        fprintf(out, ",%u,%u,%u,%u,%u,%u", k->grid[0], k->grid[1], k->grid[2], k->block[0],
                k->block[1], k->block[2]);
        put_cell(k->launches, out);
        for (int m = 0; m < MEASURES; m++)
            put_cell(k->of[m], out);
        put_cell(weighed_moved(k), out);
        put_cell(weighed_flops(k), out);
        put_cell(weighed_intensity(k), out);
        put_cell(weighed_load_efficiency(k), out);
        put_cell(weighed_store_efficiency(k), out);
        fputc('\n', out);
    }
}
