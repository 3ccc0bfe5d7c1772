// tree.cpp: what a node says about the names in it.
#include "tree.h"

void walk(const Node *node, const Visit &visit) {
    visit(*node);
    for (const Node *part : node->parts)
        walk(part, visit);
}

bool any_of(const Node *node, const std::function<bool(const Node &)> &is) {
    if (is(*node))
        return true;
    for (const Node *part : node->parts)
        if (any_of(part, is))
            return true;
    return false;
}

bool inside(const Node *node, const Node *outer) {
    while (node && node != outer)
        node = node->parent;
    return node != nullptr;
}

Node *bare(Node *node) {
    while (node->is(Form::brackets))
        node = node->parts[0];
    return node;
}

const Node *bare(const Node *node) {
    while (node->is(Form::brackets))
        node = node->parts[0];
    return node;
}

bool is_member_of(const Node *node, const char *name, const char *member) {
    return node->is(Form::member, member) && node->op == "." &&
           node->parts[0]->is(Form::name, name) && !node->parts[0]->variable;
}

bool is_threadIdx_x(const Node *node) {
    return is_member_of(node, "threadIdx", "x");
}

const Node *statement_of(const Node *node) {
    while (node && node->form > Form::empty)
        node = node->parent;
    return node;
}

// A function of CUDA or the user's that takes its arguments by value.
static bool takes_values(const Node *call) {
    const Node *callee = call->parts[0];
    return call->op == "values" ||
           (callee->is(Form::name) &&
            (callee->word == "min" || callee->word == "max" ||
             callee->word.compare(0, 2, "__") == 0 || callee->word.compare(0, 6, "atomic") == 0));
}

// The name, or what is chosen or cut out of it, is `node`, a part of `up`.
static Use used_in(const Node *name, const Node *node, const Node *up, bool part) {
    if (!up)
        return {Use::read, name, nullptr};
    switch (up->form) {
    case Form::assignment:
        if (up->parts[0] == node)
            return {part ? Use::part : Use::set, name, up};
        break;
    case Form::unary:
        if (up->word == "++" || up->word == "--")
            return {part ? Use::part : Use::stepped, name, up};
        if (up->word == "&")
            return {Use::lost, name, up};
        break;
    case Form::postfix:
        return {part ? Use::part : Use::stepped, name, up};
    case Form::call:
        if (up->parts[0] != node && !takes_values(up))
            return {Use::lost, name, up};
        break;
    case Form::declarator:
        if (up->variable->reference)
            return {Use::lost, name, up};
        break;
    case Form::list: // int x{y} and float x(y) read y; a class may do anything
        if (!(up->parent &&
              (up->parent->is(Form::cast) ||
               (up->parent->is(Form::declarator) &&
                (is_integer_type(up->parent->variable->type) || up->parent->variable->points() ||
                 up->parent->variable->type == "float" ||
                 up->parent->variable->type == "double")) ||
               (up->parent->is(Form::call) && up->parent->parts[0] != up))))
            return {Use::lost, name, up};
        break;
    case Form::range_loop:
    case Form::function:
    case Form::unread:
        return {Use::lost, name, up};
    default:
        break;
    }
    return {Use::read, name, nullptr};
}

Use use_of(const Node *name) {
    const Node *node = name, *up = name->parent;
    const bool points = name->variable && name->variable->points();
    bool part = false, chosen = false; // chosen: by ?: or a comma
    for (; up; node = up, up = up->parent) {
        bool element = (up->is(Form::subscript) && up->parts[0] == node) ||
                       (up->is(Form::member) && up->parts[0] == node);
        if (element && points) // what it points at is not its own
            return {Use::read, name, nullptr};
        if (element && up->is(Form::member) && up->parent && up->parent->is(Form::call) &&
            up->parent->parts[0] == up)
            return {Use::lost, name, up}; // a member function
        bool choice = (up->is(Form::conditional) || up->is(Form::comma)) && up->parts[0] != node;
        if (!element && !choice && !up->is(Form::brackets))
            break;
        part |= element;
        chosen |= choice;
    }
    Use use = used_in(name, node, up, part);
    if (chosen && use.how != Use::read)
        use.how = Use::lost;
    return use;
}

std::vector<Use> uses_of(const Node *root, const Variable *variable) {
    std::vector<Use> uses;
    walk(root, [&](const Node &node) {
        if (node.is(Form::name) && node.variable == variable)
            uses.push_back(use_of(&node));
    });
    return uses;
}
