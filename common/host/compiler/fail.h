// fail.h: the one way out of the compiler driver with an error.
#ifndef HOSTCC_FAIL_H
#define HOSTCC_FAIL_H

#include <string>

// Prints the message as it is and ends with 1; temporary files are removed.
[[noreturn]] void fail_with(const std::string &message);

#endif
