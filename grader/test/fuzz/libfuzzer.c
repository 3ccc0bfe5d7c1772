// libfuzzer.c: one target under libFuzzer, which follows what each input reaches: TARGET=trace.
#include "fuzz.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const struct fuzz_target *target;
    if (!target)
        target = fuzz_target_named(getenv("TARGET"));
    if (!target) {
        fprintf(stderr, "fuzz: TARGET names no target\n");
        exit(2);
    }
    fuzz_read(target, data, size);
    return 0;
}
