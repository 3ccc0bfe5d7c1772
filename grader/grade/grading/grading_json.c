// grading_json.c: a grading as JSON and back. Each part is described once, for both ways.
#include <stdlib.h>
#include <string.h>

#include "grading/grading.h"
#include "grading/json_fields.h"

// Enums by their names.
CHOICE(outcome_name, enum outcome)
CHOICE(stage_name, enum stage)
CHOICE(cannot_name, enum cannot)
CHOICE(refusal_name, enum refusal)
CHOICE(certainty_name, enum certainty)
CHOICE(decision_name, enum decision)

static void both_languages(struct json_io *io, const char *key, char *texts, size_t size) {
    struct json_io below = io_object(io, key);
    io_text(&below, "en", texts, size);
    io_text(&below, "zh", texts + size, size);
}
#define BOTH_FIELD(io, key, array) both_languages((io), (key), (array)[0], sizeof(array)[0])

static void of_lab(struct json_io *io, struct lab_meta *lab) {
    TEXT_FIELD(io, "number", lab->number);
    TEXT_FIELD(io, "name", lab->name);
    TEXT_FIELD(io, "folder", lab->folder);
    BOTH_FIELD(io, "title", lab->title);
    BOTH_FIELD(io, "teaches", lab->teaches);
    io_flag(io, "gpu_only", &lab->gpu_only);
    io_number(io, "tolerance", &lab->tolerance);
    TEXT_FIELD(io, "mistake", lab->mistake);
    TEXT_FIELD(io, "off_host", lab->off[0]);
    TEXT_FIELD(io, "off_gpu", lab->off[1]);
    io_number(io, "points", &lab->points);
    TEXT_FIELD(io, "chapter", lab->chapter);
    lab->row_count = io_list(io, "rows", lab->row_count, LAB_ROWS);
    for (int i = 0; i < lab->row_count; i++) {
        struct json_io row = io_element(io, "rows", i);
        TEXT_FIELD(&row, "what", lab->rows[i].what);
        TEXT_FIELD(&row, "mistake", lab->rows[i].mistake);
        io_number(&row, "points", &lab->rows[i].points);
    }
}

void json_fields_of_submission(struct json_io *io, struct submission *s) {
    TEXT_FIELD(io, "id", s->id);
    TEXT_FIELD(io, "path", s->path);
    TEXT_FIELD(io, "sha256", s->sha256);
    io_u64(io, "bytes", &s->bytes);
    ENUM_FIELD(io, "refusal", s->refusal, enum refusal, by_refusal_name, REFUSED_UNREADABLE);
    io_flag(io, "had_crlf", &s->had_crlf);
    io_int(io, "fence_line", &s->fence_line);
    io_flag(io, "attempted", &s->attempted);
    TEXT_FIELD(io, "calls", s->calls);
    io_int(io, "changed_count", &s->changed_count);
    int kept = s->changed_count < CHANGED_LINES ? s->changed_count : CHANGED_LINES;
    kept = io_list(io, "changed", kept, CHANGED_LINES);
    for (int i = 0; i < kept; i++) {
        struct json_io line = io_element(io, "changed", i);
        io_int(&line, "line", &s->changed[i].line);
        TEXT_FIELD(&line, "theirs", s->changed[i].theirs);
        TEXT_FIELD(&line, "ours", s->changed[i].ours);
    }
}

void json_fields_of_build(struct json_io *io, struct build_result *b) {
    io_flag(io, "done", &b->done);
    io_flag(io, "ok", &b->ok);
    io_flag(io, "cached", &b->cached);
    io_flag(io, "timed_out", &b->timed_out);
    io_int(io, "line", &b->line);
    io_int(io, "column", &b->column);
    TEXT_FIELD(io, "message", b->message);
    TEXT_FIELD(io, "source", b->source);
    TEXT_FIELD(io, "log", b->log);
    io_number(io, "seconds", &b->seconds);
}

static void of_row(struct json_io *io, struct row *r) {
    TEXT_FIELD(io, "what", r->what);
    TEXT_FIELD(io, "mistake", r->mistake);
    io_flag(io, "claimed", &r->claimed);
    io_number(io, "reported", &r->reported);
    io_number(io, "expected", &r->expected);
    TEXT_FIELD(io, "unit_name", r->unit_name);
    io_number(io, "unit", &r->unit);
    io_number(io, "work", &r->work);
    io_later_number(io, "flops", &r->flops);
    io_later_number(io, "bytes", &r->bytes);
    io_flag(io, "exact", &r->exact);
    io_number(io, "time", &r->time);
    io_number(io, "time_low", &r->time_low);
    io_number(io, "time_high", &r->time_high);
    io_number(io, "rate", &r->rate);
    io_int(io, "pairs", &r->pairs);
    ENUM_FIELD(io, "unit_right", r->unit_right, enum decision, by_decision_name, OUTSIDE);
    ENUM_FIELD(io, "work_right", r->work_right, enum decision, by_decision_name, OUTSIDE);
    ENUM_FIELD(io, "time_right", r->time_right, enum decision, by_decision_name, OUTSIDE);
    io_flag(io, "right", &r->right);
    io_number(io, "points", &r->points);
    io_number(io, "max_points", &r->max_points);
}

static void of_finding(struct json_io *io, struct finding *f) {
    TEXT_FIELD(io, "mistake", f->mistake);
    TEXT_FIELD(io, "what", f->what);
    ENUM_FIELD(io, "certainty", f->certainty, enum certainty, by_certainty_name, SURE);
    TEXT_FIELD(io, "rule", f->rule);
    io_number(io, "value", &f->value);
    BOTH_FIELD(io, "proof", f->proof);
}

void json_fields_of_noise(struct json_io *io, struct noise *noise) {
    io_flag(io, "known", &noise->known);
    io_number(io, "low", &noise->low);
    io_number(io, "high", &noise->high);
    io_number(io, "spread", &noise->spread);
    uint64_t measured = (uint64_t)noise->measured;
    io_u64(io, "measured", &measured);
    noise->measured = (time_t)measured;
}

static void of_timings(struct json_io *io, struct timings *timings) {
    io_number(io, "intake", &timings->intake);
    io_number(io, "build", &timings->build);
    io_later_number(io, "ready", &timings->ready);
    io_number(io, "student", &timings->student);
    io_number(io, "reference", &timings->reference);
    io_number(io, "probes", &timings->probes);
    io_number(io, "total", &timings->total);
}

static struct run *witnessed_run(struct grading *g) {
    for (int i = 0; i < g->seen.measured.run_count; i++)
        if (g->seen.measured.runs[i].role == RUN_WITNESS)
            return &g->seen.measured.runs[i];
    return run_add(&g->seen.measured, RUN_WITNESS);
}

// The witness's facts belong to its run; readers of a grading find them with what they are about.
static void of_facts(struct json_io *io, const char *key, struct grading *g, const char *what) {
    struct json_io below = io_object(io, key);
    const struct witness_facts *seen = io->reading ? NULL : facts_about(&g->seen, what);
    struct witness_facts facts = seen ? *seen : (struct witness_facts){0};
    json_fields_of_witness(&below, &facts);
    struct run *run = io->reading && facts.known ? witnessed_run(g) : NULL;
    if (run)
        run_add_facts(run, &facts);
}

static void of_runs(struct json_io *io, struct grading *g) {
    int runs = io_list(io, "runs", g->seen.measured.run_count, 10000);
    for (int i = 0; i < runs; i++) {
        struct json_io run = io_element(io, "runs", i);
        struct run *r =
            io->reading ? run_add(&g->seen.measured, RUN_STUDENT) : &g->seen.measured.runs[i];
        if (r)
            json_fields_of_run(&run, r);
    }
    g->judged.row_count = io_list(io, "rows", g->judged.row_count, RUN_CLAIMS);
    if (io->reading && g->judged.row_count > 0)
        g->judged.rows = calloc((size_t)g->judged.row_count, sizeof *g->judged.rows);
    for (int i = 0; g->judged.rows && i < g->judged.row_count; i++) {
        struct json_io row = io_element(io, "rows", i);
        of_row(&row, &g->judged.rows[i]);
        of_facts(&row, "witness", g, g->judged.rows[i].what);
    }
    g->named.count = io_list(io, "findings", g->named.count, FINDINGS);
    for (int i = 0; i < g->named.count; i++) {
        struct json_io finding = io_element(io, "findings", i);
        of_finding(&finding, &g->named.list[i]);
    }
}

// Of a program whose claims cannot be judged: there are no rows.
static void of_no_rows(struct json_io *io, struct grading *g) {
    struct grading nothing = {0};
    of_facts(io, "program_witness", g->judged.row_count > 0 && !io->reading ? &nothing : g, "");
    int lost = trace_is_lost(&g->seen);
    if (!io->reading)
        io_flag(io, "no_trace", &lost);
}

// What kept the machine from going on is stored as the reason of "cannot".
static void of_trouble(struct json_io *io, struct grading *g) {
    if (io->reading && g->judged.cannot > CANNOT_NOISE)
        trouble_note(&g->seen.trouble, g->judged.cannot, g->judged.detail[ENGLISH]);
}

static void of_grading(struct json_io *io, struct grading *g) {
    struct json_io lab = io_object(io, "lab");
    of_lab(&lab, &g->seen.lab);
    TEXT_FIELD(io, "device", g->seen.device);
    TEXT_FIELD(io, "device_name", g->seen.measured.device_name);
    TEXT_FIELD(io, "sandbox", g->seen.sandbox);
    uint64_t when = (uint64_t)g->seen.when;
    io_u64(io, "when", &when);
    g->seen.when = (time_t)when;
    io_u64(io, "seed", &g->seen.seed);
    ENUM_FIELD(io, "outcome", g->judged.outcome, enum outcome, by_outcome_name, OUTCOME_SKIPPED);
    ENUM_FIELD(io, "stage", g->judged.stage, enum stage, by_stage_name, STAGE_JUDGE);
    ENUM_FIELD(io, "cannot", g->judged.cannot, enum cannot, by_cannot_name, CANNOT_INTERRUPTED);
    BOTH_FIELD(io, "detail", g->judged.detail);
    of_trouble(io, g);
    io_number(io, "points", &g->judged.points);
    io_number(io, "max_points", &g->judged.max_points);
    struct json_io submission = io_object(io, "submission");
    json_fields_of_submission(&submission, &g->seen.submission);
    struct json_io build = io_object(io, "build");
    json_fields_of_build(&build, &g->seen.builds.student);
    struct json_io reference = io_object(io, "reference_build");
    json_fields_of_build(&reference, &g->seen.builds.reference);
    struct json_io noise = io_object(io, "noise"), timings = io_object(io, "timings");
    json_fields_of_noise(&noise, &g->seen.measured.noise);
    of_timings(&timings, &g->timings);
    of_runs(io, g);
    of_no_rows(io, g);
}

static const char schema[] = "tare-grading/1";

json_t *grading_to_json(const struct grading *grading) {
    char why[160] = "";
    struct json_io io = {json_object(), 0, why};
    json_object_set_new(io.object, "schema", json_string(schema));
    of_grading(&io, (struct grading *)grading); // written, not changed
    return io.object;
}

struct grading *grading_from_json(const json_t *json, char why[160]) {
    why[0] = '\0';
    const char *named = json_string_value(json_object_get(json, "schema"));
    if (!named || strcmp(named, schema) != 0) {
        strcpy(why, "not a grading: \"schema\" wants \"tare-grading/1\"");
        return NULL;
    }
    struct grading *grading = grading_new();
    struct json_io io = {(json_t *)json, 1, why};
    if (grading)
        of_grading(&io, grading);
    if (why[0]) {
        grading_free(grading);
        return NULL;
    }
    return grading;
}
