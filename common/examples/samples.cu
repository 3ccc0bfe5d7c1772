// samples.cu: the summary of a list of times that you took with any clock.
//
//     make example EXAMPLE=samples
//
// The third run was disturbed. It moves the mean by half and the median not at all.
#include <stdio.h>

#include "tare.h"

int main(void) {
    const double seconds[] = {101e-6, 100e-6, 812e-6, 102e-6, 99e-6,  100e-6,
                              101e-6, 100e-6, 103e-6, 99e-6,  101e-6, 100e-6};
    const int samples = sizeof seconds / sizeof seconds[0];
    const double tick = 1e-6; // of the clock that took them

    tare_time time;
    if (tare_summarise(seconds, samples, tick, &time) != TARE_OK)
        return puts(tare_why()), 1;
    printf("mean     %6.1f us\n", 1e6 * time.mean);
    printf("median   %6.1f us, in %.1f to %.1f at 95 %%\n", 1e6 * time.median, 1e6 * time.low,
           1e6 * time.high);
    for (unsigned bit = 1; bit <= TARE_NOT_PRECISE; bit *= 2)
        if (time.warnings & bit)
            printf("warning  %s\n", tare_advice((enum tare_warning)bit));
    return 0;
}
