// course_corpus.c: what must hold for the corpus as texts.
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "corpus.h"
#include "course.h"

// Every fence of the corpus says what is wrong with it in words that the grader knows.
void course_corpus(void) {
    char pattern[600], why[160];
    struct prediction prediction;
    int wrong = 0, right = 0;
    glob_t found = {0};
    snprintf(pattern, sizeof pattern, "%s/grader/test/corpus/*/*.fence", course_root);
    EXPECT(glob(pattern, 0, NULL, &found) == 0, "grader/test/corpus holds no fence");
    for (size_t i = 0; i < found.gl_pathc; i++) {
        const char *path = found.gl_pathv[i] + strlen(course_root) + 1;
        char *text = course_file("%s", path);
        int read = text && prediction_read(text, &prediction, why) == 0;
        EXPECT(read, "%s: %s", path, why);
        EXPECT(text && !strstr(text, "TODO") && !strstr(text, "// tare:"), "%s: not of a student",
               path);
        wrong += read && prediction.mistakes > 0;
        right += read && prediction.mistakes == 0;
        free(text);
    }
    globfree(&found);
    EXPECT(wrong >= 60 && right >= 40, "the corpus has %d wrong and %d right fences", wrong, right);
}

// What was measured of a fence was measured with the prediction that stands in it.
static void check_seen(const char *device, char *csv) {
    struct lines lines = course_lines(csv);
    int rows = 0;
    for (int i = 0; i < lines.count; i++) {
        char fence[128], predicted[64], why[160];
        struct prediction prediction;
        if (sscanf(lines.at[i], "%127[0-9a-z_/],%63[^,],", fence, predicted) != 2 ||
            strcmp(fence, "fence") == 0)
            continue;
        char *text = course_file("grader/test/corpus/%s.fence", fence);
        EXPECT(text && prediction_read(text, &prediction, why) == 0 &&
                   strcmp(prediction.text, predicted) == 0,
               "docs/measured/%s/corpus.csv: %s is not that fence any more", device, fence);
        free(text);
        rows++;
    }
    EXPECT(rows > 0, "docs/measured/%s/corpus.csv has no row", device);
    free(lines.at);
}

void course_corpus_seen(void) {
    static const char *const devices[] = {"host", "h200"};
    for (int i = 0; i < 2; i++) {
        char *csv = course_file("build/measured/%s/corpus.csv", devices[i]);
        EXPECT(csv != NULL, "docs/measured/%s/corpus.csv.xz is not unpacked", devices[i]);
        if (csv)
            check_seen(devices[i], csv);
        free(csv);
    }
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
