// lab.c: what every lab does around its measurement: the size, the result, the end.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tare_internal.h"
#include "tare_lab.h"
#include "tare_lab_memory.h"

static enum { UNCHECKED, RIGHT, WRONG } result;

static void give_up(const char *message) {
    fflush(stdout);
    fprintf(stderr, "%s\n", message);
    exit(1);
}

static const tare_device *device_or_end(void) {
    static tare_device device;
    if (device.name[0] == 0 && tare_device_facts(&device) != TARE_OK)
        give_up(tare_why());
    return &device;
}

// A whole number from the environment, within bounds; the program ends on anything else.
static uint64_t setting(const char *name, uint64_t otherwise, uint64_t least, uint64_t most) {
    const char *text = getenv(name);
    if (!text || !*text)
        return otherwise;
    char *end;
    unsigned long long value = strtoull(text, &end, 10);
    if (*end || *text == '-' || value < least || value > most) {
        char message[160];
        snprintf(message, sizeof message, "%s=%.40s: wants a whole number from %llu to %llu", name,
                 text, (unsigned long long)least, (unsigned long long)most);
        give_up(message);
    }
    return value;
}

uint64_t tare_memory_working_set(void) {
    const tare_device *device = device_or_end();
    uint64_t unknown = 256u << 20;
    uint64_t of_l2 = device->l2_bytes ? 8 * device->l2_bytes : unknown;
    if (!device->is_host)
        return of_l2;
    // Four times the last level, but no more than a lab can work through in a second.
    uint64_t most = 256u << 20, of_last = 4 * tare_largest_cache(device);
    of_last = of_last < most ? of_last : most;
    return of_l2 > of_last ? of_l2 : of_last;
}

uint64_t tare_cache_working_set(void) {
    const tare_device *device = device_or_end();
    return (device->l2_bytes ? device->l2_bytes : 2u << 20) / 4;
}

uint64_t tare_memory_granule(void) {
    return device_or_end()->is_host ? 64 : 32;
}

tare_lab tare_lab_begin(const char *name, uint64_t count) {
    const tare_device *device = device_or_end();
    const char *nonce = getenv("TARE_NONCE");
    uint64_t thousandths = setting("TARE_N", 1000, 1, 1000000);
    tare_lab lab = {name, count / 1000 * thousandths + count % 1000 * thousandths / 1000,
                    setting("TARE_SEED", 1, 0, UINT64_MAX)};
    lab.count = lab.count ? lab.count : 1;
    printf("device   %s%s\nsize     %llu elements\n", device->name,
           device->is_host ? " (numbers are this CPU's, not a GPU's)" : "",
           (unsigned long long)lab.count);
    fflush(stdout);
    if (tare_claim_line("tare 1 lab=%s device=%s count=%llu seed=%llu nonce=%s\n", name,
                        device->is_host ? "host" : "gpu", (unsigned long long)lab.count,
                        (unsigned long long)lab.seed, nonce ? nonce : "") != TARE_OK)
        give_up(tare_why());
    return lab;
}

void tare_lab_check(tare_lab *lab, const char *what, const float *device, const float *expected,
                    uint64_t count, float relative_tolerance) {
    (void)lab;
    tare_gate_leave("check");
    float *got = tare_copy_to_host(device, count);
    float largest = 0;
    for (uint64_t i = 0; i < count; i++)
        largest = fmaxf(largest, fabsf(expected[i]));
    uint64_t wrong = 0, first = 0;
    for (uint64_t i = count; i-- > 0;)
        if (!(fabsf(got[i] - expected[i]) <= relative_tolerance * largest)) { // NaN is wrong
            wrong++;
            first = i;
        }
    if (wrong == 0) {
        printf("result   right (%s)\n", what);
        if (result == UNCHECKED)
            result = RIGHT;
    } else {
        printf("result   wrong: %s[%llu] is %g and should be %g; %llu of %llu differ\n", what,
               (unsigned long long)first, (double)got[first], (double)expected[first],
               (unsigned long long)wrong, (unsigned long long)count);
        result = WRONG;
    }
    fflush(stdout);
    tare_lab_release(got);
    tare_gate("check");
}

void tare_lab_must(tare_status status) {
    if (status != TARE_OK)
        give_up(tare_why());
}

int tare_lab_end(tare_lab *lab) {
    static const char *const words[] = {"unchecked", "right", "wrong"};
    (void)lab;
    tare_status status =
        tare_claim_line("end result=%s claims=%d\n", words[result], tare_claims_made());
    if (status != TARE_OK)
        give_up(tare_why());
    tare_lab_release_all();
    return result == WRONG;
}
