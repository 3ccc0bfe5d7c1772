#include "edit.h"

static void add(std::string &out, const std::map<int, std::string> &edits, int token) {
    auto found = edits.find(token);
    if (found != edits.end())
        out += found->second;
}

std::string Edits::render(const Source &source) const {
    std::string out;
    out.reserve(source.text.size() * 5 / 4);
    size_t copied = 0;
    for (int i = 0; i < source.count(); i++) {
        const Token &token = source.tokens[i];
        out.append(source.text, copied, token.begin - copied);
        add(out, before_, i);
        if (token.kind == Kind::line && lines_.count(i)) {
            add(out, lines_, i);
        } else if (replaced(i) && token.kind != Kind::line) {
            size_t before = out.size(), length = token.end - token.begin;
            add(out, replaced_, i);
            if (out.size() - before < length) // the rest of the line keeps its columns
                out.append(length - (out.size() - before), ' ');
        } else {
            out.append(source.text, token.begin, token.end - token.begin);
        }
        add(out, after_, i);
        copied = token.end;
    }
    out.append(source.text, copied, std::string::npos);
    return out;
}

std::string Edits::render_flat(const Source &source, int first, int last) const {
    std::string out;
    for (int i = first; i <= last; i++) {
        if (source.tokens[i].kind == Kind::line)
            continue;
        if (i > first && !source.touches(i - 1))
            out += ' ';
        add(out, before_, i);
        if (replaced(i))
            add(out, replaced_, i);
        else
            out += source.at(i);
        add(out, after_, i);
    }
    return out;
}
