// block_warps.cpp: lanes of a warp that meet in a warp function, and the result for each lane.
#include "kernel/kernel.h"

#include <cstdio>
#include <mutex>
#include <set>

namespace hostcu {

void tell_outside_mask(unsigned mask, int lane, int from, const char *file, int line) {
    static std::mutex one_at_a_time;
    static std::set<std::pair<const char *, int>> told;
    std::lock_guard<std::mutex> hold(one_at_a_time);
    if (told.insert({file, line}).second)
        fprintf(stderr,
                "host device: %s:%d: lane %d of a warp reads lane %d, which is not in the mask "
                "0x%x: on a card its value is undefined. Name all lanes that take part in the "
                "mask, or give the shuffle a width\n",
                file, line, lane, from, mask);
}

static uint64_t reduced(const warp &w, warp_op op, unsigned group) {
    bool begun = false;
    uint64_t r = 0;
    for (unsigned left = group; left; left &= left - 1) {
        uint64_t v = w.value[__builtin_ctz(left)];
        if (!begun) {
            r = v;
            begun = true;
            continue;
        }
        switch (op) {
        case warp_op::add:
            r += v;
            break;
        case warp_op::min:
            r = (int64_t)v < (int64_t)r ? v : r;
            break;
        case warp_op::max:
            r = (int64_t)v > (int64_t)r ? v : r;
            break;
        case warp_op::umin:
            r = v < r ? v : r;
            break;
        case warp_op::umax:
            r = v > r ? v : r;
            break;
        case warp_op::bit_and:
            r &= v;
            break;
        case warp_op::bit_or:
            r |= v;
            break;
        default:
            r ^= v;
            break;
        }
    }
    return r;
}

static uint64_t result_for(const warp &w, int lane, unsigned group) {
    uint64_t own = w.value[lane];
    unsigned same = 0;
    switch (w.op[lane]) {
    case warp_op::sync:
        return 0;
    case warp_op::shuffle: // from a lane that does not take part: undefined on a card
        return group >> w.from[lane] & 1 ? w.value[w.from[lane]] : own;
    case warp_op::ballot:
        for (int i = 0; i < lanes; i++)
            same |= (unsigned)((group >> i & 1) && w.value[i]) << i;
        return same;
    case warp_op::match_any:
    case warp_op::match_all:
        for (int i = 0; i < lanes; i++)
            same |= (unsigned)((group >> i & 1) && w.value[i] == own) << i;
        return w.op[lane] == warp_op::match_any || same == group ? same : 0;
    default:
        return reduced(w, w.op[lane], group);
    }
}

bool try_meeting(warp &w, unsigned mask) {
    unsigned needed = mask & w.alive, here = 0;
    for (unsigned left = w.meeting & needed; left; left &= left - 1)
        if (w.mask[__builtin_ctz(left)] == mask)
            here |= left & -left;
    if (here != needed)
        return false;
    for (unsigned left = here; left; left &= left - 1) {
        int lane = __builtin_ctz(left);
        w.result[lane] = result_for(w, lane, here);
    }
    w.meeting &= ~here;
    w.ready |= here;
    return true;
}

void answer_active(warp &w) {
    int line = w.asked_in[__builtin_ctz(w.asking)];
    unsigned here = 0;
    for (unsigned left = w.asking; left; left &= left - 1)
        if (w.asked_in[__builtin_ctz(left)] == line)
            here |= left & -left;
    for (unsigned left = here; left; left &= left - 1)
        w.result[__builtin_ctz(left)] = here;
    w.asking &= ~here;
    w.ready |= here;
}

} // namespace hostcu
