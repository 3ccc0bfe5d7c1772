#include "kernel_text.h"

bool is_wide_type(const std::string &type) {
    static const std::set<std::string> wide = {"size_t",
                                               "std::size_t",
                                               "uint64_t",
                                               "std::uint64_t",
                                               "int64_t",
                                               "std::int64_t",
                                               "long",
                                               "unsigned long",
                                               "long long",
                                               "unsigned long long",
                                               "ptrdiff_t",
                                               "std::ptrdiff_t",
                                               "long int",
                                               "long long int",
                                               "unsigned long int",
                                               "unsigned long long int",
                                               "ssize_t"};
    return wide.count(type) != 0;
}

bool is_integer_type(const Source &s, int first, int last, bool &automatic) {
    static const std::set<std::string_view> words = {
        "int",       "unsigned", "long",  "size_t", "uint64_t", "int64_t", "uint32_t", "int32_t",
        "ptrdiff_t", "std",      "const", "auto",   "uint",     "signed",  "ssize_t",  "ulong"};
    bool any = false;
    for (int i = first; i <= last; i++) {
        if (s.is(i, ':') || s.tokens[i].kind == Kind::line)
            continue;
        if (!s.is_word(i) || !words.count(s.at(i)))
            return false;
        automatic |= s.at(i) == "auto";
        any = true;
    }
    return any;
}

bool KernelText::only_sums() const {
    for (int i = k.body; i < k.end; i++) {
        if (!s.is(i, "threadIdx") && !s.is(i, "blockIdx"))
            continue;
        bool inside = false;
        for (const Sum &sum : sums_)
            inside |= i >= sum.first && i <= sum.last;
        if (!inside)
            return false;
    }
    return !sums_.empty();
}

const Sum *KernelText::sum_at(int i) const {
    for (const Sum &sum : sums_)
        if (sum.first == i)
            return &sum;
    return nullptr;
}

int KernelText::whole_grid(int i) const {
    int seen_grid = 0, seen_block = 0, stars = 0, last = -1;
    for (; i < k.end; i++) {
        if (s.is(i, "gridDim") && s.is(i + 1, '.') && s.is(i + 2, "x")) {
            seen_grid++;
            last = i += 2;
        } else if (s.is(i, "blockDim") && s.is(i + 1, '.') && s.is(i + 2, "x")) {
            seen_block++;
            last = i += 2;
        } else if (s.is(i, '*') && !s.is(i + 1, '=')) {
            stars++;
        } else if (s.is(i, '(') && cast_close(i) > 0) {
            i = cast_close(i);
        } else {
            break;
        }
    }
    return seen_grid == 1 && seen_block == 1 && stars == 1 ? last : -1;
}

int KernelText::cast_close(int open) const {
    bool automatic = false;
    int close = s.partner(open);
    return close > open + 1 && is_integer_type(s, open + 1, close - 1, automatic) ? close : -1;
}

bool KernelText::combines(int i) const {
    for (char mark : {'+', '-', '*', '/', '%', '&', '|', '^'})
        if (s.is(i, mark))
            return true;
    return false;
}

bool KernelText::constant(std::string_view word) const {
    for (int i = k.body; i < k.end; i++) {
        if (!s.is(i, word))
            continue;
        if (s.is(i + 1, '=') && !s.is(i + 2, '=') && !s.is_word(s.previous(i)) &&
            !s.is(s.previous(i), '*'))
            return false;
        bool assigned = s.is(i + 2, '=') && !s.is(i + 3, '=') && s.touches(i + 1) &&
                        combines(i + 1); // i += 1, and not the ] of a[i]=1
        bool shifted = s.is(i + 3, '=') && (s.is(i + 1, '<') || s.is(i + 1, '>')) &&
                       (s.is(i + 2, '<') || s.is(i + 2, '>')) && s.touches(i + 2);
        bool stepped =
            (s.is(i + 1, '+') && s.is(i + 2, '+')) || (s.is(i + 1, '-') && s.is(i + 2, '-')) ||
            (s.is(i - 1, '+') && s.is(i - 2, '+')) || (s.is(i - 1, '-') && s.is(i - 2, '-'));
        bool address = s.is(i - 1, '&') && !s.is(i - 2, '&') && !s.is_word(i - 2) &&
                       !s.is(i - 2, ')') && !s.is(i - 2, ']') &&
                       s.tokens[i - 2].kind != Kind::number;
        bool caught = s.is(i - 1, '>') && s.is(i - 2, '>'); // stream >> word
        if (assigned || shifted || stepped || address || caught)
            return false;
    }
    return true;
}

bool KernelText::is_parameter(std::string_view word) const {
    for (const Parameter &p : k.parameters)
        if (p.name == word && p.named && !p.pack)
            return true;
    return false;
}

bool KernelText::uniform(int first, int last) const {
    for (int i = first; i <= last; i++) {
        const Token &t = s.tokens[i];
        if (t.kind == Kind::number || t.kind == Kind::line)
            continue;
        if (t.kind == Kind::word) {
            bool member = s.is(i - 1, '.') && i > first;
            bool upper = true; // a constant by custom: a template parameter or a macro's
            for (char c : s.at(i))
                upper &= !(c >= 'a' && c <= 'z');
            if (declared_.count(s.at(i)))
                return false;
            if (member || (is_parameter(s.at(i)) ? constant(s.at(i)) : upper))
                continue;
            return false;
        }
        bool binary = i > first && (s.is_word(i - 1) || s.is(i - 1, ')') ||
                                    s.tokens[i - 1].kind == Kind::number);
        bool operation = s.is(i, '+') || s.is(i, '-') || s.is(i, '*') || s.is(i, '/');
        if (operation && binary && !s.is(i + 1, '>'))
            continue;
        if (s.is(i, '.') && binary)
            continue;
        if (s.is(i, '(') && !s.is_word(i - 1))
            continue;
        if (s.is(i, ')'))
            continue;
        return false;
    }
    return first <= last;
}

bool KernelText::free_of_effects(int first, int last) const {
    for (int i = first; i <= last; i++) {
        if (s.is(i, '=') || s.is(i, '[') || s.is(i, '&') || s.is(i, '?'))
            return false;
        if ((s.is(i, '+') && s.is(i + 1, '+')) || (s.is(i, '-') && s.is(i + 1, '-')))
            return false;
        if (s.is(i, '(') && s.is_word(i - 1) && i > first && !s.is(i - 1, "sizeof"))
            return false;
    }
    return true;
}

std::string KernelText::type_of(const Sum &sum) {
    return sum.wide ? sum.type : "unsigned";
}

std::string KernelText::type_text(int first, int last) const { // without const
    std::string out;
    for (int i = first; i <= last; i++)
        if (!s.is(i, "const") && s.tokens[i].kind != Kind::line)
            out +=
                (out.empty() || s.is(i, ':') || s.is(i - 1, ':') ? "" : " ") + std::string(s.at(i));
    return out;
}

int KernelText::statement_end(int i) const {
    if (s.is(i, "if") || s.is(i, "for") || s.is(i, "while") || s.is(i, "do") || s.is(i, "switch"))
        return -1;
    for (; i < k.end && !s.is(i, ';'); i++)
        if (s.is(i, '(') || s.is(i, '{') || s.is(i, '['))
            i = s.partner(i);
    return i < k.end ? i : -1;
}

bool KernelText::quiet(int first, int last, std::string_view variable) const {
    for (int i = first; i <= last; i++) {
        if (s.is(i, "return") || s.is(i, "break") || s.is(i, "goto") || s.is(i, "static") ||
            s.is(i, "gridDim") || s.is(i, "blockDim"))
            return false;
        if (s.is(i, variable)) {
            bool assigned =
                (s.is(i + 1, '=') && !s.is(i + 2, '=')) ||
                (s.is(i + 2, '=') && s.touches(i + 1) && !s.is(i + 1, '=') && !s.is(i + 1, '<') &&
                 !s.is(i + 1, '>') && !s.is(i + 1, '!') && s.tokens[i + 1].kind == Kind::mark);
            bool stepped = (s.is(i + 1, '+') && s.is(i + 2, '+')) ||
                           (s.is(i + 1, '-') && s.is(i + 2, '-')) ||
                           (s.is(i - 1, '+') && s.is(i - 2, '+')) ||
                           (s.is(i - 1, '-') && s.is(i - 2, '-')) || s.is(i - 1, '&');
            if (assigned || stepped)
                return false;
        }
    }
    for (const Parameter &p : k.parameters) // a parameter is a variable of the thread
        if (p.named && !constant(p.name))
            return false;
    return true;
}
