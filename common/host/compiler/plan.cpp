// plan.cpp: how a kernel that waits can be split: what stands around its phases, which
// expressions, changes and loops are the same for every thread of a block, and so where each
// variable lives. In doubt they are not the same.
#include "split.h"

#include <algorithm>

// ---- what waits

bool Plan::mark_waits(const Node *node) {
    bool any = reaches_.waits(*node);
    for (const Node *part : node->parts)
        any |= mark_waits(part);
    if (any)
        waits_.insert(node);
    return any;
}

void Plan::refuse_what_cannot_be_split() const {
    walk(tree_.body, [&](const Node &n) {
        if (n.is(Form::unread))
            refuse(&n, "hostcc cannot read this statement");
        if (n.is(Form::function))
            refuse(&n, "a lambda in a kernel that waits");
        if (n.is(Form::jump, "goto"))
            refuse(&n, "goto in a kernel that waits");
        if (n.is(Form::declarator) && n.variable->still && n.variable->origin != Variable::shared)
            refuse(&n, "a static variable in a kernel that waits");
        if (n.is(Form::name) &&
            (n.word == "__activemask" || n.word == "__nanosleep" || n.word == "__func__"))
            refuse(&n, n.word + " in a kernel that waits");
    });
    if (const Node *spin = first_spin(tree_.body, words_))
        refuse(spin, "a thread waits here for what another one stores");
}

// ---- what stands around phases: it is done once for the block, not by each thread

// break or continue of a loop that is not inside this statement.
bool jumps_out(const Node *statement, bool in_switch) {
    if (statement->is(Form::jump))
        return !in_switch || statement->word == "continue";
    if (is_loop(*statement))
        return false;
    for (const Node *part : statement->parts)
        if (jumps_out(part, in_switch || statement->is(Form::choice)))
            return true;
    return false;
}

// for (T i = ...; ...; ...) { a[...] = ...; } and nothing else in it: each step may as well be
// a loop over the threads, which then go along the rows of what they load and store.
bool Plan::only_stores(const Node *loop) const {
    if (!loop->is(Form::for_loop) || !loop->parts[0]->is(Form::declaration))
        return false;
    const Node *body = loop->parts[3];
    std::vector<const Node *> statements(body->parts.begin(), body->parts.end());
    if (!body->is(Form::block))
        statements = {body};
    for (const Node *s : statements) {
        const Node *store = s->is(Form::expression) ? s->parts[0] : s;
        if (!store->is(Form::assignment) || !store->parts[0]->is(Form::subscript))
            return false;
        const Node *array = store->parts[0];
        while (array->is(Form::subscript))
            array = array->parts[0];
        const Variable *v = array->variable;
        if (!array->is(Form::name) || (v && v->origin == Variable::local)) // the thread's own
            return false;
        bool effects = any_of(s, [&](const Node &n) {
            return (n.is(Form::assignment) && &n != store) || n.is(Form::postfix) ||
                   n.is(Form::call) || (n.is(Form::unary) && (n.word == "++" || n.word == "--"));
        });
        if (effects)
            return false;
    }
    return !statements.empty();
}

// for (T i = ...; i < ...; i += ...) where each thread may begin elsewhere: its variable.
static const Variable *strider(const Node *loop) {
    if (!loop->is(Form::for_loop) || !loop->parts[0]->is(Form::declaration) ||
        loop->parts[0]->parts.size() != 1)
        return nullptr;
    const Variable *v = loop->parts[0]->parts[0]->variable;
    const Node *test = bare(loop->parts[1]), *step = bare(loop->parts[2]);
    bool fits = is_index_type(v->type) && v->dims.empty() && !v->reference && !v->still &&
                v->value && test->is(Form::binary, "<") && test->parts[0]->is(Form::name) &&
                test->parts[0]->variable == v && step->is(Form::assignment, "+=") &&
                step->parts[0]->is(Form::name) && step->parts[0]->variable == v;
    for (const Use &use : uses_of(loop->parts[3], v))
        fits &= use.how == Use::read;
    return fits ? v : nullptr;
}

bool Plan::may_stride(const Node *loop) const {
    return interchanges_ && loop->is(Form::for_loop) && !waits(loop) && strider(loop) &&
           names_threads(loop->parts[0]->parts[0]->variable->value, "x") &&
           may_be_a_phase(loop->parts[3]);
}

// Down a column in each thread, so along a row in all of them. Where the number of steps is a
// constant there are few, and an array for what each thread adds up costs more than it gains.
bool Plan::may_go_around(const Node *loop) const {
    if (!interchanges_ || !loop->is(Form::for_loop) || waits(loop) ||
        !loop->parts[0]->is(Form::declaration) || loop->parts[0]->parts.size() != 1)
        return false;
    const Variable *v = loop->parts[0]->parts[0]->variable;
    const Node *body = loop->parts[3];
    auto down = [&](const Node &n) {
        return loop_down_column(n) == loop && names_threads(n.parts[1], "x");
    };
    auto other = [v](const Node &n) { return n.variable && n.variable != v; };
    return v->value && bare(v->value)->is(Form::number) && any_of(loop->parts[1], other) &&
           any_of(body, down) && may_be_a_phase(body);
}

// Nothing in it must go thread by thread: one step of all threads may precede the next step of any.
bool Plan::may_be_a_phase(const Node *body) const {
    return !jumps_out(body) && !any_of(body, [](const Node &n) {
        return n.is(Form::leave) || n.is(Form::shared) || n.is(Form::types);
    });
}

// It grows by one from thread to thread along a row, as long as it does not wrap.
bool Plan::along_row(const Node *e) const {
    e = bare(e);
    if (is_threadIdx_x(e))
        return true;
    if (e->is(Form::list))
        return e->parts.size() == 1 && along_row(e->parts[0]);
    if (e->is(Form::cast))
        return is_index_type(e->word) && along_row(e->parts[0]);
    if (e->is(Form::binary, "+"))
        return (along_row(e->parts[0]) && same(e->parts[1], Over::row)) ||
               (along_row(e->parts[1]) && same(e->parts[0], Over::row));
    if (e->is(Form::binary, "-"))
        return along_row(e->parts[0]) && same(e->parts[1], Over::row);
    const Kept *v = kept(e);
    return v && v->storage == Storage::computed && !v->changed && is_index_type(v->type) &&
           along_row(v->value);
}

bool Plan::strides(const Node *loop) const {
    const Variable *v = strider(loop);
    if (!v || of(v) || waits(loop))
        return false;
    auto divides = [](const Node &n) { // where no thread may take part
        return (n.is(Form::binary, "/") || n.is(Form::binary, "%")) &&
               !bare(n.parts[1])->is(Form::number);
    };
    const Node *end = bare(loop->parts[1])->parts[1], *by = bare(loop->parts[2])->parts[1];
    return along_row(v->value) && same(end, Over::row) && same(by, Over::row) &&
           !any_of(v->value, divides) && !any_of(end, divides) && !any_of(by, divides);
}

void Plan::mark_around(const Node *s) {
    switch (s->form) {
    case Form::block:
    case Form::condition:
        if (!waits(s) && !jumps_out(s) &&
            !any_of(s, [this](const Node &n) { return may_stride(&n) || may_go_around(&n); }))
            return;
        break;
    case Form::for_loop:
        if (may_stride(s)) {
            around_.insert(s); // its body is the work of one phase
            return;
        }
        if (!waits(s) && !only_stores(s) && !may_go_around(s))
            return;
        break;
    case Form::while_loop:
    case Form::do_loop:
        if (!waits(s))
            return;
        break;
    case Form::jump:
        break;
    case Form::range_loop:
    case Form::choice:
    case Form::leave:
    case Form::types:
        if (waits(s))
            refuse(s, "a wait inside switch, return or a range");
        if (jumps_out(s))
            refuse(s, "continue of a loop that waits, inside switch");
        return;
    default:
        return;
    }
    around_.insert(s);
    for (const Node *part : s->parts)
        mark_around(part);
}

// ---- variables

const Kept *Plan::of(const Variable *variable) const {
    auto found = kept_.find(variable);
    return found == kept_.end() ? nullptr : found->second;
}

void Plan::add_variable(Variable *v, const Node *place, bool outermost) {
    enum { MOST_ELEMENTS = 64 }; // times the threads: more is too much for a stack
    if (v->reference)
        refuse(place, "a reference that lives across a wait");
    if (v->room > MOST_ELEMENTS)
        refuse(place, "an array of each thread's own of more than 64 elements");
    Kept &one = variables_.emplace_back();
    one.variable = v;
    one.type = v->type;
    one.outermost = outermost;
    one.value = v->value;
    if (one.value && one.value->is(Form::list) && one.value->parts.size() == 1 && v->dims.empty() &&
        is_number_type(v->type))
        one.value = one.value->parts[0];
    one.name = v->name;
    while (!names_.insert(one.name).second) // the same name in two scopes
        one.name = v->name + "_hostcu" + std::to_string(variables_.size());
    kept_[v] = &one;
}

// Those that are declared where a wait may follow: not inside the work of one phase.
void Plan::find_variables(const Node *s, bool outermost) {
    if (s->is(Form::declaration)) {
        for (const Node *one : s->parts)
            add_variable(one->variable, one, outermost);
    } else if (s->is(Form::for_loop) && is_around(s)) {
        if (!may_stride(s)) // else it is known in each step only
            find_variables(s->parts[0], false);
        find_variables(s->parts[3], false);
    } else if (s == tree_.body || is_around(s)) {
        for (const Node *part : s->parts)
            find_variables(part, s == tree_.body);
    }
}

// A parameter that is changed is a variable of each thread's own, which begins with its value.
void Plan::keep_changed_parameters() {
    for (Variable *p : tree_.parameters) {
        bool changed = false;
        for (const Use &use : p ? uses_of(tree_.body, p) : std::vector<Use>())
            changed |= use.how != Use::read;
        if (!changed || p->reference)
            continue;
        Kept &v = variables_.emplace_back();
        v.variable = p;
        v.name = p->name + "_hostcu";
        v.type = is_number_type(p->type)
                     ? p->type
                     : "::std::remove_cv_t<::std::remove_reference_t<decltype(" + p->name + ")>>";
        v.storage = is_number_type(p->type) ? Storage::uniform : Storage::kept;
        kept_[p] = &v;
    }
}

// ---- what is the same for every thread

bool Plan::same_name(const Node *e, Over over) const {
    if (e->word == "blockIdx" || e->word == "blockDim" || e->word == "gridDim")
        return !e->variable;
    if (!e->variable)
        return words_.constants.count(e->word) != 0;
    if (e->variable->origin == Variable::parameter && !kept(e))
        return true;
    const Kept *v = kept(e);
    if (!v || !e->variable->dims.empty())
        return false;
    // Computed anew, it must still be what it was.
    bool fixed = over != Over::thread || !v->changed;
    return (v->storage == Storage::uniform && fixed) ||
           (over == Over::thread && v->storage == Storage::computed && !v->changed);
}

bool Plan::same(const Node *e, Over over) const {
    if (!found_same(e, over))
        return false;
    rely_on(e);
    return true;
}

// The names in it that are no variables of the kernel's, each with the members chosen from it.
void Plan::rely_on(const Node *e) const {
    const Node *base = e;
    while (base->is(Form::member))
        base = base->parts[0];
    if (!base->is(Form::name))
        for (const Node *part : e->parts)
            rely_on(part);
    else if (!kept(base) && !(base->is(Form::name, "threadIdx") && !base->variable) &&
             !(e->parent && e->parent->is(Form::call) && e->parent->parts[0] == e))
        relied_on_.insert(e);
}

bool Plan::found_same(const Node *e, Over over) const {
    switch (e->form) {
    case Form::number:
        return true;
    case Form::name:
        return same_name(e, over);
    case Form::brackets:
    case Form::cast:
        return found_same(e->parts[0], over) &&
               (e->is(Form::brackets) || is_integer_type(e->word) || e->word == "float" ||
                e->word == "double");
    case Form::list:
        return e->parts.size() == 1 && found_same(e->parts[0], over);
    case Form::member:
        if (e->parts[0]->is(Form::name, "threadIdx") && !e->parts[0]->variable)
            return over == Over::thread || (over == Over::row && e->word != "x");
        return e->op == "." && found_same(e->parts[0], over);
    case Form::unary:
        if (e->word == "sizeof")
            return true;
        return std::string("+-!~").find(e->word) != std::string::npos &&
               found_same(e->parts[0], over);
    case Form::binary:
        if (over == Over::thread && (e->word == "/" || e->word == "%") &&
            !bare(e->parts[1])->is(Form::number))
            return false;
        return found_same(e->parts[0], over) && found_same(e->parts[1], over);
    case Form::conditional:
        return over == Over::block && found_same(e->parts[0], over) &&
               found_same(e->parts[1], over) && found_same(e->parts[2], over);
    case Form::call:
        if (e->parts[0]->variable || reaches_.defines(e->parts[0]->word) ||
            (e->parts[0]->word != "min" && e->parts[0]->word != "max" &&
             !is_integer_type(e->parts[0]->word)))
            return false;
        for (size_t i = 1; i < e->parts.size(); i++)
            if (!found_same(e->parts[i], over))
                return false;
        return true;
    default:
        return false;
    }
}

// How many conditions around this node may differ from thread to thread.
int Plan::divergence(const Node *node) const {
    int count = 0;
    for (const Node *up = node->parent; up; node = up, up = up->parent)
        count += up->is(Form::condition) && node != up->parts[0] && up->word.empty() &&
                 !same(up->parts[0], Over::block);
    return count;
}

// i++, --i, i = uniform, i += uniform, one or more with commas between them.
bool Plan::changes_for_all(const Node *e) const {
    e = bare(e);
    if (e->is(Form::comma))
        return changes_for_all(e->parts[0]) && changes_for_all(e->parts[1]);
    bool steps =
        e->is(Form::postfix) || (e->is(Form::unary) && (e->word == "++" || e->word == "--"));
    if (!steps && !e->is(Form::assignment))
        return false;
    const Kept *v = kept(e->parts[0]);
    return v && v->storage == Storage::uniform && (steps || same(e->parts[1], Over::block));
}

// Done once for the block.
bool Plan::is_uniform_statement(const Node *s) const {
    return s->is(Form::expression) && changes_for_all(s->parts[0]);
}

// for (...): its variables and its header are the same for all threads.
bool Plan::is_uniform_loop(const Node *s) const {
    const Node *begin = s->parts[0], *test = s->parts[1], *step = s->parts[2];
    if (begin->is(Form::declaration)) {
        for (const Node *one : begin->parts)
            if (!of(one->variable) || of(one->variable)->storage != Storage::uniform)
                return false;
    } else if (!begin->is(Form::empty) && !is_uniform_statement(begin)) {
        return false;
    }
    return (test->is(Form::empty) || same(test, Over::block)) &&
           (step->is(Form::empty) || changes_for_all(step));
}

// Does this change of a variable stand where it is done once for the block?
static const Node *operation_statement(const Node *operation) {
    while (operation->parent &&
           (operation->parent->is(Form::comma) || operation->parent->is(Form::brackets)))
        operation = operation->parent;
    return operation;
}

bool Plan::is_class(const std::string &type) const {
    size_t end = std::min(type.find('<'), type.size()), begin = type.find_last_of(" :", end);
    begin = begin == type.npos ? 0 : begin + 1;
    return type.find('*') == type.npos && words_.classes.count(type.substr(begin, end - begin));
}

bool Plan::stays_uniform(Kept &v) {
    const Variable *variable = v.variable;
    if (!variable->dims.empty() || is_class(v.type) || (v.value && !same(v.value, Over::block)))
        return false;
    bool changed = false;
    for (const Use &use : v.uses) {
        if (use.how == Use::read)
            continue;
        if (use.how == Use::part || use.how == Use::lost)
            return false;
        const Node *top = operation_statement(use.by), *up = top->parent;
        bool step = up->is(Form::for_loop) && is_around(up) && up->parts[2] == top;
        bool statement = up->is(Form::expression) && up->parent &&
                         (up->parent == tree_.body || is_around(up->parent)) &&
                         (!up->parent->is(Form::for_loop) || waits(up->parent));
        if ((!step && !statement) || !changes_for_all(top) ||
            divergence(use.at) != (variable->declarator ? divergence(variable->declarator) : 0))
            return false;
        changed = true;
    }
    v.changed = changed;
    return v.value || changed;
}

// Computed from threadIdx at its declaration, and changed, if at all, only by statements of
// the kernel's own block that compute it anew.
bool Plan::stays_computed(Kept &v) {
    v.changed = false;
    if (!v.variable->dims.empty() || is_class(v.type) || !v.value || !same(v.value, Over::thread))
        return false;
    for (const Use &use : v.uses) {
        if (use.how == Use::read)
            continue;
        const Node *by = use.by, *s = by ? by->parent : nullptr;
        bool anew = use.how == Use::set && by->word == "=" && s->is(Form::expression) &&
                    s->parent == tree_.body && v.outermost &&
                    uses_of(by->parts[1], v.variable).empty() && same(by->parts[1], Over::thread);
        if (!anew)
            return false;
        v.changed = true;
    }
    if (v.changed) // nobody else may be computed from it
        for (const Kept &other : variables_)
            if (&other != &v && other.storage == Storage::computed && other.value &&
                !uses_of(other.value, v.variable).empty())
                return false;
    return true;
}

// Most hopeful first; each round takes back what does not hold.
void Plan::classify() {
    for (Kept &v : variables_)
        v.uses = uses_of(tree_.body, v.variable);
    for (bool more = true; more;) {
        more = false;
        for (Kept &v : variables_)
            if (v.storage == Storage::uniform && !stays_uniform(v)) {
                v.storage = Storage::computed;
                v.changed = false;
                more = true;
            }
    }
    for (bool more = true; more;) {
        more = false;
        for (Kept &v : variables_)
            if (v.storage == Storage::computed && !stays_computed(v)) {
                v.storage = Storage::kept;
                more = true;
            }
    }
    // A loop that only stores and turns out to differ is each thread's own, with its variables.
    for (auto at = around_.begin(); at != around_.end();) {
        const Node *loop = *at;
        if (!loop->is(Form::for_loop) || waits(loop) || strides(loop) || is_uniform_loop(loop)) {
            ++at;
            continue;
        }
        for (const Node *one : loop->parts[0]->parts)
            kept_.erase(one->variable);
        at = around_.erase(at);
    }
    for (const Kept &v : variables_)
        if (kept_.count(v.variable) && v.storage == Storage::kept &&
            v.type.find("auto") != v.type.npos)
            refuse(v.variable->declarator, "auto " + v.name +
                                               " differs from thread to thread and "
                                               "lives across a wait: name its type");
}

// Nothing of the kernel comes behind it: who does not enter it leaves.
bool Plan::ends_kernel(const Node *s) const {
    for (; s != tree_.body; s = s->parent)
        if (!s->parent->is(Form::condition) &&
            !(s->parent->is(Form::block) && s->parent->parts.back() == s))
            return false;
    return true;
}

bool Plan::leaves_others_out(const Node *s) const {
    auto is_barrier = [this](const Node &n) {
        return reaches_.waits(n) && is_barrier_word(n.word);
    };
    return s->is(Form::condition) && s->parts.size() == 2 && s->word.empty() && ends_kernel(s) &&
           any_of(s->parts[1], is_barrier) && !waits(s->parts[0]) &&
           !same(s->parts[0], Over::block);
}

// ---- all of it

Plan::Plan(const Source &source, const Vocabulary &words, const Kernel &kernel,
           const Reaches &reaches, bool interchanges)
    : words_(words), tree_(*kernel.tree), reaches_(reaches), interchanges_(interchanges) {
    if (reaches.unseen_wait() >= 0)
        throw Refused{reaches.unseen_wait(), "hostcc does not see who calls this function, which "
                                             "waits"};
    refuse_what_cannot_be_split();
    rewrite_groups(tree_);
    inline_functions(source, words, reaches, kernel);
    rewrite_groups(tree_); // those that were arguments
    drop_groups(tree_);
    refuse_what_cannot_be_split();
    mark_waits(tree_.body);
    for (const Node *s : tree_.body->parts)
        mark_around(s);
    // What is not renamed: parameters, shared arrays, and what is declared outside.
    walk(tree_.body, [&](const Node &n) {
        if (n.is(Form::name) && (!n.variable || n.variable->origin != Variable::local))
            names_.insert(n.word);
        returns |= n.is(Form::leave);
    });
    keep_changed_parameters();
    for (const Node *s : tree_.body->parts)
        find_variables(s, true);
    classify();
    walk(tree_.body, [&](const Node &n) { returns |= leaves_others_out(&n); });
    relied_on_.clear();            // of what was only hoped
    if (words_.references_numbers) // the same name may be an object elsewhere
        walk(tree_.body, [&](const Node &n) {
            if (n.is(Form::name) && n.op == "number" && !n.meant)
                relied_on_.insert(&n);
        });
    for (const Kept &v : variables_)
        if (v.value && v.storage == Storage::uniform)
            same(v.value, Over::block);
        else if (v.value && v.storage == Storage::computed)
            same(v.value, Over::thread);
    for (const Kept &v : variables_)
        for (const Use &use : v.uses)
            if (v.storage != Storage::kept && use.how == Use::set)
                same(use.by->parts[1], v.storage == Storage::uniform ? Over::block : Over::thread);
}
