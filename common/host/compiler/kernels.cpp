// kernels.cpp: a kernel stays a function of the same name and type, which queues its launch; its
// body moves into a local class (include/host/launch.h). And K<<<grid, block, shared,
// stream>>>(arguments) becomes (::hostcu::configure(...) ? (void)0 : K(arguments)).
#include "kernel.h"

static bool takes_parentheses(std::string_view word) { // in front of a function's own
    return one_of(word, "__launch_bounds__ __cluster_dims__ __maxnreg__ __attribute__ __align__ "
                        "alignas decltype __block_size__");
}

// The names of a template's own parameters, <T, N, Rest...>; cut at the first unnamed one.
static std::string template_arguments(const Source &source, int open, int close) {
    std::string out;
    for (auto [first, last] : source.split_at_commas(open + 1, close - 1)) {
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
        bool named = source.is_word(last) && last > first && word != "class" &&
                     word != "typename" && !source.is(last - 1, ':');
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
        if (source.is_line(p) || source.is(p, ';') || source.is(p, '}') || source.is(p, '{') ||
            source.is(p, '>') || source.is(p, ':'))
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

std::vector<Kernel> find_kernels(const Source &source, const Vocabulary &words) {
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
        int last = source.previous(k.open);
        k.named = source.is(last, '>') ? source.previous(source.angle_open(last)) : last;
        k.name = std::string(source.at(k.named));
        int first = k.named;
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
                auto parts = source.split_at_commas(open + 1, source.partner(open) - 1);
                if (!parts.empty())
                    k.bounds = source.flat(parts[0].first, parts[0].second);
            }
        if (k.body >= 0) {
            k.address = address_of(source, k, first, last);
            k.parameters = read_parameters(source, k.open, k.close);
            k.tree = std::make_shared<Tree>();
            parse_body(source, words, k.parameters, k.body, *k.tree);
        }
        kernels.push_back(k);
        i = k.close;
    }
    return kernels;
}

bool has_inner_function(const Source &source, const Kernel &k) {
    for (int i = k.body; i < k.end; i++)
        if (source.is(i, "struct") || source.is(i, "class") || source.is(i, "union"))
            return true;
    return any_of(k.tree->body, [&](const Node &node) {
        bool inner = node.is(Form::function);
        for (int i = node.first; i < node.last && node.is(Form::unread); i++) // [=](int x) { ... }
            inner |= source.is(i, ']') &&
                     (source.is(i + 1, '(') || source.is(i + 1, '{') || source.is_word(i + 1));
        return inner;
    });
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

// Two or four numbers that a card reads and writes at once.
static bool is_vector_type(std::string_view word) {
    if (word.empty() || (word.back() != '2' && word.back() != '4'))
        return false;
    word.remove_suffix(1);
    return one_of(
        word, "char uchar short ushort int uint long ulong longlong ulonglong float double half "
              "__half nv_half __nv_bfloat16 nv_bfloat16");
}

// An expression: the bytes of the largest vector that the kernel names.
static std::string vector_bytes(const Source &source, const Kernel &k) {
    std::string largest = "0u";
    std::set<std::string_view> named;
    for (int i = k.open; i < k.end; i++)
        if (is_vector_type(source.at(i)) && named.insert(source.at(i)).second)
            largest =
                "::hostcu::larger(" + largest + ", sizeof(::" + std::string(source.at(i)) + "))";
    return largest;
}

// What the loops over threads (include/host/paths.h) ask about the kernel.
static std::string facts(const std::string &parameters, const Reach &reach, const Linear &linear,
                         bool phased, bool brief) {
    auto fact = [](const char *name, bool value) {
        return std::string(" static constexpr bool hostcu_") + name + "() { return " +
               truth(value) + "; }";
    };
    std::string bounded = "true", span;
    for (const std::string &number : linear.numbers)
        bounded += " && ::hostcu::is_whole<decltype((" + number + "))>";
    if (!linear.limits.empty())
        span = " [[maybe_unused]] const ::uint3 threadIdx = hostcu_at.thread, blockIdx = "
               "hostcu_at.block; [[maybe_unused]] const ::dim3 blockDim = hostcu_at.size, gridDim "
               "= hostcu_at.grid;" +
               linear.limits;
    return fact("waits", reach.waits) + fact("brief", brief) + fact("phased", phased) +
           fact("loops", reach.loops) + fact("asks_index", reach.asks_index) +
           fact("linear", linear.is) + fact("strided", linear.strided) +
           fact("narrow", linear.narrow) +
           " static auto hostcu_takes_part([[maybe_unused]] const ::hostcu::at &hostcu_at" +
           (parameters.empty() ? "" : "," + parameters) + ") { ::hostcu::span<" + bounded +
           "> hostcu_span;" + span + " return hostcu_span; }";
}

// Each where the user wrote it, so that what the compiler says of it points there.
static std::string parameters_text(const Source &source, const Kernel &k, const char *before,
                                   const Edits &edits) {
    std::string text;
    for (const Parameter &p : k.parameters) {
        text += (text.empty() ? "" : ",") + std::string(before) + source.resume(p.first, false);
        bool object = p.named && !p.complex && !p.reference && !is_number_type(p.type) &&
                      source.is(p.last, p.name); // else no array, either
        if (!object) {
            text += edits.render_flat(source, p.first, p.last);
            continue;
        }
        int type = source.previous(p.last);
        while (source.is(type, '.'))
            type = source.previous(type);
        text += "::hostcu::parameter<" + edits.render_flat(source, p.first, type) + ">" +
                (p.pack ? "... " : " ") + source.resume(p.last, false) + p.name;
    }
    return text;
}

void rewrite_kernel(const Source &source, const Kernel &k, const Reach &reach, const Linear &linear,
                    const std::string &phases, Edits &edits) {
    edits.replace(k.global, "");
    if (k.body < 0)
        return;
    std::string names, plain, types = parameters_text(source, k, "", edits),
                              unused = parameters_text(source, k, " [[maybe_unused]]", edits);
    bool packed = false;
    for (const Parameter &p : k.parameters) {
        names += (names.empty() ? "" : ", ") + p.name + (p.pack ? "..." : "");
        plain += (plain.empty() ? "" : " ") + p.name;
        packed |= p.pack;
        if (!p.named)
            edits.after(p.last, " " + p.name);
    }
    std::string begin =
        "{ struct hostcu_facts {" +
        facts(unused, reach, linear, !phases.empty(), is_brief(source, k)) +
        " static const char *hostcu_name() { return " + quoted(k.name) +
        "; } static const char *hostcu_slow() { return " +
        (reach.slow.empty() ? "nullptr" : quoted(reach.slow)) +
        "; } static constexpr unsigned hostcu_vector() { return " + vector_bytes(source, k) +
        "; } static const char *hostcu_names() { return " + quoted(packed ? "" : plain) +
        "; } static int hostcu_threads() { return " + (k.bounds.empty() ? "1024" : k.bounds) +
        "; } }; struct hostcu_body : hostcu_facts {"
        " static constexpr auto hostcu_function() { return &hostcu_body::hostcu_kernel; }"
        " static const void *hostcu_address() {"
        " decltype(::hostcu::stub_of(&hostcu_body::hostcu_kernel)) hostcu_stub = " +
        k.address +
        "; return (const void *)hostcu_stub; }"
        " static inline void hostcu_kernel(const ::hostcu::at &hostcu_at" +
        (types.empty() ? "" : ",") + types + ") { (void)hostcu_at;";
    edits.replace(k.body, source.resume(k.body, false) + begin);
    if (!phases.empty()) {
        edits.clear(k.body + 1, k.end - 1);
        edits.after(k.body, " [[maybe_unused]] const ::uint3 blockIdx = hostcu_at.block;"
                            " [[maybe_unused]] const ::dim3 blockDim = hostcu_at.size, gridDim = "
                            "hostcu_at.grid;" +
                                phases);
    }
    // On a line of its own: no compiler takes it for a part of the last "if".
    if (phases.empty())
        edits.after(k.end - 1, "\n ::hostcu::body_ends();");
    edits.after(k.end, " }; ::hostcu::kernel_of<hostcu_body>::launch(" + names + "); }" +
                           source.resume(k.end, true));
}

// clock() is the device's; and what assert() prints is the user's function, not the one that it
// became.
void rewrite_names(const Source &source, const Kernel &k, Edits &edits) {
    for (int i = k.body; i >= 0 && i < k.end; i++) {
        if (source.is(i, "clock") && source.is(i + 1, '(') && source.is(i + 2, ')') &&
            !source.is(i - 1, '.') && !source.is(i - 1, ':') && !source.is(i - 1, '>'))
            edits.replace(i, "::hostcu::device_clock");
        if (source.is(i, "__func__") || source.is(i, "__FUNCTION__"))
            edits.replace(i, quoted(k.name));
        if (source.is(i, "__PRETTY_FUNCTION__"))
            edits.replace(
                i, quoted("void " + k.name + "(" + source.flat(k.open + 1, k.close - 1) + ")"));
    }
}

// ---- launches

static bool opens_launch(const Source &source, int i) {
    return source.is(i, '<') && source.is(i + 1, '<') && source.touches(i) &&
           source.is(i + 2, '<') && !source.is(source.previous(i), "operator");
}

static bool begins_anew(std::string_view word) { // what follows is no argument list of it
    return one_of(word, "if while for switch else do return case co_return");
}

// The first token of the expression that ends at `last`: a::k<T>, (*f), table[i], x->k.
static int callee_begin(const Source &source, int last) {
    int i = last;
    for (;;) {
        if (source.is(i, '>')) {
            int open = source.angle_open(i);
            if (open < 0)
                return -1;
            i = source.previous(open);
            continue;
        }
        if (source.is(i, ']')) {
            i = source.previous(source.partner(i));
            continue;
        }
        if (source.is(i, ')')) {
            int open = source.partner(i), before = source.previous(open);
            bool call = source.is(before, ']') || source.is(before, '>') ||
                        (source.is_word(before) && !begins_anew(source.at(before)));
            if (source.is(before, ')')) {
                int word = source.previous(source.partner(before));
                call = source.is_word(word) && !begins_anew(source.at(word));
            }
            if (!call)
                return open;
            i = before;
            continue;
        }
        if (!source.is_word(i))
            return -1;
        int before = source.previous(i);
        if (source.is(before, "template"))
            before = source.previous(before);
        if (source.is(before, ':') && source.is(before - 1, ':')) {
            int scope = source.previous(before - 1);
            bool more =
                source.is(scope, '>') || (source.is_word(scope) && !begins_anew(source.at(scope)));
            if (!more)
                return before - 1;
            i = scope;
        } else if (source.is(before, '.')) {
            i = source.previous(before);
        } else if (source.is(before, '>') && source.is(before - 1, '-')) {
            i = source.previous(before - 1);
        } else {
            return i;
        }
    }
}

// Does the word that begins here declare something: a type, or what may end one, stands in front of
// it?
static bool is_declared_at(const Source &source, int begin) {
    int before = source.previous(begin);
    bool word = source.is_word(before) && !source.is(before, "using");
    return (word && !is_statement_word(source.at(before))) || source.is(before, '*') ||
           source.is(before, '&') || source.is(before, '>') || source.is(before, ',');
}

static bool is_plain_call(const Source &source, int name) {
    int open = source.next(name);
    if (source.is(open, '<') && !opens_launch(source, open) && source.angle_close(open) > 0)
        open = source.next(source.angle_close(open));
    return source.is(open, '(');
}

// A name that is declared as anything but kernels may be called: no error in doubt, and
// host_launch_unconfigured says at the run that nothing ran.
void refuse_plain_calls(const Source &source, const std::vector<Kernel> &kernels) {
    std::map<std::string_view, int> call; // of each kernel's name, or -1
    std::set<int> declared;
    for (const Kernel &k : kernels) {
        call[k.name] = 0;
        declared.insert(k.named);
    }
    for (int i = 0; i < source.count(); i++) {
        auto found = source.is_word(i) ? call.find(source.at(i)) : call.end();
        if (found == call.end() || found->second < 0 || declared.count(i))
            continue;
        bool library = source.tokens[(size_t)i].system; // where only its functions are of interest
        int begin = callee_begin(source, i);
        if (is_declared_at(source, begin) && (!library || source.is(source.next(i), '(')))
            found->second = -1;
        else if (!library && !found->second && is_plain_call(source, i))
            found->second = i;
    }
    for (auto [name, at] : call)
        if (at > 0)
            fail_at(source, at,
                    "a __global__ function call must be configured: say how many blocks and "
                    "threads run it, as in " +
                        std::string(name) + "<<<blocks, threads>>>(...)");
}

static int launch_close(const Source &source, int i) { // the first > of >>>
    for (; i + 2 < source.count(); i++) {
        if (source.is(i, '(') || source.is(i, '[') || source.is(i, '{'))
            i = source.partner(i);
        else if (source.is(i, ';') || source.is(i, '}'))
            break;
        else if (source.is(i, '>') && source.is(i + 1, '>') && source.is(i + 2, '>') &&
                 source.touches(i))
            return i;
    }
    return -1;
}

static bool is_empty(const Source &source, int first, int last) {
    for (int i = first; i <= last; i++)
        if (!source.is_line(i))
            return false;
    return true;
}

void rewrite_launches(const Source &source, Edits &edits) {
    for (int i = 1; i + 2 < source.count(); i++) {
        if (!opens_launch(source, i))
            continue;
        int close = launch_close(source, i + 3);
        if (close < 0)
            fail_at(source, i, "<<< without >>>");
        auto parts = source.split_at_commas(i + 3, close - 1);
        if (is_empty(source, i + 3, close - 1) || parts.size() < 2 || parts.size() > 4)
            fail_at(source, i,
                    "a launch takes 2 to 4 configuration arguments: <<<grid, block, shared "
                    "bytes, stream>>>");
        int arguments = source.next(close + 2);
        if (!source.is(arguments, '('))
            fail_at(source, close, "the kernel's arguments are missing after >>>");
        int begin = callee_begin(source, source.previous(i));
        if (begin < 0)
            fail_at(source, i, "no kernel in front of <<<");
        int first = source.next(i + 2);
        std::string configuration =
            source.resume(first, false) + edits.render_flat(source, first, close - 1);
        edits.before(begin, "(::hostcu::configure(" + configuration +
                                ") ? (void)0 : " + source.resume(begin, false));
        edits.remove(i, close + 2);
        edits.after(source.partner(arguments), ")");
        i = close + 2;
    }
}
