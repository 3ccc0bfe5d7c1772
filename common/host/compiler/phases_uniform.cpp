// phases_uniform.cpp: which expressions, changes and loops are the same for every thread of a
// block. In doubt they are not.
#include "splitting.h"

bool Phases::is_parameter(const std::string &word) const {
    for (const Parameter &p : k_.parameters)
        if (p.name == word)
            return true;
    return false;
}

// Declared constexpr or const outside kernels, or a parameter of the kernel's template.
bool Phases::is_constant(const std::string &word) const {
    static const std::set<std::string> known = {"warpSize", "true", "false", "nullptr"};
    if (in(known, word))
        return true;
    for (int i = 0; i < source_.count(); i++) {
        if (source_.tokens[i].system || !source_.is(i, word))
            continue;
        for (int j = i - 1; j > i - 8 && j >= 0; j--) {
            if (source_.is(j, "constexpr") || source_.is(j, "const") || source_.is(j, "template"))
                return true;
            if (!source_.is_word(j) && !source_.is(j, ':') && !source_.is(j, '<') &&
                !source_.is(j, ','))
                break;
        }
    }
    return false;
}

bool Phases::is_type(const std::string &word) const {
    static const std::set<std::string> types = {
        "int",    "unsigned",    "long",     "short",   "char",     "float",
        "double", "size_t",      "uint64_t", "int64_t", "uint32_t", "int32_t",
        "std",    "static_cast", "bool",     "uint",    "signed"};
    return in(types, word);
}

// The expression is the same number for every thread of the block; with `cheap`, or one
// that costs little to compute from threadIdx.
bool Phases::expression(int first, int last, bool cheap) const {
    for (int i = first; i <= last; i++) {
        const Piece &p = f_.pieces[i];
        if (p.opaque)
            return false;
        if (p.kind == Kind::number)
            continue;
        if (p.kind == Kind::text)
            return false;
        if (p.kind == Kind::word) {
            if (f_.is(i - 1, ".") && i > first)
                continue;
            if (is_changed_here(i))
                return false;
            if (p.text == "blockIdx" || p.text == "blockDim" || p.text == "gridDim" ||
                is_type(p.text))
                continue;
            if (p.text == "threadIdx") {
                if (!cheap)
                    return false;
                continue;
            }
            bool call = f_.is(i + 1, "(");
            if (call) {
                if (p.text == "min" || p.text == "max")
                    continue;
                return false;
            }
            auto found = by_name_.find(p.text);
            if (found != by_name_.end()) {
                const Variable &v = variables_[(size_t)found->second];
                bool fixed = !cheap || !in(changed_uniform_, p.text);
                if ((v.storage == Storage::uniform && v.dims.empty() && fixed) ||
                    (cheap && v.storage == Storage::computed && !v.changed))
                    continue;
                return false;
            }
            if (in(locals_, p.text))
                return false;
            if (is_parameter(p.text) || is_constant(p.text))
                continue;
            return false;
        }
        if (f_.is(i, "[") || f_.is(i, "{") || f_.is(i, "}") || f_.is(i, "?"))
            return false;
        if (f_.is(i, "*") && (i == first || (f_.pieces[i - 1].kind == Kind::mark &&
                                             !f_.is(i - 1, ")") && !f_.is(i - 1, "]"))))
            return false; // a load
        if (f_.is(i, "-") && f_.is(i + 1, ">"))
            return false;
        if (cheap && (f_.is(i, "/") || f_.is(i, "%")) &&
            f_.pieces[(size_t)i + 1].kind != Kind::number)
            return false;
    }
    return first <= last;
}

bool Phases::is_changed_here(int i) const {
    return f_.is_changed_at(i);
}

// Passed on by its bare name to a function of the user's, which may take a reference.
bool Phases::escapes_at(int i) const {
    bool bare =
        (f_.is(i - 1, "(") || f_.is(i - 1, ",")) && (f_.is(i + 1, ",") || f_.is(i + 1, ")"));
    if (!bare)
        return false;
    int open = i - 1;
    for (int depth = 0; open >= 0; open--) {
        if (f_.is(open, ")"))
            depth++;
        else if (f_.is(open, "(") && depth-- == 0)
            break;
        else if (f_.is(open, ";") || f_.is(open, "{"))
            return false;
    }
    if (open < 1 || !f_.is_word(open - 1))
        return false;
    const std::string &name = f_.at(open - 1);
    if (name == "if" || name == "while" || name == "for" || name == "return" || name == "switch" ||
        name == "sizeof" || name.compare(0, 2, "__") == 0 || name.compare(0, 6, "atomic") == 0 ||
        is_type(name))
        return false;
    static const std::set<std::string> by_value = {
        "min",    "max",   "fminf", "fmaxf",  "fabsf",       "sqrtf",       "expf",
        "logf",   "sinf",  "cosf",  "powf",   "fmaf",        "rsqrtf",      "abs",
        "fmin",   "fmax",  "sqrt",  "exp",    "make_float2", "make_float4", "make_int2",
        "printf", "tanhf", "fma",   "floorf", "ceilf"};
    return !in(by_value, name);
}

// How many conditions around this piece may differ from thread to thread.
int Phases::divergence(const std::vector<Statement> &list, int piece) const {
    for (const Statement &s : list) {
        if (piece < s.first || piece > s.last)
            continue;
        bool differs = s.form == Statement::condition &&
                       !expression(s.open + 1, f_.partner(s.open) - 1, false);
        return differs + divergence(s.inside, piece) + divergence(s.otherwise, piece);
    }
    return 0;
}

// name op= uniform; as a statement of its own, or a loop's step.
bool Phases::uniform_change(const std::vector<Statement> &all, const Variable &v, int i) const {
    const Statement *s = leaf_at(all, i);
    if (!s && (f_.is(i - 1, "+") || f_.is(i - 1, "-")))
        s = leaf_at(all, i - 2);
    if (divergence(all, i) != divergence(all, v.place))
        return false;
    if (!s)
        return in_loop_step(all, i);
    int after = f_.after_assignment(i + 1);
    return after == i + 1 || expression(after, s->last - 1, false);
}

bool Phases::in_loop_step(const std::vector<Statement> &list, int i) const {
    for (const Statement &s : list) {
        if (s.form == Statement::loop && i > s.open && i < f_.partner(s.open)) {
            int second = f_.partner(s.open);
            while (!f_.is(second, ";"))
                second--;
            int after = f_.after_assignment(i + 1);
            return i > second &&
                   (after == i + 1 || expression(after, f_.partner(s.open) - 1, false));
        }
        if (in_loop_step(s.inside, i) || in_loop_step(s.otherwise, i))
            return true;
    }
    return false;
}

// for (...): its variables and its header are the same for all threads.
bool Phases::is_uniform_loop(const Statement &s) {
    int first = s.open + 1, last = f_.partner(s.open) - 1, a = semicolon(first),
        b = semicolon(a + 1);
    if (is_declaration(first, a)) {
        for (const Declared &d : read_declaration(first, a))
            if (variable(d.name).storage != Storage::uniform)
                return false;
    } else if (a > first && !uniform_assignment(first, a - 1)) {
        return false;
    }
    return (b == a + 1 || expression(a + 1, b - 1, false)) && uniform_step(b + 1, last);
}

bool Phases::is_uniform_variable(int i) const {
    auto found = by_name_.find(f_.at(i));
    return f_.is_word(i) && found != by_name_.end() &&
           variables_[(size_t)found->second].storage == Storage::uniform;
}

bool Phases::uniform_assignment(int first, int last) const {
    int after = f_.after_assignment(first + 1);
    return is_uniform_variable(first) && after > first + 1 && expression(after, last, false);
}

// i++ ++i i += x, one or more
bool Phases::uniform_step(int first, int last) const {
    for (auto [a, z] : f_.split(first, last)) {
        bool post = is_uniform_variable(a) && z == a + 2;
        bool pre = z == a + 2 && is_uniform_variable(z);
        if (!post && !pre && !uniform_assignment(a, z))
            return false;
    }
    return first <= last;
}
