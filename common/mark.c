// mark.c: tells the witness when the stopwatch was read, and which work is the library's
// own. Nobody watching costs one load.
#define _GNU_SOURCE // RTLD_DEFAULT
#include <dlfcn.h>
#include <pthread.h>
#include <time.h>

#include "tare_cover.h"
#include "tare_internal.h"

static pthread_once_t looked = PTHREAD_ONCE_INIT;
static witness_note_fn *witness;

static void look(void) {
    *(void **)&witness = dlsym(RTLD_DEFAULT, "witness_note");
}

static int watched(void) {
    pthread_once(&looked, look);
    return witness != NULL;
}

static uint64_t now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

void tare_mark(enum witness_kind kind, const char *name, const void *event, double value) {
    if (!watched())
        return;
    struct witness_note note = {.kind = kind, .name = name, .value = value};
    note.begin = note.end = now();
    note.event = (uint64_t)(uintptr_t)event;
    witness(&note);
}

void tare_mark_read(const char *name, uint64_t ns) {
    if (!watched())
        return;
    struct witness_note note = {.kind = WITNESS_CLOCK, .name = name, .begin = ns, .end = ns};
    witness(&note);
}

struct tare_cover tare_cover_begin(const char *function) {
    return (struct tare_cover){function, watched() ? now() : 0};
}

void tare_cover_end(struct tare_cover *cover) {
    if (!cover->begin)
        return;
    struct witness_note note = {.kind = WITNESS_CALL, .name = cover->function};
    note.begin = cover->begin;
    note.end = now();
    witness(&note);
}
