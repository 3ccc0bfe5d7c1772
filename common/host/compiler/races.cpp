// races.cpp: lanes of a warp that read what another of them writes, with no barrier between. Each
// lane's indices and conditions are computed for the first warp; what is not known is not told.
#include "kernel.h"

#include <cstdlib>
#include <optional>

namespace {

using Value = std::optional<long long>;

// In a block of several rows, only the first few lanes are sure to be of one.
enum { WARP = 32, SURELY_OF_ONE_ROW = 8 };

// x[f] = ... x[g] ...: one that stores an element, and reads elements of the same array.
struct Exchange {
    const Node *statement, *to;
    std::vector<const Node *> from;
    const Variable *array;
    std::string name;
};

class Races {
  public:
    Races(const Source &source, const Reaches &reaches, const Tree &tree, const Vocabulary &words,
          bool kernel, bool rows)
        : source_(source), reaches_(reaches), tree_(tree), words_(words), kernel_(kernel),
          lanes_(rows ? SURELY_OF_ONE_ROW : WARP) {}
    void tell(std::vector<std::string> &warnings);

  private:
    const Source &source_;
    const Reaches &reaches_;
    const Tree &tree_;
    const Vocabulary &words_;
    bool kernel_;
    int lanes_, lane_ = 0, step_ = 0;
    const Node *loop_ = nullptr;      // whose step_ is meant; of all others, the first
    const Variable *index_ = nullptr; // a function's parameter that tells its lanes apart

    Value value(const Node *e);
    Value of_name(const Node *name);
    Value of_binary(const Node *e);
    Value of_loop(const Variable *v, const Node *loop, int steps);
    Value stepped(const Node *step, long long from);
    bool depends_on(const Node *e, const char *what, int depth = 0) const;
    bool fixed(const Variable *v) const;
    Value reached(const Node *node);
    bool active(const Node *node);
    const Variable *array_of(const Node *subscript, std::string &name) const;
    std::vector<Exchange> exchanges();
    bool meet(const Exchange &writer, const Exchange &reader);
    bool meet_now(const Exchange &writer, const Exchange &reader);
    std::vector<Value> place(const Node *subscript);
    bool barrier_between(const Exchange &a, const Exchange &b) const;
};

const Node *loop_of(const Node *node) { // the innermost around it
    const Node *up = node->parent;
    while (up && !is_loop(*up))
        up = up->parent;
    return up;
}

// Nobody changes it after its declaration.
bool Races::fixed(const Variable *v) const {
    for (const Use &use : uses_of(tree_.body, v))
        if (use.how != Use::read)
            return false;
    return v->dims.empty() && !v->reference;
}

Value Races::stepped(const Node *step, long long from) {
    step = bare(step);
    if (step->is(Form::postfix) || step->is(Form::unary))
        return from + (step->word == "++" ? 1 : -1);
    if (!step->is(Form::assignment))
        return {};
    Value by = value(step->parts[1]);
    if (!by)
        return {};
    const std::string &how = step->word;
    if (how == "/=" && *by != 0)
        return from / *by;
    if (how == ">>=" || how == "<<=")
        return how == ">>=" ? from >> (*by & 31) : from << (*by & 31);
    return how == "+="   ? Value(from + *by)
           : how == "-=" ? Value(from - *by)
           : how == "*=" ? Value(from * *by)
                         : Value();
}

// The value that `for (T v = ...; ...; v /= 2)` gives it.
Value Races::of_loop(const Variable *v, const Node *loop, int steps) {
    int changes = 0;
    for (const Use &use : uses_of(tree_.body, v))
        if (use.how == Use::lost || use.how == Use::part ||
            (use.how != Use::read && (!inside(use.at, loop->parts[2]) || ++changes > 1)))
            return {};
    Value now = v->value ? value(v->value) : Value();
    for (int n = 0; n < steps && now; n++)
        now = stepped(loop->parts[2], *now);
    return now;
}

Value Races::of_name(const Node *name) {
    const Variable *v = name->variable;
    if (!v)
        return name->word == "warpSize" ? Value(32) : Value();
    if (v == index_)
        return lane_;
    if (v->origin != Variable::local || !v->declarator || !is_integer_type(v->type))
        return {};
    const Node *declaration = v->declarator->parent, *loop = declaration->parent;
    if (loop && loop->is(Form::for_loop) && loop->parts[0] == declaration)
        return of_loop(v, loop, loop == loop_ ? step_ : 0);
    return v->value && fixed(v) ? value(v->value) : Value();
}

bool Races::depends_on(const Node *e, const char *what, int depth) const {
    enum { DEPTH = 8 }; // of variables that are computed from others
    return depth < DEPTH && any_of(e, [&](const Node &n) {
               if (n.is(Form::name) && n.variable && n.variable->value)
                   return depends_on(n.variable->value, what, depth + 1);
               return n.is(Form::name, what);
           });
}

static Value compute(const std::string &op, long long a, long long b) {
    if (op == "/" || op == "%")
        return b == 0 ? Value() : Value(op == "/" ? a / b : a % b);
    if (op == "<<" || op == ">>")
        return op == "<<" ? a << (b & 31) : a >> (b & 31);
    return op == "+"    ? a + b
           : op == "-"  ? a - b
           : op == "*"  ? a * b
           : op == "&"  ? a & b
           : op == "|"  ? a | b
           : op == "^"  ? a ^ b
           : op == "<"  ? a < b
           : op == ">"  ? a > b
           : op == "<=" ? a <= b
           : op == ">=" ? a >= b
           : op == "==" ? a == b
           : op == "!=" ? Value(a != b)
                        : Value();
}

Value Races::of_binary(const Node *e) {
    Value a = value(e->parts[0]), b = value(e->parts[1]);
    const std::string &op = e->word;
    if (op == "&&" || op == "||") {
        bool decides = op == "||";
        if ((a && (*a != 0) == decides) || (b && (*b != 0) == decides))
            return decides;
        return a && b ? Value(!decides) : Value();
    }
    if (op == "*" && ((a && *a == 0) || (b && *b == 0)))
        return 0;
    if (a && b)
        return compute(op, *a, *b);
    // The first warp of a grid is below the number of elements.
    bool less = op == "<" || op == "<=", more = op == ">" || op == ">=";
    if ((less || more) && a.has_value() != b.has_value() &&
        depends_on(e->parts[a ? 0 : 1], "blockIdx") && !depends_on(e->parts[a ? 1 : 0], "blockIdx"))
        return less == a.has_value();
    return {};
}

Value Races::value(const Node *e) {
    switch (e->form) {
    case Form::number: {
        char *end;
        long long v = strtoll(e->word.c_str(), &end, 0);
        return std::string(end).find_first_not_of("uUlL") == std::string::npos ? Value(v) : Value();
    }
    case Form::name:
        return of_name(e);
    case Form::brackets:
        return value(e->parts[0]);
    case Form::cast:
        return is_integer_type(e->word) ? value(e->parts[0]) : Value();
    case Form::list:
        return e->parts.size() == 1 ? value(e->parts[0]) : Value();
    case Form::member:
        if (is_threadIdx_x(e))
            return lane_;
        if (e->parts[0]->is(Form::name) && !e->parts[0]->variable &&
            one_of(e->parts[0]->word, "threadIdx blockIdx"))
            return 0;
        return {};
    case Form::unary: {
        Value v = e->parts.empty() ? Value() : value(e->parts[0]);
        if (!v || !one_of(e->word, "- + ! ~"))
            return {};
        return e->word == "-" ? -*v : e->word == "+" ? *v : e->word == "!" ? !*v : ~*v;
    }
    case Form::binary:
        return of_binary(e);
    case Form::conditional: {
        Value test = value(e->parts[0]);
        return test ? value(e->parts[*test ? 1 : 2]) : Value();
    }
    default:
        return {};
    }
}

// Does the lane come to this node, as far as the conditions around it say?
Value Races::reached(const Node *node) {
    for (const Node *in = node, *up = node->parent; up; in = up, up = up->parent) {
        Value test = 1;
        if ((up->is(Form::condition) || up->is(Form::conditional)) && in != up->parts[0]) {
            test = value(up->parts[0]);
            if (test && in != up->parts[1])
                test = !*test;
        } else if ((up->is(Form::binary, "&&") || up->is(Form::binary, "||")) &&
                   in != up->parts[0]) {
            test = value(up->parts[0]);
            if (test && up->word == "||")
                test = !*test;
        } else if (up->is(Form::for_loop) && in == up->parts[3] && !up->parts[1]->is(Form::empty)) {
            test = value(up->parts[1]);
            if (!test && step_ == 0)
                test = 1; // who writes a loop means that it runs
        } else if (up->is(Form::choice) || up->is(Form::function)) {
            return {};
        }
        if (!test || *test == 0)
            return test;
    }
    return 1;
}

// It surely comes there: nor has it left before.
bool Races::active(const Node *node) {
    Value here = reached(node);
    bool stays = here && *here != 0;
    walk(tree_.body, [&](const Node &n) {
        bool leaves = n.is(Form::leave) || n.is(Form::jump) || n.is(Form::unread);
        if (!stays || !leaves || n.first > node->first)
            return;
        Value left = reached(&n);
        if (n.is(Form::jump) && !inside(node, loop_of(&n)))
            return;
        stays = left && *left == 0;
    });
    return stays;
}

// What all lanes see: a __shared__ array, a parameter, or a variable outside.
const Variable *Races::array_of(const Node *e, std::string &name) const {
    while (e->is(Form::subscript))
        e = e->parts[0];
    const Variable *v = e->is(Form::name) ? e->variable : nullptr;
    name = e->is(Form::name) ? e->word : "";
    if (v && v->origin == Variable::local) { // volatile int *v = s;
        const Node *value = v->value ? bare(v->value) : nullptr;
        name = "";
        if (!v->points() || !value || !fixed(v))
            return nullptr;
        value = value->is(Form::cast) ? bare(value->parts[0]) : value;
        if (!value->is(Form::name) ||
            (value->variable && value->variable->origin == Variable::local))
            return nullptr;
        name = value->word;
        return value->variable;
    }
    if (v && v->origin == Variable::parameter && !(v->points() && fixed(v)))
        name = "";
    return v;
}

std::vector<Exchange> Races::exchanges() {
    std::vector<Exchange> all;
    walk(tree_.body, [&](const Node &n) {
        if (!n.is(Form::expression) || !n.parts[0]->is(Form::assignment))
            return;
        const Node *assignment = n.parts[0];
        Exchange one = {&n, assignment->parts[0], {}, nullptr, ""};
        if (!one.to->is(Form::subscript))
            return;
        one.array = array_of(one.to, one.name);
        // Of a function, only arrays that say so are sure to be shared by lanes, and those where
        // each lane has a place of its own.
        bool in_step = one.to->parts[0]->is(Form::name) && is_volatile(one.to->parts[0], words_);
        bool shared = kernel_ || in_step || depends_on(one.to, "threadIdx");
        if (one.name.empty() || !shared)
            return;
        walk(assignment->parts[1], [&](const Node &from) {
            std::string name;
            if (from.is(Form::subscript) && !from.parent->is(Form::subscript) &&
                array_of(&from, name) == one.array && name == one.name)
                one.from.push_back(&from);
        });
        const Node *index = bare(one.to->parts[1]);
        if (!kernel_ && !index_ && index->is(Form::name) && index->variable &&
            index->variable->origin == Variable::parameter && fixed(index->variable))
            index_ = index->variable;
        if (!one.from.empty())
            all.push_back(one);
    });
    return all;
}

std::vector<Value> Races::place(const Node *e) {
    std::vector<Value> indices;
    for (; e->is(Form::subscript); e = e->parts[0])
        indices.push_back(value(e->parts[1]));
    return indices;
}

bool Races::meet_now(const Exchange &writer, const Exchange &reader) {
    std::vector<std::pair<int, std::vector<Value>>> written;
    for (lane_ = 0; lane_ < lanes_; lane_++) {
        std::vector<Value> at = place(writer.to);
        for (const Value &each : at)
            if (!each)
                return false;
        if (active(writer.statement))
            written.emplace_back(lane_, at);
    }
    for (lane_ = 0; lane_ < lanes_; lane_++)
        for (const Node *from : reader.from) {
            if (!active(from))
                continue;
            std::vector<Value> at = place(from), own = place(reader.to);
            for (const auto &[lane, to] : written) // all lanes in one place: a block of one thread
                if (lane != lane_ && to == at && to != own)
                    return true;
        }
    return false;
}

bool Races::meet(const Exchange &writer, const Exchange &reader) {
    enum { STEPS = 6 }; // of the loop around them: 32, 16, 8, ... 1
    loop_ = loop_of(reader.statement);
    bool met = false;
    for (step_ = 0; step_ < (loop_ ? STEPS : 1) && !met; step_++)
        met = meet_now(writer, reader);
    step_ = 0;
    return met;
}

bool Races::barrier_between(const Exchange &a, const Exchange &b) const {
    for (int i = a.statement->last; i < b.statement->first; i++)
        if (source_.is_word(i) && reaches_.waits(source_.at(i)))
            return true;
    return false;
}

void Races::tell(std::vector<std::string> &warnings) {
    std::vector<Exchange> all = exchanges();
    for (size_t n = 0; n < all.size(); n++) {
        Place at = source_.place(all[n].statement->first);
        std::string what;
        if (meet(all[n], all[n])) {
            what = "in this statement, with no barrier between: read into a variable, put "
                   "__syncwarp() behind, then write";
        } else if (n > 0 && all[n].array == all[n - 1].array && all[n].name == all[n - 1].name &&
                   loop_of(all[n].statement) == loop_of(all[n - 1].statement) &&
                   !barrier_between(all[n - 1], all[n]) && meet(all[n - 1], all[n])) {
            what = "in line " + std::to_string(source_.place(all[n - 1].statement->first).line) +
                   ", with no barrier between: put __syncwarp() in front of this line, where all "
                   "lanes come";
        }
        std::string line = at.file + ":" + std::to_string(at.line) +
                           ": warning: a lane reads an element of " + all[n].name +
                           " that another lane writes " + what;
        if (!what.empty() && (warnings.empty() || warnings.back() != line))
            warnings.push_back(line);
    }
}

bool has_rows(const Tree &tree) {
    return any_of(tree.body, [](const Node &n) { return is_member_of(&n, "threadIdx", "y"); });
}

} // namespace

std::vector<std::string> find_races(const Source &source, const Vocabulary &words,
                                    const std::vector<Kernel> &kernels, const Reaches &reaches) {
    std::vector<std::string> warnings;
    bool rows = false; // of any block that may call a function
    for (const Kernel &k : kernels)
        if (k.body >= 0) {
            Races(source, reaches, *k.tree, words, true, has_rows(*k.tree)).tell(warnings);
            rows |= has_rows(*k.tree);
        }
    std::vector<std::shared_ptr<Tree>> functions = reaches.trees_of_lanes();
    for (const auto &tree : functions)
        rows |= has_rows(*tree);
    for (const auto &tree : functions)
        Races(source, reaches, *tree, words, false, rows).tell(warnings);
    return warnings;
}
