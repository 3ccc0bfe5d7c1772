// linear.cpp: kernels whose threads never wait: what their index is, where they end, and how
// the loop over the threads sees it.
#include "kernel.h"

#include <algorithm>
#include <map>

// ---- the sum blockIdx.x * blockDim.x + threadIdx.x, in any order, with casts and brackets

// Takes casts and brackets off; a cast's type is noted.
static const Node *plain(const Node *node, std::vector<std::string> &casts) {
    for (;;) {
        if (node->is(Form::cast)) {
            casts.push_back(node->word);
            node = node->parts[0];
        } else if (node->is(Form::call) && node->parts.size() == 2 &&
                   is_integer_type(node->parts[0]->word)) { // size_t(x)
            casts.push_back(node->parts[0]->word);
            node = node->parts[1];
        } else if (node->is(Form::brackets) || (node->is(Form::list) && node->parts.size() == 1)) {
            node = node->parts[0];
        } else {
            return node;
        }
    }
}

static bool is_block_begin(const Node *node, std::vector<std::string> &casts) {
    while (node->is(Form::brackets))
        node = node->parts[0];
    if (!node->is(Form::binary, "*"))
        return false;
    const Node *a = plain(node->parts[0], casts), *b = plain(node->parts[1], casts);
    return (is_member_of(a, "blockIdx", "x") && is_member_of(b, "blockDim", "x")) ||
           (is_member_of(b, "blockIdx", "x") && is_member_of(a, "blockDim", "x"));
}

static void add_terms(const Node *node, std::vector<const Node *> &terms) {
    if (node->is(Form::binary, "+")) {
        add_terms(node->parts[0], terms);
        terms.push_back(node->parts[1]);
    } else {
        terms.push_back(node);
    }
}

// One of the two is the block's beginning, the other the thread.
static bool read_sum(const Node *a, const Node *b, Sum &sum) {
    for (int turn = 0; turn < 2; turn++, std::swap(a, b)) {
        std::vector<std::string> casts;
        if (!is_block_begin(a, casts) || !is_threadIdx_x(plain(b, casts)))
            continue;
        size_t integers = 0;
        std::string wide;
        for (const std::string &type : casts) {
            if (!is_wide_type(type) && !is_narrow_type(type))
                return false;
            if (is_wide_type(type))
                wide = type;
            integers += type == "int" || type == "int32_t";
        }
        sum.wide = !wide.empty();
        sum.type = sum.wide ? wide : integers == 3 ? "int" : "unsigned";
        sum.first = std::min(a->first, b->first);
        sum.last = std::max(a->last, b->last);
        return true;
    }
    return false;
}

std::vector<Sum> find_sums(const Kernel &kernel) {
    std::vector<Sum> sums;
    walk(kernel.tree->body, [&](const Node &node) {
        bool inner =
            node.parent && node.parent->is(Form::binary, "+") && node.parent->parts[0] == &node;
        if (!node.is(Form::binary, "+") || inner)
            return;
        std::vector<const Node *> terms;
        add_terms(&node, terms);
        for (size_t i = 0; i + 1 < terms.size(); i++) {
            Sum sum;
            if (read_sum(terms[i], terms[i + 1], sum))
                sums.push_back(sum);
        }
    });
    return sums;
}

// ---- guards and grid-stride loops

namespace {

// Reads the statements at the start of a kernel: declarations without effects, then the guard
// or the loop.
class Finder {
  public:
    Finder(const Source &source, const Vocabulary &words, const Kernel &kernel,
           const std::vector<Sum> &sums)
        : s(source), words_(words), k(kernel), body_(kernel.tree->body), sums_(sums) {}

    Linear find() {
        Linear linear;
        if (!only_sums())
            return linear;
        linear.is = true;
        for (const Sum &sum : sums_)
            linear.narrow |= !sum.wide;
        for (const Node *statement : body_->parts) {
            bool last = statement == body_->parts.back();
            if (statement->is(Form::condition) && guard(statement, last, linear))
                continue;
            if (statement->is(Form::for_loop) && last)
                loop(statement, linear);
            if (!statement->is(Form::declaration) || !declaration(statement))
                break;
        }
        for (const auto &index : indices_)
            linear.narrow |= !is_wide_type(index.second);
        return linear;
    }

  private:
    const Source &s;
    const Vocabulary &words_;
    const Kernel &k;
    const Node *body_;
    const std::vector<Sum> &sums_;
    std::map<const Variable *, std::string> indices_; // variables that hold the sum: types
    std::set<const Variable *> strides_, declared_;

    // threadIdx.x and blockIdx.x are nowhere but in sums.
    bool only_sums() const {
        bool only = !sums_.empty();
        walk(body_, [&](const Node &node) {
            only &= !node.is(Form::unread);
            if (!node.is(Form::name, "threadIdx") && !node.is(Form::name, "blockIdx"))
                return;
            const Node *up = node.parent;
            if (up && (is_member_of(up, node.word.c_str(), "y") ||
                       is_member_of(up, node.word.c_str(), "z")))
                return;
            only &= std::any_of(sums_.begin(), sums_.end(), [&](const Sum &sum) {
                return node.first >= sum.first && node.last <= sum.last;
            });
        });
        return only;
    }

    const Sum *sum_at(const Node *node) const {
        while (node->is(Form::brackets))
            node = node->parts[0];
        for (const Sum &sum : sums_)
            if (sum.first == node->first && sum.last == node->last)
                return &sum;
        return nullptr;
    }

    bool constant(const Variable *v) const {
        for (const Use &use : uses_of(body_, v))
            if (use.how == Use::set || use.how == Use::stepped || use.how == Use::lost)
                return false;
        return true;
    }

    static bool is_whole_grid(const Node *node) { // gridDim.x * blockDim.x
        std::vector<std::string> casts;
        node = plain(node, casts);
        if (!node->is(Form::binary, "*"))
            return false;
        const Node *a = plain(node->parts[0], casts), *b = plain(node->parts[1], casts);
        return (is_member_of(a, "gridDim", "x") && is_member_of(b, "blockDim", "x")) ||
               (is_member_of(b, "gridDim", "x") && is_member_of(a, "blockDim", "x"));
    }

    // The same number for every thread: of parameters and constants.
    bool uniform(const Node *node) const {
        switch (node->form) {
        case Form::number:
            return true;
        case Form::name:
            if (!node->variable)
                return words_.constants.count(node->word) != 0;
            return node->variable->origin == Variable::parameter && constant(node->variable);
        case Form::member:
            return node->op == "." && uniform(node->parts[0]);
        case Form::brackets:
            return uniform(node->parts[0]);
        case Form::cast:
            return is_integer_type(node->word) && uniform(node->parts[0]);
        case Form::unary:
            return (node->word == "-" || node->word == "+") && uniform(node->parts[0]);
        case Form::binary:
            return std::string("+-*/").find(node->word) != std::string::npos &&
                   uniform(node->parts[0]) && uniform(node->parts[1]);
        default:
            return false;
        }
    }

    static bool free_of_effects(const Node *node) {
        return !any_of(node, [](const Node &n) {
            return n.is(Form::assignment) || n.is(Form::subscript) || n.is(Form::postfix) ||
                   n.is(Form::conditional) || n.is(Form::unread) ||
                   (n.is(Form::call) && !is_integer_type(n.parts[0]->word)) ||
                   (n.is(Form::unary) && (n.word == "++" || n.word == "--" || n.word == "&"));
        });
    }

    // T a = x, b = y; or T a{x}; or T a(x).
    bool declaration(const Node *statement) {
        for (const Node *one : statement->parts) {
            const Variable &v = *one->variable;
            if (!v.dims.empty() || v.reference || v.still || !v.value ||
                !(is_integer_type(v.type) || v.type == "auto"))
                return false;
            const Node *value = v.value;
            if (value->is(Form::list)) {
                if (value->parts.size() != 1)
                    return false;
                value = value->parts[0];
            }
            declared_.insert(&v);
            bool automatic = v.type == "auto";
            const Sum *sum = sum_at(value);
            if (sum && !automatic && !is_wide_type(v.type) && !is_narrow_type(v.type))
                return false;
            if (sum) {
                indices_[&v] = automatic ? sum->type : v.type;
            } else if (!free_of_effects(value)) {
                return false;
            } else if (value->is(Form::name) && indices_.count(value->variable)) {
                indices_[&v] = automatic ? indices_[value->variable] : v.type;
            } else if (is_whole_grid(value) && constant(&v)) {
                strides_.insert(&v);
            }
        }
        return true;
    }

    // The type of the sum, or of a variable that holds it; else "".
    std::string index_type(const Node *node) const {
        if (const Sum *sum = sum_at(node))
            return sum->type;
        auto found = indices_.find(node->variable);
        return node->is(Form::name) && found != indices_.end() && constant(node->variable)
                   ? found->second
                   : "";
    }

    // The same number for every thread of a row. It is computed beside what stands around it, so
    // nothing in it may fail.
    bool same_in_row(const Node *node) const {
        switch (node->form) {
        case Form::name:
            if (node->variable && node->variable->origin == Variable::local)
                return declared_.count(node->variable) && constant(node->variable) &&
                       same_in_row(node->variable->value);
            return uniform(node);
        case Form::member:
            for (const char *place : {"threadIdx", "blockIdx"})
                if (is_member_of(node, place, "y") || is_member_of(node, place, "z"))
                    return true;
            for (const char *size : {"blockDim", "gridDim"})
                for (const char *axis : {"x", "y", "z"})
                    if (is_member_of(node, size, axis))
                        return true;
            return uniform(node);
        case Form::brackets:
        case Form::list:
            return node->parts.size() == 1 && same_in_row(node->parts[0]);
        case Form::cast:
            return is_integer_type(node->word) && same_in_row(node->parts[0]);
        case Form::binary:
            return one_of(node->word, "+ - * < <= > >= == != && ||") &&
                   same_in_row(node->parts[0]) && same_in_row(node->parts[1]);
        default:
            return node->is(Form::number);
        }
    }

    // An expression that stands for itself outside the body: variables give way to their values.
    std::string alone(const Node *node) const {
        const Variable *v = node->is(Form::name) ? node->variable : nullptr;
        if (v && v->origin == Variable::local)
            return (v->type == "auto" ? "(" : "((" + v->type + ")(") + alone(v->value) +
                   (v->type == "auto" ? ")" : "))");
        if (node->is(Form::list))
            return "(" + alone(node->parts[0]) + ")";
        if (node->is(Form::member) || node->parts.empty())
            return s.flat(node->first, node->last);
        std::string text;
        int next = node->first;
        for (const Node *part : node->parts) {
            text += (next < part->first ? s.flat(next, part->first - 1) : "") + " " + alone(part);
            next = part->last + 1;
        }
        return text + (next <= node->last ? s.flat(next, node->last) : "");
    }

    // Parameters and constants in it, with their members: the C++ compiler must find them numbers.
    void add_numbers(const Node *node, Linear &linear) const {
        const Variable *v = node->is(Form::name) ? node->variable : nullptr;
        if (v && v->origin == Variable::local)
            add_numbers(v->value, linear);
        else if (node->is(Form::member) || node->is(Form::name))
            linear.numbers.insert(s.flat(node->first, node->last));
        else
            for (const Node *part : node->parts)
                add_numbers(part, linear);
    }

    // The index compared with what is the same along the row. Negated: it takes part where that
    // is false.
    bool limits_index(const Node *node, bool negated, bool divides, Linear &linear) const {
        if (!node->is(Form::binary) || !one_of(node->word, "< <= > >="))
            return false;
        bool mirrored = index_type(node->parts[0]).empty();
        const std::string type = index_type(node->parts[mirrored]);
        const Node *bound = node->parts[!mirrored];
        if (type.empty() || !(same_in_row(bound) || (divides && uniform(bound))))
            return false;
        const bool less = (node->word[0] == '<') != mirrored, equal = node->word.size() == 2;
        // i >= bound: not below it. i > bound: not up to it.
        linear.limits += std::string(" hostcu_span.template ") +
                         (less != negated ? "ends" : "begins") + "<" + type +
                         (less != equal ? ", false>(" : ", true>(") + alone(bound) + ");";
        add_numbers(bound, linear);
        linear.numbers.insert(alone(bound));
        return true;
    }

    // Each term says where along the row threads take part, or whether the row does.
    bool limits(const Node *test, bool negated, bool whole, Linear &linear) const {
        test = bare(test);
        if (test->is(Form::binary, negated ? "||" : "&&"))
            return limits(test->parts[0], negated, false, linear) &&
                   limits(test->parts[1], negated, false, linear);
        if (limits_index(test, negated, whole, linear))
            return true;
        if (!same_in_row(test))
            return false;
        linear.limits +=
            std::string(" hostcu_span.only_if(") + (negated ? "!(" : "(") + alone(test) + "));";
        add_numbers(test, linear);
        return true;
    }

    bool guard(const Node *statement, bool last, Linear &linear) const {
        const Node *test = statement->parts[0], *then = statement->parts[1];
        if (statement->parts.size() != 2 || !statement->word.empty())
            return false;
        if (then->is(Form::block) && then->parts.size() == 1)
            then = then->parts[0];
        const bool leaves = then->is(Form::leave) && then->parts.empty();
        Linear found = linear;
        if ((!leaves && !last) || // something may follow that every thread does
            !limits(test, leaves, linear.conditions.empty(), found))
            return false;
        linear = found;
        linear.conditions.push_back({test, leaves});
        return true;
    }

    // No way out of the loop, and nothing in it that asks for the grid.
    static bool quiet(const Node *body) {
        return !any_of(body, [](const Node &n) {
            return n.is(Form::leave) || n.is(Form::jump, "goto") || n.is(Form::unread) ||
                   n.is(Form::name, "gridDim") || n.is(Form::name, "blockDim") ||
                   n.is(Form::jump, "break") || (n.is(Form::declarator) && n.variable->still);
        });
    }

    // for (T i = sum; i < bound; i += grid) statement, and nothing after it.
    void loop(const Node *statement, Linear &linear) {
        const Node *begin = statement->parts[0], *test = bare(statement->parts[1]),
                   *move = statement->parts[2], *body = statement->parts[3];
        for (const Variable *one : declared_)
            if (!constant(one)) // each thread's own, from step to step
                return;
        for (const Variable *one : k.tree->parameters) // a parameter is a variable of the thread
            if (one && !constant(one))
                return;
        if (!begin->is(Form::declaration) || begin->parts.size() != 1 || !declaration(begin))
            return;
        const Variable *v = begin->parts[0]->variable;
        if (!indices_.count(v) || !move->is(Form::assignment, "+=") ||
            move->parts[0]->variable != v || !test->is(Form::binary, "<") ||
            test->parts[0]->variable != v || !uniform(test->parts[1]) || !quiet(body))
            return;
        for (const Use &use : uses_of(body, v))
            if (use.how != Use::read)
                return;
        const Node *by = move->parts[1];
        if (!is_whole_grid(by) && !(by->is(Form::name) && strides_.count(by->variable)))
            return;
        linear.strided = true;
        linear.type = indices_[v];
        linear.limits = " hostcu_span.template ends<" + linear.type + ", false>(" +
                        s.flat(test->parts[1]->first, test->parts[1]->last) + ");";
        linear.loop = statement;
    }
};

} // namespace

Linear find_linear(const Source &source, const Vocabulary &words, const Kernel &kernel,
                   const std::vector<Sum> &sums) {
    return Finder(source, words, kernel, sums).find();
}

// ---- what becomes of the body

void rewrite_indices(const Source &source, const Kernel &k, const std::vector<Sum> &sums,
                     const Linear &linear, Edits &edits) {
    std::string text;
    auto constant = [&](const char *type, const char *name, const char *member) {
        for (int i = k.body; i < k.end; i++)
            if (source.is(i, name)) {
                text += std::string(" [[maybe_unused]] const ") + type + " " + name +
                        " = hostcu_at." + member + ";";
                return;
            }
    };
    constant("::uint3", "threadIdx", "thread");
    constant("::uint3", "blockIdx", "block");
    constant("::dim3", "blockDim", "size");
    constant("::dim3", "gridDim", "grid");
    edits.after(k.body, text);
    // The sum as one signed count: the compiler cannot know that the unsigned one never wraps.
    for (const Sum &sum : sums) {
        edits.remove(sum.first, sum.last);
        edits.replace(sum.first, "((" + sum.type + ")(hostcu_at." + (sum.wide ? "wide" : "low") +
                                     " + hostcu_at.step))");
    }
    // Below the bound the guard is known to hold; a step of the whole grid is one step of ours.
    if (linear.strided) {
        const Node *begin = linear.loop->parts[0], *test = linear.loop->parts[1],
                   *move = linear.loop->parts[2];
        edits.replace(begin->last, ", hostcu_once = (" + linear.type +
                                       ")1; hostcu_once && (hostcu_at.inside || (");
        edits.replace(source.next(test->last), ")); hostcu_once = 0, (void)(");
        edits.remove(move->first, move->parts[1]->first - 1);
        edits.after(move->last, ")");
    }
    for (const auto &[condition, negated] : linear.conditions) {
        edits.before(condition->first,
                     negated ? "!hostcu_at.inside && (" : "hostcu_at.inside || (");
        edits.after(condition->last, ")");
    }
}

void rewrite_vector_copies(const Kernel &kernel, Edits &edits) {
    walk(kernel.tree->body, [&](const Node &node) {
        if (!node.is(Form::subscript) || !node.parent)
            return;
        const Variable *from = node.parts[0]->variable;
        if (!from || from->origin != Variable::parameter || !from->points())
            return;
        std::string type = from->type.substr(from->type.compare(0, 6, "const ") ? 0 : 6);
        if (!one_of(type.substr(0, type.find(' ')), "float2 float4 int2 int4 uint2 uint4 double2"))
            return;
        const Node *up = node.parent;
        bool assigned = up->is(Form::assignment, "=") && up->parts[1] == &node &&
                        (up->parts[0]->is(Form::subscript) || up->parts[0]->is(Form::name)) &&
                        up->parent->is(Form::expression);
        bool begun = up->is(Form::declarator) && up->variable->begin == Variable::equals &&
                     !up->variable->reference && up == up->parent->parts.back();
        if (assigned || begun) {
            edits.before(node.first, "::hostcu::parts(");
            edits.after(node.last, ")");
        }
    });
}
