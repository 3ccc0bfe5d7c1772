// toolchain.h: the C++ compiler that hostcc drives, and what of its own hostcc hands to it.
#ifndef HOSTCC_TOOLCHAIN_H
#define HOSTCC_TOOLCHAIN_H

#include "options.h"

#include <string>
#include <vector>

struct Home { // found from where hostcc itself lies
    std::string include, library;
};

Home find_home();
bool exists(const std::string &path);
std::vector<std::string> find_compiler(const Options &options);

#endif
