// split.cpp: splits a kernel at its barriers (split.h says how).
#include "split.h"

// ---- what waits

bool Splitter::is_wait(const Node &name) const {
    if (!name.is(Form::name) || name.variable)
        return false;
    for (int i = name.first; i <= name.last; i++)
        if (source_.is_word(i) && reaches_.waits(source_.at(i)))
            return true;
    return false;
}

bool Splitter::mark_waits(const Node *node) {
    bool any = is_wait(*node);
    if (node->is(Form::unread))
        for (int i = node->first; i <= node->last; i++)
            if (source_.is_word(i) && reaches_.waits(source_.at(i)))
                refuse(node, "hostcc cannot read this statement, and it waits");
    for (const Node *part : node->parts)
        any |= mark_waits(part);
    if (any)
        waits_.insert(node);
    return any;
}

void Splitter::refuse_what_cannot_be_split() const {
    walk(tree_.body, [&](const Node &n) {
        if (n.is(Form::unread))
            refuse(&n, "hostcc cannot read this statement");
        if (n.is(Form::function))
            refuse(&n, "a lambda in a kernel that waits");
        if (n.is(Form::jump, "goto"))
            refuse(&n, "goto in a kernel that waits");
        if (n.is(Form::declarator) && n.variable->still)
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
    if (statement->form == Form::for_loop || statement->form == Form::range_loop ||
        statement->form == Form::while_loop || statement->form == Form::do_loop)
        return false;
    for (const Node *part : statement->parts)
        if (jumps_out(part, in_switch || statement->is(Form::choice)))
            return true;
    return false;
}

// for (T i = ...; ...; ...) { a[...] = ...; } and nothing else in it: each step may as well be
// a loop over the threads, which then go along the rows of what they load and store.
bool Splitter::only_stores(const Node *loop) const {
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

void Splitter::mark_around(const Node *s) {
    switch (s->form) {
    case Form::block:
    case Form::condition:
        if (!waits(s) && !jumps_out(s))
            return;
        break;
    case Form::for_loop:
        if (!waits(s) && !only_stores(s))
            return;
        break;
    case Form::while_loop:
        if (!waits(s))
            return;
        break;
    case Form::jump:
        break;
    case Form::do_loop:
    case Form::range_loop:
    case Form::choice:
    case Form::leave:
    case Form::types:
        if (waits(s))
            refuse(s, "a wait inside do, switch, return or a range");
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

Kept *Splitter::kept(const Node *name) const {
    auto found = name->is(Form::name) ? kept_.find(name->variable) : kept_.end();
    return found == kept_.end() ? nullptr : found->second;
}

void Splitter::add_variable(Variable *v, const Node *place, bool outermost) {
    enum { MOST_ELEMENTS = 64 }; // times the threads: more is too much for a stack
    if (v->reference)
        refuse(place, "a reference that lives across a wait");
    if (!v->dims.empty() && (v->room < 1 || v->room > MOST_ELEMENTS))
        refuse(place, "an array of each thread's own without a number for its size, or of more "
                      "than 64 elements");
    Kept &one = variables_.emplace_back();
    one.variable = v;
    one.type = v->type;
    one.outermost = outermost;
    one.value = v->value;
    if (one.value && one.value->is(Form::list) && one.value->parts.size() == 1 && v->dims.empty() &&
        (v->begin == Variable::brackets || is_integer_type(v->type)))
        one.value = one.value->parts[0];
    one.name = v->name;
    while (!names_.insert(one.name).second) // the same name in two scopes
        one.name = v->name + fresh("_hostcu");
    kept_[v] = &one;
}

// Those that are declared where a wait may follow: not inside the work of one phase.
void Splitter::find_variables(const Node *s, bool outermost) {
    if (s->is(Form::declaration)) {
        for (const Node *one : s->parts)
            add_variable(one->variable, one, outermost);
    } else if (s->is(Form::for_loop) && is_around(s)) {
        find_variables(s->parts[0], false);
        find_variables(s->parts[3], false);
    } else if (s == tree_.body || is_around(s)) {
        for (const Node *part : s->parts)
            find_variables(part, s == tree_.body);
    }
}

// A parameter that is changed is a variable of each thread's own, which begins with its value.
void Splitter::keep_changed_parameters() {
    for (Variable *p : tree_.parameters) {
        const Node *change = nullptr;
        for (const Use &use : p ? uses_of(tree_.body, p) : std::vector<Use>())
            change = use.how == Use::read ? change : use.at;
        if (!change || p->reference)
            continue;
        Kept &v = variables_.emplace_back();
        v.variable = p;
        v.name = p->name + fresh("_hostcu");
        v.type = "::std::remove_cv_t<decltype(" + p->name + ")>";
        v.storage = Storage::kept;
        kept_[p] = &v;
        out_ += " " + v.type + " hostcu_v_" + v.name + "[1024];";
        Work begin = {" hostcu_v_" + v.name + "[hostcu_t] = " + p->name + ";", {}, nullptr};
        phase(begin, "");
    }
}

// ---- the whole kernel

Split Splitter::run() {
    refuse_what_cannot_be_split();
    inline_in(tree_.body);
    refuse_what_cannot_be_split();
    mark_waits(tree_.body);
    for (const Node *s : tree_.body->parts)
        mark_around(s);
    // What is not renamed: parameters, shared arrays, and what is declared outside.
    walk(tree_.body, [&](const Node &n) {
        if (n.is(Form::name) && (!n.variable || n.variable->origin != Variable::local))
            names_.insert(n.word);
        returns_ |= n.is(Form::leave);
    });
    if (returns_)
        out_ += " bool hostcu_gone[1024] = {};";
    keep_changed_parameters();
    for (const Node *s : tree_.body->parts)
        find_variables(s, true);
    classify();
    emit_list(tree_.body->parts, "");
    if (!top_.empty())
        top_ = " const ::size_t hostcu_lanes = ((::size_t)blockDim.x * blockDim.y * blockDim.z + "
               "31) / 32 * 32;" +
               top_;
    // Warnings about how we laid the user's words out are no news to the user.
    std::string quiet = "\n#pragma GCC diagnostic push\n";
    for (const char *one : {"misleading-indentation", "uninitialized", "unused-value"})
        quiet += std::string("#pragma GCC diagnostic ignored \"-W") + one + "\"\n";
    if (gcc_)
        quiet += "#pragma GCC diagnostic ignored \"-Wmaybe-uninitialized\"\n";
    Place place = source_.place(k_.body);
    return {quiet + top_ + out_ + "\n#pragma GCC diagnostic pop\n# " + std::to_string(place.line) +
                " \"" + place.file + "\"\n",
            k_.body, "", explained_};
}

Split split_kernel(const Source &source, const Vocabulary &words, const Kernel &kernel,
                   const Reaches &reaches, const Edits &edits, bool gcc, bool asks_index) {
    try {
        return Splitter(source, words, kernel, reaches, edits, gcc, asks_index).run();
    } catch (const Refused &refused) {
        return {"", refused.token, refused.why, ""};
    }
}
