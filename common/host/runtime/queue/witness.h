// witness.h: the runtime's side of the witness. Call these when `watched` only.
#ifndef HOST_WITNESS_H
#define HOST_WITNESS_H

#include "queue.h"

struct call {
    const char *name;
    uint64_t begin, correlation;
};

extern bool watched; // somebody defines witness_note

struct call watch_begin(const char *name); // this thread is in this call now
uint64_t watch_correlation(void);          // of that call
void watch_call(const struct call *call, cudaError_t result);
void watch_op(const struct op *op); // finished
void watch_wait(uint64_t begin);
void watch_reached(const struct CUevent_st *event, const struct op *mark, uint64_t time);
void watch_record(const struct CUevent_st *event, const struct CUstream_st *stream);
void watch_elapsed(const struct CUevent_st *start, const struct CUevent_st *end, double ms,
                   cudaError_t result);
void watch_context(const char *name, uint64_t begin);

#endif
