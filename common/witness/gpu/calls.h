// calls.h: the host's side of a card: every call of the runtime, or of the driver where
// the program calls it directly.
#ifndef WITNESS_CALLS_H
#define WITNESS_CALLS_H

#include "cupti_library.h"

void CUPTIAPI calls_callback(void *unused, CUpti_CallbackDomain domain, CUpti_CallbackId id,
                             const void *data);
void calls_started(void); // now is when the witness came in

#endif
