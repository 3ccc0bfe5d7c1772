// words.cpp: CUDA's own words, one at a time.
#include "rewrite.h"

#include <map>

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

void rewrite_words(const Source &source, bool gcc, Edits &edits) {
    for (int i = 0; i < source.count(); i++) {
        if (source.tokens[i].kind == Kind::line) {
            rewrite_pragma(source, i, gcc, edits);
            continue;
        }
        if (source.tokens[i].kind != Kind::word)
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
        } else if (word == "__assert_fail" && !source.is_word(source.previous(i))) {
            edits.replace(i, "hostcu_assert_fail");
        }
    }
}
