// launch.cpp: K<<<grid, block, shared, stream>>>(arguments) becomes
// (::hostcu::configure(grid, block, shared, stream) ? (void)0 : K(arguments)).
#include "rewrite.h"

#include <set>

static bool opens_launch(const Source &source, int i) {
    return source.is(i, '<') && source.is(i + 1, '<') && source.touches(i) &&
           source.is(i + 2, '<') && !source.is(source.previous(i), "operator");
}

static bool is_statement_word(std::string_view word) {
    static const std::set<std::string_view> words = {"if", "while",  "for",  "switch",   "else",
                                                     "do", "return", "case", "co_return"};
    return words.count(word) != 0;
}

// The first token of the expression that ends at `last`: a::k<T>, (*f), table[i], x->k.
static int callee_begin(const Source &source, int last) {
    int i = last;
    for (;;) {
        if (source.is(i, '>')) {
            int open = source.angle_open(i);
            if (open < 0)
                return -1;
            i = source.previous(open);
            continue;
        }
        if (source.is(i, ']')) {
            i = source.previous(source.partner(i));
            continue;
        }
        if (source.is(i, ')')) {
            int open = source.partner(i), before = source.previous(open);
            bool call = source.is(before, ']') || source.is(before, '>') ||
                        (source.is_word(before) && !is_statement_word(source.at(before)));
            if (source.is(before, ')')) {
                int word = source.previous(source.partner(before));
                call = source.is_word(word) && !is_statement_word(source.at(word));
            }
            if (!call)
                return open;
            i = before;
            continue;
        }
        if (!source.is_word(i))
            return -1;
        int before = source.previous(i);
        if (source.is(before, "template"))
            before = source.previous(before);
        if (source.is(before, ':') && source.is(before - 1, ':')) {
            int scope = source.previous(before - 1);
            bool more = source.is(scope, '>') ||
                        (source.is_word(scope) && !is_statement_word(source.at(scope)));
            if (!more)
                return before - 1;
            i = scope;
        } else if (source.is(before, '.')) {
            i = source.previous(before);
        } else if (source.is(before, '>') && source.is(before - 1, '-')) {
            i = source.previous(before - 1);
        } else {
            return i;
        }
    }
}

static int launch_close(const Source &source, int i) { // the first > of >>>
    for (; i + 2 < source.count(); i++) {
        if (source.is(i, '(') || source.is(i, '[') || source.is(i, '{'))
            i = source.partner(i);
        else if (source.is(i, ';') || source.is(i, '}'))
            break;
        else if (source.is(i, '>') && source.is(i + 1, '>') && source.is(i + 2, '>') &&
                 source.touches(i))
            return i;
    }
    return -1;
}

static bool is_empty(const Source &source, int first, int last) {
    for (int i = first; i <= last; i++)
        if (source.tokens[i].kind != Kind::line)
            return false;
    return true;
}

void rewrite_launches(const Source &source, Edits &edits) {
    for (int i = 1; i + 2 < source.count(); i++) {
        if (!opens_launch(source, i))
            continue;
        int close = launch_close(source, i + 3);
        if (close < 0)
            fail_at(source, i, "<<< without >>>");
        auto parts = split_at_commas(source, i + 3, close - 1);
        if (is_empty(source, i + 3, close - 1) || parts.size() < 2 || parts.size() > 4)
            fail_at(source, i,
                    "a launch takes 2 to 4 configuration arguments: <<<grid, block, shared "
                    "bytes, stream>>>");
        int arguments = source.next(close + 2);
        if (!source.is(arguments, '('))
            fail_at(source, close, "the kernel's arguments are missing after >>>");
        int begin = callee_begin(source, source.previous(i));
        if (begin < 0)
            fail_at(source, i, "no kernel in front of <<<");
        std::string configuration = edits.render_flat(source, i + 3, close - 1);
        edits.before(begin, "(::hostcu::configure(" + configuration +
                                ") ? (void)0 : " + source.resume(begin, false));
        edits.remove(i, close + 2);
        edits.after(source.partner(arguments), ")");
        i = close + 2;
    }
}
