// splitting.h: a kernel with barriers runs as phases: between two barriers every thread of the
// block in a loop. Where each thread's variable lives follows from how it is used:
//   uniform   the same for all threads: one variable of the block
//   computed  from threadIdx and uniform ones, cheaply: computed anew in each phase
//   kept      an array with an element for each thread
// The statements around barriers (loops, conditions) must be uniform; a condition around warp
// functions alone may differ from thread to thread: then a mask says who takes part.
// What does not fit is refused here and takes the general path: slow, but right.
#ifndef HOSTCC_SPLITTING_H
#define HOSTCC_SPLITTING_H

#include <functional>
#include <map>

#include "fragment.h"
#include "phases.h"

struct Refused {}; // thrown by what cannot be split

enum class Storage { uniform, computed, kept };

struct Variable {
    std::string name, type, dims, value; // value: the initialiser's text
    Storage storage;
    bool changed = false;   // assigned somewhere after its declaration
    bool outermost = false; // declared in the kernel's own block
    int value_first = -1, value_last = -1, place = -1;
};

struct Statement {
    enum Form { leaf, declaration, barrier, block, condition, loop, while_loop } form;
    int first, last; // pieces
    bool waits;
    int open = -1; // of the condition's brackets
    std::vector<Statement> inside, otherwise;
};

inline bool in(const std::set<std::string> &set, const std::string &word) {
    return set.count(word) != 0;
}

// A sum of threadIdx.x and what is the same along a row of threads, counted as a signed number
// so that the compiler can see it grow by one.
struct RowSum {
    std::string name, rest, type; // type: of the sum
    bool index;                   // a subscript
};

struct Declared {
    std::string name, type, dims;
    int first, last; // the initialiser's expression, or -1
    int place;
    bool braces, brackets;
};

// threadIdx.x < uniform, or == uniform: which threads of a row.
struct RowPart {
    bool is, equal;
    std::string type, bound;
};

class Phases {
  public:
    Phases(const Source &source, const Kernel &kernel, const Reaches &reaches, const Edits &edits,
           bool gcc, bool asks)
        : source_(source), k_(kernel), reaches_(reaches), edits_(edits), gcc_(gcc), asks_(asks) {}

    std::string run();

  private:
    const Source &source_;
    const Kernel &k_;
    const Reaches &reaches_;
    const Edits &edits_;
    bool gcc_, asks_, returns_ = false;
    Fragment f_;
    std::vector<Variable> variables_;
    std::map<std::string, int> by_name_;
    std::vector<int> visible_;
    std::set<std::string> locals_, changed_uniform_;
    std::string out_, top_; // top_: what lasts as long as the block
    // The threads of a row that take part, when a condition on threadIdx.x leaves out the rest.
    std::string row_begin_ = "0", row_end_ = "(int)blockDim.x";
    std::vector<RowSum> sums_; // that the phase being gathered counts along
    int made_ = 0;

    // phases_statements.cpp: the body as a tree of statements
    void refuse_spinning(int first, int last) const;
    bool is_wait(int i) const;
    bool has_wait(int first, int last) const;
    int statement_end(int i) const;
    std::vector<Statement> statements(int first, int last);
    std::vector<Statement> body(int first);
    Statement statement(int i, int end);
    bool only_stores(int i, int end) const;
    static const Statement *leaf_at(const std::vector<Statement> &list, int first);
    static bool waits(const std::vector<Statement> &list);
    int semicolon(int i) const;

    // phases_declarations.cpp: which variables there are
    int declared_name(int i, int end) const;
    bool is_declaration(int i, int end) const;
    std::vector<Declared> read_declaration(int i, int end) const;
    void add_variable(const Declared &d, bool outermost);
    void rename_duplicates(int first, int end, int scope_last);
    void find_variables(const std::vector<Statement> &list, bool outermost);
    Variable &variable(const std::string &name);
    std::string declare(const Statement &s);

    // phases_uniform.cpp: what is the same for every thread
    bool is_parameter(const std::string &word) const;
    bool is_constant(const std::string &word) const;
    bool is_type(const std::string &word) const;
    bool expression(int first, int last, bool cheap) const;
    bool is_changed_here(int i) const;
    bool escapes_at(int i) const;
    int divergence(const std::vector<Statement> &list, int piece) const;
    bool uniform_change(const std::vector<Statement> &all, const Variable &v, int i) const;
    bool in_loop_step(const std::vector<Statement> &list, int i) const;
    bool is_uniform_loop(const Statement &s);
    bool is_uniform_variable(int i) const;
    bool uniform_assignment(int first, int last) const;
    bool uniform_step(int first, int last) const;

    // phases_storage.cpp: where each variable lives
    void classify(const std::vector<Statement> &all);
    bool stays_uniform(const std::vector<Statement> &all, const Variable &v);
    bool stays_computed(const std::vector<Statement> &all, Variable &v);

    // phases_inline.cpp: device functions that wait
    int definition(const std::string &name) const;
    bool is_function_that_waits(int i) const;
    void inline_functions();
    void inline_call(int call, int round);

    // phases_phase.cpp: one phase, a loop over the threads
    std::string marker(int i) const;
    std::string prelude(const std::string &text);
    void phase(const std::string &text, const std::string &mask, bool independent = true);
    static std::string replace_returns(const std::string &text);

    // phases_rows.cpp: how that loop goes along a row
    std::string rest_of_sum(const Fragment &f, int first, int last, std::string &type) const;
    bool differs(const std::string &name) const;
    bool is_thread_index(const Fragment &f, int i) const;
    bool is_signed_index(const Fragment &f, int i) const;
    bool same_outside(int i, int first, int last) const;
    std::string counted_text(int first, int last);
    RowPart row_part(int first, int last) const;
    void emit_part(const RowPart &part, const std::function<void()> &inside);
    bool is_guarded(const Statement &s) const;
    void emit_guarded(const Statement &s, const std::string &mask);

    // phases_emit.cpp: the statements around the phases
    bool is_uniform_statement(const Statement &s) const;
    bool is_recomputed(const Statement &s) const;
    void emit_list(const std::vector<Statement> &list, const std::string &mask);
    void emit_waiting(const Statement &s, const std::string &mask);
    void emit_condition(const Statement &s, const std::string &mask, bool block_wait);
    void emit_loop(const Statement &s, const std::string &mask);
    bool stores_to_memory(const Statement &loop) const;

    // phases_warps.cpp: shuffles and votes
    bool names_all_lanes(const std::vector<Statement> &list) const;
    void emit_exchange(const Statement &s, const std::string &mask);
    static std::string pull_out(const std::string &text, const std::string &declared);
};

#endif
