#include "linear.h"

#include "kernel_text.h"

#include <map>

namespace {

// Reads the statements at the start of a kernel: declarations without effects, then the guard
// or the loop.
class Finder : KernelText {
  public:
    Finder(const Source &source, const Kernel &kernel, const std::vector<Sum> &sums)
        : KernelText(source, kernel, sums) {}

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
    std::map<std::string, std::string, std::less<>> indices_; // variables that hold the sum: types
    std::set<std::string, std::less<>> strides_;

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
};

} // namespace

Linear find_linear(const Source &source, const Kernel &kernel, const std::vector<Sum> &sums) {
    return Finder(source, kernel, sums).find();
}
