// run_json.c: one run of a program and its claims, as JSON and back.
#include <math.h>

#include "grading/json_fields.h"

CHOICE(run_role_name, enum run_role)
CHOICE(run_end_name, enum run_end)
CHOICE(run_result_name, enum run_result)

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

void json_fields_of_run(struct json_io *io, struct run *r) {
    ENUM_FIELD(io, "role", r->role, enum run_role, by_run_role_name, RUN_WITNESS);
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
}
