// fake_cupti.h: what a test tells the CUPTI that stands in for a card's.
#ifndef WITNESS_FAKE_CUPTI_H
#define WITNESS_FAKE_CUPTI_H

#include <cupti.h>

void fake_call(CUpti_ApiCallbackSite site, CUpti_CallbackId id, const char *name,
               const void *parameters, int result, unsigned correlation);
void fake_resource(CUpti_CallbackId id);
void fake_record(const void *record, size_t size); // of an activity

#endif
