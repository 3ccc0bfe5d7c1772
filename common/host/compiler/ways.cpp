#include "ways.h"

#include <cstdlib>
#include <sstream>

// "file:line:column: error: ..." of a file and lines of this kernel.
static bool points_into(const KernelWay &kernel, const std::string &line) {
    const std::string &file = kernel.begin.file;
    if (line.compare(0, file.size() + 1, file + ":") != 0 ||
        line.find("error:") == std::string::npos)
        return false;
    int number = atoi(line.c_str() + file.size() + 1);
    return kernel.begin.line <= number && number <= kernel.end.line;
}

std::set<int> split_kernels(const std::vector<KernelWay> &kernels) {
    std::set<int> split;
    for (size_t i = 0; i < kernels.size(); i++)
        if (kernels[i].way == Way::split)
            split.insert((int)i);
    return split;
}

std::set<int> blamed_kernels(const std::vector<KernelWay> &kernels, const std::string &errors) {
    std::set<int> blamed;
    std::istringstream lines(errors);
    for (std::string line; std::getline(lines, line);)
        for (int i : split_kernels(kernels))
            if (points_into(kernels[(size_t)i], line))
                blamed.insert(i);
    return blamed;
}

static const char *words_for(Way way) {
    switch (way) {
    case Way::loop:
        return "a loop over its threads, which never wait";
    case Way::split:
        return "split at its waits";
    case Way::stacks:
        return "a stack for each thread: not split at its waits";
    default:
        return "a stack for each thread: the compiler refused its split form";
    }
}

std::string report(const std::vector<KernelWay> &kernels) {
    std::string out;
    for (const KernelWay &kernel : kernels)
        out += kernel.begin.file + ":" + std::to_string(kernel.begin.line) + ": " + kernel.name +
               ": " + words_for(kernel.way) + "\n";
    return out;
}
