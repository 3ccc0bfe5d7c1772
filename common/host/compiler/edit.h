// edit.h: what is put before, after and in place of tokens, and the text that results.
// Whitespace between tokens stays, so that every line of the user's keeps its number.
#ifndef HOSTCC_EDIT_H
#define HOSTCC_EDIT_H

#include "lexer.h"

#include <map>
#include <string>

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
    void clear(int first, int last) { // removes them with all that was put beside them
        for (int i = first; i <= last; i++) {
            before_.erase(i);
            after_.erase(i);
            replaced_[i] = "";
            lines_[i] = "";
        }
    }
    bool replaced(int token) const {
        return replaced_.count(token) != 0;
    }
    std::string render(const Source &source) const;
    // Tokens [first, last] with their edits, on one line and without markers.
    std::string render_flat(const Source &source, int first, int last) const;

  private:
    std::map<int, std::string> before_, after_, replaced_, lines_;
};

#endif
