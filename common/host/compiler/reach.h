// reach.h: what a kernel's threads may do, in its body or in anything that the body names.
// By name only, so it may see too much; it must never see too little.
#ifndef HOSTCC_REACH_H
#define HOSTCC_REACH_H

#include "kernel.h"

#include <set>

struct Reach {
    bool waits;      // for other threads of its block: barriers, warp functions, spinning
    bool asks_index; // a function that it calls reads threadIdx or its kin
};

class Reaches {
  public:
    Reaches(const Source &source, const std::vector<Kernel> &kernels);
    Reach of(const Kernel &kernel) const;
    // Waits, or may: a word that stands for a barrier or a warp function, or a function with one.
    bool waits(std::string_view word) const;
    // while (x) ; in device code lets the block's other threads run.
    void rewrite_spins(const std::vector<Kernel> &kernels, Edits &edits) const;

  private:
    struct Function {
        std::string name; // "" when it cannot be named: an operator, a lambda in host code
        int begin, end;
        bool waits, asks;
    };
    const Source &source_;
    std::vector<Function> functions_;
    std::set<std::string, std::less<>> waiting_, asking_;
    bool nameless_waits_ = false, nameless_asks_ = false;

    void find_functions(const std::vector<Kernel> &kernels);
    void close_over_names();
    void look_for_pointers(const std::vector<Kernel> &kernels);
};

bool is_barrier_word(std::string_view word); // __syncthreads and relatives
bool is_warp_word(std::string_view word);
bool is_index_word(std::string_view word);
bool spins(const Source &source, int i); // a loop that waits for what another thread does

#endif
