// indices.cpp: threadIdx and its kin inside a kernel's body become constants of the thread,
// which the compiler can keep in registers.
#include "rewrite.h"

static bool mentions(const Source &source, const Kernel &k, std::string_view word) {
    for (int i = k.body; i < k.end; i++)
        if (source.is(i, word))
            return true;
    return false;
}

// A lambda or a local class may not be able to see a local constant: then the variables of
// the worker serve.
bool has_inner_function(const Source &source, const Kernel &k) {
    for (int i = k.body; i < k.end; i++) {
        if (source.is(i, "struct") || source.is(i, "class") || source.is(i, "union"))
            return true;
        if (source.is(i, '[')) {
            int before = source.previous(i), after = source.next(source.partner(i));
            bool subscript = source.is_word(before) || source.is(before, ')') ||
                             source.is(before, ']') || source.is(before, '>') ||
                             source.is(before, '[') || source.is(i + 1, '[');
            if (source.is(before, "return"))
                subscript = false;
            if (!subscript &&
                (source.is(after, '(') || source.is(after, '{') || source.is_word(after)))
                return true;
        }
    }
    return false;
}

namespace {

// Reads the sum blockIdx.x * blockDim.x + threadIdx.x, in any order, with casts and brackets.
class GlobalIndex {
  public:
    GlobalIndex(const Source &source, int first) : source_(source), next_(first) {}

    // The last token of the sum, or -1; `type` is then what a cast made of it, or "".
    int read(std::string &type) {
        bool found =
            term(threadIdx_) ? plus() && product() : product() && plus() && term(threadIdx_);
        type = type_;
        return found ? next_ - 1 : -1;
    }

  private:
    const Source &source_;
    int next_;
    std::string type_;
    enum Word { threadIdx_, blockIdx_, blockDim_ };

    bool mark(char c) {
        if (!source_.is(next_, c))
            return false;
        next_++;
        return true;
    }
    bool plus() {
        return !source_.is(next_ + 1, '+') && !source_.is(next_ + 1, '=') && mark('+');
    }
    bool cast() { // (T) or nothing
        int close = next_ + 1;
        while (source_.is_word(close) || source_.is(close, ':'))
            close++;
        if (close == next_ + 1 || !source_.is(close, ')'))
            return false;
        std::string type = source_.flat(next_ + 1, close - 1);
        if (type.find("Idx") != type.npos || type.find("Dim") != type.npos)
            return false;
        type_ = type;
        next_ = close + 1;
        return true;
    }
    bool term(Word word) {
        static const char *const names[] = {"threadIdx", "blockIdx", "blockDim"};
        int start = next_;
        std::string type = type_;
        if (source_.is(next_, '(') && !cast()) { // (threadIdx.x)
            next_++;
            if (term(word) && mark(')'))
                return true;
        } else if (source_.is(next_, "static_cast") && source_.is(next_ + 1, '<')) {
            int close = source_.angle_close(next_ + 1);
            if (close > 0) {
                type_ = source_.flat(next_ + 2, close - 1);
                next_ = close + 1;
                if (mark('(') && term(word) && mark(')'))
                    return true;
            }
        } else if (source_.is(next_, names[word]) && source_.is(next_ + 1, '.') &&
                   source_.is(next_ + 2, "x")) {
            next_ += 3;
            return true;
        } else if (source_.is_word(next_) && source_.is(next_ + 1, '(')) { // size_t(blockIdx.x)
            type_ = std::string(source_.at(next_));
            next_ += 2;
            if (term(word) && mark(')'))
                return true;
        }
        next_ = start;
        type_ = type;
        return false;
    }
    bool product() {
        int start = next_;
        std::string type = type_;
        if ((term(blockIdx_) && mark('*') && term(blockDim_)))
            return true;
        next_ = start;
        if ((term(blockDim_) && mark('*') && term(blockIdx_)))
            return true;
        next_ = start;
        type_ = type;
        if (mark('(') && product() && mark(')'))
            return true;
        next_ = start;
        type_ = type;
        return false;
    }
};

} // namespace

static bool is_narrow(const std::string &type) {
    return type.empty() || type == "int" || type == "unsigned" || type == "unsigned int" ||
           type == "uint32_t" || type == "int32_t" || type == "uint";
}

// Only where the sum stands alone: no operator that binds it otherwise.
static bool stands_alone(const Source &source, int first, int last) {
    for (char c : {'*', '/', '%', '-', ')', '.', ']', '~', '!'})
        if (source.is(first - 1, c))
            return false;
    for (char c : {'*', '/', '%', '.', '['})
        if (source.is(last + 1, c))
            return false;
    return true;
}

std::vector<Sum> find_sums(const Source &source, const Kernel &k) {
    std::vector<Sum> sums;
    if (k.body < 0 || has_inner_function(source, k))
        return sums;
    for (int i = k.body + 1; i < k.end; i++) {
        std::string type;
        int last = GlobalIndex(source, i).read(type);
        bool wide = is_wide_type(type);
        if (last < 0 || !stands_alone(source, i, last) || (!wide && !is_narrow(type)))
            continue;
        sums.push_back({i, last, type, wide});
        i = last;
    }
    return sums;
}

// The sum as one signed count: the compiler cannot know that the unsigned one never wraps.
static void rewrite_sums(const std::vector<Sum> &sums, Edits &edits) {
    for (const Sum &sum : sums) {
        edits.remove(sum.first, sum.last);
        edits.replace(sum.first, sum.wide ? "((" + sum.type + ")(hostcu_at.wide + hostcu_at.step))"
                                          : "((unsigned)(hostcu_at.low + hostcu_at.step))");
    }
}

// Below the bound the guard is known to hold; a step of the whole grid is one step of ours.
static void rewrite_linear(const Linear &linear, Edits &edits) {
    if (linear.strided) {
        edits.replace(linear.first_end, ", hostcu_once = (" + linear.type +
                                            ")1; hostcu_once && (hostcu_at.inside || (");
        edits.replace(linear.second_end, ")); hostcu_once = 0, (void)(");
        edits.remove(linear.second_end + 1, linear.by - 1);
        edits.after(linear.close - 1, ")");
    } else if (linear.condition_first >= 0) {
        edits.before(linear.condition_first,
                     linear.negated ? "!hostcu_at.inside && (" : "hostcu_at.inside || (");
        edits.after(linear.condition_last, ")");
    }
}

void rewrite_indices(const Source &source, const Kernel &k, const std::vector<Sum> &sums,
                     const Linear &linear, Edits &edits) {
    if (k.body < 0 || has_inner_function(source, k))
        return;
    std::string text;
    auto constant = [&](const char *type, const char *name, const char *member) {
        if (mentions(source, k, name))
            text += std::string(" [[maybe_unused]] const ") + type + " " + name + " = hostcu_at." +
                    member + ";";
    };
    constant("uint3", "threadIdx", "thread");
    constant("uint3", "blockIdx", "block");
    constant("dim3", "blockDim", "size");
    constant("dim3", "gridDim", "grid");
    edits.after(k.body, text);
    rewrite_sums(sums, edits);
    if (linear.is)
        rewrite_linear(linear, edits);
}
