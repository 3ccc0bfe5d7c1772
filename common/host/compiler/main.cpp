// hostcc: a compiler driver. For each .cu file: the C++ compiler preprocesses it, we rewrite
// what C++ does not have, the compiler compiles that; then all is linked with the runtime.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <unistd.h>
#include <vector>

#include "driver.h"
#include "kernel.h"

using Words = std::vector<std::string>;

static void add(Words &to, const Words &more) {
    to.insert(to.end(), more.begin(), more.end());
}

static bool ends_with(const std::string &s, const char *end) {
    std::string e = end;
    return s.size() >= e.size() && s.compare(s.size() - e.size(), e.size(), e) == 0;
}

static std::string base_name(const std::string &path) {
    std::string name = path.substr(path.rfind('/') + 1);
    return name.substr(0, name.rfind('.'));
}

// Names that <cmath> gives only where HOST_SPECIAL_FUNCTIONS is set: cuda_runtime.h says why.
static bool names_special_function(const std::string &text) {
    static const char *const names[] = {
        "assoc_laguerre", "assoc_legendre", "beta(",        "betaf(", "betal(",
        "comp_ellint_",   "cyl_",           "ellint_",      "expint", "hermite",
        "laguerre",       "legendre",       "riemann_zeta", "sph_"};
    for (const char *name : names)
        if (text.find(name) != std::string::npos)
            return true;
    return false;
}

static std::string without_suffix(const std::string &path) {
    size_t dot = path.rfind('.'), slash = path.rfind('/');
    bool suffix = dot != path.npos && (slash == path.npos || dot > slash);
    return suffix ? path.substr(0, dot) : path;
}

static bool shows_colours() {
    const char *terminal = getenv("TERM"), *none = getenv("NO_COLOR"), *gcc = getenv("GCC_COLORS");
    return isatty(STDERR_FILENO) && terminal && strcmp(terminal, "dumb") != 0 && !(none && *none) &&
           !(gcc && !*gcc);
}

// What the compiler says, without the escape sequences of a terminal.
static std::string without_colours(const std::string &said) {
    std::string plain;
    for (size_t i = 0; i < said.size(); i++) {
        if (said[i] == '\033')
            i = std::min(said.find_first_of("mK", i), said.size());
        else
            plain += said[i];
    }
    return plain;
}

class Driver {
  public:
    Driver(Options options)
        : options_(std::move(options)), home_(find_home()), compiler_(find_compiler(options_)) {
        gcc_ = compiler_.back().find("clang") == std::string::npos;
    }

    int run_all() {
        check();
        Words objects;
        for (const std::string &input : options_.inputs) {
            if (ends_with(input, ".cu") || ends_with(input, ".cuh") ||
                (options_.treat_as_cu && input[0] != '-'))
                objects.push_back(compile_cu(input));
            else if (ends_with(input, ".c") || ends_with(input, ".cpp") ||
                     ends_with(input, ".cc") || ends_with(input, ".cxx") || ends_with(input, ".C"))
                objects.push_back(compile_plain(input));
            else
                objects.push_back(input);
        }
        return options_.stage == Stage::link && !options_.explain ? link(objects) : 0;
    }

  private:
    Options options_;
    Home home_;
    Words compiler_;
    bool gcc_;

    void check() const {
        int files = 0;
        for (const std::string &input : options_.inputs) {
            if (input[0] == '-')
                continue;
            files++;
            if (!exists(input))
                fail_with("hostcc: error: " + input + ": no such file");
        }
        if (files == 0)
            fail_with("hostcc: error: no input file");
        if (options_.checked && !gcc_)
            fail_with("hostcc: error: --checked needs gcc, and the C++ compiler is " +
                      compiler_.back() + ": install g++ and say -ccbin g++");
        if (files > 1 && !options_.output.empty() && options_.stage != Stage::link)
            fail_with("hostcc: error: one -o for several files: leave -c out, or -o");
    }

    void execute(const Words &command) const {
        int status = run(command, options_.verbose);
        if (status != 0) { // the compiler has said why
            remove_temporary_files();
            exit(status);
        }
    }

    void preprocess(const Words &command) const {
        int status = run(command, options_.verbose);
        if (status == 0)
            return;
        std::string errors = temporary_file("errors"); // the first run spoke to the user
        run(command, false, errors.c_str());
        explain_missing_header(read_file(errors));
        remove_temporary_files();
        exit(status);
    }

    std::string object_for(const std::string &input) const {
        if (options_.stage == Stage::link || options_.explain)
            return temporary_file(base_name(input) + "-" + std::to_string(number_++) + ".o");
        std::string folder = options_.directory.empty() ? "" : options_.directory + "/";
        return options_.output.empty() ? folder + base_name(input) + ".o" : options_.output;
    }

    Words optimisation() const {
        Words words;
        words.push_back("-O" + std::to_string(options_.checked ? 1 : options_.level > 0 ? 3 : 0));
        if (options_.debug && !options_.checked)
            words.push_back("-g");
#if defined(__aarch64__)
        words.push_back("-mcpu=native");
#else
        words.push_back("-march=native");
#endif
        add(words, {"-fno-strict-aliasing", "-fno-math-errno", "-ffp-contract=fast"});
        if (options_.level > 0)
            words.push_back("-falign-loops=64");
        if (options_.fast_math)
            add(words, {"-fno-trapping-math", "-freciprocal-math", "-fno-signed-zeros"});
        if (options_.warnings_are_errors)
            words.push_back("-Werror");
        return words;
    }

    Words reading(const std::string &object) const {
        Words words = {"-std=" + options_.standard, "-isystem", home_.include};
        add(words, {"-D__CUDACC__=1", "-D__NVCC__=1", "-D__CUDACC_VER_MAJOR__=13",
                    "-D__CUDACC_VER_MINOR__=0", "-D__CUDACC_VER_BUILD__=0"});
        // The level of the language that cudaGetDeviceProperties tells (runtime/api/facts.c).
        add(words, {"-D__CUDA_ARCH__=700", "-D__HOST_DEVICE__=1", "-include", "cuda_runtime.h"});
        if (options_.general)
            words.push_back("-D__HOST_GENERAL__=1");
        if (options_.weigh)
            words.push_back("-D__HOST_WEIGH__=1");
        if (options_.checked)
            words.push_back("-D__HOST_CHECKED__=1");
        add(words, optimisation());
        add(words, options_.compile);
        add(words, options_.preprocess);
        bool makes_dependencies = false, named = false, placed = false;
        for (const std::string &one : options_.preprocess) {
            makes_dependencies |= one == "-MD" || one == "-MMD";
            named |= one == "-MT" || one == "-MQ";
            placed |= one == "-MF";
        }
        if (makes_dependencies && !named)
            add(words, {"-MT", options_.output.empty() ? object : options_.output});
        if (makes_dependencies && !placed) {
            std::string out = options_.output.empty() ? object : options_.output;
            add(words, {"-MF", without_suffix(out) + ".d"});
        }
        return words;
    }

    // The compiler calls runtime/weigh/hooks.cpp at each access. clang would leave out a read
    // before a write, and join accesses that a card makes one after the other. gcc does not tell of
    // a structure that a call takes or returns, nor of a gather: so it inlines all that it can, and
    // uses no vectors.
    Words weighing() const {
        if (gcc_)
            return {"-fsanitize=thread",
                    "-Wno-tsan",
                    "-fno-tree-vectorize",
                    "--param=inline-unit-growth=10000",
                    "--param=large-function-growth=10000",
                    "--param=large-unit-insns=1000000",
                    "--param=large-stack-frame-growth=100000",
                    "--param=max-inline-insns-auto=10000",
                    "--param=max-inline-insns-single=10000",
                    "--param=early-inlining-insns=1000"};
        return {"-fsanitize=thread", "-mllvm", "-tsan-instrument-read-before-write",
                "-fno-vectorize", "-fno-slp-vectorize"};
    }

    // runtime/checked/places.cpp reads the lines and the frames. A structure is read as a whole, so
    // that its alignment is known.
    Words checking() const {
        return {"-gdwarf-4", "-g1", "-fno-omit-frame-pointer", "-fno-tree-sra",
                "--param=tsan-distinguish-volatile=1"};
    }

    std::string compile_cu(const std::string &input) {
        std::string object = object_for(input);
        Words command = compiler_;
        add(command, {"-E", "-x", "c++"});
        add(command, reading(object));
        command.push_back(input);
        if (options_.stage == Stage::preprocess || options_.stage == Stage::dependencies) {
            if (!options_.output.empty())
                add(command, {"-o", options_.output});
            execute(command);
            return object;
        }
        std::string read = temporary_file(base_name(input) + "-" + std::to_string(number_) + ".i");
        std::string rewritten =
            options_.keep_rewritten
                ? without_suffix(options_.output.empty() ? base_name(input) : options_.output) +
                      ".ii"
                : temporary_file(base_name(input) + "-" + std::to_string(number_++) + ".ii");
        add(command, {"-o", read});
        preprocess(command);
        std::string text = read_file(read);
        if (names_special_function(text)) {
            command.push_back("-DHOST_SPECIAL_FUNCTIONS");
            preprocess(command);
            text = read_file(read);
        }
        command = compiler_;
        add(command, {"-std=" + options_.standard, "-c"});
        if (shows_colours()) // it writes to a file, and would leave them out
            command.push_back("-fdiagnostics-color=always");
        add(command, optimisation());
        if (!gcc_) // a loop of ours that it cannot vectorise is no news to the user
            add(command, {"-Wno-pass-failed", "-Wno-unknown-pragmas"});
        add(command, options_.compile);
        if (options_.shared)
            command.push_back("-fPIC");
        if (options_.weigh)
            add(command, weighing());
        if (options_.checked)
            add(command, checking());
        add(command, {"-x", "c++-cpp-output", rewritten, "-o", object});
        compile_kernels(text, rewritten, command);
        return object;
    }

    // Split kernels are a guess at what their types allow, which the compiler checks. Those that it
    // refuses get stacks; then it will say what is wrong about that form, or take it.
    void compile_kernels(const std::string &text, const std::string &rewritten,
                         const Words &command) const {
        RewriteOptions how = {gcc_, options_.general, options_.level > 0, {}};
        enum { ROUNDS = 3 }; // an error in one kernel may hide another's
        for (int round = 1;; round++) {
            Rewritten result = rewrite(text, how);
            write_file(rewritten, result.text);
            for (const std::string &warning : result.warnings)
                if (round == 1)
                    fprintf(stderr, "%s\n", warning.c_str());
            std::set<int> split = split_kernels(result.kernels);
            std::string errors;
            bool compiled = try_compile(command, errors);
            if (!compiled && split.empty()) {
                fputs(in_words_of_user(errors).c_str(), stderr);
                explain_missing_names(without_colours(errors));
                remove_temporary_files();
                exit(1);
            }
            if (compiled) {
                if (options_.report)
                    fputs(report(result.kernels).c_str(), stdout);
                if (options_.explain)
                    fputs(explain(result.kernels).c_str(), stdout);
                return;
            }
            std::map<int, std::string> blamed =
                blamed_kernels(result.kernels, without_colours(errors));
            if (blamed.empty() || round == ROUNDS)
                for (int each : split)
                    blamed[each];
            how.unsplit.insert(blamed.begin(), blamed.end());
        }
    }

    bool try_compile(const Words &command, std::string &errors) const {
        std::string path = temporary_file("errors");
        int status = run(command, options_.verbose, path.c_str());
        errors = read_file(path);
        if (status == 0 || options_.verbose)
            fputs(in_words_of_user(errors).c_str(), stderr);
        return status == 0;
    }

    // Host code keeps its own language and the flags of the user.
    std::string compile_plain(const std::string &input) {
        std::string object = object_for(input);
        Words command = compiler_;
        bool c = ends_with(input, ".c");
        add(command, {"-x", c ? "c" : "c++"});
        if (!c)
            command.push_back("-std=" + options_.standard);
        add(command, {"-O" + std::to_string(options_.level), "-I" + home_.include});
        if (options_.debug)
            command.push_back("-g");
        if (options_.shared)
            command.push_back("-fPIC");
        add(command, options_.compile);
        add(command, options_.preprocess);
        command.push_back(input);
        switch (options_.stage) {
        case Stage::preprocess:
            command.push_back("-E");
            break;
        case Stage::dependencies:
            break;
        default:
            add(command, {"-c", "-o", object});
        }
        execute(command);
        return object;
    }

    // Behind the program's __shared__ arrays, so that a store past the end of one does no harm.
    std::string guard() const {
        std::string source = temporary_file("guard.c"), object = temporary_file("guard.o");
        write_file(source, "__thread char hostcu_guard[1 << 16];\n");
        Words command = compiler_;
        add(command, {"-x", "c", "-c", source, "-o", object});
        execute(command);
        return object;
    }

    int link(const Words &objects) {
        if (!exists(home_.library))
            fail_with("hostcc: error: the host device's runtime is not at " + home_.library +
                      ": make build/hostdevice.a");
        std::string program = options_.output.empty() ? "a.out" : options_.output;
        Words command = compiler_;
        if (options_.shared)
            command.push_back("-shared");
        add(command, {"-o", program});
        add(command, options_.compile);
        add(command, options_.link);
        if (options_.weigh && !gcc_) // it calls these for structures, where gcc tells of the access
            command.push_back("-Wl,--wrap=memcpy,--wrap=memset");
        for (const std::string &one : objects)
            command.push_back(one);
        if (options_.checked)
            add(command, {guard(), "-Wl,--wrap=malloc,--wrap=_Znwm,--wrap=_Znam"});
        add(command, {home_.library, "-pthread", "-lm", "-ldl"});
        execute(command);
        if (!options_.run)
            return 0;
        remove_temporary_files();
        return run({program[0] == '/' ? program : "./" + program}, options_.verbose);
    }

    mutable int number_ = 0;
};

int main(int argc, char **argv) {
    int status = Driver(read_options(argc, argv)).run_all();
    remove_temporary_files();
    return status;
}
