// parse.cpp: reads a function's body, statement by statement. A statement that it cannot read
// becomes `unread` as a whole; it never guesses.
#include "tree.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <cstring>
#include <map>

// The words of a type in their usual spacing, without what is said of the variable itself: const
// stays in front of a *.
static std::string type_text(const Source &s, int first, int end) {
    std::string out;
    bool points = false;
    for (int t = end - 1; t >= first; t--) {
        points |= s.is(t, '*');
        bool kept = s.is(t, "volatile") || s.is(t, "typename") || s.is(t, "struct") ||
                    s.is(t, "class") || s.is(t, "enum") || s.is(t, "union");
        bool left_out =
            s.is_line(t) || (!kept && (is_pointer_word(s.at(t)) || is_qualifier(s.at(t))));
        if (left_out && !(points && s.is(t, "const")))
            continue;
        bool glued = out.empty() || s.is(t, ':') || out[0] == ':' || s.is(t, '<') ||
                     out[0] == '<' || out[0] == '>' || out[0] == ',';
        out = std::string(s.at(t)) + (glued ? "" : " ") + out;
    }
    return out;
}

// ---- parameters

// The name in a declarator and what is left of it, the type: T name, T *const name, T name[4],
// T (*name)(int), T (&name)[4], T...
Parameter read_parameter(const Source &s, int first, int last, int number) {
    Parameter p = {first, last, "", false, false, "", false, false};
    for (int i = first; i <= last; i++) {
        if (s.is(i, '(') || s.is(i, '['))
            i = s.partner(i);
        else if (s.is(i, '<') && s.angle_close(i) > 0)
            i = s.angle_close(i);
        else if (s.is(i, '='))
            p.last = s.previous(i);
        else if (s.is(i, '.'))
            p.pack = true;
        if (p.last < i)
            break;
    }
    while (p.last > p.first && s.is_line(p.last))
        p.last--;
    int i = p.last;
    while (s.is(i, ']'))
        i = s.previous(s.partner(i));
    if (s.is(i, ')')) { // a pointer to a function or an array
        p.complex = true;
        int open = s.partner(i);
        if (s.is(s.previous(open), ')'))
            open = s.partner(s.previous(open));
        i = s.previous(s.partner(open));
        while (s.is(i, ']'))
            i = s.previous(s.partner(i));
    }
    // A type stands in front of the name: a word that is no mere qualifier, a > or a mark of a
    // pointer or a reference, which const and __restrict__ may follow.
    bool type_before = false;
    for (int j = s.previous(i); j >= first && !type_before; j = s.previous(j)) {
        bool skipped = s.is_word(j) && (is_qualifier(s.at(j)) || is_pointer_word(s.at(j)));
        if (s.is(j, ':'))
            break;
        type_before = !skipped;
    }
    p.named = s.is_word(i) && !is_builtin(s.at(i)) && !is_qualifier(s.at(i)) &&
              !is_pointer_word(s.at(i)) && type_before;
    p.name = p.named ? std::string(s.at(i)) : "hostcu_p" + std::to_string(number);
    for (int j = first; j <= p.last; j++)
        p.reference |= s.is(j, '&');
    p.type = type_text(s, first, p.named ? i : p.last + 1);
    return p;
}

std::vector<Parameter> read_parameters(const Source &s, int open, int close) {
    std::vector<Parameter> parameters;
    int first = s.next(open);
    if (first >= close || (s.is(first, "void") && s.next(first) == close))
        return parameters;
    for (auto [a, z] : s.split_at_commas(open + 1, close - 1)) {
        while (a < z && s.is_line(a))
            a++;
        parameters.push_back(read_parameter(s, a, z, (int)parameters.size()));
    }
    return parameters;
}

// ---- statements

namespace {

struct Unread {}; // thrown where a statement cannot be read

class Parser {
  public:
    Parser(const Source &source, const Vocabulary &words, Tree &tree)
        : s(source), words_(words), tree_(tree) {
        scopes_.emplace_back();
    }

    void declare_parameters(const std::vector<Parameter> &parameters) {
        for (const Parameter &p : parameters) {
            tree_.parameters.push_back(nullptr);
            if (!p.named)
                continue;
            Variable &v = tree_.variables.emplace_back();
            v.origin = Variable::parameter;
            v.name = p.name;
            v.type = p.type;
            v.reference = p.reference;
            scopes_.back()[v.name] = tree_.parameters.back() = &v;
        }
    }

    Node *block(int open) { // at its {
        int close = s.partner(open);
        Node *node = tree_.make(Form::block, open, close);
        scopes_.emplace_back();
        for (i = s.next(open); i < close;)
            add(node, statement());
        scopes_.pop_back();
        i = s.next(close);
        return node;
    }

  private:
    const Source &s;
    const Vocabulary &words_;
    Tree &tree_;
    std::vector<std::map<std::string, Variable *, std::less<>>> scopes_;
    int i = 0; // the token at hand

    static void add(Node *to, Node *part) {
        to->parts.push_back(part);
        part->parent = to;
    }
    Variable *find(std::string_view name) const {
        for (size_t n = scopes_.size(); n-- > 0;) {
            auto found = scopes_[n].find(name);
            if (found != scopes_[n].end())
                return found->second;
        }
        return nullptr;
    }
    bool at(char mark) const {
        return s.is(i, mark);
    }
    bool at(const char *word) const {
        return s.is(i, word);
    }
    void step() {
        i = s.next(i);
    }
    void take(char mark) {
        if (!at(mark))
            throw Unread();
        step();
    }
    int before() const {
        return s.previous(i);
    }
    Node *empty() {
        return tree_.make(Form::empty, i, i - 1);
    }

    Node *statement() {
        int first = i;
        size_t depth = scopes_.size();
        try {
            return read_statement();
        } catch (const Unread &) {
            scopes_.resize(depth);
            i = first;
            return unread();
        }
    }

    // To its ; or the end of its block. The variables that it names are its parts.
    Node *unread() {
        Node *node = tree_.make(Form::unread, i, i);
        int end = i;
        for (; end < s.count() && !s.is(end, ';') && !s.is(end, '}'); end = s.next(end)) {
            if (s.is(end, '(') || s.is(end, '['))
                end = s.partner(end);
            else if (s.is(end, '{')) {
                end = s.partner(end);
                int after = s.next(end);
                if (!s.is(after, ';') && !s.is(after, ',') && !s.is(after, ')'))
                    break; // a body
            }
        }
        if (s.is(end, '}') && s.partner(end) < i)
            end = s.previous(end); // of the block around it
        name_all(node, i, end);
        node->last = end;
        i = s.next(std::max(end, i));
        return node;
    }

    void name_all(Node *node, int first, int last) {
        for (int t = first; t <= last; t++)
            if (s.is_word(t) && find(s.at(t)) && !s.is(s.previous(t), '.')) {
                Node *name = tree_.make(Form::name, t, t);
                name->word = std::string(s.at(t));
                name->variable = find(s.at(t));
                add(node, name);
            }
    }

    Node *scoped_statement() {
        scopes_.emplace_back();
        Node *node = statement();
        scopes_.pop_back();
        return node;
    }

    Node *read_statement() {
        int first = i;
        if (at('{'))
            return block(i);
        if (at(';')) {
            step();
            return tree_.make(Form::empty, first, first);
        }
        if (at('[') && s.is(i + 1, '[')) { // [[likely]]
            i = s.next(s.partner(i));
            return read_statement();
        }
        if (!s.is_word(i))
            return expression_statement();
        std::string_view w = s.at(i);
        if (w == "if")
            return condition();
        if (w == "for")
            return for_loop();
        if (w == "while" || w == "switch") {
            step();
            scopes_.emplace_back();
            Node *test = test_in_brackets(), *inner = statement();
            scopes_.pop_back();
            return tree_.make(w == "while" ? Form::while_loop : Form::choice, first, before(),
                              {test, inner});
        }
        if (w == "do") {
            step();
            Node *inner = scoped_statement();
            if (!at("while"))
                throw Unread();
            step();
            Node *test = test_in_brackets();
            take(';');
            return tree_.make(Form::do_loop, first, before(), {inner, test});
        }
        if (w == "return") {
            step();
            Node *node = tree_.make(Form::leave, first, first);
            if (at('{'))
                add(node, list());
            else if (!at(';'))
                add(node, comma());
            take(';');
            node->last = before();
            return node;
        }
        if (w == "break" || w == "continue" || w == "goto") {
            step();
            if (w == "goto")
                step();
            take(';');
            Node *node = tree_.make(Form::jump, first, before());
            node->word = std::string(w);
            return node;
        }
        if (w == "case" || w == "default" || (s.is(s.next(i), ':') && !s.is_scope(s.next(i)))) {
            while (!at(':') || s.is_scope(i)) {
                if (at(';') || at('}') || i >= s.count())
                    throw Unread();
                i = s.is_scope(i) ? s.next(i + 1) : s.next(i);
            }
            step();
            return tree_.make(Form::label, first, before());
        }
        if (w == "using" || w == "typedef" || w == "static_assert" || w == "_Static_assert" ||
            w == "enum")
            return types();
        if (is_declaration())
            return declaration();
        return expression_statement();
    }

    Node *types() {
        Node *node = tree_.make(Form::types, i, i);
        while (i < s.count() && !at(';'))
            i = at('{') || at('(') ? s.next(s.partner(i)) : s.next(i);
        take(';');
        node->last = before();
        return node;
    }

    Node *expression_statement() {
        int first = i;
        Node *value = comma();
        take(';');
        return tree_.make(Form::expression, first, before(), {value});
    }

    Node *test_in_brackets() {
        take('(');
        Node *test = is_declaration() ? nullptr : comma();
        if (!test) // if (int n = f())
            throw Unread();
        take(')');
        return test;
    }

    Node *condition() {
        int first = i;
        step();
        bool constant = at("constexpr");
        if (constant)
            step();
        scopes_.emplace_back();
        Node *node = tree_.make(Form::condition, first, first);
        node->word = constant ? "constexpr" : "";
        add(node, test_in_brackets());
        add(node, statement());
        scopes_.pop_back();
        if (at("else")) {
            step();
            add(node, scoped_statement());
        }
        node->last = before();
        return node;
    }

    Node *for_loop() {
        int first = i;
        step();
        take('(');
        scopes_.emplace_back();
        Node *begin;
        bool range = false;
        if (at(';')) {
            begin = empty();
            step();
        } else if (is_declaration()) {
            begin = declaration();
            range = s.is(begin->last, ':');
        } else {
            begin = expression_statement();
        }
        Node *node;
        if (range) {
            Node *over = at('{') ? list() : comma();
            take(')');
            node = tree_.make(Form::range_loop, first, first, {begin, over, statement()});
        } else {
            Node *test = at(';') ? empty() : comma();
            take(';');
            Node *move = at(')') ? empty() : comma();
            take(')');
            node = tree_.make(Form::for_loop, first, first, {begin, test, move, statement()});
        }
        scopes_.pop_back();
        node->last = before();
        return node;
    }

    // ---- declarations

    enum class Type { none, builtin, known, unknown };

    // The token after the words of a type that begins here, without marks of pointers.
    int type_end(int t, Type &type) const {
        type = Type::none;
        for (;;) {
            if (s.is_word(t)) {
                std::string_view w = s.at(t);
                if (w == "__attribute__" || w == "alignas" || w == "__align__") {
                    t = s.next(s.partner(s.next(t)));
                    continue;
                }
                if (is_qualifier(w)) {
                    t = s.next(t);
                    continue;
                }
                if (is_builtin(w) && (type == Type::none || type == Type::builtin)) {
                    type = Type::builtin;
                    t = s.next(t);
                    continue;
                }
                if (w == "decltype" && type == Type::none) {
                    type = Type::known;
                    t = s.next(s.partner(s.next(t)));
                    continue;
                }
                if (type != Type::none || is_statement_word(w))
                    return t;
            } else if (!s.is_scope(t) || type != Type::none) {
                return t;
            }
            std::string_view last;
            int end = name_end(t, last);
            if (end < 0)
                return t;
            type = words_.types.count(last) && !find(last) ? Type::known : Type::unknown;
            t = end;
        }
    }

    // The token after a::b<c>::d, and its last word.
    int name_end(int t, std::string_view &last) const {
        if (s.is_scope(t))
            t = s.next(t + 1);
        for (;;) {
            if (s.is(t, "template"))
                t = s.next(t);
            if (!s.is_word(t) || s.is(t, "operator"))
                return -1;
            last = s.at(t);
            int word = t;
            t = s.next(t);
            if (s.is(t, '<') && is_template(word, t))
                t = s.next(s.angle_close(t));
            if (!s.is_scope(t))
                return t;
            t = s.next(t + 1);
        }
    }

    // Is this < the beginning of template arguments?
    bool is_template(int word, int open) const {
        int close = s.angle_close(open);
        if (close < 0 || s.is(open + 1, '<') || find(s.at(word)) || s.is(s.previous(word), '.'))
            return false;
        if (words_.templates.count(s.at(word)))
            return true;
        for (int t = open + 1; t < close; t++)
            if (s.tokens[(size_t)t].kind == Kind::mark &&
                !strchr(":<>,*&", s.text[s.tokens[(size_t)t].begin]))
                return false;
        return s.is(s.next(close), '(') || s.is_scope(s.next(close)) || s.is_word(s.next(close)) ||
               words_.types.count(s.at(word));
    }

    bool is_declaration() const {
        Type type;
        bool qualified = s.is_word(i) && is_qualifier(s.at(i));
        int t = type_end(i, type), marks = t;
        while (s.is(t, '*') || s.is(t, '&') || (t > marks && is_pointer_word(s.at(t))))
            t = s.next(t);
        if (type == Type::none || t == i)
            return false;
        if (type == Type::builtin && s.is(t, '[')) // auto [a, b]
            return true;
        if (!s.is_word(t) || is_statement_word(s.at(t)))
            return (type == Type::builtin || qualified) && s.is(t, '(') &&
                   (s.is(t + 1, '*') || s.is(t + 1, '&'));
        if (t == marks || type != Type::unknown || qualified)
            return true;
        return !find(s.at(before_mark(marks))); // a * b: a type in front, no variable
    }
    int before_mark(int t) const {
        return s.previous(t);
    }

    Node *declaration() {
        int first = i;
        Type type;
        int end = type_end(i, type);
        bool still = false, constant = false, shared = false;
        for (int t = first; t < end; t++) {
            still |= s.is(t, "static") || s.is(t, "thread_local");
            constant |= s.is(t, "const") || s.is(t, "constexpr");
            shared |= s.is(t, "__shared__");
        }
        Node *node = tree_.make(shared ? Form::shared : Form::declaration, first, first);
        std::string text = type_text(s, first, end);
        i = end;
        for (;;) {
            add(node, declarator(text, still, constant, shared));
            if (!at(','))
                break;
            step();
        }
        if (!at(';') && !(at(':') && !s.is_scope(i)))
            throw Unread();
        node->last = i;
        step();
        return node;
    }

    Node *declarator(const std::string &type, bool still, bool constant, bool shared) {
        Variable &v = tree_.variables.emplace_back();
        Node *node = tree_.make(Form::declarator, i, i);
        v.type = type;
        v.still = still;
        v.constant = constant;
        v.declarator = node;
        v.origin = shared ? Variable::shared : Variable::local;
        for (; at('*') || at('&') || (s.is_word(i) && is_pointer_word(s.at(i))); step()) {
            if (at('*'))
                v.type = (constant && !v.points() ? "const " : "") + v.type + " *";
            v.reference |= at('&');
        }
        while (at("__attribute__") || at("__align__") || at("alignas")) { // __align__(8) name
            step();
            i = s.next(s.partner(i));
        }
        if (!s.is_word(i) || is_builtin(s.at(i)) || is_statement_word(s.at(i)))
            throw Unread();
        v.name = node->word = std::string(s.at(i));
        node->variable = &v;
        node->op = doubt();
        int last = i;
        step();
        while (at('[')) {
            last = s.partner(i);
            int inner = s.next(i);
            bool number = s.next(inner) == last && s.tokens[(size_t)inner].kind == Kind::number;
            v.room *= number ? atoi(std::string(s.at(inner)).c_str()) : 0;
            v.dims += s.flat(i, last);
            step();
            if (!at(']'))
                add(node, comma());
            take(']');
        }
        scopes_.back()[v.name] = &v;
        if (at('=')) {
            step();
            v.begin = at('{') ? Variable::braces : Variable::equals;
            v.value = at('{') ? list() : assignment();
        } else if (at('{')) {
            v.begin = Variable::braces;
            v.value = list();
        } else if (at('(')) {
            v.begin = Variable::brackets;
            v.value = list();
        }
        if (v.value) {
            add(node, v.value);
            last = before();
        }
        node->last = last;
        return node;
    }

    // ---- expressions

    std::string op() const { // at the token at hand
        static const char *const longer[] = {
            "<<=", ">>=", "->*", "...", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||",
            "+=",  "-=",  "*=",  "/=",  "%=", "&=", "|=", "^=", "++", "--", "->", "::"};
        if (i >= s.count() || s.tokens[(size_t)i].kind != Kind::mark)
            return "";
        for (std::string one : longer) {
            bool same = true;
            for (size_t n = 0; n < one.size() && same; n++)
                same = s.is(i + (int)n, one[n]) && (n + 1 == one.size() || s.touches(i + (int)n));
            if (same)
                return one;
        }
        return std::string(s.at(i));
    }
    void step_over(const std::string &op) {
        i = s.next(i + (int)op.size() - 1);
    }

    std::string doubt() const { // an operation: of numbers, or a function of the user's?
        return words_.references_numbers ? "references" : "";
    }

    Node *list() { // { a, b } or ( a, b )
        int first = i, close = s.partner(i);
        Node *node = tree_.make(Form::list, first, close);
        step();
        while (i < close) {
            if (at('.')) // { .x = 1 }
                throw Unread();
            add(node, at('{') ? list() : assignment());
            if (at('.') && op() == "...") // a pack
                step_over("...");
            if (i != close)
                take(',');
        }
        i = s.next(close);
        return node;
    }

    Node *comma() {
        Node *left = assignment();
        while (at(',')) {
            step();
            Node *right = assignment();
            left = tree_.make(Form::comma, left->first, right->last, {left, right});
        }
        return left;
    }

    Node *assignment() {
        static const std::set<std::string> marks = {
            "=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="};
        Node *left = binary(0);
        std::string mark = op();
        if (mark == "?") {
            step();
            Node *yes = comma();
            take(':');
            Node *no = assignment();
            return tree_.make(Form::conditional, left->first, no->last, {left, yes, no});
        }
        if (!marks.count(mark))
            return left;
        step_over(mark);
        Node *right = at('{') ? list() : assignment();
        Node *node = tree_.make(Form::assignment, left->first, right->last, {left, right});
        node->word = mark;
        node->op = doubt();
        return node;
    }

    static int level(const std::string &op) {
        static const std::map<std::string, int> levels = {
            {"||", 1}, {"&&", 2}, {"|", 3}, {"^", 4},  {"&", 5},  {"==", 6},
            {"!=", 6}, {"<", 7},  {">", 7}, {"<=", 7}, {">=", 7}, {"<<", 8},
            {">>", 8}, {"+", 9},  {"-", 9}, {"*", 10}, {"/", 10}, {"%", 10}};
        auto found = levels.find(op);
        return found == levels.end() ? 0 : found->second;
    }

    Node *binary(int above) {
        Node *left = unary();
        for (;;) {
            std::string mark = op();
            int its = level(mark);
            if (its <= above)
                return left;
            step_over(mark);
            Node *right = binary(its);
            left = tree_.make(Form::binary, left->first, right->last, {left, right});
            left->word = mark;
            left->op = doubt();
        }
    }

    Node *unary() {
        int first = i;
        std::string mark = op();
        if (mark == "++" || mark == "--" || mark == "+" || mark == "-" || mark == "!" ||
            mark == "~" || mark == "*" || mark == "&") {
            step_over(mark);
            Node *of = unary();
            Node *node = tree_.make(Form::unary, first, of->last, {of});
            node->word = mark;
            return node;
        }
        if (at("__extension__")) {
            step();
            Node *of = unary();
            of->first = first;
            return of;
        }
        if (at("sizeof") || at("alignof")) {
            step();
            Node *node = tree_.make(Form::unary, first, first);
            node->word = "sizeof";
            if (at('('))
                i = s.next(s.partner(i));
            else
                add(node, unary());
            node->last = before();
            return node;
        }
        if (at('(') && is_cast())
            return cast(s.next(i), s.partner(i));
        return postfix(primary());
    }

    bool is_cast() const { // ( type ) operand
        Type type;
        int close = s.partner(i), t = type_end(s.next(i), type), marks = t;
        while (s.is(t, '*') || s.is(t, '&') || (t > marks && is_pointer_word(s.at(t))))
            t = s.next(t);
        if (type == Type::none || t != close)
            return false;
        int after = s.next(close);
        bool operand = s.is_word(after) || s.is(after, '(') || s.is(after, '~') ||
                       s.is(after, '!') || s.is(after, '{') ||
                       s.tokens[(size_t)after].kind == Kind::number ||
                       s.tokens[(size_t)after].kind == Kind::text;
        bool sign = s.is(after, '-') || s.is(after, '+') || s.is(after, '*') || s.is(after, '&');
        if (type == Type::unknown && find(s.at(s.previous(marks))))
            return false;
        if (type == Type::unknown && marks == close)
            return operand && !s.is(after, '(') && !s.is(after, '{');
        return operand || sign;
    }

    Node *cast(int first, int close) { // (type) value
        int open = i;
        i = s.next(close);
        Node *value = at('{') ? list() : unary();
        Node *node = tree_.make(Form::cast, open, value->last, {value});
        node->word = type_text(s, first, close);
        return node;
    }

    // How a function takes its arguments, if that is certain. Of a template's own, f<4, int>, each
    // must be a number or a built-in type: another one may be an alias of a reference.
    std::string passes(const std::string &called) const {
        const size_t angle = std::min(called.find('<'), called.size());
        const std::string name = called.substr(0, angle);
        if (words_.changers.count(name))
            return "references";
        bool plain = words_.functions.count(name) != 0;
        for (size_t i = angle, end; i + 1 < called.size() && plain; i = end) {
            end = std::min(called.find(',', i + 1), called.size() - 1);
            const size_t first = called.find_first_not_of(' ', i + 1);
            const std::string one =
                called.substr(first, called.find_last_not_of(' ', end - 1) + 1 - first);
            plain = one.find_first_not_of("0123456789u") == one.npos || is_number_type(one) ||
                    (words_.numbers.count(one) && !words_.types.count(one));
        }
        return plain ? "values" : "";
    }

    Node *postfix(Node *node) {
        for (;;) {
            std::string mark = op();
            if (mark == "(") {
                int close = s.partner(i);
                Node *call = tree_.make(Form::call, node->first, close, {node});
                call->op = passes(node->word);
                step();
                while (i < close) {
                    add(call, at('{') ? list() : assignment());
                    if (op() == "...")
                        step_over("...");
                    if (i != close)
                        take(',');
                }
                i = s.next(close);
                node = call;
            } else if (mark == "[") {
                int close = s.partner(i);
                step();
                Node *index = comma();
                if (i != close)
                    throw Unread();
                step();
                node = tree_.make(Form::subscript, node->first, close, {node, index});
                node->op = doubt();
            } else if (mark == "." || mark == "->") {
                step_over(mark);
                std::string_view last;
                int word = i, end = at('~') ? -1 : name_end(i, last);
                if (end < 0)
                    throw Unread();
                i = end;
                node = tree_.make(Form::member, node->first, before(), {node});
                node->word = s.flat(word, before());
                node->op = mark;
            } else if (mark == "++" || mark == "--") {
                step_over(mark);
                node = tree_.make(Form::postfix, node->first, before(), {node});
                node->word = mark;
            } else if (mark == "{" && node->is(Form::name) && !node->variable) { // float4{...}
                Node *values = list();
                node = tree_.make(Form::call, node->first, values->last, {node, values});
            } else {
                return node;
            }
        }
    }

    Node *primary() {
        int first = i;
        if (i >= s.count())
            throw Unread();
        if (s.tokens[(size_t)i].kind == Kind::number) {
            step();
            Node *node = tree_.make(Form::number, first, first);
            node->word = std::string(s.at(first));
            return node;
        }
        if (s.tokens[(size_t)i].kind == Kind::text) {
            while (i < s.count() && (s.tokens[(size_t)i].kind == Kind::text))
                step();
            return tree_.make(Form::text, first, before());
        }
        if (at('(')) {
            int close = s.partner(i);
            step();
            Node *inner = at('{') ? block(i) : comma(); // ({ ... }) is gcc's
            if (i != close)
                throw Unread();
            step();
            return tree_.make(Form::brackets, first, close, {inner});
        }
        if (at('['))
            return lambda();
        if (!s.is_word(i) && !s.is_scope(i))
            throw Unread();
        std::string_view w = s.at(i);
        if (w == "static_cast" || w == "reinterpret_cast" || w == "const_cast" ||
            w == "dynamic_cast") {
            int open = s.next(i), close = s.angle_close(open);
            i = s.next(close);
            if (close < 0 || !at('('))
                throw Unread();
            step();
            Node *value = comma();
            take(')');
            Node *node = tree_.make(Form::cast, first, before(), {value});
            node->word = type_text(s, s.next(open), close);
            return node;
        }
        Type type;
        int end = type_end(i, type);
        if (type == Type::builtin) { // int(x), float{}
            i = end;
            if (!at('(') && !at('{'))
                throw Unread();
            Node *value = list(), *node = tree_.make(Form::cast, first, value->last, {value});
            node->word = type_text(s, first, end);
            return node;
        }
        if (is_statement_word(w) && w != "true" && w != "false" && w != "nullptr" && w != "this")
            throw Unread();
        if (w == "typename")
            step();
        std::string_view last;
        end = name_end(i, last);
        if (end < 0)
            throw Unread();
        Node *node = tree_.make(Form::name, first, s.previous(end));
        node->word = s.flat(i, s.previous(end));
        if (end == s.next(i))
            node->variable = find(s.at(i));
        if (!node->variable && words_.numbers.count(node->word))
            node->op = "number";
        i = end;
        return node;
    }

    Node *lambda() {
        int first = i, opens = i;
        i = s.next(s.partner(i));
        Node *node = tree_.make(Form::function, first, first);
        name_all(node, opens, s.previous(i)); // what it catches
        scopes_.emplace_back();
        if (at('(')) {
            for (const Parameter &p : read_parameters(s, i, s.partner(i)))
                if (p.named) {
                    Variable &v = tree_.variables.emplace_back();
                    v.name = p.name;
                    v.type = p.type;
                    scopes_.back()[v.name] = &v;
                }
            i = s.next(s.partner(i));
        }
        while (!at('{') && !at(';') && !at('}') && i < s.count())
            i = at('(') ? s.next(s.partner(i)) : s.next(i); // mutable noexcept -> type
        if (!at('{'))
            throw Unread();
        add(node, block(i));
        scopes_.pop_back();
        node->last = before();
        return node;
    }
};

} // namespace

void parse_body(const Source &source, const Vocabulary &words,
                const std::vector<Parameter> &parameters, int body, Tree &tree) {
    Parser parser(source, words, tree);
    parser.declare_parameters(parameters);
    tree.body = parser.block(body);
}
