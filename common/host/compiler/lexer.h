// lexer.h: preprocessed C++ as tokens. The text itself is never changed: what the rewriter
// does is put beside the tokens (edit.h).
#ifndef HOSTCC_LEXER_H
#define HOSTCC_LEXER_H

#include <set>
#include <string>
#include <string_view>
#include <vector>

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
    bool system; // in a system header
    bool ours;   // in a header of the host device
    int partner; // of ( ) [ ] { }: the index of its other half, else -1
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
    std::set<std::string, std::less<>> volatile_names; // of variables

    int count() const {
        return (int)tokens.size();
    }
    std::string_view at(int i) const; // empty outside the file
    bool is(int i, char mark) const;
    bool is(int i, std::string_view word) const;
    bool is_word(int i) const;
    bool is_scope(int i) const { // the first colon of ::
        return is(i, ':') && is(i + 1, ':') && touches(i);
    }
    bool touches(int i) const { // nothing between this token and the next
        return i + 1 < count() && tokens[i].end == tokens[i + 1].begin;
    }
    int partner(int i) const {
        return tokens[i].partner;
    }
    int angle_open(int close) const; // the < of this >, or -1
    int angle_close(int open) const; // the > of this <, or -1
    int next(int i) const;           // the next token that is no line marker
    int previous(int i) const;
    std::string flat(int first, int last) const; // on one line, without markers
    Place place(int i) const;
    // A line marker and blanks: what follows stands where text at this offset of token i's
    // line stands in the user's file, so that messages point there.
    std::string resume(int i, bool after) const;

  private:
    void scan();
    void pair();
};

// Ends the compilation: "file:line: error: message".
[[noreturn]] void fail_at(const Source &source, int token, const std::string &message);

#endif
