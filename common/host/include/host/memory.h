// memory.h: loads and stores with a cache hint, which is nothing here, and address spaces.
#ifndef HOST_MEMORY_H
#define HOST_MEMORY_H

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

#endif
