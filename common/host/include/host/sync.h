// sync.h: barriers, fences, atomics, loads and stores with a cache hint, and clocks. Functions of a
// warp are in warp.h.
#ifndef HOST_SYNC_H
#define HOST_SYNC_H

#ifdef __HOST_CHECKED__ // a frame of its own tells who called
#define inline __attribute__((noinline)) inline
#endif

// ---- barriers and fences

inline void __syncthreads(int line = __builtin_LINE()) {
    hostcu::block_barrier(hostcu::vote::none, 0, line);
}

inline int __syncthreads_count(int predicate, int line = __builtin_LINE()) {
    return hostcu::block_barrier(hostcu::vote::count, predicate, line);
}

inline int __syncthreads_and(int predicate, int line = __builtin_LINE()) {
    return hostcu::block_barrier(hostcu::vote::all, predicate, line);
}

inline int __syncthreads_or(int predicate, int line = __builtin_LINE()) {
    return hostcu::block_barrier(hostcu::vote::any, predicate, line);
}

inline void __threadfence() {
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
}

inline void __threadfence_block() {
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
}

inline void __threadfence_system() {
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
}

[[noreturn]] inline void __trap() {
    hostcu::failed(cudaErrorLaunchFailure, "the kernel called __trap()");
}

#ifndef __clang__ // which has it
#define __builtin_assume(condition) ((void)0)
#endif

// ---- atomics, relaxed as CUDA's are
//
// An atomic that changes nothing often means that a thread polls for a value from another thread.
// It lets the other threads of the block run, because one of them may write that value.

namespace hostcu {

template <class T> struct same_type { using type = T; };
template <class T> using plain = typename same_type<T>::type; // not deduced

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

// Of a variable that only this processor sees.
namespace hostcu::alone {
#define HOSTCU_ALONE(name, changed)                                                                \
    template <class T> inline T name(T *address, plain<T> value) {                                 \
        if constexpr (std::is_arithmetic<T>::value) {                                              \
            T old = *address;                                                                      \
            *address = changed;                                                                    \
            return old;                                                                            \
        } else {                                                                                   \
            return ::name(address, value);                                                         \
        }                                                                                          \
    }
HOSTCU_ALONE(atomicAdd, old + value)
HOSTCU_ALONE(atomicSub, old - value)
HOSTCU_ALONE(atomicMin, value < old ? value : old)
HOSTCU_ALONE(atomicMax, value > old ? value : old)
HOSTCU_ALONE(atomicAnd, old &value)
HOSTCU_ALONE(atomicOr, old | value)
HOSTCU_ALONE(atomicXor, old ^ value)
#undef HOSTCU_ALONE
} // namespace hostcu::alone

// All scopes are the same here, because there is only one memory.
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

// ---- loads and stores with a cache hint, which means nothing here, and address spaces

#define HOSTCU_LOAD(name)                                                                          \
    template <class T> inline T name(const T *address) {                                           \
        return *address;                                                                           \
    }
HOSTCU_LOAD(__ldg)
HOSTCU_LOAD(__ldca)
HOSTCU_LOAD(__ldcg)
HOSTCU_LOAD(__ldcs)
HOSTCU_LOAD(__ldcv)
HOSTCU_LOAD(__ldlu)
#undef HOSTCU_LOAD

#define HOSTCU_STORE(name)                                                                         \
    template <class T> inline void name(T *address, T value) {                                     \
        *address = value;                                                                          \
    }
HOSTCU_STORE(__stwb)
HOSTCU_STORE(__stcg)
HOSTCU_STORE(__stcs)
HOSTCU_STORE(__stwt)
#undef HOSTCU_STORE

inline size_t __cvta_generic_to_shared(const void *address) {
    return (size_t)address;
}

inline size_t __cvta_generic_to_global(const void *address) {
    return (size_t)address;
}

// ---- clocks. All of them count nanoseconds: this device's clock runs at 1 GHz. hostcc turns
// clock() in device code into hostcu::device_clock().

inline long long clock64() {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1000000000ll + t.tv_nsec;
}

inline unsigned long long globaltimer() {
    return (unsigned long long)clock64();
}

namespace hostcu {
inline clock_t device_clock() {
    return (clock_t)clock64();
}
} // namespace hostcu

inline void __nanosleep(unsigned nanoseconds) {
    long long end = clock64() + nanoseconds;
    do
        hostcu::let_others_run();
    while (clock64() < end);
}

#ifdef __HOST_CHECKED__
#undef inline
#endif

#endif
