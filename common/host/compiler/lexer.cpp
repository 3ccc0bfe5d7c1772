#include "lexer.h"

#include <cctype>
#include <cstring>

#include "fail.h"
#include "lockstep.h"

static bool in_word(char c) {
    return isalnum((unsigned char)c) || c == '_' || c == '$' || (c & 0x80);
}

Source::Source(std::string preprocessed) : text(std::move(preprocessed)) {
    scan();
    pair();
    volatile_names = ::volatile_names(*this);
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
    while (i < text.size()) {
        char c = text[i];
        if (isspace((unsigned char)c)) {
            line_begins |= c == '\n';
            i++;
            continue;
        }
        size_t begin = i;
        Kind kind;
        if (c == '#' && line_begins) {
            i = std::min(text.find('\n', i), text.size());
            kind = Kind::line;
            std::string_view line(text.data() + begin, i - begin);
            if (is_line_marker(line)) {
                system = says_system(line);
                ours = system && line.find("common/host/include/") != line.npos;
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
        tokens.push_back({kind, begin, i, system, ours, -1});
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

Place Source::place(int i) const {
    Place place = {"<input>", 1};
    size_t begin = 0;
    if (i >= count())
        i = count() - 1;
    for (int t = i; t >= 0; t--) {
        if (tokens[t].kind != Kind::line || !is_line_marker(at(t)))
            continue;
        std::string line(at(t));
        place.line = atoi(line.c_str() + 2) - 1;
        size_t open = line.find('"'), close = line.rfind('"');
        if (open != line.npos && close > open)
            place.file = line.substr(open + 1, close - open - 1);
        begin = tokens[t].end;
        break;
    }
    for (size_t p = begin; i >= 0 && p < tokens[i].begin; p++)
        place.line += text[p] == '\n';
    return place;
}

std::string Source::resume(int i, bool after) const {
    Place at = place(i);
    size_t position = after ? tokens[i].end : tokens[i].begin;
    size_t newline = text.rfind('\n', tokens[i].begin);
    size_t column = position - (newline == text.npos ? 0 : newline + 1);
    return "\n# " + std::to_string(at.line) + " \"" + at.file + "\"" +
           (tokens[i].system ? " 3" : "") + "\n" + std::string(column, ' ');
}

void fail_at(const Source &source, int token, const std::string &message) {
    Place place = source.place(token);
    fail_with(place.file + ":" + std::to_string(place.line) + ": error: " + message);
}
