// scan.h: what the threads of a group up to this one hold, put together.
#ifndef HOST_COOPERATIVE_GROUPS_SCAN_H
#define HOST_COOPERATIVE_GROUPS_SCAN_H

#include "../host/letters_off.h"

#include "reduce.h"

#if defined(__cplusplus) && defined(__CUDACC__)

namespace cooperative_groups {

template <class Group, class T, class F>
__device__ inline T inclusive_scan(const Group &group, const T &value, F &&operation) {
    return details::gather(group, value, operation, (unsigned)group.thread_rank());
}

template <class Group, class T>
__device__ inline T inclusive_scan(const Group &group, const T &value) {
    return inclusive_scan(group, value, plus<T>());
}

// The first thread has none before it: it gets T().
template <class Group, class T, class F>
__device__ inline T exclusive_scan(const Group &group, const T &value, F &&operation) {
    unsigned rank = (unsigned)group.thread_rank();
    T result = details::gather(group, value, operation, rank ? rank - 1 : 0);
    return rank ? result : T();
}

template <class Group, class T>
__device__ inline T exclusive_scan(const Group &group, const T &value) {
    return exclusive_scan(group, value, plus<T>());
}

} // namespace cooperative_groups

#endif
#include "../host/letters_on.h"

#endif
