// name_errors.c: rules about errors of the device: one that it still holds when the program
// reports, or one that a program printed before it gave up and that no account shows.
#include <math.h>
#include <string.h>

#include "naming/rules.h"
#include "witness/note.h"

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
    {"cudaErrorInvalidResourceHandle", NULL, "cudaEventCreateWithFlags",
     "time/event-without-timing", LIKELY},
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
    if (!name_account(clues) && !name_last_words(clues))
        name_zero(clues);
}
