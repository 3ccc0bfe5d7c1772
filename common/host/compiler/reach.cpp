// reach.cpp: see kernel.h.
#include "kernel.h"

#include <algorithm>

bool is_barrier_word(std::string_view word) {
    return one_of(word, "__syncthreads __syncthreads_count __syncthreads_and __syncthreads_or");
}

bool is_warp_word(std::string_view word) {
    return one_of(word, "__syncwarp __shfl_sync __shfl_up_sync __shfl_down_sync __shfl_xor_sync "
                        "__ballot_sync __any_sync __all_sync __match_any_sync __match_all_sync "
                        "__activemask __reduce_add_sync __reduce_min_sync __reduce_max_sync "
                        "__reduce_and_sync __reduce_or_sync __reduce_xor_sync hostcu_reduce "
                        "hostcu_inclusive_scan hostcu_exclusive_scan");
}

static bool is_index_word(std::string_view word) {
    return one_of(word,
                  "threadIdx blockIdx blockDim gridDim __assert_fail thread_rank thread_index "
                  "meta_group_rank this_thread_block this_grid tiled_partition");
}

static bool waits_by_itself(std::string_view word) {
    return is_barrier_word(word) || is_warp_word(word) ||
           one_of(word, "__nanosleep cooperative_groups hostcu_wait");
}

// ---- spinning

bool is_volatile(const Node *name, const Vocabulary &words) {
    return name->variable ? name->variable->type.find("volatile") != std::string::npos
                          : words.volatiles.count(name->word) != 0;
}

// Warps as they were before CUDA 9: in s[i] += s[i + 16] on a volatile array all lanes of a warp
// read before any of them writes, and no barrier says so. The assignment, or nullptr.
static const Node *lockstep(const Node &node, const Vocabulary &words) {
    if (!node.is(Form::expression) || !node.parts[0]->is(Form::assignment))
        return nullptr;
    auto array_of = [](const Node *n) {
        while (n->is(Form::subscript))
            n = n->parts[0];
        return n;
    };
    const Node *assignment = node.parts[0], *to = assignment->parts[0], *name = array_of(to);
    if (!to->is(Form::subscript) || !name->is(Form::name) || !is_volatile(name, words))
        return nullptr;
    bool reads_others = any_of(assignment->parts[1], [&](const Node &n) {
        return n.is(Form::subscript) && array_of(&n)->word == name->word;
    });
    return reads_others ? assignment : nullptr;
}

static bool is_nothing(const Node *body) {
    return body->is(Form::empty) || (body->is(Form::block) && body->parts.empty());
}

// while (flag == 0) ; and while (atomicCAS(...)): a thread that waits for what another does.
static bool is_spin_loop(const Node &node) {
    auto asks_atomically = [](const Node *test) {
        return any_of(test, [](const Node &n) {
            return n.is(Form::name) && n.word.compare(0, 6, "atomic") == 0;
        });
    };
    if (node.is(Form::while_loop))
        return is_nothing(node.parts[1]) || asks_atomically(node.parts[0]);
    if (node.is(Form::do_loop))
        return is_nothing(node.parts[0]) || asks_atomically(node.parts[1]);
    return node.is(Form::for_loop) && is_nothing(node.parts[3]) && node.parts[2]->is(Form::empty);
}

const Node *first_spin(const Node *root, const Vocabulary &words) {
    if (is_spin_loop(*root) || lockstep(*root, words))
        return root;
    for (const Node *part : root->parts)
        if (const Node *found = first_spin(part, words))
            return found;
    return nullptr;
}

static void rewrite_spins_in(const Source &source, const Vocabulary &words, const Node *root,
                             Edits &edits) {
    walk(root, [&](const Node &node) {
        if (const Node *assignment = lockstep(node, words)) { // read by all, then written by all
            int value = assignment->parts[1]->first;
            edits.before(node.first, "{ const auto hostcu_read = " +
                                         source.flat(value, source.previous(node.last)) +
                                         "; ::hostcu::let_others_run(); ");
            edits.remove(value, node.last);
            edits.replace(node.last, "hostcu_read; ::hostcu::let_others_run(); }");
        }
        if (!is_spin_loop(node))
            return;
        const Node *body = node.is(Form::do_loop) ? node.parts[0] : node.parts.back();
        if (body->is(Form::block)) {
            edits.after(body->first, " ::hostcu::let_others_run();");
        } else {
            edits.before(body->first, "{ ::hostcu::let_others_run(); ");
            edits.after(body->last, " }");
        }
    });
}

void Reaches::rewrite_spins(const std::vector<Kernel> &kernels, Edits &edits) const {
    for (const Kernel &k : kernels)
        if (k.body >= 0)
            rewrite_spins_in(source_, words_, k.tree->body, edits);
    for (const Function &f : functions_) {
        if (!f.waits || !may_spin(f.open, f.end))
            continue;
        std::shared_ptr<Tree> tree = f.tree ? f.tree : parse(f);
        rewrite_spins_in(source_, words_, tree->body, edits);
    }
}

// ---- functions

Reaches::Reaches(const Source &source, const Vocabulary &words, const std::vector<Kernel> &kernels)
    : source_(source), words_(words) {
    find_functions(kernels);
    close_over_names();
    look_outside_functions(kernels);
    look_for_pointers();
}

bool Reaches::may_spin(int begin, int end) const {
    for (int i = begin; i < end; i++)
        if (source_.is(i, "while") || source_.is(i, "for") || source_.is(i, "volatile") ||
            words_.volatiles.count(source_.at(i)))
            return true;
    return false;
}

std::shared_ptr<Tree> Reaches::parse(const Function &f) const {
    std::vector<Parameter> parameters;
    if (source_.is(f.open, '('))
        parameters = read_parameters(source_, f.open, source_.partner(f.open));
    auto tree = std::make_shared<Tree>();
    parse_body(source_, words_, parameters, f.begin, *tree);
    return tree;
}

std::vector<std::shared_ptr<Tree>> Reaches::trees_of_lanes() const {
    std::vector<std::shared_ptr<Tree>> all;
    for (const Function &f : functions_)
        if (f.tree || (f.asks && !f.host && !source_.tokens[(size_t)f.begin].system))
            all.push_back(f.tree ? f.tree : parse(f));
    return all;
}

// A loop that nobody can read may be one that spins.
bool Reaches::hides_loop(const Node *root) const {
    return any_of(root, [this](const Node &n) {
        for (int i = n.first; i <= n.last && n.is(Form::unread); i++)
            if (source_.is(i, "while"))
                return true;
        return false;
    });
}

// Without its name in the code: an operator, a conversion, a lambda, a constructor, a destructor,
// and what a range or a structured binding calls. No object of cooperative_groups.h is made but by
// a function that is called, or where its class is named; and void pair() makes no std::pair.
bool Reaches::is_called_by_language(int name) const {
    return name < 0 || one_of(source_.at(name), "begin end get") ||
           (words_.classes.count(source_.at(name)) && !source_.tokens[(size_t)name].system &&
            !is_builtin(source_.at(source_.previous(name))));
}

void Reaches::anyone_may_call(bool waits, bool asks, int at) {
    if (waits && unseen_wait_ < 0)
        unseen_wait_ = at;
    nameless_asks_ |= asks;
}

// What the words of these tokens do.
void Reaches::look_at(int first, int end, bool device, bool &waits, bool &asks) const {
    for (int j = first; j < end && !(waits && asks); j++) {
        if (!source_.is_word(j))
            continue;
        std::string_view word = source_.at(j);
        waits = waits || waits_by_itself(word) || waiting_.count(word);
        asks = asks || (is_index_word(word) && (device || word != "__assert_fail")) ||
               asking_.count(word);
    }
}

// [] __device__ (...) { ... }
bool Reaches::has_device_lambda(int begin, int end) const {
    for (int i = begin; i < end; i++)
        if (source_.is(i, "__device__"))
            return true;
    return false;
}

// generic: a template or constexpr, which a kernel may call without a word that says so.
void Reaches::add_function(int name, int open, int begin, bool device, bool generic) {
    if (!device && source_.tokens[(size_t)begin].system)
        return; // of a library for the host
    const int end = source_.partner(begin);
    Function f = {is_called_by_language(name) ? "" : std::string(source_.at(name)),
                  open < 0 ? begin : open,
                  begin,
                  end,
                  false,
                  false,
                  !device && !generic && !has_device_lambda(begin, end),
                  nullptr};
    look_at(f.open, end, device, f.waits, f.asks);
    if (device && !source_.tokens[(size_t)begin].system && may_spin(f.open, end)) {
        f.tree = parse(f);
        f.waits |= first_spin(f.tree->body, words_) || hides_loop(f.tree->body);
    }
    functions_.push_back(f);
    if (!source_.tokens[(size_t)begin].system)
        own_.insert(f.name);
    // Host code that reads threadIdx does so in a lambda for a kernel. But a function without
    // __device__ may be a template or constexpr: keep its name.
    if (!device)
        anyone_may_call(f.waits, f.asks, f.open);
}

// A device function of another file may do anything.
void Reaches::add_declaration(int name) {
    for (int j = 0; j + 1 < source_.count(); j++)
        if (j != name && source_.is_word(j) && source_.at(j) == source_.at(name) &&
            source_.is(j + 1, '(') && source_.is(source_.next(source_.partner(j + 1)), '{'))
            return;
    own_.insert(std::string(source_.at(name)));
    waiting_.insert(std::string(source_.at(name)));
    asking_.insert(std::string(source_.at(name)));
}

// At namespace or class scope: the functions with a body. The name is the word before the
// first parameter list of the declaration.
void Reaches::find_functions(const std::vector<Kernel> &kernels) {
    std::set<int> kernel_bodies;
    for (const Kernel &k : kernels)
        kernel_bodies.insert(k.body);
    int name = -1, open = -1;
    bool named = false, device = false, scope = false, generic = false;
    auto forget = [&] {
        name = open = -1;
        named = device = scope = generic = false;
    };
    for (int i = 0; i < source_.count(); i++) {
        const Token &t = source_.tokens[(size_t)i];
        if (t.kind == Kind::line || t.ours)
            continue;
        if (source_.is(i, "namespace") || source_.is(i, "struct") || source_.is(i, "class") ||
            source_.is(i, "union") || source_.is(i, "enum")) {
            scope = !named; // inside a parameter list it would be skipped below
        } else if (t.kind == Kind::text && source_.is(source_.previous(i), "extern")) {
            scope = true;
        } else if (source_.is(i, "__device__")) {
            device = true;
        } else if (source_.is(i, "constexpr")) {
            generic = true;
        } else if (source_.is(i, '<') && source_.is(source_.previous(i), "template")) {
            int close = source_.angle_close(i);
            generic = true;
            if (close > i)
                i = close;
        } else if (source_.is(i, "operator") || (source_.is(i, '=') && !named)) {
            named = true; // of an initialiser the braces are no body, and its lambda is nameless
            name = -1;
        } else if (source_.is(i, '(')) {
            int before = source_.previous(i);
            std::string_view word = source_.is_word(before) ? source_.at(before) : "";
            bool attribute = word == "__attribute__" || word == "alignas" || word == "decltype" ||
                             word == "noexcept" || word == "__launch_bounds__";
            if (!named && !attribute) {
                named = true;
                name = word.empty() ? -1 : before;
            }
            if (open < 0 && !attribute)
                open = i;
            i = source_.partner(i);
        } else if (source_.is(i, '[')) {
            i = source_.partner(i);
        } else if (source_.is(i, ';')) {
            int before = source_.previous(i);
            bool made = source_.is(before, "default") || source_.is(before, "delete");
            if (device && named && name >= 0 && !t.system && !made)
                add_declaration(name);
            forget();
        } else if (source_.is(i, '}')) {
            forget();
        } else if (source_.is(i, '{')) {
            if (scope && !named) {
                forget();
                continue; // go inside
            }
            if (!kernel_bodies.count(i))
                add_function(name, open, i, device, generic);
            i = source_.partner(i);
            if (!named || !source_.is(source_.next(i), ','))
                forget(); // else a constructor's a{1}, b{2} { body }
        }
    }
}

// ---- host functions in device code

static bool is_of_namespace(const Source &source, int token) {
    int open = source.scope_of(token), before = source.previous(open);
    return open < 0 || source.is(before, "namespace") ||
           source.is(source.previous(before), "namespace") ||
           source.tokens[(size_t)before].kind == Kind::text; // extern "C"
}

// Does one of these words stand in front of the token, in its declaration?
static bool is_declared(const Source &source, int token, std::string_view words) {
    for (int i = token; i >= 0 && !source.is(i, ';') && !source.is(i, '}') && !source.is(i, '{');
         i = source.previous(i))
        if (one_of(source.at(i), words))
            return true;
    return false;
}

// The only functions of this name are the user's, outside classes, and for the host. Returns the
// token of one of them, or -1; also in doubt.
int Reaches::host_function(std::string_view name) const {
    int found = -1;
    for (int i = 0; i < source_.count(); i++) {
        if (!source_.is(i, name))
            continue;
        const Token &t = source_.tokens[(size_t)i];
        const int before = source_.previous(i), after = source_.next(i);
        bool follows = (source_.is_word(before) && !is_statement_word(source_.at(before))) ||
                       source_.is(before, '>') || source_.is(before, '*') ||
                       source_.is(before, '&');
        if (t.system || t.ours || (follows && !source_.is(after, '(')) ||
            is_declared(source_, i, "__device__ __global__ constexpr template using typedef"))
            return -1;
        bool defined = follows && source_.is(source_.next(source_.partner(after)), '{');
        if (defined && !is_of_namespace(source_, i) && is_declared(source_, i, "class struct"))
            return -1;
        if (defined)
            found = is_of_namespace(source_, i) ? i : -2;
        if (found == -2)
            return -1;
    }
    return found;
}

void Reaches::refuse_host_calls(int name, std::string_view kind, const Tree &tree) const {
    if (is_declared(source_, name, "template __host__"))
        return;
    walk(tree.body, [&](const Node &n) {
        if (!n.is(Form::call) || !n.parts[0]->is(Form::name) || n.parts[0]->variable ||
            n.parts[0]->first != n.parts[0]->last || !own_.count(n.parts[0]->word))
            return;
        const std::string &called = n.parts[0]->word;
        int at = host_function(called);
        if (at >= 0)
            fail_at(source_, n.first,
                    "calling a __host__ function(\"" + called + "\") from a " + std::string(kind) +
                        " function(\"" + std::string(source_.at(name)) +
                        "\") is not allowed: write __host__ __device__ in front of " + called +
                        ", line " + std::to_string(source_.place(at).line));
    });
}

void Reaches::refuse_host_calls(const std::vector<Kernel> &kernels) const {
    for (const Kernel &k : kernels)
        if (k.body >= 0)
            refuse_host_calls(k.named, "__global__", *k.tree);
    for (const Function &f : functions_) {
        const int name = source_.previous(f.open);
        if (!source_.tokens[(size_t)f.begin].system && !f.name.empty() &&
            source_.is(name, f.name) && is_declared(source_, name, "__device__") &&
            is_of_namespace(source_, name))
            refuse_host_calls(name, "__device__", f.tree ? *f.tree : *parse(f));
    }
}

void Reaches::close_over_names() {
    for (bool more = true; more;) {
        more = false;
        for (Function &f : functions_) {
            if (!f.host)
                look_at(f.open, f.end, false, f.waits, f.asks);
            if (f.name.empty()) {
                anyone_may_call(f.waits, f.asks, f.open);
            } else {
                more |= f.waits && waiting_.insert(f.name).second;
                more |= f.asks && asking_.insert(f.name).second;
            }
        }
    }
}

// What stands in no function, as the first value of a member, runs where an object is made.
void Reaches::look_outside_functions(const std::vector<Kernel> &kernels) {
    std::map<int, int> inside; // from a token to the end of what it begins
    for (const Kernel &k : kernels)
        inside[k.global] = k.end;
    for (const Function &f : functions_)
        inside[f.open] = std::max(inside[f.open], f.end);
    for (int i = 0; i < source_.count(); i++) {
        auto found = inside.find(i);
        if (found != inside.end()) {
            i = found->second;
            continue;
        }
        const Token &t = source_.tokens[(size_t)i];
        if (t.kind != Kind::word || t.system || t.ours || source_.is(i, "cooperative_groups"))
            continue; // that one: using namespace
        bool waits = false, asks = false, value = false;
        look_at(i, i + 1, false, waits, asks);
        if (!waits && !asks)
            continue;
        for (int j = source_.previous(i);
             j >= 0 && !value && !source_.is(j, ';') && !source_.is(j, '}') && !source_.is_line(j);
             j--)
            value = source_.is(j, '=') || source_.is(j, '{') || source_.is(j, '(');
        int after = source_.next(i);
        if (source_.is(after, '<') && source_.angle_close(after) > 0) // template void f<int>(...);
            after = source_.next(source_.angle_close(after));
        if (value || !source_.is(after, '(')) // else its declaration
            anyone_may_call(waits, asks, i);
    }
}

// A function whose address is taken may be called from anywhere.
void Reaches::look_for_pointers() {
    for (int i = 0; i < source_.count(); i++) {
        if (!source_.is_word(i) || source_.tokens[(size_t)i].system || !own_.count(source_.at(i)))
            continue;
        bool waits = waiting_.count(source_.at(i)) != 0, asks = asking_.count(source_.at(i)) != 0;
        int after = source_.next(i);
        if ((!waits && !asks) || source_.is(after, '(') || source_.is(after, '<') ||
            source_.is_scope(after) || source_.is(after, '{'))
            continue;
        anyone_may_call(waits, asks, i);
    }
}

bool Reaches::waits(std::string_view word) const {
    return waits_by_itself(word) || waiting_.count(word);
}

bool Reaches::waits(const Node &name) const {
    if (name.is(Form::member))
        return waits(name.word);
    if (!name.is(Form::name) || name.variable)
        return false;
    if (!name.glue.empty())
        return waits(name.word);
    for (int i = name.first; i <= name.last; i++)
        if (source_.is_word(i) && waits(source_.at(i)))
            return true;
    return false;
}

bool Reaches::asks_index(const Node *root) const {
    return nameless_asks_ || any_of(root, [this](const Node &n) {
               bool member = n.is(Form::member) && n.glue.empty();
               if (!member && (!n.is(Form::name) || n.variable))
                   return false;
               for (int i = member ? n.parts[0]->last + 1 : n.first; i <= n.last; i++)
                   if (asking_.count(source_.at(i)) || source_.is(i, "__assert_fail"))
                       return true;
               return false;
           });
}

Reach Reaches::of(const Kernel &k) const {
    Reach reach = {unseen_wait_ >= 0 || first_spin(k.tree->body, words_) ||
                       hides_loop(k.tree->body),
                   nameless_asks_};
    for (int i = k.open; i < k.end; i++)
        if (source_.is_word(i)) {
            reach.waits = reach.waits || waits(source_.at(i));
            reach.asks_index = reach.asks_index || asking_.count(source_.at(i)) ||
                               source_.at(i) == "__assert_fail";
        }
    return reach;
}
