// cases.c: a mistake may be a case of another one: of the same term, in some labs only or where the
// code has some word. The catalogue says which.
#include <string.h>

#include "base/text.h"
#include "naming/naming.h"
#include "naming/rules.h"

// The first of these words in the code; -1: none.
static int find_word(const struct clues *clues, const char *words) {
    char list[200], *rest = NULL;
    int at = -1;
    text_copy(list, sizeof list, words);
    for (char *word = strtok_r(list, " ", &rest); word && clues->source && at < 0;
         word = strtok_r(NULL, " ", &rest))
        at = source_find(clues->source, 0, word);
    return at;
}

int case_line(const struct clues *clues, const char *mistake) {
    const struct mistake *m = mistake_named(mistake);
    return m ? find_word(clues, m->calls) : -1;
}

static int is_listed(const char *labs, const char *number) {
    return !*labs || (*number && strstr(labs, number));
}

const char *case_of(const struct clues *clues, const char *mistake) {
    for (const struct mistake *m = catalogue; m->id; m++)
        if (strcmp(m->term, mistake) == 0 && is_listed(m->labs, clues->seen->lab.number) &&
            (!*m->calls || find_word(clues, m->calls) >= 0))
            return m->id;
    return mistake;
}
