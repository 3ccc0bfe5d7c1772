// corpus_read.c: which fences the corpus has, and what their first lines say.
#include "corpus.h"

#include <glob.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "intake/fence.h"
#include "naming/naming.h"

static int by_name(const void *a, const void *b) {
    return strcmp(((const struct corpus_fence *)a)->name, ((const struct corpus_fence *)b)->name);
}

struct corpus {
    struct corpus_fence *fences;
    int count;
};

// A fence of FAMILY/NAME/fences has its lab in its name, one of LAB.fences in the file's.
static void name_fence(struct corpus_fence *fence, const char *path, const char *name) {
    char copy[900], *part[3] = {"", "", ""}, *rest = NULL;
    text_copy(copy, sizeof copy, path);
    for (char *word = strtok_r(copy, "/", &rest); word; word = strtok_r(NULL, "/", &rest)) {
        part[0] = part[1];
        part[1] = part[2];
        part[2] = word;
    }
    int wrong = strcmp(part[2], "fences") == 0;
    const char *lab = wrong ? name : part[2], *slug = wrong ? strchr(name, '.') : NULL;
    if (wrong)
        text_format(fence->mistake, sizeof fence->mistake, "%s/%s", part[0], part[1]);
    text_format(fence->lab, sizeof fence->lab, "%.*s", (int)strcspn(lab, "."), lab);
    text_format(fence->name, sizeof fence->name, "%s/%s", fence->lab, slug ? slug + 1 : name);
    text_format(fence->path, sizeof fence->path, "%s#%s", path, name);
}

static int add_fence(struct corpus *corpus, const char *root, const char *path,
                     const struct fence_section *section) {
    struct corpus_fence *more = realloc(corpus->fences, (size_t)(corpus->count + 1) * sizeof *more);
    if (!more)
        return -1;
    corpus->fences = more;
    struct corpus_fence *fence = &more[corpus->count++];
    size_t length = strlen(root);
    const char *below = strncmp(path, root, length) == 0 ? path + length + 1 : path;
    memset(fence, 0, sizeof *fence);
    name_fence(fence, below, section->name);
    fence->text = fences_text(path, section);
    return fence->text ? 0 : -1;
}

// 0, or -1 after a message.
static int add_file(struct corpus *corpus, const char *root, const char *path) {
    char why[160] = "out of memory", *all = fences_load(path, why);
    const char *at = all;
    struct fence_section section;
    int read = all ? 1 : -1;
    while (read == 1 && (read = fences_next(&at, &section, why)) == 1)
        if (add_fence(corpus, root, path, &section) != 0)
            read = -1;
    if (read < 0)
        printf("%s: %s\n", path, why);
    free(all);
    return read;
}

int corpus_fences(const char *root, struct corpus_fence **fences) {
    char pattern[700], folders[600];
    const char *asked = getenv("MISTAKES");
    glob_t found = {0};
    struct corpus corpus = {0};
    text_copy(folders, sizeof folders, asked && *asked ? asked : "grader/mistakes");
    for (char *rest = NULL, *folder = strtok_r(folders, " ", &rest); folder;
         folder = strtok_r(NULL, " ", &rest)) {
        text_format(pattern, sizeof pattern, "%s/%s/*/*/fences", *folder == '/' ? "" : root,
                    folder);
        glob(pattern, found.gl_pathc ? GLOB_APPEND : 0, NULL, &found);
    }
    text_format(pattern, sizeof pattern, "%s/grader/repairs/*.fences", root);
    glob(pattern, found.gl_pathc ? GLOB_APPEND : 0, NULL, &found);
    int failed = 0;
    for (size_t i = 0; i < found.gl_pathc; i++)
        failed |= add_file(&corpus, root, found.gl_pathv[i]);
    globfree(&found);
    if (corpus.count > 0)
        qsort(corpus.fences, (size_t)corpus.count, sizeof *corpus.fences, by_name);
    *fences = corpus.fences;
    if (!failed)
        return corpus.count;
    corpus_free(corpus.fences, corpus.count);
    *fences = NULL;
    return -1;
}

void corpus_free(struct corpus_fence *fences, int count) {
    for (int i = 0; i < count; i++)
        free(fences[i].text);
    free(fences);
}

int range_read(const char *text, struct range *range) {
    char *end;
    *range = (struct range){NAN, NAN};
    if (strcmp(text, "any") == 0)
        return 0;
    double value = strtod(text + (*text == '<' || *text == '>'), &end);
    if (end == text)
        return -1;
    range->low = *text == '<' ? -INFINITY : value;
    range->high = *text == '>' ? INFINITY : value;
    if (*end == '.' && end[-1] == '.') // "1..2": strtod took the first point
        end--;
    if (strncmp(end, "..", 2) == 0)
        range->high = strtod(end + 2, &end);
    return *end == '\0' && range->low <= range->high ? 0 : -1;
}

int range_holds(const struct range *range, double value, double slack) {
    if (isnan(range->low))
        return 1;
    if (range->low == range->high)
        return fabs(value - range->low) <= slack * fabs(range->low);
    return value >= range->low && value <= range->high;
}

int prediction_is(const char *expected, const char *mistake) {
    size_t length = strlen(mistake);
    for (const char *at = expected; (at = strstr(at, mistake)); at += length)
        if ((at == expected || at[-1] == '|') && (at[length] == '\0' || at[length] == '|'))
            return 1;
    return 0;
}

int prediction_has(const struct prediction *prediction, const char *mistake) {
    for (int i = 0; i < prediction->mistakes; i++)
        if (prediction_is(prediction->mistake[i], mistake))
            return 1;
    return 0;
}

static int is_known(const char *expected) {
    char copy[96], *rest = NULL;
    snprintf(copy, sizeof copy, "%s", expected);
    for (char *id = strtok_r(copy, "|", &rest); id; id = strtok_r(NULL, "|", &rest))
        if (!mistake_named(id))
            return 0;
    return 1;
}

static int read_mistakes(char *list, struct prediction *p, char why[160]) {
    char *rest = NULL;
    for (char *id = strtok_r(list, ", ", &rest); id; id = strtok_r(NULL, ", ", &rest)) {
        if (p->mistakes == 3 || strlen(id) >= sizeof p->mistake[0] || !is_known(id)) {
            snprintf(why, 160, "\"%.90s\" is not in the catalogue", id);
            return -1;
        }
        snprintf(p->mistake[p->mistakes++], sizeof p->mistake[0], "%s", id);
    }
    return p->mistakes ? 0 : -1;
}

int prediction_read(const char *text, struct prediction *p, char why[160]) {
    char first[160] = "", second[160] = "", parts[4][40];
    memset(p, 0, sizeof *p);
    snprintf(why, 160, "wants \"// mistake: id\" or \"// right\", then \"// predicted: ...\"");
    if (sscanf(text, "%159[^\n]\n%159[^\n]", first, second) != 2)
        return -1;
    if (strncmp(first, "// mistake: ", 12) == 0) {
        if (read_mistakes(first + 12, p, why) != 0)
            return -1;
    } else if (strcmp(first, "// right") != 0)
        return -1;
    if (sscanf(second, "// predicted: %39s (%39s x %39s x %39[^)])", parts[0], parts[1], parts[2],
               parts[3]) != 4)
        return -1;
    snprintf(p->text, sizeof p->text, "%.60s", second + strlen("// predicted: "));
    p->gpu_only = strstr(text, "\n// device: gpu\n") != NULL;
    struct range *ranges[] = {&p->rate, &p->unit, &p->work, &p->time};
    for (int i = 0; i < 4; i++)
        if (range_read(parts[i], ranges[i]) != 0) {
            snprintf(why, 160, "\"%.39s\" is no factor", parts[i]);
            return -1;
        }
    return 0;
}
