// library.h: CUPTI's library, found while the program runs: a machine without CUPTI has none.
#ifndef WITNESS_GPU_LIBRARY_H
#define WITNESS_GPU_LIBRARY_H

void *cupti_open(void); // NULL: dlerror() says why

#endif
