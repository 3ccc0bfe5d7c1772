// work.h: the card's side: kernels, copies, memsets, and when a stream came to an event.
#ifndef WITNESS_WORK_H
#define WITNESS_WORK_H

#include "cupti_library.h"

void CUPTIAPI work_buffer_wanted(uint8_t **buffer, size_t *size, size_t *records);
void CUPTIAPI work_buffer_full(CUcontext context, uint32_t stream, uint8_t *buffer, size_t size,
                               size_t valid);

#endif
