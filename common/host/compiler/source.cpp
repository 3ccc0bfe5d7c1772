// source.cpp: preprocessed C++ as tokens, and the edits beside them.
#include "source.h"

#include <algorithm>
#include <cctype>
#include <cstring>

#include "driver.h"

static bool in_word(char c) {
    return isalnum((unsigned char)c) || c == '_' || c == '$' || (c & 0x80);
}

Source::Source(std::string preprocessed) : text(std::move(preprocessed)) {
    scan();
    pair();
}

// A line marker is: # 12 "file" flags, where flag 3 says system header.
static bool is_line_marker(std::string_view line) {
    return line.size() > 2 && line[0] == '#' && line[1] == ' ' && isdigit((unsigned char)line[2]);
}

static bool says_system(std::string_view marker) {
    size_t quote = marker.rfind('"');
    return quote != marker.npos && marker.find('3', quote) != marker.npos;
}

static size_t end_of_raw_string(const std::string &text, size_t quote) {
    size_t paren = text.find('(', quote);
    if (paren == text.npos)
        return text.size();
    std::string closer = ")" + text.substr(quote + 1, paren - quote - 1) + "\"";
    size_t end = text.find(closer, paren);
    return end == text.npos ? text.size() : end + closer.size();
}

static size_t end_of_literal(const std::string &text, size_t quote) {
    size_t i = quote + 1;
    while (i < text.size() && text[i] != text[quote] && text[i] != '\n')
        i += text[i] == '\\' ? 2 : 1;
    return i < text.size() ? i + 1 : text.size();
}

static size_t end_of_number(const std::string &text, size_t i) {
    for (; i < text.size(); i++) {
        bool digit_mark = text[i] == '\'' && i + 1 < text.size() && in_word(text[i + 1]);
        bool sign = (text[i] == '+' || text[i] == '-') && strchr("eEpP", text[i - 1]);
        if (!in_word(text[i]) && text[i] != '.' && !digit_mark && !sign)
            break;
    }
    return i;
}

static bool is_literal_prefix(std::string_view word) {
    return word == "L" || word == "u" || word == "U" || word == "u8" || word == "R" ||
           word == "LR" || word == "uR" || word == "UR" || word == "u8R";
}

void Source::scan() {
    size_t i = 0;
    bool line_begins = true, system = false, ours = false;
    int file = file_number("<input>"), line = 1;
    while (i < text.size()) {
        char c = text[i];
        if (isspace((unsigned char)c)) {
            line_begins |= c == '\n';
            line += c == '\n';
            i++;
            continue;
        }
        size_t begin = i;
        Kind kind;
        if (c == '#' && line_begins) {
            i = std::min(text.find('\n', i), text.size());
            kind = Kind::line;
            std::string_view marker(text.data() + begin, i - begin);
            if (is_line_marker(marker)) {
                system = says_system(marker);
                ours = system && marker.find("common/host/include/") != marker.npos &&
                       marker.find("include/cooperative_groups") == marker.npos; // they wait
                line = atoi(text.c_str() + begin + 2) - 1; // the line break comes next
                size_t open = marker.find('"'), close = marker.rfind('"');
                if (open != marker.npos && close > open)
                    file = file_number(std::string(marker.substr(open + 1, close - open - 1)));
            }
        } else if (isdigit((unsigned char)c) ||
                   (c == '.' && i + 1 < text.size() && isdigit((unsigned char)text[i + 1]))) {
            i = end_of_number(text, i + 1);
            kind = Kind::number;
        } else if (in_word(c)) {
            while (i < text.size() && in_word(text[i]))
                i++;
            kind = Kind::word;
            if (i < text.size() && (text[i] == '"' || text[i] == '\'') &&
                is_literal_prefix(std::string_view(text).substr(begin, i - begin))) {
                i = text[i - 1] == 'R' ? end_of_raw_string(text, i) : end_of_literal(text, i);
                kind = Kind::text;
            }
        } else if (c == '"' || c == '\'') {
            i = end_of_literal(text, i);
            kind = Kind::text;
        } else {
            i++;
            kind = Kind::mark;
        }
        line_begins = kind == Kind::line;
        tokens.push_back({kind, begin, i, system, ours, -1, file, line});
        if (kind == Kind::text) // a raw string may hold lines
            line += (int)std::count(text.begin() + (long)begin, text.begin() + (long)i, '\n');
    }
}

void Source::pair() {
    std::vector<int> open;
    for (int i = 0; i < count(); i++) {
        if (tokens[i].kind != Kind::mark)
            continue;
        char c = text[tokens[i].begin];
        if (strchr("([{", c)) {
            open.push_back(i);
        } else if (strchr(")]}", c) && !open.empty()) {
            tokens[i].partner = open.back();
            tokens[open.back()].partner = i;
            open.pop_back();
        }
    }
    for (int i : open) // the compiler will say what is missing
        tokens[i].partner = count() - 1;
}

std::string_view Source::at(int i) const {
    if (i < 0 || i >= count())
        return {};
    return std::string_view(text).substr(tokens[i].begin, tokens[i].end - tokens[i].begin);
}

bool Source::is(int i, char mark) const {
    return i >= 0 && i < count() && tokens[i].kind == Kind::mark && text[tokens[i].begin] == mark;
}

bool Source::is(int i, std::string_view word) const {
    return is_word(i) && at(i) == word;
}

bool Source::is_word(int i) const {
    return i >= 0 && i < count() && tokens[i].kind == Kind::word;
}

int Source::next(int i) const {
    do
        i++;
    while (i < count() && tokens[i].kind == Kind::line);
    return i;
}

int Source::previous(int i) const {
    do
        i--;
    while (i >= 0 && tokens[i].kind == Kind::line);
    return i;
}

int Source::scope_of(int i) const {
    for (i--; i >= 0; i--) {
        if (is(i, '}'))
            i = partner(i);
        else if (is(i, '{'))
            return i;
    }
    return -1;
}

int Source::angle_open(int close) const {
    int depth = 0;
    for (int i = close; i >= 0; i--) {
        if (is(i, ')') || is(i, ']') || is(i, '}')) {
            i = partner(i);
            if (i < 0)
                return -1;
        } else if (is(i, '>') && !(is(i - 1, '-') && touches(i - 1))) {
            depth++;
        } else if (is(i, '<') && --depth == 0) {
            return i;
        } else if (is(i, ';') || is(i, '{') || is(i, '(')) {
            return -1;
        }
    }
    return -1;
}

int Source::angle_close(int open) const {
    int depth = 0;
    for (int i = open; i < count(); i++) {
        if (is(i, '(') || is(i, '[') || is(i, '{')) {
            i = partner(i);
            if (i < 0)
                return -1;
        } else if (is(i, '<')) {
            depth++;
        } else if (is(i, '>') && !(is(i - 1, '-') && touches(i - 1)) && --depth == 0) {
            return i;
        } else if (is(i, ';') || is(i, ')') || is(i, '}')) {
            return -1;
        }
    }
    return -1;
}

std::string Source::flat(int first, int last) const {
    std::string out;
    for (int i = first; i <= last; i++) {
        if (tokens[i].kind == Kind::line)
            continue;
        if (!out.empty() && !(i > first && touches(i - 1)))
            out += ' ';
        out += at(i);
    }
    return out;
}

std::vector<std::pair<int, int>> Source::split_at_commas(int first, int last) const {
    std::vector<std::pair<int, int>> parts;
    int begin = first;
    for (int i = first; i <= last; i++) {
        if (is(i, '(') || is(i, '[') || is(i, '{')) {
            i = partner(i);
        } else if (is(i, '<')) {
            int close = angle_close(i);
            if (close > i && close <= last)
                i = close;
        } else if (is(i, ',')) {
            parts.push_back({begin, i - 1});
            begin = i + 1;
        }
    }
    if (begin <= last)
        parts.push_back({begin, last});
    return parts;
}

int Source::file_number(const std::string &name) {
    for (size_t i = files.size(); i-- > 0;)
        if (files[i] == name)
            return (int)i;
    files.push_back(name);
    return (int)files.size() - 1;
}

Place Source::place(int i) const {
    if (tokens.empty())
        return {"<input>", 1};
    const Token &token = tokens[(size_t)std::min(std::max(i, 0), count() - 1)];
    return {files[(size_t)token.file], token.line};
}

// Blanks as wide as the text in front of it on its line; a tab stays a tab.
static std::string indentation(const std::string &text, size_t position) {
    size_t newline = position ? text.rfind('\n', position - 1) : text.npos;
    std::string blanks;
    for (size_t i = newline == text.npos ? 0 : newline + 1; i < position; i++) {
        unsigned char c = (unsigned char)text[i];
        if (c < 0x80 || c >= 0xc0) // else the rest of a character
            blanks += c == '\t' ? "\t" : c >= 0xe0 ? "  " : " ";
    }
    return blanks;
}

std::string Source::resume(int i, bool after) const {
    const Token &token = tokens[(size_t)i];
    return "\n# " + std::to_string(token.line) + " \"" + files[(size_t)token.file] + "\"" +
           (token.system ? " 3" : "") + "\n" + indentation(text, after ? token.end : token.begin);
}

bool one_of(std::string_view word, std::string_view list) {
    for (size_t i = list.find(word); i != list.npos; i = list.find(word, i + 1))
        if ((i == 0 || list[i - 1] == ' ') &&
            (i + word.size() == list.size() || list[i + word.size()] == ' '))
            return !word.empty();
    return false;
}

void fail_at(const Source &source, int token, const std::string &message) {
    Place place = source.place(token);
    fail_with(place.file + ":" + std::to_string(place.line) + ": error: " + message);
}

// ---- edits

void Edits::clear(int first, int last) {
    for (int i = first; i <= last; i++) {
        before_.erase(i);
        after_.erase(i);
        replaced_[i] = "";
        lines_[i] = "";
    }
}

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

std::string Edits::render_one(const Source &source, int token) const {
    std::string out;
    add(out, before_, token);
    if (replaced(token))
        add(out, replaced_, token);
    else
        out += source.at(token);
    add(out, after_, token);
    return out;
}

std::string Edits::render_flat(const Source &source, int first, int last) const {
    std::string out;
    for (int i = first; i <= last; i++) {
        if (source.is_line(i))
            continue;
        if (i > first && !source.touches(i - 1))
            out += ' ';
        out += render_one(source, i);
    }
    return out;
}
