// uniform.cpp: which expressions, changes and loops are the same for every thread of a block,
// and so where each variable lives. In doubt they are not the same.
#include "split.h"

bool Splitter::same_name(const Node *e, Over over) const {
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

bool Splitter::same(const Node *e, Over over) const {
    switch (e->form) {
    case Form::number:
        return true;
    case Form::name:
        return same_name(e, over);
    case Form::brackets:
    case Form::cast:
        return same(e->parts[0], over) && (e->is(Form::brackets) || is_integer_type(e->word) ||
                                           e->word == "float" || e->word == "double");
    case Form::list:
        return e->parts.size() == 1 && same(e->parts[0], over);
    case Form::member:
        if (e->parts[0]->is(Form::name, "threadIdx"))
            return over == Over::thread || (over == Over::row && e->word != "x");
        return e->op == "." && same(e->parts[0], over);
    case Form::unary:
        if (e->word == "sizeof")
            return true;
        return std::string("+-!~").find(e->word) != std::string::npos && same(e->parts[0], over);
    case Form::binary:
        if (over == Over::thread && (e->word == "/" || e->word == "%") &&
            !bare(e->parts[1])->is(Form::number))
            return false;
        return same(e->parts[0], over) && same(e->parts[1], over);
    case Form::conditional:
        return over == Over::block && same(e->parts[0], over) && same(e->parts[1], over) &&
               same(e->parts[2], over);
    case Form::call:
        if (e->parts[0]->word != "min" && e->parts[0]->word != "max" &&
            !is_integer_type(e->parts[0]->word))
            return false;
        for (size_t i = 1; i < e->parts.size(); i++)
            if (!same(e->parts[i], over))
                return false;
        return true;
    default:
        return false;
    }
}

// How many conditions around this node may differ from thread to thread.
int Splitter::divergence(const Node *node) const {
    int count = 0;
    for (const Node *up = node->parent; up; node = up, up = up->parent)
        count += up->is(Form::condition) && node != up->parts[0] && up->word.empty() &&
                 !same(up->parts[0], Over::block);
    return count;
}

// i++, --i, i = uniform, i += uniform, one or more with commas between them.
bool Splitter::changes_for_all(const Node *e) const {
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
bool Splitter::is_uniform_statement(const Node *s) const {
    return s->is(Form::expression) && changes_for_all(s->parts[0]);
}

// for (...): its variables and its header are the same for all threads.
bool Splitter::is_uniform_loop(const Node *s) const {
    const Node *begin = s->parts[0], *test = s->parts[1], *step = s->parts[2];
    if (begin->is(Form::declaration)) {
        for (const Node *one : begin->parts)
            if (kept_.at(one->variable)->storage != Storage::uniform)
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

bool Splitter::stays_uniform(Kept &v) {
    const Variable *variable = v.variable;
    if (!variable->dims.empty() || (v.value && !same(v.value, Over::block)))
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
                         (up->parent == tree_.body || is_around(up->parent));
        if ((!step && !statement) || !changes_for_all(top) ||
            divergence(use.at) != divergence(variable->declarator))
            return false;
        changed = true;
    }
    v.changed = changed;
    return v.value || changed;
}

// Computed from threadIdx at its declaration, and changed, if at all, only by statements of
// the kernel's own block that compute it anew.
bool Splitter::stays_computed(Kept &v) {
    v.changed = false;
    if (!v.variable->dims.empty() || !v.value || !same(v.value, Over::thread))
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
            if (&other != &v && other.storage == Storage::computed &&
                !uses_of(other.value, v.variable).empty())
                return false;
    return true;
}

// Most hopeful first; each round takes back what does not hold.
void Splitter::classify() {
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
        if (!loop->is(Form::for_loop) || waits(loop) || is_uniform_loop(loop)) {
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
