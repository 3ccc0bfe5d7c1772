// tare_cover.h: work of the library's own, told to the witness as one call, so that its
// clock reads, events and kernels are not taken for the learner's.
#ifndef TARE_COVER_H
#define TARE_COVER_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct tare_cover {
    const char *function;
    uint64_t begin;
};
struct tare_cover tare_cover_begin(const char *function);
void tare_cover_end(struct tare_cover *cover);

#ifdef __cplusplus
}
#endif

// The first line of a public function that measures: lasts until it returns.
#define TARE_COVER()                                                                               \
    struct tare_cover tare_cover_ __attribute__((cleanup(tare_cover_end), unused)) =               \
        tare_cover_begin(__func__)

#endif
