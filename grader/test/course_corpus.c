// course_corpus.c: what must hold for the corpus as texts.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "corpus.h"
#include "course.h"
#include "naming/naming.h"

static int has_line(const char *text, const char *begins) {
    const char *at = text ? strstr(text, begins) : NULL;
    return at && (at == text || at[-1] == '\n');
}

static void check_labs(const struct corpus_fence *fences, int count) {
    for (int i = 0; i < count; i++) {
        char *solution = course_file("solutions/%s/lab.cu", fences[i].lab);
        EXPECT(solution != NULL, "%s: there is no lab %s", fences[i].path, fences[i].lab);
        EXPECT(i == 0 || strcmp(fences[i - 1].name, fences[i].name) != 0, "%s and %s: one name",
               fences[i - 1].path, fences[i].path);
        free(solution);
    }
}

// A mistake has a fence that makes it, or says why not.
static void check_mistakes(const struct prediction *predictions, int count) {
    for (const struct mistake *m = catalogue; m->id; m++) {
        int found = 0;
        for (int i = 0; i < count; i++)
            found += prediction_has(&predictions[i], m->id);
        char *text = course_file("grader/mistakes/%s/mistake.txt", m->id);
        int excused = has_line(text, "no-fence: ");
        EXPECT(found > 0 || excused || !text,
               "grader/mistakes/%s: no fences, and no line \"no-fence:\" why", m->id);
        EXPECT(found == 0 || !excused,
               "grader/mistakes/%s/mistake.txt: there is a fence, and \"no-fence:\" too", m->id);
        free(text);
    }
}

// Every fence says what is wrong with it in words that the grader knows, and stands in the
// folder of that mistake.
void course_corpus(void) {
    char why[160] = "";
    struct corpus_fence *fences;
    int wrong = 0, count = corpus_fences(course_root, &fences);
    EXPECT(count >= 0, "the corpus cannot be read");
    if (count < 0)
        return;
    struct prediction *predictions = calloc((size_t)count + 1, sizeof *predictions);
    for (int i = 0; i < count; i++) {
        struct prediction *p = &predictions[i];
        const char *path = fences[i].path, *text = fences[i].text;
        int read = prediction_read(text, p, why) == 0;
        EXPECT(read, "%s: %s", path, why);
        EXPECT(!strstr(text, "TODO") && !strstr(text, "// tare:"), "%s: not of a student", path);
        size_t length = strcspn(p->mistake[0], "|"); // of the first of "this|that"
        EXPECT(!read || (length == strlen(fences[i].mistake) &&
                         strncmp(p->mistake[0], fences[i].mistake, length) == 0),
               "%s: its line \"// mistake:\" does not begin with the mistake whose folder it is in",
               path);
        wrong += p->mistakes > 0;
    }
    EXPECT(wrong >= 60 && count - wrong >= 40, "the corpus has %d wrong and %d right fences", wrong,
           count - wrong);
    check_labs(fences, count);
    check_mistakes(predictions, count);
    free(predictions);
    corpus_free(fences, count);
}

static const char *text_named(const struct corpus_fence *fences, int count, const char *name) {
    for (int i = 0; i < count; i++)
        if (strcmp(fences[i].name, name) == 0)
            return fences[i].text;
    return NULL;
}

// What was measured of a fence was measured with the prediction that stands in it.
static void check_seen(const char *device, char *csv, const struct corpus_fence *fences,
                       int count) {
    struct lines lines = course_lines(csv);
    int rows = 0;
    for (int i = 0; i < lines.count; i++) {
        char fence[128], predicted[64], why[160];
        struct prediction prediction;
        if (sscanf(lines.at[i], "%127[0-9a-z_/],%63[^,],", fence, predicted) != 2 ||
            strcmp(fence, "fence") == 0)
            continue;
        const char *text = text_named(fences, count, fence);
        EXPECT(text && prediction_read(text, &prediction, why) == 0 &&
                   strcmp(prediction.text, predicted) == 0,
               "docs/measured/%s/corpus.csv: %s is not that fence any more", device, fence);
        rows++;
    }
    EXPECT(rows > 0, "docs/measured/%s/corpus.csv has no row", device);
    free(lines.at);
}

void course_corpus_seen(void) {
    static const char *const devices[] = {"host", "h200"};
    struct corpus_fence *fences;
    int count = corpus_fences(course_root, &fences);
    for (int i = 0; i < 2; i++) {
        char *csv = course_file("build/measured/%s/corpus.csv", devices[i]);
        EXPECT(csv != NULL, "docs/measured/%s/corpus.csv.xz is not unpacked", devices[i]);
        if (csv)
            check_seen(devices[i], csv, fences, count);
        free(csv);
    }
    corpus_free(fences, count);
}

void course_predictions(void) {
    static const char *const bad[] = {
        "",
        "// right\n",
        "// right\n// predicted: 1\n",
        "// wrong\n// predicted: 1 (1 x 1 x 1)\n",
        "// mistake: units/gib-as-gib\n// predicted: 1 (1 x 1 x 1)\n",
        "// mistake: units/gib-as-gb|time\n// predicted: 1 (1 x 1 x 1)\n",
        "// right\n// predicted: 1 (1 x 1 x 2..1)\n",
        "// right\n// predicted: 1 (1 x 1 x 1,5)\n",
    };
    struct prediction p;
    struct range range;
    char why[160];
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        EXPECT(prediction_read(bad[i], &p, why) != 0, "read: %s", bad[i]);
    EXPECT(prediction_read("// mistake: units/ms-as-s, work/one-way|work/two-of-three\n"
                           "// predicted: <1 (0.001 x 0.5 x 1..2)\n",
                           &p, why) == 0,
           "not read: %s", why);
    EXPECT(p.mistakes == 2 && prediction_has(&p, "work/two-of-three") &&
               !prediction_has(&p, "work/two-of"),
           "two mistakes, one of them either of two");
    EXPECT(range_holds(&p.rate, 0.5, 0) && !range_holds(&p.rate, 1.5, 0), "<1 is below 1");
    EXPECT(range_holds(&p.time, 1.5, 0) && !range_holds(&p.time, 2.1, 0), "1..2 holds 1.5");
    EXPECT(range_holds(&p.unit, 0.001001, 0.002) && !range_holds(&p.unit, 0.0011, 0.002),
           "a value holds within its slack");
    EXPECT(range_read("any", &range) == 0 && range_holds(&range, -7, 0), "any is any");
}
