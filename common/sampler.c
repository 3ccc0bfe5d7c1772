// sampler.c: times of runs, taken in blocks between events. The host queues the runs of a block
// while the device waits at the blocker, so that no launch falls between two events. Each cold
// sample is a separate block, because in the middle of a full queue a card reads 3 % more for times
// around 8 us.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tare_internal.h"

// ---- the blocker: a kernel waits for a word that the host writes ---------------------

static volatile unsigned *words; // released and gave up: see tare_launch_blocker
static unsigned generation;

int tare_blocker_allowed(void) {
    const char *blocking = getenv("CUDA_LAUNCH_BLOCKING");
    if (blocking && *blocking && strcmp(blocking, "0") != 0)
        return 0;
    // A profiler may run every launch to its end before it returns.
    return !getenv("CUDA_INJECTION64_PATH") && !getenv("NV_COMPUTE_PROFILER_PERFWORKS_DIR") &&
           !getenv("NV_TPS_LAUNCH_TOKEN");
}

// Holds the stream until the blocker opens, or for `patience` seconds.
static tare_status close_blocker(tare_stream stream, double patience) {
    if (!words) {
        void *pinned = NULL;
        TARE_TRY_CUDA(cudaHostAlloc(&pinned, 2 * sizeof *words, cudaHostAllocMapped));
        memset(pinned, 0, 2 * sizeof *words);
        words = pinned;
    }
    void *seen_by_device = NULL;
    TARE_TRY_CUDA(cudaHostGetDevicePointer(&seen_by_device, (void *)words, 0));
    generation++;
    cudaError_t error =
        tare_launch_blocker(seen_by_device, generation, (uint64_t)(1e9 * patience), stream);
    return error == cudaSuccess ? TARE_OK : tare_fail_cuda(error, "the launch of the blocker");
}

static void open_blocker(void) {
    if (words)
        __atomic_store_n(&words[0], generation, __ATOMIC_RELEASE);
}

// 1: nothing passed before the blocker opened. Ask when the stream is synchronised.
static int blocker_held(void) {
    return words && __atomic_load_n(&words[1], __ATOMIC_ACQUIRE) != generation;
}

// ---- random starts: no two blocks alike ----------------------------------------------

// A card has rhythms: of two successive launches of a short kernel one takes 2 % longer, and every
// 1.8 ms the memory is 2 % slower for a while. Samples in step with a rhythm are all high or all
// low, and agree on a wrong number. So each block begins with a random number of empty kernels, and
// each round at a random time.
enum { MOST_LAUNCHES = 8, LONGEST_NS = 2000000 };

static unsigned random_below(unsigned limit) { // the same in every run of a program
    static unsigned state = 1;
    state = state * 1664525u + 1013904223u;
    return (unsigned)((uint64_t)state * limit >> 32);
}

uint64_t *tare_counters(void) {
    static uint64_t *counters;
    void *pinned = NULL;
    if (!counters && cudaHostAlloc(&pinned, 2 * sizeof *counters, cudaHostAllocMapped) == 0)
        counters = pinned;
    return counters;
}

static tare_status dither(tare_stream stream, int in_time) {
    void *counters = NULL;
    if (in_time && tare_counters()) {
        TARE_TRY_CUDA(cudaHostGetDevicePointer(&counters, tare_counters(), 0));
        TARE_TRY_CUDA(tare_launch_cycles(random_below(LONGEST_NS), counters, stream));
    }
    for (unsigned launches = 1 + random_below(MOST_LAUNCHES); launches > 0; launches--)
        TARE_TRY_CUDA((cudaError_t)tare_launch_empty(NULL, stream));
    return TARE_OK;
}

// ---- the flush: empties the caches before a cold run ---------------------------------

// The kind of flush changes the answer. A flush that writes leaves lines that the next kernel must
// write back; one that reads leaves clean lines, and what the kernel writes may stay in the cache
// until its time is over. So the library measures which kind is closer to the truth on this device.
enum { READ, WRITE, KINDS };
static const char *const kinds[KINDS] = {"read", "write"};
static const int factors[] = {1, 2, 4}; // of the largest cache
enum { FACTORS = sizeof factors / sizeof factors[0], FEWEST = 7, MOST = 31 };

static cudaError_t launch_flush(const struct tare_flush *flush, cudaStream_t stream) {
    if (flush->kind == kinds[WRITE])
        return cudaMemsetAsync(flush->buffer, 0, flush->bytes, stream);
    struct tare_traffic read = {
        .pattern = TARE_READ, .count = flush->bytes / 16, .a = flush->buffer, .b = flush->buffer};
    return (cudaError_t)tare_launch_traffic(&read, stream);
}

// ---- a block of samples --------------------------------------------------------------

enum { MOST_EVENTS = 64 };

static tare_status run(const struct tare_sampler *sampler) {
    uint64_t before = sampler->queued ? host_operations() : 0;
    int error = sampler->launch(sampler->context, sampler->stream);
    if (sampler->queued)
        *sampler->queued += host_operations() - before;
    if (error == 0)
        error = (int)cudaPeekAtLastError(); // the launch function may not have checked
    if (error == 0)
        return TARE_OK;
    return tare_fail_cuda((cudaError_t)error, "the launch that is measured");
}

// The events are made once. The address at which an event's time is written changes a short reading
// by a tenth, so all measurements of a kernel must use the same events.
static cudaEvent_t events[MOST_EVENTS];

static tare_status make_events(void) {
    static int made, made_on = -1;
    if (made_on != tare_current_device())
        while (made > 0)
            (void)cudaEventDestroy(events[--made]);
    made_on = tare_current_device();
    for (; made < MOST_EVENTS; made++)
        TARE_TRY_CUDA(cudaEventCreate(&events[made]));
    return TARE_OK;
}

// Hot: one event between two samples. Cold: a pair around the only sample, and the flush outside.
// Without a run before the first event and a launch behind the last one, the first and the last
// hot sample read some thousandths less than the others.
static tare_status fill(const struct tare_sampler *sampler, int in_time, int samples, int batch) {
    TARE_TRY(dither(sampler->stream, in_time));
    if (batch > 1)
        TARE_TRY(run(sampler));
    TARE_TRY_CUDA(cudaEventRecord(events[0], sampler->stream));
    for (int i = 0; i < samples; i++) {
        for (int j = 0; j < batch; j++)
            TARE_TRY(run(sampler));
        TARE_TRY_CUDA(cudaEventRecord(events[i + 1], sampler->stream));
    }
    if (!sampler->cold)
        TARE_TRY_CUDA((cudaError_t)tare_launch_empty(NULL, sampler->stream));
    return TARE_OK;
}

static tare_status take_block(struct tare_sampler *sampler, int in_time, int samples, int batch,
                              double *seconds) {
    int blocked = sampler->use_blocker;
    TARE_TRY(make_events());
    if (sampler->flush.bytes)
        TARE_TRY_CUDA(launch_flush(&sampler->flush, sampler->stream));
    if (blocked)
        TARE_TRY(close_blocker(sampler->stream, sampler->patience));
    double before = seconds_now();
    tare_status status = fill(sampler, in_time, samples, batch);
    sampler->enqueue = (seconds_now() - before) / samples / batch;
    if (blocked)
        open_blocker();
    TARE_TRY(status);
    TARE_TRY_CUDA(cudaEventSynchronize(events[samples]));
    if (blocked && !blocker_held())
        sampler->use_blocker = 0; // the launch waits for the device: never block it again
    for (int i = 0; i < samples; i++) {
        float milliseconds = 0;
        TARE_TRY_CUDA(cudaEventElapsedTime(&milliseconds, events[i], events[i + 1]));
        seconds[i] = fmax(0, 1e-3 * (double)milliseconds - sampler->mark) / batch;
    }
    return TARE_OK;
}

tare_status tare_take(struct tare_sampler *sampler, int samples, int batch, double *seconds) {
    int most = TARE_MOST_OPERATIONS / (batch + 1) < 1 ? 1 : TARE_MOST_OPERATIONS / (batch + 1);
    most = sampler->cold ? 1 : most < MOST_EVENTS - 1 ? most : MOST_EVENTS - 1;
    for (int done = 0; done < samples;) {
        int next = samples - done < most ? samples - done : most;
        TARE_TRY(take_block(sampler, sampler->in_rounds && done == 0, next, batch, seconds + done));
        done += next;
    }
    return TARE_OK;
}

// ---- the choice of the flush ---------------------------------------------------------

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
    TARE_TRY(tare_take(&sampler, 1, 1, seconds)); // no blocker yet: this loads the kernels
    sampler.use_blocker = tare_blocker_allowed();
    // For 4 ms: a card's memory is 2 % slower for a part of every 1.8 ms.
    for (double begin = seconds_now();
         tries < FEWEST || (tries < MOST && seconds_now() - begin < 4e-3); tries++)
        TARE_TRY(tare_take(&sampler, 1, 1, seconds + tries));
    *median = tare_median(seconds, tries);
    return TARE_OK;
}

// Chooses the kind of flush. A copy much larger than the cache never finds its data in the cache.
// So its time is the same with and without a flush, unless the flush itself slows the copy down.
// The kind that slows it down less is chosen.
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

// The smallest flush after which a read of a small array is as slow as after the largest flush.
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
        cache = 64u << 20; // unknown, or a very large cache that many processors share
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
        return tare_fail(TARE_BAD_ARGUMENT, "tare_options.flush is not a tare_flush_kind");
    if (kept_of != tare_current_device()) {
        if (kept_of >= 0) // the buffer belongs to another device and stays there
            memset(kept, 0, sizeof kept);
        kept_of = tare_current_device();
    }
    if (!kept[wanted].kind) {
        struct tare_flush chosen = {.buffer = kept[0].buffer};
        tare_status status = choose(wanted, stream, &chosen);
        for (int i = 0; i < 3; i++)
            kept[i].buffer = chosen.buffer; // one buffer for all kinds
        TARE_TRY(status);
        kept[wanted] = chosen;
    }
    *flush = kept[wanted];
    return TARE_OK;
}
