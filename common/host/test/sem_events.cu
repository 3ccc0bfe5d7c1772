// sem_events.cu: what events measure, which work they wait for, and which they do not.
#include "semantics.h"

static bool elapsed_is_the_kernels(void) {
    Event start = event_new(), stop = event_new();
    float ms = -1;
    double host = now_ms();
    OK(cudaEventRecord(start));
    busy(LONG_MS, 0);
    OK(cudaEventRecord(stop));
    OK(cudaEventSynchronize(stop));
    host = now_ms() - host;
    OK(cudaEventElapsedTime(&ms, start, stop));
    CU_ASSERT_TRUE(ms <= host * 1.02);
    return ms > LONG_MS * 0.9 && ms < LONG_MS * 1.5;
}

static void test_elapsed_time_is_the_kernels(void) {
    shows(elapsed_is_the_kernels, "the time of a kernel between two events");
}

static void test_unfinished_event_leaves_the_value_alone(void) {
    Event start = event_new(), stop = event_new();
    float ms = 12.5f;
    OK(cudaEventRecord(start));
    busy(HOLD_MS, 0);
    OK(cudaEventRecord(stop));
    GIVES(cudaEventQuery(stop), cudaErrorNotReady);
    OK(cudaPeekAtLastError()); // an answer, not an error
    GIVES(cudaEventElapsedTime(&ms, start, stop), cudaErrorNotReady);
    CU_ASSERT_EQUAL(ms, 12.5f);
    cudaGetLastError();
    OK(cudaEventSynchronize(stop));
    OK(cudaEventQuery(stop));
    OK(cudaEventElapsedTime(&ms, start, stop));
    CU_ASSERT_TRUE(ms > LONG_MS * 0.8);
}

static void test_never_recorded(void) {
    Event start = event_new(), stop = event_new();
    float ms = 12.5f;
    OK(cudaEventQuery(start));
    OK(cudaEventSynchronize(start));
    GIVES(cudaEventElapsedTime(&ms, start, stop), cudaErrorInvalidResourceHandle);
    OK(cudaEventRecord(start));
    OK(cudaEventSynchronize(start));
    GIVES(cudaEventElapsedTime(&ms, start, stop), cudaErrorInvalidResourceHandle);
    CU_ASSERT_EQUAL(ms, 12.5f);
    GIVES(cudaGetLastError(), cudaErrorInvalidResourceHandle);
    OK(cudaGetLastError());
}

static void test_event_without_timing(void) {
    Event start = event_with(cudaEventDisableTiming), stop = event_new();
    float ms = 12.5f;
    OK(cudaEventRecord(start));
    OK(cudaEventRecord(stop));
    OK(cudaDeviceSynchronize());
    GIVES(cudaEventElapsedTime(&ms, start, stop), cudaErrorInvalidResourceHandle);
    CU_ASSERT_EQUAL(ms, 12.5f);
    cudaGetLastError();
}

static void test_reversed_events_give_a_negative_time(void) {
    Event start = event_new(), stop = event_new();
    float ms = 0;
    OK(cudaEventRecord(start));
    busy(LONG_MS / 4, 0);
    OK(cudaEventRecord(stop));
    OK(cudaEventSynchronize(stop));
    OK(cudaEventElapsedTime(&ms, stop, start));
    CU_ASSERT_TRUE(ms < 0);
    OK(cudaEventElapsedTime(&ms, start, start));
    CU_ASSERT_EQUAL(ms, 0);
}

static void test_last_record_counts(void) {
    Event start = event_new(), event = event_new();
    float ms = 0;
    OK(cudaEventRecord(start));
    OK(cudaEventRecord(event));
    OK(cudaEventSynchronize(event));
    busy(HOLD_MS, 0);
    OK(cudaEventRecord(event));
    GIVES(cudaEventQuery(event), cudaErrorNotReady);
    OK(cudaEventSynchronize(event));
    OK(cudaEventElapsedTime(&ms, start, event));
    CU_ASSERT_TRUE(ms > LONG_MS * 0.8);
}

// Events on the default stream do not see what a non-blocking stream does.
static bool event_on_another_stream(void) {
    Stream stream = non_blocking();
    Event start = event_new(), stop = event_new();
    float ms = LONG_MS;
    OK(cudaEventRecord(start));
    busy(LONG_MS, stream);
    OK(cudaEventRecord(stop));
    OK(cudaEventSynchronize(stop));
    OK(cudaEventElapsedTime(&ms, start, stop));
    OK(cudaDeviceSynchronize());
    return ms < LONG_MS / 4.0;
}

static void test_events_see_their_own_stream_only(void) {
    shows(event_on_another_stream, "events beside a kernel on another stream");
}

static void test_event_sees_a_blocking_stream_through_the_default_one(void) {
    Stream stream = blocking();
    Event start = event_new(), stop = event_new();
    float ms = 0;
    OK(cudaEventRecord(start));
    busy(LONG_MS, stream);
    OK(cudaEventRecord(stop));
    OK(cudaEventSynchronize(stop));
    OK(cudaEventElapsedTime(&ms, start, stop));
    CU_ASSERT_TRUE(ms > LONG_MS * 0.8);
}

static void test_elapsed_across_streams(void) {
    Stream one = non_blocking(), other = non_blocking();
    Event start = event_new(), stop = event_new();
    float ms = 0;
    OK(cudaEventRecord(start, one));
    OK(cudaStreamWaitEvent(other, start));
    busy(LONG_MS / 2, other);
    OK(cudaEventRecord(stop, other));
    OK(cudaEventSynchronize(stop));
    OK(cudaEventElapsedTime(&ms, start, stop));
    CU_ASSERT_TRUE(ms > LONG_MS / 2 * 0.8);
}

static void test_destroy_in_flight(void) {
    {
        Event event = event_new();
        busy(LONG_MS / 4, 0);
        OK(cudaEventRecord(event));
    }
    OK(cudaDeviceSynchronize());
    Event event = event_new();
    OK(cudaEventQuery(event));
}

static void test_times_never_go_back(void) {
    enum { COUNT = 200 };
    cudaEvent_t events[COUNT];
    int backwards = 0;
    for (int i = 0; i < COUNT; i++) {
        OK_FATAL(cudaEventCreate(&events[i]));
        empty<<<1, 1>>>();
        OK(cudaEventRecord(events[i]));
    }
    OK(cudaDeviceSynchronize());
    for (int i = 1; i < COUNT; i++) {
        float ms = -1;
        OK(cudaEventElapsedTime(&ms, events[i - 1], events[i]));
        backwards += ms < 0;
    }
    CU_ASSERT_EQUAL(backwards, 0);
    for (int i = 0; i < COUNT; i++)
        OK(cudaEventDestroy(events[i]));
}

// On the host device a thread that asks in a loop occupies a core that the kernel could use.
static bool asking_leaves_the_core(void) {
    Event start = event_new(), stop = event_new();
    float ms;
    OK(cudaEventRecord(start));
    busy(LONG_MS, 0);
    OK(cudaEventRecord(stop));
    timespec before, after;
    double host = now_ms();
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &before);
    while (cudaEventElapsedTime(&ms, start, stop) == cudaErrorNotReady)
        ;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &after);
    host = now_ms() - host;
    cudaGetLastError();
    double busy_ms = 1e3 * (after.tv_sec - before.tv_sec) + 1e-6 * (after.tv_nsec - before.tv_nsec);
    return busy_ms < 0.5 * host;
}

static void test_asking_leaves_the_core(void) {
    if (!on_host_device())
        suite_skip("a card has cores of its own");
    shows(asking_leaves_the_core, "asking in a loop leaves the core to the kernel");
}

static void test_bad_arguments(void) {
    Event event = event_new();
    GIVES(cudaEventCreateWithFlags(&event.handle, 0x100), cudaErrorInvalidValue);
    GIVES(cudaEventRecord(NULL, 0), cudaErrorInvalidResourceHandle);
    OK(cudaEventRecord(event));
    OK(cudaEventSynchronize(event));
    GIVES(cudaEventElapsedTime(NULL, event, event), cudaErrorInvalidValue);
    cudaGetLastError();
}

static const struct test tests[] = {
    {"elapsed time", test_elapsed_time_is_the_kernels},
    {"unfinished", test_unfinished_event_leaves_the_value_alone},
    {"never recorded", test_never_recorded},
    {"without timing", test_event_without_timing},
    {"reversed", test_reversed_events_give_a_negative_time},
    {"last record counts", test_last_record_counts},
    {"other stream", test_events_see_their_own_stream_only},
    {"blocking stream", test_event_sees_a_blocking_stream_through_the_default_one},
    {"across streams", test_elapsed_across_streams},
    {"destroy in flight", test_destroy_in_flight},
    {"times never go back", test_times_never_go_back},
    {"asking leaves the core", test_asking_leaves_the_core},
    {"bad arguments", test_bad_arguments},
};

SUITE_MAIN("sem_events", tests)
