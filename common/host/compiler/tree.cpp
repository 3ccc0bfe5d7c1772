// tree.cpp: what a node says about the names in it.
#include "tree.h"

#include <algorithm>
#include <cctype>

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

bool is_loop(const Node &n) {
    return n.is(Form::for_loop) || n.is(Form::range_loop) || n.is(Form::while_loop) ||
           n.is(Form::do_loop);
}

const Node *loop_down_column(const Node &n) {
    if (!n.is(Form::subscript) ||
        (n.parts[0]->variable && // an array of the block's or the thread's
         n.parts[0]->variable->origin != Variable::parameter))
        return nullptr;
    for (const Node *loop = n.parent; loop; loop = loop->parent) {
        if (!loop->is(Form::for_loop) || !loop->parts[0]->is(Form::declaration))
            continue;
        const Variable *v = loop->parts[0]->parts[0]->variable;
        auto steps = [v](const Node &part) {
            return part.is(Form::binary, "*") &&
                   (part.parts[0]->variable == v || part.parts[1]->variable == v) &&
                   !part.parts[part.parts[0]->variable == v]->is(Form::number);
        };
        if (any_of(n.parts[1], steps) && names_threads(n.parts[1]))
            return loop;
    }
    return nullptr;
}

bool is_threadIdx_x(const Node *node) {
    return is_member_of(node, "threadIdx", "x");
}

bool names_threads(const Node *e, const char *axis) {
    return any_of(e, [axis](const Node &n) {
        const Variable *v = n.is(Form::name) ? n.variable : nullptr;
        return (axis ? is_member_of(&n, "threadIdx", axis) : n.is(Form::name, "threadIdx") && !v) ||
               (v && v->value && v->declarator && v->declarator->last < n.first &&
                names_threads(v->value, axis));
    });
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
           (callee->is(Form::name) && call->op != "references" &&
            (callee->word == "min" || callee->word == "max" ||
             callee->word.compare(0, 2, "__") == 0 || callee->word.compare(0, 6, "atomic") == 0));
}

// C++ computes with it by itself; false where it cannot be seen.
static bool is_number(const Node *e) {
    switch (e->form) {
    case Form::number:
        return true;
    case Form::name:
        return e->variable ? is_number_type(e->variable->type) : e->op == "number";
    case Form::cast:
        return is_number_type(e->word);
    case Form::member:
        return e->parts[0]->is(Form::name) && !e->parts[0]->variable &&
               one_of(e->parts[0]->word, "threadIdx blockIdx blockDim gridDim");
    case Form::subscript: { // of a pointer or array of numbers
        const Variable *v = e->parts[0]->variable;
        return e->parts[0]->is(Form::name) && v &&
               is_number_type(v->type.substr(0, v->type.find_last_not_of(" *") + 1));
    }
    case Form::brackets:
    case Form::postfix:
    case Form::assignment:
    case Form::unary:
        return !e->is(Form::unary, "&") && !e->is(Form::unary, "*") && is_number(e->parts[0]);
    case Form::binary:
        return is_number(e->parts[0]) && is_number(e->parts[1]);
    case Form::conditional:
        return is_number(e->parts[1]) && is_number(e->parts[2]);
    default:
        return false;
    }
}

// An operator of the user's may take this operand by reference.
static bool may_refer(const Node *operation, const Node *operand) {
    if (operation->op != "references")
        return false;
    if (operation->is(Form::subscript)) {
        const Variable *array = operation->parts[0]->variable;
        return operation->parts[0] != operand &&
               !(array && (array->points() || !array->dims.empty()));
    }
    return !is_number(operation->parts[operation->parts[0] == operand]);
}

// The name, or what is chosen or cut out of it, is `node`, a part of `up`.
static Use used_in(const Node *name, const Node *node, const Node *up, bool part) {
    if (!up)
        return {Use::read, name, nullptr};
    switch (up->form) {
    case Form::assignment:
        if (up->parts[0] == node)
            return {part ? Use::part : Use::set, name, up};
        if (may_refer(up, node))
            return {Use::lost, name, up};
        break;
    case Form::binary:
    case Form::subscript:
        if (may_refer(up, node))
            return {Use::lost, name, up};
        break;
    case Form::cast:
        if (!is_number_type(up->word))
            return {Use::lost, name, up};
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
        if (up->variable->reference ||
            (up->op == "references" && !is_number_type(up->variable->type)))
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

// ---- words

bool is_builtin(std::string_view w) {
    return one_of(
        w, "void bool char short int long float double signed unsigned auto wchar_t __int128 "
           "char16_t char32_t");
}

bool is_qualifier(std::string_view w) {
    return one_of(w,
                  "const volatile static extern register inline typename thread_local struct class "
                  "enum union constexpr __const mutable __shared__ __device__ __constant__ "
                  "__grid_constant__");
}

bool is_pointer_word(std::string_view w) {
    return one_of(w, "const volatile __restrict__ __restrict restrict");
}

bool is_statement_word(std::string_view w) {
    return one_of(w,
                  "return else case goto break continue delete new throw sizeof if for while do "
                  "switch default this operator true false nullptr try catch co_return asm __asm__ "
                  "__asm __extension__");
}

bool is_integer_type(const std::string &type) {
    bool any = false;
    for (size_t i = 0; (i = type.find_first_not_of(" :", i)) != type.npos;) {
        size_t end = std::min(type.find_first_of(" :", i), type.size());
        if (!one_of(type.substr(i, end - i),
                    "int unsigned long size_t uint64_t int64_t uint32_t int32_t std uint signed "
                    "ptrdiff_t ssize_t ulong uint16_t int16_t uint8_t int8_t short char bool"))
            return false;
        any = true;
        i = end;
    }
    return any;
}

bool is_number_type(const std::string &type) {
    return is_integer_type(type) || type == "float" || type == "double" ||
           type.find('*') != type.npos;
}

bool is_wide_type(const std::string &type) {
    return is_integer_type(type) &&
           (type.find("long") != type.npos ||
            one_of(type, "size_t std::size_t uint64_t std::uint64_t int64_t std::int64_t ptrdiff_t "
                         "std::ptrdiff_t ssize_t ulong"));
}

bool is_narrow_type(const std::string &type) {
    return type == "unsigned int" || one_of(type, "int unsigned uint32_t int32_t uint");
}

bool is_index_type(const std::string &type) {
    return is_wide_type(type) || is_narrow_type(type);
}

std::string in_meanings(const std::string &text, const Meanings &meant) {
    auto of_word = [](char c) { return isalnum((unsigned char)c) || c == '_'; };
    std::string out;
    for (size_t i = 0, end; i < text.size(); i = end) {
        for (end = i; end < text.size() && of_word(text[end]);)
            end++;
        end = std::max(end, i + 1);
        auto found = meant.find(text.substr(i, end - i));
        out += found == meant.end() ? text.substr(i, end - i) : found->second;
    }
    return out;
}

Node *Tree::make(Form form, int first, int last, std::vector<Node *> parts) {
    nodes.push_back({form, first, last, "", "", std::move(parts), nullptr, nullptr, {}, nullptr});
    Node *node = &nodes.back();
    for (Node *part : node->parts)
        part->parent = node;
    return node;
}

// ---- the words of the source

Vocabulary::Vocabulary(const Source &s) {
    for (int i = 0; i < s.count(); i++) {
        if (!s.is_word(i))
            continue;
        std::string_view w = s.at(i);
        int next = s.next(i);
        if (w == "struct" || w == "class" || w == "union" || w == "enum" || w == "typename") {
            if (s.is(next, "class"))
                next = s.next(next);
            if (s.is_word(next) && !is_builtin(s.at(next)))
                types.insert(std::string(s.at(next)));
            if (w != "enum" && w != "typename" && s.is_word(next) && !s.is(s.previous(i), "enum"))
                classes.insert(std::string(s.at(next)));
            if (w == "enum" && !s.tokens[(size_t)i].system) { // its names are constants
                int open = next;
                while (open < s.count() && !s.is(open, '{') && !s.is(open, ';'))
                    open = s.next(open);
                if (s.is(open, '{'))
                    for (auto [a, z] : s.split_at_commas(open + 1, s.partner(open) - 1))
                        constants.insert(std::string(s.at(s.is_line(a) ? s.next(a) : a)));
            }
        } else if (w == "using" && s.is(s.next(next), '=')) {
            types.insert(std::string(s.at(next)));
        } else if (w == "typedef") {
            int end = next;
            while (end < s.count() && !s.is(end, ';'))
                end = s.is(end, '{') ? s.next(s.partner(end)) : s.next(end);
            int name = s.previous(end);
            while (s.is(name, ']'))
                name = s.previous(s.partner(name));
            if (s.is(name, ')')) // typedef int (*name)(int)
                name = s.previous(s.partner(s.previous(s.partner(name))));
            if (s.is_word(name))
                types.insert(std::string(s.at(name)));
            // typedef basic_string<char> string;
            const bool of_library =
                s.tokens[(size_t)i].system && s.at(next).substr(0, 6) == "basic_";
            if (of_library && s.is(s.previous(name), '>'))
                classes.insert(std::string(s.at(name)));
        } else if (w == "template" && s.is(next, '<')) {
            int close = s.angle_close(next), depth = 0;
            if (close < 0)
                continue;
            for (auto [a, z] : s.split_at_commas(next + 1, close - 1)) { // <int N, class T = int>
                int last = a;
                while (last < z && !s.is(s.next(last), '='))
                    last = s.next(last);
                bool type = s.is(a, "class") || s.is(a, "typename");
                if (s.is_word(last) && last > a && !s.tokens[(size_t)i].system)
                    (type ? types : constants).insert(std::string(s.at(last)));
                if (s.is_word(last) && last > a && is_number_type(s.flat(a, s.previous(last))))
                    numbers.insert(std::string(s.at(last)));
                else if (s.is_word(last) && type)
                    types.insert(std::string(s.at(last)));
            }
            for (int j = s.next(close); j < s.count() && depth == 0; j = s.next(j)) {
                if (s.is(j, '<') && s.angle_close(j) > 0)
                    j = s.angle_close(j);
                depth += s.is(j, '(') || s.is(j, '{') || s.is(j, ';') || s.is(j, '=');
                if (depth && s.is_word(s.previous(j)))
                    templates.insert(std::string(s.at(s.previous(j))));
            }
        }
    }
    // Functions, as declarations look: T name(...) { or T name(...);
    for (int i = 1; i + 1 < s.count(); i++) {
        int before = s.previous(i), close = s.is(i + 1, '(') ? s.partner(i + 1) : -1;
        bool type = s.is(before, '*') || s.is(before, '>') ||
                    (s.is_word(before) && !is_statement_word(s.at(before)));
        if (close < 0 || !s.is_word(i) || !type ||
            !(s.is(s.next(close), '{') || s.is(s.next(close), ';') || s.is_word(s.next(close))))
            continue;
        bool changes = false;
        for (int t = i + 2; t < close; t++)
            changes |= s.is(t, '&');
        (changes ? changers : functions).insert(std::string(s.at(i)));
    }
    for (int i = 0; i < s.count() && !references_numbers; i++) {
        int before = s.previous(i), open = s.next(i);
        bool constructor = s.is_word(i) && classes.count(s.at(i)) &&
                           (!s.is_word(before) || s.is(before, "__device__") ||
                            s.is(before, "__host__") || s.is(before, "explicit"));
        if (s.tokens[(size_t)i].system || s.tokens[(size_t)i].ours ||
            !(constructor || s.is(i, "operator")))
            continue;
        if (s.is(i, "operator") && s.is(open, '(') && s.is(s.partner(open), ')'))
            open = s.next(s.partner(open)); // operator()
        while (s.is(i, "operator") && open < s.count() && !s.is(open, '(') && !s.is(open, ';'))
            open = s.next(open);
        for (int t = open; s.is(open, '(') && t < s.partner(open); t++) {
            int type = s.previous(t);
            if (s.is(type, '>') && s.angle_open(type) > 0)
                type = s.previous(s.angle_open(type));
            // Not the & of an argument: f(&x), f([&] { })
            references_numbers |= s.is(t, '&') && s.is_word(type) && !classes.count(s.at(type));
        }
    }
    // Outside functions: const int n = 4; static constexpr auto m{5}; __constant__ ... volatile ...
    for (int i = 0; i < s.count(); i++) {
        if (s.is(i, '(')) {
            i = s.partner(i);
        } else if (s.is(i, '{')) {
            int before = s.previous(i);
            bool scope = s.is(before, "namespace") || s.is(s.previous(before), "namespace") ||
                         (before >= 0 && s.tokens[(size_t)before].kind == Kind::text);
            if (!scope)
                i = s.partner(i);
        } else if (s.is(i, "volatile") && !s.tokens[(size_t)i].system) {
            int end = s.next(i);
            while (s.is_word(end) || s.is(end, '*') || s.is_scope(end) || s.is_scope(end - 1))
                end = s.next(end);
            volatiles.insert(std::string(s.at(s.previous(end))));
        } else if (!s.tokens[(size_t)i].system &&
                   (s.is(i, "const") || s.is(i, "constexpr") || s.is(i, "__constant__"))) {
            int end = i;
            bool pointer = false;
            while (end < s.count() && (s.is_word(end) || s.is_scope(end) || s.is_scope(end - 1) ||
                                       s.is(end, '*') || s.is(end, '<'))) {
                pointer |= s.is(end, '*') && !s.is(s.next(end), "const");
                end = s.is(end, '<') ? s.next(std::max(end, s.angle_close(end))) : s.next(end);
            }
            if (!pointer && (s.is(end, '=') || s.is(end, '{') || s.is(end, ';'))) {
                const std::string name(s.at(s.previous(end)));
                constants.insert(name);
                std::string built_in;
                for (int t = i; t < s.previous(end); t = s.next(t)) {
                    if (s.is(t, "__constant__"))
                        memory.insert(name);
                    if (!one_of(s.at(t), "const constexpr static inline __constant__ __device__"))
                        built_in += (built_in.empty() ? "" : " ") + std::string(s.at(t));
                }
                if (is_number_type(built_in))
                    numbers.insert(name);
            }
        }
    }
    constants.insert({"warpSize", "true", "false", "nullptr"});
    numbers.insert("warpSize");
    types.insert({"size_t", "ptrdiff_t", "ssize_t", "int8_t", "uint8_t", "int16_t", "uint16_t",
                  "int32_t", "uint32_t", "int64_t", "uint64_t", "uint", "ulong", "ushort", "uchar",
                  "clock_t", "uintptr_t", "intptr_t", "va_list"});
}
