#include "kernel.h"

#include "linear.h"
#include "reach.h"

#include <set>

std::vector<std::pair<int, int>> split_at_commas(const Source &source, int first, int last) {
    std::vector<std::pair<int, int>> parts;
    int begin = first;
    for (int i = first; i <= last; i++) {
        if (source.is(i, '(') || source.is(i, '[') || source.is(i, '{')) {
            i = source.partner(i);
        } else if (source.is(i, '<')) {
            int close = source.angle_close(i);
            if (close > i && close <= last)
                i = close;
        } else if (source.is(i, ',')) {
            parts.push_back({begin, i - 1});
            begin = i + 1;
        }
    }
    if (begin <= last)
        parts.push_back({begin, last});
    return parts;
}

static bool takes_parentheses(std::string_view word) { // in front of a function's own
    static const std::set<std::string_view> words = {
        "__launch_bounds__", "__cluster_dims__", "__maxnreg__", "__attribute__",
        "__align__",         "alignas",          "decltype",    "__block_size__"};
    return words.count(word) != 0;
}

static bool is_type_word(std::string_view word) {
    static const std::set<std::string_view> words = {
        "void",     "bool",         "char",       "short",    "int",      "long",
        "float",    "double",       "signed",     "unsigned", "auto",     "const",
        "volatile", "__restrict__", "__restrict", "struct",   "class",    "enum",
        "typename", "wchar_t",      "char16_t",   "char32_t", "__int128", "__grid_constant__"};
    return words.count(word) != 0;
}

static bool is_qualifier(std::string_view word) { // leaves the type still to come
    return word == "const" || word == "volatile" || word == "struct" || word == "class" ||
           word == "enum" || word == "typename" || word == "__grid_constant__" ||
           word == "register";
}

// T name, T name[4], T (*name)(int), T (&name)[4], T...
static Parameter read_parameter(const Source &source, int first, int last, int number) {
    Parameter p = {first, last, "", false, false};
    for (int i = first; i <= last; i++) {
        if (source.is(i, '(') || source.is(i, '['))
            i = source.partner(i);
        else if (source.is(i, '<') && source.angle_close(i) > 0)
            i = source.angle_close(i);
        else if (source.is(i, '='))
            p.last = i - 1;
        else if (source.is(i, '.'))
            p.pack = true;
        if (p.last < i)
            break;
    }
    while (p.last > p.first && source.tokens[p.last].kind == Kind::line)
        p.last--;
    int i = p.last;
    while (source.is(i, ']'))
        i = source.partner(i) - 1;
    if (source.is(i, ')')) { // a pointer to a function or an array
        int open = source.partner(i);
        if (source.is(open - 1, ')'))
            open = source.partner(open - 1);
        int inner = source.partner(open) - 1;
        while (source.is(inner, ']'))
            inner = source.partner(inner) - 1;
        i = inner;
    }
    int before = source.previous(i);
    bool type_before = before >= first && (source.is_word(before) ? !is_qualifier(source.at(before))
                                                                  : !source.is(before, ':'));
    if (source.is_word(i) && !is_type_word(source.at(i)) && type_before) {
        // `const T` has no name though two words: the first is a qualifier only
        p.name = std::string(source.at(i));
        p.named = true;
    } else {
        p.name = "hostcu_p" + std::to_string(number);
    }
    return p;
}

// The names of a template's own parameters, <T, N, Rest...>; cut at the first unnamed one.
static std::string template_arguments(const Source &source, int open, int close) {
    std::string out;
    for (auto [first, last] : split_at_commas(source, open + 1, close - 1)) {
        bool pack = false;
        for (int i = first; i <= last; i++) {
            if (source.is(i, '<') && source.angle_close(i) > 0)
                i = source.angle_close(i);
            else if (source.is(i, '='))
                last = i - 1;
            else if (source.is(i, '.'))
                pack = true;
        }
        std::string_view word = source.at(last);
        bool named = source.is_word(last) && last > first && !is_type_word(word) &&
                     !source.is(last - 1, ':');
        if (!named)
            break;
        out += (out.empty() ? "" : ", ") + std::string(word) + (pack ? "..." : "");
    }
    return out;
}

// The first token of the declaration that __global__ belongs to.
static int declaration_begin(const Source &source, int global) {
    int i = global;
    while (i > 0) {
        int p = i - 1;
        if (source.tokens[p].kind == Kind::line || source.is(p, ';') || source.is(p, '}') ||
            source.is(p, '{') || source.is(p, '>') || source.is(p, ':'))
            break;
        i = source.is(p, ')') || source.is(p, ']') ? source.partner(p) : p;
    }
    return i;
}

static std::string address_of(const Source &source, const Kernel &kernel, int name_first,
                              int name_last) {
    int begin = declaration_begin(source, kernel.global);
    std::string name = source.flat(name_first, name_last);
    int close = source.previous(begin);
    if (!source.is(close, '>'))
        return "&" + name;
    int open = source.angle_open(close);
    if (open < 1 || !source.is(source.previous(open), "template"))
        return "&" + name;
    std::string arguments = template_arguments(source, open, close);
    return arguments.empty() ? "&" + name : "&" + name + "<" + arguments + ">";
}

static int parameters_open(const Source &source, int global) {
    for (int i = global + 1; i < source.count() && !source.is(i, ';') && !source.is(i, '{'); i++)
        if (source.is(i, '(')) {
            if (!takes_parentheses(source.at(source.previous(i))))
                return i;
            i = source.partner(i);
        }
    return -1;
}

std::vector<Kernel> find_kernels(const Source &source) {
    std::vector<Kernel> kernels;
    for (int i = 0; i < source.count(); i++) {
        if (!source.is(i, "__global__"))
            continue;
        Kernel k = {};
        k.global = i;
        k.open = parameters_open(source, i);
        if (k.open < 0)
            fail_at(source, i, "__global__ without a function");
        k.close = source.partner(k.open);
        int body = source.next(k.close);
        k.body = source.is(body, '{') ? body : -1;
        k.end = k.body < 0 ? k.close : source.partner(k.body);
        int last = source.previous(k.open), name = last;
        if (source.is(last, '>'))
            name = source.previous(source.angle_open(last));
        k.name = std::string(source.at(name));
        int first = name;
        while (source.is(first - 1, ':') && source.is(first - 2, ':')) {
            first -= 2;
            if (source.is(first - 1, '>'))
                first = source.angle_open(first - 1);
            if (source.is_word(first - 1))
                first--;
        }
        for (int j = i; j < k.open; j++)
            if (source.is(j, "__launch_bounds__") && source.is(source.next(j), '(')) {
                int open = source.next(j);
                auto parts = split_at_commas(source, open + 1, source.partner(open) - 1);
                if (!parts.empty())
                    k.bounds = source.flat(parts[0].first, parts[0].second);
            }
        if (k.body >= 0) {
            k.address = address_of(source, k, first, last);
            bool none =
                k.close == k.open + 1 || (k.close == k.open + 2 && source.is(k.open + 1, "void"));
            if (!none)
                for (auto [a, z] : split_at_commas(source, k.open + 1, k.close - 1))
                    k.parameters.push_back(read_parameter(source, a, z, (int)k.parameters.size()));
        }
        kernels.push_back(k);
        i = k.close;
    }
    return kernels;
}

static std::string quoted(const std::string &s) {
    std::string out = "\"";
    for (char c : s)
        out += c == '"' || c == '\\' ? std::string("\\") + c : std::string(1, c);
    return out + "\"";
}

static const char *truth(bool b) {
    return b ? "true" : "false";
}

// A body so short, and without loops, that four of it are no burden.
static bool is_brief(const Source &source, const Kernel &k) {
    enum { BRIEF_TOKENS = 80 };
    for (int i = k.body; i < k.end; i++)
        if (source.is(i, "while") || source.is(i, "do") || source.is(i, "goto"))
            return false;
    return k.end - k.body < BRIEF_TOKENS;
}

// What the loops over threads (include/host/paths.h) ask about the kernel.
static std::string facts(const std::string &parameters, const Reach &reach, const Linear &linear,
                         bool phased, bool brief) {
    auto fact = [](const char *name, bool value) {
        return std::string(" static constexpr bool hostcu_") + name + "() { return " +
               truth(value) + "; }";
    };
    bool bounded = !linear.bound.empty();
    return fact("waits", reach.waits) + fact("brief", brief) + fact("phased", phased) +
           fact("asks_index", reach.asks_index) + fact("linear", linear.is) +
           fact("strided", linear.strided) + fact("narrow", linear.narrow) +
           fact("bounded", bounded) + " static long long hostcu_bound(" + parameters +
           ") { return " +
           (bounded ? "::hostcu::bound<" + linear.type + ">(" + linear.bound + ")" : "0") + "; }";
}

void rewrite_kernel(const Source &source, const Kernel &k, const Reach &reach, const Linear &linear,
                    const std::string &phases, Edits &edits) {
    edits.replace(k.global, "");
    if (k.body < 0)
        return;
    std::string types, unused, names;
    for (const Parameter &p : k.parameters) {
        std::string type = edits.render_flat(source, p.first, p.last);
        types += ", " + type;
        unused += (unused.empty() ? "[[maybe_unused]] " : ", [[maybe_unused]] ") + type;
        names += ", " + p.name + (p.pack ? "..." : "");
    }
    for (const Parameter &p : k.parameters)
        if (!p.named)
            edits.after(p.last, " " + p.name);
    std::string pointer_types = types.empty() ? "" : types.substr(2);
    std::string begin =
        "{ struct hostcu_facts {" +
        facts(unused, reach, linear, !phases.empty(), is_brief(source, k)) +
        " static const char *hostcu_name() { return " + quoted(k.name) +
        "; }"
        " static int hostcu_threads() { return " +
        (k.bounds.empty() ? "1024" : k.bounds) +
        "; }"
        " static const void *hostcu_address() { void (*hostcu_stub)(" +
        pointer_types + ") = " + k.address +
        "; return (const void *)hostcu_stub; } };"
        " struct hostcu_body : hostcu_facts {"
        " static constexpr auto hostcu_function() { return &hostcu_body::" +
        k.name +
        "; }"
        " static inline void " +
        k.name + "(const ::hostcu::at &hostcu_at" +
        (types.empty() ? "" // else where the user wrote them
                       : "," + source.resume(k.parameters[0].first, false) + pointer_types) +
        ") {";
    edits.replace(k.body, source.resume(k.body, false) + begin + " (void)hostcu_at;");
    if (!phases.empty()) {
        edits.clear(k.body + 1, k.end - 1);
        edits.after(k.body, " [[maybe_unused]] const uint3 blockIdx = hostcu_at.block;"
                            " [[maybe_unused]] const dim3 blockDim = hostcu_at.size, gridDim = "
                            "hostcu_at.grid;" +
                                phases);
    }
    for (int i = k.body; i < k.end; i++)
        if (source.is(i, "clock") && source.is(i + 1, '(') && source.is(i + 2, ')') &&
            !source.is(i - 1, '.') && !source.is(i - 1, ':') && !source.is(i - 1, '>'))
            edits.replace(i, "::hostcu::device_clock");
    // What assert() prints is the user's function, not the one it became.
    for (int i = k.body; i < k.end; i++)
        if (source.is(i, "__PRETTY_FUNCTION__"))
            edits.replace(
                i, quoted("void " + k.name + "(" + source.flat(k.open + 1, k.close - 1) + ")"));
    std::string arguments = names.empty() ? "" : names.substr(2);
    edits.after(k.end, " }; ::hostcu::kernel_of<hostcu_body>::launch(" + arguments + "); }");
}
