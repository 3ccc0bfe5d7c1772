// rewrite.cpp: preprocessed CUDA C++ to C++ that any compiler takes: the passes in their order,
// and the small ones among them.
#include "kernel.h"

#include <cstdio>
#include <cstring>

#include "driver.h"

// ---- what device code may hold on a card and not here, told at the user's line

static bool is_asm(const Source &source, int i) {
    return source.is(i, "asm") || source.is(i, "__asm__") || source.is(i, "__asm");
}

// asm volatile("" ::: "memory") keeps the compiler from moving code, on any machine.
static bool holds_instructions(const Source &source, int i) {
    int open = source.next(i);
    while (source.is_word(open))
        open = source.next(open);
    return source.is(open, '(') && source.at(source.next(open)) != "\"\"";
}

static bool is_template(const Source &source, int i) {
    while (i > 0 && !source.is(i, ';') && !source.is(i, '}') && !source.is(i, '{'))
        if (source.is(--i, "template"))
            return true;
    return false;
}

// A template that nobody uses may hold anything, and so may a header that is not the user's and a
// function that the host may call: there the instructions become a call that the compiler refuses
// if it is ever needed.
static void refuse_in(const Source &source, int body, bool host, bool later, Edits &edits) {
    const char *message =
        "inline PTX needs a card: the host device has another processor. Say it in CUDA C++ "
        "(__popc, __shfl_sync, clock64), or keep it behind #ifndef __HOST_DEVICE__";
    for (int i = body; i < source.partner(body); i++) {
        if (is_asm(source, i) && holds_instructions(source, i)) {
            if (!later)
                fail_at(source, i, message);
            int end = i;
            while (!source.is(end, ';') && end < source.partner(body))
                end = source.is(end, '(') ? source.partner(end) + 1 : end + 1;
            edits.remove(i, end - 1);
            edits.replace(i, std::string("{ void hostcu_inline_ptx() __attribute__((error(\"") +
                                 message + "\"))); hostcu_inline_ptx(); }");
            i = end;
        }
        if (!host && source.is(i, '<') && source.is(i + 1, '<') && source.is(i + 2, '<') &&
            source.touches(i) && source.touches(i + 1))
            fail_at(
                source, i,
                "a launch in device code (dynamic parallelism) is not supported on the host "
                "device: launch this kernel from the host, behind the one that launches it here");
    }
}

// The { of the function that this __device__ or __global__ belongs to; -1 for a declaration and a
// variable. `host`: the host may call it too.
static int device_body(const Source &source, int word, bool &host) {
    int i = word;
    while (source.is_word(source.previous(i)))
        i = source.previous(i);
    for (; i < source.count() && !source.is(i, ';') && !source.is(i, '='); i++) {
        host |= source.is(i, "__host__");
        if (source.is(i, '{'))
            return i;
        if (source.is(i, '(') || source.is(i, '['))
            i = source.partner(i);
    }
    return -1;
}

static void refuse(const Source &source, Edits &edits) {
    for (int i = 0; i < source.count(); i++) {
        if (source.tokens[i].ours || !(source.is(i, "__device__") || source.is(i, "__global__")))
            continue;
        bool host = false;
        int body = device_body(source, i, host);
        if (body >= 0)
            refuse_in(source, body, host,
                      host || source.tokens[(size_t)i].system || is_template(source, i), edits);
    }
}

// ---- CUDA's own words, one at a time

static bool is_removed(std::string_view word) {
    return word == "__host__" || word == "__device__" || word == "__constant__" ||
           word == "__managed__" || word == "__grid_constant__";
}

static bool is_removed_with_arguments(std::string_view word) {
    return word == "__launch_bounds__" || word == "__cluster_dims__" || word == "__maxnreg__" ||
           word == "__block_size__";
}

static void rewrite_pragma(const Source &source, int i, bool gcc, Edits &edits) {
    std::string line(source.at(i));
    size_t word = line.find_first_not_of(" \t", 1);
    if (word == line.npos || line.compare(word, 6, "pragma") != 0)
        return;
    word = line.find_first_not_of(" \t", word + 6);
    if (word == line.npos)
        return;
    if (line.compare(word, 7, "nv_diag") == 0 || line.compare(word, 3, "hd_") == 0 ||
        line.compare(word, 4, "diag") == 0 || (gcc && line.compare(word, 6, "unroll") == 0) ||
        (gcc && line.compare(word, 8, "nounroll") == 0))
        edits.replace_line(i, "");
}

static void rewrite_words(const Source &source, bool gcc, Edits &edits) {
    for (int i = 0; i < source.count(); i++) {
        if (source.is_line(i)) {
            rewrite_pragma(source, i, gcc, edits);
            continue;
        }
        if (!source.is_word(i))
            continue;
        std::string_view word = source.at(i);
        if (word[0] != '_')
            continue;
        if (is_removed(word)) {
            edits.replace(i, "");
        } else if (is_removed_with_arguments(word) && source.is(source.next(i), '(')) {
            edits.remove(i, source.partner(source.next(i)));
        } else if (word == "__forceinline__") {
            edits.replace(i, "inline __attribute__((always_inline))");
        } else if (word == "__noinline__") {
            if (!source.is(i - 1, '(') && !source.is(i - 1, ',')) // else inside __attribute__
                edits.replace(i, "__attribute__((noinline))");
        } else if (word == "__activemask" && source.is(i + 1, '(') && source.is(i + 2, ')')) {
            edits.after(i + 1, std::to_string(i)); // lanes in the same place, not the same line
        } else if (word == "__assert_fail" && !source.is_word(source.previous(i))) {
            edits.replace(i, "hostcu_assert_fail");
        }
    }
}

// ---- __shared__ variables: a worker runs one block at a time, so a static one is the worker's
// own (thread_local); a dynamic one points at memory of the size that <<<>>> gave

static const Kernel *kernel_around(const std::vector<Kernel> &kernels, int i) {
    for (const Kernel &k : kernels)
        if (k.body >= 0 && i > k.body && i < k.end)
            return &k;
    return nullptr;
}

// The { of the function or class that this stands in, or -1. Outside them only namespaces and
// linkage blocks are open.
static int open_around(const Source &source, int i) {
    int open = -1;
    while (--i >= 0) {
        if (source.is(i, '}')) {
            i = source.partner(i);
        } else if (source.is(i, '{')) {
            int before = source.previous(i);
            if (!source.is(before, "namespace") && !source.is(before - 1, "namespace") &&
                source.tokens[before].kind != Kind::text)
                open = i;
        }
    }
    return open;
}

static bool is_storage_word(std::string_view w) {
    return w == "extern" || w == "static" || w == "__shared__" || w == "inline" ||
           w == "__device__";
}

// The name in a declarator: the last word before its brackets.
static int declarator_name(const Source &source, int first, int last) {
    int name = -1;
    for (int i = first; i <= last; i++) {
        if (source.is(i, '[') || source.is(i, '='))
            break;
        if (source.is(i, '(') || source.is(i, '{')) // attributes; struct { ... } name
            i = source.partner(i);
        else if (source.is_word(i))
            name = i;
    }
    return name;
}

// reinterpret_cast<T *>(name) wants a pointer, which +name is.
static void rewrite_casts(const Source &source, std::string_view name, Edits &edits) {
    for (int i = 0; i < source.count(); i++) {
        if (!source.is(i, "reinterpret_cast") || !source.is(i + 1, '<'))
            continue;
        int open = source.angle_close(i + 1) + 1;
        if (source.is(open, '(') && source.is(open + 1, name))
            edits.before(open + 1, "+");
    }
}

static void rewrite_dynamic(const Source &source, int first, int end, bool global, Edits &edits) {
    int name = declarator_name(source, first, end - 1);
    int bracket = source.next(name);
    if (name < 0 || !source.is(bracket, '['))
        fail_at(source, first, "extern __shared__ declares an array without a size: T name[]");
    std::string type;
    for (int i = first; i < name; i++) {
        if (source.is(i, "__attribute__") || source.is(i, "alignas")) { // of the memory: it is
            i = source.partner(source.next(i));
            continue;
        }
        if (!source.is_line(i) && !is_storage_word(source.at(i)))
            type += edits.render_flat(source, i, i) + " ";
    }
    std::string rest = source.flat(source.partner(bracket) + 1, end - 1); // further dimensions
    std::string id(source.at(name)), text;
    if (global) {
        rewrite_casts(source, source.at(name), edits);
        text = "[[maybe_unused]] static const ::hostcu::dynamic_array<" + type + "> " + id;
    } else if (rest.empty()) {
        text = type + "*" + id + " = (" + type + "*)::hostcu::dynamic_shared()";
    } else {
        text = type + "(*" + id + ")" + rest + " = (" + type + "(*)" + rest +
               ")::hostcu::dynamic_shared()";
    }
    edits.remove(first, end - 1);
    edits.replace(first, text);
}

// May a reference take the name of a variable that is declared here? No lambda catches it, no
// local class names it, and nothing jumps past it.
static bool takes_references(const Source &source, int body, int variable) {
    auto jumps_past = [&](int i) { // to a case behind it
        int open = source.is(i, "switch") ? source.next(source.partner(source.next(i))) : -1;
        return open >= 0 && source.is(open, '{') && open < variable &&
               variable < source.partner(open);
    };
    for (int i = body; i < source.partner(body); i++)
        if (source.is(i, "struct") || source.is(i, "class") || source.is(i, "union") ||
            source.is(i, "goto") || jumps_past(i) ||
            (source.is(i, ']') && (source.is(i + 1, '(') || source.is(i + 1, '{') ||
                                   (source.is_word(i + 1) && !source.touches(i)))))
            return false;
    return true;
}

// Of a thread_local array, gcc may make an address so far away that no linker takes it, where
// s[i - 1u] is computed for an i of 0 that never comes. So its beginning is hidden from gcc.
static void rewrite_static(const Source &source, int first, int word, int end, const Kernel *kernel,
                           Edits &edits) {
    edits.replace(word, "thread_local");
    const int body = open_around(source, word);
    if (body < 0)
        return;
    std::string counts;
    int number = 0;
    const bool hides = takes_references(source, body, word);
    for (auto [a, z] : source.split_at_commas(first, end - 1)) {
        int place = declarator_name(source, a, z);
        if (place < 0)
            continue;
        std::string name(source.at(place)), own = name + (hides ? "_hostcu" : "");
        std::string size = "sizeof(" + own + ")";
        if (kernel)
            counts += " (void)::hostcu::shared_variable<hostcu_body, " + size + ", " +
                      std::to_string(first + number++) + ">::counted;";
        counts += " ::hostcu::shared_here(&" + own + ", " + size + ");";
        if (!hides)
            continue;
        edits.replace(place, own);
        counts += " auto &" + name + " = ::hostcu::hidden(" + own + ");";
    }
    edits.after(end, counts);
}

static void rewrite_shared(const Source &source, const std::vector<Kernel> &kernels, Edits &edits) {
    for (int i = 0; i < source.count(); i++) {
        if (!source.is(i, "__shared__"))
            continue;
        int first = i, end = i;
        while (!source.is(first - 1, ';') && !source.is(first - 1, '{') &&
               !source.is(first - 1, '}') && !source.is_line(first - 1) &&
               !source.is(first - 1, ':') && !source.is(first - 1, ','))
            first--;
        bool dynamic = false;
        for (; end < source.count() && !source.is(end, ';'); end++)
            if (source.is(end, '(') || source.is(end, '{') || source.is(end, '['))
                end = source.partner(end);
        for (int j = first; j < end; j++)
            dynamic |= source.is(j, "extern");
        if (dynamic)
            rewrite_dynamic(source, first, end, open_around(source, i) < 0, edits);
        else
            rewrite_static(source, first, i, end, kernel_around(kernels, i), edits);
        i = end;
    }
}

// ---- all passes

Rewritten rewrite(std::string preprocessed, const RewriteOptions &options) {
    Source source(std::move(preprocessed));
    Vocabulary words(source);
    Edits edits;
    std::vector<KernelWay> ways;
    refuse(source, edits);
    std::vector<Kernel> kernels = find_kernels(source, words);
    rewrite_words(source, options.gcc, edits);
    rewrite_shared(source, kernels, edits);
    Reaches reaches(source, words, kernels);
    reaches.refuse_host_calls(kernels);
    refuse_plain_calls(source, kernels);
    std::vector<std::string> warnings = find_races(source, words, kernels, reaches);
    reaches.rewrite_spins(kernels, edits);
    for (const Kernel &kernel : kernels) {
        if (kernel.body < 0) {
            rewrite_kernel(source, kernel, {}, {}, "", edits);
            continue;
        }
        rewrite_names(source, kernel, edits);
        bool refused = options.unsplit.count((int)ways.size()) != 0;
        Reach reach = reaches.of(kernel);
        bool inner = has_inner_function(source, kernel), waits = reach.waits;
        reach.loops = !waits;
        reach.waits |= options.general;
        reach.asks_index |= inner;
        std::vector<Sum> sums = inner ? std::vector<Sum>() : find_sums(kernel);
        Linear linear;
        if (!reach.waits && !reach.asks_index)
            linear = find_linear(source, words, kernel, sums);
        Split split = {"", kernel.body, "it was compiled with -O0 or --general", ""};
        if ((waits || !linear.strided) && options.phases && !options.general && !refused)
            split = split_kernel(source, words, kernel, reaches, edits, options.gcc);
        Way way = !split.text.empty()      ? waits ? Way::split : Way::steps
                  : reach.waits && refused ? Way::refused
                  : reach.waits            ? Way::stacks
                                           : Way::loop;
        Place at = source.place(split.where);
        std::string why = at.file + ":" + std::to_string(at.line) + ": " + split.why;
        if (refused)
            why = options.unsplit.at((int)ways.size());
        ways.push_back({kernel.name, source.place(kernel.global), source.place(kernel.end), way,
                        way == Way::stacks || way == Way::refused ? why : "", split.explained,
                        slow_lines(source, kernel, reaches)});
        if (way == Way::loop)
            ways.back().explained = explain_loop(source, kernel, linear);
        if (waits && options.phases && !options.general && split.text.empty())
            reach.slow = why.empty() ? at.file + ":" + std::to_string(at.line) +
                                           ": the compiler refused its split form"
                                     : why;
        rewrite_kernel(source, kernel, reach, linear, split.text, edits);
        if (way == Way::loop)
            rewrite_vector_copies(kernel, edits);
        if (split.text.empty()) {
            if (!inner)
                rewrite_indices(source, kernel, sums, linear, edits);
            edits.after(kernel.body, source.resume(kernel.body, true));
        }
    }
    rewrite_launches(source, edits);
    return {edits.render(source), ways, warnings};
}
