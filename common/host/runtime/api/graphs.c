// graphs.c: capture of streams, graphs made by hand, and their launches. A node that the program
// adds is captured, too: from a stream that only this call sees.
#include "api/api.h"

#include <stdlib.h>
#include <string.h>

// ---- capture

static cudaError_t begin(cudaStream_t handle, enum cudaStreamCaptureMode mode) {
    struct CUstream_st *stream = stream_of(handle);
    if (!stream)
        return cudaErrorInvalidResourceHandle;
    if (mode > cudaStreamCaptureModeRelaxed)
        return cudaErrorInvalidValue;
    if (stream == null_stream())
        return cudaErrorStreamCaptureUnsupported;
    if (stream->capture)
        return cudaErrorIllegalState;
    stream->capture = graph_new();
    stream->began_capture = stream->capture;
    return stream->capture ? cudaSuccess : cudaErrorMemoryAllocation;
}

cudaError_t cudaStreamBeginCapture(cudaStream_t stream, enum cudaStreamCaptureMode mode) {
    CALL(begin(stream, mode));
}

static cudaError_t end(cudaStream_t handle, cudaGraph_t *graph) {
    struct CUstream_st *stream = stream_of(handle);
    if (!stream)
        return cudaErrorInvalidResourceHandle;
    if (!graph)
        return cudaErrorInvalidValue;
    if (!stream->capture)
        return cudaErrorIllegalState;
    if (!stream->began_capture)
        return cudaErrorStreamCaptureUnmatched;
    struct CUgraph_st *made = stream->capture;
    stream->began_capture = false;
    device_lock();
    for (struct CUstream_st *s = all_streams; s; s = s->next)
        if (s->capture == made) // those that joined, too
            s->capture = NULL;
    device_unlock();
    bool failed = made->failed;
    if (failed)
        graph_free(made);
    *graph = failed ? NULL : made;
    return failed ? cudaErrorMemoryAllocation : cudaSuccess;
}

cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t *graph) {
    CALL(end(stream, graph));
}

static cudaError_t is_capturing(cudaStream_t handle, enum cudaStreamCaptureStatus *status) {
    struct CUstream_st *stream = stream_of(handle);
    if (!stream)
        return cudaErrorInvalidResourceHandle;
    if (!status)
        return cudaErrorInvalidValue;
    *status = stream->capture ? cudaStreamCaptureStatusActive : cudaStreamCaptureStatusNone;
    return cudaSuccess;
}

cudaError_t cudaStreamIsCapturing(cudaStream_t stream, enum cudaStreamCaptureStatus *status) {
    CALL(is_capturing(stream, status));
}

// ---- graphs and their nodes

static bool is_graph(const struct CUgraph_st *graph) {
    return graph && graph->magic == GRAPH_MAGIC;
}

static cudaError_t create(cudaGraph_t *graph, unsigned flags) {
    if (!graph || flags)
        return cudaErrorInvalidValue;
    *graph = graph_new();
    return *graph ? cudaSuccess : cudaErrorMemoryAllocation;
}

cudaError_t cudaGraphCreate(cudaGraph_t *graph, unsigned flags) {
    CALL(create(graph, flags));
}

static cudaError_t destroy(cudaGraph_t graph) {
    if (!is_graph(graph))
        return cudaErrorInvalidValue;
    wait_device(); // a launch may still use the arguments of its kernels
    graph_free(graph);
    return cudaSuccess;
}

cudaError_t cudaGraphDestroy(cudaGraph_t graph) {
    CALL(destroy(graph));
}

// Whether a node can come after `before`. All of these stand earlier in the graph, so the order in
// which nodes are added is one that all of them allow.
static bool may_add(const cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *before,
                    size_t count) {
    bool may = node && is_graph(graph) && (before || count == 0);
    for (size_t i = 0; may && i < count; i++)
        may = before[i] && before[i]->graph == graph;
    return may;
}

// The node that stands last in the graph is the new one.
static cudaError_t added(cudaError_t error, cudaGraphNode_t *node, cudaGraph_t graph) {
    if (error == cudaSuccess)
        *node = graph->nodes[graph->count - 1];
    return error;
}

#define SCRATCH(graph)                                                                             \
    { .capture = (graph), .magic = STREAM_MAGIC }

static cudaError_t keep_kernel(struct CUgraph_st *graph,
                               const struct cudaKernelNodeParams *kernel) {
    struct CUstream_st scratch = SCRATCH(graph);
    return enqueue_kernel(kernel->func, kernel->gridDim, kernel->blockDim, kernel->kernelParams,
                          kernel->sharedMemBytes, &scratch);
}

cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                   const cudaGraphNode_t *before, size_t count,
                                   const struct cudaKernelNodeParams *params) {
    CALL(!may_add(node, graph, before, count) || !params
             ? cudaErrorInvalidValue
             : added(keep_kernel(graph, params), node, graph));
}

static cudaError_t keep_copy(struct CUgraph_st *graph, struct rows rows, enum cudaMemcpyKind kind) {
    struct CUstream_st scratch = SCRATCH(graph);
    if (rows.width == 0 || rows.height == 0)
        return graph_add(graph, cudaGraphNodeTypeMemcpy) ? cudaSuccess : cudaErrorMemoryAllocation;
    return copy_rows(&rows, kind, &scratch, true);
}

cudaError_t cudaGraphAddMemcpyNode1D(cudaGraphNode_t *node, cudaGraph_t graph,
                                     const cudaGraphNode_t *before, size_t count, void *to,
                                     const void *from, size_t size, enum cudaMemcpyKind kind) {
    struct rows rows = {to, from, size, size, size, 1};
    CALL(!may_add(node, graph, before, count) ? cudaErrorInvalidValue
                                              : added(keep_copy(graph, rows, kind), node, graph));
}

static cudaError_t keep_box(struct CUgraph_st *graph, const struct cudaMemcpy3DParms *box) {
    struct rows rows;
    if (!box || !rows_of_box(box, &rows))
        return cudaErrorInvalidValue;
    return keep_copy(graph, rows, box->kind);
}

cudaError_t cudaGraphAddMemcpyNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                   const cudaGraphNode_t *before, size_t count,
                                   const struct cudaMemcpy3DParms *params) {
    CALL(!may_add(node, graph, before, count) ? cudaErrorInvalidValue
                                              : added(keep_box(graph, params), node, graph));
}

static void run_pattern_rows(const struct host_launch *launch, uint64_t first, uint64_t last) {
    const struct cudaMemsetParams *all = launch->closure;
    for (uint64_t y = first; y < last; y++) {
        char *row = (char *)all->dst + y * all->pitch;
        for (size_t x = 0; x < all->width; x++) // little end first, as on a card
            memcpy(row + x * all->elementSize, &all->value, all->elementSize);
    }
}

static const struct host_kernel pattern_kernel = {
    .name = "memset", .max_threads = MAX_BLOCK_THREADS, .run = run_pattern_rows};

static cudaError_t keep_memset(struct CUgraph_st *graph, const struct cudaMemsetParams *set) {
    struct CUstream_st scratch = SCRATCH(graph);
    struct range range;
    if (!set || (set->elementSize != 1 && set->elementSize != 2 && set->elementSize != 4) ||
        set->width == 0 || set->height == 0 || !memory_find(set->dst, &range))
        return cudaErrorInvalidValue;
    size_t row = set->width * set->elementSize, room = range.size;
    size_t needed = (set->height - 1) * set->pitch + row;
    if ((set->height > 1 && row > set->pitch) ||
        needed > room - (size_t)((const char *)set->dst - range.start))
        return cudaErrorInvalidValue;
    struct op described = {.note = NOTE_MEMSET,
                           .to = set->dst,
                           .to_pitch = set->pitch,
                           .rows = set->height,
                           .size = row * set->height};
    return grid_of_our_own(&pattern_kernel, set, sizeof *set, set->height, &scratch, &described);
}

cudaError_t cudaGraphAddMemsetNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                   const cudaGraphNode_t *before, size_t count,
                                   const struct cudaMemsetParams *params) {
    CALL(!may_add(node, graph, before, count) ? cudaErrorInvalidValue
                                              : added(keep_memset(graph, params), node, graph));
}

static cudaError_t keep_function(struct CUgraph_st *graph, const struct cudaHostNodeParams *host) {
    struct CUstream_st scratch = SCRATCH(graph);
    return host && host->fn ? enqueue_function(&scratch, host->fn, NULL, host->userData)
                            : cudaErrorInvalidValue;
}

cudaError_t cudaGraphAddHostNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                 const cudaGraphNode_t *before, size_t count,
                                 const struct cudaHostNodeParams *params) {
    CALL(!may_add(node, graph, before, count) ? cudaErrorInvalidValue
                                              : added(keep_function(graph, params), node, graph));
}

static struct CUgraph_st *copy_of(const struct CUgraph_st *graph) {
    struct CUgraph_st *copy = graph_new();
    for (int i = 0; copy && i < graph->count; i++) {
        const struct CUgraphNode_st *from = graph->nodes[i];
        struct CUgraphNode_st *to = graph_add(copy, from->type);
        bool right = to && (!from->child || (to->child = copy_of(from->child)));
        if (right)
            to->work = work_share(from->work);
        if (!right) {
            graph_free(copy);
            return NULL;
        }
    }
    return copy;
}

static cudaError_t keep_child(struct CUgraph_st *graph, struct CUgraph_st *child) {
    if (!is_graph(child))
        return cudaErrorInvalidValue;
    struct CUgraph_st *copy = copy_of(child);
    struct CUgraphNode_st *node = copy ? graph_add(graph, cudaGraphNodeTypeGraph) : NULL;
    if (!node)
        return cudaErrorMemoryAllocation;
    node->child = copy;
    return cudaSuccess;
}

cudaError_t cudaGraphAddChildGraphNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                       const cudaGraphNode_t *before, size_t count,
                                       cudaGraph_t child) {
    CALL(!may_add(node, graph, before, count) ? cudaErrorInvalidValue
                                              : added(keep_child(graph, child), node, graph));
}

static cudaError_t get_nodes(cudaGraph_t graph, cudaGraphNode_t *nodes, size_t *count) {
    if (!is_graph(graph) || !count)
        return cudaErrorInvalidValue;
    for (size_t i = 0; nodes && i < *count; i++)
        nodes[i] = i < (size_t)graph->count ? graph->nodes[i] : NULL;
    if (!nodes || *count > (size_t)graph->count)
        *count = (size_t)graph->count;
    return cudaSuccess;
}

cudaError_t cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t *nodes, size_t *count) {
    CALL(get_nodes(graph, nodes, count));
}

static cudaError_t clone(cudaGraph_t *copy, cudaGraph_t graph) {
    if (!copy || !is_graph(graph))
        return cudaErrorInvalidValue;
    *copy = copy_of(graph);
    return *copy ? cudaSuccess : cudaErrorMemoryAllocation;
}

cudaError_t cudaGraphClone(cudaGraph_t *copy, cudaGraph_t graph) {
    CALL(clone(copy, graph));
}

// ---- a graph that can be launched: the work of its nodes, in their order

struct CUgraphExec_st {
    struct work **work;
    const struct CUgraphNode_st **from;
    int count, room;
};

static void exec_free(struct CUgraphExec_st *exec) {
    for (int i = 0; i < exec->count; i++)
        work_release(exec->work[i]);
    free(exec->work);
    free(exec->from);
    free(exec);
}

static int count_nodes(const struct CUgraph_st *graph) {
    int count = graph->count;
    for (int i = 0; i < graph->count; i++)
        count += graph->nodes[i]->child ? count_nodes(graph->nodes[i]->child) : 0;
    return count;
}

static void put_in_order(struct CUgraphExec_st *exec, const struct CUgraph_st *graph) {
    for (int i = 0; i < graph->count; i++) {
        const struct CUgraphNode_st *node = graph->nodes[i];
        exec->from[exec->count] = node;
        exec->work[exec->count++] = work_share(node->work);
        if (node->child)
            put_in_order(exec, node->child);
    }
}

static struct CUgraphExec_st *exec_of(const struct CUgraph_st *graph) {
    struct CUgraphExec_st *exec = calloc(1, sizeof *exec);
    size_t count = (size_t)count_nodes(graph) + 1;
    if (!exec)
        return NULL;
    exec->work = calloc(count, sizeof(struct work *));
    exec->from = calloc(count, sizeof(struct CUgraphNode_st *));
    if (!exec->work || !exec->from) {
        exec_free(exec);
        return NULL;
    }
    put_in_order(exec, graph);
    return exec;
}

static cudaError_t instantiate(cudaGraphExec_t *exec, cudaGraph_t graph) {
    if (!exec || !is_graph(graph))
        return cudaErrorInvalidValue;
    *exec = exec_of(graph);
    return *exec ? cudaSuccess : cudaErrorInvalidValue;
}

cudaError_t cudaGraphInstantiate(cudaGraphExec_t *exec, cudaGraph_t graph,
                                 unsigned long long flags) {
    (void)flags;
    CALL(instantiate(exec, graph));
}

cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t *exec, cudaGraph_t graph,
                                          unsigned long long flags) {
    (void)flags;
    CALL(instantiate(exec, graph));
}

static cudaError_t set_kernel(cudaGraphExec_t exec, cudaGraphNode_t node,
                              const struct cudaKernelNodeParams *params) {
    if (!exec || !node || !params || node->type != cudaGraphNodeTypeKernel)
        return cudaErrorInvalidValue;
    for (int i = 0; i < exec->count; i++) {
        if (exec->from[i] != node)
            continue;
        struct CUgraph_st *scratch = graph_new();
        if (!scratch)
            return cudaErrorMemoryAllocation;
        cudaError_t error = keep_kernel(scratch, params);
        if (error == cudaSuccess) {
            wait_device(); // launches that are not done use what it replaces
            work_release(exec->work[i]);
            exec->work[i] = work_share(scratch->nodes[0]->work);
        }
        graph_free(scratch);
        return error;
    }
    return cudaErrorInvalidValue;
}

cudaError_t cudaGraphExecKernelNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                             const struct cudaKernelNodeParams *params) {
    CALL(set_kernel(exec, node, params));
}

static cudaError_t update(cudaGraphExec_t exec, cudaGraph_t graph,
                          cudaGraphExecUpdateResultInfo *info) {
    if (!exec || !is_graph(graph) || !info)
        return cudaErrorInvalidValue;
    *info = (cudaGraphExecUpdateResultInfo){.result = cudaGraphExecUpdateSuccess};
    struct CUgraphExec_st *now = exec_of(graph);
    if (!now)
        return cudaErrorInvalidValue;
    bool same = now->count == exec->count;
    for (int i = 0; same && i < now->count; i++) {
        const struct work *fresh = now->work[i], *old = exec->work[i];
        same = fresh && old ? fresh->op->note == old->op->note : fresh == old;
    }
    if (!same) {
        info->result = cudaGraphExecUpdateErrorTopologyChanged;
        exec_free(now);
        return cudaErrorGraphExecUpdateFailure;
    }
    wait_device();
    for (int i = 0; i < now->count; i++) {
        struct work *before = exec->work[i];
        exec->work[i] = now->work[i];
        now->work[i] = before;
    }
    exec_free(now);
    return cudaSuccess;
}

cudaError_t cudaGraphExecUpdate(cudaGraphExec_t exec, cudaGraph_t graph,
                                cudaGraphExecUpdateResultInfo *info) {
    CALL(update(exec, graph, info));
}

cudaError_t cudaGraphUpload(cudaGraphExec_t exec, cudaStream_t stream) {
    CALL(!exec               ? cudaErrorInvalidValue
         : stream_of(stream) ? cudaSuccess
                             : cudaErrorInvalidResourceHandle);
}

// The stream does a copy of the operation; what it works with stays the graph's.
static bool work_enqueue(const struct work *work, struct CUstream_st *stream) {
    struct op *op = op_new(work->op->start, work->op->name);
    if (!op)
        return false;
    struct share *shares = op->shares;
    uint64_t correlation = op->correlation;
    *op = *work->op;
    op->shares = shares;
    op->correlation = correlation;
    op->launch.drop = NULL;
    op->staging = NULL;
    if (op->launch.together)
        op->launch.together = &op->together;
    op_enqueue(op, stream);
    return true;
}

static cudaError_t launch(cudaGraphExec_t exec, cudaStream_t handle) {
    struct CUstream_st *stream = stream_of(handle);
    if (!exec)
        return cudaErrorInvalidValue;
    if (!stream)
        return cudaErrorInvalidResourceHandle;
    workers_start();
    for (int i = 0; i < exec->count; i++)
        if (exec->work[i] && !work_enqueue(exec->work[i], stream))
            return cudaErrorMemoryAllocation;
    return cudaSuccess;
}

cudaError_t cudaGraphLaunch(cudaGraphExec_t exec, cudaStream_t stream) {
    CALL(launch(exec, stream));
}

static cudaError_t destroy_exec(cudaGraphExec_t exec) {
    if (!exec)
        return cudaErrorInvalidValue;
    wait_device();
    exec_free(exec);
    return cudaSuccess;
}

cudaError_t cudaGraphExecDestroy(cudaGraphExec_t exec) {
    CALL(destroy_exec(exec));
}
