// lab.c: what every lab does around its measurement: the size, the data, the result, the end.
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "base/cache.h"
#include "tare_device.h"
#include "tare_internal.h"
#include "tare_lab.h"

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

// A whole number from the environment, within bounds. Any other text ends the program.
static uint64_t setting(const char *name, uint64_t otherwise, uint64_t least, uint64_t most) {
    const char *text = getenv(name);
    if (!text || !*text)
        return otherwise;
    char *end;
    unsigned long long value = strtoull(text, &end, 10);
    if (*end || *text == '-' || value < least || value > most) {
        char message[160];
        snprintf(message, sizeof message, "%s=%.40s: it must be a whole number from %llu to %llu",
                 name, text, (unsigned long long)least, (unsigned long long)most);
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
    uint64_t of_last = 4 * tare_largest_cache(device);
    of_last = of_last < lab_memory_limit ? of_last : lab_memory_limit;
    return of_l2 > of_last ? of_l2 : of_last;
}

uint64_t tare_cache_working_set(void) {
    const tare_device *device = device_or_end();
    return (device->l2_bytes ? device->l2_bytes : 2u << 20) / 4;
}

uint64_t tare_memory_granule(void) {
    return device_or_end()->is_host ? 64 : 32;
}

// ---- memory --------------------------------------------------------------------------

// Every array is remembered, so that a lab need not free it.
static struct block {
    struct block *next;
    void *host, *device; // one of the two is NULL
} * blocks;

static void remember(void *host, void *device) {
    struct block *block = malloc(sizeof *block);
    if (block) {
        *block = (struct block){blocks, host, device};
        blocks = block;
    }
}

static void out_of_memory(const char *where, uint64_t bytes) {
    fflush(stdout);
    fprintf(stderr, "out of memory: %s needs %llu MB\n", where,
            (unsigned long long)(bytes / 1000000));
    exit(1);
}

static float *host_floats(const char *where, uint64_t count) {
    const uint64_t huge = 2u << 20;
    if (count == 0)
        count = 1;
    if (count > (UINT64_MAX >> 4))
        out_of_memory(where, UINT64_MAX);
    uint64_t bytes = (count * sizeof(float) + huge - 1) / huge * huge;
    float *floats = aligned_alloc(huge, bytes);
    if (!floats)
        out_of_memory(where, bytes);
    (void)madvise(floats, bytes, MADV_HUGEPAGE); // fewer page faults; a refusal does no harm
    remember(floats, NULL);
    return floats;
}

static float *device_floats(const char *where, uint64_t count) {
    float *floats = NULL;
    uint64_t bytes = (count ? count : 1) * sizeof(float);
    cudaError_t error = cudaMalloc((void **)&floats, bytes);
    if (error == cudaErrorMemoryAllocation)
        out_of_memory(where, bytes);
    TARE_CHECK(error);
    remember(NULL, floats);
    return floats;
}

// A hash of 32 bits that compilers vectorise. The constants are by Chris Wellons, who searched for
// the smallest bias and gave them to the public domain.
static uint32_t mix(uint32_t x) {
    x ^= x >> 16;
    x *= 0x7feb352du;
    x ^= x >> 15;
    x *= 0x846ca68bu;
    return x ^ x >> 16;
}

float *tare_lab_random(tare_lab *lab, uint64_t count) {
    static uint32_t arrays; // counts the arrays, so that no two arrays of one program are alike
    float *floats = host_floats("tare_lab_random", count);
    uint32_t key = mix((uint32_t)lab->seed ^ mix((uint32_t)(lab->seed >> 32) + ++arrays));
    for (uint64_t from = 0; from < count; from += 1u << 20) {
        uint32_t part = mix(key + (uint32_t)(from >> 20));
        uint32_t length = count - from < 1u << 20 ? (uint32_t)(count - from) : 1u << 20;
        for (uint32_t i = 0; i < length; i++) // a float holds 24 bits
            floats[from + i] = (float)(int32_t)(mix(part + i) >> 8) * 0x1p-23f - 1.0f;
    }
    return floats;
}

float *tare_lab_to_device(const float *host, uint64_t count) {
    float *floats = device_floats("tare_lab_to_device", count);
    TARE_CHECK(cudaMemcpy(floats, host, count * sizeof(float), cudaMemcpyHostToDevice));
    return floats;
}

float *tare_lab_poisoned(uint64_t count) {
    float *floats = device_floats("tare_lab_poisoned", count);
    TARE_CHECK(cudaMemset(floats, 0xff, count * sizeof(float))); // every float is NaN
    TARE_CHECK(cudaDeviceSynchronize());
    tare_gate("data");
    return floats;
}

static float *copy_to_host(const float *device, uint64_t count) {
    float *floats = host_floats("tare_lab_to_host", count);
    TARE_CHECK(cudaMemcpy(floats, device, count * sizeof(float), cudaMemcpyDeviceToHost));
    return floats;
}

float *tare_lab_to_host(const float *device, uint64_t count) {
    tare_gate_leave("host");
    return copy_to_host(device, count);
}

static void release(float *host) {
    for (struct block **at = &blocks; *at; at = &(*at)->next)
        if ((*at)->host == host) {
            struct block *block = *at;
            *at = block->next;
            free(block->host);
            free(block);
            return;
        }
}

static void release_all(void) {
    while (blocks) {
        struct block *block = blocks;
        blocks = block->next;
        free(block->host);
        if (block->device)
            (void)cudaFree(block->device);
        free(block);
    }
}

// ---- begin, check, end ---------------------------------------------------------------

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

// How many of the first cards reach each other.
static int cards_within_reach(void) {
    int cards = 0, together = 1;
    TARE_CHECK(cudaGetDeviceCount(&cards));
    for (; together < cards; together++)
        for (int other = 0; other < together; other++) {
            int there = 0, back = 0;
            TARE_CHECK(cudaDeviceCanAccessPeer(&there, other, together));
            TARE_CHECK(cudaDeviceCanAccessPeer(&back, together, other));
            if (!there || !back)
                return together;
        }
    return together;
}

void tare_lab_needs_cards(int count) {
    enum { SKIPPED = 77 }; // as the grader's own exit code
    int here = device_or_end()->is_host ? 0 : cards_within_reach();
    if (here >= count)
        return;
    fflush(stdout);
    fprintf(stderr, "this lab needs %d cards that reach each other; this machine has %d\n", count,
            here);
    exit(SKIPPED);
}

static enum { UNCHECKED, RIGHT, WRONG } result;

void tare_lab_check(tare_lab *lab, const char *what, const float *device, const float *expected,
                    uint64_t count, float relative_tolerance) {
    (void)lab;
    tare_gate_leave("check");
    float *got = copy_to_host(device, count);
    float largest = 0;
    for (uint64_t i = 0; i < count; i++)
        largest = fmaxf(largest, fabsf(expected[i]));
    uint64_t wrong = 0, first = 0;
    for (uint64_t i = count; i-- > 0;)
        if (!(fabsf(got[i] - expected[i]) <= relative_tolerance * largest)) { // a NaN is wrong, too
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
    release(got);
    tare_gate("check");
}

void tare_lab_must(tare_status status) {
    if (status != TARE_OK)
        give_up(tare_why());
}

// Only a right result carries the proof. So even if the fence changes the line about a wrong
// result, it cannot make that line look like a proven right one.
int tare_lab_end_proven(tare_lab *lab, const char *proof) {
    static const char *const words[] = {"unchecked", "right", "wrong"};
    (void)lab;
    if (tare_claim_refused()[0])
        give_up(tare_claim_refused());
    int proven = proof && result == RIGHT;
    tare_status status =
        tare_claim_line("end result=%s claims=%d%s%s\n", words[result], tare_claims_made(),
                        proven ? " proof=" : "", proven ? proof : "");
    if (status != TARE_OK)
        give_up(tare_why());
    release_all();
    return result == WRONG;
}

int tare_lab_end(tare_lab *lab) {
    return tare_lab_end_proven(lab, NULL);
}
