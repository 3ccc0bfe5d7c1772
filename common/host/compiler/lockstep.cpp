// lockstep.cpp: warps as they were before CUDA 9. In s[i] += s[i + 16] on a volatile array all
// lanes of a warp read before any of them writes, and no barrier says so.
#include "lockstep.h"

static bool begins_statement(const Source &source, int i) {
    int before = source.previous(i);
    return source.is(before, ';') || source.is(before, '{') || source.is(before, '}') ||
           source.is(before, ')') || source.is(before, "else");
}

std::set<std::string, std::less<>> volatile_names(const Source &source) {
    std::set<std::string, std::less<>> names;
    for (int i = 0; i < source.count(); i++) {
        if (source.tokens[i].system || source.tokens[i].ours || !source.is(i, "volatile"))
            continue;
        int end = source.next(i);
        while (source.is_word(end) || source.is(end, '*') || source.is_scope(end) ||
               source.is_scope(end - 1))
            end = source.next(end);
        if (source.is_word(source.previous(end)))
            names.insert(std::string(source.at(source.previous(end))));
    }
    return names;
}

LockstepStatement lockstep_statement(const Source &source, int i) {
    const LockstepStatement none = {-1, -1};
    if (!source.is_word(i) || !source.is(source.next(i), '[') || !begins_statement(source, i) ||
        !source.volatile_names.count(source.at(i)))
        return none;
    int mark = source.next(i);
    while (source.is(mark, '['))
        mark = source.next(source.partner(mark));
    int sign = mark; // of = += <<= and their kin
    while (sign < mark + 3 && !source.is(sign, '=') && !source.is_word(sign))
        sign++;
    if (!source.is(sign, '=') || source.is(sign + 1, '='))
        return none;
    bool reads_others = false;
    int end = sign + 1;
    for (; end < source.count() && !source.is(end, ';') && !source.is(end, '}'); end++)
        reads_others |= source.at(end) == source.at(i) && source.is(source.next(end), '[');
    return reads_others && source.is(end, ';') ? LockstepStatement{source.next(sign), end} : none;
}

void rewrite_lockstep(const Source &source, int i, Edits &edits) {
    LockstepStatement statement = lockstep_statement(source, i);
    if (statement.value < 0)
        return;
    edits.before(i, "{ const auto hostcu_read = " +
                        source.flat(statement.value, source.previous(statement.end)) +
                        "; ::hostcu::let_others_run(); ");
    edits.remove(statement.value, statement.end);
    edits.replace(statement.end, "hostcu_read; ::hostcu::let_others_run(); }");
}
