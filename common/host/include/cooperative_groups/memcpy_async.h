// memcpy_async.h: a group copies to shared memory. The first thread copies at once; wait() is where
// the others may rely on it, as on a card.
#ifndef HOST_COOPERATIVE_GROUPS_MEMCPY_ASYNC_H
#define HOST_COOPERATIVE_GROUPS_MEMCPY_ASYNC_H

#include "../host/letters_off.h"

#include "../cooperative_groups.h"

#if defined(__cplusplus) && defined(__CUDACC__)

namespace cooperative_groups {

template <class Group, class T, class Bytes>
__device__ inline void memcpy_async(const Group &group, T *to, const T *from, const Bytes &bytes) {
    if (group.thread_rank() == 0)
        memcpy((void *)to, (const void *)from, (size_t)bytes);
}

// As many elements as both sides have.
template <class Group, class T, class ToCount, class FromCount>
__device__ inline void memcpy_async(const Group &group, T *to, const ToCount &to_count,
                                    const T *from, const FromCount &from_count) {
    size_t count = (size_t)to_count < (size_t)from_count ? (size_t)to_count : (size_t)from_count;
    memcpy_async(group, to, from, count * sizeof(T));
}

template <class Group>
__device__ inline void wait(const Group &group, int line = __builtin_LINE()) {
    group.sync(line);
}

template <unsigned stages, class Group>
__device__ inline void wait_prior(const Group &group, int line = __builtin_LINE()) {
    group.sync(line);
}

} // namespace cooperative_groups

#endif
#include "../host/letters_on.h"

#endif
