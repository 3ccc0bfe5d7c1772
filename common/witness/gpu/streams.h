// streams.h: CUPTI's stream numbers as the witness's: 0 is the default stream, the others
// count from 1 in the order in which they were created or first used.
#ifndef WITNESS_STREAMS_H
#define WITNESS_STREAMS_H

#include "cupti_library.h"

struct stream_seen {
    uint64_t number;
    int non_blocking;
};

// For work, by CUPTI's number.
struct stream_seen stream_of_work(uint32_t id);
// For a call, by the program's handle; per_thread: compiled for per-thread default streams.
struct stream_seen stream_of_handle(CUcontext context, CUstream stream, int per_thread);
void stream_created(CUcontext context, CUstream stream, int non_blocking);
// Must be told once a context, before its work is.
void stream_context_seen(CUcontext context);

#endif
