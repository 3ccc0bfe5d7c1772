// grading_json.c: a whole grading as JSON, and back.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "grading/json.h"

// Enums by their names.
CHOICE(outcome_name, enum outcome)
CHOICE(stage_name, enum stage)
CHOICE(cannot_name, enum cannot)

static struct run *witnessed_run(struct grading *g) {
    for (int i = 0; i < g->seen.measured.run_count; i++)
        if (g->seen.measured.runs[i].role == RUN_WITNESS)
            return &g->seen.measured.runs[i];
    return run_add(&g->seen.measured, RUN_WITNESS);
}

// What the account concludes is written for readers, and concluded again when a grading is read.
static void write_terms(struct json_io *io, const struct account *account) {
    json_t *terms = json_array();
    for (int i = 0; i < account->term_count; i++)
        json_array_append_new(
            terms,
            json_pack("{s:s, s:o, s:b, s:i}", "mistake", account->terms[i].mistake, "factor",
                      isfinite(account->terms[i].factor) ? json_real(account->terms[i].factor)
                                                         : json_null(),
                      "exact", account->terms[i].exact, "set", account->terms[i].set));
    json_object_set_new(io->object, "terms", terms);
}

// The facts of every run stand with it, and those that a reader looks for in the row of the claim
// that they are about. Older gradings have only these.
static void of_facts(struct json_io *io, const char *key, struct grading *g, const char *what) {
    struct json_io below = io_object(io, key);
    const struct witness_facts *seen = io->reading ? NULL : facts_about(&g->seen, what);
    struct witness_facts facts = seen ? *seen : (struct witness_facts){0};
    fields_of_facts(&below, &facts);
    if (!io->reading)
        write_terms(&below, &facts.account);
    int older = io->reading && facts.known && !facts_about(&g->seen, what);
    struct run *run = older ? witnessed_run(g) : NULL;
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
            fields_of_run(&run, r);
    }
    g->judged.row_count = io_list(io, "rows", g->judged.row_count, RUN_CLAIMS);
    if (io->reading && g->judged.row_count > 0)
        g->judged.rows = calloc((size_t)g->judged.row_count, sizeof *g->judged.rows);
    for (int i = 0; g->judged.rows && i < g->judged.row_count; i++) {
        struct json_io row = io_element(io, "rows", i);
        fields_of_row(&row, &g->judged.rows[i]);
        of_facts(&row, "witness", g, g->judged.rows[i].what);
    }
    g->named.count = io_list(io, "findings", g->named.count, FINDINGS);
    for (int i = 0; i < g->named.count; i++) {
        struct json_io finding = io_element(io, "findings", i);
        fields_of_finding(&finding, &g->named.list[i]);
    }
}

// The facts about a program whose claims cannot be judged, so that there are no rows.
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
    fields_of_lab(&lab, &g->seen.lab);
    TEXT_FIELD(io, "device", g->seen.device);
    TEXT_FIELD(io, "device_name", g->seen.measured.device_name);
    TEXT_FIELD(io, "sandbox", g->seen.sandbox);
    uint64_t when = (uint64_t)g->seen.when;
    io_u64(io, "when", &when);
    g->seen.when = (time_t)when;
    io_u64(io, "seed", &g->seen.seed);
    if (io->reading ? json_object_get(io->object, "last_cache") != NULL : g->seen.last_cache > 0)
        io_u64(io, "last_cache", &g->seen.last_cache);
    ENUM_FIELD(io, "outcome", g->judged.outcome, enum outcome, by_outcome_name, OUTCOME_SKIPPED);
    ENUM_FIELD(io, "stage", g->judged.stage, enum stage, by_stage_name, STAGE_JUDGE);
    ENUM_FIELD(io, "cannot", g->judged.cannot, enum cannot, by_cannot_name, CANNOT_INTERRUPTED);
    BOTH_FIELD(io, "detail", g->judged.detail);
    of_trouble(io, g);
    io_number(io, "points", &g->judged.points);
    io_number(io, "max_points", &g->judged.max_points);
    struct json_io submission = io_object(io, "submission");
    fields_of_submission(&submission, &g->seen.submission);
    struct json_io build = io_object(io, "build");
    fields_of_build(&build, &g->seen.builds.student);
    struct json_io reference = io_object(io, "reference_build");
    fields_of_build(&reference, &g->seen.builds.reference);
    struct json_io noise = io_object(io, "noise"), timings = io_object(io, "timings");
    fields_of_noise(&noise, &g->seen.measured.noise);
    fields_of_timings(&timings, &g->timings);
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
