// fragment.h: tokens taken out of a source, to be cut, joined and renamed.
#ifndef HOSTCC_FRAGMENT_H
#define HOSTCC_FRAGMENT_H

#include "edit.h"
#include "lexer.h"

#include <set>
#include <string>
#include <vector>

struct Piece {
    std::string text;
    Kind kind;
    int token;   // where in the source, -1 for made ones
    bool glued;  // touches the next one
    bool opaque; // already rewritten: not to be looked into
};

class Fragment {
  public:
    std::vector<Piece> pieces;

    // Tokens [first, last] with their edits; a __shared__ declaration becomes one piece.
    static Fragment cut(const Source &source, const Edits &edits, int first, int last);
    static Fragment of(const std::string &text); // of words and marks only, for made code

    int count() const {
        return (int)pieces.size();
    }
    bool is(int i, const char *text) const {
        return i >= 0 && i < count() && pieces[i].text == text;
    }
    bool is_word(int i) const {
        return i >= 0 && i < count() && pieces[i].kind == Kind::word && !pieces[i].opaque;
    }
    const std::string &at(int i) const {
        static const std::string none;
        return i >= 0 && i < count() ? pieces[i].text : none;
    }
    int partner(int i) const;     // of ( [ {, or of ) ] }
    int angle_close(int i) const; // of <, or -1
    bool has_word(int first, int last, const std::string &word) const;
    std::string text(int first, int last) const;
    std::vector<std::pair<int, int>> split(int first, int last) const; // at commas
    // The word stands for a variable here: no member, no name of a scope.
    bool is_variable(int i) const {
        return is_word(i) && !is(i - 1, ".") && !(is(i - 1, ">") && is(i - 2, "-")) &&
               !(is(i - 1, ":") && is(i - 2, ":")) && !(is(i + 1, ":") && is(i + 2, ":"));
    }
    // Assigned, stepped or pointed at, here.
    bool is_changed_at(int i) const;
    bool is_assignment(int i) const; // = += and so on begin here
    int after_assignment(int i) const;
};

#endif
