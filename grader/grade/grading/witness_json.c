// witness_json.c: what a rule may ask of the witness, as JSON and back.
#include "grading/json_fields.h"

static const char *witness_name(int value) {
    return witness_finding_name((enum witness_finding)value);
}

void json_fields_of_witness(struct json_io *io, struct witness_facts *w) {
    io_flag(io, "known", &w->known);
    ENUM_FIELD(io, "finding", w->finding, enum witness_finding, witness_name, FOUND_KINDS - 1);
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
    io_number(io, "windows_median_ns", &w->windows_median);
    io_number(io, "windows_high_ns", &w->windows_high);
    io_int(io, "elapsed_result", &w->elapsed_result);
    io_int(io, "kernels", &w->kernels);
    io_int(io, "copies", &w->copies);
    io_int(io, "memsets", &w->memsets);
    io_int(io, "ran", &w->ran);
    io_number(io, "kernel_ns", &w->kernel_ns);
    io_number(io, "kernel_inside_ns", &w->kernel_inside_ns);
    io_number(io, "copy_ns", &w->copy_ns);
    io_number(io, "copy_inside_ns", &w->copy_inside_ns);
    io_number(io, "memset_inside_ns", &w->memset_inside_ns);
    io_number(io, "after_stop_ns", &w->after_stop_ns);
    io_number(io, "copy_after_stop_ns", &w->copy_after_stop_ns);
    io_flag(io, "nothing", &w->nothing);
    io_number(io, "earlier_ns", &w->earlier_ns);
    io_int(io, "elsewhere", &w->elsewhere);
    io_number(io, "context_ns", &w->context_ns);
    io_flag(io, "first_launch", &w->first_launch);
    io_number(io, "first_call_ns", &w->first_call_ns);
    io_int(io, "allocations", &w->allocations);
    io_number(io, "allocation_ns", &w->allocation_ns);
    io_int(io, "failed_result", &w->failed_result);
    TEXT_FIELD(io, "failed_call", w->failed_call);
    TEXT_FIELD(io, "kernel", w->kernel);
    io_u64(io, "copy_bytes", &w->copy_bytes);
    io_later_number(io, "grid_share", &w->grid_share);
}
