// phases.h: what the loops over a block's threads need when hostcc splits a kernel at its
// barriers and warp functions.
#ifndef HOST_PHASES_H
#define HOST_PHASES_H

namespace hostcu {

// Of a row's threads [begin, end): the end of those with (T)x < limit, and the one with
// (T)x == wanted, or end.
template <class T, class N> inline int row_below(N limit, int begin, int end) {
    long long first = bound<T>(limit);
    return first < begin ? begin : first > end ? end : (int)first;
}

template <class T, class N> inline int row_only(N wanted, int begin, int end) {
    using common = std::common_type_t<T, N>;
    common value = (common)wanted;
    if (value < (common)begin || !(value < (common)end))
        return end;
    return (common)(int)value == value ? (int)value : end;
}

// rest + x for the threads [from, to) of a row is what this returns + (x - from), counted so
// that it never wraps: `to` is brought forward to where it would. S is the type of the sum.
template <class S, class R> inline auto row_sum(R rest, int from, int &to) {
    if constexpr (std::is_integral<S>::value && sizeof(S) <= sizeof(int)) {
        int first = (int)((unsigned)rest + (unsigned)from);
        if (first >= 0 && to - from - 1 > 0x7fffffff - first)
            to = from + (0x7fffffff - first) + 1;
        return first;
    } else {
        return (S)(rest + from);
    }
}

// The same for a subscript, which is no number of 32 bits any more.
template <class S, class R> inline long long row_index(R rest, int from, int &to) {
    if constexpr (std::is_same<S, unsigned>::value) {
        unsigned first = (unsigned)rest + (unsigned)from;
        if ((unsigned)(to - from - 1) > 0xffffffffu - first)
            to = from + (int)(0xffffffffu - first) + 1;
        return first;
    } else {
        return (long long)(S)(rest + (R)from);
    }
}

// What the lanes of a block's warps lay down for each other, with room for a warp on both sides:
// a shuffle reads its neighbour before it knows whether it is one.
enum { slot_words = 32 + 1024 + 32 };

template <class T> inline T *lanes(uint64_t *slots) {
    static_assert(std::is_arithmetic<T>::value && sizeof(T) <= 8,
                  "a shuffle moves int, unsigned, long, long long, float or double");
    return reinterpret_cast<T *>(slots) + 32;
}

template <class T> inline T taken(const T *lane, int t, int from, int width) {
    return lane[(t & ~31) + shuffle_lane(t & 31, from, width)];
}

template <class T> inline T taken_up(const T *lane, int t, unsigned delta, int width) {
    int back = (int)(delta & 31);
    T own = lane[t], other = lane[t - back];
    bool outside = delta >= 32 || (t & 31) - back < (t & 31 & ~(width - 1));
    return outside ? own : other;
}

template <class T> inline T taken_down(const T *lane, int t, unsigned delta, int width) {
    int on = (int)(delta & 31);
    T own = lane[t], other = lane[t + on];
    bool outside = delta >= 32 || (t & 31) + on > ((t & 31) | (width - 1));
    return outside ? own : other;
}

template <class T> inline T taken_xor(const T *lane, int t, int mask, int width) {
    if (mask > 0 && mask < width && (mask & (mask - 1)) == 0) { // never outside, two rows of loads
        T low = lane[t - mask], high = lane[t + mask];
        return t & mask ? low : high;
    }
    return lane[(t & ~31) + shuffle_xor_lane(t & 31, mask, width)];
}

} // namespace hostcu

#endif
