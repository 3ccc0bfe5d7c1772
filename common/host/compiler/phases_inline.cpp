// phases_inline.cpp: a device function that waits becomes part of the kernel that calls it.
#include "splitting.h"

// The definition: name ( parameters ) { body }, neither template nor member.
int Phases::definition(const std::string &name) const {
    int found = -1;
    for (int i = 0; i < source_.count(); i++) {
        if (source_.tokens[i].system || !source_.is(i, name) || !source_.is(i + 1, '('))
            continue;
        int after = source_.next(source_.partner(i + 1));
        if (!source_.is(after, '{') || source_.is(i - 1, ':') || source_.is(i - 1, '.'))
            continue;
        if (found >= 0)
            throw Refused(); // overloaded
        found = i;
        for (int j = i; j > 0 && !source_.is(j, ';') && !source_.is(j, '}'); j--)
            if (source_.is(j, "template"))
                throw Refused();
    }
    if (found < 0)
        throw Refused();
    return found;
}

bool Phases::is_function_that_waits(int i) const {
    return f_.is_word(i) && f_.is(i + 1, "(") && is_wait(i) && !is_barrier_word(f_.at(i)) &&
           !is_warp_word(f_.at(i));
}

// Statement by statement: x = f(a); becomes { T p = a; body; x = result; }.
void Phases::inline_functions() {
    for (int round = 0; round < 32; round++) {
        int call = -1;
        for (int i = 0; i < f_.count() && call < 0; i++)
            if (is_function_that_waits(i))
                call = i;
        if (call < 0)
            return;
        inline_call(call, round);
    }
    throw Refused();
}

void Phases::inline_call(int call, int round) {
    int close = f_.partner(call + 1);
    if (!f_.is(close + 1, ";"))
        throw Refused(); // part of a larger expression
    int first = call;
    while (first > 0 && !f_.is(first - 1, ";") && !f_.is(first - 1, "{") &&
           !f_.is(first - 1, "}") && !f_.is(first - 1, ")") && !f_.is(first - 1, "else") &&
           !f_.pieces[(size_t)first - 1].opaque)
        first--;
    Fragment left;
    left.pieces.assign(f_.pieces.begin() + first, f_.pieces.begin() + call);
    int name = definition(f_.at(call));
    int open = name + 1, end = source_.partner(open), body = source_.next(end);
    refuse_spinning(body, source_.partner(body));
    Fragment inner = Fragment::cut(source_, edits_, body + 1, source_.partner(body) - 1);
    std::string suffix = "_hostcu" + std::to_string(round);
    std::set<std::string> renamed;
    std::string made = "{ ";
    auto arguments = f_.split(call + 2, close - 1);
    auto parameters = split_at_commas(source_, open + 1, end - 1);
    if (end == open + 1)
        parameters.clear();
    if (arguments.size() != parameters.size())
        throw Refused();
    for (size_t n = 0; n < parameters.size(); n++) {
        auto [a, z] = parameters[n];
        std::string type;
        for (int i = a; i < z; i++) {
            if (source_.is(i, '&') || source_.is(i, '[') || source_.is(i, '('))
                throw Refused();
            if (!source_.is(i, "const"))
                type += std::string(source_.at(i)) + " ";
        }
        if (!source_.is_word(z))
            throw Refused();
        renamed.insert(std::string(source_.at(z)));
        made += type + std::string(source_.at(z)) + suffix + " = " +
                f_.text(arguments[n].first, arguments[n].second) + " ; ";
    }
    // Its own variables: a word after a type, in a declaration.
    for (int i = 1; i < inner.count(); i++)
        if (inner.is_word(i) && (inner.is_word(i - 1) || inner.is(i - 1, "*")) &&
            (inner.is(i + 1, "=") || inner.is(i + 1, ";") || inner.is(i + 1, "[") ||
             inner.is(i + 1, ",") || inner.is(i + 1, "{")) &&
            !inner.is(i - 1, "return"))
            renamed.insert(inner.at(i));
    for (int i = 0; i < inner.count(); i++)
        if (inner.is_variable(i) && in(renamed, inner.at(i)))
            inner.pieces[(size_t)i].text += suffix;
    int result = -1;
    for (int i = 0; i < inner.count(); i++)
        if (inner.is(i, "return")) {
            if (result >= 0)
                throw Refused();
            result = i;
        } else if (inner.pieces[(size_t)i].opaque &&
                   inner.at(i).find("thread_local") != std::string::npos) {
            throw Refused(); // its shared variables would need new names
        }
    Fragment all, start = Fragment::of(made);
    int assigned = 0;
    while (assigned < left.count() && !left.is_assignment(assigned))
        assigned++;
    bool declares = false;
    if (left.count() > 0) {
        if (result < 0 || assigned == left.count())
            throw Refused();
        declares = assigned > 1 && left.is_word(assigned - 1) && left.is_word(assigned - 2);
    }
    if (result >= 0) {
        int semicolon = result;
        while (semicolon < inner.count() && !inner.is(semicolon, ";"))
            semicolon++;
        if (semicolon != inner.count() - 1)
            throw Refused(); // returns from the middle
    }
    auto append = [&all](const Fragment &f, int a, int z) {
        for (int i = a; i <= z; i++)
            all.pieces.push_back(f.pieces[(size_t)i]);
    };
    if (declares) { // T x = f(a);
        append(left, 0, assigned - 1);
        append(Fragment::of(";"), 0, 0);
    }
    for (Piece &p : start.pieces)
        p.token = -1;
    append(start, 0, start.count() - 1);
    append(inner, 0, result >= 0 ? result - 1 : inner.count() - 1);
    if (left.count() > 0) {
        append(left, declares ? assigned - 1 : 0, left.count() - 1);
        append(Fragment::of("("), 0, 0);
        append(inner, result + 1, inner.count() - 2);
        append(Fragment::of(")"), 0, 0);
        append(Fragment::of(";"), 0, 0);
    }
    Piece brace = {"}", Kind::mark, -1, false, false};
    all.pieces.push_back(brace);
    f_.pieces.erase(f_.pieces.begin() + first, f_.pieces.begin() + close + 2);
    f_.pieces.insert(f_.pieces.begin() + first, all.pieces.begin(), all.pieces.end());
}
