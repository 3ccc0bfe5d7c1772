// corpus.h: the first lines of a corpus's fence: what is wrong with it, and how far off
// the number will be.
#ifndef CORPUS_H
#define CORPUS_H

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
