// witness_notes.cu: what the runtime tells the witness. This program defines witness_lend itself;
// the runtime finds it as it finds the preloaded one.
#include <mutex>
#include <vector>

#include "semantics.h"
#include "witness/note.h"

static std::mutex guard;
static std::vector<struct witness_note> &notes(void) {
    static std::vector<struct witness_note> all;
    return all;
}

void witness_note(const struct witness_note *note) {
    std::lock_guard<std::mutex> lock(guard);
    notes().push_back(*note);
}

struct witness_ears witness_lend(enum witness_teller teller) {
    return {teller == WITNESS_BY_DEVICE ? witness_note : NULL, NULL};
}

static void forget(void) {
    OK_FATAL(cudaDeviceSynchronize());
    std::lock_guard<std::mutex> lock(guard);
    notes().clear();
}

// Waits for the device and returns the notes of a kind.
static std::vector<struct witness_note> told(witness_kind kind, const char *name = NULL) {
    std::lock_guard<std::mutex> lock(guard);
    std::vector<struct witness_note> some;
    for (const struct witness_note &note : notes())
        if (note.kind == kind && (!name || strcmp(note.name, name) == 0))
            some.push_back(note);
    return some;
}

static void test_kernel_and_its_call(void) {
    int *value = device_int(0);
    forget();
    add<<<dim3(1, 2, 3), dim3(4, 5, 6)>>>(value, 0);
    OK(cudaDeviceSynchronize());
    std::vector<struct witness_note> kernels = told(WITNESS_KERNEL);
    std::vector<struct witness_note> launches = told(WITNESS_CALL, "cudaLaunchKernel");
    CU_ASSERT_EQUAL_FATAL(kernels.size(), 1);
    CU_ASSERT_EQUAL_FATAL(launches.size(), 1);
    CU_ASSERT_STRING_EQUAL(kernels[0].name, "add");
    CU_ASSERT_EQUAL(kernels[0].stream, 0);
    CU_ASSERT_EQUAL(kernels[0].correlation, launches[0].correlation);
    CU_ASSERT_NOT_EQUAL(kernels[0].correlation, 0);
    CU_ASSERT_TRUE(launches[0].begin <= kernels[0].begin);
    CU_ASSERT_TRUE(kernels[0].begin <= kernels[0].end);
    for (unsigned i = 0; i < 3; i++) {
        CU_ASSERT_EQUAL(kernels[0].grid[i], i + 1);
        CU_ASSERT_EQUAL(kernels[0].block[i], i + 4);
    }
    OK(cudaFree(value));
}

namespace other {
__global__ void add(int *value, int more) {
    *value += more;
}
} // namespace other

// A kernel is known by its whole name and by the numbers that it was given, not by where its data
// lie.
static void test_kernel_is_known(void) {
    int *value = device_int(0), *second = device_int(0);
    forget();
    add<<<1, 1>>>(value, 2);
    add<<<2, 1>>>(second, 2);
    add<<<1, 1>>>(value, 3);
    other::add<<<1, 1>>>(value, 2);
    OK(cudaDeviceSynchronize());
    std::vector<struct witness_note> kernels = told(WITNESS_KERNEL, "add");
    CU_ASSERT_EQUAL_FATAL(kernels.size(), 4);
    CU_ASSERT_NOT_EQUAL(kernels[0].code, 0);
    CU_ASSERT_EQUAL(kernels[1].code, kernels[0].code);
    CU_ASSERT_EQUAL(kernels[1].numbers, kernels[0].numbers);
    CU_ASSERT_EQUAL(kernels[2].code, kernels[0].code);
    CU_ASSERT_NOT_EQUAL(kernels[2].numbers, kernels[0].numbers);
    CU_ASSERT_NOT_EQUAL(kernels[3].code, kernels[0].code);
    CU_ASSERT_EQUAL(kernels[3].numbers, kernels[0].numbers);
    OK(cudaFree(value));
    OK(cudaFree(second));
}

// Where a copy goes to, and where it comes from unless that was copied aside at the call.
static void test_copy_is_placed(void) {
    enum { BYTES = 1 << 20 };
    char *device, *pinned, *plain = (char *)calloc(1, BYTES);
    OK(cudaMalloc(&device, BYTES));
    OK(cudaMallocHost(&pinned, BYTES));
    forget();
    OK(cudaMemcpyAsync(device, pinned, BYTES / 2, cudaMemcpyHostToDevice, 0));
    OK(cudaMemcpyAsync(device, plain, BYTES / 2, cudaMemcpyHostToDevice, 0));
    OK(cudaMemcpy2DAsync(device, 64, pinned, 64, 32, 8, cudaMemcpyHostToDevice, 0));
    OK(cudaDeviceSynchronize());
    std::vector<struct witness_note> copies = told(WITNESS_COPY);
    CU_ASSERT_EQUAL_FATAL(copies.size(), 3);
    CU_ASSERT_EQUAL(copies[0].to, (uintptr_t)device);
    CU_ASSERT_EQUAL(copies[0].from, (uintptr_t)pinned);
    CU_ASSERT_EQUAL(copies[1].to, (uintptr_t)device);
    CU_ASSERT_TRUE(copies[1].from == 0 || copies[1].from == (uintptr_t)plain);
    CU_ASSERT_EQUAL(copies[2].to, 0);
    OK(cudaFree(device));
    OK(cudaFreeHost(pinned));
    free(plain);
}

static void test_kernel_lasts_as_long_as_it_ran(void) {
    forget();
    busy(LONG_MS, 0);
    OK(cudaDeviceSynchronize());
    std::vector<struct witness_note> kernels = told(WITNESS_KERNEL);
    std::vector<struct witness_note> waits = told(WITNESS_WAIT, "cudaDeviceSynchronize");
    CU_ASSERT_EQUAL_FATAL(kernels.size(), 1);
    CU_ASSERT_EQUAL_FATAL(waits.size(), 1);
    CU_ASSERT_TRUE(kernels[0].end - kernels[0].begin >= LONG_MS * 1000000ull);
    CU_ASSERT_TRUE(waits[0].end >= kernels[0].end);
    CU_ASSERT_TRUE(waits[0].begin < kernels[0].end);
}

static void test_copies_and_memsets(void) {
    int *device, *other, *pinned, host[256] = {0};
    size_t size = sizeof host;
    OK_FATAL(cudaMalloc(&device, size));
    OK_FATAL(cudaMalloc(&other, size));
    OK_FATAL(cudaMallocHost(&pinned, size));
    forget();
    OK(cudaMemset(device, 0, size));
    OK(cudaMemcpy(device, host, size, cudaMemcpyHostToDevice));
    OK(cudaMemcpyAsync(device, pinned, size / 2, cudaMemcpyHostToDevice));
    OK(cudaMemcpy(other, device, size / 4, cudaMemcpyDeviceToDevice));
    OK(cudaMemcpy(host, device, size, cudaMemcpyDeviceToHost));
    OK(cudaDeviceSynchronize());
    std::vector<struct witness_note> copies = told(WITNESS_COPY), sets = told(WITNESS_MEMSET);
    CU_ASSERT_EQUAL(told(WITNESS_KERNEL).size(), 0);
    CU_ASSERT_EQUAL_FATAL(sets.size(), 1);
    CU_ASSERT_EQUAL(sets[0].bytes, size);
    CU_ASSERT_EQUAL_FATAL(copies.size(), 4);
    const char *directions[] = {"HtoD", "HtoD", "DtoD", "DtoH"};
    size_t sizes[] = {size, size / 2, size / 4, size};
    for (int i = 0; i < 4; i++) {
        CU_ASSERT_STRING_EQUAL(copies[i].name, directions[i]);
        CU_ASSERT_EQUAL(copies[i].bytes, sizes[i]);
        CU_ASSERT_TRUE(copies[i].begin && copies[i].begin <= copies[i].end);
        if (i)
            CU_ASSERT_TRUE(copies[i - 1].end <= copies[i].end);
    }
    OK(cudaFree(device));
    OK(cudaFree(other));
    OK(cudaFreeHost(pinned));
}

static void test_events(void) {
    Event start = event_new(), stop = event_new();
    Stream stream = non_blocking();
    float ms = 0;
    forget();
    OK(cudaEventRecord(start, stream));
    busy(LONG_MS / 4, stream);
    OK(cudaEventRecord(stop, stream));
    OK(cudaEventSynchronize(stop));
    OK(cudaEventElapsedTime(&ms, start, stop));
    std::vector<struct witness_note> records = told(WITNESS_RECORD),
                                     reached = told(WITNESS_REACHED);
    std::vector<struct witness_note> elapsed = told(WITNESS_ELAPSED);
    std::vector<struct witness_note> kernels = told(WITNESS_KERNEL);
    CU_ASSERT_EQUAL_FATAL(records.size(), 2);
    CU_ASSERT_EQUAL_FATAL(reached.size(), 2);
    CU_ASSERT_EQUAL_FATAL(elapsed.size(), 1);
    CU_ASSERT_EQUAL_FATAL(kernels.size(), 1);
    for (int i = 0; i < 2; i++) {
        CU_ASSERT_EQUAL(records[i].event, reached[i].event);
        CU_ASSERT_EQUAL(records[i].correlation, reached[i].correlation);
        CU_ASSERT_EQUAL(records[i].stream, reached[i].stream);
        CU_ASSERT_EQUAL(reached[i].begin, reached[i].end);
        CU_ASSERT_TRUE(records[i].non_blocking && reached[i].non_blocking);
        CU_ASSERT_NOT_EQUAL(records[i].stream, 0);
    }
    CU_ASSERT_TRUE(reached[0].end <= kernels[0].begin);
    CU_ASSERT_TRUE(kernels[0].end <= reached[1].begin);
    CU_ASSERT_EQUAL(elapsed[0].event, records[0].event);
    CU_ASSERT_EQUAL(elapsed[0].other_event, records[1].event);
    CU_ASSERT_DOUBLE_EQUAL(elapsed[0].value, ms, 1e-6);
    CU_ASSERT_DOUBLE_EQUAL(ms, (reached[1].begin - reached[0].begin) * 1e-6, 1e-4);
}

static void test_failed_call_tells_its_error(void) {
    forget();
    empty<<<1, 2048>>>();
    CU_ASSERT_EQUAL(cudaGetLastError(), cudaErrorInvalidValue);
    std::vector<struct witness_note> launches = told(WITNESS_CALL, "cudaLaunchKernel");
    CU_ASSERT_EQUAL_FATAL(launches.size(), 1);
    CU_ASSERT_EQUAL(launches[0].result, cudaErrorInvalidValue);
    CU_ASSERT_EQUAL(told(WITNESS_KERNEL).size(), 0);
}

static const struct test tests[] = {
    {"a kernel and its call", test_kernel_and_its_call},
    {"a kernel is known", test_kernel_is_known},
    {"a copy is placed", test_copy_is_placed},
    {"how long a kernel ran", test_kernel_lasts_as_long_as_it_ran},
    {"copies and memsets", test_copies_and_memsets},
    {"events", test_events},
    {"a failed call", test_failed_call_tells_its_error},
};

SUITE_MAIN("witness_notes", tests)
