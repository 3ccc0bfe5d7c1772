// reduce.h: what all threads of a group hold, put together; every thread gets it.
#ifndef HOST_COOPERATIVE_GROUPS_REDUCE_H
#define HOST_COOPERATIVE_GROUPS_REDUCE_H

#include "../host/letters_off.h"

#include "../cooperative_groups.h"

#if defined(__cplusplus) && defined(__CUDACC__)

namespace cooperative_groups {

#define HOSTCU_OPERATION(name, expression)                                                         \
    template <class T = void> struct name {                                                        \
        __device__ T operator()(T a, T b) const {                                                  \
            return expression;                                                                     \
        }                                                                                          \
    };                                                                                             \
    template <> struct name<void> {                                                                \
        template <class T> __device__ T operator()(T a, T b) const {                               \
            return expression;                                                                     \
        }                                                                                          \
    };
HOSTCU_OPERATION(plus, a + b)
HOSTCU_OPERATION(less, b < a ? b : a)
HOSTCU_OPERATION(greater, a < b ? b : a)
HOSTCU_OPERATION(bit_and, a &b)
HOSTCU_OPERATION(bit_or, a | b)
HOSTCU_OPERATION(bit_xor, a ^ b)
#undef HOSTCU_OPERATION

namespace details {

// The values of the group's threads [first, last), put together in their order; both less than
// its size. No thread goes on before all have read.
template <class Group, class T, class F>
__device__ inline T gather(const Group &group, const T &value, F operation, unsigned last) {
    shown[rank_in_block()] = &value;
    group.sync();
    T result = *static_cast<const T *>(shown[group.hostcu_thread(0)]);
    for (unsigned n = 1; n <= last; n++)
        result = operation(result, *static_cast<const T *>(shown[group.hostcu_thread(n)]));
    group.sync();
    return result;
}

} // namespace details

template <class Group, class T, class F>
__device__ inline T reduce(const Group &group, const T &value, F &&operation) {
    return details::gather(group, value, operation, (unsigned)group.size() - 1);
}

} // namespace cooperative_groups

#endif
#include "../host/letters_on.h"

#endif
