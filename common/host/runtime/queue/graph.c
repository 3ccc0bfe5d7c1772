// graph.c: operations that are kept in a graph instead of being done: what a stream was given while
// it was captured, and what the program adds by hand. A launch of the graph gives a stream a copy
// of each.
#include "queue/queue.h"

#include <stdlib.h>
#include <string.h>

static uint64_t last_capture;

struct CUgraph_st *graph_new(void) {
    struct CUgraph_st *graph = calloc(1, sizeof *graph);
    if (graph) {
        device_lock();
        graph->id = ++last_capture;
        device_unlock();
        graph->magic = GRAPH_MAGIC;
    }
    return graph;
}

static bool make_room(struct CUgraph_st *graph) {
    if (graph->count < graph->room)
        return true;
    int room = graph->room ? 2 * graph->room : 16;
    struct CUgraphNode_st **nodes =
        realloc(graph->nodes, (size_t)room * sizeof(struct CUgraphNode_st *));
    if (!nodes)
        return false;
    graph->nodes = nodes;
    graph->room = room;
    return true;
}

struct CUgraphNode_st *graph_add(struct CUgraph_st *graph, enum cudaGraphNodeType type) {
    struct CUgraphNode_st *node = make_room(graph) ? calloc(1, sizeof *node) : NULL;
    if (!node)
        return NULL;
    node->type = type;
    node->graph = graph;
    graph->nodes[graph->count++] = node;
    return node;
}

static enum cudaGraphNodeType type_of(const struct op *op) {
    return op->note == NOTE_KERNEL   ? cudaGraphNodeTypeKernel
           : op->note == NOTE_COPY   ? cudaGraphNodeTypeMemcpy
           : op->note == NOTE_MEMSET ? cudaGraphNodeTypeMemset
           : op->function            ? cudaGraphNodeTypeHost
                                     : cudaGraphNodeTypeEmpty;
}

void graph_keep(struct CUgraph_st *graph, struct op *op) {
    struct CUgraphNode_st *node = graph_add(graph, type_of(op));
    if (!node) {
        graph->failed = true;
        op_free(op);
        return;
    }
    node->work = calloc(1, sizeof *node->work);
    if (!node->work) {
        graph->failed = true;
        op_free(op);
        return;
    }
    *node->work = (struct work){.op = op, .users = 1};
}

struct work *work_share(struct work *work) {
    if (work)
        work->users++;
    return work;
}

void work_release(struct work *work) {
    if (!work || --work->users)
        return;
    if (work->op->launch.drop)
        work->op->launch.drop(work->op->launch.closure);
    free(work->op->staging);
    op_discard(work->op);
    free(work);
}

void graph_free(struct CUgraph_st *graph) {
    for (int i = 0; i < graph->count; i++) {
        work_release(graph->nodes[i]->work);
        if (graph->nodes[i]->child)
            graph_free(graph->nodes[i]->child);
        free(graph->nodes[i]);
    }
    free(graph->nodes);
    graph->magic = 0;
    free(graph);
}

// The graph that streams with this number are captured into; under the lock.
struct CUgraph_st *graph_in_capture(uint64_t id) {
    for (struct CUstream_st *s = all_streams; s && id; s = s->next)
        if (s->capture && s->capture->id == id)
            return s->capture;
    return NULL;
}
