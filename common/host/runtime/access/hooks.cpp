// hooks.cpp: what gcc and clang call before each access to memory when they compile with
// -fsanitize=thread. ThreadSanitizer has functions of these names; ours tell the listener.
#include "access/access.h"

#include <string.h>

#define HERE __builtin_return_address(0), (void *const *)__builtin_frame_address(0)

static inline void touch(const volatile void *at, size_t size, access_way way, access_how how,
                         bool aligned, bool orders, const void *from, void *const *frame) {
    if (!hostcu::counting || !size)
        return;
    struct access one = {(const void *)at,   size,    from,  frame, (unsigned char)way,
                         (unsigned char)how, aligned, orders};
    listener->touch(&one);
}

extern "C" {

void __tsan_func_entry(void *) {}
void __tsan_func_exit() {}
void __tsan_vptr_update(void **, void *) {}
void __tsan_vptr_read(void **) {}

#define ACCESS(name, bytes, way, how, aligned)                                                     \
    void __tsan_##name##bytes(void *at) {                                                          \
        touch(at, bytes, way, how, aligned, false, HERE);                                          \
    }
#define ACCESSES(bytes)                                                                            \
    ACCESS(read, bytes, READ, PLAIN, true)                                                         \
    ACCESS(write, bytes, WRITTEN, PLAIN, true)                                                     \
    ACCESS(unaligned_read, bytes, READ, PLAIN, false)                                              \
    ACCESS(unaligned_write, bytes, WRITTEN, PLAIN, false)                                          \
    ACCESS(volatile_read, bytes, READ, VOLATILE, true)                                             \
    ACCESS(volatile_write, bytes, WRITTEN, VOLATILE, true)                                         \
    ACCESS(unaligned_volatile_read, bytes, READ, VOLATILE, false)                                  \
    ACCESS(unaligned_volatile_write, bytes, WRITTEN, VOLATILE, false)                              \
    void __tsan_read_write##bytes(void *at) {                                                      \
        touch(at, bytes, READ, PLAIN, true, false, HERE);                                          \
        touch(at, bytes, WRITTEN, PLAIN, true, false, HERE);                                       \
    }
ACCESSES(1)
ACCESSES(2)
ACCESSES(4)
ACCESSES(8)
ACCESSES(16)

void __tsan_read_range(void *at, size_t size) {
    touch(at, size, READ, PLAIN, false, false, HERE);
}

void __tsan_write_range(void *at, size_t size) {
    touch(at, size, WRITTEN, PLAIN, false, false, HERE);
}

// clang calls these: before version 15 by the C library's names, which hostcc then has the linker
// turn into __wrap_. The names that are called here are not turned.
void *__memcpy_chk(void *to, const void *from, size_t size, size_t room);
void *__memset_chk(void *to, int value, size_t size, size_t room);

#define COPIES(name)                                                                               \
    void *name(void *to, const void *from, size_t size) {                                          \
        touch(from, size, READ, PLAIN, false, false, HERE);                                        \
        touch(to, size, WRITTEN, PLAIN, false, false, HERE);                                       \
        return __memcpy_chk(to, from, size, size);                                                 \
    }
#define SETS(name)                                                                                 \
    void *name(void *to, int value, size_t size) {                                                 \
        touch(to, size, WRITTEN, PLAIN, false, false, HERE);                                       \
        return __memset_chk(to, value, size, size);                                                \
    }
COPIES(__tsan_memcpy)
COPIES(__wrap_memcpy)
SETS(__tsan_memset)
SETS(__wrap_memset)

void *__tsan_memmove(void *to, const void *from, size_t size) {
    touch(from, size, READ, PLAIN, false, false, HERE);
    touch(to, size, WRITTEN, PLAIN, false, false, HERE);
    return memmove(to, from, size);
}

// ---- atomics: each reads and writes once
//
// A compare-and-swap that may fail for no reason is the end of a loop that changes a value: the
// load in front of it and the rounds that failed are how this processor does it, and are not
// counted.

static void both(const volatile void *at, size_t size, int order, const void *place,
                 void *const *frame) {
    bool orders = order != __ATOMIC_RELAXED;
    touch(at, size, READ, ATOMIC, true, orders, place, frame);
    touch(at, size, WRITTEN, ATOMIC, true, orders, place, frame);
}

#define CHANGES(bits, T, name)                                                                     \
    T __tsan_atomic##bits##_##name(volatile T *at, T value, int order) {                           \
        both(at, sizeof(T), order, HERE);                                                          \
        return __atomic_##name(at, value, __ATOMIC_SEQ_CST);                                       \
    }
#define ATOMICS(bits, T)                                                                           \
    T __tsan_atomic##bits##_load(const volatile T *at, int) {                                      \
        return __atomic_load_n(at, __ATOMIC_SEQ_CST);                                              \
    }                                                                                              \
    void __tsan_atomic##bits##_store(volatile T *at, T value, int order) {                         \
        touch(at, sizeof(T), WRITTEN, ATOMIC, true, order != __ATOMIC_RELAXED, HERE);              \
        __atomic_store_n(at, value, __ATOMIC_SEQ_CST);                                             \
    }                                                                                              \
    T __tsan_atomic##bits##_exchange(volatile T *at, T value, int order) {                         \
        both(at, sizeof(T), order, HERE);                                                          \
        return __atomic_exchange_n(at, value, __ATOMIC_SEQ_CST);                                   \
    }                                                                                              \
    int __tsan_atomic##bits##_compare_exchange_strong(volatile T *at, T *expected, T value,        \
                                                      int order, int) {                            \
        both(at, sizeof(T), order, HERE);                                                          \
        return __atomic_compare_exchange_n(at, expected, value, false, __ATOMIC_SEQ_CST,           \
                                           __ATOMIC_SEQ_CST);                                      \
    }                                                                                              \
    int __tsan_atomic##bits##_compare_exchange_weak(volatile T *at, T *expected, T value,          \
                                                    int order, int) {                              \
        bool done = __atomic_compare_exchange_n(at, expected, value, true, __ATOMIC_SEQ_CST,       \
                                                __ATOMIC_SEQ_CST);                                 \
        if (done)                                                                                  \
            both(at, sizeof(T), order, HERE);                                                      \
        return done;                                                                               \
    }                                                                                              \
    T __tsan_atomic##bits##_compare_exchange_val(volatile T *at, T expected, T value, int order,   \
                                                 int) {                                            \
        T found = expected;                                                                        \
        if (__atomic_compare_exchange_n(at, &found, value, false, __ATOMIC_SEQ_CST,                \
                                        __ATOMIC_SEQ_CST))                                         \
            both(at, sizeof(T), order, HERE);                                                      \
        return found;                                                                              \
    }                                                                                              \
    CHANGES(bits, T, fetch_add)                                                                    \
    CHANGES(bits, T, fetch_sub)                                                                    \
    CHANGES(bits, T, fetch_and)                                                                    \
    CHANGES(bits, T, fetch_or)                                                                     \
    CHANGES(bits, T, fetch_xor)                                                                    \
    CHANGES(bits, T, fetch_nand)
ATOMICS(8, uint8_t)
ATOMICS(16, uint16_t)
ATOMICS(32, uint32_t)
ATOMICS(64, uint64_t)

void __tsan_atomic_thread_fence(int) {
    if (hostcu::counting)
        listener->fence();
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
}

void __tsan_atomic_signal_fence(int) {}

} // extern "C"
