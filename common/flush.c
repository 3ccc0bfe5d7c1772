// flush.c: empties the caches before a cold run. How, is a choice that moves the answer: a
// write leaves lines that the next kernel must write back, a read leaves room that the
// kernel's own writes never have to leave. So the device is asked which is the truer.
#include <math.h>
#include <string.h>

#include "tare_kernels.h"
#include "tare_sampler.h"

enum { READ, WRITE, KINDS };
static const char *const kinds[KINDS] = {"read", "write"};
static const int factors[] = {1, 2, 4}; // of the largest cache
enum { FACTORS = sizeof factors / sizeof factors[0], FEWEST = 7, MOST = 31 };

cudaError_t tare_launch_flush(const struct tare_flush *flush, cudaStream_t stream) {
    if (flush->kind == kinds[WRITE])
        return cudaMemsetAsync(flush->buffer, 0, flush->bytes, stream);
    struct tare_traffic read = {
        .pattern = TARE_READ, .count = flush->bytes / 16, .a = flush->buffer, .b = flush->buffer};
    return (cudaError_t)tare_launch_traffic(&read, stream);
}

static tare_status median_time(struct tare_traffic *victim, const struct tare_flush *flush,
                               tare_stream stream, double *median) {
    double seconds[MOST];
    int tries = 0;
    struct tare_sampler sampler = {.launch = tare_launch_traffic,
                                   .context = victim,
                                   .stream = stream,
                                   .flush = *flush,
                                   .cold = 1,
                                   .patience = 2};
    TARE_TRY(tare_take(&sampler, 1, 1, seconds)); // loads the kernels: no blocker yet
    sampler.use_blocker = tare_blocker_allowed();
    // Over 4 ms: a card's memory is 2 % slower for some of every 1.8 ms.
    for (double begin = tare_monotonic();
         tries < FEWEST || (tries < MOST && tare_monotonic() - begin < 4e-3); tries++)
        TARE_TRY(tare_take(&sampler, 1, 1, seconds + tries));
    *median = tare_median(seconds, tries);
    return TARE_OK;
}

// A copy much larger than the cache finds nothing of itself there: flushed or not, its time
// is the same, unless the flush itself weighs on it. The kind that weighs least is chosen.
static tare_status choose_kind(void *buffer, uint64_t cache, tare_stream stream, int *kind) {
    uint64_t half = 2 * cache;
    struct tare_traffic copy = {
        .pattern = TARE_COPY, .count = half / 16, .a = buffer, .b = (char *)buffer + half};
    struct tare_flush flush = {.buffer = buffer};
    double plain = 0, error[KINDS];
    TARE_TRY(median_time(&copy, &flush, stream, &plain));
    for (int i = 0; i < KINDS; i++) {
        double flushed = 0;
        flush.kind = kinds[i];
        flush.bytes = 4 * cache;
        TARE_TRY(median_time(&copy, &flush, stream, &flushed));
        error[i] = fabs(flushed - plain);
    }
    *kind = error[READ] < error[WRITE] ? READ : WRITE;
    return TARE_OK;
}

// The smallest flush after which a small victim is as slow as after the largest.
static tare_status choose_size(struct tare_flush *flush, void *victim, uint64_t cache,
                               tare_stream stream) {
    struct tare_traffic read = {
        .pattern = TARE_READ, .count = cache / 4 / 16, .a = victim, .b = victim};
    double time[FACTORS];
    for (int i = 0; i < FACTORS; i++) {
        flush->bytes = factors[i] * cache;
        TARE_TRY(median_time(&read, flush, stream, &time[i]));
    }
    int chosen = FACTORS - 1;
    while (chosen > 0 && time[chosen - 1] >= 0.98 * time[FACTORS - 1])
        chosen--;
    flush->bytes = factors[chosen] * cache;
    return TARE_OK;
}

static tare_status write_back_time(struct tare_flush *flush, uint64_t cache, tare_stream stream) {
    struct tare_traffic write = {
        .pattern = TARE_WRITE, .count = flush->bytes / 16, .a = flush->buffer};
    struct tare_flush none = {.buffer = flush->buffer};
    double seconds = 0;
    TARE_TRY(median_time(&write, &none, stream, &seconds));
    flush->write_back = seconds * (double)cache / (double)flush->bytes;
    return TARE_OK;
}

static tare_status choose(int wanted, tare_stream stream, struct tare_flush *flush) {
    tare_device device;
    TARE_TRY(tare_device_facts(&device));
    uint64_t cache = tare_largest_cache(&device) / 64 * 64;
    if (cache == 0 || (device.is_host && cache > 64u << 20))
        cache = 64u << 20; // unknown, or a processor's share of a very large one
    if (!flush->buffer) {
        cudaError_t error = cudaMalloc(&flush->buffer, 4 * cache + cache / 4);
        if (error != cudaSuccess) {
            flush->buffer = NULL;
            return tare_fail_cuda(error, "cudaMalloc of the flush buffer");
        }
        TARE_TRY_CUDA(cudaMemset(flush->buffer, 0, 4 * cache + cache / 4));
    }
    int kind = wanted == TARE_FLUSH_READ ? READ : WRITE;
    if (wanted == TARE_FLUSH_CHOSEN)
        TARE_TRY(choose_kind(flush->buffer, cache, stream, &kind));
    flush->kind = kinds[kind];
    TARE_TRY(choose_size(flush, (char *)flush->buffer + 4 * cache, cache, stream));
    return write_back_time(flush, cache, stream);
}

tare_status tare_choose_flush(int wanted, tare_stream stream, struct tare_flush *flush) {
    static struct tare_flush kept[3]; // by enum tare_flush_kind
    static int kept_of = -1;
    if (wanted < 0 || wanted > TARE_FLUSH_WRITE)
        return tare_fail(TARE_BAD_ARGUMENT, "tare_options.flush: no such kind");
    if (kept_of != tare_current_device()) {
        if (kept_of >= 0) // the buffer is on another device: it stays there
            memset(kept, 0, sizeof kept);
        kept_of = tare_current_device();
    }
    if (!kept[wanted].kind) {
        struct tare_flush chosen = {.buffer = kept[0].buffer};
        tare_status status = choose(wanted, stream, &chosen);
        for (int i = 0; i < 3; i++)
            kept[i].buffer = chosen.buffer; // one for all kinds
        TARE_TRY(status);
        kept[wanted] = chosen;
    }
    *flush = kept[wanted];
    return TARE_OK;
}
