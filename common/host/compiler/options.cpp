// options.cpp: what each of nvcc's arguments means to the host device.
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "driver.h"
#include "source.h"

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
    "  -O0 ... -O3  -g  -G  -lineinfo  --use_fast_math  -w  -W...  -Werror KIND\n"
    "  -std=c++17 (11 and 14 mean 17)  -Xcompiler ARGUMENTS  -Xlinker ARGUMENTS  -ccbin COMPILER  "
    "-v  -run\n"
    "Takes and has no use for: -arch -code -gencode -rdc -maxrregcount -cudart -Xptxas -fmad\n"
    "  -ftz -prec-div -prec-sqrt -extended-lambda -expt-relaxed-constexpr -restrict -t -m64\n"
    "Its own: --keep-rewritten leaves the C++ beside the output, as FILE.ii;\n"
    "  --report prints a line for each kernel: the way in which its threads run, and why it is\n"
    "  not split at its waits, if it is not;\n"
    "  --explain prints what becomes of each kernel, in its own lines, and leaves no output;\n"
    "  --general gives every thread of every kernel a stack of its own: slow, and by the letter;\n"
    "  --weigh does the same, and counts what each kernel reads and writes: tare weigh shows it;\n"
    "  --checked does the same, and checks each of these: tare checked shows what it found.\n"
    "\n"
    "The C++ compiler is -ccbin, else HOSTCC_CXX, else CXX, else the one hostcc was built with.\n";

using List = std::vector<std::string> Options::*;

static const struct {
    const char *names;
    bool Options::*set;
} switches[] = {
    {"v verbose", &Options::verbose}, {"run", &Options::run},
    {"report", &Options::report},     {"explain", &Options::explain},
    {"general", &Options::general},   {"keep-rewritten", &Options::keep_rewritten},
    {"g debug", &Options::debug},     {"use_fast_math", &Options::fast_math},
    {"shared", &Options::shared},     {"weigh", &Options::weigh},
    {"checked", &Options::checked},
};

static const struct {
    const char *names;
    List to;
    const char *as;
} passed_on[] = {
    {"MD generate-dependencies-with-compile", &Options::preprocess, "-MD"},
    {"MMD generate-nonsystem-dependencies-with-compile", &Options::preprocess, "-MMD"},
    {"MP generate-dependency-targets", &Options::preprocess, "-MP"},
    {"w disable-warnings", &Options::compile, "-w"},
    {"no-exceptions noeh", &Options::compile, "-fno-exceptions"},
    {"pg profile", &Options::compile, "-pg"},
};

static const struct {
    const char *names;
    List to;
    const char *as;
    bool apart; // the value is a word of its own
} passed_on_with_value[] = {
    {"MF dependency-output", &Options::preprocess, "-MF", true},
    {"MT dependency-target-name", &Options::preprocess, "-MT", true},
    {"MQ", &Options::preprocess, "-MQ", true},
    {"isystem system-include", &Options::preprocess, "-isystem", true},
    {"include pre-include", &Options::preprocess, "-include", true},
    {"include-path", &Options::preprocess, "-I", false},
    {"define-macro", &Options::preprocess, "-D", false},
    {"undefine-macro", &Options::preprocess, "-U", false},
    {"ftemplate-depth", &Options::compile, "-ftemplate-depth=", false},
    {"ftemplate-backtrace-limit", &Options::compile, "-ftemplate-backtrace-limit=", false},
    {"library-path", &Options::link, "-L", false},
    {"library", &Options::inputs, "-l", false},
};

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
        options_.weigh |= options_.checked;
        if (options_.weigh) {
            options_.general = true; // an access belongs to the thread that runs
            if (options_.level == 0) // each use of a variable in the text would be an access
                options_.level = 1;
            // Only code that may be moved reaches the counters of a libtare.so with the runtime.
            if (!options_.checked)
                options_.compile.push_back("-fPIC");
        }
        return options_;
    }

  private:
    bool forwards_ = false;
    Options options_;

    bool any_valued(const char *names) {
        for (const std::string &one : split_list(names))
            if (valued(one.c_str()))
                return true;
        return false;
    }

    bool is_in_a_table() {
        for (const auto &row : switches)
            if (one_of(name(), row.names))
                return options_.*row.set = true;
        for (const auto &row : passed_on)
            if (one_of(name(), row.names)) {
                (options_.*row.to).push_back(row.as);
                return true;
            }
        for (const auto &row : passed_on_with_value)
            if (any_valued(row.names)) {
                if (row.apart)
                    (options_.*row.to).push_back(row.as);
                (options_.*row.to).push_back(row.apart ? value : row.as + value);
                return true;
            }
        return false;
    }

    bool is_for_cards() {
        if (one_of(name(), flags) || any_valued(with_a_value))
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
        return about_files() || is_in_a_table() || about_reading() || is_for_cards() ||
               about_compiling() || about_linking();
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
        else if (one_of(name(),
                        "cuda ptx cubin fatbin optix-ir ltoir lib dryrun clean clean-targets "
                        "sanitize relocatable-link r list-gpu-code code-ls list-gpu-arch "
                        "arch-ls fdevice-syntax-only"))
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
        } else if (argument[1] != '-' && strchr("IDU", argument[1])) {
            const char letter[2] = {argument[1], 0};
            valued(letter, true);
            options_.preprocess.push_back(std::string("-") + letter + value);
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
        } else if (flag("G", "device-debug")) {
            options_.debug = true;
            options_.level = 0;
        } else if (one_of(name(), "Wdefault-stream-launch Wmissing-launch-bounds "
                                  "Wext-lambda-captures-this")) {
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
        if (valued("Xlinker") || valued("linker-options")) {
            for (const std::string &one : split_list(value)) {
                options_.link.push_back("-Xlinker");
                options_.link.push_back(one);
            }
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
