// records.h: which event each call recorded, so that the activity that tells when the
// stream came to it (it knows the call alone) can name it.
#ifndef WITNESS_RECORDS_H
#define WITNESS_RECORDS_H

#include <stdint.h>

void record_keep(uint64_t correlation, uint64_t event);
uint64_t record_event(uint64_t correlation); // 0: not known

#endif
