// plain_stream.h: the bandwidth of loops in plain C on every core, without a device.
#ifndef TEST_PLAIN_STREAM_H
#define TEST_PLAIN_STREAM_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct plain_stream {
    double read, write, copy, triad; // bytes per second, the median of some tries
};
// bytes: of all arrays of a pattern together; 0 on success.
int plain_stream_measure(uint64_t bytes, int threads, struct plain_stream *found);

#ifdef __cplusplus
}
#endif
#endif
