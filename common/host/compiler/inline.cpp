// inline.cpp: a device function that waits becomes part of the kernel that calls it:
// x = f(a); becomes { T p = a; body; x = result; }. Each call gets a tree of its own, so that its
// variables are nobody else's.
#include "split.h"

#include <algorithm>
#include <cstring>

namespace {

class Inliner {
  public:
    Inliner(const Source &source, const Vocabulary &words, const Reaches &reaches,
            const Kernel &kernel)
        : source_(source), words_(words), reaches_(reaches), kernel_(kernel), tree_(*kernel.tree) {}

    void inline_in(Node *statement);
    void place_shared(); // the __shared__ variables of functions, in front of all

  private:
    const Source &source_;
    const Vocabulary &words_;
    const Reaches &reaches_;
    const Kernel &kernel_;
    Tree &tree_;
    std::vector<Node *> shared_;
    std::map<std::string, std::string> hoisted_; // names of shared_: what they were declared as

    std::vector<Node *> inlined(Node *statement);
    Node *inline_call(Node *call, Node *statement, Node *to, const std::string &assigns);
    struct Definition {
        int name;
        int open = -1, close = -1; // < > of a template
    };
    Definition definition(const Node *call) const;
    std::shared_ptr<Meanings> meanings(const Node *call, const Definition &at,
                                       const std::vector<Parameter> &parameters) const;
    std::string type_of(const Node *value) const;
    Node *proof(const Node *call, const Definition &at, const Parameter &parameter, Node *value,
                const Meanings &meant, const Node *place);
    void give_meanings(Tree &copy, const std::shared_ptr<Meanings> &meant) const;
    void stand_for(const Node *call, Tree &copy, Variable *parameter, const Node *argument) const;
    void hoist(const Node *call, Node *shared);
    void refuse_other_meanings(const Node *call, const Tree &copy) const;
    std::string result_type(int name) const;
    const Node *waiting_call(const Node *node) const;
};

} // namespace

// The name in a call, without qualifiers and template arguments.
static std::string called(const Source &source, const Node *call) {
    return std::string(source.at(call->parts[0]->first));
}

// The only definition: name ( parameters ) { body }, no member.
Inliner::Definition Inliner::definition(const Node *call) const {
    const std::string name = called(source_, call);
    Definition found = {-1};
    for (int i = 0; i < source_.count(); i++) {
        if (source_.tokens[(size_t)i].system || !source_.is(i, name) || !source_.is(i + 1, '('))
            continue;
        int after = source_.next(source_.partner(i + 1));
        if (!source_.is(after, '{') || source_.is(i - 1, ':') || source_.is(i - 1, '.'))
            continue;
        if (found.name >= 0)
            refuse(call, name + ", which waits, has several definitions");
        found.name = i;
        for (int j = i; j > 0 && !source_.is(j, ';') && !source_.is(j, '}'); j--)
            if (source_.is(j, "template")) {
                found.open = source_.next(j);
                found.close = source_.angle_close(found.open);
            }
    }
    if (found.name < 0 || source_.scope_of(found.name) != source_.scope_of(kernel_.global))
        refuse(call, name + ", which waits, is defined elsewhere or is no plain function");
    const int open = found.name + 1;
    if (read_parameters(source_, open, source_.partner(open)).size() + 1 != call->parts.size())
        refuse(call, name + ", which waits, is called without some of its arguments");
    return found;
}

// ---- templates: their parameters' names get the meaning that they have in this call

// A number's type, as far as the words say it: that is a guess, which proof() has the compiler
// prove. "" when they do not say it.
std::string Inliner::type_of(const Node *e) const {
    e = bare(e);
    const Variable *v = e->variable;
    std::string type;
    if (e->is(Form::name) && v) {
        type = v->type + (v->dims.empty() ? "" : " *");
    } else if (e->is(Form::number)) {
        type = e->word.find_first_not_of("0123456789") == std::string::npos ? "int" : "";
    } else if (e->is(Form::subscript)) {
        type = type_of(e->parts[0]);
        size_t star = type.rfind(" *");
        type = star == type.npos ? "" : type.substr(0, star);
    } else if (e->is(Form::cast)) {
        type = e->word;
    } else if (e->is(Form::binary) && one_of(e->word, "+ - * /")) {
        type = type_of(e->parts[0]);
        bool whole = one_of(type, "float double int unsigned long");
        type = whole && type == type_of(e->parts[1]) ? type : "";
    } else if (e->is(Form::member) && !e->parts[0]->variable && e->parts[0]->is(Form::name) &&
               one_of(e->parts[0]->word, "threadIdx blockIdx blockDim gridDim")) {
        type = "unsigned";
    }
    for (const char *word : {"const ", "volatile "})
        if (type.find('*') == type.npos && type.compare(0, strlen(word), word) == 0)
            type = type.substr(strlen(word));
    return type.find("auto") == type.npos ? type : "";
}

static std::string without_reference(std::string type) {
    return type.substr(0, type.find(" &"));
}

std::shared_ptr<Meanings> Inliner::meanings(const Node *call, const Definition &at,
                                            const std::vector<Parameter> &parameters) const {
    auto meant = std::make_shared<Meanings>();
    if (at.open < 0)
        return meant;
    const Node *callee = call->parts[0];
    std::vector<std::string> said; // f<float, 32>
    int open = source_.next(callee->first);
    if (callee->last > callee->first && source_.is(open, '<'))
        for (auto [a, z] : source_.split_at_commas(open + 1, source_.angle_close(open) - 1))
            said.push_back(callee->meant ? in_meanings(source_.flat(a, z), *callee->meant)
                                         : source_.flat(a, z));
    size_t number = 0;
    for (auto [a, z] : source_.split_at_commas(at.open + 1, at.close - 1)) {
        int last = a;
        while (last < z && !source_.is(source_.next(last), '='))
            last = source_.next(last);
        const std::string name(source_.at(last));
        std::string meaning = number < said.size() ? said[number] : "";
        for (size_t n = 0; n < parameters.size() && meaning.empty(); n++) {
            std::string type = without_reference(parameters[n].type);
            std::string given = type_of(call->parts[n + 1]);
            if (type == name)
                meaning = given;
            else if (type == name + " *" && given.size() > 2 && given.back() == '*')
                meaning = given.substr(0, given.size() - 2);
        }
        if (meaning.empty() && last < z)
            meaning = source_.flat(source_.next(source_.next(last)), z);
        if (meaning.empty() || !source_.is_word(last) || source_.is(source_.previous(last), '.'))
            refuse(call, called(source_, call) + ", which waits, is a template: say what it is "
                                                 "called with, as in f<float>(x)");
        bool type = source_.is(a, "class") || source_.is(a, "typename");
        (*meant)[name] = type ? meaning : "(" + meaning + ")";
        number++;
    }
    return meant;
}

// The C++ compiler must deduce what type_of found.
Node *Inliner::proof(const Node *call, const Definition &at, const Parameter &parameter,
                     Node *value, const Meanings &meant, const Node *place) {
    bool said = call->parts[0]->first != call->parts[0]->last;
    auto deduced = meant.find(without_reference(parameter.type));
    if (at.open < 0 || said || deduced == meant.end())
        return nullptr;
    Node *statement = tree_.make(Form::expression, place->first, place->first, {value});
    statement->glue = {"static_assert(::std::is_same<" + deduced->second +
                           ", ::std::decay_t<decltype(",
                       ")>>::value, \"hostcc: " + called(source_, call) +
                           ", which waits, is a template of another type\");"};
    return statement;
}

void Inliner::give_meanings(Tree &copy, const std::shared_ptr<Meanings> &meant) const {
    if (meant->empty())
        return;
    copy.meanings = meant;
    for (Variable &v : copy.variables) {
        v.type = in_meanings(v.type, *meant);
        v.dims = in_meanings(v.dims, *meant);
    }
    for (Node &n : copy.nodes) {
        n.meant = meant.get();
        if (n.is(Form::cast))
            n.word = in_meanings(n.word, *meant);
        auto found = meant->find(n.word);
        if (n.is(Form::name) && !n.variable && found != meant->end() && n.parent &&
            !(n.parent->is(Form::call) && n.parent->parts[0] == &n)) {
            n.glue = {found->second};
            std::string number = found->second.substr(1, found->second.size() - 2);
            if (number.find_first_not_of("0123456789") == std::string::npos) {
                n.form = Form::number;
                n.word = number;
            }
        }
    }
}

// ---- references and __shared__ variables

// What a reference names is the argument itself.
void Inliner::stand_for(const Node *call, Tree &copy, Variable *parameter,
                        const Node *argument) const {
    argument = bare(argument);
    if (!argument->is(Form::name) || !argument->variable || !argument->variable->dims.empty())
        refuse(call, called(source_, call) + ", which waits, takes a reference to what is no "
                                             "plain variable");
    for (const Variable &v : copy.variables)
        if (&v != parameter && v.name == argument->word)
            refuse(call, called(source_, call) + ", which waits, has a variable " + v.name +
                             ", as the kernel has");
    for (Node &n : copy.nodes)
        if (n.is(Form::name) && n.variable == parameter) {
            n.variable = argument->variable;
            n.word = argument->word;
            n.glue = {argument->word};
        }
}

// There is one such variable, however often the function is called.
void Inliner::hoist(const Node *call, Node *shared) {
    for (Node *one : shared->parts) {
        const std::string &name = one->variable->name;
        std::string declared = std::to_string(shared->first) + one->variable->type;
        auto [known, is_new] = hoisted_.insert({name, declared});
        bool taken = known->second != declared;
        auto same_name = [&](const Variable &v) { return v.name == name; };
        taken |= std::any_of(tree_.variables.begin(), tree_.variables.end(), same_name);
        for (const auto &other : tree_.copies)
            for (const Variable &v : other->variables)
                taken |= v.name == name && v.origin != Variable::shared;
        taken |= any_of(tree_.body, [&](const Node &n) {
            return n.is(Form::name) && !n.variable && n.word == name;
        });
        if (taken)
            refuse(call, name + " of " + called(source_, call) +
                             ", which waits, has the name of another variable");
        if (is_new && one == shared->parts.front())
            shared_.push_back(shared);
    }
}

void Inliner::place_shared() {
    for (Node *one : shared_)
        one->parent = tree_.body;
    tree_.body->parts.insert(tree_.body->parts.begin(), shared_.begin(), shared_.end());
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
            if (source_.is_word(i) && own.count(source_.at(i)) && !is_builtin(source_.at(i)) &&
                !(copy.meanings && copy.meanings->count(std::string(source_.at(i)))))
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
            refuse(call, called(source_, call) + " waits, and may not be called by all");
    Variable &result = tree_.variables.emplace_back();
    result.name = "hostcu_r" + std::to_string(tree_.copies.size());
    Definition at = definition(call);
    result.type = result_type(at.name);
    if (at.open >= 0)
        result.type = in_meanings(
            result.type,
            *meanings(call, at,
                      read_parameters(source_, at.name + 1, source_.partner(at.name + 1))));
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
    const std::string name = called(source_, call);
    if (tree_.copies.size() >= MOST_CALLS)
        refuse(call, name + " waits, and calls itself or is called too often");
    for (size_t n = 1; n < call->parts.size(); n++)
        if (waiting_call(call->parts[n]))
            refuse(call, "an argument of " + name + " waits");
    const Definition at = definition(call);
    const int open = at.name + 1, close = source_.partner(open);
    auto parameters = read_parameters(source_, open, close);
    Tree &copy = *tree_.copies.emplace_back(std::make_shared<Tree>());
    auto meant = meanings(call, at, parameters);
    parse_body(source_, words_, parameters, source_.next(close), copy);
    give_meanings(copy, meant);
    refuse_other_meanings(call, copy);
    Node *block = tree_.make(Form::block, s->first, s->last);
    block->glue = {"{"};
    auto add = [&](Node *node) {
        node->parent = block;
        block->parts.push_back(node);
    };
    for (size_t n = 0; n < parameters.size(); n++) {
        Variable *v = copy.parameters[n];
        if (parameters[n].complex || parameters[n].pack)
            refuse(call, name + ", which waits, takes an array");
        if (!v)
            continue;
        if (Node *proven = proof(call, at, parameters[n], call->parts[n + 1], *meant, s))
            add(proven);
        if (parameters[n].reference) {
            stand_for(call, copy, v, call->parts[n + 1]);
            continue;
        }
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
        if (statement->is(Form::shared) && !source_.is(statement->first, "extern")) {
            hoist(call, statement);
            continue;
        }
        for (Node *part : inlined(statement))
            add(part);
    }
    if (to && !result)
        refuse(call, name + ", which waits, gives no result");
    Node *last = nullptr; // what is done with the result
    if (to) {
        last = tree_.make(Form::assignment, s->first, s->first, {to, result});
        last->word = assigns;
        last->glue = {"", " " + assigns + " (", ")"};
    } else if (result && waiting_call(result)) {
        last = result;
    }
    if (last) {
        Node *statement = tree_.make(Form::expression, s->first, s->first, {last});
        statement->glue = {"", ";"};
        for (Node *part : inlined(statement))
            add(part);
    }
    return block;
}

void inline_functions(const Source &source, const Vocabulary &words, const Reaches &reaches,
                      const Kernel &kernel) {
    Inliner inliner(source, words, reaches, kernel);
    inliner.inline_in(kernel.tree->body);
    inliner.place_shared();
}
