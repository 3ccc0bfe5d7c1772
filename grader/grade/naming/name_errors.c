// name_errors.c: rules about errors of the device: one that it still holds when the program
// reports, or one that a program printed before it gave up.
#include <math.h>
#include <string.h>

#include "naming/rules.h"
#include "witness/note.h"

// The errors that CUDA returns for a launch that it refuses, or for a kernel that fails while it
// runs.
static int is_of_a_launch(int error) {
    static const int codes[] = {1, 2, 9, 13, 98, 100, 209, 700, 701, 702, 716, 719, 720, 910};
    for (size_t i = 0; i < sizeof codes / sizeof codes[0]; i++)
        if (codes[i] == error)
            return 1;
    return 0;
}

int name_launch_error(struct clues *clues) {
    const struct claim *claim = clues->residual;
    if (!claim || !is_of_a_launch(claim->launch_error))
        return 0;
    finding_add(clues, "launch/failed", SURE, "launch-error", claim->launch_error, PROOF_ITS_OWN,
                claim->launch_error);
    return 1;
}

// An error of an event's call that the program did not check.
int name_event_error(struct clues *clues) {
    enum { INVALID_HANDLE = 400 };
    int error = clues->residual ? clues->residual->launch_error : 0;
    if ((error != INVALID_HANDLE || !student_calls(clues, "cudaEventElapsedTime")) &&
        error != WITNESS_NOT_READY)
        return 0;
    finding_add(
        clues, error == WITNESS_NOT_READY ? "time/stale-elapsed" : "time/event-without-timing",
        error == WITNESS_NOT_READY ? LIKELY : SURE, "event-error", error, PROOF_EVENT_ERROR, error);
    return 1;
}

// The last words of a program that gave up, where they contain the call or the error.
static const struct last_words {
    const char *words, *also, *calls, *mistake;
    enum certainty certainty;
} last_words[] = {
    {"cudaEventElapsedTime", "cudaErrorNotReady", NULL, "time/stale-elapsed", SURE},
    {"cudaEventElapsedTime", "cudaErrorInvalidResourceHandle", NULL, "time/event-without-timing",
     SURE},
    {"cudaErrorInvalidResourceHandle", NULL, "cudaEventCreateWithFlags",
     "time/event-without-timing", LIKELY},
    {"cudaGetLastError", "cudaErrorNotReady", NULL, "time/stale-elapsed", LIKELY},
    {"cudaGetLastError", "cudaErrorInvalid", NULL, "launch/failed", SURE},
    {"cudaGetLastError", "cudaErrorLaunch", NULL, "launch/failed", SURE},
};

static int name_last_words(struct clues *clues) {
    const char *said = clues->detail;
    for (size_t i = 0; i < sizeof last_words / sizeof last_words[0]; i++) {
        const struct last_words *l = &last_words[i];
        if (!strstr(said, l->words) || (l->also && !strstr(said, l->also)) ||
            (l->calls && !student_calls(clues, l->calls)))
            continue;
        finding_add(clues, l->mistake, l->certainty, "last-words", NAN, PROOF_LAST_WORDS);
        return 1;
    }
    return 0;
}

void name_no_number(struct clues *clues) {
    const struct measured *measured = &clues->seen->measured;
    if (name_last_words(clues))
        return;
    const struct witness_facts *w = clues->witness;
    int by_trace = w && (w->finding == FOUND_NO_TIMING || w->finding == FOUND_STALE_ELAPSED ||
                         w->finding == FOUND_LAUNCH_FAILED || w->finding == FOUND_REVERSED);
    if (!by_trace && name_zero(clues))
        return;
    for (int i = 0; i < measured->run_count; i++) {
        const struct run *run = &measured->runs[i];
        const struct claim *claim = run->claim_count > 0 ? &run->claims[0] : NULL;
        if (claim && is_of_a_launch(claim->launch_error)) {
            clues->residual = claim;
            name_launch_error(clues);
            return;
        }
    }
    name_account(clues);
}
