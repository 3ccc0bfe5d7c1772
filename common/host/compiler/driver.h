// driver.h: hostcc as a program: its arguments, the C++ compiler that it runs, and its files.
#ifndef HOSTCC_DRIVER_H
#define HOSTCC_DRIVER_H

#include <string>
#include <vector>

// ---- options.cpp: nvcc's arguments, as the host device understands them

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
    bool explain = false;
    bool general = false;                // every kernel on the general path
    bool weigh = false;                  // its programs count what their kernels read and write
    bool checked = false;                // their accesses are checked: compiled for its lines
    std::vector<std::string> preprocess; // for reading: -I -D -U -M...
    std::vector<std::string> compile;    // for both compiling and reading: -Xcompiler
    std::vector<std::string> link;       // -L -Xlinker
};

// Ends the program for --help, --version and an argument that is not known.
Options read_options(int argc, char **argv);

// ---- system.cpp: processes and files that are gone when the driver ends

// The one way out with an error: prints the message as it is and ends with 1.
[[noreturn]] void fail_with(const std::string &message);

// The exit status; 128 + N when signal N ended it. With a path, what it writes to stderr goes
// there.
int run(const std::vector<std::string> &command, bool verbose, const char *errors = nullptr);

std::string temporary_file(const std::string &name); // in a folder of our own
void remove_temporary_files();

std::string read_file(const std::string &path);
void write_file(const std::string &path, const std::string &text);
bool exists(const std::string &path);

// ---- system.cpp: the C++ compiler, and what of its own hostcc hands to it

struct Home { // found from where hostcc itself lies
    std::string include, library;
};

Home find_home();
std::vector<std::string> find_compiler(const Options &options);

#endif
