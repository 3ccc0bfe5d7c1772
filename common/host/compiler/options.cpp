// options.cpp: what each of nvcc's arguments means to the host device.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <initializer_list>

#include "driver.h"

// ---- the command line, one argument at a time

static std::vector<std::string> split_list(const std::string &list) {
    std::vector<std::string> parts;
    for (size_t begin = 0; begin <= list.size();) {
        size_t comma = list.find_first_of(", ", begin);
        if (comma == list.npos)
            comma = list.size();
        if (comma > begin)
            parts.push_back(list.substr(begin, comma - begin));
        begin = comma + 1;
    }
    return parts;
}

// The words of a file of arguments, between blanks; "quotes" and 'quotes' hold one together.
static std::vector<std::string> words_of_file(const std::string &path) {
    std::vector<std::string> words;
    std::string word;
    char quote = 0;
    bool any = false;
    for (char c : read_file(path) + "\n") {
        if (quote ? c == quote : c == '"' || c == '\'') {
            quote = quote ? 0 : c;
            any = true;
        } else if (!quote && strchr(" \t\r\n", c)) {
            if (any)
                words.push_back(word);
            word.clear();
            any = false;
        } else {
            word += c;
            any = true;
        }
    }
    return words;
}

namespace {

class Arguments {
  public:
    Arguments(int argc, char **argv) : all_(argv + 1, argv + argc) {}

    bool take() { // the next argument; false: there is none
        if (taken_ >= all_.size())
            return false;
        argument = all_[taken_++];
        return true;
    }

  protected:
    std::string argument; // the one at hand, as it was typed
    std::string value;    // what valued() found

    const char *next() const { // what follows the one at hand; nullptr: nothing
        return taken_ < all_.size() ? all_[taken_].c_str() : nullptr;
    }
    void skip() { // takes what follows as a part of it
        taken_++;
    }
    void read_from(const std::string &file) { // its words stand in here
        std::vector<std::string> words = words_of_file(file);
        all_.insert(all_.begin() + (long)taken_, words.begin(), words.end());
    }
    std::string name() const { // without its one or two dashes
        return argument.substr(argument[1] == '-' ? 2 : 1);
    }
    bool flag(const char *a, const char *b = "") const {
        return name() == a || (*b && name() == b);
    }
    // -name=value and -name value; with `joined` also -namevalue.
    bool valued(const char *a, bool joined = false) {
        std::string n = name();
        size_t length = strlen(a);
        if (n == a) {
            if (!next())
                fail_with("hostcc: error: " + argument + " needs a value");
            value = next();
            skip();
            return true;
        }
        if (n.compare(0, length, a) != 0)
            return false;
        bool equals = n[length] == '=' && !(joined && argument[1] != '-' && length == 1);
        value = n.substr(length + equals);
        return equals || (joined && argument[1] != '-');
    }

  private:
    std::vector<std::string> all_;
    size_t taken_ = 0;
};

} // namespace

// ---- what nvcc takes and only a card's compiler has a use for

static const char flags[] =
    "lineinfo generate-line-info extended-lambda expt-extended-lambda "
    "expt-relaxed-constexpr restrict m64 res-usage resource-usage keep save-temps "
    "Wno-deprecated-gpu-targets Wno-deprecated-declarations no-compress src-in-ptx "
    "source-in-ptx extra-device-vectorization objtemp objdir-as-tempdir "
    "allow-unsupported-compiler use-local-env dlto dlink-time-opt lto gen-opt-lto "
    "nohdinitlist no-host-device-initializer-list nohdmoveforward "
    "no-host-device-move-forward no-align-double nodlink no-device-link "
    "keep-device-functions ewp extensible-whole-program relocatable-ptx reloc-ptx noprof "
    "dont-use-profile err-no display-error-number no-err-no no-display-error-number "
    "forward-unknown-to-host-linker jobserver";

static const char with_a_value[] =
    "gpu-architecture gpu-code generate-code gencode arch code rdc relocatable-device-code "
    "maxrregcount cudart cudadevrt Xptxas ptxas-options fmad ftz prec-div prec-sqrt threads "
    "t Xnvlink nvlink-options Xcudafe Xfatbin Xarchive archive-options diag-suppress "
    "diag-error diag-warn keep-dir machine m split-compile split-compile-extended dopt "
    "opt-info optimization-info Ofc Ofast-compile entries e arbin archiver-binary ldir "
    "libdevice-directory target-dir target-directory compress-mode jump-table-density jtd "
    "brief-diagnostics brief-diag frandom-seed fdevice-time-trace time "
    "static-global-template-stub device-entity-has-hidden-visibility device-stack-protector "
    "qpp-config";

// ---- what the others mean

static const char help[] =
    "hostcc: compiles CUDA C++ for the host device: kernels run on this machine's processor.\n"
    "\n"
    "    hostcc [options] file.cu ... [-o program]\n"
    "\n"
    "Takes nvcc's usual arguments:\n"
    "  @FILE  -optf FILE  -odir FOLDER\n"
    "  -o FILE  -c  -dc  -E  -M -MM -MD -MMD -MF FILE -MT NAME -MP  -x cu  -shared\n"
    "  -I DIR  -isystem DIR  -include FILE  -D NAME[=VALUE]  -U NAME  -L DIR  -l LIBRARY\n"
    "  -O0 ... -O3  -g  -G  -lineinfo  --use_fast_math  -w  -W...  -Werror KIND  -std=c++17 (11 "
    "and 14\n"
    "  mean 17)  -Xcompiler ARGUMENTS  -Xlinker ARGUMENTS  -ccbin COMPILER  -v  -run\n"
    "Takes and has no use for: -arch -code -gencode -rdc -maxrregcount -cudart -Xptxas -fmad\n"
    "  -ftz -prec-div -prec-sqrt -extended-lambda -expt-relaxed-constexpr -restrict -t -m64\n"
    "Its own: --keep-rewritten leaves the C++ beside the output, as FILE.ii;\n"
    "  --report prints a line for each kernel: the way in which its threads run, and why it is\n"
    "  not split at its waits, if it is not;\n"
    "  --explain prints what becomes of each kernel, in its own lines, and leaves no output;\n"
    "  --general gives every thread of every kernel a stack of its own: slow, and by the letter.\n"
    "\n"
    "The C++ compiler is -ccbin, else HOSTCC_CXX, else CXX, else the one hostcc was built with.\n";

static bool is_one_of(const std::string &name, std::initializer_list<const char *> names) {
    return std::find(names.begin(), names.end(), name) != names.end();
}

namespace {

// One argument and what it takes. Names are without their one or two dashes.
class Reader : Arguments {
  public:
    using Arguments::Arguments;

    Options read() {
        while (take()) {
            if (argument.size() > 1 && argument[0] == '@')
                read_from(argument.substr(1));
            else if (argument.size() < 2 || argument[0] != '-')
                options_.inputs.push_back(argument);
            else if (one())
                continue;
            else if (forwards_)
                options_.compile.push_back(argument);
            else
                fail_with("hostcc: error: unknown argument " + argument +
                          " (hostcc --help lists those it takes; one for the C++ compiler goes "
                          "behind -Xcompiler)");
        }
        return options_;
    }

  private:
    bool forwards_ = false;
    Options options_;

    void preprocess(const std::string &option) {
        options_.preprocess.push_back(option + value);
    }
    bool is_for_cards() {
        for (const std::string &one : split_list(flags))
            if (flag(one.c_str()))
                return true;
        for (const std::string &one : split_list(with_a_value))
            if (valued(one.c_str()))
                return true;
        if (!valued("default-stream"))
            return false;
        if (value != "legacy" && value != "null")
            fail_with("hostcc: error: the host device has the legacy default stream only");
        return true;
    }

    // nvcc's -Werror takes a kind: is one next?
    bool names_a_kind() const {
        const std::string kind = next() ? next() : "";
        for (const char *one :
             {"all-warnings", "cross-execution-space-call", "reorder", "default-stream-launch",
              "ext-lambda-captures-this", "missing-launch-bounds", "deprecated-declarations"})
            if (kind.compare(0, strlen(one), one) == 0)
                return true;
        return false;
    }

    bool one() {
        return about_files() || about_reading() || is_for_cards() || about_compiling() ||
               about_linking();
    }

    bool about_files() {
        if (flag("help", "h")) {
            fputs(help, stdout);
            exit(0);
        }
        if (flag("version", "V")) {
            puts("hostcc: CUDA C++ on the host device");
            exit(0);
        }
        if (flag("c", "compile") || flag("dc", "device-c") || flag("dw", "device-w"))
            options_.stage = Stage::compile;
        else if (flag("E", "preprocess"))
            options_.stage = Stage::preprocess;
        else if (flag("link", "dlink"))
            options_.stage = Stage::link;
        else if (flag("v", "verbose"))
            options_.verbose = true;
        else if (flag("run"))
            options_.run = true;
        else if (flag("report"))
            options_.report = true;
        else if (flag("explain"))
            options_.explain = true;
        else if (flag("general"))
            options_.general = true;
        else if (flag("keep-rewritten"))
            options_.keep_rewritten = true;
        else if (is_one_of(name(), {"cuda", "ptx", "cubin", "fatbin", "optix-ir", "ltoir", "lib",
                                    "dryrun", "clean", "clean-targets", "sanitize",
                                    "relocatable-link", "r", "list-gpu-code", "code-ls",
                                    "list-gpu-arch", "arch-ls", "fdevice-syntax-only"}))
            fail_with("hostcc: error: " + argument + " is not supported on the host device");
        else if (argument == "-o" || name() == "output-file" ||
                 name().compare(0, 12, "output-file=") == 0) {
            valued(argument == "-o" ? "o" : "output-file");
            options_.output = value;
        } else if (valued("output-directory") || valued("odir")) {
            options_.directory = value;
        } else if (valued("options-file") || valued("optf")) {
            read_from(value);
        } else if (flag("forward-unknown-to-host-compiler") || flag("forward-unknown-opts")) {
            forwards_ = true;
        } else if (valued("x")) {
            if (value != "cu" && value != "c++" && value != "c")
                fail_with("hostcc: error: -x takes cu, c++ or c");
            options_.treat_as_cu = value == "cu";
        } else {
            return false;
        }
        return true;
    }

    bool about_reading() {
        if (flag("M", "generate-dependencies") || flag("MM", "generate-nonsystem-dependencies")) {
            options_.stage = Stage::dependencies;
            options_.preprocess.push_back(flag("MM") ? "-MM" : "-M");
        } else if (flag("MD", "generate-dependencies-with-compile")) {
            options_.preprocess.push_back("-MD");
        } else if (flag("MMD", "generate-nonsystem-dependencies-with-compile")) {
            options_.preprocess.push_back("-MMD");
        } else if (flag("MP", "generate-dependency-targets")) {
            options_.preprocess.push_back("-MP");
        } else if (valued("MF") || valued("MT") || valued("MQ")) {
            options_.preprocess.push_back(argument.substr(0, 3));
            options_.preprocess.push_back(value);
        } else if (valued("dependency-output") || valued("dependency-target-name")) {
            options_.preprocess.push_back(argument.find("target") == argument.npos ? "-MF"
                                                                                       : "-MT");
            options_.preprocess.push_back(value);
        } else if (valued("isystem") || valued("system-include")) {
            options_.preprocess.push_back("-isystem");
            options_.preprocess.push_back(value);
        } else if (valued("include-path")) {
            preprocess("-I");
        } else if (valued("include") || valued("pre-include")) {
            options_.preprocess.push_back("-include");
            options_.preprocess.push_back(value);
        } else if (valued("define-macro")) {
            preprocess("-D");
        } else if (valued("undefine-macro")) {
            preprocess("-U");
        } else if (argument[1] != '-' && strchr("IDU", argument[1])) {
            const char letter[2] = {argument[1], 0};
            valued(letter, true);
            preprocess(std::string("-") + letter);
        } else {
            return false;
        }
        return true;
    }

    bool about_compiling() {
        if (valued("std")) {
            bool gnu = value.compare(0, 5, "gnu++") == 0;
            int year = value.size() > 4 ? atoi(value.c_str() + (gnu ? 5 : 3)) : 0;
            if (!gnu && value.compare(0, 3, "c++") != 0)
                fail_with("hostcc: error: -std takes c++11, c++14, c++17 or c++20");
            // What the launches become is C++17.
            options_.standard = year > 17 && year < 90 ? "gnu++" + std::to_string(year) : "gnu++17";
        } else if (name().compare(0, 1, "O") == 0 && argument[1] != '-') {
            std::string level = name().substr(1);
            const char *after = next();
            if (level.empty() && after && strchr("0123", *after)) {
                level = after;
                skip();
            }
            options_.level = level == "s" ? 2 : level.empty() ? 1 : atoi(level.c_str());
        } else if (valued("optimize")) {
            options_.level = atoi(value.c_str());
        } else if (flag("g", "debug")) {
            options_.debug = true;
        } else if (flag("G", "device-debug")) {
            options_.debug = true;
            options_.level = 0;
        } else if (flag("use_fast_math")) {
            options_.fast_math = true;
        } else if (flag("w", "disable-warnings")) {
            options_.compile.push_back("-w");
        } else if (flag("no-exceptions", "noeh")) {
            options_.compile.push_back("-fno-exceptions");
        } else if (flag("pg", "profile")) {
            options_.compile.push_back("-pg");
        } else if (valued("ftemplate-depth") || valued("ftemplate-backtrace-limit")) {
            options_.compile.push_back(
                "-ftemplate-" + std::string(name()[10] == 'd' ? "depth=" : "backtrace-limit=") +
                value);
        } else if (is_one_of(name(), {"Wdefault-stream-launch", "Wmissing-launch-bounds",
                                      "Wext-lambda-captures-this"})) {
            // a warning of nvcc's own
        } else if (argument == "-Werror" && !names_a_kind()) {
            options_.compile.push_back(argument); // as the C++ compiler has it
        } else if (valued("Werror")) {
            options_.warnings_are_errors |= value.find("all-warnings") != value.npos;
        } else if (argument[1] == 'W' && argument.find(',') == argument.npos) {
            options_.compile.push_back(argument);
        } else if (valued("Xcompiler") || valued("compiler-options")) {
            for (const std::string &one : split_list(value))
                options_.compile.push_back(one);
        } else if (valued("ccbin") || valued("compiler-bindir")) {
            options_.compiler = value;
        } else {
            return false;
        }
        return true;
    }

    bool about_linking() {
        if (flag("shared")) {
            options_.shared = true;
        } else if (valued("Xlinker") || valued("linker-options")) {
            for (const std::string &one : split_list(value)) {
                options_.link.push_back("-Xlinker");
                options_.link.push_back(one);
            }
        } else if (valued("library-path")) {
            options_.link.push_back("-L" + value);
        } else if (valued("library")) {
            options_.inputs.push_back("-l" + value);
        } else if (argument[1] == 'L') {
            valued("L", true);
            options_.link.push_back("-L" + value);
        } else if (argument[1] == 'l' && !flag("lineinfo")) {
            valued("l", true);
            if (value != "cudart" && value != "cudart_static" && value != "cudadevrt")
                options_.inputs.push_back("-l" + value);
        } else {
            return false;
        }
        return true;
    }
};

} // namespace

Options read_options(int argc, char **argv) {
    return Reader(argc, argv).read();
}
