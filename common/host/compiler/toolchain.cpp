#include "toolchain.h"

#include <algorithm>
#include <climits>
#include <cstdlib>
#include <sys/stat.h>
#include <unistd.h>

#include "fail.h"

#ifndef HOSTCC_DEFAULT_CXX
#define HOSTCC_DEFAULT_CXX "g++"
#endif

bool exists(const std::string &path) {
    struct stat s;
    return stat(path.c_str(), &s) == 0;
}

Home find_home() {
    char path[PATH_MAX];
    ssize_t n = readlink("/proc/self/exe", path, sizeof path - 1);
    std::string self(path, n > 0 ? (size_t)n : 0);
    std::string folder = self.substr(0, self.rfind('/'));
    Home home = {folder + "/../common/host/include", folder + "/hostdevice.a"};
    if (!exists(home.include + "/cuda_runtime.h"))
        fail_with("hostcc: error: its headers are not at " + home.include +
                  " (hostcc must stay in build/ of its own tree)");
    return home;
}

static std::string choose_compiler(const Options &options) {
    if (!options.compiler.empty())
        return options.compiler;
    for (const char *name : {"HOSTCC_CXX", "CXX"}) {
        const char *value = getenv(name);
        if (value && *value)
            return value;
    }
    return HOSTCC_DEFAULT_CXX;
}

static std::vector<std::string> split_words(const std::string &command) { // CXX may be "ccache g++"
    std::vector<std::string> words;
    size_t i = 0;
    while ((i = command.find_first_not_of(" \t", i)) != command.npos) {
        size_t end = std::min(command.find_first_of(" \t", i), command.size());
        words.push_back(command.substr(i, end - i));
        i = end;
    }
    return words;
}

std::vector<std::string> find_compiler(const Options &options) {
    return split_words(choose_compiler(options));
}
