#include "fragment.h"

#include <cstring>

Fragment Fragment::cut(const Source &source, const Edits &edits, int first, int last) {
    Fragment f;
    for (int i = first; i <= last; i++) {
        const Token &t = source.tokens[i];
        if (t.kind == Kind::line) {
            continue; // the caller marks lines anew
        }
        int end = i;
        bool shared = false;
        if (source.is(i, "extern") || source.is(i, "__shared__") || source.is(i, "static") ||
            source.is(i, "volatile"))
            for (int j = i;
                 j <= last && !source.is(j, ';') && !source.is(j, '(') && !source.is(j, '='); j++)
                shared |= source.is(j, "__shared__");
        if (shared) {
            while (end < last && !source.is(end, ';'))
                end = source.is(end, '[') || source.is(end, '(') || source.is(end, '{')
                          ? source.partner(end) + 1
                          : end + 1;
            f.pieces.push_back({edits.render_flat(source, i, end), Kind::word, i, false, true});
            i = end;
            continue;
        }
        std::string text = edits.render_flat(source, i, i);
        if (!text.empty())
            f.pieces.push_back({text, t.kind, i, source.touches(i), text != source.at(i)});
    }
    return f;
}

Fragment Fragment::of(const std::string &text) {
    Source source(text);
    return cut(source, Edits(), 0, source.count() - 1);
}

int Fragment::partner(int i) const {
    static const char *const open = "([{", *const close = ")]}";
    const char *at = strchr(open, pieces[i].text[0]);
    int step = at ? 1 : -1, depth = 0;
    for (int j = i; j >= 0 && j < count(); j += step) {
        if (pieces[j].kind != Kind::mark)
            continue;
        char c = pieces[j].text[0];
        if (strchr(at ? open : close, c))
            depth++;
        else if (strchr(at ? close : open, c) && --depth == 0)
            return j;
    }
    return at ? count() - 1 : 0;
}

int Fragment::angle_close(int i) const {
    int depth = 0;
    for (int j = i; j < count(); j++) {
        if (is(j, "("))
            j = partner(j);
        else if (is(j, "<"))
            depth++;
        else if (is(j, ">") && --depth == 0)
            return j;
        else if (is(j, ";") || is(j, ")") || is(j, "{") || is(j, "&") || is(j, "|"))
            return -1;
    }
    return -1;
}

bool Fragment::has_word(int first, int last, const std::string &word) const {
    for (int i = first; i <= last; i++)
        if (is_variable(i) && pieces[i].text == word)
            return true;
    return false;
}

std::string Fragment::text(int first, int last) const {
    std::string out;
    for (int i = first; i <= last; i++) {
        out += pieces[i].text;
        if (!pieces[i].glued && i < last)
            out += ' ';
    }
    return out;
}

std::vector<std::pair<int, int>> Fragment::split(int first, int last) const {
    std::vector<std::pair<int, int>> parts;
    int begin = first;
    for (int i = first; i <= last; i++) {
        if (is(i, "(") || is(i, "[") || is(i, "{")) {
            i = partner(i);
        } else if (is(i, ",")) {
            parts.push_back({begin, i - 1});
            begin = i + 1;
        }
    }
    if (begin <= last)
        parts.push_back({begin, last});
    return parts;
}

bool Fragment::is_assignment(int i) const {
    return after_assignment(i) > i;
}

int Fragment::after_assignment(int i) const {
    if (is(i, "=") && !is(i + 1, "="))
        return i + 1;
    if (i + 1 < count() && pieces[i].kind == Kind::mark && strchr("+-*/%&|^", pieces[i].text[0]) &&
        is(i + 1, "="))
        return i + 2;
    if ((is(i, "<") || is(i, ">")) && is(i + 1, at(i).c_str()) && is(i + 2, "="))
        return i + 3;
    return i;
}

bool Fragment::is_changed_at(int i) const {
    int after = i + 1;
    while (is(after, "[")) // an element of it
        after = partner(after) + 1;
    while (is(after, ".") && is_word(after + 1))
        after += 2;
    if (is_assignment(after) || (is(after, "+") && is(after + 1, "+")) ||
        (is(after, "-") && is(after + 1, "-")))
        return true;
    if ((is(i - 1, "+") && is(i - 2, "+")) || (is(i - 1, "-") && is(i - 2, "-")))
        return true;
    bool operand = is_word(i - 2) || is(i - 2, ")") || is(i - 2, "]") ||
                   (i >= 2 && pieces[i - 2].kind == Kind::number);
    return is(i - 1, "&") && !is(i - 2, "&") && !operand; // its address
}
