// sem_errors.cu: which error a call gives, when, and for how long. A failure that sticks ends the
// device for its process, so each such case runs in a process of its own: this program is called
// again with the name of the case.
#include <assert.h>
#include <unistd.h>

#include "semantics.h"

__global__ void write_far(int *to) {
    to[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}

__global__ void fail_assertion(int value) {
    assert(value == 0);
}

__device__ int deeper(int n) {
    volatile int frame[256];
    frame[n % 256] = n;
    return n > 0 ? deeper(n - 1) + frame[n % 256] : 0;
}

__global__ void divide(int *to, int by) {
    *to = 7 / by;
}

__global__ void recurse(int *to, int depth) {
    extern __shared__ int words[];
    words[threadIdx.x] = depth;
    __syncthreads();
    *to = deeper(depth);
}

__global__ void trap(void) {
    asm volatile("" ::: "memory");
    __trap();
}

__global__ void __launch_bounds__(64) small_block(int *to) {
    *to = 1;
}

__global__ void dynamic(int *to) {
    extern __shared__ int words[];
    words[threadIdx.x] = (int)threadIdx.x;
    __syncthreads();
    if (threadIdx.x == 0)
        *to = words[blockDim.x - 1];
}

// ---- launches that are refused

static void refused(dim3 grid, dim3 block, size_t shared) {
    int *value = device_int(5);
    OK(cudaGetLastError());
    dynamic<<<grid, block, shared>>>(value);
    // Before CUDA 13 a card said cudaErrorInvalidConfiguration to some of these.
    cudaError_t error = cudaPeekAtLastError();
    CU_ASSERT_TRUE(error == cudaErrorInvalidValue || error == cudaErrorInvalidConfiguration);
    GIVES(cudaGetLastError(), error);
    OK(cudaGetLastError());
    OK(cudaDeviceSynchronize());
    CU_ASSERT_EQUAL(read_int(value), 5);
    OK(cudaFree(value));
}

static void test_block_too_large(void) {
    refused(1, 2048, 0);
    refused(1, dim3(1, 1, 65), 0);
    refused(1, dim3(32, 33), 0);
    refused(1, dim3(1, 1025), 0);
}

static void test_block_empty(void) {
    refused(1, 0, 0);
    refused(1, dim3(1, 0), 0);
}

static void test_grid_empty(void) {
    refused(0, 32, 0);
    refused(dim3(1, 1, 0), 32, 0);
}

static void test_grid_too_large(void) {
    refused(dim3(1, 65536), 32, 0);
    refused(dim3(1, 1, 65536), 32, 0);
    refused(1u << 31, 32, 0);
}

static void test_too_much_shared_memory(void) {
    refused(1, 32, 300 << 10);
    refused(1, 32, (48 << 10) + 1); // without asking first
}

static void test_largest_configurations_run(void) {
    int *value = device_int(5);
    dynamic<<<1, 1024, 48 << 10>>>(value);
    OK(cudaGetLastError());
    CU_ASSERT_EQUAL(read_int(value), 1023);
    empty<<<dim3(1, 65535), 1>>>();
    OK(cudaGetLastError());
    empty<<<dim3(1, 1, 65535), dim3(1, 1, 64)>>>();
    OK(cudaGetLastError());
    OK(cudaDeviceSynchronize());
    OK(cudaFree(value));
}

static void test_more_shared_memory_after_asking(void) {
    int *value = device_int(5), most = 0;
    OK(cudaDeviceGetAttribute(&most, cudaDevAttrMaxSharedMemoryPerBlockOptin, 0));
    CU_ASSERT_TRUE(most >= 48 << 10);
    OK(cudaFuncSetAttribute(dynamic, cudaFuncAttributeMaxDynamicSharedMemorySize, most));
    dynamic<<<1, 64, most>>>(value);
    OK(cudaGetLastError());
    CU_ASSERT_EQUAL(read_int(value), 63);
    GIVES(cudaFuncSetAttribute(dynamic, cudaFuncAttributeMaxDynamicSharedMemorySize, most + 1),
          cudaErrorInvalidValue);
    cudaGetLastError();
    OK(cudaFuncSetAttribute(dynamic, cudaFuncAttributeMaxDynamicSharedMemorySize, 48 << 10));
    OK(cudaFree(value));
}

static void test_launch_bounds(void) {
    int *value = device_int(5);
    small_block<<<1, 64>>>(value);
    OK(cudaGetLastError());
    small_block<<<1, 65>>>(value);
    GIVES(cudaGetLastError(), cudaErrorInvalidValue);
    OK(cudaDeviceSynchronize());
    OK(cudaFree(value));
}

static void test_last_error_is_one_threads(void) {
    void *memory;
    GIVES(cudaMalloc(&memory, (size_t)1 << 50), cudaErrorMemoryAllocation);
    OK(cudaFree(NULL)); // a later success does not clear it
    GIVES(cudaPeekAtLastError(), cudaErrorMemoryAllocation);
    GIVES(cudaGetLastError(), cudaErrorMemoryAllocation);
    OK(cudaGetLastError());
}

static void test_names_and_words(void) {
    CU_ASSERT_STRING_EQUAL(cudaGetErrorName(cudaSuccess), "cudaSuccess");
    CU_ASSERT_STRING_EQUAL(cudaGetErrorName(cudaErrorNotReady), "cudaErrorNotReady");
    CU_ASSERT_STRING_EQUAL(cudaGetErrorString(cudaSuccess), "no error");
    CU_ASSERT_STRING_EQUAL(cudaGetErrorString(cudaErrorInvalidValue), "invalid argument");
    CU_ASSERT_STRING_EQUAL(cudaGetErrorString(cudaErrorIllegalAddress),
                           "an illegal memory access was encountered");
    CU_ASSERT_STRING_EQUAL(cudaGetErrorName((cudaError_t)12345), "unrecognized error code");
    CU_ASSERT_STRING_EQUAL(cudaGetErrorString((cudaError_t)12345), "unrecognized error code");
}

static void test_limits(void) {
    size_t bytes = 0;
    OK(cudaDeviceSetLimit(cudaLimitStackSize, 8192));
    OK(cudaDeviceGetLimit(&bytes, cudaLimitStackSize));
    CU_ASSERT_EQUAL(bytes, 8192);
}

// ---- failures that stick, each in its own process

static int differs(const char *what, cudaError_t found, cudaError_t expected) {
    if (found != expected)
        printf("          %s: %s\n", what, cudaGetErrorName(found));
    return found != expected;
}

static int sticks(cudaError_t expected) {
    void *memory;
    int *pinned, wrong = 0;
    cudaError_t at_launch = cudaGetLastError(), found = cudaDeviceSynchronize();
    if (at_launch != cudaSuccess || found != expected) {
        printf("launch %s, synchronize %s\n", cudaGetErrorName(at_launch), cudaGetErrorName(found));
        return 1;
    }
    wrong += differs("cudaMalloc", cudaMalloc(&memory, 4), expected);
    wrong += differs("cudaMallocHost", cudaMallocHost(&pinned, 4), expected);
    wrong += differs("cudaDeviceSynchronize", cudaDeviceSynchronize(), expected);
    wrong += differs("cudaStreamQuery", cudaStreamQuery(0), expected);
    wrong += differs("cudaGetLastError", cudaGetLastError(), expected);
    wrong += differs("cudaGetLastError again", cudaGetLastError(), cudaSuccess);
    empty<<<1, 1>>>();
    wrong += differs("a launch", cudaGetLastError(), expected);
    return wrong;
}

static int child_wild_store(void) {
    write_far<<<1, 1>>>((int *)16);
    return sticks(cudaErrorIllegalAddress);
}

static int child_null_store(void) {
    write_far<<<4, 64>>>(NULL);
    return sticks(cudaErrorIllegalAddress);
}

static int child_far_past_the_end(void) {
    int *memory;
    if (cudaMalloc(&memory, 4096) != cudaSuccess)
        return 1;
    write_far<<<1, 1>>>(memory + ((size_t)1 << 40));
    return sticks(cudaErrorIllegalAddress);
}

static int child_past_the_end(void) {
    int *memory;
    if (cudaMalloc(&memory, 4096) != cudaSuccess)
        return 1;
    write_far<<<1, 1>>>(memory + 1024 + 3);
    return sticks(cudaErrorIllegalAddress);
}

static int child_divide(void) {
    int *memory;
    if (cudaMalloc(&memory, sizeof *memory) != cudaSuccess)
        return 1;
    divide<<<1, 1>>>(memory, 0);
    return sticks(cudaErrorLaunchFailure);
}

static int child_deep(void) {
    int *memory;
    if (cudaMalloc(&memory, sizeof *memory) != cudaSuccess)
        return 1;
    recurse<<<1, 32, 32 * sizeof(int)>>>(memory, 100000);
    return sticks(cudaErrorIllegalAddress);
}

static int child_assertion(void) {
    fail_assertion<<<1, 1>>>(1);
    return sticks(cudaErrorAssert);
}

static int child_trap(void) {
    trap<<<1, 1>>>();
    return sticks(cudaErrorLaunchFailure);
}

// The first call that waits tells of a failure.
static int child_told_by_memcpy(void) {
    int host, *memory;
    if (cudaMalloc(&memory, sizeof host) != cudaSuccess)
        return 1;
    write_far<<<1, 1>>>((int *)16);
    return cudaMemcpy(&host, memory, sizeof host, cudaMemcpyDeviceToHost) !=
           cudaErrorIllegalAddress;
}

static int child_told_by_event(void) {
    cudaEvent_t event;
    if (cudaEventCreate(&event) != cudaSuccess)
        return 1;
    write_far<<<1, 1>>>((int *)16);
    cudaEventRecord(event);
    return cudaEventSynchronize(event) != cudaErrorIllegalAddress;
}

static int child_no_device(void) {
    int count = 7;
    void *memory;
    int wrong = differs("cudaGetDeviceCount", cudaGetDeviceCount(&count), cudaErrorNoDevice);
    if (count != 7) // it must keep its value
        printf("          the count: %d\n", count), wrong++;
    return wrong + differs("cudaMalloc", cudaMalloc(&memory, 4), cudaErrorNoDevice);
}

static int child_long_kernel(void) {
    busy(HOLD_MS, 0);
    return cudaDeviceSynchronize() != cudaSuccess;
}

static int child_launch_blocking(void) {
    double start = now_ms();
    clocks_per_ms();
    start = now_ms();
    busy(LONG_MS, 0);
    return now_ms() - start < LONG_MS * 0.8 || cudaStreamQuery(0) != cudaSuccess;
}

struct child {
    const char *name;
    int (*run)(void);
};

static const struct child children[] = {
    {"wild_store", child_wild_store},
    {"null_store", child_null_store},
    {"far_past_the_end", child_far_past_the_end},
    {"past_the_end", child_past_the_end},
    {"divide", child_divide},
    {"deep", child_deep},
    {"assertion", child_assertion},
    {"trap", child_trap},
    {"told_by_memcpy", child_told_by_memcpy},
    {"told_by_event", child_told_by_event},
    {"no_device", child_no_device},
    {"long_kernel", child_long_kernel},
    {"launch_blocking", child_launch_blocking},
};

static const char *self;

static void in_a_process(const char *setting, const char *name) {
    char command[600];
    snprintf(command, sizeof command, "%s '%s' --case %s 2>/dev/null", setting, self, name);
    int status = system(command);
    if (status != 0)
        printf("          %s ended with %d\n", name, status);
    CU_ASSERT_EQUAL(status, 0);
}

static void test_wild_store(void) {
    in_a_process("", "wild_store");
    in_a_process("", "null_store");
    in_a_process("", "far_past_the_end");
}

// The case exits with 0 and writes these words to stderr, once.
static void says(const char *setting, const char *name, const char *words) {
    char command[600], text[2000] = "";
    snprintf(command, sizeof command, "%s '%s' --case %s 2>&1", setting, self, name);
    FILE *output = popen(command, "r");
    CU_ASSERT_PTR_NOT_NULL_FATAL(output);
    text[fread(text, 1, sizeof text - 1, output)] = '\0';
    CU_ASSERT_EQUAL(pclose(output), 0);
    const char *found = strstr(text, words);
    if (!found || strstr(found + 1, words))
        printf("          not once \"%s\" in: %s\n", words, text);
    CU_ASSERT_TRUE(found && !strstr(found + 1, words));
}

static void test_a_fault_is_told(void) {
    if (!on_host_device())
        suite_skip("a card says nothing of a fault");
    says("", "wild_store", "used a null pointer: address 0x10");
    says("", "null_store", "write_far");
    says("", "past_the_end",
         "touched memory 12 bytes after the end of an allocation of 4096 bytes");
    // Other processors give a number and go on, as a card does; UBSan ends the program itself.
#if defined __x86_64__ && !defined __SANITIZE_ADDRESS__
    says("", "divide", "divided an integer by zero");
#endif
    says("", "deep", "needs a larger stack for a thread than this device has");
}

static void test_a_long_kernel_is_told(void) {
    if (!on_host_device())
        suite_skip("a card says nothing of a kernel that does not end");
    says("HOSTDEVICE_LONG_SECONDS=0.1", "long_kernel",
         "the host has waited for 0.1 s: kernel spin still runs");
}

static void test_assertion(void) {
    in_a_process("", "assertion");
}

static void test_trap(void) {
    in_a_process("", "trap");
}

static void test_told_by_the_first_to_wait(void) {
    in_a_process("", "told_by_memcpy");
    in_a_process("", "told_by_event");
}

static void test_no_device(void) {
    in_a_process("CUDA_VISIBLE_DEVICES=-1", "no_device");
    in_a_process("CUDA_VISIBLE_DEVICES=", "no_device");
}

static void test_launch_blocking(void) {
    in_a_process("CUDA_LAUNCH_BLOCKING=1", "launch_blocking");
}

static const struct test tests[] = {
    {"block too large", test_block_too_large},
    {"block empty", test_block_empty},
    {"grid empty", test_grid_empty},
    {"grid too large", test_grid_too_large},
    {"too much shared memory", test_too_much_shared_memory},
    {"largest configurations", test_largest_configurations_run},
    {"shared memory after asking", test_more_shared_memory_after_asking},
    {"launch bounds", test_launch_bounds},
    {"last error", test_last_error_is_one_threads},
    {"names and words", test_names_and_words},
    {"limits", test_limits},
    {"wild store", test_wild_store},
    {"a fault is told", test_a_fault_is_told},
    {"a long kernel is told", test_a_long_kernel_is_told},
    {"assertion", test_assertion},
    {"trap", test_trap},
    {"first to wait", test_told_by_the_first_to_wait},
    {"no device", test_no_device},
    {"launch blocking", test_launch_blocking},
};

int main(int argc, char **argv) {
    self = argv[0];
    if (argc == 3 && strcmp(argv[1], "--case") == 0)
        for (const struct child &child : children)
            if (strcmp(child.name, argv[2]) == 0)
                return child.run();
    return suite_main("sem_errors", tests, (int)(sizeof tests / sizeof tests[0]), argc, argv);
}
