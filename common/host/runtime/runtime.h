// runtime.h: what the files of the runtime share.
//
// A stream is a chain of operations. One lock guards all chains; an operation whose
// predecessors are done becomes ready and goes to whoever does its kind of work: the workers
// (grids), a copy engine, the thread for host functions, or nobody (marks).
#ifndef HOST_RUNTIME_H
#define HOST_RUNTIME_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <time.h>

#include "cuda_runtime_api.h"
#include "grid.h"

enum { MAX_WORKERS = 1024, MAX_BLOCK_THREADS = 1024, QUEUE_DEPTH = 1024, QUEUE_ROOM = 32 };
enum { SHARED_DEFAULT = 48 << 10, SHARED_OPT_IN = 227 << 10, CACHE_LINE = 64 };

// clock_gettime; a watched program's is the C library's own, behind the witness's back: these
// reads are not the program's.
extern int (*read_clock)(clockid_t clock, struct timespec *time);

static inline uint64_t now_ns(void) {
    struct timespec t;
    read_clock(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static inline void relax(void) {
#if defined(__x86_64__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ volatile("yield");
#endif
}

// ---- park.c: sleeping on a word

void park(atomic_uint *word, unsigned while_it_is);
void unpark(atomic_uint *word); // wakes one

// ---- operations (queue.c)

enum op_kind {
    OP_MARK,      // done as soon as it is ready; stamps its event
    OP_GRID,      // workers
    OP_TO_DEVICE, // copy engines: run() in their thread
    OP_TO_HOST,
    OP_FUNCTION, // the thread for host functions
    OP_TURN,     // a host thread waits for its turn and does the work itself
    OP_KINDS
};

enum note { NOTE_NONE, NOTE_KERNEL, NOTE_COPY, NOTE_MEMSET };

struct op;

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
    enum op_kind kind;
    struct CUstream_st *stream;
    struct op *next;   // of the same stream
    struct op *queued; // in the list of ready ones, or of free ones
    struct edge *edges;
    int pending; // predecessors not done
    bool done;
    struct CUevent_st *event; // OP_MARK: to be stamped
    uint64_t generation;      // of the event's record
    uint64_t ticket;          // in the order of all calls

    void (*run)(struct op *op); // engines and functions
    void *to;
    const void *from;
    size_t size, to_pitch, from_pitch, rows;
    void *staging;       // freed when done
    cudaStream_t handle; // as the program gave it
    cudaHostFn_t function;
    cudaStreamCallback_t callback;
    void *user;
    struct waiter *turn; // OP_TURN

    struct host_launch launch; // OP_GRID
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

void device_lock(void);
void device_unlock(void);
void wake_later(atomic_uint *sleeper); // under the lock: unpark it when the lock is released

struct op *op_new(enum op_kind kind, const char *name);     // NULL: no memory
void op_discard(struct op *op);                             // one that was not enqueued
void op_free(struct op *op);                                // under the lock
void op_enqueue(struct op *op, struct CUstream_st *stream); // takes the lock; may wait
void op_depend(struct op *op, struct op *earlier); // under the lock, before op_enqueue_locked
void op_enqueue_locked(struct op *op, struct CUstream_st *stream);
void op_complete(struct op *op); // under the lock

extern uint64_t device_ticket; // of the last operation; under the lock
void asked_too_early(void);    // a query's "not ready"
void wait_and_unlock(struct CUstream_st *stream,
                     uint64_t ticket);        // until it is past it; under the lock
void device_room(struct CUstream_st *stream); // under the lock; waits while the queue is full
void wait_stream(struct CUstream_st *stream);
void wait_device(void);
void waiter_sleep(struct waiter *waiter);

// ---- streams (stream.c)

struct CUstream_st *stream_of(cudaStream_t handle); // NULL: not a stream
struct CUstream_st *null_stream(void);
extern struct CUstream_st *all_streams;       // under the lock
extern struct CUstream_st *blocking_streams;  // those that the null stream waits for
void stream_free(struct CUstream_st *stream); // drained and destroyed; under the lock

// ---- events (event.c)

void event_reached(struct op *mark); // under the lock

// ---- workers (worker.c), engines (engine.c), faults (fault.c)

void workers_start(void);            // once, at the first grid
void workers_offer(struct op *grid); // under the lock
void workers_host_sleeps(void);      // this thread is about to; its core is free
int device_thread(void *(*body)(void *), void *argument); // 0: it runs
void engine_start(enum op_kind kind);                     // before the first operation for it
void engine_offer(struct op *op);                         // under the lock
// Runs the runtime's own blocks (a copy, a memset) as a grid.
cudaError_t grid_enqueue(const struct host_launch *launch, uint64_t blocks,
                         struct CUstream_st *stream, const struct op *described);
void fault_handlers(void);
void fault_stack(void);
// Runs the blocks; false when the kernel left in the middle.
bool fault_guarded(const struct host_launch *launch, uint64_t first, uint64_t last);

// ---- the device (device.c)

int device_workers(void);
int device_pin(int worker);     // the calling thread, to the core of that number; returns which
cudaError_t device_start(void); // the context; cheap after the first time
size_t device_memory_total(void);
cudaError_t device_failed(void); // the sticky error
void device_fail(cudaError_t error);
bool launch_blocking(void);
extern _Thread_local bool in_host_function; // which may call nothing of this API

// ---- memory (memory.c)

struct range {
    char *start;
    size_t size;     // what the program asked for
    size_t reserved; // what was mapped
    enum cudaMemoryType type;
    unsigned flags;
    bool mapped; // ours; else registered by the program
    bool symbol;
};

void memory_start(void);
bool memory_find(const void *pointer, struct range *found);
cudaError_t memory_allocate(void **pointer, size_t size, enum cudaMemoryType type, unsigned flags);
cudaError_t memory_register(void *pointer, size_t size, unsigned flags, bool symbol);
bool memory_take(void *pointer, struct range *taken); // the range that starts there
void memory_unmap(const struct range *range);
void memory_reset(void);

// ---- kernels (kernel.c)

size_t kernel_shared_limit(const struct host_kernel *kernel); // dynamic, after opting in

// ---- every call (call.c): the last error, the sticky one, and the witness

struct call {
    const char *name;
    uint64_t begin, correlation;
};

extern bool watched;                // somebody defines witness_note
void watch_op(const struct op *op); // finished; witness.h has the others
void watch_wait(uint64_t begin, const struct CUstream_st *stream);
struct call call_begin(const char *name);
cudaError_t call_end(const struct call *call, cudaError_t error);
cudaError_t call_answer(const struct call *call, cudaError_t error); // not a last error
uint64_t call_correlation(void); // of the call that this thread is in
const char *call_name(void);

// The body of an API function: refused while an earlier failure sticks.
#define CALL(expression) CALL_THEN(call_end, expression)

// The same for a question: "not ready" is an answer to it, not an error to remember.
#define CALL_ANSWER(expression) CALL_THEN(call_answer, expression)

#define CALL_THEN(end, expression)                                                                 \
    do {                                                                                           \
        struct call call_ = call_begin(__func__);                                                  \
        cudaError_t error_ = device_start();                                                       \
        if (error_ == cudaSuccess)                                                                 \
            error_ = device_failed();                                                              \
        if (error_ == cudaSuccess)                                                                 \
            error_ = (expression);                                                                 \
        return end(&call_, error_);                                                                \
    } while (0)

// The same for calls that need no context.
#define CALL_WITHOUT_CONTEXT(expression)                                                           \
    do {                                                                                           \
        struct call call_ = call_begin(__func__);                                                  \
        return call_end(&call_, (expression));                                                     \
    } while (0)

#endif
