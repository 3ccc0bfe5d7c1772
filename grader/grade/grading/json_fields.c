// json_fields.c: the members of each part of a grading, for both ways.
#include <math.h>

#include "grading/json.h"

CHOICE(counted_name, enum counted)
CHOICE(refusal_name, enum refusal)
CHOICE(run_role_name, enum run_role)
CHOICE(run_end_name, enum run_end)
CHOICE(run_result_name, enum run_result)
CHOICE(decision_name, enum decision)
CHOICE(seen_as_name, enum seen_as)
CHOICE(certainty_name, enum certainty)

// ---- what was handed in, and built --------------------------------------------------------

// Gradings from before the model lack it.
static void of_terms(struct json_io *io, const char *key, char lines[][200], int *count) {
    if (io->reading && !json_object_get(io->object, key))
        return;
    *count = io_list(io, key, *count, LAB_TERMS);
    for (int i = 0; i < *count; i++) {
        struct json_io line = io_element(io, key, i);
        io_text(&line, "term", lines[i], sizeof lines[i]);
    }
}

void fields_of_lab(struct json_io *io, struct lab_meta *lab) {
    TEXT_FIELD(io, "number", lab->number);
    TEXT_FIELD(io, "name", lab->name);
    TEXT_FIELD(io, "folder", lab->folder);
    BOTH_FIELD(io, "title", lab->title);
    BOTH_FIELD(io, "teaches", lab->teaches);
    io_flag(io, "gpu_only", &lab->gpu_only);
    if (!io->reading || json_object_get(io->object, "pairs")) // an older grading has none
        io_flag(io, "pairs", &lab->by_pairs);
    io_number(io, "tolerance", &lab->tolerance);
    TEXT_FIELD(io, "mistake", lab->mistake);
    TEXT_FIELD(io, "off_host", lab->off[0]);
    TEXT_FIELD(io, "off_gpu", lab->off[1]);
    io_number(io, "points", &lab->points);
    TEXT_FIELD(io, "chapter", lab->chapter);
    of_terms(io, "work", lab->terms, &lab->term_count);
    of_terms(io, "beside", lab->beside, &lab->beside_count);
    if (!io->reading || json_object_get(io->object, "extent"))
        TEXT_FIELD(io, "extent", lab->extent);
    if (!io->reading || json_object_get(io->object, "weighed"))
        ENUM_FIELD(io, "weighed", lab->counted, enum counted, by_counted_name, COUNTS_APART);
    lab->row_count = io_list(io, "rows", lab->row_count, LAB_ROWS);
    for (int i = 0; i < lab->row_count; i++) {
        struct json_io row = io_element(io, "rows", i);
        TEXT_FIELD(&row, "what", lab->rows[i].what);
        TEXT_FIELD(&row, "mistake", lab->rows[i].mistake);
        io_number(&row, "points", &lab->rows[i].points);
    }
}

void fields_of_submission(struct json_io *io, struct submission *s) {
    TEXT_FIELD(io, "id", s->id);
    TEXT_FIELD(io, "path", s->path);
    TEXT_FIELD(io, "sha256", s->sha256);
    io_u64(io, "bytes", &s->bytes);
    ENUM_FIELD(io, "refusal", s->refusal, enum refusal, by_refusal_name, REFUSED_REDEFINED);
    io_flag(io, "had_crlf", &s->had_crlf);
    io_int(io, "fence_line", &s->fence_line);
    io_flag(io, "attempted", &s->attempted);
    TEXT_FIELD(io, "calls", s->calls);
    if (!io->reading || json_object_get(io->object, "fence")) // older gradings lack it
        TEXT_FIELD(io, "fence", s->fence);
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

void fields_of_build(struct json_io *io, struct build_result *b) {
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

// ---- what ran -----------------------------------------------------------------------------

static void of_claim(struct json_io *io, struct claim *c) {
    TEXT_FIELD(io, "what", c->what);
    io_u64(io, "bytes", &c->bytes);
    io_u64(io, "flops", &c->flops);
    io_number(io, "seconds", &c->seconds);
    io_number(io, "rate", &c->rate);
    TEXT_FIELD(io, "unit", c->unit);
    TEXT_FIELD(io, "statistic", c->statistic);
    io_int(io, "count", &c->count);
    io_numbers(io, "samples", c->samples, &c->sampled, CLAIM_SAMPLES);
    io_number(io, "residual_seconds", &c->residual_seconds);
    io_int(io, "launch_error", &c->launch_error);
    io_number(io, "clock_tick", &c->clock_tick);
    io_number(io, "clock_floor", &c->clock_floor);
}

static const char *witness_name(int value) {
    return witness_finding_name((enum witness_finding)value);
}

CHOICE(reading_form_name, enum reading_form)

static void of_reading(struct json_io *io, struct reading *r) {
    ENUM_FIELD(io, "form", r->form, enum reading_form, by_reading_form_name, READING_FORMS - 1);
    io_number(io, "scale", &r->scale);
    io_int(io, "divided", &r->divided);
    io_int(io, "count", &r->count);
    io_int(io, "rank", &r->rank);
    io_int(io, "first", &r->first);
    io_int(io, "last", &r->last);
    io_int(io, "like", &r->like);
    io_number(io, "value", &r->value);
    io_number(io, "span", &r->span);
    io_number(io, "usual", &r->usual);
    io_number(io, "elapsed", &r->elapsed);
    io_number(io, "closest", &r->closest);
    io_number(io, "near", &r->near);
    io_number(io, "runs", &r->runs);
    io_number(io, "threads", &r->threads);
    io_number(io, "copy_bytes", &r->copy_bytes);
    io_later_number(io, "copied_once", &r->copied_once);
    io_u64(io, "code", &r->code);
    io_u64(io, "numbers", &r->numbers);
    io_flag(io, "mixed", &r->mixed);
    TEXT_FIELD(io, "kernel", r->kernel);
    TEXT_FIELD(io, "copy", r->copy);
}

static void of_account(struct json_io *io, struct account *a) {
    io_flag(io, "known", &a->known);
    io_int(io, "windows", &a->windows);
    io_int(io, "one_of", &a->one_of);
    io_number(io, "window_ns", &a->window);
    io_number(io, "read_ns", &a->read);
    io_number(io, "divided", &a->divided);
    for (int i = 0; i < ACCOUNT_PARTS; i++)
        (i == PART_OTHERS ? io_later_number
                          : io_number)(io, account_part_name((enum account_part)i), &a->part[i]);
    if (io->reading && isnan(a->part[PART_OTHERS]))
        a->part[PART_OTHERS] = 0; // older gradings did not look for other programs
    io_number(io, "own_ns", &a->own);
    io_number(io, "cold_ns", &a->cold);
    io_number(io, "runs", &a->runs);
    io_number(io, "launches", &a->launches);
    io_number(io, "behind", &a->behind);
    io_number(io, "other_stream", &a->other_stream);
    io_flag(io, "stale", &a->stale);
    io_flag(io, "processor", &a->processor);
    io_later_number(io, "streams_left", &a->streams_left);
    io_flag(io, "fresh", &a->fresh);
    io_flag(io, "named", &a->named);
    io_flag(io, "own_copies", &a->own_copies);
    TEXT_FIELD(io, "kernel", a->kernel);
}

// Older gradings have other names here, for what the account says of a stopwatch.
static void of_finding(struct json_io *io, enum witness_finding *finding) {
    char unknown[160] = "";
    struct json_io any = {io->object, io->reading, unknown};
    ENUM_FIELD(&any, "finding", *finding, enum witness_finding, witness_name, FOUND_KINDS - 1);
}

void fields_of_facts(struct json_io *io, struct witness_facts *w) {
    io_flag(io, "known", &w->known);
    of_finding(io, &w->finding);
    TEXT_FIELD(io, "claim", w->claim);
    io_number(io, "claim_seconds", &w->claim_seconds);
    int kind = (int)w->kind, match = (int)w->match;
    io_int(io, "window_kind", &kind);
    io_int(io, "window_match", &match);
    w->kind = (enum window_kind)kind;
    w->match = (enum window_match)match;
    io_int(io, "divided", &w->divided);
    uint64_t windows = w->windows;
    io_u64(io, "windows", &windows);
    w->windows = windows;
    io_number(io, "window_ns", &w->window_ns);
    io_int(io, "elapsed_result", &w->elapsed_result);
    io_int(io, "kernels", &w->kernels);
    io_int(io, "copies", &w->copies);
    io_int(io, "memsets", &w->memsets);
    io_number(io, "kernel_ns", &w->kernel_ns);
    io_number(io, "copy_ns", &w->copy_ns);
    io_flag(io, "nothing", &w->nothing);
    io_int(io, "failed_result", &w->failed_result);
    TEXT_FIELD(io, "failed_call", w->failed_call);
    TEXT_FIELD(io, "kernel", w->kernel);
    io_later_number(io, "grid_share", &w->grid_share);
    if (!io->reading || json_object_get(io->object, "account")) { // older gradings have none
        struct json_io account = io_object(io, "account");
        of_account(&account, &w->account);
        io_flag(io, "one_kernel", &w->one_kernel);
    }
    w->reading.scale = io->reading ? NAN : w->reading.scale; // not looked for, in older gradings
    if (!io->reading || json_object_get(io->object, "reading")) {
        struct json_io reading = io_object(io, "reading");
        of_reading(&reading, &w->reading);
    }
    if (io->reading)
        account_terms(w);
}

static void of_weight(struct json_io *io, struct weight *w) {
    TEXT_FIELD(io, "kernel", w->kernel);
    io_number(io, "asked_read", &w->asked_read);
    io_number(io, "asked_written", &w->asked_written);
    io_number(io, "sector_read", &w->sector_read);
    io_number(io, "sector_written", &w->sector_written);
    io_number(io, "line_read", &w->line_read);
    io_number(io, "line_written", &w->line_written);
    io_later_number(io, "shared_read", &w->shared_way[0]);
    io_later_number(io, "shared_written", &w->shared_way[1]);
    io_later_number(io, "blocks", &w->blocks);
    w->part_count = io_list(io, "parts", w->part_count, WEIGHT_PARTS);
    for (int i = 0; i < w->part_count; i++) {
        struct json_io part = io_element(io, "parts", i);
        io_number(&part, "allocation", &w->parts[i].allocation);
        if (!io->reading || json_object_get(part.object, "name"))
            TEXT_FIELD(&part, "name", w->parts[i].name);
        io_later_number(&part, "bytes", &w->parts[i].bytes);
        io_number(&part, "read", &w->parts[i].way[0]);
        io_number(&part, "written", &w->parts[i].way[1]);
        io_later_number(&part, "line_read", &w->parts[i].line_way[0]);
        io_later_number(&part, "line_written", &w->parts[i].line_way[1]);
    }
}

void fields_of_run(struct json_io *io, struct run *r) {
    ENUM_FIELD(io, "role", r->role, enum run_role, by_run_role_name, RUN_WEIGHED);
    io_int(io, "pair", &r->pair);
    io_int(io, "part", &r->part);
    io_u64(io, "seed", &r->seed);
    ENUM_FIELD(io, "end", r->end, enum run_end, by_run_end_name, RUN_INTERRUPTED);
    io_int(io, "exit_code", &r->exit_code);
    io_int(io, "signal", &r->signal);
    io_number(io, "wall_seconds", &r->wall_seconds);
    if (!io->reading || json_object_get(io->object, "crowd"))
        io_number(io, "crowd", &r->crowd);
    else
        r->crowd = NAN; // a record from before it was looked at
    if (!io->reading || json_object_get(io->object, "watched"))
        io_flag(io, "watched", &r->watched);
    TEXT_FIELD(io, "lab", r->lab);
    TEXT_FIELD(io, "device", r->device);
    io_u64(io, "count", &r->count);
    ENUM_FIELD(io, "result", r->result, enum run_result, by_run_result_name, RESULT_UNCHECKED);
    TEXT_FIELD(io, "refused", r->refused);
    TEXT_FIELD(io, "output", r->output);
    int claims = io_list(io, "claims", r->claim_count, RUN_CLAIMS);
    for (int i = 0; i < claims; i++) {
        struct claim read = {0};
        struct json_io claim = io_element(io, "claims", i);
        of_claim(&claim, io->reading ? &read : &r->claims[i]);
        if (io->reading)
            run_add_claim(r, &read);
    }
    int facts = !io->reading || json_object_get(io->object, "facts") // older gradings have none
                    ? io_list(io, "facts", r->fact_count, RUN_CLAIMS)
                    : 0;
    for (int i = 0; i < facts; i++) {
        struct witness_facts read = {0};
        struct json_io fact = io_element(io, "facts", i);
        fields_of_facts(&fact, io->reading ? &read : &r->facts[i]);
        if (io->reading)
            run_add_facts(r, &read);
    }
    int weights = !io->reading || json_object_get(io->object, "weights") // older gradings have none
                      ? io_list(io, "weights", r->weight_count, RUN_CLAIMS)
                      : 0;
    for (int i = 0; i < weights; i++) {
        struct weight read = {0};
        struct json_io weight = io_element(io, "weights", i);
        of_weight(&weight, io->reading ? &read : &r->weights[i]);
        if (io->reading)
            run_add_weight(r, &read);
    }
}

void fields_of_noise(struct json_io *io, struct noise *noise) {
    io_flag(io, "known", &noise->known);
    io_number(io, "low", &noise->low);
    io_number(io, "high", &noise->high);
    io_number(io, "spread", &noise->spread);
    uint64_t measured = (uint64_t)noise->measured;
    io_u64(io, "measured", &measured);
    noise->measured = (time_t)measured;
}

void fields_of_timings(struct json_io *io, struct timings *timings) {
    io_number(io, "intake", &timings->intake);
    io_number(io, "build", &timings->build);
    io_later_number(io, "ready", &timings->ready);
    io_number(io, "student", &timings->student);
    io_number(io, "reference", &timings->reference);
    io_number(io, "probes", &timings->probes);
    io_number(io, "total", &timings->total);
}

// ---- what was made from it ----------------------------------------------------------------

void fields_of_row(struct json_io *io, struct row *r) {
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
    if (!io->reading || json_object_get(io->object, "seen"))
        ENUM_FIELD(io, "seen", r->seen, enum seen_as, by_seen_as_name, SEEN_BY_NOBODY);
    io_flag(io, "right", &r->right);
    io_number(io, "points", &r->points);
    io_number(io, "max_points", &r->max_points);
}

void fields_of_finding(struct json_io *io, struct finding *f) {
    TEXT_FIELD(io, "mistake", f->mistake);
    TEXT_FIELD(io, "what", f->what);
    ENUM_FIELD(io, "certainty", f->certainty, enum certainty, by_certainty_name, SURE);
    TEXT_FIELD(io, "rule", f->rule);
    io_number(io, "value", &f->value);
    BOTH_FIELD(io, "proof", f->proof);
}
