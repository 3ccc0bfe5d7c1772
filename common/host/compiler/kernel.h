// kernel.h: the passes over a program, from CUDA C++ to C++ that any compiler takes.
#ifndef HOSTCC_KERNEL_H
#define HOSTCC_KERNEL_H

#include <map>
#include <set>

#include "tree.h"

// ---- rewrite.cpp: all passes in their order

struct Kernel;
struct Linear;
class Reaches;

struct RewriteOptions {
    bool gcc;                                // the compiler is gcc rather than clang
    bool general;                            // take it that every kernel may wait
    bool phases;                             // kernels that wait are split where that is possible
    std::map<int, std::string> unsplit = {}; // the numbers of kernels that are not, and why
};

enum class Way {
    loop,    // its threads never wait: a loop over them
    steps,   // the same, in each step of a loop of theirs
    split,   // a loop over the threads between two waits
    stacks,  // each thread on a stack of its own: there is no way to split it, or none was asked
    refused, // the same: the compiler refused its split form
};

struct KernelWay {
    std::string name;
    Place begin, end; // of its body in the user's file
    Way way;
    std::string why; // stacks: "file:line: reason"
    std::string explained;
    std::string slow; // lines: what costs most, though it is no loop on stacks
};

struct Rewritten {
    std::string text;
    std::vector<KernelWay> kernels;    // those with a body; numbered from 0
    std::vector<std::string> warnings; // whole lines
};

Rewritten rewrite(std::string preprocessed, const RewriteOptions &options);

// What the preprocessor said: a word on a header that only the CUDA toolkit has.
void explain_missing_header(const std::string &errors);
// What the compiler said: a word on names of CUDA that are not here.
void explain_missing_names(const std::string &errors);
// Functions and types by the names that the user gave them.
std::string in_words_of_user(const std::string &errors);

// ---- report.cpp: what is said about the ways of kernels

std::set<int> split_kernels(const std::vector<KernelWay> &kernels);
// The numbers of the split kernels that the compiler's errors point into.
// Each with its reason, "file:line: reason".
std::map<int, std::string> blamed_kernels(const std::vector<KernelWay> &kernels,
                                          const std::string &errors);
std::string report(const std::vector<KernelWay> &kernels);  // --report
std::string explain(const std::vector<KernelWay> &kernels); // --explain
std::string explain_loop(const Source &source, const Kernel &kernel, const Linear &linear);
// "file:line: reason" of what plain C would do several times faster.
std::string slow_lines(const Source &source, const Kernel &kernel, const Reaches &reaches);
// The user's lines of these tokens, each behind its number.
std::string quote_lines(const Source &source, int first, int last, int depth);

// ---- kernels.cpp: the __global__ functions, and what launches them

struct Kernel {
    int global, named;   // the tokens __global__ and the name
    int open, close;     // ( ) of the parameters
    int body, end;       // { } or -1: only declared here
    std::string name;    // without qualifiers and template arguments
    std::string address; // an expression for its address, "" when there is none
    std::string bounds;  // __launch_bounds__: the most threads a block may have
    std::vector<Parameter> parameters;
    std::shared_ptr<Tree> tree; // of its body
};

struct Reach;

std::vector<Kernel> find_kernels(const Source &source, const Vocabulary &words);
// A lambda or a local class in the body: it may not see the constants that threadIdx and its kin
// become.
bool has_inner_function(const Source &source, const Kernel &kernel);
// Removes __global__ and moves each kernel's body into the class that its stub launches; the
// body's phases, if there are any, in its stead.
void rewrite_kernel(const Source &source, const Kernel &kernel, const Reach &reach,
                    const Linear &linear, const std::string &phases, Edits &edits);
void rewrite_names(const Source &source, const Kernel &kernel, Edits &edits);
// k(a) without <<<>>> is no launch.
void refuse_plain_calls(const Source &source, const std::vector<Kernel> &kernels);
void rewrite_launches(const Source &source, Edits &edits);

// ---- reach.cpp: what a kernel's threads may do, in its body or in anything that it names. By
// name only, so it may see too much; it must never see too little.

struct Reach {
    bool waits;            // for other threads of its block: barriers, warp functions, spinning
    bool asks_index;       // a function that it calls reads threadIdx or its kin
    bool loops = false;    // it never waits, whatever --general says
    std::string slow = {}; // "file:line: reason" where its threads wait on stacks
};

bool is_barrier_word(std::string_view word); // __syncthreads and relatives
bool is_warp_word(std::string_view word);
bool is_volatile(const Node *name, const Vocabulary &words);
const Node *first_spin(const Node *root, const Vocabulary &words); // nullptr: none

class Reaches {
  public:
    Reaches(const Source &source, const Vocabulary &words, const std::vector<Kernel> &kernels);
    Reach of(const Kernel &kernel) const;
    // Waits, or may: a word that stands for a barrier or a warp function, or a function with one.
    bool waits(std::string_view word) const;
    bool waits(const Node &name) const;
    bool asks_index(const Node *root) const; // some function that it names, or any function
    // A function that C++ may call without a name in the code waits: its token, or -1.
    int unseen_wait() const {
        return unseen_wait_;
    }
    bool unseen_asks() const { // the same, and reads threadIdx
        return nameless_asks_;
    }
    bool defines(std::string_view word) const { // a function of the user's
        return own_.count(word) != 0;
    }
    // Ends the compilation where device code calls a function that is only the host's.
    void refuse_host_calls(const std::vector<Kernel> &kernels) const;
    // Of device functions that may spin, or ask which thread they are.
    std::vector<std::shared_ptr<Tree>> trees_of_lanes() const;
    // while (x) ; in device code lets the block's other threads run.
    void rewrite_spins(const std::vector<Kernel> &kernels, Edits &edits) const;

  private:
    struct Function {
        std::string name;     // "" when it may be called without one: is_called_by_language
        int open, begin, end; // its parameters, its body
        bool waits, asks;
        bool host;                  // no kernel calls it, nor any part of it
        std::shared_ptr<Tree> tree; // where something in it may spin
    };
    const Source &source_;
    const Vocabulary &words_;
    std::vector<Function> functions_;
    std::set<std::string, std::less<>> waiting_, asking_, own_; // own_: of the user's files
    bool nameless_asks_ = false;
    int unseen_wait_ = -1;

    bool is_called_by_language(int name) const;
    int host_function(std::string_view name) const;
    void refuse_host_calls(int name, std::string_view kind, const Tree &tree) const;
    void anyone_may_call(bool waits, bool asks, int at);
    void look_at(int first, int end, bool device, bool &waits, bool &asks) const;
    void look_outside_functions(const std::vector<Kernel> &kernels);
    void find_functions(const std::vector<Kernel> &kernels);
    bool has_device_lambda(int begin, int end) const;
    void add_function(int name, int open, int begin, bool device, bool generic);
    void add_declaration(int name);
    void close_over_names();
    void look_for_pointers();
    bool may_spin(int begin, int end) const;
    std::shared_ptr<Tree> parse(const Function &function) const;
    bool hides_loop(const Node *root) const;
};

// ---- races.cpp: lanes that read what others write, with no barrier between

std::vector<std::string> find_races(const Source &source, const Vocabulary &words,
                                    const std::vector<Kernel> &kernels, const Reaches &reaches);

// ---- linear.cpp: kernels whose threads are told apart along x by one number only, the sum
// blockIdx.x * blockDim.x + threadIdx.x. The blocks of a row are one loop over that number; and
// when threads beyond a bound do nothing, the loop ends there.

struct Sum {          // an occurrence of the sum
    int first, last;  // tokens
    std::string type; // of its value
    bool wide;        // of 64 bits
};

struct Linear {
    bool is = false;               // nothing but the sum tells the threads of a row apart
    bool strided = false;          // each thread goes on in steps of the whole grid
    bool narrow = false;           // some sum is of 32 bits
    std::string limits;            // statements: which threads of a row take part (paths.h: span)
    std::set<std::string> numbers; // expressions of which they are made
    std::string type;              // of the loop's variable
    // True for the threads that take part; with `true`: false for them.
    std::vector<std::pair<const Node *, bool>> conditions;
    const Node *loop = nullptr; // strided
};

std::vector<Sum> find_sums(const Kernel &kernel);
Linear find_linear(const Source &source, const Vocabulary &words, const Kernel &kernel,
                   const std::vector<Sum> &sums);
// threadIdx and its kin inside a kernel's body become constants of the thread.
void rewrite_indices(const Source &source, const Kernel &kernel, const std::vector<Sum> &sums,
                     const Linear &linear, Edits &edits);
// to[i] = from[i] and float4 v = from[i] read whole vectors part by part (include/host/parts.h).
void rewrite_vector_copies(const Kernel &kernel, Edits &edits);

// ---- emit.cpp: a kernel with barriers as loops over the threads (split.h)

struct Split {        // of a kernel that never waits only where its loops stride
    std::string text; // the body of a function that runs a whole block, or "":
    int where;        // the token that only the general path can do
    std::string why;
    std::string explained;
};

Split split_kernel(const Source &source, const Vocabulary &words, const Kernel &kernel,
                   const Reaches &reaches, const Edits &edits, bool gcc);

#endif
