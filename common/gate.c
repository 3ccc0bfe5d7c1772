// gate.c: several programs may start beside each other, and only one measures at a time:
// the others wait here, ready, until the grader lets them go on. See claim.md.
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tare_internal.h"

void tare_gate(const char *place) {
    static int passed;
    const char *at = getenv("TARE_GATE"), *named = getenv("TARE_GATE_FD");
    if (passed || !at || !named || strcmp(at, place) != 0)
        return;
    passed = 1;
    int descriptor = atoi(named);
    char byte = 'r';
    if (descriptor <= 2 || write(descriptor, &byte, 1) != 1)
        return;
    while (read(descriptor, &byte, 1) < 0 && errno == EINTR)
        ;
    close(descriptor);
}
