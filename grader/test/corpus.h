// corpus.h: the corpus: fences as students write them. The wrong ones are in their mistake's
// folder, grader/mistakes/FAMILY/NAME/fences, the right ones in grader/repairs/LAB.fences. The
// first lines of each say what is wrong with it, and how far off the number will be.
#ifndef CORPUS_H
#define CORPUS_H

struct corpus_fence {
    char name[128];   // "LAB/SLUG"
    char lab[64];     // "04_two_streams"
    char mistake[96]; // whose folder it is in; "": it is right
    char path[900];   // "grader/repairs/04_two_streams.fences#slug", below the root
    char *text;       // its first line says what it is
};

// All fences below the root by their names, wrong ones from the folders that $MISTAKES lists
// (else grader/mistakes). Returns how many; -1 after a message.
int corpus_fences(const char *root, struct corpus_fence **fences);
void corpus_free(struct corpus_fence *fences, int count);

struct range {
    double low, high; // NAN, NAN: any; equal: that value
};

struct prediction {
    int mistakes;        // 0: right
    char mistake[3][96]; // one id, or "this|that" where the numbers cannot tell
    char text[64];       // of the prediction, for people
    struct range rate, unit, work, time;
    int gpu_only;
};

// "// mistake: id[, id]" or "// right", then "// predicted: RATE (UNIT x WORK x TIME)", each
// "0.5", "0.4..0.6", ">5", "<0.5" or "any". 0, or -1 and why.
// A third line "// device: gpu" keeps it from the host device, where it says something else, and
// a line behind it says why.
int prediction_read(const char *text, struct prediction *prediction, char why[160]);
// 1 when the mistake is one of "this|that".
int prediction_is(const char *expected, const char *mistake);
int prediction_has(const struct prediction *prediction, const char *mistake);

int range_read(const char *text, struct range *range); // 0 or -1
// slack: how far off a single value may be, as a part of it.
int range_holds(const struct range *range, double value, double slack);

#endif
