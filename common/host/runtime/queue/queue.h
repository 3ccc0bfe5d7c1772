// queue.h: the operations that wait for the device. A stream is a chain of operations, and one lock
// guards all chains. An operation is started when its predecessors are done: it goes to a thread
// that does its kind of work. When that thread has completed the operation, the next ones are
// started.
#ifndef HOST_QUEUE_H
#define HOST_QUEUE_H

#include "cuda_runtime_api.h"
#include "kernel/kernel.h"
#include "machine/machine.h"

// A stream holds QUEUE_DEPTH operations; a call that finds it full waits for QUEUE_FREED of them.
enum { QUEUE_DEPTH = 1024, QUEUE_FREED = 32 };

enum note { NOTE_NONE, NOTE_KERNEL, NOTE_COPY, NOTE_MEMSET };

struct op;

// Starts an operation, under the lock. Returns true when the operation is done already.
typedef bool op_start(struct op *op);

// Threads that each do one kind of work.
enum engine_kind { TO_DEVICE, TO_HOST, FUNCTIONS, ENGINES };

struct edge { // op `later` also waits for the owner of this edge
    struct op *later;
    struct edge *next;
};

// A worker's share of a grid, as first:32 | end:32 in units. Its owner takes from the front,
// other workers from the back.
struct share {
    _Alignas(CACHE_LINE) _Atomic uint64_t range;
};

struct op {
    op_start *start; // null: the operation only keeps the order
    struct CUstream_st *stream;
    struct op *next;   // of the same stream
    struct op *queued; // in the list of operations that are ready, or free
    struct edge *edges;
    int pending; // predecessors not done
    bool done;
    struct CUevent_st *event; // the event that gets the time
    uint64_t generation;      // of the event's record
    uint64_t ticket;          // in the order of all calls

    enum engine_kind engine;
    void (*run)(struct op *op); // the engine's thread calls this
    void *to;
    const void *from;
    size_t size, to_pitch, from_pitch, rows;
    void *staging;       // freed when done
    cudaStream_t handle; // as the program passed it
    cudaHostFn_t function;
    cudaStreamCallback_t callback;
    void *user;
    struct waiter *turn; // the host thread that does the work once this is started

    struct host_launch launch;     // a grid
    struct host_together together; // its blocks, where they wait for each other
    void *heard;                   // what the listener made of the grid; NULL: nothing
    uint64_t blocks, unit;         // blocks in one unit of the shares
    bool single;                   // one unit: one worker does it all
    int users;                     // workers that run it
    atomic_bool drained;           // nothing is left to take
    int sharers;
    struct share *shares; // one for each worker; allocated with the op

    enum note note; // the note for the witness when the operation is done
    const char *name;
    uint64_t begin, end, correlation;
    _Atomic uint64_t delays; // how long its workers waited for a processor, together
    atomic_int delayed;      // and how many workers there were
    enum cudaMemcpyKind direction;
    uint64_t code, numbers; // of a watched kernel, see host_kernel
};

struct CUstream_st {
    struct op *head, *tail;
    int depth; // operations in it
    struct waiter *waiters;
    struct CUstream_st *next; // in the list of all
    struct CUstream_st *next_blocking;
    uint64_t id;
    unsigned flags;
    int priority;
    bool non_blocking, destroyed;
    struct CUgraph_st *capture; // what this stream is given goes there
    bool began_capture;
    uint32_t magic;
};

struct CUevent_st {
    uint64_t recorded, reached; // generations
    uint64_t time;
    struct op *mark;         // the operation of the last record, until it is done
    uint64_t captured;       // recorded in the capture with this number
    struct CUevent_st *next; // in the list of free events
    uint64_t id;
    unsigned flags;
    int marks; // how many operations of its records are in the streams
    bool destroyed;
    uint32_t magic;
};

enum { STREAM_MAGIC = 0x53747265, EVENT_MAGIC = 0x4576656e, GRAPH_MAGIC = 0x47726170 };

// A host thread that waits. The struct is on that thread's stack. state: 0 waiting, 1 woken, 2
// asleep.
struct waiter {
    struct waiter *next;
    uint64_t target; // a ticket: the thread waits until the stream is past it
    atomic_uint state;
};

// True when the stream holds no operation up to the ticket. Under the lock.
static inline bool stream_past(const struct CUstream_st *stream, uint64_t ticket) {
    return !stream->head || stream->head->ticket > ticket;
}

// ---- ops.c: operations

struct op *op_new(op_start *start, const char *name); // NULL: out of memory
void op_discard(struct op *op);                       // one that was not enqueued
void op_free(struct op *op);                          // under the lock

// ---- queue.c: which operation waits for which

extern uint64_t device_ticket;                     // of the last operation; under the lock
void op_depend(struct op *op, struct op *earlier); // under the lock, before op_enqueue_locked
void op_enqueue_locked(struct op *op, struct CUstream_st *stream);
void op_complete(struct op *op);         // under the lock
void waiter_wake(struct waiter *waiter); // under the lock

// ---- queue.c: streams

enum { PRIORITY_LEAST = 0, PRIORITY_GREATEST = -5 };

extern struct CUstream_st *all_streams;             // under the lock
extern struct CUstream_st *blocking_streams;        // those that the null stream waits for
struct CUstream_st *stream_of(cudaStream_t handle); // NULL: not a stream
struct CUstream_st *null_stream(void);
struct CUstream_st *stream_new(unsigned flags, int priority); // NULL: out of memory
bool stream_is_default(const struct CUstream_st *stream);
void stream_drop(struct CUstream_st *stream); // frees it once it is drained

// ---- workers.c: the threads that run grids

void workers_start(void); // once, at the first grid
op_start workers_offer;
void workers_host_sleeps(void); // this thread will sleep: its core is free for a worker

// ---- engines.c: the threads that copy and call host functions

struct op *engine_op(enum engine_kind engine, const char *name); // its thread will call op->run

// ---- wait.c: host threads that wait for the device

void op_enqueue(struct op *op, struct CUstream_st *stream); // takes the lock; may wait
void stream_await_space(struct CUstream_st *stream); // under the lock; while the stream is full
// Waits until the stream is past the ticket. Called under the lock, which it releases.
void wait_and_unlock(struct CUstream_st *stream, uint64_t ticket);
void wait_stream(struct CUstream_st *stream);
void wait_device(void);
void waiter_sleep(struct waiter *waiter);
void asked_too_early(void); // called when a query found that the work is not done yet

// ---- graph.c: operations that are kept

struct work { // shared by a graph and what was made of it
    struct op *op;
    int users;
};

struct CUgraphNode_st {
    enum cudaGraphNodeType type;
    struct CUgraph_st *graph, *child; // child: of a node that is a graph
    struct work *work;                // NULL: nothing to do
};

struct CUgraph_st {
    struct CUgraphNode_st **nodes;
    int count, room;
    bool failed; // out of memory
    uint64_t id;
    uint32_t magic;
};

struct CUgraph_st *graph_new(void); // NULL: out of memory, as for all of these
struct CUgraphNode_st *graph_add(struct CUgraph_st *graph, enum cudaGraphNodeType type);
void graph_keep(struct CUgraph_st *graph, struct op *op); // under the lock
void graph_free(struct CUgraph_st *graph);
struct CUgraph_st *graph_in_capture(uint64_t id); // under the lock
struct work *work_share(struct work *work);
void work_release(struct work *work);

// ---- witness.c: what the witness is told. Call these only when `watched`.

struct call {
    const char *name;
    uint64_t begin, correlation;
    uint64_t bytes; // of what it allocates
};

extern bool watched; // a witness watches the program

struct call watch_begin(const char *name); // this thread is in this call now
uint64_t watch_correlation(void);          // of that call
uint64_t watch_delay(void); // how long this thread waited for a processor until now; 0: not known
void watch_bytes(size_t bytes); // that call allocates
void watch_call(const struct call *call, cudaError_t result);
void watch_op(const struct op *op); // finished
void watch_wait(uint64_t begin);
void watch_reached(const struct CUevent_st *event, const struct op *mark, uint64_t time);
void watch_record(const struct CUevent_st *event, const struct CUstream_st *stream);
void watch_elapsed(const struct CUevent_st *start, const struct CUevent_st *end, double ms,
                   cudaError_t result);
void watch_context(const char *name, uint64_t begin);

#endif
