// barrier.h: waiting for the other threads of the block.
#ifndef HOST_BARRIER_H
#define HOST_BARRIER_H

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

inline void __brkpt() {}

#endif
