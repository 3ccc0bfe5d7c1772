// indices.cpp: threadIdx and its kin inside a kernel's body become constants of the thread,
// which the compiler can keep in registers.
#include "rewrite.h"

static bool mentions(const Source &source, const Kernel &k, std::string_view word) {
    for (int i = k.body; i < k.end; i++)
        if (source.is(i, word))
            return true;
    return false;
}

// A lambda or a local class may not be able to see a local constant: then the variables of
// the worker serve.
static bool has_inner_function(const Source &source, const Kernel &k) {
    for (int i = k.body; i < k.end; i++) {
        if (source.is(i, "struct") || source.is(i, "class") || source.is(i, "union"))
            return true;
        if (source.is(i, '[')) {
            int before = source.previous(i), after = source.next(source.partner(i));
            bool subscript = source.is_word(before) || source.is(before, ')') ||
                             source.is(before, ']') || source.is(before, '>') ||
                             source.is(before, '[') || source.is(i + 1, '[');
            if (source.is(before, "return"))
                subscript = false;
            if (!subscript && (source.is(after, '(') || source.is(after, '{') ||
                               source.is_word(after)))
                return true;
        }
    }
    return false;
}

void rewrite_indices(const Source &source, const Kernel &k, Edits &edits) {
    if (k.body < 0 || has_inner_function(source, k))
        return;
    std::string text;
    auto constant = [&](const char *type, const char *name, const char *member) {
        if (mentions(source, k, name))
            text += std::string(" const ") + type + " " + name + " = hostcu_at." + member + ";";
    };
    constant("uint3", "threadIdx", "thread");
    constant("uint3", "blockIdx", "block");
    constant("dim3", "blockDim", "size");
    constant("dim3", "gridDim", "grid");
    edits.after(k.body, text);
}
