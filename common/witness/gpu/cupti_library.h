// cupti_library.h: CUPTI's functions, found while the program runs: where CUPTI is not
// installed, the program still runs, and says why it is not watched.
#ifndef WITNESS_CUPTI_LIBRARY_H
#define WITNESS_CUPTI_LIBRARY_H

#include <cupti.h>

// The last one is younger than the oldest CUPTI that is supported.
#define CUPTI_FUNCTIONS(F)                                                                         \
    F(cuptiSubscribe)                                                                              \
    F(cuptiEnableDomain)                                                                           \
    F(cuptiEnableCallback)                                                                         \
    F(cuptiActivityRegisterCallbacks)                                                              \
    F(cuptiActivityRegisterTimestampCallback)                                                      \
    F(cuptiActivityEnable)                                                                         \
    F(cuptiActivityFlushAll)                                                                       \
    F(cuptiActivityFlushPeriod)                                                                    \
    F(cuptiActivityGetNextRecord)                                                                  \
    F(cuptiGetStreamIdEx)                                                                          \
    F(cuptiGetResultString)

#define CUPTI_POINTER(name) __typeof__(name) *name;

struct cupti_library {
    CUPTI_FUNCTIONS(CUPTI_POINTER)
    CUptiResult (*enable_event_times)(uint8_t enable); // NULL before CUDA 12.8
};
extern struct cupti_library cupti;

int cupti_load(void); // 0 after a message

#endif
