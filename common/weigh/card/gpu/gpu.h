// gpu.h: the collector that is loaded into a weighed program. Sections by file; a file uses those
// above its own.
#ifndef WEIGH_CARD_GPU_H
#define WEIGH_CARD_GPU_H

#include <cupti.h>
#include <cupti_profiler_host.h>
#include <cupti_profiler_target.h>
#include <cupti_range_profiler.h>
#include <cupti_target.h>

#include "weigh/card/card.h"

// ---- library.c: the functions of CUPTI and of the driver, found while the program runs -------

#define WEIGH_CUPTI(F)                                                                             \
    F(cuptiSubscribe)                                                                              \
    F(cuptiEnableCallback)                                                                         \
    F(cuptiGetResultString)                                                                        \
    F(cuptiDeviceGetChipName)                                                                      \
    F(cuptiProfilerInitialize)                                                                     \
    F(cuptiProfilerGetCounterAvailability)                                                         \
    F(cuptiProfilerHostInitialize)                                                                 \
    F(cuptiProfilerHostDeinitialize)                                                               \
    F(cuptiProfilerHostGetBaseMetrics)                                                             \
    F(cuptiProfilerHostConfigAddMetrics)                                                           \
    F(cuptiProfilerHostGetConfigImageSize)                                                         \
    F(cuptiProfilerHostGetConfigImage)                                                             \
    F(cuptiProfilerHostEvaluateToGpuValues)                                                        \
    F(cuptiRangeProfilerEnable)                                                                    \
    F(cuptiRangeProfilerDisable)                                                                   \
    F(cuptiRangeProfilerGetCounterDataSize)                                                        \
    F(cuptiRangeProfilerCounterDataImageInitialize)                                                \
    F(cuptiRangeProfilerGetCounterDataInfo)                                                        \
    F(cuptiRangeProfilerSetConfig)                                                                 \
    F(cuptiRangeProfilerStart)                                                                     \
    F(cuptiRangeProfilerStop)                                                                      \
    F(cuptiRangeProfilerDecodeData)

#define WEIGH_DRIVER(F)                                                                            \
    F(cuCtxGetDevice)                                                                              \
    F(cuDeviceGetName)                                                                             \
    F(cuDeviceGetAttribute)                                                                        \
    F(cuPointerGetAttribute)                                                                       \
    F(cuStreamIsCapturing)                                                                         \
    F(cuThreadExchangeStreamCaptureMode)

#define WEIGH_POINTER(name) __typeof__(name) *name;

struct weigh_library {
    WEIGH_CUPTI(WEIGH_POINTER)
    WEIGH_DRIVER(WEIGH_POINTER)
    char *(*demangle)(const char *name, char *room, size_t *size, int *status); // may be NULL
};
extern struct weigh_library library;

const char *library_find(void); // NULL: all is there; else what is not

// ---- file.c: the file that the records go to, and what could not be weighed -----------------

enum { EVERY_TURN = -1 };
int file_open(void);                           // 1; 0 where nobody asked for a weighing
int file_turn(void);                           // this run's turn; EVERY_TURN: all in one run
int file_first_turn(void);                     // 1 in the run that says what is true of every run
void file_write(struct card_line *line);       // a whole line, also beside other processes
struct card_line *file_line(const char *kind); // the one line; the caller holds the lock
void file_shape(struct card_line *line, const char *name_key, const struct card_shape *shape);
// shape: NULL for the whole program.
void file_unweighed(const struct card_shape *shape, const char *why, const char *detail);
void file_refused(const struct card_shape *shape, CUptiResult result, const char *step);

// ---- device.c -----------------------------------------------------------------------------------

void device_write(CUdevice device);

// ---- profiler.c: one range profiler for each context ------------------------------------------

struct profiler;
struct profiler *profiler_of(CUcontext context); // NULL where it was refused, which is told once
int profiler_start(struct profiler *profiler,
                   const struct card_shape *shape); // 1; 0 after a record
void profiler_stop(struct profiler *profiler, const struct card_shape *shape, int launched);
void profiler_context_ends(CUcontext context);

// ---- copies.c: bytes copied and set, by the driver's calls ------------------------------------

void copies_watch(CUpti_SubscriberHandle subscriber);
int copies_called(CUpti_CallbackId id, const CUpti_CallbackData *data); // 1 for a call of this file
void copies_write(void);

// ---- launches.c: kernels ----------------------------------------------------------------------

CUptiResult launches_watch(CUpti_SubscriberHandle subscriber);
void launches_called(CUpti_CallbackId id, const CUpti_CallbackData *data);
int launches_inside(void); // 1 while this thread weighs: its calls are CUPTI's
void launches_context_ends(CUcontext context);
void launches_end(void); // writes how often each shape was launched, and what was left out

#endif
