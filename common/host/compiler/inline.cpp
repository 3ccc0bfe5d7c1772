// inline.cpp: a device function that waits becomes part of the kernel that calls it:
// x = f(a); becomes { T p = a; body; x = result; }. Each call gets a tree of its own, so that its
// variables are nobody else's.
#include "split.h"

namespace {

class Inliner {
  public:
    Inliner(const Source &source, const Vocabulary &words, const Reaches &reaches,
            const Kernel &kernel)
        : source_(source), words_(words), reaches_(reaches), kernel_(kernel), tree_(*kernel.tree) {}

    void inline_in(Node *statement);

  private:
    const Source &source_;
    const Vocabulary &words_;
    const Reaches &reaches_;
    const Kernel &kernel_;
    Tree &tree_;

    std::vector<Node *> inlined(Node *statement);
    Node *inline_call(Node *call, Node *statement, Node *to, const std::string &assigns);
    int definition(const Node *call) const;
    int scope_of(int token) const;
    void refuse_other_meanings(const Node *call, const Tree &copy) const;
    std::string result_type(int name) const;
    const Node *waiting_call(const Node *node) const;
};

} // namespace

// The name in the only definition: name ( parameters ) { body }, neither template nor member.
int Inliner::definition(const Node *call) const {
    const std::string &name = call->parts[0]->word;
    int found = -1;
    for (int i = 0; i < source_.count(); i++) {
        if (source_.tokens[(size_t)i].system || !source_.is(i, name) || !source_.is(i + 1, '('))
            continue;
        int after = source_.next(source_.partner(i + 1));
        if (!source_.is(after, '{') || source_.is(i - 1, ':') || source_.is(i - 1, '.'))
            continue;
        if (found >= 0)
            refuse(call, name + ", which waits, has several definitions");
        found = i;
        for (int j = i; j > 0 && !source_.is(j, ';') && !source_.is(j, '}'); j--)
            if (source_.is(j, "template"))
                refuse(call, name + ", which waits, is a template");
    }
    if (found < 0 || scope_of(found) != scope_of(kernel_.global))
        refuse(call, name + ", which waits, is defined elsewhere or is no plain function");
    return found;
}

// The { around a token, or -1.
int Inliner::scope_of(int token) const {
    for (int i = token - 1; i >= 0; i--) {
        if (source_.is(i, '}'))
            i = source_.partner(i);
        else if (source_.is(i, '{'))
            return i;
    }
    return -1;
}

// In the kernel, the names in the function must mean what they meant.
void Inliner::refuse_other_meanings(const Node *call, const Tree &copy) const {
    std::set<std::string_view> own;
    for (const Variable &v : tree_.variables)
        if (v.origin != Variable::local)
            own.insert(v.name);
    walk(tree_.body, [&](const Node &n) {
        for (int i = n.first; n.is(Form::types) && i <= n.last; i++)
            own.insert(source_.at(i));
    });
    for (int i = kernel_.global; i >= 0 && !source_.is(i, ';') && !source_.is(i, '}'); i--)
        own.insert(source_.at(i)); // template <class T, int n>
    walk(copy.body, [&](const Node &n) {
        bool names =
            (n.is(Form::name) && !n.variable) || n.is(Form::declaration) || n.is(Form::cast);
        int last = n.is(Form::declaration) ? n.parts[0]->first - 1 : n.last; // its type
        for (int i = n.first; names && i <= last; i++)
            if (source_.is_word(i) && own.count(source_.at(i)) && !is_builtin(source_.at(i)))
                refuse(call, call->parts[0]->word + ", which waits, says " +
                                 std::string(source_.at(i)) +
                                 ", which is something else in the kernel");
    });
}

// The words of a type in front of a function's name.
std::string Inliner::result_type(int name) const {
    std::string type;
    for (int i = source_.previous(name); i >= 0; i = source_.previous(i)) {
        if (!source_.is_word(i) && !source_.is(i, '*') && !source_.is(i, ':'))
            break;
        if (!one_of(source_.at(i), "static inline const constexpr extern __device__ __host__ "
                                   "__forceinline__ __noinline__ __inline__"))
            type = std::string(source_.at(i)) +
                   (type.empty() || type[0] == ':' || source_.is(i, ':') ? "" : " ") + type;
    }
    return type;
}

// The first call of a function of the user's that waits.
const Node *Inliner::waiting_call(const Node *node) const {
    if (node->is(Form::call) && reaches_.waits(*node->parts[0]) &&
        !is_barrier_word(node->parts[0]->word) && !is_warp_word(node->parts[0]->word))
        return node;
    for (const Node *part : node->parts)
        if (const Node *found = waiting_call(part))
            return found;
    return nullptr;
}

static bool is_statement(const Node *node) {
    return node->form <= Form::empty;
}

// Puts what they become in place of the statements inside this one.
void Inliner::inline_in(Node *s) {
    std::vector<Node *> parts;
    for (Node *part : s->parts) {
        if (!is_statement(part) || part->is(Form::empty)) {
            parts.push_back(part);
            continue;
        }
        std::vector<Node *> now = inlined(part);
        if (!s->is(Form::block) && now.size() > 1) {
            Node *block = tree_.make(Form::block, part->first, part->last, now);
            block->glue = {"{"}; // never printed as a whole: it waits
            now = {block};
        }
        for (Node *one : now) {
            one->parent = s;
            parts.push_back(one);
        }
    }
    s->parts = parts;
}

std::vector<Node *> Inliner::inlined(Node *s) {
    if (s->is(Form::declaration) && s->parts.size() > 1 && waiting_call(s)) { // one at a time
        std::vector<Node *> all;
        for (Node *one : s->parts) {
            Node *single = tree_.make(Form::declaration, s->first, s->last, {one});
            single->glue = {"", ""}; // never printed either
            for (Node *part : inlined(single))
                all.push_back(part);
        }
        return all;
    }
    if (!s->is(Form::expression) && !s->is(Form::declaration)) {
        inline_in(s);
        return {s};
    }
    Node *call = const_cast<Node *>(waiting_call(s));
    if (!call)
        return {s};
    if (s->is(Form::expression)) {
        Node *value = bare(s->parts[0]);
        if (value == call)
            return {inline_call(call, s, nullptr, "")};
        if (value->is(Form::assignment) && bare(value->parts[1]) == call)
            return {inline_call(call, s, value->parts[0], value->word)};
    } else if (Variable *v = s->parts[0]->variable; v->value == call) { // T x = f(a);
        v->value = nullptr;
        v->begin = Variable::nothing;
        s->parts[0]->parts.pop_back();
        Node *name = tree_.make(Form::name, s->first, s->first);
        name->word = v->name;
        name->variable = v;
        return {s, inline_call(call, s, name, "=")};
    }
    // Part of a larger expression: its result is a variable that stands for it.
    for (const Node *up = call->parent; up && !is_statement(up); up = up->parent)
        if (up->is(Form::conditional) || up->is(Form::binary, "&&") || up->is(Form::binary, "||"))
            refuse(call, call->parts[0]->word + " waits, and may not be called by all");
    Variable &result = tree_.variables.emplace_back();
    result.name = "hostcu_r" + std::to_string(tree_.copies.size());
    result.type = result_type(definition(call));
    Node *declarator = tree_.make(Form::declarator, s->first, s->first);
    declarator->variable = &result;
    result.declarator = declarator;
    auto name = [&] {
        Node *node = tree_.make(Form::name, s->first, s->first);
        node->word = result.name;
        node->variable = &result;
        return node;
    };
    Node *stand_in = name();
    stand_in->first = call->first;
    stand_in->last = call->last;
    stand_in->parent = call->parent;
    for (Node *&part : call->parent->parts)
        if (part == call)
            part = stand_in;
    Node *declaration = tree_.make(Form::declaration, s->first, s->first, {declarator});
    std::vector<Node *> all = {declaration, inline_call(call, s, name(), "=")};
    for (Node *part : inlined(s))
        all.push_back(part);
    return all;
}

// { parameters = arguments; body; to = result; }
Node *Inliner::inline_call(Node *call, Node *s, Node *to, const std::string &assigns) {
    enum { MOST_CALLS = 64 };
    const std::string &name = call->parts[0]->word;
    if (tree_.copies.size() >= MOST_CALLS)
        refuse(call, name + " waits, and calls itself or is called too often");
    for (size_t n = 1; n < call->parts.size(); n++)
        if (waiting_call(call->parts[n]))
            refuse(call, "an argument of " + name + " waits");
    int at = definition(call), open = at + 1, close = source_.partner(open);
    auto parameters = read_parameters(source_, open, close);
    if (parameters.size() + 1 != call->parts.size())
        refuse(call, name + ", which waits, is called without some of its arguments");
    Tree &copy = *tree_.copies.emplace_back(std::make_shared<Tree>());
    parse_body(source_, words_, parameters, source_.next(close), copy);
    refuse_other_meanings(call, copy);
    Node *block = tree_.make(Form::block, s->first, s->last);
    block->glue = {"{"};
    auto add = [&](Node *node) {
        node->parent = block;
        block->parts.push_back(node);
    };
    for (size_t n = 0; n < parameters.size(); n++) {
        Variable *v = copy.parameters[n];
        if (parameters[n].reference || parameters[n].complex || parameters[n].pack)
            refuse(call, name + ", which waits, takes a reference or an array");
        if (!v)
            continue;
        v->origin = Variable::local;
        v->value = call->parts[n + 1];
        v->begin = Variable::equals;
        Node *declarator = tree_.make(Form::declarator, s->first, s->first, {v->value});
        declarator->variable = v;
        v->declarator = declarator;
        add(tree_.make(Form::declaration, s->first, s->first, {declarator}));
    }
    rewrite_groups(copy);
    Node *result = nullptr;
    for (Node *statement : copy.body->parts) {
        if (statement->is(Form::leave) && statement == copy.body->parts.back()) {
            if (!statement->parts.empty())
                result = statement->parts[0];
            continue;
        }
        if (any_of(statement, [](const Node &n) { return n.is(Form::leave); }))
            refuse(statement, name + ", which waits, returns from its middle");
        if (statement->is(Form::shared) && !source_.is(statement->first, "extern"))
            refuse(statement, "a __shared__ variable in " + name + ", which waits");
        for (Node *part : inlined(statement))
            add(part);
    }
    if (to && !result)
        refuse(call, name + ", which waits, gives no result");
    if (to) {
        Node *value = tree_.make(Form::assignment, s->first, s->first, {to, result});
        value->word = assigns;
        value->glue = {"", " " + assigns + " (", ")"};
        Node *statement = tree_.make(Form::expression, s->first, s->first, {value});
        statement->glue = {"", ";"};
        add(statement);
    }
    return block;
}

void inline_functions(const Source &source, const Vocabulary &words, const Reaches &reaches,
                      const Kernel &kernel) {
    Inliner(source, words, reaches, kernel).inline_in(kernel.tree->body);
}
