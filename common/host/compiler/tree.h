// tree.h: the body of a function as a tree of statements, declarations and expressions.
//
// A type stays text: it is the C++ compiler's business. What cannot be read becomes a node of the
// form `unread`: whoever meets one takes it that anything may happen there.
#ifndef HOSTCC_TREE_H
#define HOSTCC_TREE_H

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "source.h"

enum class Form {
    // statements, and their parts in order
    block,       // statements
    condition,   // if: condition, statement, [else's statement]
    for_loop,    // statement or empty, condition or empty, expression or empty, body
    range_loop,  // for (T x : range): declaration, range, body
    while_loop,  // condition, body
    do_loop,     // body, condition
    choice,      // switch: value, body
    label,       // name:, case x:, default:
    jump,        // word: break, continue or goto
    leave,       // return: [value]
    declaration, // declarators
    types,       // using, typedef, enum, static_assert: what is no code
    shared,      // a declaration of __shared__ variables, as it stands
    expression,  // expression
    empty,       // ; or a missing part of for
    // a declared variable: its dimensions, then its value
    declarator,
    // expressions
    name,        // word; with qualifiers and template arguments
    number,      //
    text,        // string and character literals
    brackets,    // ( expression )
    unary,       // word: the operator
    postfix,     // word: ++ or --
    binary,      // word
    assignment,  // word: = += ...
    conditional, // ?:
    comma,       // two expressions
    cast,        // word: the type; the value
    call,        // what is called, arguments
    subscript,   // array, index
    member,      // word: the member; op: . or ->
    list,        // { ... }
    function,    // a lambda: its body
    unread,      // the variables that it names
};

struct Node;

// What a scope of a function declares.
struct Variable {
    enum Origin { local, parameter, shared } origin = local;
    std::string name; // the user's
    std::string type; // without const, with its marks: "float *"
    std::string dims; // of an array: "[4][2]"
    int room = 1;     // elements, when every dimension is a number; else 0
    bool reference = false, constant = false, still = false; // still: static
    enum Begin { nothing, equals, brackets, braces } begin = nothing;
    Node *value = nullptr;      // with braces and brackets: a list
    Node *declarator = nullptr; // a parameter has none
    bool points() const {       // names elements that are not its own
        return dims.empty() && type.find('*') != type.npos;
    }
};

// In a copy of a template: what its parameters mean.
using Meanings = std::map<std::string, std::string, std::less<>>;
std::string in_meanings(const std::string &text, const Meanings &meant); // each word

struct Node {
    Form form;
    int first, last; // tokens
    std::string word, op;
    std::vector<Node *> parts;
    Variable *variable = nullptr; // of a name and a declarator
    Node *parent = nullptr;
    // A node that was made: text before, between and behind its parts. `first` and `last` then
    // say where its like stands in the user's file.
    std::vector<std::string> glue;
    const Meanings *meant = nullptr; // of the words in its tokens

    bool is(Form f) const {
        return form == f;
    }
    bool is(Form f, const char *w) const {
        return form == f && word == w;
    }
};

struct Tree {
    std::deque<Node> nodes;
    std::deque<Variable> variables;
    std::vector<Variable *> parameters; // nullptr for one without a name
    Node *body = nullptr;
    std::shared_ptr<Meanings> meanings;        // nullptr: of no template
    std::vector<std::shared_ptr<Tree>> copies; // of functions that became a part of it

    Node *make(Form form, int first, int last, std::vector<Node *> parts = {});
};

// What the words of a whole source mean, as far as they say so themselves.
struct Vocabulary {
    explicit Vocabulary(const Source &source);
    // An operator or a constructor takes a number by reference: it may change it, or keep it.
    bool references_numbers = false;
    std::set<std::string, std::less<>> types, classes, templates;
    std::set<std::string, std::less<>> volatiles;           // outside functions
    std::set<std::string, std::less<>> functions, changers; // changers: with a reference parameter
    std::set<std::string, std::less<>> constants; // const, constexpr, __constant__, enumerators
    std::set<std::string, std::less<>> numbers;   // those with a built-in type in front of them
    std::set<std::string, std::less<>> memory;    // those of __constant__: only the host sets them
};

// ---- parse.cpp

struct Parameter {
    int first, last;         // tokens, without a default argument
    std::string name;        // as the stub knows it; "..." follows when it is a pack
    bool named, pack;        //
    std::string type;        // without const: "float *"
    bool reference, complex; // complex: a pointer to a function or to an array
};

Parameter read_parameter(const Source &source, int first, int last, int number);
std::vector<Parameter> read_parameters(const Source &source, int open, int close);
bool is_integer_type(const std::string &type); // of built-in words and their usual names
bool is_wide_type(const std::string &type);    // an integer of 64 bits
bool is_narrow_type(const std::string &type);  // of 32 bits
bool is_index_type(const std::string &type);   // of one of both
bool is_number_type(const std::string &type);  // or a pointer, as far as its words say

// Adds the body { to the tree; its variables and those of the parameters are new ones.
void parse_body(const Source &source, const Vocabulary &words,
                const std::vector<Parameter> &parameters, int body, Tree &tree);

// ---- tree.cpp: questions about nodes

using Visit = std::function<void(const Node &)>;
void walk(const Node *node, const Visit &visit); // parents first
bool any_of(const Node *node, const std::function<bool(const Node &)> &is);
bool inside(const Node *node, const Node *outer); // or outer itself
Node *bare(Node *node);                           // without brackets around it
const Node *bare(const Node *node);
bool is_loop(const Node &n);

// The loop of b[i * n + x] that goes a row further in memory with each step, for (int i = ...; i <
// n;
// ...), where b is memory of the grid; else nullptr.
const Node *loop_down_column(const Node &subscript);
bool is_threadIdx_x(const Node *node);
// blockDim . x and its kin.
bool is_member_of(const Node *node, const char *name, const char *member);
// threadIdx, or of it only this axis; or a variable that begins with something of it.
bool names_threads(const Node *e, const char *axis = nullptr);
const Node *statement_of(const Node *node); // the statement or loop header around an expression

// How a name is used where it stands.
struct Use {
    enum How {
        read,    // its value
        set,     // assigned: `by` is the assignment
        stepped, // ++ or --: `by` is the operation
        part,    // an element or member is changed
        lost,    // its address or a reference is taken: anything may happen to it
    } how;
    const Node *at, *by;
};
Use use_of(const Node *name);
std::vector<Use> uses_of(const Node *root, const Variable *variable);

// What words mean wherever they stand.
bool is_builtin(std::string_view word);        // int, auto
bool is_qualifier(std::string_view word);      // static, struct
bool is_pointer_word(std::string_view word);   // behind a *: const, __restrict__
bool is_statement_word(std::string_view word); // return, sizeof

#endif
