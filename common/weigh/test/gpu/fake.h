// fake.h: a CUPTI and a driver without a card, for the collector: they do as the test says.
#ifndef WEIGH_FAKE_H
#define WEIGH_FAKE_H

#include <cupti.h>

// A call of the driver by the program: the collector hears of its begin and its end.
void fake_call(CUpti_CallbackId id, const char *kernel, const void *parameters, int result);
void fake_context_ends(void);

#endif
