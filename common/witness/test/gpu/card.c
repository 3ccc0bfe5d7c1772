// card.c: a program whose events are on the default stream and whose kernel is on another,
// as CUPTI would tell of it; and its claim. card.sh looks at the trace.
#define _GNU_SOURCE
#include "fake_cupti.h"
#include "witness/note.h"

#include <cuda_runtime_api.h>
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static uint64_t clock_ns(clockid_t clock) {
    struct timespec now;
    clock_gettime(clock, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

static unsigned calls;

static unsigned call(CUpti_CallbackId id, const char *name, const void *parameters, int result) {
    fake_call(CUPTI_API_ENTER, id, name, parameters, result, ++calls);
    fake_call(CUPTI_API_EXIT, id, name, parameters, result, calls);
    return calls;
}

static void event_at(unsigned correlation, uint64_t ns) {
    CUpti_ActivityCudaEvent2 event = {0};
    event.kind = CUPTI_ACTIVITY_KIND_CUDA_EVENT;
    event.correlationId = correlation;
    event.streamId = 7;
    event.deviceTimestamp = ns;
    fake_record(&event, sizeof event);
}

static void kernel_at(unsigned correlation, uint64_t start, uint64_t end) {
    CUpti_ActivityKernel4 kernel = {0};
    kernel.kind = CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL;
    kernel.correlationId = correlation;
    kernel.streamId = 23;
    kernel.start = start;
    kernel.end = end;
    kernel.gridX = 64;
    kernel.gridY = kernel.gridZ = kernel.blockY = kernel.blockZ = 1;
    kernel.blockX = 256;
    kernel.name = "_ZN3lab5saxpyEmfPKfPf";
    fake_record(&kernel, sizeof kernel);
}

static void peer_copy_at(unsigned correlation, uint64_t start, uint64_t end) {
    CUpti_ActivityMemcpyPtoP copy = {0};
    copy.kind = CUPTI_ACTIVITY_KIND_MEMCPY2;
    copy.correlationId = correlation;
    copy.streamId = 23;
    copy.start = start;
    copy.end = end;
    copy.bytes = 4096;
    copy.srcDeviceId = 0;
    copy.dstDeviceId = 1;
    fake_record(&copy, sizeof copy);
}

int main(void) {
    int (*begin)(void);
    witness_lend_fn *lend;
    *(void **)&begin = dlsym(RTLD_DEFAULT, "InitializeInjection");
    *(void **)&lend = dlsym(RTLD_DEFAULT, "witness_lend");
    if (!begin || !lend || !begin())
        return 2;
    // The call in which the driver came: its begin was never seen.
    fake_resource(CUPTI_CBID_RESOURCE_CONTEXT_CREATED);
    fake_call(CUPTI_API_EXIT, CUPTI_RUNTIME_TRACE_CBID_cudaFree_v3020, "cudaFree", NULL, 0, 0);

    cudaStream_t stream = (cudaStream_t)3;
    struct {
        cudaStream_t *stream;
        unsigned flags;
    } made = {&stream, cudaStreamNonBlocking};
    call(CUPTI_RUNTIME_TRACE_CBID_cudaStreamCreateWithFlags_v5000,
         "cudaStreamCreateWithFlags_v5000", &made, 0);
    struct {
        cudaEvent_t event;
        cudaStream_t stream;
    } start = {(cudaEvent_t)64, NULL}, stop = {(cudaEvent_t)128, NULL};
    uint64_t day = clock_ns(CLOCK_REALTIME);
    unsigned first =
        call(CUPTI_RUNTIME_TRACE_CBID_cudaEventRecord_v3020, "cudaEventRecord", &start, 0);
    unsigned launch =
        call(CUPTI_RUNTIME_TRACE_CBID_cudaLaunchKernel_v7000, "cudaLaunchKernel", NULL, 0);
    unsigned last =
        call(CUPTI_RUNTIME_TRACE_CBID_cudaEventRecord_v3020, "cudaEventRecord", &stop, 0);
    event_at(first, day + 2000);
    kernel_at(launch, day + 20000, day + 968000);
    event_at(last, day + 22000);
    kernel_at(launch, 0, 0); // one that the card never told of
    call(CUPTI_RUNTIME_TRACE_CBID_cudaEventSynchronize_v3020, "cudaEventSynchronize", NULL, 0);
    float ms = 0.02f;
    struct {
        float *ms;
        cudaEvent_t start, stop;
    } elapsed = {&ms, start.event, stop.event};
    call(486, "cudaEventElapsedTime_v12080", &elapsed, 0);
    unsigned peer =
        call(CUPTI_RUNTIME_TRACE_CBID_cudaMemcpyPeerAsync_v4000, "cudaMemcpyPeerAsync", NULL, 0);
    peer_copy_at(peer, day + 970000, day + 980000);
    peer_copy_at(peer, 0, 0); // one that the card never told of
    struct witness_note claim = {.kind = WITNESS_CLAIM, .name = "saxpy", .value = 20e-6};
    claim.begin = claim.end = clock_ns(CLOCK_MONOTONIC);
    lend(WITNESS_BY_LIBRARY).note(&claim);
    return 0;
}
