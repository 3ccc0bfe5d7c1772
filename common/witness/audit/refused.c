// refused.c: the launches that CUDA refused.
#include "witness/audit/audit.h"

struct refused launches_refused(const struct trace *trace, uint64_t from, uint64_t until) {
    struct refused refused = {0};
    for (size_t i = first_note(trace, from); i < trace->count && trace->notes[i].begin < until;
         i++) {
        const struct witness_note *note = &trace->notes[i];
        int launch = note->kind == WITNESS_CALL && is_launch(note->name);
        refused.all += launch;
        if (launch && note->result && !refused.count++)
            refused.first = note;
    }
    return refused;
}
