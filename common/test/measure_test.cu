// measure_test.cu: the library on DEVICE. Each clock must see the work that it times, and must not
// see other work. Times are asserted only where right and wrong are far apart, and after several
// tries: other programs use the machine, too.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <cuda_runtime.h>

#include "suite.h"
#include "tare.h"
#include "tare_device.h"
#include "tare_internal.h"

enum { TRIES = 5 };
static const double spin_time = 50e-3;

static uint64_t *cycles; // where a spin leaves its count

static void need_device(void) {
    tare_device device;
    if (tare_device_facts(&device) != TARE_OK)
        suite_skip(tare_why());
    if (!cycles)
        TARE_CHECK(cudaMalloc((void **)&cycles, 2 * sizeof *cycles));
}

static int spin(void *seconds, tare_stream stream) {
    return (int)tare_launch_cycles((uint64_t)(1e9 * *(double *)seconds), cycles, stream);
}

static void events_see_their_own_stream_only(void) {
    need_device();
    cudaStream_t busy, idle;
    tare_stopwatch *on_busy, *on_idle;
    TARE_CHECK(cudaStreamCreateWithFlags(&busy, cudaStreamNonBlocking));
    TARE_CHECK(cudaStreamCreateWithFlags(&idle, cudaStreamNonBlocking));
    CU_ASSERT_EQUAL_FATAL(tare_stopwatch_new(&on_busy), TARE_OK);
    CU_ASSERT_EQUAL_FATAL(tare_stopwatch_new(&on_idle), TARE_OK);
    double length = spin_time, seen = 0, missed = 0;
    for (int i = 0; i < TRIES; i++) {
        CU_ASSERT_EQUAL(tare_start(on_busy, busy), TARE_OK);
        CU_ASSERT_EQUAL(tare_start(on_idle, idle), TARE_OK);
        CU_ASSERT_EQUAL(spin(&length, busy), 0);
        CU_ASSERT_EQUAL(tare_stop(on_idle, idle), TARE_OK);
        CU_ASSERT_EQUAL(tare_stop(on_busy, busy), TARE_OK);
        CU_ASSERT_EQUAL(tare_read(on_busy, &seen), TARE_OK);
        CU_ASSERT_EQUAL(tare_read(on_idle, &missed), TARE_OK);
        if (missed < 0.5 * length)
            break;
    }
    CU_ASSERT(seen >= 0.99 * length);
    CU_ASSERT(missed < 0.5 * length);
    tare_stopwatch_free(on_busy);
    tare_stopwatch_free(on_idle);
    TARE_CHECK(cudaStreamDestroy(busy));
    TARE_CHECK(cudaStreamDestroy(idle));
}

static void host_clock_sees_what_is_waited_for(void) {
    need_device();
    double length = spin_time, waited = 0, asked = 0;
    TARE_CHECK(cudaDeviceSynchronize());
    for (int i = 0; i < TRIES; i++) {
        double start = tare_now();
        CU_ASSERT_EQUAL(spin(&length, NULL), 0);
        asked = tare_now() - start;
        TARE_CHECK(cudaDeviceSynchronize());
        waited = tare_now() - start;
        if (asked < 0.5 * length)
            break;
    }
    CU_ASSERT(waited >= 0.99 * length);
    CU_ASSERT(asked < 0.5 * length);
}

static void known_lengths_are_read(void) {
    need_device();
    static const double lengths[] = {100e-6, 1e-3};
    for (int i = 0; i < 2; i++) {
        double length = lengths[i];
        tare_time t;
        for (int j = 0; j < TRIES; j++) {
            CU_ASSERT_EQUAL_FATAL(tare_measure(spin, &length, NULL, NULL, &t), TARE_OK);
            if (t.minimum < 2 * length)
                break;
        }
        CU_ASSERT(t.minimum >= 0.98 * length);
        CU_ASSERT(t.minimum < 2 * length);
        CU_ASSERT(t.low <= t.median && t.median <= t.high);
        CU_ASSERT(t.floor < length);
    }
}

static void clock_is_found_on_the_device(void) {
    need_device();
    tare_clock clock, again;
    CU_ASSERT_EQUAL(tare_device_clock(NULL, &clock), TARE_OK);
    CU_ASSERT(clock.tick > 0.5e-9 && clock.tick < 20e-6);
    CU_ASSERT(clock.floor > 0 && clock.floor < 10e-3);
    CU_ASSERT_EQUAL(tare_device_clock(NULL, &again), TARE_OK);
    CU_ASSERT_EQUAL(again.tick, clock.tick); // measured once
}

// 2048 threads a block, more than any device takes. This launch does not return the error.
__global__ void never(void) {}
static int refused(void *context, tare_stream stream) {
    (void)context;
    never<<<1, 2048, 0, stream>>>();
    return 0;
}

static void a_refused_launch_is_an_error(void) {
    need_device();
    tare_time t;
    CU_ASSERT_EQUAL(tare_measure(refused, NULL, NULL, NULL, &t), TARE_CUDA_ERROR);
    CU_ASSERT(strstr(tare_why(), "cudaError") != NULL);
    CU_ASSERT_EQUAL(cudaGetLastError(), cudaSuccess);
}

static int waits(void *seconds, tare_stream stream) {
    int error = spin(seconds, stream);
    return error ? error : (int)cudaStreamSynchronize(stream);
}

// Behind a closed blocker this launch would wait for ever.
static void a_launch_that_waits_is_measured_all_the_same(void) {
    need_device();
    double length = 1e-3;
    tare_time t;
    CU_ASSERT_EQUAL(tare_measure(waits, &length, NULL, NULL, &t), TARE_OK);
    CU_ASSERT(t.minimum >= 0.98 * length);
}

// Every pattern and shape, with counts that no shape divides: all data move, and no other data.
static void traffic_moves_all_and_no_more(void) {
    need_device();
    enum { MOST = 5000, GUARD = 16 };
    static float host[4 * (MOST + GUARD)];
    static const uint64_t counts[] = {1, 255, 256, 257, 4095, 4097, MOST};
    float *device, *a, *b, *c;
    size_t floats = 4 * (MOST + GUARD);
    TARE_CHECK(cudaMalloc((void **)&device, 3 * floats * sizeof(float)));
    a = device, b = a + floats, c = b + floats;
    for (int pattern = TARE_WRITE; pattern <= TARE_TRIAD; pattern++)
        for (int shape = 0; shape < tare_traffic_shapes(); shape++)
            for (int i = 0; i < 7; i++) {
                uint64_t count = counts[i], wrong = 0;
                struct tare_traffic traffic = {(enum tare_pattern)pattern, shape, count, a, b, c};
                for (size_t k = 0; k < floats; k++)
                    host[k] = (float)(k % 1000);
                TARE_CHECK(cudaMemcpy(b, host, floats * sizeof(float), cudaMemcpyHostToDevice));
                TARE_CHECK(cudaMemcpy(c, host, floats * sizeof(float), cudaMemcpyHostToDevice));
                TARE_CHECK(cudaMemset(a, 0xff, floats * sizeof(float)));
                CU_ASSERT_EQUAL_FATAL(tare_launch_traffic(&traffic, NULL), 0);
                TARE_CHECK(cudaMemcpy(host, a, floats * sizeof(float), cudaMemcpyDeviceToHost));
                for (size_t k = 0; k < floats; k++) {
                    float written = pattern == TARE_WRITE  ? 0.5f / (float)(1 << k % 4)
                                    : pattern == TARE_COPY ? (float)(k % 1000)
                                                           : 1.5f * (float)(k % 1000);
                    int inside = k < 4 * count;
                    wrong += inside ? host[k] != written : !isnan(host[k]);
                }
                CU_ASSERT_EQUAL(wrong, 0);
            }
    struct tare_traffic read = {TARE_READ, 99, MOST, a, b, c};
    CU_ASSERT_NOT_EQUAL(tare_launch_traffic(&read, NULL), 0); // no such shape
    read.shape = 0;
    TARE_CHECK(cudaMemset(a, 0xff, floats * sizeof(float)));
    CU_ASSERT_EQUAL(tare_launch_traffic(&read, NULL), 0);
    TARE_CHECK(cudaMemcpy(host, a, 64, cudaMemcpyDeviceToHost));
    CU_ASSERT(isnan(host[0])); // a read writes nothing
    TARE_CHECK(cudaFree(device));
}

// Lowers *least to the shortest of some plain copies.
static void plain_copies(char *memory, uint64_t bytes, double *least) {
    tare_stopwatch *watch;
    CU_ASSERT_EQUAL_FATAL(tare_stopwatch_new(&watch), TARE_OK);
    for (int i = 0; i < TRIES; i++) {
        double seconds = 0;
        tare_start(watch, NULL);
        TARE_CHECK(
            cudaMemcpyAsync(memory, memory + bytes / 2, bytes / 2, cudaMemcpyDeviceToDevice, NULL));
        tare_stop(watch, NULL);
        CU_ASSERT_EQUAL(tare_read(watch, &seconds), TARE_OK);
        *least = fmin(*least, seconds);
    }
    tare_stopwatch_free(watch);
}

// The shortest of each, so that other users of the machine disturb least.
static void traffic_is_near_a_plain_copy(void) {
    need_device();
    uint64_t bytes = 64u << 20;
    char *memory;
    TARE_CHECK(cudaMalloc((void **)&memory, bytes));
    TARE_CHECK(cudaMemset(memory, 1, bytes));
    struct tare_traffic copy = {TARE_COPY, 0, bytes / 2 / 16, memory, memory + bytes / 2, NULL};
    tare_options options = {};
    options.samples = 11;
    double plain = 1e9, ours = 1e9, ratio = 0;
    for (int i = 0; i < TRIES && !(ratio > 0.25 && ratio < 4); i++) {
        tare_time t;
        CU_ASSERT_EQUAL_FATAL(tare_measure(tare_launch_traffic, &copy, NULL, &options, &t),
                              TARE_OK);
        ours = fmin(ours, t.minimum);
        plain_copies(memory, bytes, &plain);
        ratio = plain / ours;
    }
    TARE_CHECK(cudaFree(memory));
    tare_device device;
    CU_ASSERT_EQUAL(tare_device_facts(&device), TARE_OK);
    if (device.is_host && !(ratio > 0.25 && ratio < 4))
        suite_skip("this machine is too busy to compare two copies");
    CU_ASSERT(ratio > 0.25 && ratio < 4);
}

static void ceilings_are_kept(void) {
    need_device();
    tare_device device;
    tare_ceilings c, again;
    CU_ASSERT_EQUAL(tare_device_facts(&device), TARE_OK);
    CU_ASSERT_EQUAL_FATAL(tare_measure_ceilings(&c), TARE_OK);
    CU_ASSERT(c.read > 0 && c.write > 0 && c.copy > 0 && c.triad > 0);
    CU_ASSERT(c.bytes >= 8 * device.l2_bytes);
    CU_ASSERT_EQUAL(tare_measure_ceilings(&again), TARE_OK);
    CU_ASSERT(memcmp(&c, &again, sizeof c) == 0);
}

struct array {
    uint64_t count;
    float *memory;
};

static int sum_it(void *context, tare_stream stream) {
    struct array *array = (struct array *)context;
    struct tare_traffic read = {TARE_READ, 0, array->count / 4, array->memory, array->memory, NULL};
    return tare_launch_traffic(&read, stream);
}

static void cold_is_slower_than_hot(void) {
    need_device();
    tare_device device;
    CU_ASSERT_EQUAL(tare_device_facts(&device), TARE_OK);
    struct array array = {(device.l2_bytes ? device.l2_bytes : 1u << 20) / 4 / sizeof(float), NULL};
    TARE_CHECK(cudaMalloc((void **)&array.memory, array.count * sizeof(float)));
    TARE_CHECK(cudaMemset(array.memory, 0, array.count * sizeof(float)));
    tare_options hot = {}, cold = {};
    cold.cold = 1;
    cold.samples = hot.samples = 11;
    tare_time at_best = {}, t;
    double ratio = 0;
    for (int i = 0; i < TRIES && ratio < 1.2; i++) {
        CU_ASSERT_EQUAL_FATAL(tare_measure(sum_it, &array, NULL, &hot, &at_best), TARE_OK);
        CU_ASSERT_EQUAL_FATAL(tare_measure(sum_it, &array, NULL, &cold, &t), TARE_OK);
        ratio = t.median / at_best.median;
    }
    TARE_CHECK(cudaFree(array.memory));
    CU_ASSERT(t.flush != NULL && (strcmp(t.flush, "read") == 0 || strcmp(t.flush, "write") == 0));
    CU_ASSERT(t.flush_bytes >= device.l2_bytes);
    CU_ASSERT(t.bias_bound > 0 && t.bias_bound <= 1);
    CU_ASSERT_EQUAL(t.batch, 1);
    if (ratio < 1.2)
        suite_skip("this machine is too busy to tell hot from cold");
    CU_ASSERT(ratio >= 1.2);
}

static const struct test tests[] = {
    {"events_see_their_own_stream_only", events_see_their_own_stream_only},
    {"host_clock_sees_what_is_waited_for", host_clock_sees_what_is_waited_for},
    {"known_lengths_are_read", known_lengths_are_read},
    {"clock_is_found_on_the_device", clock_is_found_on_the_device},
    {"a_refused_launch_is_an_error", a_refused_launch_is_an_error},
    {"a_launch_that_waits_is_measured_all_the_same", a_launch_that_waits_is_measured_all_the_same},
    {"traffic_moves_all_and_no_more", traffic_moves_all_and_no_more},
    {"traffic_is_near_a_plain_copy", traffic_is_near_a_plain_copy},
    {"ceilings_are_kept", ceilings_are_kept},
    {"cold_is_slower_than_hot", cold_is_slower_than_hot},
};
SUITE_MAIN("library_measure", tests)
