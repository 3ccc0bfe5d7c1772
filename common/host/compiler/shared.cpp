// shared.cpp: __shared__ variables. A worker runs one block at a time, so a static one is the
// worker's own (thread_local); a dynamic one points at memory of the size that <<<>>> gave.
#include "kernel.h"

static const Kernel *kernel_around(const std::vector<Kernel> &kernels, int i) {
    for (const Kernel &k : kernels)
        if (k.body >= 0 && i > k.body && i < k.end)
            return &k;
    return nullptr;
}

static bool in_function(const Source &source, int i) {
    // Outside functions only namespaces and linkage blocks are open.
    for (int t = i - 1; t >= 0; t--) {
        if (source.is(t, '}')) {
            t = source.partner(t);
            if (t < 0)
                return false;
        } else if (source.is(t, '{')) {
            int before = source.previous(t);
            bool scope = source.is(before, "namespace") || source.is(before - 1, "namespace") ||
                         source.tokens[before].kind == Kind::text;
            if (!scope)
                return true;
        }
    }
    return false;
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

static void rewrite_static(const Source &source, int first, int word, int end, const Kernel *kernel,
                           Edits &edits) {
    edits.replace(word, "thread_local");
    if (!kernel)
        return;
    std::string counts;
    int number = 0;
    for (auto [a, z] : source.split_at_commas(first, end - 1)) {
        int name = declarator_name(source, a, z);
        if (name >= 0)
            counts += " (void)::hostcu::shared_variable<hostcu_body, sizeof(" +
                      std::string(source.at(name)) + "), " + std::to_string(first + number++) +
                      ">::counted;";
    }
    edits.after(end, counts);
}

void rewrite_shared(const Source &source, const std::vector<Kernel> &kernels, Edits &edits) {
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
            rewrite_dynamic(source, first, end, !in_function(source, i), edits);
        else
            rewrite_static(source, first, i, end, kernel_around(kernels, i), edits);
        i = end;
    }
}
