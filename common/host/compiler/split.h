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

#include <map>

#include "kernel.h"

struct Refused { // thrown by what cannot be split
    int token;
    std::string why;
};

enum class Storage { uniform, computed, kept };

// A variable of the kernel's that more than one phase may see.
struct Kept {
    Variable *variable;
    std::string name; // in the code made; the user's, where no other has it
    std::string type;
    Storage storage = Storage::uniform;
    const Node *value = nullptr; // computed: what it is, at this point
    bool changed = false;        // assigned somewhere after its declaration
    bool outermost = false;      // declared in the kernel's own block
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

class Splitter {
  public:
    Splitter(const Source &source, const Vocabulary &words, const Kernel &kernel,
             const Reaches &reaches, const Edits &edits, bool gcc, bool asks)
        : source_(source), words_(words), k_(kernel), tree_(*kernel.tree), reaches_(reaches),
          edits_(edits), gcc_(gcc), asks_(asks) {}

    Split run();

  private:
    const Source &source_;
    const Vocabulary &words_;
    const Kernel &k_;
    Tree &tree_;
    const Reaches &reaches_;
    const Edits &edits_;
    bool gcc_, asks_, returns_ = false;
    std::deque<Kept> variables_;
    std::map<const Variable *, Kept *> kept_;
    std::set<std::string> names_;           // that the code made must not give to anything else
    std::set<const Node *> waits_, around_; // nodes with a wait inside; what stands around phases
    std::string out_, top_;                 // top_: what lasts as long as the block
    // The threads of a row that take part, when a condition on threadIdx.x leaves out the rest.
    std::string row_begin_ = "0", row_end_ = "(int)blockDim.x";
    bool one_ = false;                            // at most one thread of a row
    std::vector<RowSum> sums_;                    // that the phase being gathered counts along
    std::map<const Node *, std::string> instead_; // the text of nodes that others stand in for
    std::deque<Tree> copies_;                     // of functions, one for each call
    bool counts_ = true;
    int made_ = 0;
    std::string explained_;
    int phases_ = 0, depth_ = 1; // of the explanation

    [[noreturn]] void refuse(const Node *node, const std::string &why) const {
        throw Refused{node->first, why};
    }
    std::string marker(const Node *node) const { // the user's line, for made text
        return source_.resume(node->first, false);
    }
    std::string fresh(const char *name) {
        return name + std::to_string(made_++);
    }

    // split.cpp: what waits, and the variables that phases share
    bool is_wait(const Node &name) const;
    bool mark_waits(const Node *node);
    bool waits(const Node *node) const {
        return waits_.count(node) != 0;
    }
    void refuse_what_cannot_be_split() const;
    void mark_around(const Node *statement);
    bool is_around(const Node *statement) const {
        return around_.count(statement) != 0;
    }
    bool only_stores(const Node *loop) const;
    void keep_changed_parameters();
    void add_variable(Variable *v, const Node *place, bool outermost);
    void find_variables(const Node *statement, bool outermost);
    Kept *kept(const Node *name) const; // nullptr: it stands for something else

    // uniform.cpp: what is the same for every thread, and where each variable lives
    bool same(const Node *e, Over over) const;
    bool same_name(const Node *e, Over over) const;
    int divergence(const Node *node) const;
    bool changes_for_all(const Node *operation) const;
    bool is_uniform_statement(const Node *statement) const;
    bool is_uniform_loop(const Node *loop) const;
    bool stays_uniform(Kept &v);
    bool stays_computed(Kept &v);
    void classify();

    // inline.cpp: device functions that wait
    void inline_in(Node *statement);
    std::vector<Node *> inlined(Node *statement);
    Node *inline_call(Node *call, Node *statement, Node *to, const std::string &assigns);
    int definition(const Node *call) const;
    std::string result_type(int name) const;
    const Node *waiting_call(const Node *node) const;

    // rows.cpp: one phase, a loop over the threads, as the C++ compiler can vectorise it
    std::string text(const Node *node);
    std::string plain_text(const Node *node); // on one line, with nothing counted
    void print(const Node *node, std::string &out, int &last);
    void print_tokens(int first, int end, std::string &out, int &last) const;
    const Node *thread_index(const Node *e) const;
    std::string rest_of_sum(const Node *e, std::string &type);
    std::string counted(const Node *e, bool index);
    RowPart row_part(const Node *condition) const;
    std::string prelude(const std::vector<const Node *> &nodes);
    struct Work { // of one phase
        std::string text;
        std::vector<const Node *> nodes; // whose variables it uses
        const Node *told = nullptr;      // what --explain shows in their place
    };
    void phase(Work &work, const std::string &mask, bool independent = true);

    // emit.cpp: the statements around the phases
    void emit_list(const std::vector<Node *> &list, const std::string &mask);
    void emit_one(const Node *s, const std::string &mask, Work &work);
    void emit_around(const Node *s, const std::string &mask);
    Kept *recomputed(const Node *s) const;
    void declare(const Node *s, const std::string &mask, Work &work);
    void emit_condition(const Node *s, const std::string &mask, bool block_wait);
    void emit_loop(const Node *s, const std::string &mask);
    void emit_part(const RowPart &part, const std::function<void()> &inside);
    void emit_body(const Node *s, const std::string &mask);
    bool names_all_lanes(const Node *s) const;
    void emit_exchange(const Node *s, const Node *value, Kept *to, const std::string &mask);
    std::string exchange(const Node *call, Work &give, bool &independent);
    void tell(const std::string &line);
    void tell_lines(const std::vector<const Node *> &nodes, bool phase);
};

#endif
