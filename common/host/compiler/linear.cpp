#include "linear.h"

#include <map>
#include <set>

bool is_wide_type(const std::string &type) {
    static const std::set<std::string> wide = {"size_t",
                                               "std::size_t",
                                               "uint64_t",
                                               "std::uint64_t",
                                               "int64_t",
                                               "std::int64_t",
                                               "long",
                                               "unsigned long",
                                               "long long",
                                               "unsigned long long",
                                               "ptrdiff_t",
                                               "std::ptrdiff_t",
                                               "long int",
                                               "long long int",
                                               "unsigned long int",
                                               "unsigned long long int",
                                               "ssize_t"};
    return wide.count(type) != 0;
}

namespace {

bool is_integer_type(const Source &s, int first, int last, bool &automatic) {
    static const std::set<std::string_view> words = {
        "int",       "unsigned", "long",  "size_t", "uint64_t", "int64_t", "uint32_t", "int32_t",
        "ptrdiff_t", "std",      "const", "auto",   "uint",     "signed",  "ssize_t",  "ulong"};
    bool any = false;
    for (int i = first; i <= last; i++) {
        if (s.is(i, ':') || s.tokens[i].kind == Kind::line)
            continue;
        if (!s.is_word(i) || !words.count(s.at(i)))
            return false;
        automatic |= s.at(i) == "auto";
        any = true;
    }
    return any;
}

// Reads the statements at the start of a kernel: declarations without effects, then the guard
// or the loop.
class Finder {
  public:
    Finder(const Source &source, const Kernel &kernel, const std::vector<Sum> &sums)
        : s(source), k(kernel), sums_(sums) {}

    Linear find() {
        Linear linear;
        if (!only_sums())
            return linear;
        linear.is = true;
        for (const Sum &sum : sums_)
            linear.narrow |= !sum.wide;
        int i = s.next(k.body);
        while (i < k.end) {
            if (s.is(i, "if")) {
                guard(i, linear);
                break;
            }
            if (s.is(i, "for")) {
                loop(i, linear);
                break;
            }
            int end = declaration(i);
            if (end < 0)
                break;
            i = s.next(end);
        }
        for (const auto &index : indices_)
            linear.narrow |= !is_wide_type(index.second);
        return linear;
    }

  private:
    const Source &s;
    const Kernel &k;
    const std::vector<Sum> &sums_;
    std::map<std::string, std::string, std::less<>> indices_; // variables that hold the sum: types
    std::set<std::string, std::less<>> strides_, declared_;

    // threadIdx and blockIdx are nowhere but in sums.
    bool only_sums() const {
        for (int i = k.body; i < k.end; i++) {
            if (!s.is(i, "threadIdx") && !s.is(i, "blockIdx"))
                continue;
            bool inside = false;
            for (const Sum &sum : sums_)
                inside |= i >= sum.first && i <= sum.last;
            if (!inside)
                return false;
        }
        return !sums_.empty();
    }

    const Sum *sum_at(int i) const {
        for (const Sum &sum : sums_)
            if (sum.first == i)
                return &sum;
        return nullptr;
    }

    // The last token of gridDim.x * blockDim.x, in either order and with casts, or -1.
    int whole_grid(int i) const {
        int seen_grid = 0, seen_block = 0, stars = 0, last = -1;
        for (; i < k.end; i++) {
            if (s.is(i, "gridDim") && s.is(i + 1, '.') && s.is(i + 2, "x")) {
                seen_grid++;
                last = i += 2;
            } else if (s.is(i, "blockDim") && s.is(i + 1, '.') && s.is(i + 2, "x")) {
                seen_block++;
                last = i += 2;
            } else if (s.is(i, '*') && !s.is(i + 1, '=')) {
                stars++;
            } else if (s.is(i, '(') && cast_close(i) > 0) {
                i = cast_close(i);
            } else {
                break;
            }
        }
        return seen_grid == 1 && seen_block == 1 && stars == 1 ? last : -1;
    }

    int cast_close(int open) const {
        bool automatic = false;
        int close = s.partner(open);
        return close > open + 1 && is_integer_type(s, open + 1, close - 1, automatic) ? close : -1;
    }

    // A word is a value that no thread changes: it is never assigned and its address is not
    // taken.
    bool combines(int i) const {
        for (char mark : {'+', '-', '*', '/', '%', '&', '|', '^'})
            if (s.is(i, mark))
                return true;
        return false;
    }

    bool constant(std::string_view word) const {
        for (int i = k.body; i < k.end; i++) {
            if (!s.is(i, word))
                continue;
            if (s.is(i + 1, '=') && !s.is(i + 2, '=') && !s.is_word(s.previous(i)) &&
                !s.is(s.previous(i), '*'))
                return false;
            bool assigned = s.is(i + 2, '=') && !s.is(i + 3, '=') && s.touches(i + 1) &&
                            combines(i + 1); // i += 1, and not the ] of a[i]=1
            bool shifted = s.is(i + 3, '=') && (s.is(i + 1, '<') || s.is(i + 1, '>')) &&
                           (s.is(i + 2, '<') || s.is(i + 2, '>')) && s.touches(i + 2);
            bool stepped =
                (s.is(i + 1, '+') && s.is(i + 2, '+')) || (s.is(i + 1, '-') && s.is(i + 2, '-')) ||
                (s.is(i - 1, '+') && s.is(i - 2, '+')) || (s.is(i - 1, '-') && s.is(i - 2, '-'));
            bool address = s.is(i - 1, '&') && !s.is(i - 2, '&') && !s.is_word(i - 2) &&
                           !s.is(i - 2, ')') && !s.is(i - 2, ']') &&
                           s.tokens[i - 2].kind != Kind::number;
            bool caught = s.is(i - 1, '>') && s.is(i - 2, '>'); // stream >> word
            if (assigned || shifted || stepped || address || caught)
                return false;
        }
        return true;
    }

    bool is_parameter(std::string_view word) const {
        for (const Parameter &p : k.parameters)
            if (p.name == word && p.named && !p.pack)
                return true;
        return false;
    }

    // Tokens [first, last] say the same number to every thread: parameters and constants.
    bool uniform(int first, int last) const {
        for (int i = first; i <= last; i++) {
            const Token &t = s.tokens[i];
            if (t.kind == Kind::number || t.kind == Kind::line)
                continue;
            if (t.kind == Kind::word) {
                bool member = s.is(i - 1, '.') && i > first;
                bool upper = true; // a constant by custom: a template parameter or a macro's
                for (char c : s.at(i))
                    upper &= !(c >= 'a' && c <= 'z');
                if (declared_.count(s.at(i)))
                    return false;
                if (member || (is_parameter(s.at(i)) ? constant(s.at(i)) : upper))
                    continue;
                return false;
            }
            bool binary = i > first && (s.is_word(i - 1) || s.is(i - 1, ')') ||
                                        s.tokens[i - 1].kind == Kind::number);
            bool operation = s.is(i, '+') || s.is(i, '-') || s.is(i, '*') || s.is(i, '/');
            if (operation && binary && !s.is(i + 1, '>'))
                continue;
            if (s.is(i, '.') && binary)
                continue;
            if (s.is(i, '(') && !s.is_word(i - 1))
                continue;
            if (s.is(i, ')'))
                continue;
            return false;
        }
        return first <= last;
    }

    bool free_of_effects(int first, int last) const {
        for (int i = first; i <= last; i++) {
            if (s.is(i, '=') || s.is(i, '[') || s.is(i, '&') || s.is(i, '?'))
                return false;
            if ((s.is(i, '+') && s.is(i + 1, '+')) || (s.is(i, '-') && s.is(i + 1, '-')))
                return false;
            if (s.is(i, '(') && s.is_word(i - 1) && i > first && !s.is(i - 1, "sizeof"))
                return false;
        }
        return true;
    }

    static std::string type_of(const Sum &sum) {
        return sum.wide ? sum.type : "unsigned";
    }

    std::string type_text(int first, int last) const { // without const
        std::string out;
        for (int i = first; i <= last; i++)
            if (!s.is(i, "const") && s.tokens[i].kind != Kind::line)
                out += (out.empty() || s.is(i, ':') || s.is(i - 1, ':') ? "" : " ") +
                       std::string(s.at(i));
        return out;
    }

    // T a = x, b = y; or T a{x}; or T a(x). Returns the semicolon, or -1.
    int declaration(int i) {
        int end = i;
        for (; end < k.end && !s.is(end, ';'); end++)
            if (s.is(end, '(') || s.is(end, '{') || s.is(end, '['))
                end = s.partner(end);
        if (end >= k.end)
            return -1;
        auto parts = split_at_commas(s, i, end - 1);
        bool first_part = true, automatic = false;
        std::string type;
        for (auto [a, z] : parts) {
            int name = a; // the last word before = ( {
            while (name <= z && !s.is(name + 1, '=') && !s.is(name + 1, '(') &&
                   !s.is(name + 1, '{') && name < z)
                name++;
            if (first_part) {
                if (!is_integer_type(s, a, name - 1, automatic))
                    return -1;
                type = type_text(a, name - 1);
            } else if (name != a) {
                return -1;
            }
            first_part = false;
            if (!s.is_word(name) || name >= z)
                return -1;
            declared_.insert(std::string(s.at(name)));
            int from = name + 2, to = s.is(name + 1, '=') ? z : s.partner(name + 1) - 1;
            if (!s.is(name + 1, '=') && s.partner(name + 1) != z)
                return -1;
            const Sum *sum = sum_at(from);
            if (sum && sum->last == to) {
                indices_[std::string(s.at(name))] = automatic ? type_of(*sum) : type;
            } else {
                if (!free_of_effects(from, to))
                    return -1;
                bool copy = from == to && indices_.count(s.at(from));
                if (copy)
                    indices_[std::string(s.at(name))] =
                        automatic ? indices_.find(s.at(from))->second : type;
                else if (whole_grid(from) == to && constant(s.at(name)))
                    strides_.insert(std::string(s.at(name)));
            }
        }
        return end;
    }

    // The type of [first, last] when it is the sum or a variable that holds it, else "".
    std::string index_type(int first, int last) const {
        const Sum *sum = sum_at(first);
        if (sum && sum->last == last)
            return type_of(*sum);
        auto found = indices_.find(s.at(first));
        return first == last && found != indices_.end() && constant(s.at(first)) ? found->second
                                                                                 : "";
    }

    // index < bound and its mirror; with `beyond`, index >= bound and its mirror.
    bool comparison(int first, int last, bool beyond, Linear &linear) const {
        char less = beyond ? '>' : '<', mirrored = beyond ? '<' : '>';
        for (int i = first + 1; i < last; i++) {
            if (s.is(i, '(')) {
                i = s.partner(i);
                continue;
            }
            if (!s.is(i, less) && !s.is(i, mirrored))
                continue;
            bool index_left = s.is(i, less);
            int right = i + 1;
            if (beyond) {
                if (!s.is(right, '='))
                    return false;
                right++;
            } else if (s.is(right, '=')) {
                return false;
            }
            int a = first, b = i - 1, c = right, d = last;
            if (!index_left) {
                std::swap(a, c);
                std::swap(b, d);
            }
            std::string type = index_type(a, b);
            if (type.empty() || !uniform(c, d))
                return false;
            linear.type = type;
            linear.bound = s.flat(c, d);
            return true;
        }
        return false;
    }

    void guard(int i, Linear &linear) const {
        int open = s.next(i);
        if (!s.is(open, '('))
            return;
        int close = s.partner(open), after = s.next(close);
        Linear found = linear;
        if (comparison(open + 1, close - 1, true, found)) {
            int word = s.is(after, '{') ? s.next(after) : after;
            if (!s.is(word, "return") || !s.is(s.next(word), ';'))
                return;
            found.negated = true;
        } else if (comparison(open + 1, close - 1, false, found)) {
            int end = s.is(after, '{') ? s.partner(after) : statement_end(after);
            if (end < 0 || s.next(end) != k.end)
                return; // something follows that every thread does
        } else {
            return;
        }
        linear = found;
        linear.condition_first = open + 1;
        linear.condition_last = close - 1;
    }

    // Of a plain statement: its semicolon. Others are not told apart: -1.
    int statement_end(int i) const {
        if (s.is(i, "if") || s.is(i, "for") || s.is(i, "while") || s.is(i, "do") ||
            s.is(i, "switch"))
            return -1;
        for (; i < k.end && !s.is(i, ';'); i++)
            if (s.is(i, '(') || s.is(i, '{') || s.is(i, '['))
                i = s.partner(i);
        return i < k.end ? i : -1;
    }

    // for (T i = sum; i < bound; i += grid) statement, and nothing after it.
    void loop(int i, Linear &linear) {
        int open = s.next(i);
        int close = s.partner(open), after = s.next(close);
        int first_end = open + 1;
        while (first_end < close && !s.is(first_end, ';'))
            first_end = (s.is(first_end, '(') || s.is(first_end, '{')) ? s.partner(first_end) + 1
                                                                       : first_end + 1;
        int second_end = first_end + 1;
        while (second_end < close && !s.is(second_end, ';'))
            second_end = s.is(second_end, '(') ? s.partner(second_end) + 1 : second_end + 1;
        if (second_end >= close)
            return;
        int name = -1;
        for (int t = open + 1; t < first_end && name < 0; t++)
            if (s.is_word(t) && (s.is(t + 1, '=') || s.is(t + 1, '{') || s.is(t + 1, '(')))
                name = t;
        for (const std::string &one : declared_)
            if (!constant(one)) // each thread's own, from step to step
                return;
        if (name < 0 || declaration(open + 1) != first_end || !indices_.count(s.at(name)))
            return;
        std::string variable(s.at(name));
        int step = second_end + 1;
        bool adds = s.is(step, variable) && s.is(step + 1, '+') && s.is(step + 2, '=');
        if (!adds)
            return;
        int by = step + 3;
        bool whole = whole_grid(by) == close - 1 || (by == close - 1 && strides_.count(s.at(by)));
        if (!whole)
            return;
        int end = s.is(after, '{') ? s.partner(after) : statement_end(after);
        if (end < 0 || s.next(end) != k.end || !quiet(after, end, variable))
            return;
        int compare = first_end + 1;
        if (!s.is(compare, variable) || !s.is(compare + 1, '<') || s.is(compare + 2, '=') ||
            !uniform(compare + 2, second_end - 1))
            return;
        linear.strided = true;
        linear.type = indices_[variable];
        linear.bound = s.flat(compare + 2, second_end - 1);
        linear.first_end = first_end;
        linear.second_end = second_end;
        linear.by = by;
        linear.close = close;
    }

    // No way out of the loop, no change of its variable, no memory between its steps: what is
    // declared outside is not assigned inside, except parameters' pointees.
    bool quiet(int first, int last, std::string_view variable) const {
        for (int i = first; i <= last; i++) {
            if (s.is(i, "return") || s.is(i, "break") || s.is(i, "goto") || s.is(i, "static") ||
                s.is(i, "gridDim") || s.is(i, "blockDim"))
                return false;
            if (s.is(i, variable)) {
                bool assigned = (s.is(i + 1, '=') && !s.is(i + 2, '=')) ||
                                (s.is(i + 2, '=') && s.touches(i + 1) && !s.is(i + 1, '=') &&
                                 !s.is(i + 1, '<') && !s.is(i + 1, '>') && !s.is(i + 1, '!') &&
                                 s.tokens[i + 1].kind == Kind::mark);
                bool stepped = (s.is(i + 1, '+') && s.is(i + 2, '+')) ||
                               (s.is(i + 1, '-') && s.is(i + 2, '-')) ||
                               (s.is(i - 1, '+') && s.is(i - 2, '+')) ||
                               (s.is(i - 1, '-') && s.is(i - 2, '-')) || s.is(i - 1, '&');
                if (assigned || stepped)
                    return false;
            }
        }
        for (const Parameter &p : k.parameters) // a parameter is a variable of the thread
            if (p.named && !constant(p.name))
                return false;
        return true;
    }
};

} // namespace

Linear find_linear(const Source &source, const Kernel &kernel, const std::vector<Sum> &sums) {
    return Finder(source, kernel, sums).find();
}
