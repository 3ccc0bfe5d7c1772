// gpu.h: the card's part of the witness that is loaded into a watched program. Sections by file.
#ifndef WITNESS_GPU_H
#define WITNESS_GPU_H

#include <cupti.h>
#include <stdint.h>

// ---- cupti.c: CUPTI's functions, and what its numbers stand for ------------------------
//
// The functions are found while the program runs: where CUPTI is not installed, the program still
// runs, and stderr says why it is not watched.

#define CUPTI_FUNCTIONS(F)                                                                         \
    F(cuptiSubscribe)                                                                              \
    F(cuptiEnableDomain)                                                                           \
    F(cuptiEnableCallback)                                                                         \
    F(cuptiActivityRegisterCallbacks)                                                              \
    F(cuptiActivityRegisterTimestampCallback)                                                      \
    F(cuptiActivityEnable)                                                                         \
    F(cuptiActivityFlushAll)                                                                       \
    F(cuptiActivityFlushPeriod)                                                                    \
    F(cuptiActivityGetNextRecord)                                                                  \
    F(cuptiGetStreamIdEx)                                                                          \
    F(cuptiGetResultString)

#define CUPTI_POINTER(name) __typeof__(name) *name;

struct cupti_library {
    CUPTI_FUNCTIONS(CUPTI_POINTER)
    CUptiResult (*enable_event_times)(uint8_t enable); // NULL before CUDA 12.8
};
extern struct cupti_library cupti;

int cupti_load(void); // 1; 0 after a message

// Stream 0 is the default stream; the others count from 1 in the order in which they were created
// or first used.
struct stream_seen {
    uint64_t number;
    int non_blocking;
};
struct stream_seen stream_of_work(uint32_t id); // by CUPTI's number
// By the program's handle; per_thread: compiled for per-thread default streams.
struct stream_seen stream_of_handle(CUcontext context, CUstream stream, int per_thread);
void stream_created(CUcontext context, CUstream stream, int non_blocking);
void stream_context_seen(CUcontext context); // called once a context, before its work is noted

// Remembers which event each call recorded, because CUPTI's record of a stream that came to an
// event holds only the number of the call.
void record_keep(uint64_t correlation, uint64_t event);
uint64_t record_event(uint64_t correlation); // 0: not known

// ---- calls.c: every call of the runtime, and of the driver where the program calls it ------

void CUPTIAPI calls_callback(void *unused, CUpti_CallbackDomain domain, CUpti_CallbackId id,
                             const void *data);
void calls_started(void); // called when the witness begins to watch

// ---- work.c: kernels, copies, memsets, and when a stream came to an event ---------------

void CUPTIAPI work_buffer_wanted(uint8_t **buffer, size_t *size, size_t *records);
void CUPTIAPI work_buffer_full(CUcontext context, uint32_t stream, uint8_t *buffer, size_t size,
                               size_t valid);

#endif
