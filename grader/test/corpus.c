// corpus.c: grades fences as students write them, and holds what the grader saw and said
// against what the fence's first lines predict. A row a fence, as they come.
//
//   corpus [--build] [--shard I/N] [WORD ...]
//
// those whose path or name (04_two_streams/no_wait) contains a word; --build only compiles; --shard
// 2/4: the second of four parts, which run side by side, each in a copy of the tree and on a card
// of its own.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "corpus.h"
#include "course.h"
#include "grade/check.h"
#include "intake/fence.h"
#include "run/build.h"

struct tally {
    int wrong, right, named, misnamed, unnamed, passed_wrongly, failed_wrongly, unsure, missed;
};

static const char *device(void) {
    const char *named = getenv("DEVICE");
    return named && strcmp(named, "gpu") == 0 ? "gpu" : "host";
}

static const struct lab_meta *lab_of(const char *folder) {
    for (int i = 0; i < course_count; i++)
        if (strcmp(course_labs[i].folder, folder) == 0)
            return &course_labs[i];
    return NULL;
}

static int has_finding(const struct grading *grading, const char *expected) {
    for (int i = 0; i < grading->named.count; i++)
        if (prediction_is(expected, grading->named.list[i].mistake))
            return 1;
    return 0;
}

// The row that the prediction is about: the first that is not right, else the first.
static const struct row *row_of(const struct grading *grading) {
    for (int i = 0; i < grading->judged.row_count; i++)
        if (!grading->judged.rows[i].right)
            return &grading->judged.rows[i];
    return grading->judged.row_count ? &grading->judged.rows[0] : NULL;
}

static const char *judge(const struct prediction *p, const struct grading *grading,
                         struct tally *tally) {
    const struct row *row = row_of(grading);
    int as_predicted =
        !row || (range_holds(&p->unit, row->unit, 0.002) &&
                 range_holds(&p->work, row->work, 0.002) && range_holds(&p->time, row->time, 0.15));
    int expected = 0, strange = 0;
    for (int i = 0; i < p->mistakes; i++)
        expected += has_finding(grading, p->mistake[i]);
    for (int i = 0; i < grading->named.count; i++)
        strange += grading->named.list[i].certainty == SURE &&
                   !prediction_has(p, grading->named.list[i].mistake);
    tally->missed += !as_predicted;
    tally->right += p->mistakes == 0;
    tally->wrong += p->mistakes > 0;
    if (grading->judged.outcome == OUTCOME_CANNOT_GRADE) {
        tally->unsure++;
        return "unsure";
    }
    if (p->mistakes == 0 && grading->judged.outcome != OUTCOME_PASS) {
        tally->failed_wrongly++;
        return "FAILED, IS RIGHT";
    }
    if (p->mistakes > 0 && grading->judged.outcome == OUTCOME_PASS) {
        tally->passed_wrongly++;
        return "PASSED, IS WRONG";
    }
    if (p->mistakes > 0 && expected < p->mistakes) {
        tally->unnamed++;
        tally->misnamed += strange > 0;
        return strange ? "MISNAMED" : "not named";
    }
    tally->named += p->mistakes > 0;
    return as_predicted ? "ok" : "not as predicted";
}

static void print_row(const char *name, const struct prediction *p, const struct grading *grading,
                      const char *verdict) {
    const struct row *row = row_of(grading);
    printf("%-46s predicted %-30s", name, p->text);
    if (row)
        printf(" seen %.4g x %.4g x %.4g = %.4g", row->unit, row->work, row->time, row->rate);
    else
        printf(" seen nothing");
    printf("  %s", outcome_name(grading->judged.outcome));
    for (int i = 0; i < grading->named.count; i++)
        printf(" %s%s", grading->named.list[i].certainty == SURE ? "" : "?",
               grading->named.list[i].mistake);
    if (!row && grading->judged.detail[ENGLISH][0])
        printf(" (%s)", grading->judged.detail[ENGLISH]);
    printf("  [%s]\n", verdict);
    fflush(stdout);
}

// build/corpus/LAB/SLUG.cu: the solution with this fence. 0, or -1.
static int splice(const struct corpus_fence *fence, char path[1200]) {
    struct fence ours, theirs = {.inside = fence->text, .length = strlen(fence->text)};
    char *solution = course_file("solutions/%s/lab.cu", fence->lab), *whole = NULL;
    snprintf(path, 1200, "%s/build/corpus/%s", course_root, fence->lab);
    if (solution && make_folders(path) == 0 && fence_find(solution, &ours) == REFUSED_NOT)
        whole = fence_splice(solution, &ours, &theirs);
    snprintf(path, 1200, "%s/build/corpus/%s.cu", course_root, fence->name);
    FILE *file = whole ? fopen(path, "w") : NULL;
    int failed = !file || fputs(whole, file) < 0;
    if (file)
        failed = fclose(file) != 0 || failed;
    free(solution);
    free(whole);
    return failed ? -1 : 0;
}

static int grade(const struct corpus_fence *fence, int only_build, struct tally *tally) {
    char path[1200], why[160] = "";
    struct prediction prediction;
    const struct lab_meta *lab = lab_of(fence->lab);
    if (!lab || prediction_read(fence->text, &prediction, why) != 0 || splice(fence, path) != 0) {
        printf("%s: %s\n", fence->path, lab ? why : "there is no such lab");
        return 1;
    }
    if (prediction.gpu_only && strcmp(device(), "host") == 0)
        return 0;
    struct check_options options = {
        .root = course_root, .device = device(), .lab = lab, .path = path};
    struct grading *grading = grading_new();
    int failed = !grading;
    if (grading && only_build) {
        options.budget = 0.001; // two pairs; only whether it compiles is of interest
        check_grade(&options, grading);
        failed = !grading->seen.builds.student.ok;
        printf("%-46s %s\n", fence->name,
               failed ? grading->seen.builds.student.message : "compiles");
    } else if (grading && check_grade(&options, grading) == outcome_exit_code(OUTCOME_SKIPPED)) {
        printf("%-46s skipped: %s\n", fence->name, grading->judged.detail[ENGLISH]);
    } else if (grading) {
        print_row(fence->name, &prediction, grading, judge(&prediction, grading, tally));
    }
    grading_free(grading);
    return failed;
}

// A part of what is wanted: every count-th fence, from the first-th on.
struct shard {
    int first, count;
};

static int read_shard(const char *text, struct shard *shard) {
    char rest;
    return sscanf(text, "%d/%d%c", &shard->first, &shard->count, &rest) == 2 && shard->first > 0 &&
                   shard->first <= shard->count
               ? 0
               : -1;
}

static int wanted(const struct corpus_fence *fence, char **words, int count) {
    for (int i = 0; i < count; i++)
        if (strstr(fence->path, words[i]) || strstr(fence->name, words[i]))
            return 1;
    return count == 0;
}

int main(int argc, char **argv) {
    int only_build = argc > 1 && strcmp(argv[1], "--build") == 0, failed = 0, graded = 0;
    int words = 1 + only_build, seen = 0;
    struct shard shard = {1, 1};
    struct corpus_fence *fences;
    struct tally t = {0};
    if (argc > words && strcmp(argv[words], "--shard") == 0) {
        if (argc == words + 1 || read_shard(argv[words + 1], &shard) != 0) {
            fprintf(stderr, "corpus: --shard wants I/N, as 1/4\n");
            return 2;
        }
        words += 2;
    }
    course_read_labs();
    int count = corpus_fences(course_root, &fences);
    if (count < 0)
        return 2;
    for (int i = 0; i < count; i++)
        if (wanted(&fences[i], argv + words, argc - words) &&
            seen++ % shard.count == shard.first - 1) {
            failed += grade(&fences[i], only_build, &t);
            graded++;
        }
    corpus_free(fences, count);
    if (only_build) {
        printf("corpus: %d passed, %d failed, 0 skipped\n", graded - failed, failed);
        return failed || graded == 0 ? 1 : 0;
    }
    printf("\n%d wrong: %d named, %d not named (%d of them with another name), %d passed\n"
           "%d right: %d failed\n%d could not be graded, %d not as predicted, %d unreadable\n",
           t.wrong, t.named, t.unnamed, t.misnamed, t.passed_wrongly, t.right, t.failed_wrongly,
           t.unsure, t.missed, failed);
    int graded_wrong = t.named + t.unnamed + t.passed_wrongly;
    if (graded_wrong > 0)
        printf("named right: %.1f %%; a wrong name stated as fact: %.1f %%; right variants failed: "
               "%d\n",
               100.0 * t.named / graded_wrong, 100.0 * t.misnamed / graded_wrong, t.failed_wrongly);
    return failed || t.passed_wrongly || t.failed_wrongly || t.misnamed ? 1 : 0;
}
