// sem_streams.cu: which stream waits for which.
#include <thread>

#include "semantics.h"

// Keeps `first` busy for LONG_MS; returns how long after that began a kernel in `second` ends.
static double ends_after(cudaStream_t first, cudaStream_t second) {
    double start = now_ms();
    busy(LONG_MS, first);
    empty<<<1, 1, 0, second>>>();
    Event done = event_new();
    OK(cudaEventRecord(done, second));
    OK(cudaEventSynchronize(done));
    double took = now_ms() - start;
    OK(cudaDeviceSynchronize());
    return took;
}

static void test_default_stream_waits_for_a_blocking_one(void) {
    Stream stream = blocking();
    CU_ASSERT_TRUE(ends_after(stream, 0) > LONG_MS * 0.8);
}

static void test_blocking_stream_waits_for_the_default_one(void) {
    Stream stream = blocking();
    CU_ASSERT_TRUE(ends_after(0, stream) > LONG_MS * 0.8);
}

static void two_processors(void) {
    if (processors() < 2)
        suite_skip("one processor runs one kernel at a time");
}

static bool non_blocking_passes(void) {
    Stream stream = non_blocking();
    double took = ends_after(0, stream);
    return took < LONG_MS / 2.0;
}

static bool default_passes_non_blocking(void) {
    Stream stream = non_blocking();
    double took = ends_after(stream, 0);
    return took < LONG_MS / 2.0;
}

static bool blocking_streams_pass(void) {
    Stream one = blocking(), other = blocking();
    double took = ends_after(one, other);
    return took < LONG_MS / 2.0;
}

static void test_non_blocking_stream_does_not_wait(void) {
    two_processors();
    shows(non_blocking_passes, "a non-blocking stream beside the default one");
    shows(default_passes_non_blocking, "the default stream beside a non-blocking one");
}

static void test_streams_do_not_wait_for_each_other(void) {
    two_processors();
    shows(blocking_streams_pass, "two streams side by side");
}

static void test_per_thread_stream_is_a_blocking_one(void) {
    CU_ASSERT_TRUE(ends_after(0, cudaStreamPerThread) > LONG_MS * 0.8);
    CU_ASSERT_TRUE(ends_after(cudaStreamPerThread, 0) > LONG_MS * 0.8);
}

static void test_legacy_handle_is_the_default_stream(void) {
    CU_ASSERT_TRUE(ends_after(cudaStreamLegacy, 0) > LONG_MS * 0.8);
}

static double two_kernels(cudaStream_t one, cudaStream_t other) {
    double start = now_ms();
    busy(HOLD_MS, one);
    busy(HOLD_MS, other);
    OK(cudaDeviceSynchronize());
    return now_ms() - start;
}

static bool kernels_overlap(void) {
    Stream one = blocking(), other = blocking();
    double together = two_kernels(one, other), after = two_kernels(one, one);
    CU_ASSERT_TRUE(after > 2 * HOLD_MS * 0.8);
    return together < 1.5 * HOLD_MS;
}

static void test_two_streams_overlap_and_one_does_not(void) {
    two_processors();
    shows(kernels_overlap, "two kernels at the same time");
}

static void test_wait_event_orders_streams(void) {
    Stream first = non_blocking(), second = non_blocking();
    int *value = device_int(0);
    Event event = event_new();
    busy(LONG_MS / 2, first);
    store<<<1, 1, 0, first>>>(value, 3);
    OK(cudaEventRecord(event, first));
    OK(cudaStreamWaitEvent(second, event));
    add<<<1, 1, 0, second>>>(value, 4);
    OK(cudaStreamSynchronize(second));
    CU_ASSERT_EQUAL(read_int(value), 7);
    OK(cudaFree(value));
}

static bool never_recorded_passes(void) {
    Stream stream = non_blocking();
    Event event = event_new();
    double start = now_ms();
    busy(LONG_MS, 0);
    OK(cudaStreamWaitEvent(stream, event));
    OK(cudaStreamSynchronize(stream));
    double took = now_ms() - start;
    OK(cudaDeviceSynchronize());
    return took < LONG_MS / 2.0;
}

static void test_waiting_for_an_event_never_recorded_is_nothing(void) {
    shows(never_recorded_passes, "a wait for an event never recorded, passing");
}

// The stream waits for the record before the wait, not for a later one.
static bool later_record_passes(void) {
    Stream slow = non_blocking(), stream = non_blocking();
    Event event = event_new();
    OK(cudaEventRecord(event, slow));
    OK(cudaStreamWaitEvent(stream, event));
    double start = now_ms();
    busy(LONG_MS, slow);
    OK(cudaEventRecord(event, slow));
    OK(cudaStreamSynchronize(stream));
    double took = now_ms() - start;
    OK(cudaDeviceSynchronize());
    return took < LONG_MS / 2.0;
}

static void test_wait_is_for_the_record_before_it(void) {
    shows(later_record_passes, "a wait that ignores a later record");
}

static void test_query_is_an_answer_not_an_error(void) {
    Stream stream = blocking();
    OK(cudaStreamQuery(stream));
    busy(HOLD_MS, stream);
    GIVES(cudaStreamQuery(stream), cudaErrorNotReady);
    OK(cudaPeekAtLastError());
    cudaError_t of_default = cudaStreamQuery(0); // the default stream waits for the other one
    if (on_host_device())
        CU_ASSERT_EQUAL(of_default, cudaErrorNotReady);
    OK(cudaGetLastError());
    OK(cudaStreamSynchronize(stream));
    OK(cudaStreamQuery(stream));
    OK(cudaStreamQuery(0));
}

static bool stream_sync_is_for_one_stream(void) {
    Stream slow = non_blocking(), quick = non_blocking();
    double start = now_ms();
    busy(LONG_MS, slow);
    empty<<<1, 1, 0, quick>>>();
    OK(cudaStreamSynchronize(quick));
    double took = now_ms() - start;
    OK(cudaStreamSynchronize(slow));
    CU_ASSERT_TRUE(now_ms() - start > LONG_MS * 0.8);
    return took < LONG_MS / 2.0;
}

static void test_stream_synchronize_waits_for_its_stream_only(void) {
    two_processors();
    shows(stream_sync_is_for_one_stream, "cudaStreamSynchronize of the quick stream");
}

static void test_default_synchronize_leaves_non_blocking_alone(void) {
    Stream slow = non_blocking();
    busy(HOLD_MS, slow);
    OK(cudaStreamSynchronize(0));
    GIVES(cudaStreamQuery(slow), cudaErrorNotReady);
    OK(cudaDeviceSynchronize());
    OK(cudaStreamQuery(slow));
}

static void test_destroyed_stream_finishes_its_work(void) {
    int *value = device_int(0);
    {
        Stream stream = blocking();
        busy(LONG_MS / 2, stream);
        store<<<1, 1, 0, stream>>>(value, 8);
    }
    CU_ASSERT_EQUAL(read_int(value), 8);
    OK(cudaFree(value));
}

static void test_flags_and_priorities(void) {
    int least = 1, greatest = 1, priority = 9;
    unsigned flags = 9;
    cudaStream_t stream;
    OK(cudaDeviceGetStreamPriorityRange(&least, &greatest));
    CU_ASSERT_EQUAL(least, 0);
    CU_ASSERT_TRUE(greatest < least);
    OK_FATAL(cudaStreamCreateWithPriority(&stream, cudaStreamNonBlocking, greatest));
    OK(cudaStreamGetPriority(stream, &priority));
    OK(cudaStreamGetFlags(stream, &flags));
    CU_ASSERT_EQUAL(priority, greatest);
    CU_ASSERT_EQUAL(flags, cudaStreamNonBlocking);
    OK(cudaStreamDestroy(stream));
    OK_FATAL(cudaStreamCreateWithPriority(&stream, cudaStreamDefault, greatest - 1000));
    OK(cudaStreamGetPriority(stream, &priority));
    CU_ASSERT_EQUAL(priority, greatest);
    OK(cudaStreamDestroy(stream));
    GIVES(cudaStreamCreateWithFlags(&stream, 0x40), cudaErrorInvalidValue);
    GIVES(cudaGetLastError(), cudaErrorInvalidValue);
    OK(cudaGetLastError());
}

static void count_in_stream(int *value, int times) {
    cudaStream_t stream;
    if (cudaStreamCreate(&stream) != cudaSuccess)
        return;
    for (int i = 0; i < times; i++)
        add<<<1, 1, 0, stream>>>(value, 1);
    cudaStreamSynchronize(stream);
    cudaStreamDestroy(stream);
}

static void test_host_threads_launch_side_by_side(void) {
    enum { THREADS = 4, TIMES = 2000 };
    int *values[THREADS];
    std::thread threads[THREADS];
    for (int i = 0; i < THREADS; i++)
        values[i] = device_int(0);
    for (int i = 0; i < THREADS; i++)
        threads[i] = std::thread(count_in_stream, values[i], TIMES);
    for (int i = 0; i < THREADS; i++)
        threads[i].join();
    for (int i = 0; i < THREADS; i++) {
        CU_ASSERT_EQUAL(read_int(values[i]), TIMES);
        OK(cudaFree(values[i]));
    }
}

static const struct test tests[] = {
    {"default waits for blocking", test_default_stream_waits_for_a_blocking_one},
    {"blocking waits for default", test_blocking_stream_waits_for_the_default_one},
    {"non-blocking does not wait", test_non_blocking_stream_does_not_wait},
    {"streams side by side", test_streams_do_not_wait_for_each_other},
    {"per-thread stream blocks", test_per_thread_stream_is_a_blocking_one},
    {"legacy handle", test_legacy_handle_is_the_default_stream},
    {"overlap", test_two_streams_overlap_and_one_does_not},
    {"wait event", test_wait_event_orders_streams},
    {"wait for nothing", test_waiting_for_an_event_never_recorded_is_nothing},
    {"wait for the record before", test_wait_is_for_the_record_before_it},
    {"query", test_query_is_an_answer_not_an_error},
    {"synchronize one stream", test_stream_synchronize_waits_for_its_stream_only},
    {"synchronize the default one", test_default_synchronize_leaves_non_blocking_alone},
    {"destroy with work", test_destroyed_stream_finishes_its_work},
    {"flags and priorities", test_flags_and_priorities},
    {"host threads", test_host_threads_launch_side_by_side},
};

SUITE_MAIN("sem_streams", tests)
