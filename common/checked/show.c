// show.c: a sentence for each fault; and all of them as JSON, by checked.schema.json.
#include "checked/checked.h"

#include <jansson.h>
#include <math.h>
#include <string.h>

#include "base/text.h"

enum { PLACE = 600, SENTENCE = 2400, INDENT = 4 };

struct view {
    enum language language;
    int width;
    FILE *out;
};

#define SAY(name) checked_text(v->language, CHECKED_##name)

static const char *spot_words(const struct view *v, const struct spot *s, char to[PLACE]) {
    char clean[PLACE - 32];
    text_printable(clean, sizeof clean, s->file, strlen(s->file));
    if (*s->file)
        text_format(to, PLACE, "%s:%u", clean, s->line);
    else
        text_copy(to, PLACE, SAY(NO_LINE));
    return to;
}

static const char *index_words(const unsigned at[3], char to[64]) {
    text_format(to, 64, "(%u,%u,%u)", at[0], at[1], at[2]);
    return to;
}

static const char *allocation_words(const struct view *v, const struct checked_finding *f,
                                    char to[2 * PLACE]) {
    char made[PLACE];
    spot_words(v, &f->made, made);
    if (isnan(f->allocation))
        text_format(to, 2 * PLACE, SAY(ITS_MEMORY), f->bytes, made);
    else
        text_format(to, 2 * PLACE, SAY(ALLOCATION), f->allocation, f->bytes, made);
    return to;
}

// Each sentence has its own arguments.
static void sentence(const struct view *v, const struct checked_finding *f, char to[SENTENCE]) {
    char part[2 * PLACE], place[PLACE], thread[64], block[64];
    const char *form =
        checked_text(v->language, (enum checked_word)(CHECKED_SAYS_PAST + (int)f->fault));
    const char *way = f->writes ? SAY(WRITES) : SAY(READS);
    const char *other = f->other_writes ? SAY(HAS_WRITTEN) : SAY(HAS_READ);
    index_words(f->other.thread, thread);
    switch (f->fault) {
    case FAULT_PAST:
    case FAULT_BEFORE:
    case FAULT_UNWRITTEN:
        text_format(to, SENTENCE, form, way, f->size, f->distance, allocation_words(v, f, part));
        break;
    case FAULT_FREED:
        text_format(to, SENTENCE, form, way, f->size, allocation_words(v, f, part),
                    spot_words(v, &f->freed, place));
        break;
    case FAULT_SHARED:
    case FAULT_DYNAMIC:
        text_format(to, SENTENCE, form, way, f->size, isnan(f->distance) ? 0 : f->distance,
                    isnan(f->bytes) ? 0 : f->bytes);
        break;
    case FAULT_MISALIGNED:
        text_format(to, SENTENCE, form, way, f->size, f->size);
        break;
    case FAULT_THREADS:
        text_format(to, SENTENCE, form, way, thread, other, spot_words(v, &f->other.at, place));
        break;
    case FAULT_BLOCKS:
        text_format(to, SENTENCE, form, way, thread, index_words(f->other.block, block), other,
                    spot_words(v, &f->other.at, place));
        break;
    case FAULT_BARRIER:
    case FAULT_WARP:
    case FAULT_DIFFER:
    case FAULT_STUCK:
        text_format(to, SENTENCE, form, f->count, thread);
        break;
    default:
        text_format(to, SENTENCE, form, way, f->size);
    }
}

static void show_finding(const struct view *v, const struct checked_finding *f) {
    char place[PLACE], kernel[256], text[SENTENCE];
    const unsigned *b = f->who.block, *t = f->who.thread;
    text_printable(kernel, sizeof kernel, f->kernel, strlen(f->kernel));
    text_format(text, sizeof text, SAY(HEAD), spot_words(v, &f->who.at, place), f->kind, kernel,
                b[0], b[1], b[2], t[0], t[1], t[2]);
    print_wrapped(text, v->width, 0, v->out);
    sentence(v, f, text);
    print_wrapped(text, v->width, INDENT, v->out);
}

void checking_show(const struct checking *c, enum language language, int width, FILE *out) {
    struct view view = {language, width, out}, *v = &view;
    for (size_t i = 0; i < c->count && i < CHECKED_SHOWN; i++)
        show_finding(v, &c->findings[i]);
    if (c->count > CHECKED_SHOWN)
        fprintf(out, SAY(MORE), c->count - CHECKED_SHOWN);
    if (c->count)
        fprintf(out, SAY(FOUND), c->count);
    else if (c->begun)
        fputs(SAY(NONE), out);
    for (size_t i = 0; i < c->unchecked_count; i++) {
        char text[SENTENCE], kernel[256];
        text_printable(kernel, sizeof kernel, c->unchecked[i], strlen(c->unchecked[i]));
        text_format(text, sizeof text, SAY(UNCHECKED), kernel);
        print_wrapped(text, width, 0, out);
    }
    if (c->damaged)
        fprintf(out, SAY(DAMAGED), c->damaged);
}

// ---- JSON

static json_t *maybe(double value) { // null: not known
    return isnan(value) ? json_null() : json_integer((json_int_t)value);
}

static json_t *printable(const char *text) {
    char clean[1024];
    text_printable(clean, sizeof clean, text, strlen(text));
    return json_string(clean);
}

static json_t *spot_json(const struct spot *s) {
    return *s->file ? json_pack("{so sI}", "file", printable(s->file), "line", (json_int_t)s->line)
                    : json_null();
}

static json_t *three(const unsigned at[3]) {
    return json_pack("[III]", (json_int_t)at[0], (json_int_t)at[1], (json_int_t)at[2]);
}

static json_t *thread_json(const struct checked_thread *t) {
    return json_pack("{so so so}", "block", three(t->block), "thread", three(t->thread), "at",
                     spot_json(&t->at));
}

static json_t *finding_json(const struct checked_finding *f) {
    int race = f->fault == FAULT_THREADS || f->fault == FAULT_BLOCKS,
        waits = f->fault > FAULT_BLOCKS;
    json_t *one = json_pack(
        "{so ss so so ss so so so so so}", "kind", printable(f->kind), "fault",
        fault_names[f->fault], "kernel", printable(f->kernel), "who", thread_json(&f->who), "way",
        waits       ? "wait"
        : f->writes ? "write"
                    : "read",
        "other", race || waits ? thread_json(&f->other) : json_null(), "bytes", maybe(f->size),
        "distance", maybe(f->distance), "made", spot_json(&f->made), "freed", spot_json(&f->freed));
    json_object_set_new(one, "allocation", maybe(f->allocation));
    json_object_set_new(one, "allocation_bytes", maybe(f->bytes));
    return one;
}

void checking_json(const struct checking *c, FILE *out) {
    json_t *findings = json_array(), *unchecked = json_array();
    for (size_t i = 0; i < c->count; i++)
        json_array_append_new(findings, finding_json(&c->findings[i]));
    for (size_t i = 0; i < c->unchecked_count; i++)
        json_array_append_new(unchecked, printable(c->unchecked[i]));
    json_t *all =
        json_pack("{si so so}", "version", 1, "findings", findings, "unchecked", unchecked);
    json_dumpf(all, out, JSON_INDENT(2));
    fputc('\n', out);
    json_decref(all);
}
