// refused.c: the launches that CUDA refused.
#include "witness/audit/audit.h"
#include "witness/read/read.h"

struct refused launches_refused(const struct trace *trace) {
    struct refused refused = {0};
    for (size_t i = 0; i < trace->count; i++) {
        const struct witness_note *note = &trace->notes[i];
        int launch = note->kind == WITNESS_CALL && is_launch(note->name);
        refused.all += launch;
        if (launch && note->result && !refused.count++)
            refused.first = note;
    }
    return refused;
}
