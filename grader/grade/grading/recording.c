// recording.c: recordings, see keep.h. The writer makes a complete object and removes each member
// that has its default value; the reader puts the defaults back.
#include "grading/keep.h"

#include <jansson.h>
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "grading/json.h"

CHOICE(cannot_name, enum cannot)

void grading_brief(const struct grading *grading, char text[400]) {
    text_copy(text, 400, outcome_name(grading->judged.outcome));
    for (int i = 0; i < grading->named.count; i++) {
        const struct finding *finding = &grading->named.list[i];
        size_t length = strlen(text);
        text_format(text + length, 400 - length, " %s%s", finding->mistake,
                    finding->certainty == SURE ? "" : "?");
    }
}

// ---- defaults -----------------------------------------------------------------------------

// A list of objects among the defaults has one element: that of each element.
static const json_t *element_of(const json_t *defaults) {
    return json_is_array(defaults) ? json_array_get(defaults, 0) : NULL;
}

static void leave_out(json_t *line, const json_t *defaults) {
    const char *key;
    json_t *value;
    void *next;
    json_object_foreach_safe(line, next, key, value) {
        const json_t *usual = json_object_get(defaults, key);
        if (json_equal(value, usual) || (json_is_array(value) && json_array_size(value) == 0)) {
            json_object_del(line, key);
            continue;
        }
        if (json_is_object(value))
            leave_out(value, usual);
        for (size_t i = 0; element_of(usual) && i < json_array_size(value); i++)
            leave_out(json_array_get(value, i), element_of(usual));
    }
}

// Puts the defaults back. 0, or -1 when the line has a key without a default.
static int put_back(json_t *line, const json_t *defaults, char why[160]) {
    const char *key;
    json_t *value;
    int failed = 0;
    json_object_foreach(line, key, value) {
        const json_t *usual = json_object_get(defaults, key);
        if (!usual && json_object_get(defaults, "finding"))
            continue; // older recordings say more of a trace than the account needs
        if (!usual)
            return snprintf(why, 160, "nobody knows \"%.40s\"", key), -1;
        if (json_is_object(value))
            failed |= put_back(value, usual, why);
        for (size_t i = 0; element_of(usual) && i < json_array_size(value); i++)
            failed |= put_back(json_array_get(value, i), element_of(usual), why);
    }
    json_object_foreach((json_t *)defaults, key, value) {
        if (!json_object_get(line, key))
            json_object_set_new(line, key,
                                json_is_array(value) ? json_array() : json_deep_copy(value));
    }
    return failed;
}

// ---- the two kinds of lines ---------------------------------------------------------------

static void of_header(struct json_io *io, struct recording *r) {
    struct grading *g = r->grading;
    TEXT_FIELD(io, "recording", r->name);
    TEXT_FIELD(io, "lab", g->seen.lab.folder);
    TEXT_FIELD(io, "is", r->is);
    TEXT_FIELD(io, "expect", r->expect);
    TEXT_FIELD(io, "device", g->seen.device);
    TEXT_FIELD(io, "device_name", g->seen.measured.device_name);
    TEXT_FIELD(io, "sandbox", g->seen.sandbox);
    uint64_t when = (uint64_t)g->seen.when;
    io_u64(io, "when", &when);
    g->seen.when = (time_t)when;
    io_u64(io, "seed", &g->seen.seed);
    struct json_io submission = io_object(io, "submission"), build = io_object(io, "build");
    fields_of_submission(&submission, &g->seen.submission);
    fields_of_build(&build, &g->seen.builds.student);
    struct json_io reference = io_object(io, "reference_build"), noise = io_object(io, "noise");
    fields_of_build(&reference, &g->seen.builds.reference);
    fields_of_noise(&noise, &g->seen.measured.noise);
    struct json_io trouble = io_object(io, "trouble");
    ENUM_FIELD(&trouble, "cannot", g->seen.trouble.cannot, enum cannot, by_cannot_name,
               CANNOT_INTERRUPTED);
    TEXT_FIELD(&trouble, "why", g->seen.trouble.why);
}

static json_t *header_as_json(const struct recording *recording) {
    char why[160] = "";
    struct json_io io = {json_object(), 0, why};
    of_header(&io, (struct recording *)recording); // written, not changed
    return io.object;
}

static json_t *run_as_json(const struct run *run) {
    char why[160] = "";
    struct json_io io = {json_object(), 0, why};
    fields_of_run(&io, (struct run *)run);
    return io.object;
}

static json_t *header_defaults(void) {
    struct grading grading = {.seen = {.device = "host",
                                       .sandbox = "none",
                                       .submission = {.attempted = 1},
                                       .builds = {{.done = 1, .ok = 1}, {.done = 1, .ok = 1}}}};
    struct recording recording = {.grading = &grading};
    return header_as_json(&recording);
}

static json_t *run_defaults(const struct grading *grading) {
    struct claim claim = {
        .residual_seconds = NAN, .launch_error = -1, .clock_tick = NAN, .clock_floor = NAN};
    struct witness_facts facts = {.known = 1, .grid_share = NAN, .reading = {.scale = NAN}};
    struct run run = {.result = RESULT_RIGHT,
                      .crowd = NAN,
                      .claim_count = 1,
                      .claims = &claim,
                      .fact_count = 1,
                      .facts = &facts};
    text_copy(run.lab, sizeof run.lab, grading->seen.lab.name);
    text_copy(run.device, sizeof run.device, grading->seen.device);
    return run_as_json(&run);
}

// ---- writing --------------------------------------------------------------------------------

static int write_line(json_t *line, const json_t *defaults, FILE *out) {
    enum { FLAGS = JSON_COMPACT | JSON_REAL_PRECISION(12) }; // no clock is as fine
    leave_out(line, defaults);
    int failed = json_dumpf(line, out, FLAGS) != 0 || fputc('\n', out) == EOF;
    json_decref(line);
    return failed ? -1 : 0;
}

// Keeps the output of a build only where the build failed.
static int write_header(const struct recording *recording, FILE *out) {
    struct grading kept = *recording->grading;
    struct recording header = *recording;
    header.grading = &kept;
    struct build_result *const builds[] = {&kept.seen.builds.student, &kept.seen.builds.reference};
    for (int i = 0; i < 2; i++) {
        builds[i]->cached = 0;
        builds[i]->seconds = 0;
        if (builds[i]->ok)
            builds[i]->log[0] = '\0';
    }
    const char *slash = strrchr(kept.seen.submission.path, '/'); // its folder is not kept
    if (slash)
        memmove(kept.seen.submission.path, slash + 1, strlen(slash));
    kept.seen.measured.noise.measured = 0;
    json_t *defaults = header_defaults();
    int failed = write_line(header_as_json(&header), defaults, out);
    json_decref(defaults);
    return failed;
}

static int write_run(const struct run *run, const json_t *defaults, FILE *out) {
    struct run kept = *run;
    if (run->end == RUN_EXITED && run->exit_code == 0 && run->result != RESULT_WRONG)
        kept.output[0] = '\0';
    return write_line(run_as_json(&kept), defaults, out);
}

int recording_write(const struct recording *recording, FILE *out) {
    json_t *defaults = run_defaults(recording->grading);
    int failed = write_header(recording, out);
    for (int i = 0; !failed && i < recording->grading->seen.measured.run_count; i++)
        failed = write_run(&recording->grading->seen.measured.runs[i], defaults, out);
    json_decref(defaults);
    return fflush(out) != 0 || failed ? -1 : 0;
}

// ---- reading --------------------------------------------------------------------------------

int recording_is_one(const char *text) {
    return strncmp(text, "{\"recording\":", 13) == 0;
}

// A line as an object with all its keys; NULL and why.
static json_t *read_line(const char **text, const json_t *defaults, char why[160]) {
    json_error_t error;
    size_t length = strcspn(*text, "\n");
    json_t *line = json_loadb(*text, length, JSON_REJECT_DUPLICATES, &error);
    *text += length + (*(*text + length) == '\n');
    if (line && json_is_object(line) && put_back(line, defaults, why) == 0)
        return line;
    if (!why[0])
        snprintf(why, 160, "%.100s", line ? "a line is not an object" : error.text);
    json_decref(line);
    return NULL;
}

static int read_header(const char **text, const char *root, struct recording *recording,
                       char why[200]) {
    char path[700], reason[160] = "";
    struct lab_meta *lab = &recording->grading->seen.lab;
    json_t *defaults = header_defaults(), *line = read_line(text, defaults, reason);
    struct json_io io = {line, 1, reason};
    if (line)
        of_header(&io, recording);
    json_decref(line);
    json_decref(defaults);
    text_format(path, sizeof path, "%s/labs/%s/lab.meta", root, lab->folder);
    if (!reason[0] && (!recording->name[0] || !lab->folder[0] || strchr(lab->folder, '/')))
        text_copy(reason, sizeof reason, "\"recording\" and \"lab\" want a name");
    if (!reason[0])
        lab_meta_read(path, lab, reason);
    text_copy(why, 200, reason);
    return reason[0] ? -1 : 0;
}

static int read_runs(const char **text, struct grading *grading, char why[200]) {
    char reason[160] = "";
    json_t *defaults = run_defaults(grading);
    while (**text && !recording_is_one(*text) && !reason[0]) {
        json_t *line = read_line(text, defaults, reason);
        struct run *run = line ? run_add(&grading->seen.measured, RUN_STUDENT) : NULL;
        struct json_io io = {line, 1, reason};
        if (run)
            fields_of_run(&io, run);
        json_decref(line);
    }
    json_decref(defaults);
    if (!reason[0])
        return 0;
    text_format(why, 200, "run %d: %s", grading->seen.measured.run_count, reason);
    return -1;
}

int recording_next(const char **text, const char *root, struct recording *recording,
                   char why[200]) {
    memset(recording, 0, sizeof *recording);
    if (!**text)
        return 0;
    recording->grading = grading_new();
    if (!recording->grading) {
        text_copy(why, 200, "out of memory");
        return -1;
    }
    if (read_header(text, root, recording, why) != 0 ||
        read_runs(text, recording->grading, why) != 0) {
        grading_free(recording->grading);
        recording->grading = NULL;
        return -1;
    }
    return 1;
}
