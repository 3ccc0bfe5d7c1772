// fake_cupti.c: a CUPTI without a card: it does as a program of the test says, in the way
// in which CUPTI would tell of it.
#include "fake_cupti.h"

#include <stdlib.h>
#include <string.h>

enum { RECORDS = 64, SLOT = 512 };

static CUpti_CallbackFunc callback;
static CUpti_BuffersCallbackRequestFunc wanted;
static CUpti_BuffersCallbackCompleteFunc full;
static char records[RECORDS][SLOT];
static int count;
static char enabled[CUPTI_ACTIVITY_KIND_COUNT];

// With what code this driver refuses: FAKE_CUPTI_REFUSES the card's work, FAKE_CUPTI_ABSENT
// the calls as well.
static CUptiResult wanted_result(const char *name) {
    const char *code = getenv(name);
    return code ? (CUptiResult)atoi(code) : CUPTI_SUCCESS;
}

static CUptiResult refused(void) {
    CUptiResult absent = wanted_result("FAKE_CUPTI_ABSENT");
    return absent ? absent : wanted_result("FAKE_CUPTI_REFUSES");
}

CUptiResult cuptiSubscribe(CUpti_SubscriberHandle *subscriber, CUpti_CallbackFunc function,
                           void *user) {
    (void)user;
    *subscriber = (CUpti_SubscriberHandle)records;
    callback = function;
    return wanted_result("FAKE_CUPTI_ABSENT");
}

CUptiResult cuptiEnableDomain(uint32_t enable, CUpti_SubscriberHandle subscriber,
                              CUpti_CallbackDomain domain) {
    (void)enable, (void)subscriber, (void)domain;
    return CUPTI_SUCCESS;
}

CUptiResult cuptiEnableCallback(uint32_t enable, CUpti_SubscriberHandle subscriber,
                                CUpti_CallbackDomain domain, CUpti_CallbackId id) {
    (void)enable, (void)subscriber, (void)domain, (void)id;
    return CUPTI_SUCCESS;
}

CUptiResult cuptiActivityRegisterCallbacks(CUpti_BuffersCallbackRequestFunc request,
                                           CUpti_BuffersCallbackCompleteFunc complete) {
    wanted = request;
    full = complete;
    return CUPTI_SUCCESS;
}

CUptiResult cuptiActivityRegisterTimestampCallback(CUpti_TimestampCallbackFunc clock) {
    (void)clock; // this one tells the time of day, as if it had not been asked
    return CUPTI_SUCCESS;
}

CUptiResult cuptiActivityEnable(CUpti_ActivityKind kind) {
    enabled[kind] = 1;
    return refused();
}

CUptiResult cuptiActivityEnableCudaEventDeviceTimestamps(uint8_t enable) {
    (void)enable;
    return CUPTI_SUCCESS;
}

CUptiResult cuptiActivityFlushPeriod(uint32_t time) {
    (void)time;
    return CUPTI_SUCCESS;
}

CUptiResult cuptiActivityFlushAll(uint32_t flag) {
    uint8_t *buffer;
    size_t size, most;
    (void)flag;
    if (!count)
        return CUPTI_SUCCESS;
    wanted(&buffer, &size, &most);
    memcpy(buffer, records, (size_t)count * SLOT);
    full(NULL, 0, buffer, size, (size_t)count * SLOT);
    count = 0;
    return CUPTI_SUCCESS;
}

CUptiResult cuptiActivityGetNextRecord(uint8_t *buffer, size_t valid, CUpti_Activity **record) {
    uint8_t *next = *record ? (uint8_t *)*record + SLOT : buffer;
    if (next >= buffer + valid)
        return CUPTI_ERROR_MAX_LIMIT_REACHED;
    *record = (CUpti_Activity *)next;
    return CUPTI_SUCCESS;
}

CUptiResult cuptiGetStreamIdEx(CUcontext context, CUstream stream, uint8_t per_thread,
                               uint32_t *id) {
    (void)context, (void)per_thread;
    *id = stream ? 20 + (uint32_t)(uintptr_t)stream % 100 : 7;
    return CUPTI_SUCCESS;
}

CUptiResult cuptiGetResultString(CUptiResult result, const char **text) {
    (void)result;
    *text = "as the test wants it";
    return CUPTI_SUCCESS;
}

// ---- for the test ---------------------------------------------------------------------

void fake_call(CUpti_ApiCallbackSite site, CUpti_CallbackId id, const char *name,
               const void *parameters, int result, unsigned correlation) {
    static int context;
    uint64_t kept;
    CUpti_CallbackData data = {.callbackSite = site,
                               .functionName = name,
                               .functionParams = parameters,
                               .functionReturnValue = &result,
                               .context = (CUcontext)&context,
                               .correlationData = &kept,
                               .correlationId = correlation};
    if (!wanted_result("FAKE_CUPTI_ABSENT"))
        callback(NULL, CUPTI_CB_DOMAIN_RUNTIME_API, id, &data);
}

void fake_resource(CUpti_CallbackId id) {
    CUpti_ResourceData data = {0};
    if (!wanted_result("FAKE_CUPTI_ABSENT"))
        callback(NULL, CUPTI_CB_DOMAIN_RESOURCE, id, &data);
}

void fake_record(const void *record, size_t size) {
    if (refused() || !enabled[*(const CUpti_ActivityKind *)record])
        return;
    memcpy(records[count++], record, size);
}
