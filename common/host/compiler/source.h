// source.h: a preprocessed program as text: its tokens, and what the passes put beside them.
// The text itself never changes; every pass works on token numbers.
#ifndef HOSTCC_SOURCE_H
#define HOSTCC_SOURCE_H

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

// ---- source.cpp: tokens

enum class Kind {
    word, // identifier or keyword
    number,
    text, // string or character literal
    mark, // one punctuation character
    line, // a line that begins with #: line marker or pragma
};

struct Token {
    Kind kind;
    size_t begin, end;
    bool system;    // in a system header
    bool ours;      // in a header of the host device
    int partner;    // of ( ) [ ] { }: the index of its other half, else -1
    int file, line; // where the user wrote it; file: an index into Source::files
};

struct Place {
    std::string file;
    int line;
};

class Source {
  public:
    explicit Source(std::string preprocessed);

    std::string text;
    std::vector<Token> tokens;
    std::vector<std::string> files;

    int count() const {
        return (int)tokens.size();
    }
    std::string_view at(int i) const; // empty outside the file
    bool is(int i, char mark) const;
    bool is(int i, std::string_view word) const;
    bool is_word(int i) const;
    bool is_line(int i) const {
        return tokens[(size_t)i].kind == Kind::line;
    }
    bool is_scope(int i) const { // the first colon of ::
        return is(i, ':') && is(i + 1, ':') && touches(i);
    }
    bool touches(int i) const { // nothing between this token and the next
        return i + 1 < count() && tokens[(size_t)i].end == tokens[(size_t)i + 1].begin;
    }
    int partner(int i) const {
        return tokens[(size_t)i].partner;
    }
    int angle_open(int close) const; // the < of this >, or -1
    int angle_close(int open) const; // the > of this <, or -1
    int next(int i) const;           // the next token that is no line marker
    int previous(int i) const;
    int scope_of(int i) const;                   // the { around it, or -1
    std::string flat(int first, int last) const; // on one line, without markers
    std::vector<std::pair<int, int>> split_at_commas(int first, int last) const;
    Place place(int i) const;
    // A line marker and blanks: what follows stands where token i (or what comes after token i)
    // stands in the user's file, so that messages point there.
    std::string resume(int i, bool after) const;

  private:
    void scan();
    void pair();
    int file_number(const std::string &name);
};

// Is the word one of those in the list, with blanks between them?
bool one_of(std::string_view word, std::string_view list);

// Ends the compilation: "file:line: error: message".
[[noreturn]] void fail_at(const Source &source, int token, const std::string &message);

// ---- edits: what is put before, after and in place of tokens, and the text that results.
// Whitespace between tokens stays, so that every line of the user's keeps its number.

class Edits {
  public:
    void before(int token, const std::string &text) { // the later call goes outside
        before_[token] = text + before_[token];
    }
    void after(int token, const std::string &text) { // the later call goes outside
        after_[token] += text;
    }
    void replace(int token, const std::string &text) {
        replaced_[token] = text;
    }
    void replace_line(int token, const std::string &text) { // a pragma
        lines_[token] = text;
    }
    void remove(int first, int last) {
        for (int i = first; i <= last; i++)
            replaced_[i] = "";
    }
    void clear(int first, int last); // removes them with all that was put beside them
    bool replaced(int token) const {
        return replaced_.count(token) != 0;
    }
    std::string render(const Source &source) const;
    // One token with its edits; a range of them, on one line and without markers.
    std::string render_one(const Source &source, int token) const;
    std::string render_flat(const Source &source, int first, int last) const;

  private:
    std::map<int, std::string> before_, after_, replaced_, lines_;
};

#endif
