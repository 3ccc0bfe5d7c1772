// arguments.cpp: see arguments.h.
#include "arguments.h"

#include <cstring>

#include "fail.h"
#include "process.h"

std::vector<std::string> split_list(const std::string &list) {
    std::vector<std::string> parts;
    for (size_t begin = 0; begin <= list.size();) {
        size_t comma = list.find_first_of(", ", begin);
        if (comma == list.npos)
            comma = list.size();
        if (comma > begin)
            parts.push_back(list.substr(begin, comma - begin));
        begin = comma + 1;
    }
    return parts;
}

// The words of a file of arguments, between blanks; "quotes" and 'quotes' hold one together.
static std::vector<std::string> words_of_file(const std::string &path) {
    std::vector<std::string> words;
    std::string word;
    char quote = 0;
    bool any = false;
    for (char c : read_file(path) + "\n") {
        if (quote ? c == quote : c == '"' || c == '\'') {
            quote = quote ? 0 : c;
            any = true;
        } else if (!quote && strchr(" \t\r\n", c)) {
            if (any)
                words.push_back(word);
            word.clear();
            any = false;
        } else {
            word += c;
            any = true;
        }
    }
    return words;
}

bool Arguments::take() {
    if (taken_ >= all_.size())
        return false;
    argument = all_[taken_++];
    return true;
}

const char *Arguments::next() const {
    return taken_ < all_.size() ? all_[taken_].c_str() : nullptr;
}

void Arguments::skip() {
    taken_++;
}

void Arguments::read_from(const std::string &file) {
    std::vector<std::string> words = words_of_file(file);
    all_.insert(all_.begin() + (long)taken_, words.begin(), words.end());
}

std::string Arguments::name() const {
    return argument.substr(argument[1] == '-' ? 2 : 1);
}

bool Arguments::flag(const char *a, const char *b) const {
    return name() == a || (*b && name() == b);
}

bool Arguments::valued(const char *a, bool joined) {
    std::string n = name();
    size_t length = strlen(a);
    if (n == a) {
        if (!next())
            fail_with("hostcc: error: " + argument + " needs a value");
        value = next();
        skip();
        return true;
    }
    if (n.compare(0, length, a) != 0)
        return false;
    if (n[length] == '=' && !(joined && argument[1] != '-' && length == 1)) {
        value = n.substr(length + 1);
        return true;
    }
    value = n.substr(length);
    return joined && argument[1] != '-';
}
