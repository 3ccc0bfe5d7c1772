// split.h: a kernel with barriers runs as phases: between two barriers every thread of the block
// in a loop. Where each thread's variable lives follows from how it is used:
//   uniform   the same for all threads: one variable of the block
//   computed  from threadIdx and uniform ones, cheaply: computed anew in each phase
//   kept      an array with an element for each thread
// The statements around barriers (loops, conditions) must be uniform; a condition around warp
// functions alone may differ from thread to thread: then a mask says who takes part.
// What does not fit is refused here, with a reason, and takes the general path: slow, but right.
#ifndef HOSTCC_SPLIT_H
#define HOSTCC_SPLIT_H

#include <algorithm>
#include <map>

#include "kernel.h"

struct Refused { // thrown by what cannot be split
    int token;
    std::string why;
};
[[noreturn]] inline void refuse(const Node *node, const std::string &why) {
    throw Refused{node->first, why};
}

enum class Storage { uniform, computed, kept };

// A variable of the kernel's that more than one phase may see.
struct Kept {
    Variable *variable;
    std::string name; // in the code made; the user's, where no other has it
    std::string type;
    Storage storage = Storage::uniform;
    const Node *value = nullptr;
    bool changed = false;   // assigned somewhere after its declaration
    bool outermost = false; // declared in the kernel's own block
    std::vector<Use> uses;
};

// A sum of threadIdx.x and what is the same along a row of threads, counted as a signed number
// so that the compiler can see it grow by one.
struct RowSum {
    std::string name, rest, type; // type: of the sum
    bool index;                   // a subscript
};

// threadIdx.x < uniform, or == uniform: which threads of a row.
struct RowPart {
    const Node *bound = nullptr; // nullptr: it is no such condition
    bool equal = false;
    std::string type;
};

bool jumps_out(const Node *statement,
               bool in_switch = false); // break or continue of a loop outside

// Who an expression is the same for.
enum class Over {
    block,  // every thread
    row,    // the threads along x
    thread, // none; but it costs little to compute it from threadIdx again
};

// ---- groups.cpp: cooperative groups in the words of CUDA

void rewrite_groups(Tree &tree);
void drop_groups(Tree &tree); // those whose names nobody uses any more

// ---- inline.cpp: device functions that wait become a part of the kernel

void inline_functions(const Source &source, const Vocabulary &words, const Reaches &reaches,
                      const Kernel &kernel);

// ---- plan.cpp: what stands around phases, what is the same for all threads, where variables live

class Plan {
  public:
    // interchanges: a loop of the threads' own may become a loop around them.
    Plan(const Source &source, const Vocabulary &words, const Kernel &kernel,
         const Reaches &reaches, bool interchanges);

    bool returns = false; // some thread may leave before the others
    bool waits() const {
        return waits(tree_.body);
    }
    // A loop of the threads' own that became a loop around them, for what they read: a row.
    bool interchanges() const {
        return std::any_of(around_.begin(), around_.end(), [this](const Node *n) {
            return strides(n) || (may_go_around(n) && is_uniform_loop(n));
        });
    }

    bool waits(const Node *node) const { // in it or in a part of it
        return waits_.count(node) != 0;
    }
    bool is_around(const Node *statement) const { // done for the block, with phases inside
        return around_.count(statement) != 0;
    }
    const std::deque<Kept> &variables() const { // in the order of their declarations
        return variables_;
    }
    const Kept *of(const Variable *variable) const; // nullptr: only one phase sees it
    const Kept *kept(const Node *name) const {
        return name->is(Form::name) ? of(name->variable) : nullptr;
    }
    bool same(const Node *e, Over over) const;
    // What was taken for the same and is no variable of the kernel's: the C++ compiler must find
    // that it is a number, and that nobody can change it.
    const std::set<const Node *> &relied_on() const {
        return relied_on_;
    }
    bool is_set_by_host(std::string_view word) const { // a variable of __constant__
        return words_.memory.count(word) != 0;
    }
    // A last condition around a barrier: the threads for which it is false have come to their end.
    bool leaves_others_out(const Node *condition) const;
    bool is_uniform_statement(const Node *statement) const; // done once for the block
    bool is_uniform_loop(const Node *loop) const; // its variables and its header are uniform
    // Each thread begins one further along the row than the one before, and all go on by the same:
    // each step may be a loop over the threads.
    bool strides(const Node *loop) const;

  private:
    const Vocabulary &words_;
    Tree &tree_;
    const Reaches &reaches_;
    const bool interchanges_;
    std::deque<Kept> variables_;
    std::map<const Variable *, Kept *> kept_;
    std::set<std::string> names_; // that no variable may be given
    std::set<const Node *> waits_, around_;
    mutable std::set<const Node *> relied_on_;

    bool found_same(const Node *e, Over over) const;
    void rely_on(const Node *e) const;
    bool is_class(const std::string &type) const;
    void refuse_what_cannot_be_split() const;
    bool mark_waits(const Node *node);
    void mark_around(const Node *statement);
    bool only_stores(const Node *loop) const;
    bool may_stride(const Node *loop) const;
    bool may_go_around(const Node *loop) const;
    bool may_be_a_phase(const Node *body) const;
    bool along_row(const Node *e) const;
    bool ends_kernel(const Node *statement) const;
    void keep_changed_parameters();
    void add_variable(Variable *v, const Node *place, bool outermost);
    void find_variables(const Node *statement, bool outermost);
    bool same_name(const Node *e, Over over) const;
    int divergence(const Node *node) const;
    bool changes_for_all(const Node *operation) const;
    bool stays_uniform(Kept &v);
    bool stays_computed(Kept &v);
    void classify();
};

// ---- rows.cpp, emit.cpp: the plan as C++

class Emitter {
  public:
    Emitter(const Source &source, const Kernel &kernel, const Plan &plan, const Reaches &reaches,
            const Edits &edits, bool gcc)
        : source_(source), k_(kernel), plan_(plan), reaches_(reaches), edits_(edits), gcc_(gcc),
          asks_(reaches.asks_index(kernel.tree->body)) {}

    Split run();

  private:
    const Source &source_;
    const Kernel &k_;
    const Plan &plan_;
    const Reaches &reaches_;
    const Edits &edits_;
    bool gcc_, asks_, counts_ = true;
    std::string out_, top_; // top_: what lasts as long as the block
    std::string between_;   // what is done once between two phases
    // The threads of a row that take part, when a condition on threadIdx.x leaves out the rest.
    std::string row_begin_ = "0", row_end_ = "(int)blockDim.x";
    bool alone_ = false;                          // the phase adds to what its other threads add to
    bool one_ = false;                            // at most one thread of a row
    const Variable *strider_ = nullptr;           // of the loop that strides
    std::vector<RowSum> sums_;                    // that the phase being gathered counts along
    std::map<const Node *, std::string> instead_; // the text of nodes that others stand in for
    std::deque<Tree> copies_;                     // of functions, one for each call
    std::map<const Kept *, const Node *> now_;    // what a computed variable is by now
    int made_ = 0;
    std::string explained_;
    int phases_ = 0, depth_ = 1; // of the explanation

    std::string marker(const Node *node) const { // the user's line, for made text
        return source_.resume(node->first, false);
    }
    std::string fresh(const char *name) {
        return name + std::to_string(made_++);
    }

    // Whether a mask leaves any thread out: a loop over the threads without the question is
    // quicker.
    static std::string not_all(const std::string &mask) {
        return mask.empty() ? "false" : mask + "_not";
    }

    bool is_own_atomic(const Node *name) const;

    // rows.cpp: one phase, a loop over the threads, as the C++ compiler can vectorise it
    std::string text(const Node *node);
    std::string plain_text(const Node *node); // on one line, with nothing counted
    void print(const Node *node, std::string &out, int &last);
    void print_tokens(int first, int end, std::string &out, int &last, const Meanings *meant) const;
    const Node *thread_index(const Node *e) const;
    std::string rest_of_sum(const Node *e, std::string &type);
    std::string counted(const Node *e, bool index);
    RowPart row_part(const Node *condition) const;
    std::string enums() const;
    std::string must_be_number(const Kept &v, const Node *at) const;
    std::string prelude(const std::vector<const Node *> &nodes);
    struct Work { // of one phase
        std::string text;
        std::vector<const Node *> nodes; // whose variables it uses
        const Node *told = nullptr;      // what --explain shows in their place
        const Node *loop = nullptr;      // whose steps these are: Plan::strides
    };
    void phase(Work &work, const std::string &mask, bool independent = true);
    std::string at_thread(const std::string &type, const Node *e);
    std::string steps_along(const Node *loop, std::string &start, std::string &end);

    // emit.cpp: the statements around the phases
    void emit_list(const std::vector<Node *> &list, const std::string &mask);
    void emit_one(const Node *s, const std::string &mask, Work &work);
    void emit_around(const Node *s, const std::string &mask);
    const Kept *recomputed(const Node *s) const;
    std::string checks() const;
    std::string store(const Kept &v, const std::string &value) const;
    void declare(const Node *s, const std::string &mask, Work &work);
    void emit_condition(const Node *s, const std::string &mask, bool block_wait);
    void emit_loop(const Node *s, const std::string &mask);
    void emit_part(const RowPart &part, const std::function<void()> &inside);
    void emit_body(const Node *s, const std::string &mask);
    bool names_all_lanes(const Node *s) const;
    void emit_exchange(const Node *s, const Node *value, const Kept *to, const std::string &mask);
    std::string exchange(const Node *call, Work &give, bool &independent);
    void tell(const std::string &line);
    void tell_lines(const std::vector<const Node *> &nodes, bool phase);
};

#endif
