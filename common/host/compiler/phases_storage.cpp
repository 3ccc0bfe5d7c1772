// phases_storage.cpp: where each variable lives: once for the block, computed anew by each
// phase, or kept in an array with an element for each thread.
#include "splitting.h"

void Phases::classify(const std::vector<Statement> &all) {
    for (int i = 0; i < f_.count(); i++) // what leaves declare inside themselves
        if (f_.is_word(i) && f_.is_word(i - 1) && !by_name_.count(f_.at(i)))
            locals_.insert(f_.at(i));
    for (const Parameter &p : k_.parameters)
        for (int i = 0; i < f_.count(); i++)
            if (f_.is_variable(i) && f_.at(i) == p.name &&
                (f_.is_changed_at(i) && !f_.is(i + 1, "[")))
                throw Refused(); // a parameter used as a variable
    // Most hopeful first; each round takes back what does not hold.
    for (bool more = true; more;) {
        more = false;
        for (Variable &v : variables_) {
            v.changed = false;
            if (v.storage == Storage::uniform && !stays_uniform(all, v)) {
                v.storage = Storage::computed;
                more = true;
            }
        }
    }
    for (bool more = true; more;) {
        more = false;
        for (Variable &v : variables_)
            if (v.storage == Storage::computed && !stays_computed(all, v)) {
                v.storage = Storage::kept;
                more = true;
            }
    }
    for (Variable &v : variables_)
        if (v.storage != Storage::uniform && v.type.find("auto") != v.type.npos &&
            v.storage == Storage::kept)
            throw Refused();
}

bool Phases::stays_uniform(const std::vector<Statement> &all, const Variable &v) {
    if (!v.dims.empty() || (v.value_first >= 0 && !expression(v.value_first, v.value_last, false)))
        return false;
    bool changed = false;
    for (int i = 0; i < f_.count(); i++) {
        if (!f_.is_variable(i) || f_.at(i) != v.name || i == v.value_first - 2)
            continue;
        if (escapes_at(i))
            return false;
        if (i + 1 == v.value_first - 1)
            continue; // its own declaration
        if (f_.is_changed_at(i)) {
            if (f_.is(i + 1, ".") || f_.is(i + 1, "[") || !uniform_change(all, v, i))
                return false;
            changed = true;
        }
    }
    if (v.value_first < 0 && !changed)
        return false;
    if (changed)
        changed_uniform_.insert(v.name);
    return true;
}

// Computed from threadIdx at its declaration, and changed, if at all, only by statements of
// the kernel's own block that compute it anew.
bool Phases::stays_computed(const std::vector<Statement> &all, Variable &v) {
    v.changed = false;
    if (!v.dims.empty() || v.value_first < 0 || !expression(v.value_first, v.value_last, true))
        return false;
    for (int i = 0; i < f_.count(); i++) {
        if (!f_.is_variable(i) || f_.at(i) != v.name || i + 1 == v.value_first - 1)
            continue;
        if (escapes_at(i))
            return false;
        if (!f_.is_changed_at(i))
            continue;
        bool own = false;
        for (const Statement &s : all)
            own |= s.form == Statement::leaf && s.first == i && f_.is(i + 1, "=") &&
                   !f_.has_word(i + 1, s.last, v.name) && expression(i + 2, s.last - 1, true);
        if (!own || !v.outermost)
            return false;
        v.changed = true;
    }
    if (v.changed) // nobody else may be computed from it
        for (const Variable &other : variables_)
            if (&other != &v && other.storage == Storage::computed &&
                f_.has_word(other.value_first, other.value_last, v.name))
                return false;
    return true;
}
