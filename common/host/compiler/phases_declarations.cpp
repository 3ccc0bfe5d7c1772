// phases_declarations.cpp: the variables that a kernel declares, each under a name of its own.
#include "splitting.h"

#include <algorithm>

// Two words or more in front of = ; [ { ( or a comma: a type and a name.
int Phases::declared_name(int i, int end) const {
    static const std::set<std::string> not_types = {
        "return",    "else",  "delete",   "new",    "throw", "case",   "goto",
        "co_return", "break", "continue", "sizeof", "using", "typedef"};
    if (!f_.is_word(i) || in(not_types, f_.at(i)))
        return -1;
    int words = 0;
    for (int j = i; j <= end; j++) {
        if (f_.is_word(j)) {
            words++;
            if (words > 1 && !(f_.is(j - 1, ":")) && !f_.is_word(j + 1) && !f_.is(j + 1, ":") &&
                !f_.is(j + 1, "<") && !f_.is(j + 1, "*") && !f_.is(j + 1, "&"))
                return j;
            continue;
        }
        if (f_.is(j, "<") && f_.angle_close(j) > 0) {
            j = f_.angle_close(j);
            words++;
            continue;
        }
        if (f_.is(j, ":") || ((f_.is(j, "*") || f_.is(j, "&")) && words > 0))
            continue;
        return -1;
    }
    return -1;
}

bool Phases::is_declaration(int i, int end) const {
    int name = declared_name(i, end);
    return name > 0 &&
           (f_.is(name + 1, "=") || f_.is(name + 1, ";") || f_.is(name + 1, "[") ||
            f_.is(name + 1, ",") || f_.is(name + 1, "{") || f_.is(name + 1, "(")) &&
           !f_.is(name + 2, "=");
}

std::vector<Declared> Phases::read_declaration(int i, int end) const {
    int name = declared_name(i, end);
    std::string type;
    int declarator = name;
    while (f_.is(declarator - 1, "*") || f_.is(declarator - 1, "&") ||
           f_.is(declarator - 1, "__restrict__") ||
           (f_.is(declarator - 1, "const") && f_.is(declarator - 2, "*")))
        declarator--;
    for (int j = i; j < declarator; j++)
        if (!f_.is(j, "const") && !f_.is(j, "constexpr"))
            type += f_.at(j) + (f_.is(j, ":") || f_.is(j + 1, ":") ? "" : " ");
    std::vector<Declared> all;
    for (auto [a, z] : f_.split(declarator, f_.is(end, ";") ? end - 1 : end)) {
        Declared d = {"", type, "", -1, -1, a, false, false};
        int j = a;
        for (; f_.is(j, "*") || f_.is(j, "__restrict__") || f_.is(j, "const"); j++)
            if (f_.is(j, "*"))
                d.type += "*";
        if (!f_.is_word(j))
            throw Refused(); // a reference, a pointer to a function
        d.name = f_.at(j++);
        int room = 1;
        while (f_.is(j, "[")) {
            int close = f_.partner(j);
            if (close != j + 2 || f_.pieces[j + 1].kind != Kind::number)
                throw Refused();
            room *= std::max(1, atoi(f_.at(j + 1).c_str()));
            d.dims += f_.text(j, close);
            j = close + 1;
        }
        if (room > 64)
            throw Refused(); // times the threads: too much for a stack
        if (j <= z) {
            d.braces = f_.is(j, "{");
            d.brackets = f_.is(j, "(");
            if (!d.braces && !d.brackets && !f_.is(j, "="))
                throw Refused();
            d.first = j + 1;
            d.last = d.braces || d.brackets ? f_.partner(j) - 1 : z;
            if (f_.is(j, "=") && f_.is(j + 1, "{")) {
                d.braces = true;
                d.first = j + 2;
                d.last = f_.partner(j + 1) - 1;
            }
        }
        all.push_back(d);
    }
    return all;
}

void Phases::add_variable(const Declared &d, bool outermost) {
    if (by_name_.count(d.name))
        throw Refused(); // one name for two variables
    Variable v = {d.name, d.type, d.dims, "", Storage::uniform};
    v.outermost = outermost;
    v.place = d.place;
    v.value_first = d.first;
    v.value_last = d.last;
    if (d.first >= 0)
        v.value =
            d.braces ? v.type + "{" + f_.text(d.first, d.last) + "}" : f_.text(d.first, d.last);
    by_name_[d.name] = (int)variables_.size();
    variables_.push_back(v);
}

// The same name in two scopes: the later one gets another, to the end of its scope.
void Phases::rename_duplicates(int first, int end, int scope_last) {
    for (const Declared &d : read_declaration(first, end)) {
        if (!by_name_.count(d.name))
            continue;
        std::string fresh = d.name + "_hostcu_s" + std::to_string(made_++);
        for (int i = first; i <= scope_last; i++)
            if (f_.is_variable(i) && f_.at(i) == d.name)
                f_.pieces[(size_t)i].text = fresh;
    }
}

void Phases::find_variables(const std::vector<Statement> &list, bool outermost) {
    for (const Statement &s : list) {
        if (s.form == Statement::declaration) {
            rename_duplicates(s.first, s.last, list.back().last);
            for (const Declared &d : read_declaration(s.first, s.last))
                add_variable(d, outermost);
        }
        if (s.form == Statement::loop) {
            int semicolon = s.open + 1;
            while (!f_.is(semicolon, ";"))
                semicolon++;
            if (is_declaration(s.open + 1, semicolon))
                rename_duplicates(s.open + 1, semicolon, s.last);
            if (is_declaration(s.open + 1, semicolon))
                for (const Declared &d : read_declaration(s.open + 1, semicolon))
                    add_variable(d, false);
        }
        find_variables(s.inside, false);
        find_variables(s.otherwise, false);
    }
}

Variable &Phases::variable(const std::string &name) {
    return variables_[(size_t)by_name_.at(name)];
}

// Declares what is declared; returns the assignments that its values are.
std::string Phases::declare(const Statement &s) {
    std::string values;
    for (const Declared &d : read_declaration(s.first, s.last)) {
        Variable &v = variable(d.name);
        visible_.push_back(by_name_.at(d.name));
        if (v.storage == Storage::uniform)
            out_ += " [[maybe_unused]] " + v.type + " " + v.name +
                    (v.value.empty() ? "" : " = " + v.value) + ";";
        if (v.storage != Storage::kept)
            continue;
        out_ += " " + v.type + " hostcu_v_" + v.name + "[1024]" + v.dims + ";";
        if (d.first < 0)
            continue;
        if (!v.dims.empty()) {
            std::string list = f_.text(d.first, d.last);
            if (!d.braces ||
                (!list.empty() && list != "0" && list != "0.0f" && list != "0.f" && list != "0.0"))
                throw Refused();
            values += " memset(&" + v.name + ", 0, sizeof " + v.name + ");";
        } else if (d.brackets && f_.split(d.first, d.last).size() != 1) {
            throw Refused();
        } else {
            values += " " + v.name + " = " + v.value + ";";
        }
    }
    return values;
}
