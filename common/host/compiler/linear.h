// linear.h: kernels whose threads are told apart by one number only, the sum
// blockIdx.x * blockDim.x + threadIdx.x. All their blocks are one loop over that number; and
// when threads beyond a bound do nothing, the loop ends there.
#ifndef HOSTCC_LINEAR_H
#define HOSTCC_LINEAR_H

#include "kernel.h"

struct Sum { // an occurrence of the sum
    int first, last;
    std::string type; // that a cast gave it, "" for unsigned
    bool wide;
};

bool is_wide_type(const std::string &type); // of 64 bits

std::vector<Sum> find_sums(const Source &source, const Kernel &kernel);

struct Linear {
    bool is = false;                               // nothing but the sum tells the threads apart
    bool strided = false;                          // each thread goes on in steps of the whole grid
    bool narrow = false;                           // some sum is of 32 bits
    std::string bound;                             // an expression of parameters, "" for none
    int condition_first = -1, condition_last = -1; // true below the bound
    bool negated = false;                          // false below the bound
    std::string type;                              // of what is compared with the bound
    // strided: the semicolons of the loop's header and the step's right side
    int first_end = -1, second_end = -1, by = -1, close = -1;
};

Linear find_linear(const Source &source, const Kernel &kernel, const std::vector<Sum> &sums);

#endif
