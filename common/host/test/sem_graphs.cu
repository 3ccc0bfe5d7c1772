// sem_graphs.cu: graphs, from captured streams and made by hand: nothing runs before the launch,
// then all of it, in order, as often as it is launched.
#include "semantics.h"

__global__ void twice(int *to) {
    *to *= 2;
}

__global__ void scale(float *x, float by, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        x[i] *= by;
}

static cudaStream_t stream;

static cudaGraphExec_t exec_of(cudaGraph_t graph) {
    cudaGraphExec_t exec = NULL;
    OK_FATAL(cudaGraphInstantiate(&exec, graph, 0));
    return exec;
}

static void run(cudaGraphExec_t exec) {
    OK_FATAL(cudaGraphLaunch(exec, stream));
    OK_FATAL(cudaStreamSynchronize(stream));
}

static void done(cudaGraph_t graph, cudaGraphExec_t exec) {
    OK(cudaGraphExecDestroy(exec));
    OK(cudaGraphDestroy(graph));
}

static void test_capture(void) {
    int *x = device_int(5), *pinned;
    cudaGraph_t graph;
    OK_FATAL(cudaMallocHost(&pinned, sizeof *pinned));
    *pinned = 3;
    OK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    OK(cudaMemcpyAsync(x, pinned, sizeof *x, cudaMemcpyHostToDevice, stream));
    for (int i = 0; i < 4; i++)
        twice<<<1, 1, 0, stream>>>(x);
    add<<<1, 1, 0, stream>>>(x, 1);
    OK(cudaMemcpyAsync(pinned, x, sizeof *x, cudaMemcpyDeviceToHost, stream));
    OK(cudaStreamEndCapture(stream, &graph));
    size_t count = 0;
    OK(cudaGraphGetNodes(graph, NULL, &count));
    CU_ASSERT_EQUAL(count, 7);
    OK(cudaStreamSynchronize(stream));
    CU_ASSERT_EQUAL(read_int(x), 5); // nothing ran
    cudaGraphExec_t exec = exec_of(graph);
    run(exec);
    CU_ASSERT_EQUAL(*pinned, 49);
    run(exec); // copies what is there then
    CU_ASSERT_EQUAL(*pinned, 49 * 16 + 1);
    done(graph, exec);
    OK(cudaFree(x));
    OK(cudaFreeHost(pinned));
}

static void test_fork(void) {
    int *x = device_int(1), *y = device_int(10);
    Stream other = non_blocking();
    Event forks = event_new(), joins = event_new();
    cudaGraph_t graph;
    OK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    OK(cudaEventRecord(forks, stream));
    OK(cudaStreamWaitEvent(other, forks, 0));
    twice<<<1, 1, 0, stream>>>(x);
    twice<<<1, 1, 0, other>>>(y);
    cudaStreamCaptureStatus status;
    OK(cudaStreamIsCapturing(other, &status));
    CU_ASSERT_EQUAL(status, cudaStreamCaptureStatusActive);
    OK(cudaEventRecord(joins, other));
    OK(cudaStreamWaitEvent(stream, joins, 0));
    add<<<1, 1, 0, stream>>>(y, 1);
    OK(cudaStreamEndCapture(stream, &graph));
    OK(cudaStreamIsCapturing(other, &status));
    CU_ASSERT_EQUAL(status, cudaStreamCaptureStatusNone);
    cudaGraphExec_t exec = exec_of(graph);
    for (int i = 0; i < 3; i++)
        run(exec);
    CU_ASSERT_EQUAL(read_int(x), 8);
    CU_ASSERT_EQUAL(read_int(y), 87);
    done(graph, exec);
    OK(cudaFree(x));
    OK(cudaFree(y));
}

static void count_up(void *counter) {
    ++*(int *)counter;
}

static void test_by_hand(void) {
    enum { COUNT = 1000 };
    float *x, have[COUNT];
    int n = COUNT, calls = 0;
    float by = 3;
    cudaGraph_t graph;
    cudaGraphNode_t sets, scales, copies, calls_back;
    OK_FATAL(cudaMalloc(&x, sizeof have));
    OK_FATAL(cudaGraphCreate(&graph, 0));
    cudaMemsetParams set = {};
    set.dst = x;
    set.value = 0x40000000; // 2.0f
    set.elementSize = 4;
    set.width = COUNT;
    set.height = 1;
    void *arguments[] = {&x, &by, &n};
    cudaKernelNodeParams kernel = {};
    kernel.func = (void *)scale;
    kernel.gridDim = dim3(4);
    kernel.blockDim = dim3(256);
    kernel.kernelParams = arguments;
    cudaHostNodeParams host = {count_up, &calls};
    OK(cudaGraphAddMemsetNode(&sets, graph, NULL, 0, &set));
    OK(cudaGraphAddKernelNode(&scales, graph, &sets, 1, &kernel));
    OK(cudaGraphAddMemcpyNode1D(&copies, graph, &scales, 1, have, x, sizeof have,
                                cudaMemcpyDeviceToHost));
    OK(cudaGraphAddHostNode(&calls_back, graph, &copies, 1, &host));
    by = 100; // the arguments were copied
    cudaGraphExec_t exec = exec_of(graph);
    run(exec);
    CU_ASSERT_EQUAL(calls, 1);
    CU_ASSERT_TRUE(have[0] == 6 && have[COUNT - 1] == 6);
    OK(cudaGraphExecKernelNodeSetParams(exec, scales, &kernel));
    run(exec);
    CU_ASSERT_TRUE(calls == 2 && have[0] == 200 && have[COUNT - 1] == 200);
    done(graph, exec);
    OK(cudaFree(x));
}

static void test_children(void) {
    int *x = device_int(1);
    cudaGraph_t child, graph;
    cudaGraphNode_t first, second;
    OK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed));
    add<<<1, 1, 0, stream>>>(x, 1);
    twice<<<1, 1, 0, stream>>>(x);
    OK(cudaStreamEndCapture(stream, &child));
    OK_FATAL(cudaGraphCreate(&graph, 0));
    OK(cudaGraphAddChildGraphNode(&first, graph, NULL, 0, child));
    OK(cudaGraphAddChildGraphNode(&second, graph, &first, 1, child));
    OK(cudaGraphDestroy(child)); // it was copied
    cudaGraphExec_t exec = exec_of(graph);
    run(exec);
    CU_ASSERT_EQUAL(read_int(x), 10); // ((1 + 1) * 2 + 1) * 2
    done(graph, exec);
    OK(cudaFree(x));
}

static void test_refused(void) {
    int *x = device_int(1);
    cudaGraph_t graph = NULL;
    Event event = event_new();
    GIVES(cudaStreamBeginCapture(NULL, cudaStreamCaptureModeGlobal),
          cudaErrorStreamCaptureUnsupported);
    GIVES(cudaStreamEndCapture(stream, &graph), cudaErrorIllegalState);
    OK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed));
    add<<<1, 1, 0, stream>>>(x, 1);
    OK(cudaEventRecord(event, stream));
    GIVES(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed), cudaErrorIllegalState);
    OK(cudaStreamEndCapture(stream, &graph));
    GIVES(cudaGraphLaunch(NULL, stream), cudaErrorInvalidValue);
    GIVES(cudaGraphInstantiate(NULL, graph, 0), cudaErrorInvalidValue);
    OK(cudaGraphDestroy(graph));
    OK(cudaEventRecord(event, stream)); // again an event as others
    OK(cudaEventSynchronize(event));
    cudaGetLastError();
    CU_ASSERT_EQUAL(read_int(x), 1);
    OK(cudaFree(x));
}

// ---- launches with attributes

static void test_launch_ex(void) {
    int *x = device_int(7);
    cudaLaunchAttribute attribute[1] = {};
    cudaLaunchConfig_t config = {};
    config.gridDim = config.blockDim = dim3(1);
    config.stream = stream;
    OK(cudaLaunchKernelEx(&config, add, x, 2));
    attribute[0].id = cudaLaunchAttributeCooperative;
    attribute[0].val.cooperative = 1;
    config.attrs = attribute;
    config.numAttrs = 1;
    OK(cudaLaunchKernelEx(&config, twice, x));
    OK(cudaStreamSynchronize(stream));
    CU_ASSERT_EQUAL(read_int(x), 18);
    OK(cudaFree(x));
}

static void prepare(void) {
    OK_FATAL(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
}

static const struct test tests[] = {
    {"a stream", prepare},
    {"captured work runs at the launch", test_capture},
    {"a capture forks and joins", test_fork},
    {"nodes made by hand", test_by_hand},
    {"graphs in graphs", test_children},
    {"what capture refuses", test_refused},
    {"launches with attributes", test_launch_ex},
};

SUITE_MAIN("sem_graphs", tests)
