// gate.c: several programs may start beside each other, and only one measures at a time:
// the others wait here, ready, until the grader lets them go on. See claim.md.
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tare_internal.h"

static int descriptor = -1; // -1: before its gate, or none was asked for
static int warm;

static int is_place(const char *variable, const char *place) {
    const char *asked = getenv(variable);
    return asked && strcmp(asked, place) == 0;
}

// Says that it is here, and waits: for the byte that came back, 0 when the grader is gone.
static char knock(void) {
    char byte = 'r';
    if (write(descriptor, &byte, 1) != 1)
        return 0;
    ssize_t length;
    do
        length = read(descriptor, &byte, 1);
    while (length < 0 && errno == EINTR);
    return length == 1 ? byte : 0;
}

void tare_gate(const char *place) {
    const char *named = getenv("TARE_GATE_FD");
    if (descriptor >= 0 || !named || !is_place("TARE_GATE", place) || atoi(named) <= 2)
        return;
    descriptor = atoi(named);
    fcntl(descriptor, F_SETFD, FD_CLOEXEC);
    warm = knock() == 'w';
}

int tare_gate_is_warm(void) {
    return warm;
}

void tare_gate_leave(const char *place) {
    static int left;
    if (descriptor < 0 || !is_place("TARE_GATE_LEAVE", place))
        return;
    if (!left++) {
        if (!getenv("TARE_WITNESS")) // it would see a wait that is not the program's
            (void)cudaDeviceSynchronize();
        knock();
    } else if (strcmp(place, "report") != 0) {
        (void)!write(descriptor, "e", 1); // the first time was before the measuring was over
    }
}
