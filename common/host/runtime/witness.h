// witness.h: the runtime's side of the witness. Call these when `watched` only.
#ifndef HOST_WITNESS_H
#define HOST_WITNESS_H

#include "runtime.h"

void watch_call(const struct call *call, cudaError_t result);
void watch_reached(const struct CUevent_st *event, const struct op *mark, uint64_t time);
void watch_record(const struct CUevent_st *event, const struct CUstream_st *stream);
void watch_elapsed(const struct CUevent_st *start, const struct CUevent_st *end, double ms,
                   cudaError_t result);
void watch_context(const char *name, uint64_t begin);

#endif
