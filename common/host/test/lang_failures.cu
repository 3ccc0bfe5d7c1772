// lang_failures.cu: kernels that fail, each in a process of its own: the error sticks. What
// has no answer on a card (it hangs or goes on) is asked of the host device alone.
#include <assert.h>
#include <sys/wait.h>
#include <unistd.h>

#include "semantics.h"

struct outcome {
    int error;
    char message[600]; // what was written to stderr
};

// The child makes its own context: nothing of CUDA may be touched in the parent.
static struct outcome result_of(void (*launch)(int *memory)) {
    struct outcome outcome = {-1, ""};
    int report[2], text[2];
    if (pipe(report) || pipe(text))
        return outcome;
    pid_t child = fork();
    if (child == 0) {
        dup2(text[1], 2);
        close(text[0]);
        int *memory = NULL;
        cudaMalloc(&memory, 4096);
        launch(memory);
        cudaError_t error = cudaGetLastError();
        if (error == cudaSuccess)
            error = cudaDeviceSynchronize();
        int code = (int)error;
        ssize_t written = write(report[1], &code, sizeof code);
        _exit(written == sizeof code ? 0 : 1);
    }
    close(report[1]);
    close(text[1]);
    if (read(report[0], &outcome.error, sizeof outcome.error) != sizeof outcome.error)
        outcome.error = -1;
    size_t used = 0;
    ssize_t n;
    while (used < sizeof outcome.message - 1 &&
           (n = read(text[0], outcome.message + used, sizeof outcome.message - 1 - used)) > 0)
        used += (size_t)n;
    close(report[0]);
    close(text[0]);
    waitpid(child, NULL, 0);
    return outcome;
}

static bool is_host_device(void) { // asked in a child, too
    pid_t child = fork();
    if (child == 0)
        _exit(on_host_device() ? 0 : 1);
    int status = 1;
    waitpid(child, &status, 0);
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static bool says(const struct outcome *o, const char *word) {
    bool found = strstr(o->message, word) != NULL;
    if (!found)
        printf("          no \"%s\" in: %s\n", word, o->message);
    return found;
}

__global__ void asserts(int *memory, int limit) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    assert(i < limit);
    memory[i] = i;
}
static void assertions(void) {
    struct outcome o = result_of([](int *m) { asserts<<<2, 32>>>(m, 64); });
    CU_ASSERT_EQUAL(o.error, cudaSuccess);
    o = result_of([](int *m) { asserts<<<2, 32>>>(m, 40); });
    CU_ASSERT_EQUAL(o.error, cudaErrorAssert);
    CU_ASSERT(says(&o, "lang_failures.cu:"));
    CU_ASSERT(says(&o, "block: [1,0,0], thread: [8,0,0] Assertion `i < limit` failed."));
}

__global__ void traps(void) {
    if (threadIdx.x == 3)
        __trap();
}
__global__ void traps_after_barrier(void) {
    __syncthreads();
    if (threadIdx.x == 3)
        __trap();
}
static void trap(void) {
    CU_ASSERT_EQUAL(result_of([](int *) { traps<<<1, 32>>>(); }).error, cudaErrorLaunchFailure);
    CU_ASSERT_EQUAL(result_of([](int *) { traps_after_barrier<<<4, 64>>>(); }).error,
                    cudaErrorLaunchFailure);
}

__global__ void writes_nowhere(int *memory) {
    memory[threadIdx.x] = 1;
}
__global__ void writes_nowhere_late(int *memory) {
    __syncthreads();
    memory[threadIdx.x] = 1;
}
static void wild_pointers(void) {
    CU_ASSERT_EQUAL(result_of([](int *) { writes_nowhere<<<1, 32>>>((int *)64); }).error,
                    cudaErrorIllegalAddress);
    CU_ASSERT_EQUAL(result_of([](int *) { writes_nowhere_late<<<1, 32>>>((int *)64); }).error,
                    cudaErrorIllegalAddress);
}

__global__ void diverges(int *memory) {
    if (threadIdx.x < 16)
        __syncthreads();
    else
        memory[1] = __syncthreads_count(1);
}
static void divergence(void) {
    if (!is_host_device())
        suite_skip("a card does not report it");
    struct outcome o = result_of([](int *m) { diverges<<<1, 64>>>(m); });
    CU_ASSERT_EQUAL(o.error, cudaErrorLaunchFailure);
    CU_ASSERT(says(&o, "divergent barrier in block (0,0,0)"));
}

__global__ void never_meets(int *memory) {
    if (threadIdx.x < 8)
        memory[0] = __shfl_sync(0x0000ffffu, 1, 0);
    else
        __syncthreads();
}
__global__ void waits_for_nobody(int *flag) {
    while (atomicAdd(flag, 0) == 0)
        ;
}
static void deadlocks(void) {
    if (!is_host_device())
        suite_skip("a card hangs");
    struct outcome o = result_of([](int *m) { never_meets<<<1, 16>>>(m); });
    CU_ASSERT_EQUAL(o.error, cudaErrorLaunchTimeout);
    CU_ASSERT(says(&o, "deadlock in block (0,0,0)"));
    setenv("HOSTDEVICE_SPIN_SECONDS", "0.2", 1);
    o = result_of([](int *m) {
        cudaMemset(m, 0, 4);
        waits_for_nobody<<<1, 32>>>(m);
    });
    CU_ASSERT_EQUAL(o.error, cudaErrorLaunchTimeout);
    CU_ASSERT(says(&o, "wait for something that does not happen"));
}

__global__ void child(int *memory) {
    memory[0] = 1;
}
__global__ void not_launched(int *memory) {
    memory[threadIdx.x] = 2;
}
static void too_many_threads(void) {
    CU_ASSERT_NOT_EQUAL(result_of([](int *m) { not_launched<<<1, 2048>>>(m); }).error, cudaSuccess);
    CU_ASSERT_NOT_EQUAL(result_of([](int *m) { not_launched<<<0, 32>>>(m); }).error, cudaSuccess);
    CU_ASSERT_EQUAL(result_of([](int *m) { child<<<1, 1>>>(m); }).error, cudaSuccess);
}

__device__ int deep(int n, int *memory) {
    volatile int room[256];
    room[n % 256] = n;
    return n > 0 ? deep(n - 1, memory) + room[n % 256] : memory[0];
}
__global__ void overflows(int *memory, int depth) {
    __syncthreads();
    memory[threadIdx.x] = deep(depth, memory);
}
static void stack_overflow(void) {
    if (!is_host_device())
        suite_skip("a card's stacks are of another size");
    CU_ASSERT_EQUAL(result_of([](int *m) { overflows<<<1, 32>>>(m, 10); }).error, cudaSuccess);
    CU_ASSERT_EQUAL(result_of([](int *m) { overflows<<<1, 32>>>(m, 100000); }).error,
                    cudaErrorIllegalAddress);
}

static const struct test tests[] = {
    {"assert in a kernel", assertions},
    {"__trap", trap},
    {"addresses that are not there", wild_pointers},
    {"divergent barriers are reported", divergence},
    {"deadlocks are reported", deadlocks},
    {"configurations that cannot run", too_many_threads},
    {"a thread's stack has an end", stack_overflow},
};

int main(int argc, char **argv) {
    return suite_main("lang_failures", tests, sizeof tests / sizeof tests[0], argc, argv);
}
