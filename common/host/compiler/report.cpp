// report.cpp: what hostcc says: the way in which each kernel runs, why, and what is missing.
#include "kernel.h"

#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <sstream>

#include "driver.h"

// "file:line:column: error: ..." of a file and lines of this kernel; or an error in a header, which
// is "required from" there.
static bool points_into(const KernelWay &kernel, const std::string &line) {
    const std::string &file = kernel.begin.file;
    if (line.compare(0, file.size() + 1, file + ":") != 0 ||
        (line.find("error:") == std::string::npos &&
         line.find("required from") == std::string::npos))
        return false;
    int number = atoi(line.c_str() + file.size() + 1);
    return kernel.begin.line <= number && number <= kernel.end.line;
}

std::set<int> split_kernels(const std::vector<KernelWay> &kernels) {
    std::set<int> split;
    for (size_t i = 0; i < kernels.size(); i++)
        if (kernels[i].way == Way::split || kernels[i].way == Way::steps)
            split.insert((int)i);
    return split;
}

// "file:line:column: error: static assertion failed: hostcc: reason", which is one of our checks.
static std::string told_reason(const std::string &line) {
    static const std::string mark = "hostcc: ";
    size_t reason = line.find(mark), column = line.find(':', line.find(':') + 1);
    if (reason == line.npos || column == line.npos)
        return "";
    return line.substr(0, column) + ": " + line.substr(reason + mark.size());
}

std::map<int, std::string> blamed_kernels(const std::vector<KernelWay> &kernels,
                                          const std::string &errors) {
    std::map<int, std::string> blamed;
    std::istringstream lines(errors);
    for (std::string line; std::getline(lines, line);)
        for (int i : split_kernels(kernels))
            if (points_into(kernels[(size_t)i], line) && blamed[i].empty())
                blamed[i] = told_reason(line);
    return blamed;
}

static const char *words_for(Way way) {
    switch (way) {
    case Way::loop:
        return "a loop over its threads, which never wait";
    case Way::steps:
        return "a loop over its threads, which never wait, in each step of their own loop";
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
    for (const KernelWay &kernel : kernels) {
        out += kernel.begin.file + ":" + std::to_string(kernel.begin.line) + ": " + kernel.name +
               ": " + words_for(kernel.way) + "\n";
        if (!kernel.why.empty())
            out += kernel.why + "\n";
        else
            out += kernel.slow;
    }
    return out;
}

std::string explain(const std::vector<KernelWay> &kernels) {
    std::string out;
    for (const KernelWay &kernel : kernels)
        out += kernel.begin.file + ":" + std::to_string(kernel.begin.line) + ": " + kernel.name +
               ": " + words_for(kernel.way) + "\n" +
               (kernel.why.empty() ? "" : "    " + kernel.why + "\n") + kernel.explained + "\n";
    return out;
}

// x += blockDim.x * gridDim.x, or a variable that begins with such a product.
static bool steps_by_blocks(const Node &n) {
    return n.is(Form::assignment, "+=") && any_of(n.parts[1], [](const Node &by) {
               const Node *value = by.variable ? by.variable->value : nullptr;
               auto size = [](const Node &one) {
                   return one.is(Form::name, "gridDim") || one.is(Form::name, "blockDim");
               };
               return size(by) || (value && any_of(value, size));
           });
}

// if (t % (2 * step) == 0)
static bool asks_for_multiples(const Node &n) {
    return n.is(Form::condition) && any_of(n.parts[0], [](const Node &part) {
               return part.is(Form::binary, "%") && names_threads(part.parts[0]) &&
                      !bare(part.parts[1])->is(Form::number);
           });
}

// if (x > 0 && y > 0): several terms with threadIdx, and nothing read from memory.
static bool asks_for_several(const Node &n) {
    if (!n.is(Form::condition) ||
        any_of(n.parts[0], [](const Node &part) { return part.is(Form::subscript); }))
        return false;
    int terms = 0;
    for (const Node *rest = bare(n.parts[0]); rest;) {
        const bool more = rest->is(Form::binary, "&&");
        terms += names_threads(more ? rest->parts[1] : rest);
        rest = more ? bare(rest->parts[0]) : nullptr;
    }
    return terms > 1;
}

// o[...] = ...; or atomicAdd(o, ...): into memory of the grid.
static bool stores_outside(const Node &n) {
    const bool atomic = n.is(Form::call) && n.parts[0]->word.compare(0, 6, "atomic") == 0;
    if ((!atomic || n.parts.size() < 2) && !n.is(Form::assignment))
        return false;
    const Node *to = bare(n.parts[atomic]);
    while (to->is(Form::subscript) || to->is(Form::unary))
        to = bare(to->parts[0]);
    return to->variable && to->variable->origin == Variable::parameter && to->variable->points();
}

// if (threadIdx.x == 0)
static bool is_for_one(const Node &n) {
    const Node *test = n.is(Form::condition) ? bare(n.parts[0]) : nullptr;
    const Node *index = test && test->is(Form::binary, "==") ? bare(test->parts[0]) : nullptr;
    return index && (index->is(Form::name) || index->is(Form::member)) && names_threads(index);
}

// Whatever leaves the block is under if (threadIdx.x == 0).
static bool gives_one_result(const Node *body) {
    int by_one = 0, by_all = 0;
    walk(body, [&](const Node &n) {
        const Node *up = stores_outside(n) ? n.parent : nullptr;
        if (!up)
            return;
        while (up && !is_for_one(*up))
            up = up->parent;
        (up ? by_one : by_all)++;
    });
    return by_one > 0 && by_all == 0;
}

// for (d = blockDim.x / 2; d > 0; d /= 2) around a barrier, in a kernel whose threads bring a few
// elements each to the one result of their block: there is less to add up than there are steps.
static bool adds_up_few(const Node &n, const Node *body, const Reaches &reaches) {
    auto waits = [&](const Node &part) { return reaches.waits(part); };
    auto alone = [&](const Node &part) { return is_loop(part) && !any_of(&part, waits); };
    return n.is(Form::for_loop) && n.parts[2]->is(Form::assignment) &&
           one_of(n.parts[2]->word, "/= *= >>= <<=") && any_of(n.parts[3], waits) &&
           !any_of(body, alone) && gives_one_result(body);
}

std::string slow_lines(const Source &source, const Kernel &kernel, const Reaches &reaches) {
    std::string out;
    std::set<std::string> told;
    const bool waits = reaches.of(kernel).waits;
    walk(kernel.tree->body, [&](const Node &n) {
        const std::string word = n.is(Form::call) ? n.parts[0]->word : "";
        const char *why = nullptr;
        if (n.is(Form::while_loop) && any_of(n.parts[1], steps_by_blocks))
            why = "each thread walks through memory in steps of the block or the grid; written as "
                  "for (int i = ...; i < n; i += ...) all threads take each step together";
        else if (word.compare(0, 6, "atomic") == 0 && !reaches.defines(word) &&
                 !any_of(&n, [](const Node &part) {
                     return part.variable && part.variable->origin == Variable::shared;
                 }))
            why = "other blocks run beside this one, so each thread's atomic function locks its "
                  "memory: collect in __shared__ memory first";
        else if (!word.empty() && reaches.waits(*n.parts[0]) && !is_barrier_word(word) &&
                 word != "sync" && word != "cg::sync" && word != "__syncwarp")
            why =
                "a processor has no shuffles: what the lanes of a warp exchange here is two loops "
                "over all threads of the block";
        else if (waits && asks_for_multiples(n))
            why = "every thread of the block divides here, to find out whether it takes part: let "
                  "the "
                  "first threads take part, as in if (threadIdx.x < count), and the loop over them "
                  "is "
                  "shorter";
        else if (waits && asks_for_several(n))
            why = "each thread of the block asks this for itself: in a kernel that waits, only a "
                  "single comparison of threadIdx.x shortens the loop over the threads";
        else if (adds_up_few(n, kernel.tree->body, reaches))
            why = "each step of this loop is a loop over the threads of its own, and the block has "
                  "only a few elements for each thread: let each thread add up many first, as in "
                  "for (int i = ...; i < n; i += blockDim.x * gridDim.x), and start fewer blocks";
        else if (loop_down_column(n))
            why =
                "each thread goes down a column here, a row further in memory with each step: copy "
                "tiles to __shared__ memory, and the threads go along its rows together";
        else if (waits && n.is(Form::declarator) && n.variable->origin == Variable::local &&
                 !n.variable->dims.empty())
            why =
                "the block keeps this array for all its threads, one thread's elements behind the "
                "other's: no vector instruction reads an element of several threads";
        Place at = source.place(n.first);
        std::string line = at.file + ":" + std::to_string(at.line) + ": ";
        if (why && told.insert(line + why).second)
            out += line + why + "\n";
    });
    return out;
}

static std::string indented(int depth, const std::string &line) {
    return std::string((size_t)depth * 4, ' ') + line + "\n";
}

std::string explain_loop(const Source &source, const Kernel &kernel, const Linear &linear) {
    std::string over = "for each thread of each block:";
    if (linear.is)
        over = "for each i = blockIdx.x * blockDim.x + threadIdx.x of all blocks, as one loop";
    for (const auto &[test, negated] : linear.conditions)
        over += (&test == &linear.conditions[0].first ? ", " : " and ") +
                std::string(negated ? "unless " : "where ") + source.flat(test->first, test->last);
    if (linear.is)
        over += ":";
    return indented(1, over) + quote_lines(source, kernel.body, kernel.end, 1);
}

std::string quote_lines(const Source &source, int first, int last, int depth) {
    static std::map<std::string, std::vector<std::string>> files;
    Place from = source.place(first), to = source.place(last);
    if (!exists(from.file) || from.file != to.file)
        return indented(depth + 1, source.flat(first, last));
    std::vector<std::string> &lines = files[from.file];
    if (lines.empty()) {
        std::istringstream text(read_file(from.file));
        for (std::string line; std::getline(text, line);)
            lines.push_back(line);
    }
    std::string out;
    for (int n = from.line; n <= to.line && n <= (int)lines.size(); n++) {
        std::string number = std::to_string(n);
        out += indented(depth + 1, std::string(number.size() < 4 ? 4 - number.size() : 0, ' ') +
                                       number + "  " + lines[(size_t)n - 1]);
    }
    return out;
}

// ---- headers of the toolkit

static std::string between(const std::string &text, const char *before, const char *after) {
    size_t end = text.find(after);
    size_t begin = end == text.npos ? end : text.rfind(before, end - 1);
    return begin == text.npos ? ""
                              : text.substr(begin + strlen(before), end - begin - strlen(before));
}

namespace {
struct Hint {
    const char *beginning, *instead;
};
} // namespace

// The first one fits that the name begins with.
static const Hint *hint_for(const std::string &name, const Hint *hints) {
    while (hints->beginning && name.compare(0, strlen(hints->beginning), hints->beginning) != 0)
        hints++;
    return hints->beginning ? hints : nullptr;
}

static const Hint headers[] = {
    {"cub/", "cooperative_groups/reduce.h and cooperative_groups/scan.h are here, and so are "
             "__shfl_down_sync and __shared__ for a sum of the block"},
    {"thrust/", "cudaMalloc and a kernel do what device_vector and transform do; "
                "cooperative_groups/reduce.h is here"},
    {"cublas", "write the product as a kernel: solutions/15_flops has one"},
    {"curand", "make the numbers on the host and copy them, or let each thread make its own from "
               "its index (x ^= x << 13; x ^= x >> 17; x ^= x << 5)"},
    {"mma.h", "it needs a card's tensor cores: write the product as a loop"},
    {"cuda/", "atomicAdd and its kin, __syncthreads and cooperative_groups.h are here"},
    {"nvrtc", "compile the kernel with the program: hostcc x.cu"},
    {"cuda_gl", "copy the result with cudaMemcpy, and draw it from there"},
    {nullptr, nullptr}};

static const Hint names[] = {
    {"texture", "texture references are gone since CUDA 12: make a cudaTextureObject_t with "
                "cudaCreateTextureObject, give it to the kernel, and read it with "
                "tex2D<float>(object, x, y)"},
    {"texCubemap", "cube maps are not here: make a layered array of six layers, and read it with "
                   "tex2DLayered<float>(object, x, y, face)"},
    {"tex2DGather", "this is not here: read the four texels with tex2D"},
    {"__v", "numbers in a word are not here: take each byte out (x >> 8 & 0xff), or keep a uchar4"},
    {"cuda", ""}, // of the runtime API: docs/host-device-api.md lists what is here
    {"cublas", ""},
    {"curand", ""},
    {"CU", "this is of the driver API, and needs a card. The runtime API does the same: "
           "cudaGetDeviceProperties, cudaMalloc, cudaMemcpy, and <<<>>> or cudaLaunchKernel with a "
           "kernel of this program"},
    {"cu", nullptr}, // the same
    {nullptr, nullptr}};

// In error: ‘name’ was not declared, does not name a type and their like; else "".
static std::string undeclared(const std::string &line) {
    static const char *const phrases[] = {"not declared",      "been declared",
                                          "name a type",       "undeclared identifier",
                                          "unknown type name", "no template named"};
    size_t error = line.find("error: ");
    for (const char *phrase : phrases)
        if (error != line.npos && line.find(phrase, error) != line.npos) {
            size_t begin = line.find_first_of("'\xe2", error), end;
            begin = begin == line.npos ? begin
                                       : line.find_first_of("abcdefghijklmnopqrstuvwxyzCT_", begin);
            if (begin == line.npos)
                return "";
            for (end = begin; isalnum((unsigned char)line[end]) || line[end] == '_';)
                end++;
            return line.substr(begin, end - begin);
        }
    return "";
}

void explain_missing_names(const std::string &errors) {
    std::set<std::string> told;
    std::istringstream lines(errors);
    for (std::string line; std::getline(lines, line);) {
        std::string name = undeclared(line);
        const Hint *hint = hint_for(name, names);
        if (!hint || (!hint->instead && !isupper((unsigned char)name[2])))
            continue;
        std::string words = hint->instead ? hint->instead : hint[-1].instead;
        if (!words.empty() && told.insert(words).second)
            fprintf(stderr, "hostcc: %s: %s\n", name.c_str(), words.c_str());
    }
}

void explain_missing_header(const std::string &errors) {
    static const char beginnings[] =
        "channel_descriptor cooperative_groups crt/ cub/ cuComplex cublas cuda/ cuda_ cudaGL cudla "
        "cudnn cufft cufile cupti curand cusolver cusparse cutensor cutlass/ driver_functions "
        "fatbinary library_types math_constants mma.h nccl npp nvToolsExt nvfunctional nvjpeg nvml "
        "nvperf nvptx nvrtc nvtx sm_ surface_ texture_ thrust/";
    std::string name = between(errors, "error: ", ": No such file"); // gcc
    if (name.empty())
        name = between(errors, "'", "' file not found"); // clang
    std::istringstream list(beginnings);
    for (std::string one; list >> one;)
        if (name.compare(0, one.size(), one) == 0) {
            const Hint *hint = hint_for(name, headers);
            fprintf(stderr,
                    "hostcc: the host device has CUDA's language and its runtime API; %s is of the "
                    "CUDA toolkit, and is not here%s%s\n",
                    name.c_str(), hint ? ": " : "", hint ? hint->instead : "");
            return;
        }
}

// ---- the user's names

static size_t close_of(const std::string &text, size_t open, char opens, char closes) {
    int depth = 0;
    for (size_t i = open; i < text.size(); i++) {
        depth += (text[i] == opens) - (text[i] == closes);
        if (depth == 0)
            return i;
    }
    return text.npos;
}

static void replace_all(std::string &text, const std::string &from, const std::string &to) {
    for (size_t at = 0; (at = text.find(from, at)) != text.npos; at += to.size())
        text.replace(at, from.size(), to);
}

// "static void k(int*)::hostcu_body::hostcu_kernel(const hostcu::at&, int*)" is k's body, and
// hostcu::parameter<T> is T.
std::string in_words_of_user(const std::string &errors) {
    static const std::string body = "::hostcu_body::hostcu_kernel(",
                             parameter = "hostcu::parameter<";
    std::string out;
    std::istringstream lines(errors);
    for (std::string line; std::getline(lines, line);) {
        for (size_t at; (at = line.find(body)) != line.npos;) {
            size_t close = close_of(line, at + body.size() - 1, '(', ')');
            line.erase(at, close == line.npos ? close : close + 1 - at);
            replace_all(line, "In static member function", "In function");
            replace_all(line, "static void ", "void ");
        }
        for (size_t at; (at = line.find(parameter)) != line.npos;) {
            size_t close = close_of(line, at + parameter.size() - 1, '<', '>');
            if (close != line.npos)
                line.erase(close, 1);
            line.erase(at, parameter.size());
        }
        bool ours = line.find("hostcu") != line.npos && line.find("required") != line.npos;
        if (!ours) // how the launch came to the kernel
            out += line + "\n";
    }
    return out;
}
