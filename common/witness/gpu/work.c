// work.c: kernels, copies, memsets, and when a stream came to an event. CUPTI hands its records
// over in buffers, in any thread.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "witness/gpu/gpu.h"
#include "witness/record/record.h"

enum { BUFFER = 1 << 18, ALIGNED = 8 };

void CUPTIAPI work_buffer_wanted(uint8_t **buffer, size_t *size, size_t *records) {
    *buffer = aligned_alloc(ALIGNED, BUFFER);
    *size = *buffer ? BUFFER : 0;
    *records = 0; // as many as fit
}

// CUPTI was given the witness's clock. A time that CUPTI still gives as the time of day is moved.
static uint64_t to_monotonic(uint64_t ns) {
    struct timespec day;
    clock_gettime(CLOCK_REALTIME, &day);
    int64_t offset = (int64_t)day.tv_sec * 1000000000 + day.tv_nsec - (int64_t)witness_now();
    int64_t moved = (int64_t)ns - offset, now = (int64_t)witness_now();
    return llabs(now - (int64_t)ns) <= llabs(now - moved) ? ns : (uint64_t)moved;
}

// The kernel of "_Z5saxpymfPKfPf" is saxpy, and so is that of "_ZN3lab5saxpyEv": the last name.
static void plain_kernel(const char *mangled, char plain[128]) {
    const char *at = mangled, *name = mangled;
    size_t length = strlen(mangled);
    if (strncmp(at, "_Z", 2) == 0) {
        at += 2;
        int nested = *at == 'N';
        at += nested;
        while (*at == 'K' || *at == 'L')
            at++;
        while (*at >= '1' && *at <= '9') {
            char *end;
            size_t part = strtoul(at, &end, 10);
            if (part > strlen(end))
                break;
            name = end;
            length = part;
            at = end + part;
            if (!nested)
                break;
        }
    }
    snprintf(plain, 128, "%.*s", (int)(length < 127 ? length : 127), name);
}

static void place(struct witness_note *note, uint32_t stream, uint64_t start, uint64_t end,
                  uint32_t correlation) {
    struct stream_seen seen = stream_of_work(stream);
    note->stream = seen.number;
    note->non_blocking = seen.non_blocking;
    note->begin = to_monotonic(start);
    note->end = note->begin + (end > start ? end - start : 0);
    note->correlation = correlation;
}

// The members used here stand at the same offsets in every later version of a record.
static void note_kernel(const CUpti_ActivityKernel4 *kernel) {
    char name[128];
    struct witness_note note = {.kind = WITNESS_KERNEL, .name = name};
    if (!kernel->start || !kernel->end) // not known: the program died before
        return;
    plain_kernel(kernel->name ? kernel->name : "kernel", name);
    place(&note, kernel->streamId, kernel->start, kernel->end, kernel->correlationId);
    note.grid[0] = (unsigned)kernel->gridX;
    note.grid[1] = (unsigned)kernel->gridY;
    note.grid[2] = (unsigned)kernel->gridZ;
    note.block[0] = (unsigned)kernel->blockX;
    note.block[1] = (unsigned)kernel->blockY;
    note.block[2] = (unsigned)kernel->blockZ;
    witness_note(&note);
}

static const char *direction(uint8_t kind) {
    switch (kind) {
    case CUPTI_ACTIVITY_MEMCPY_KIND_HTOD:
        return "HtoD";
    case CUPTI_ACTIVITY_MEMCPY_KIND_DTOH:
        return "DtoH";
    case CUPTI_ACTIVITY_MEMCPY_KIND_HTOH:
        return "HtoH";
    default:
        return "DtoD";
    }
}

static void note_copy(const CUpti_ActivityMemcpy *copy) {
    struct witness_note note = {.kind = WITNESS_COPY, .bytes = copy->bytes};
    if (!copy->start)
        return;
    note.name = direction(copy->copyKind);
    place(&note, copy->streamId, copy->start, copy->end, copy->correlationId);
    witness_note(&note);
}

// From the memory of one card to that of another. The direction is a part of its name, as it is of
// other copies: what goes there is not what comes back.
static void note_peer_copy(const CUpti_ActivityMemcpyPtoP *copy) {
    char name[32];
    struct witness_note note = {.kind = WITNESS_COPY, .bytes = copy->bytes, .name = name};
    if (!copy->start)
        return;
    snprintf(name, sizeof name, "D%utoD%u", copy->srcDeviceId, copy->dstDeviceId);
    place(&note, copy->streamId, copy->start, copy->end, copy->correlationId);
    witness_note(&note);
}

static void note_memset(const CUpti_ActivityMemset *memset_) {
    struct witness_note note = {.kind = WITNESS_MEMSET, .bytes = memset_->bytes, .name = "memset"};
    if (!memset_->start)
        return;
    place(&note, memset_->streamId, memset_->start, memset_->end, memset_->correlationId);
    witness_note(&note);
}

#if CUDA_VERSION >= 12080
static void note_event(const CUpti_ActivityCudaEvent2 *event) {
    struct witness_note note = {.kind = WITNESS_REACHED, .name = "event"};
    note.event = record_event(event->correlationId);
    if (!event->deviceTimestamp || !note.event)
        return;
    place(&note, event->streamId, event->deviceTimestamp, event->deviceTimestamp,
          event->correlationId);
    witness_note(&note);
}
#endif

static void note_activity(const CUpti_Activity *record) {
    switch (record->kind) {
    case CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL:
    case CUPTI_ACTIVITY_KIND_KERNEL:
        note_kernel((const void *)record);
        break;
    case CUPTI_ACTIVITY_KIND_MEMCPY:
        note_copy((const void *)record);
        break;
    case CUPTI_ACTIVITY_KIND_MEMCPY2:
        note_peer_copy((const void *)record);
        break;
    case CUPTI_ACTIVITY_KIND_MEMSET:
        note_memset((const void *)record);
        break;
#if CUDA_VERSION >= 12080
    case CUPTI_ACTIVITY_KIND_CUDA_EVENT:
        note_event((const void *)record);
        break;
#endif
    default:
        break;
    }
}

void CUPTIAPI work_buffer_full(CUcontext context, uint32_t stream, uint8_t *buffer, size_t size,
                               size_t valid) {
    CUpti_Activity *record = NULL;
    (void)context, (void)stream, (void)size;
    while (valid && cupti.cuptiActivityGetNextRecord(buffer, valid, &record) == CUPTI_SUCCESS)
        note_activity(record);
    free(buffer);
}
