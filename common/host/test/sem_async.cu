// sem_async.cu: what returns at once and what waits.
#include "semantics.h"

static bool launch_is_short(void) {
    double start = now_ms();
    busy(LONG_MS, 0);
    double returned = now_ms() - start;
    bool still_running = cudaStreamQuery(0) == cudaErrorNotReady;
    OK(cudaDeviceSynchronize());
    double done = now_ms() - start;
    return still_running && returned < LONG_MS / 2.0 && done > LONG_MS * 0.8;
}

static void test_launch_returns_at_once(void) {
    shows(launch_is_short, "a launch that returns before its kernel ends");
}

static bool memcpy_to_host_waits(void) {
    int *value = device_int(1), host = 0;
    double start = now_ms();
    busy(LONG_MS, 0);
    store<<<1, 1>>>(value, 2);
    OK(cudaMemcpy(&host, value, sizeof host, cudaMemcpyDeviceToHost));
    double took = now_ms() - start;
    CU_ASSERT_EQUAL(host, 2);
    OK(cudaFree(value));
    return took > LONG_MS * 0.8;
}

static void test_memcpy_to_host_waits_for_the_kernel(void) {
    shows(memcpy_to_host_waits, "cudaMemcpy to the host after the kernel");
}

static bool copy_between_device_memory_returns(void) {
    int *from = device_int(7), *to = device_int(1);
    double start = now_ms();
    busy(LONG_MS, 0);
    OK(cudaMemcpy(to, from, sizeof *to, cudaMemcpyDeviceToDevice));
    double returned = now_ms() - start;
    CU_ASSERT_EQUAL(read_int(to), 7);
    OK(cudaFree(from));
    OK(cudaFree(to));
    return returned < LONG_MS / 2.0;
}

static void test_device_to_device_memcpy_does_not_wait(void) {
    shows(copy_between_device_memory_returns, "cudaMemcpy device to device returning early");
}

static bool memset_returns(void) {
    int *value = device_int(3);
    double start = now_ms();
    busy(LONG_MS, 0);
    OK(cudaMemset(value, 0, sizeof *value));
    double returned = now_ms() - start;
    CU_ASSERT_EQUAL(read_int(value), 0);
    OK(cudaFree(value));
    return returned < LONG_MS / 2.0;
}

static void test_memset_does_not_wait(void) {
    shows(memset_returns, "cudaMemset returning early");
}

static bool pinned_copy_returns(cudaMemcpyKind kind) {
    size_t size = 4 << 20;
    char *host, *device;
    OK_FATAL(cudaMallocHost(&host, size));
    OK_FATAL(cudaMalloc(&device, size));
    OK_FATAL(cudaMemset(device, 1, size));
    memset(host, 1, size);
    OK_FATAL(cudaDeviceSynchronize());
    double start = now_ms();
    busy(LONG_MS, 0);
    OK(kind == cudaMemcpyHostToDevice ? cudaMemcpyAsync(device, host, size, kind)
                                      : cudaMemcpyAsync(host, device, size, kind));
    double returned = now_ms() - start;
    OK(cudaDeviceSynchronize());
    OK(cudaFree(device));
    OK(cudaFreeHost(host));
    return returned < LONG_MS / 2.0;
}

static bool pinned_to_device_returns(void) {
    return pinned_copy_returns(cudaMemcpyHostToDevice);
}

static bool pinned_to_host_returns(void) {
    return pinned_copy_returns(cudaMemcpyDeviceToHost);
}

static void test_async_copy_of_pinned_memory_returns_at_once(void) {
    shows(pinned_to_device_returns, "a pinned copy to the device returning early");
    shows(pinned_to_host_returns, "a pinned copy to the host returning early");
}

// A copy takes the bytes that the buffer had at the call, even when the buffer is reused at once.
static void pageable_copy_is_taken(size_t size) {
    char *host = (char *)malloc(size), *back = (char *)malloc(size), *device;
    OK_FATAL(cudaMalloc(&device, size));
    memset(host, 5, size);
    busy(LONG_MS / 4, 0);
    OK(cudaMemcpyAsync(device, host, size, cudaMemcpyHostToDevice));
    memset(host, 9, size);
    OK(cudaDeviceSynchronize());
    OK(cudaMemcpy(back, device, size, cudaMemcpyDeviceToHost));
    size_t wrong = 0;
    for (size_t i = 0; i < size; i++)
        wrong += back[i] != 5;
    CU_ASSERT_EQUAL(wrong, 0);
    OK(cudaFree(device));
    free(host);
    free(back);
}

static void test_async_copy_of_pageable_memory_takes_it_at_the_call(void) {
    pageable_copy_is_taken(16);
    pageable_copy_is_taken(64 << 10);
    pageable_copy_is_taken((64 << 10) + 1);
    pageable_copy_is_taken(8 << 20);
}

static bool small_pageable_copy_returns(void) {
    int *device = device_int(0), host = 5;
    double start = now_ms();
    busy(LONG_MS, 0);
    OK(cudaMemcpyAsync(device, &host, sizeof host, cudaMemcpyHostToDevice));
    double returned = now_ms() - start;
    CU_ASSERT_EQUAL(read_int(device), 5);
    OK(cudaFree(device));
    return returned < LONG_MS / 2.0;
}

static void test_small_pageable_copy_does_not_wait_for_the_stream(void) {
    shows(small_pageable_copy_returns, "a small pageable copy returning early");
}

static void test_pageable_copy_to_the_host_is_done_at_return(void) {
    int *device = device_int(1), host = 0;
    busy(LONG_MS / 4, 0);
    store<<<1, 1>>>(device, 6);
    OK(cudaMemcpyAsync(&host, device, sizeof host, cudaMemcpyDeviceToHost));
    CU_ASSERT_EQUAL(host, 6);
    OK(cudaFree(device));
}

static void CUDART_CB set_flag(void *flag) {
    *(volatile int *)flag = 1;
}

static bool host_function_is_later(void) {
    volatile int flag = 0;
    busy(LONG_MS, 0);
    OK(cudaLaunchHostFunc(0, set_flag, (void *)&flag));
    bool early = flag == 0;
    OK(cudaDeviceSynchronize());
    CU_ASSERT_EQUAL(flag, 1);
    return early;
}

static void test_host_function_runs_when_the_stream_comes_to_it(void) {
    shows(host_function_is_later, "cudaLaunchHostFunc returning early");
}

static void CUDART_CB sleep_then_set(void *value) {
    struct timespec some = {0, 20000000};
    nanosleep(&some, NULL);
    *(volatile int *)value = 3;
}

static void test_work_waits_for_a_host_function_before_it(void) {
    int *pinned, *device = device_int(0);
    OK_FATAL(cudaMallocHost(&pinned, sizeof *pinned));
    *pinned = 0;
    OK(cudaLaunchHostFunc(0, sleep_then_set, pinned));
    OK(cudaMemcpyAsync(device, pinned, sizeof *pinned, cudaMemcpyHostToDevice));
    CU_ASSERT_EQUAL(read_int(device), 3);
    OK(cudaFreeHost(pinned));
    OK(cudaFree(device));
}

static cudaError_t from_inside;
static void CUDART_CB call_from_inside(void *) {
    void *memory;
    from_inside = cudaMalloc(&memory, 4);
}

static void test_host_function_may_call_nothing(void) {
    if (!on_host_device())
        suite_skip("a card may answer anything, or hang");
    from_inside = cudaSuccess;
    OK(cudaLaunchHostFunc(0, call_from_inside, NULL));
    OK(cudaDeviceSynchronize());
    GIVES(from_inside, cudaErrorNotPermitted);
}

static cudaError_t callback_status;
static void CUDART_CB note_callback(cudaStream_t stream, cudaError_t status, void *user) {
    (void)stream;
    callback_status = status;
    *(volatile int *)user = 1;
}

static void test_callback_gets_the_status(void) {
    volatile int called = 0;
    callback_status = cudaErrorUnknown;
    OK(cudaStreamAddCallback(0, note_callback, (void *)&called, 0));
    OK(cudaDeviceSynchronize());
    CU_ASSERT_EQUAL(called, 1);
    CU_ASSERT_EQUAL(callback_status, cudaSuccess);
    GIVES(cudaStreamAddCallback(0, note_callback, NULL, 1), cudaErrorInvalidValue);
    cudaGetLastError();
}

static bool free_waits(void) {
    int *memory = device_int(0);
    double start = now_ms();
    busy(LONG_MS, 0);
    OK(cudaFree(memory));
    return now_ms() - start > LONG_MS * 0.8;
}

static void test_free_waits_for_the_device(void) {
    shows(free_waits, "cudaFree after the kernel");
}

static bool queue_fills(void) {
    double start = now_ms();
    busy(LONG_MS, 0);
    for (int i = 0; i < 4000; i++)
        empty<<<1, 1>>>();
    double returned = now_ms() - start;
    OK(cudaDeviceSynchronize());
    return returned > LONG_MS * 0.8;
}

static void test_launch_queue_is_finite(void) {
    shows(queue_fills, "a launch that waits for room in the queue");
}

static void test_everything_in_a_stream_is_in_order(void) {
    int *value = device_int(0), host = 0;
    for (int i = 1; i <= 500; i++) {
        add<<<1, 1>>>(value, 1);
        if (i % 100 == 0) {
            OK(cudaMemcpy(&host, value, sizeof host, cudaMemcpyDeviceToHost));
            CU_ASSERT_EQUAL(host, i);
        }
    }
    OK(cudaFree(value));
}

static const struct test tests[] = {
    {"launch returns at once", test_launch_returns_at_once},
    {"memcpy to the host waits", test_memcpy_to_host_waits_for_the_kernel},
    {"memcpy on the device does not", test_device_to_device_memcpy_does_not_wait},
    {"memset does not", test_memset_does_not_wait},
    {"pinned copy returns at once", test_async_copy_of_pinned_memory_returns_at_once},
    {"pageable copy is taken", test_async_copy_of_pageable_memory_takes_it_at_the_call},
    {"small pageable copy is early", test_small_pageable_copy_does_not_wait_for_the_stream},
    {"pageable copy to host is done", test_pageable_copy_to_the_host_is_done_at_return},
    {"host function in order", test_host_function_runs_when_the_stream_comes_to_it},
    {"work after a host function", test_work_waits_for_a_host_function_before_it},
    {"host function calls nothing", test_host_function_may_call_nothing},
    {"callback's status", test_callback_gets_the_status},
    {"free waits", test_free_waits_for_the_device},
    {"finite queue", test_launch_queue_is_finite},
    {"order in a stream", test_everything_in_a_stream_is_in_order},
};

SUITE_MAIN("sem_async", tests)
