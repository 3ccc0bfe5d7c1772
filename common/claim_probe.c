// claim_probe.c: what the grader asks of a run that it does not time: was everything
// that the claim is about over when it was made? See claim.md.
#include <stdlib.h>

#include "tare_internal.h"

int tare_probe_look(struct tare_probe *probe) {
    const char *asked = getenv("TARE_PROBE");
    if (!asked || !*asked)
        return 0;
    cudaError_t before = cudaPeekAtLastError();
    double start = tare_now();
    cudaError_t after = cudaDeviceSynchronize();
    probe->residual = tare_now() - start;
    probe->error = (int)(before != cudaSuccess ? before : after);
    return 1;
}

tare_status tare_probe_tell(const struct tare_probe *probe, const char *what) {
    tare_clock clock = {0};
    if (probe->error || tare_device_clock(0, &clock) != TARE_OK)
        clock.tick = clock.floor = 0;
    return tare_claim_line("probe what=%s residual=%.17g error=%d tick=%.17g floor=%.17g\n", what,
                           probe->residual, probe->error, clock.tick, clock.floor);
}
