// corpus_read.c: which fences the corpus has, and what their first lines say.
#include "corpus.h"

#include <glob.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "naming/mistakes.h"

static int by_name(const void *a, const void *b) {
    return strcmp(((const struct corpus_fence *)a)->name, ((const struct corpus_fence *)b)->name);
}

// LAB.SLUG.fence in the folder FAMILY/NAME, or LAB/SLUG.fence.
static void name_fence(struct corpus_fence *fence, const char *path, int wrong) {
    char part[3][64] = {""}; // the path's last three, without ".fence"
    const char *end = path + strlen(path) - strlen(".fence");
    for (int i = 2; i >= 0; i--) {
        const char *from = end;
        while (from > path && from[-1] != '/')
            from--;
        snprintf(part[i], sizeof part[i], "%.*s", (int)(end - from), from);
        end = from - (from > path);
    }
    memset(fence, 0, sizeof *fence);
    snprintf(fence->path, sizeof fence->path, "%s", path);
    if (wrong) {
        snprintf(fence->mistake, sizeof fence->mistake, "%.46s/%.46s", part[0], part[1]);
        snprintf(fence->lab, sizeof fence->lab, "%.*s", (int)strcspn(part[2], "."), part[2]);
        snprintf(fence->name, sizeof fence->name, "%s", part[2]);
        if (strchr(fence->name, '.'))
            *strchr(fence->name, '.') = '/';
    } else {
        snprintf(fence->lab, sizeof fence->lab, "%s", part[1]);
        snprintf(fence->name, sizeof fence->name, "%s/%s", part[1], part[2]);
    }
}

int corpus_fences(const char *root, struct corpus_fence **fences) {
    char pattern[700], folders[600];
    const char *asked = getenv("MISTAKES");
    glob_t found = {0};
    int wrong;
    snprintf(folders, sizeof folders, "%s", asked && *asked ? asked : "grader/mistakes");
    for (char *rest = NULL, *folder = strtok_r(folders, " ", &rest); folder;
         folder = strtok_r(NULL, " ", &rest)) {
        snprintf(pattern, sizeof pattern, "%s/%s/*/*/*.fence", *folder == '/' ? "" : root, folder);
        glob(pattern, found.gl_pathc ? GLOB_APPEND : 0, NULL, &found);
    }
    wrong = (int)found.gl_pathc;
    snprintf(pattern, sizeof pattern, "%s/grader/repairs/*/*.fence", root);
    glob(pattern, found.gl_pathc ? GLOB_APPEND : 0, NULL, &found);
    int count = (int)found.gl_pathc;
    *fences = calloc((size_t)count + 1, sizeof **fences);
    for (int i = 0; *fences && i < count; i++)
        name_fence(&(*fences)[i], found.gl_pathv[i], i < wrong);
    if (*fences)
        qsort(*fences, (size_t)count, sizeof **fences, by_name);
    globfree(&found);
    return *fences ? count : -1;
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
