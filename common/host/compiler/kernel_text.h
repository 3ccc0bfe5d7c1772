// kernel_text.h: what the words of a kernel's body say, without its types: which are the same
// for every thread, which change, which stand for the whole grid.
#ifndef HOSTCC_KERNEL_TEXT_H
#define HOSTCC_KERNEL_TEXT_H

#include "linear.h"

#include <set>

// Of integers; `automatic` becomes true when one of the words is auto.
bool is_integer_type(const Source &s, int first, int last, bool &automatic);

class KernelText {
  public:
    KernelText(const Source &source, const Kernel &kernel, const std::vector<Sum> &sums)
        : s(source), k(kernel), sums_(sums) {}

  protected:
    const Source &s;
    const Kernel &k;
    const std::vector<Sum> &sums_;
    std::set<std::string, std::less<>> declared_; // in the body, as far as it is read

    // threadIdx and blockIdx are nowhere but in sums.
    bool only_sums() const;
    const Sum *sum_at(int i) const;
    // The last token of gridDim.x * blockDim.x, in either order and with casts, or -1.
    int whole_grid(int i) const;
    int cast_close(int open) const;
    bool combines(int i) const; // a mark that may stand before =
    // A word is a value that no thread changes: it is never assigned and its address is not
    // taken.
    bool constant(std::string_view word) const;
    bool is_parameter(std::string_view word) const;
    // Tokens [first, last] say the same number to every thread: parameters and constants.
    bool uniform(int first, int last) const;
    bool free_of_effects(int first, int last) const;
    static std::string type_of(const Sum &sum);
    std::string type_text(int first, int last) const; // without const
    // Of a plain statement: its semicolon. Others are not told apart: -1.
    int statement_end(int i) const;
    // No way out of the loop, no change of its variable, no memory between its steps: what is
    // declared outside is not assigned inside, except parameters' pointees.
    bool quiet(int first, int last, std::string_view variable) const;
};

#endif
