// options.h: nvcc's arguments, as the host device understands them.
#ifndef HOSTCC_OPTIONS_H
#define HOSTCC_OPTIONS_H

#include <string>
#include <vector>

enum class Stage { link, compile, preprocess, dependencies };

struct Options {
    std::string compiler;            // -ccbin
    std::vector<std::string> inputs; // files, and -l in their place among them
    std::string output, directory;   // -o, -odir
    Stage stage = Stage::link;
    std::string standard = "gnu++17";
    int level = 3; // -O
    bool debug = false, verbose = false, fast_math = false, shared = false, treat_as_cu = false;
    bool warnings_are_errors = false, keep_rewritten = false, run = false, report = false;
    bool general = false;                // every kernel on the general path
    std::vector<std::string> preprocess; // for reading: -I -D -U -M...
    std::vector<std::string> compile;    // for both compiling and reading: -Xcompiler
    std::vector<std::string> link;       // -L -Xlinker
};

// Ends the program for --help, --version and an argument that is not known.
Options read_options(int argc, char **argv);

#endif
