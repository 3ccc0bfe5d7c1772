// parts.cpp: where a kernel copies whole vectors, to[i] = from[i] or float4 v = from[i], they
// are read part by part (include/host/parts.h).
#include "rewrite.h"

static bool is_pointer_to_vectors(const Source &source, const Parameter &p) {
    static const std::set<std::string_view> vectors = {"float2", "float4", "int2",   "int4",
                                                       "uint2",  "uint4",  "double2"};
    bool vector = false, pointer = false;
    for (int i = p.first; i <= p.last; i++) {
        vector |= vectors.count(source.at(i)) != 0;
        pointer |= source.is(i, '*');
    }
    return p.named && vector && pointer;
}

// A value and no reference is made of what follows this =.
static bool takes_value(const Source &source, int equals) {
    int to = source.previous(equals), before = source.previous(to);
    if (!source.is(equals, '='))
        return false;
    return source.is(to, ']') || (source.is_word(to) && !source.is(before, '&'));
}

void rewrite_vector_copies(const Source &source, const Kernel &kernel, Edits &edits) {
    for (const Parameter &p : kernel.parameters) {
        if (!is_pointer_to_vectors(source, p))
            continue;
        for (int i = kernel.body + 1; i < kernel.end; i++) {
            int open = source.next(i), close = source.is(open, '[') ? source.partner(open) : -1;
            if (source.is(i, p.name) && close > 0 && source.is(source.next(close), ';') &&
                takes_value(source, source.previous(i))) {
                edits.before(i, "::hostcu::parts(");
                edits.after(close, ")");
            }
        }
    }
}
