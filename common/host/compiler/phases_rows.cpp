// phases_rows.cpp: the loop over a row of threads as the C++ compiler can vectorise it:
// conditions on threadIdx.x as its bounds, sums with threadIdx.x counted along it.
#include "splitting.h"

#include <algorithm>

// rest + threadIdx.x, in any order: the rest as text, or "" when it is something else.
std::string Phases::rest_of_sum(const Fragment &f, int first, int last, std::string &type) const {
    std::string rest, counted = "threadIdx.x";
    bool found = false;
    for (int term = first, i = first; i <= last + 1; i++) {
        if (i <= last && (f.is(i, "(") || f.is(i, "["))) {
            i = f.partner(i);
            continue;
        }
        if (i <= last && !f.is(i, "+")) {
            for (const char *mark : {"-", "<", ">", "&", "|", "^", "?", ",", "=", "~", "!", "{"})
                if (f.is(i, mark))
                    return "";
            continue;
        }
        if (i == term) // ++ or a sign
            return "";
        bool index = (i - term == 3 && f.is(term, "threadIdx") && f.is(term + 2, "x")) ||
                     (i - term == 1 && is_thread_index(f, term));
        if (index && found)
            return "";
        found |= index;
        if (index && i - term == 1 && is_signed_index(f, term))
            counted = "(int)threadIdx.x";
        if (!index) {
            for (int j = term; j < i; j++)
                if (f.is_variable(j) &&
                    ((f.is(j, "threadIdx") && f.is(j + 2, "x")) || differs(f.at(j))))
                    return "";
            rest += (rest.empty() ? "" : " + ") + f.text(term, i - 1);
        }
        term = i + 1;
    }
    type = "decltype((" + rest + ") + " + counted + ")";
    return found ? rest : "";
}

// from thread to thread, perhaps
bool Phases::differs(const std::string &name) const {
    auto found = by_name_.find(name);
    return in(locals_, name) || (found != by_name_.end() &&
                                 variables_[(size_t)found->second].storage != Storage::uniform);
}

// A variable that is threadIdx.x under another name.
bool Phases::is_thread_index(const Fragment &f, int i) const {
    auto found = by_name_.find(f.at(i));
    if (!f.is_variable(i) || found == by_name_.end())
        return false;
    const Variable &v = variables_[(size_t)found->second];
    return v.storage == Storage::computed && !v.changed && v.value == "threadIdx.x" &&
           (v.type == "unsigned " || v.type == "int " || v.type == "unsigned int " ||
            v.type == "auto " || v.type == "uint32_t " || v.type == "uint ");
}

bool Phases::is_signed_index(const Fragment &f, int i) const {
    return variables_[(size_t)by_name_.at(f.at(i))].type == "int ";
}

// A word of a subscript that means the same in front of the statement: no call, no variable
// that the statement declares or changes.
bool Phases::same_outside(int i, int first, int last) const {
    if (f_.is(i, "["))
        return false;
    if (!f_.is_word(i) || f_.is(i - 1, "."))
        return true;
    const std::string &word = f_.at(i);
    if (is_type(word) || is_index_word(word))
        return true;
    if (f_.is(i + 1, "("))
        return false;
    for (int j = first; j <= last; j++)
        if (f_.at(j) == word && f_.is_variable(j) &&
            (f_.is_changed_at(j) || (f_.is_word(j - 1) && j > first)))
            return false;
    auto found = by_name_.find(word);
    if (found == by_name_.end())
        return is_parameter(word) || is_constant(word);
    bool visible = std::count(visible_.begin(), visible_.end(), found->second) != 0;
    return visible && !(is_thread_index(f_, i) && is_signed_index(f_, i));
}

// The statement's text, with subscripts that count along the row.
std::string Phases::counted_text(int first, int last) {
    Fragment out;
    for (int i = first; i <= last; i++) {
        out.pieces.push_back(f_.pieces[(size_t)i]);
        if (!f_.is(i, "[") || f_.pieces[(size_t)i].opaque)
            continue;
        int close = f_.partner(i);
        std::string type, rest = rest_of_sum(f_, i + 1, close - 1, type);
        bool simple = !rest.empty();
        for (int j = i + 1; j < close && simple; j++)
            simple = same_outside(j, first, last);
        if (!simple)
            continue;
        std::string name = "hostcu_b" + std::to_string(made_++);
        sums_.push_back({name, rest, type, true});
        out.pieces.push_back({name + " + (hostcu_x - hostcu_from)", Kind::number, -1, false, true});
        i = close - 1;
    }
    return out.text(0, out.count() - 1);
}

RowPart Phases::row_part(int first, int last) const {
    RowPart part = {false, false, "unsigned", ""};
    int i = first;
    if (f_.is(i, "(") && (f_.is(i + 1, "int") || f_.is(i + 1, "unsigned")) && f_.is(i + 2, ")")) {
        part.type = f_.at(i + 1);
        i += 3;
    }
    if (f_.is(i, "threadIdx") && f_.is(i + 1, ".") && f_.is(i + 2, "x"))
        i += 3;
    else if (i == first && is_thread_index(f_, i))
        part.type = is_signed_index(f_, i++) ? "int" : "unsigned";
    else
        return part;
    if (f_.is(i, "=") && f_.is(i + 1, "=")) {
        part.equal = true;
        i += 2;
    } else if (f_.is(i, "<") && !f_.is(i + 1, "<") && !f_.is(i + 1, "=")) {
        i++;
    } else {
        return part;
    }
    for (int j = i; j <= last; j++)
        for (const char *mark : {"&", "|", "<", ">", "=", "?", "^", "!", ","})
            if (f_.is(j, mark))
                return part;
    part.is = expression(i, last, false);
    part.bound = f_.text(i, last);
    return part;
}

// if (threadIdx.x < uniform) statement, and no else
bool Phases::is_guarded(const Statement &s) const {
    if (s.form != Statement::leaf || !f_.is(s.first, "if") || !f_.is(s.first + 1, "("))
        return false;
    int close = f_.partner(s.first + 1);
    return statement_end(close + 1) == s.last && row_part(s.first + 2, close - 1).is;
}

void Phases::emit_guarded(const Statement &s, const std::string &mask) {
    int close = f_.partner(s.first + 1);
    out_ += marker(s.first);
    emit_part(row_part(s.first + 2, close - 1),
              [&] { phase(marker(close + 1) + counted_text(close + 1, s.last), mask); });
}

// Emits what `inside` does for that part of each row.
void Phases::emit_part(const RowPart &part, const std::function<void()> &inside) {
    std::string begin = row_begin_, end = row_end_, n = std::to_string(made_++);
    out_ += " { const int hostcu_i" + n + " = ::hostcu::row_" + (part.equal ? "only<" : "below<") +
            part.type + ">(" + part.bound + ", " + begin + ", " + end + ");";
    if (part.equal) {
        row_begin_ = "hostcu_i" + n;
        out_ += " const int hostcu_j" + n + " = hostcu_i" + n + " < " + end + " ? hostcu_i" + n +
                " + 1 : " + end + ";";
        row_end_ = "hostcu_j" + n;
    } else {
        row_end_ = "hostcu_i" + n;
    }
    inside();
    row_begin_ = begin;
    row_end_ = end;
    out_ += " }";
}
