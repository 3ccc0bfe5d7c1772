// warp.h: shuffles, votes, matches and reductions among the 32 lanes of a warp.
#ifndef HOST_WARP_H
#define HOST_WARP_H

#ifdef __HOST_CHECKED__ // a frame of its own tells who called
#define inline __attribute__((noinline)) inline
#endif

namespace hostcu {

template <class T> inline uint64_t to_bits(T value) {
    static_assert(std::is_trivially_copyable<T>::value && sizeof(T) <= 8,
                  "a shuffle moves a value of at most 8 bytes");
    uint64_t bits = 0;
    memcpy(&bits, &value, sizeof value);
    return bits;
}

template <class T> inline T from_bits(uint64_t bits) {
    T value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

// The lane that a shuffle reads; the lane itself where that lies outside its `width` lanes.
inline int shuffle_up_lane(int lane, unsigned delta, int width) {
    int low = lane & ~(width - 1);
    return lane - (int)delta < low || delta >= 32 ? lane : lane - (int)delta;
}

inline int shuffle_down_lane(int lane, unsigned delta, int width) {
    int high = lane | (width - 1);
    return delta >= 32 || lane + (int)delta > high ? lane : lane + (int)delta;
}

inline int shuffle_xor_lane(int lane, int mask, int width) {
    int from = lane ^ mask;
    return from > (lane | (width - 1)) ? lane : from & 31;
}

inline int shuffle_lane(int lane, int from, int width) {
    return (lane & ~(width - 1)) | (from & (width - 1));
}

// Where a shuffle stands, and the lanes that take part. What a lane reads that does not take part
// is undefined on a card: that is told, once for each line.
struct masked {
    unsigned mask;
    int line;
    const char *file;
    masked(unsigned lanes, const char *in = __builtin_FILE(), int at = __builtin_LINE())
        : mask(lanes), line(at), file(in) {}
    void reads(int lane, int from) const {
        if (__builtin_expect(!(mask >> from & 1) && from != lane, 0))
            tell_outside_mask(mask, lane, from, file, line);
    }
};

template <class T> inline T shuffle(const masked &by, T value, int from) {
    by.reads(lane_index(), from);
    return from_bits<T>(warp_meet(warp_op::shuffle, by.mask, to_bits(value), from));
}

} // namespace hostcu

template <class T> inline T __shfl_sync(hostcu::masked mask, T value, int from, int width = 32) {
    return hostcu::shuffle(mask, value, hostcu::shuffle_lane(hostcu::lane_index(), from, width));
}

template <class T>
inline T __shfl_up_sync(hostcu::masked mask, T value, unsigned delta, int width = 32) {
    return hostcu::shuffle(mask, value,
                           hostcu::shuffle_up_lane(hostcu::lane_index(), delta, width));
}

template <class T>
inline T __shfl_down_sync(hostcu::masked mask, T value, unsigned delta, int width = 32) {
    return hostcu::shuffle(mask, value,
                           hostcu::shuffle_down_lane(hostcu::lane_index(), delta, width));
}

template <class T>
inline T __shfl_xor_sync(hostcu::masked mask, T value, int lanes, int width = 32) {
    return hostcu::shuffle(mask, value,
                           hostcu::shuffle_xor_lane(hostcu::lane_index(), lanes, width));
}

inline void __syncwarp(unsigned mask = 0xffffffffu) {
    hostcu::warp_meet(hostcu::warp_op::sync, mask, 0, 0);
}

inline unsigned __ballot_sync(unsigned mask, int predicate) {
    return (unsigned)hostcu::warp_meet(hostcu::warp_op::ballot, mask, predicate != 0, 0);
}

inline int __any_sync(unsigned mask, int predicate) {
    return __ballot_sync(mask, predicate) != 0;
}

inline int __all_sync(unsigned mask, int predicate) {
    return __ballot_sync(mask, !predicate) == 0;
}

template <class T> inline unsigned __match_any_sync(unsigned mask, T value) {
    return (unsigned)hostcu::warp_meet(hostcu::warp_op::match_any, mask, hostcu::to_bits(value), 0);
}

template <class T> inline unsigned __match_all_sync(unsigned mask, T value, int *all) {
    unsigned same =
        (unsigned)hostcu::warp_meet(hostcu::warp_op::match_all, mask, hostcu::to_bits(value), 0);
    *all = same != 0;
    return same;
}

// The lanes of the warp that call this in the same line of the source.
inline unsigned __activemask(int line = __builtin_LINE()) {
    return hostcu::warp_active(line);
}

inline int __reduce_add_sync(unsigned mask, int value) {
    return (int)hostcu::warp_meet(hostcu::warp_op::add, mask, (uint64_t)(int64_t)value, 0);
}

inline unsigned __reduce_add_sync(unsigned mask, unsigned value) {
    return (unsigned)hostcu::warp_meet(hostcu::warp_op::add, mask, value, 0);
}

inline int __reduce_min_sync(unsigned mask, int value) {
    return (int)hostcu::warp_meet(hostcu::warp_op::min, mask, (uint64_t)(int64_t)value, 0);
}

inline unsigned __reduce_min_sync(unsigned mask, unsigned value) {
    return (unsigned)hostcu::warp_meet(hostcu::warp_op::umin, mask, value, 0);
}

inline int __reduce_max_sync(unsigned mask, int value) {
    return (int)hostcu::warp_meet(hostcu::warp_op::max, mask, (uint64_t)(int64_t)value, 0);
}

inline unsigned __reduce_max_sync(unsigned mask, unsigned value) {
    return (unsigned)hostcu::warp_meet(hostcu::warp_op::umax, mask, value, 0);
}

inline unsigned __reduce_and_sync(unsigned mask, unsigned value) {
    return (unsigned)hostcu::warp_meet(hostcu::warp_op::bit_and, mask, value, 0);
}

inline unsigned __reduce_or_sync(unsigned mask, unsigned value) {
    return (unsigned)hostcu::warp_meet(hostcu::warp_op::bit_or, mask, value, 0);
}

inline unsigned __reduce_xor_sync(unsigned mask, unsigned value) {
    return (unsigned)hostcu::warp_meet(hostcu::warp_op::bit_xor, mask, value, 0);
}

#ifdef __HOST_CHECKED__
#undef inline
#endif

#endif
