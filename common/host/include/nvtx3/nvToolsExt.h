// nvToolsExt.h: marks and ranges for a profiler (NVTX). No profiler listens to the host device, so
// these functions do what they do on a card without one: nothing.
#ifndef HOST_NVTX3_NVTOOLSEXT_H
#define HOST_NVTX3_NVTOOLSEXT_H

#include "../host/letters_off.h"

#include <stddef.h>
#include <stdint.h>

#define NVTX_VERSION 3
#define NVTX_NO_PUSH_POP_TRACKING ((int)-2)

typedef uint64_t nvtxRangeId_t;
typedef struct nvtxStringRegistration_st *nvtxStringHandle_t;

enum nvtxColorType_t { NVTX_COLOR_UNKNOWN = 0, NVTX_COLOR_ARGB = 1 };

enum nvtxMessageType_t {
    NVTX_MESSAGE_UNKNOWN = 0,
    NVTX_MESSAGE_TYPE_ASCII = 1,
    NVTX_MESSAGE_TYPE_UNICODE = 2,
    NVTX_MESSAGE_TYPE_REGISTERED = 3,
};

enum nvtxPayloadType_t {
    NVTX_PAYLOAD_UNKNOWN = 0,
    NVTX_PAYLOAD_TYPE_UNSIGNED_INT64 = 1,
    NVTX_PAYLOAD_TYPE_INT64 = 2,
    NVTX_PAYLOAD_TYPE_DOUBLE = 3,
    NVTX_PAYLOAD_TYPE_UNSIGNED_INT32 = 4,
    NVTX_PAYLOAD_TYPE_INT32 = 5,
    NVTX_PAYLOAD_TYPE_FLOAT = 6,
};

typedef union nvtxMessageValue_t {
    const char *ascii;
    const wchar_t *unicode;
    nvtxStringHandle_t registered;
} nvtxMessageValue_t;

typedef struct nvtxEventAttributes_v2 {
    uint16_t version, size;
    uint32_t category;
    int32_t colorType;
    uint32_t color;
    int32_t payloadType, reserved0;
    union payload_t {
        uint64_t ullValue;
        int64_t llValue;
        double dValue;
        uint32_t uiValue;
        int32_t iValue;
        float fValue;
    } payload;
    int32_t messageType;
    nvtxMessageValue_t message;
} nvtxEventAttributes_t;

#define NVTX_EVENT_ATTRIB_STRUCT_SIZE ((uint16_t)sizeof(nvtxEventAttributes_t))

#define HOST_NVTX(type, name, parameters, result)                                                  \
    static inline type name parameters {                                                           \
        return result;                                                                             \
    }
#define HOST_NVTX_SILENT(name, parameters)                                                         \
    static inline void name parameters {}
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-parameter"
HOST_NVTX_SILENT(nvtxMarkA, (const char *message))
HOST_NVTX_SILENT(nvtxMarkEx, (const nvtxEventAttributes_t *attributes))
HOST_NVTX(nvtxRangeId_t, nvtxRangeStartA, (const char *message), 0)
HOST_NVTX(nvtxRangeId_t, nvtxRangeStartEx, (const nvtxEventAttributes_t *attributes), 0)
HOST_NVTX_SILENT(nvtxRangeEnd, (nvtxRangeId_t range))
HOST_NVTX(int, nvtxRangePushA, (const char *message), NVTX_NO_PUSH_POP_TRACKING)
HOST_NVTX(int, nvtxRangePushEx, (const nvtxEventAttributes_t *attributes),
          NVTX_NO_PUSH_POP_TRACKING)
HOST_NVTX(int, nvtxRangePop, (void), NVTX_NO_PUSH_POP_TRACKING)
#pragma GCC diagnostic pop
#undef HOST_NVTX
#undef HOST_NVTX_SILENT

#define nvtxMark nvtxMarkA
#define nvtxRangeStart nvtxRangeStartA
#define nvtxRangePush nvtxRangePushA

#include "../host/letters_on.h"

#endif
