// queue.h: what the device is to do. A stream is a chain of operations. One lock guards all
// chains; an operation whose predecessors are done is started: it goes to whoever does its kind
// of work, who completes it, and that starts the next.
#ifndef HOST_QUEUE_H
#define HOST_QUEUE_H

#include "cuda_runtime_api.h"
#include "kernel/fault.h"
#include "machine/machine.h"

enum { QUEUE_DEPTH = 1024, QUEUE_ROOM = 32 };

enum note { NOTE_NONE, NOTE_KERNEL, NOTE_COPY, NOTE_MEMSET };

struct op;

// What starts an operation, under the lock; true: that was all, it is done.
typedef bool op_start(struct op *op);

// Threads that each do one kind of work.
enum engine_kind { TO_DEVICE, TO_HOST, FUNCTIONS, ENGINES };

struct edge { // op `later` also waits for the owner of this edge
    struct op *later;
    struct edge *next;
};

// A worker's share of a grid, as first:32 | end:32 in units; its owner takes from the front
// and a thief from the back.
struct share {
    _Alignas(CACHE_LINE) _Atomic uint64_t range;
};

struct op {
    op_start *start; // null: it only keeps the order
    struct CUstream_st *stream;
    struct op *next;   // of the same stream
    struct op *queued; // in the list of ready ones, or of free ones
    struct edge *edges;
    int pending; // predecessors not done
    bool done;
    struct CUevent_st *event; // to be stamped
    uint64_t generation;      // of the event's record
    uint64_t ticket;          // in the order of all calls

    enum engine_kind engine;
    void (*run)(struct op *op); // by the engine
    void *to;
    const void *from;
    size_t size, to_pitch, from_pitch, rows;
    void *staging;       // freed when done
    cudaStream_t handle; // as the program gave it
    cudaHostFn_t function;
    cudaStreamCallback_t callback;
    void *user;
    struct waiter *turn; // who does the work when this is started

    struct host_launch launch; // a grid
    uint64_t blocks, unit;     // blocks in one unit of the shares
    bool single;               // one unit: whoever picks it up has it all
    int users;                 // workers in it
    atomic_bool drained;       // nobody found anything to take any more
    int sharers;
    struct share *shares; // one for each worker; allocated with the op

    enum note note; // what the witness is told when it is done
    const char *name;
    uint64_t begin, end, correlation;
    enum cudaMemcpyKind direction;
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
    uint32_t magic;
};

struct CUevent_st {
    uint64_t recorded, reached; // generations
    uint64_t time;
    struct op *mark;         // of the last record, while it is not done
    struct CUevent_st *next; // among the free ones
    uint64_t id;
    unsigned flags;
    int marks; // in flight, of any record
    bool destroyed;
    uint32_t magic;
};

enum { STREAM_MAGIC = 0x53747265, EVENT_MAGIC = 0x4576656e };

// A host thread that waits; lives on its stack. state: 0 waiting, 1 woken, 2 asleep.
struct waiter {
    struct waiter *next;
    uint64_t target; // a ticket: wait until the stream is past it
    atomic_uint state;
};

// Nothing up to the ticket is left in the stream. Under the lock.
static inline bool stream_past(const struct CUstream_st *stream, uint64_t ticket) {
    return !stream->head || stream->head->ticket > ticket;
}

// ---- operations (op.c, queue.c)

struct op *op_new(op_start *start, const char *name); // NULL: no memory
void op_discard(struct op *op);                       // one that was not enqueued
void op_free(struct op *op);                          // under the lock
void op_depend(struct op *op, struct op *earlier);    // under the lock, before op_enqueue_locked
void op_enqueue_locked(struct op *op, struct CUstream_st *stream);
void op_complete(struct op *op);         // under the lock
void waiter_wake(struct waiter *waiter); // under the lock
extern uint64_t device_ticket;           // of the last operation; under the lock

// ---- streams (streams.c)

enum { PRIORITY_LEAST = 0, PRIORITY_GREATEST = -5 };

struct CUstream_st *stream_of(cudaStream_t handle); // NULL: not a stream
struct CUstream_st *null_stream(void);
struct CUstream_st *stream_new(unsigned flags, int priority); // NULL: no memory
bool stream_is_default(const struct CUstream_st *stream);
void stream_drop(struct CUstream_st *stream); // freed when it is drained
extern struct CUstream_st *all_streams;       // under the lock
extern struct CUstream_st *blocking_streams;  // those that the null stream waits for
void stream_free(struct CUstream_st *stream); // drained and destroyed; under the lock

// ---- who does the work: workers (worker.c) and engines (engine.c)

void workers_start(void); // once, at the first grid
op_start workers_offer;
void workers_host_sleeps(void); // this thread is about to; its core is free
struct op *engine_op(enum engine_kind engine, const char *name); // for run() in its thread

// ---- who waits for it (wait.c)

void op_enqueue(struct op *op, struct CUstream_st *stream); // takes the lock; may wait
void device_room(struct CUstream_st *stream); // under the lock; waits while the queue is full
void wait_and_unlock(struct CUstream_st *stream,
                     uint64_t ticket); // until it is past it; under the lock
void wait_stream(struct CUstream_st *stream);
void wait_device(void);
void waiter_sleep(struct waiter *waiter);
void asked_too_early(void); // a query's "not ready"

#endif
