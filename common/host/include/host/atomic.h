// atomic.h: relaxed atomics, as CUDA's are. One that changes nothing lets the block's other threads
// run: the one that it waits for may be among them.
#ifndef HOST_ATOMIC_H
#define HOST_ATOMIC_H

namespace hostcu {

template <class T> struct same_type { using type = T; };
template <class T> using plain = typename same_type<T>::type; // takes no part in deduction

template <class T, class F> inline T update(T *address, F change) {
    T old, wanted;
    __atomic_load(address, &old, __ATOMIC_RELAXED);
    do
        wanted = change(old);
    while (!__atomic_compare_exchange(address, &old, &wanted, true, __ATOMIC_RELAXED,
                                      __ATOMIC_RELAXED));
    return old;
}

} // namespace hostcu

// An atomic that changes nothing is how a thread looks at what another will write.
template <class T> inline T atomicAdd(T *address, hostcu::plain<T> value) {
    if (value == 0)
        hostcu::let_others_run();
    if constexpr (std::is_integral<T>::value)
        return __atomic_fetch_add(address, value, __ATOMIC_RELAXED);
    else
        return hostcu::update(address, [=](T old) { return old + value; });
}

template <class T> inline T atomicSub(T *address, hostcu::plain<T> value) {
    return __atomic_fetch_sub(address, value, __ATOMIC_RELAXED);
}

template <class T> inline T atomicExch(T *address, hostcu::plain<T> value) {
    T old;
    __atomic_exchange(address, &value, &old, __ATOMIC_ACQ_REL);
    if (old == value)
        hostcu::let_others_run();
    return old;
}

template <class T>
inline T atomicCAS(T *address, hostcu::plain<T> compare, hostcu::plain<T> value) {
    if (!__atomic_compare_exchange(address, &compare, &value, false, __ATOMIC_ACQ_REL,
                                   __ATOMIC_ACQUIRE))
        hostcu::let_others_run();
    return compare;
}

template <class T> inline T atomicMin(T *address, hostcu::plain<T> value) {
    return hostcu::update(address, [=](T old) { return value < old ? value : old; });
}

template <class T> inline T atomicMax(T *address, hostcu::plain<T> value) {
    return hostcu::update(address, [=](T old) { return value > old ? value : old; });
}

template <class T> inline T atomicAnd(T *address, hostcu::plain<T> value) {
    return __atomic_fetch_and(address, value, __ATOMIC_RELAXED);
}

template <class T> inline T atomicOr(T *address, hostcu::plain<T> value) {
    if (value == 0)
        hostcu::let_others_run();
    return __atomic_fetch_or(address, value, __ATOMIC_RELAXED);
}

template <class T> inline T atomicXor(T *address, hostcu::plain<T> value) {
    return __atomic_fetch_xor(address, value, __ATOMIC_RELAXED);
}

inline unsigned atomicInc(unsigned *address, unsigned limit) {
    return hostcu::update(address, [=](unsigned old) { return old >= limit ? 0 : old + 1; });
}

inline unsigned atomicDec(unsigned *address, unsigned limit) {
    return hostcu::update(address,
                          [=](unsigned old) { return old == 0 || old > limit ? limit : old - 1; });
}

// One memory, one scope.
#define HOSTCU_SCOPES(name)                                                                        \
    template <class T, class... A> inline T name##_block(T *address, A... values) {                \
        return name(address, values...);                                                           \
    }                                                                                              \
    template <class T, class... A> inline T name##_system(T *address, A... values) {               \
        return name(address, values...);                                                           \
    }
HOSTCU_SCOPES(atomicAdd)
HOSTCU_SCOPES(atomicSub)
HOSTCU_SCOPES(atomicExch)
HOSTCU_SCOPES(atomicCAS)
HOSTCU_SCOPES(atomicMin)
HOSTCU_SCOPES(atomicMax)
HOSTCU_SCOPES(atomicAnd)
HOSTCU_SCOPES(atomicOr)
HOSTCU_SCOPES(atomicXor)
HOSTCU_SCOPES(atomicInc)
HOSTCU_SCOPES(atomicDec)
#undef HOSTCU_SCOPES

#endif
