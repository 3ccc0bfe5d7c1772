// rewrite.h: preprocessed CUDA C++ to C++ that any compiler takes.
#ifndef HOSTCC_REWRITE_H
#define HOSTCC_REWRITE_H

#include "edit.h"
#include "kernel.h"
#include "lexer.h"
#include "linear.h"
#include "reach.h"
#include "ways.h"

#include <string>

// Ends the compilation at what no rewriting can run.
void refuse(const Source &source);
// What the preprocessor said: a word on a header that only the CUDA toolkit has.
void explain_missing_header(const std::string &errors);

// Each puts its part of the rewriting into `edits`.
void rewrite_words(const Source &source, bool gcc, Edits &edits);
void rewrite_shared(const Source &source, const std::vector<Kernel> &kernels, Edits &edits);
void rewrite_vector_copies(const Source &source, const Kernel &kernel, Edits &edits);
// A lambda or a local class in the body may not see what rewrite_indices declares.
bool has_inner_function(const Source &source, const Kernel &kernel);
void rewrite_indices(const Source &source, const Kernel &kernel, const std::vector<Sum> &sums,
                     const Linear &linear, Edits &edits);
void rewrite_launches(const Source &source, Edits &edits);

struct RewriteOptions {
    bool gcc;                   // the compiler is gcc rather than clang
    bool general;               // take it that every kernel may wait
    bool phases;                // kernels that wait are split where that is possible
    std::set<int> unsplit = {}; // the numbers of kernels that are not
};

struct Rewritten {
    std::string text;
    std::vector<KernelWay> kernels; // those with a body; numbered from 0
};

Rewritten rewrite(std::string preprocessed, const RewriteOptions &options);

#endif
