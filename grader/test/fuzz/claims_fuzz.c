// claims_fuzz.c: any bytes into the claim's reader. With libFuzzer: make fuzz. Without:
// replays the files that it is given, which is a test.
#include <assert.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "run/run.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct run run = {0};
    int result = claims_read((const char *)data, size, "n", NULL, &run);
    // Refused is empty; taken is whole and finite.
    assert(result == 0 || run.claim_count == 0);
    assert(strnlen(run.refused, sizeof run.refused) < sizeof run.refused);
    for (int i = 0; i < run.claim_count; i++) {
        const struct claim *claim = &run.claims[i];
        assert(claim->what[0] && strlen(claim->what) < sizeof claim->what);
        assert(isfinite(claim->seconds) && isfinite(claim->rate));
        assert(claim->sampled >= 0 && claim->sampled <= CLAIM_SAMPLES);
    }
    free(run.claims);
    return 0;
}

#ifdef REPLAY
#include <stdio.h>

int main(int argc, char **argv) {
    static uint8_t bytes[1 << 18];
    int passed = 0, failed = 0;
    for (int i = 1; i < argc; i++) {
        FILE *file = fopen(argv[i], "rb");
        size_t length = file ? fread(bytes, 1, sizeof bytes, file) : 0;
        if (file) {
            fclose(file);
            LLVMFuzzerTestOneInput(bytes, length);
            passed++;
        } else {
            perror(argv[i]);
            failed++;
        }
    }
    printf("grader_fuzz: %d passed, %d failed, 0 skipped\n", passed, failed + (passed == 0));
    return failed || passed == 0;
}
#endif
