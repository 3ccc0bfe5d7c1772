// phases_emit.cpp: the statements around the phases: blocks, conditions and loops.
#include "splitting.h"

#include <algorithm>

bool Phases::is_uniform_statement(const Statement &s) const {
    if (s.form != Statement::leaf || !f_.is_word(s.first))
        return false;
    auto found = by_name_.find(f_.at(s.first));
    int name = s.first;
    if (found == by_name_.end())
        return false;
    return variables_[(size_t)found->second].storage == Storage::uniform &&
           f_.is_changed_at(name) && !f_.is(name + 1, "[") && !f_.is(name + 1, ".");
}

// x = value; of a computed variable of the kernel's own block
bool Phases::is_recomputed(const Statement &s) const {
    if (s.form != Statement::leaf || !f_.is_word(s.first) || !f_.is(s.first + 1, "="))
        return false;
    auto found = by_name_.find(f_.at(s.first));
    return found != by_name_.end() &&
           variables_[(size_t)found->second].storage == Storage::computed;
}

void Phases::emit_list(const std::vector<Statement> &list, const std::string &mask) {
    size_t scope = visible_.size();
    std::string text; // of the phase that is being gathered
    auto flush = [&] {
        phase(text, mask);
        text.clear();
    };
    for (const Statement &s : list) {
        if (f_.pieces[(size_t)s.first].opaque && s.first == s.last) { // a shared variable
            flush();
            out_ += marker(s.first) + f_.at(s.first);
        } else if (s.form == Statement::declaration && !s.waits) {
            bool uniform = false;
            for (const Declared &d : read_declaration(s.first, s.last))
                uniform |= variable(d.name).storage == Storage::uniform;
            if (uniform)
                flush();
            std::string before = out_;
            out_.clear();
            std::string values = declare(s), declared = out_;
            out_ = before;
            if (!declared.empty()) { // must stand before the phase that uses it
                out_ += marker(s.first) + declared;
            }
            if (!values.empty())
                text += marker(s.first) + values;
        } else if (is_uniform_statement(s)) {
            flush();
            out_ += marker(s.first) + f_.text(s.first, s.last);
        } else if (is_recomputed(s)) {
            flush();
            variable(f_.at(s.first)).value = f_.text(s.first + 2, s.last - 1);
        } else if (s.form == Statement::loop && !s.waits && stores_to_memory(s) &&
                   is_uniform_loop(s)) {
            flush();
            out_ += marker(s.first);
            emit_loop(s, mask);
        } else if (is_guarded(s)) {
            flush();
            emit_guarded(s, mask);
        } else if (!s.waits) {
            text += marker(s.first) + counted_text(s.first, s.last);
        } else {
            flush();
            emit_waiting(s, mask);
        }
    }
    flush();
    visible_.resize(scope);
}

void Phases::emit_waiting(const Statement &s, const std::string &mask) {
    out_ += marker(s.first);
    bool block_wait = false;
    for (int i = s.first; i <= s.last; i++)
        block_wait |= f_.is_word(i) && is_barrier_word(f_.at(i));
    if (block_wait && !mask.empty())
        throw Refused(); // a barrier that not all may reach
    switch (s.form) {
    case Statement::barrier:
        return; // the end of one loop and the beginning of the next
    case Statement::block:
        out_ += " {";
        emit_list(s.inside, mask);
        out_ += " }";
        return;
    case Statement::condition:
        emit_condition(s, mask, block_wait);
        return;
    case Statement::loop:
    case Statement::while_loop:
        emit_loop(s, mask);
        return;
    default:
        emit_exchange(s, mask);
    }
}

void Phases::emit_condition(const Statement &s, const std::string &mask, bool block_wait) {
    int close = f_.partner(s.open);
    std::string condition = f_.text(s.open + 1, close - 1);
    if (has_wait(s.open, close))
        throw Refused();
    if (expression(s.open + 1, close - 1, false)) {
        out_ += " if (" + condition + ") {";
        emit_list(s.inside, mask);
        out_ += " }";
        if (!s.otherwise.empty()) {
            out_ += " else {";
            emit_list(s.otherwise, mask);
            out_ += " }";
        }
        return;
    }
    if (block_wait)
        throw Refused();
    RowPart part = row_part(s.open + 1, close - 1);
    if (part.is && s.otherwise.empty()) {
        emit_part(part, [&] { emit_list(s.inside, mask); });
        return;
    }
    // Lanes on both sides may be meant to meet: then neither side can go before the other.
    if (!s.otherwise.empty() && (names_all_lanes(s.inside) || names_all_lanes(s.otherwise)) &&
        waits(s.inside) && waits(s.otherwise))
        throw Refused();
    std::string inside = "hostcu_m" + std::to_string(made_++);
    std::string outside = "hostcu_m" + std::to_string(made_++);
    out_ += " { bool " + inside + "[1024] = {}, " + outside + "[1024] = {};";
    phase(" " + inside + "[hostcu_t] = (" + condition + "); " + outside + "[hostcu_t] = !" +
              inside + "[hostcu_t];",
          mask);
    emit_list(s.inside, inside);
    emit_list(s.otherwise, outside);
    out_ += " (void)" + outside + "; }";
}

void Phases::emit_loop(const Statement &s, const std::string &mask) {
    int close = f_.partner(s.open), first = s.open + 1, last = close - 1;
    std::string header = f_.text(first, last);
    if (s.form == Statement::while_loop) {
        if (!expression(first, last, false))
            throw Refused();
        out_ += " while (" + header + ") {";
        emit_list(s.inside, mask);
        out_ += " }";
        return;
    }
    if (!is_uniform_loop(s))
        throw Refused();
    size_t scope = visible_.size();
    int a = semicolon(first);
    if (is_declaration(first, a))
        for (const Declared &d : read_declaration(first, a))
            visible_.push_back(by_name_.at(d.name));
    out_ += " for (" + header + ") {";
    emit_list(s.inside, mask);
    out_ += " }";
    visible_.resize(scope);
}

// not to arrays of the thread
bool Phases::stores_to_memory(const Statement &loop) const {
    for (const Statement &s : loop.inside)
        if (by_name_.count(f_.at(s.first)))
            return false;
    return true;
}
