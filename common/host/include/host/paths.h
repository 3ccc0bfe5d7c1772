// paths.h: the ways to run the threads of a block. hostcc finds out whether any thread of a
// kernel may wait for another. Where none does, the threads are the steps of a loop (flat_path);
// where hostcc could split the kernel at its waits, there is one loop between two waits
// (phased_path); else each thread has a stack of its own (general_path).
#ifndef HOST_PATHS_H
#define HOST_PATHS_H

namespace hostcu {

template <class B, class... A> struct general_path {
    using arguments = std::tuple<carried<A>...>;

    // gcc tells nothing of a structure that a function stores as its result.
#ifdef __HOST_CHECKED__
    __attribute__((flatten))
#endif
    static void
    one_thread(const void *closure, const at &where) {
        const arguments &all = *static_cast<const arguments *>(closure);
        std::apply([&](auto &&...each) { B::hostcu_function()(where, passed(each)...); }, all);
    }

    static void run(const host_launch *launch, uint64_t first, uint64_t last) {
#ifdef __HOST_WEIGH__ // a stack for each thread only where accesses are counted
        if constexpr (B::hostcu_loops())
            if (!counting)
                return flat_path<B, A...>::run(launch, first, last);
#endif
        run_threads(launch, first, last, one_thread);
    }
};

// The body runs a whole block: hostcc split it at its barriers into loops over the threads.
template <class B, class... A> struct phased_path {
    using arguments = std::tuple<carried<A>...>;

    static __attribute__((flatten, noinline)) void block(const arguments &all, const at &start) {
        const arguments copy = all;
        const at where = start;
        std::apply(
            [&](auto &&...each)
                __attribute__((always_inline)) { B::hostcu_function()(where, passed(each)...); },
            copy);
    }

    static void run(const host_launch *launch, uint64_t first, uint64_t last) {
        running inside_kernel(launch);
        const arguments &all = *static_cast<const arguments *>(launch->closure);
        for (uint64_t n = first; n < last; n++)
            block(all, first_thread(launch, n));
    }
};

// The first i of type T that is not below the bound.
template <class T, class N> inline long long bound(N limit) {
    using common = std::common_type_t<T, N>;
    constexpr long long most = 0x7fffffffffffffffll;
    if constexpr (std::is_floating_point<common>::value) {
        long long low = 0, high = 1ll << 62;
        while (low < high) {
            long long middle = low + (high - low) / 2;
            if ((common)middle < (common)limit)
                low = middle + 1;
            else
                high = middle;
        }
        return low;
    } else {
        common value = (common)limit;
        if (value <= 0)
            return 0;
        return (unsigned long long)value > (unsigned long long)most ? most : (long long)value;
    }
}

// The first i of type T that is above the bound.
template <class T, class N> inline long long above(N limit) {
    std::common_type_t<T, N> value = (std::common_type_t<T, N>)limit;
    long long first = bound<T>(limit);
    constexpr long long most = 0x7fffffffffffffffll;
    return value < 0 || first == most ? first : first + 1;
}

// A number without a fraction, which C++ computes with by itself.
template <class T, class plain = std::remove_reference_t<T>>
constexpr bool is_whole = std::is_convertible<plain, long long>::value &&
                          (std::is_integral<plain>::value || std::is_enum<plain>::value) &&
                          !std::is_volatile<plain>::value;

// Which of a row's sums blockIdx.x * blockDim.x + threadIdx.x take part: what hostcc has read in
// the guard of a kernel. It holds where the guard is made of whole numbers: `read`.
template <bool whole> struct span {
    static constexpr bool read = whole;
    long long first = 0, last = 0x7fffffffffffffffll;

    template <class T, bool with, class N> void ends(N limit) {
        long long end = with ? above<T>(limit) : bound<T>(limit);
        last = end < last ? end : last;
    }
    template <class T, bool beyond, class N> void begins(N limit) {
        long long begin = beyond ? above<T>(limit) : bound<T>(limit);
        first = begin > first ? begin : first;
    }
    void only_if(bool row) {
        last = row ? last : 0;
    }
};

// A guard that is not read: each thread asks.
template <> struct span<false> {
    static constexpr bool read = false;
    static constexpr long long first = 0, last = 0x7fffffffffffffffll;
    template <class T, bool, class N> void ends(const N &) {}
    template <class T, bool, class N> void begins(const N &) {}
    template <class R> void only_if(const R &) {}
};

template <class B, class... A> struct flat_path {
    using arguments = std::tuple<carried<A>...>;

    // Runs threads x in [first, last) of one row. The arguments are copied, so that no store of the
    // kernel can change them. The threads of a block have no order, so the loop may run its steps
    // in any order.
    template <bool inside>
    static __attribute__((flatten, noinline)) void row(const arguments &all, const at &start,
                                                       int first, int last) {
        const arguments copy = all;
        const at row = start;
        auto thread = [&](int x) __attribute__((always_inline)) {
            const at where = {uint3{(unsigned)x, row.thread.y, row.thread.z},
                              row.block,
                              row.size,
                              row.grid,
                              x - row.step,
                              row.low,
                              row.wide,
                              inside};
            if constexpr (B::hostcu_asks_index())
                threadIdx = where.thread;
            std::apply(
                [&](auto &&...each) __attribute__((always_inline)) {
                    B::hostcu_function()(where, passed(each)...);
                },
                copy);
        };
            // A short body that is not vectorised (a struct of four) gains from being unrolled.
#if defined(__clang__)
#pragma clang loop vectorize(assume_safety)
        for (int x = first; x < last; x++)
            thread(x);
#else
        if constexpr (B::hostcu_brief()) {
#pragma GCC ivdep
#pragma GCC unroll 4
            for (int x = first; x < last; x++)
                thread(x);
        } else {
#pragma GCC ivdep
            for (int x = first; x < last; x++)
                thread(x);
        }
#endif
    }

    static void block(const arguments &all, at start) {
        int width = (int)start.size.x;
        // A row in which the sum low + x would become larger than the largest int is cut there.
        int unwrapped =
            start.low >= 0 && start.low > 0x7fffffff - width ? 0x7fffffff - start.low + 1 : width;
        for (unsigned z = 0; z < start.size.z; z++)
            for (unsigned y = 0; y < start.size.y; y++) {
                start.thread = uint3{0, y, z};
                row<false>(all, start, 0, unwrapped);
                if (unwrapped < width) {
                    at rest = start;
                    rest.step = unwrapped;
                    rest.low = (int)((unsigned)start.low + (unsigned)unwrapped);
                    rest.wide += unwrapped;
                    row<false>(all, rest, unwrapped, width);
                }
            }
    }

    static auto takes_part(const arguments &all, const at &row) {
        return std::apply(
            [&](auto &&...each) { return B::hostcu_takes_part(row, passed(each)...); }, all);
    }

    // The threads whose sum lies in [first, last), once for each y and z of a block.
    static void stretch(const arguments &all, at start, long long first, long long last) {
        constexpr long long most = 1 << 30;
        for (unsigned n = 0; n < start.size.y * start.size.z; n++) {
            start.thread = uint3{0, n % start.size.y, n / start.size.y};
            const auto part = takes_part(all, start);
            const long long end = last < part.last ? last : part.last;
            for (long long i = first > part.first ? first : part.first; i < end; i += most) {
                start.wide = i;
                start.low = (int)(unsigned)i;
                row<part.read>(all, start, 0, (int)(end - i < most ? end - i : most));
            }
        }
    }

    // Blocks that follow each other along x are one stretch.
    static void linear(const host_launch *launch, const arguments &all, uint64_t first,
                       uint64_t last) {
        const uint64_t across = launch->grid[0];
        const long long width = launch->block[0];
        for (uint64_t n = first; n < last;) {
            uint64_t row_end = n - n % across + across, end = row_end < last ? row_end : last;
            at start = first_thread(launch, n);
            long long from = (long long)(n % across) * width,
                      to = from + (long long)(end - n) * width;
            if constexpr (B::hostcu_strided()) { // each block runs its part of all below the bound
                __int128 all_blocks = (__int128)across, bound = takes_part(all, start).last;
                from = (long long)(bound * (__int128)(n % across) / all_blocks);
                to = (long long)(bound * (__int128)(n % across + (end - n)) / all_blocks);
            }
            stretch(all, start, from, to);
            n = end;
        }
    }

    static void run(const host_launch *launch, uint64_t first, uint64_t last) {
        running inside_kernel(launch);
        const arguments &all = *static_cast<const arguments *>(launch->closure);
        if constexpr (B::hostcu_linear()) {
            bool fits = (uint64_t)launch->grid[0] * launch->block[0] <= 0x7fffffff;
            if (fits || !B::hostcu_narrow() || B::hostcu_strided())
                return linear(launch, all, first, last);
        }
        if constexpr (!B::hostcu_strided())
            for (uint64_t n = first; n < last; n++)
                block(all, first_thread(launch, n));
    }
};

// ---- the loops of flat_path and phased_path

// A vector of two or four, read part by part. gcc copies such a struct 16 bytes at a time and does
// not join the copies of several threads; it does join loads of the parts.
template <class T, class... Any> constexpr bool is_one_of = (std::is_same<T, Any>::value || ...);

template <class T> __attribute__((always_inline)) inline decltype(auto) parts(T &&v) {
    using plain = std::remove_const_t<std::remove_reference_t<T>>;
    if constexpr (is_one_of<plain, float4, int4, uint4>)
        return plain{v.x, v.y, v.z, v.w};
    else if constexpr (is_one_of<plain, float2, int2, uint2, double2>)
        return plain{v.x, v.y};
    else
        return static_cast<T &&>(v);
}

// ---- the loops of phased_path

// Among the threads x in [begin, end) of a row, row_below returns the first with (T)x >= limit, and
// row_only returns the one with (T)x == wanted. If there is no such thread, both return end.
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

// Returns r such that rest + x is r + (x - from) for the threads [from, to) of a row. The sum must
// not wrap: `to` becomes the first thread for which it would wrap. S is the type of the sum.
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

// The same for a subscript, which has 64 bits.
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

// A loop for (T i = ...; i < limit; i += by) of several threads: its first values are counted from
// thread to thread, and no value of it passes the largest number.
template <class T, class N, class S>
inline bool in_a_row(T first, T last, N limit, S by, int count) {
    if constexpr (std::is_integral<N>::value && std::is_integral<S>::value) {
        constexpr __int128 bits = 8 * sizeof(T) - std::is_signed<T>::value,
                           most = ((__int128)1 << bits) - 1;
        return first >= 0 && (__int128)last - first == count - 1 && limit >= 0 && by > 0 &&
               (__int128)limit + by + count <= most;
    } else {
        return false;
    }
}

// How many of i, i + 1, ... are below the limit: `count` at most.
template <class T, class N> inline int below(T i, N limit, int count) {
    if (count == 1)
        return 1; // its loop has compared it
    unsigned long long left = (unsigned long long)limit - (unsigned long long)i;
    return left < (unsigned long long)count ? (int)left : count;
}

// A variable of each thread's own, made where the thread declares it.
template <class T> union room {
    T value;
    room() {}
};

template <class T>
constexpr bool
    is_plain = (std::is_trivially_copyable<T>::value) && std::is_trivially_destructible<T>::value;

// What C++ computes with by itself, without a function of the user's.
template <class T, bool enums = true>
constexpr bool is_number = std::is_scalar<std::remove_reference_t<T>>::value &&
                           (enums || !std::is_enum<std::remove_reference_t<T>>::value) &&
                           !std::is_volatile<std::remove_reference_t<T>>::value;

template <class T, bool enums = true>
constexpr bool is_constant = is_number<T, enums> &&
                             (!std::is_lvalue_reference<T>::value ||
                              std::is_const<std::remove_reference_t<T>>::value);

// The values that the lanes of a block exchange, with space for a warp on both sides: a shuffle
// reads the other lane's place before it knows whether that lane is in the block.
enum { slot_words = 32 + 1024 + 32 };

template <class T> inline T *lanes(uint64_t *slots) {
    static_assert(std::is_trivially_copyable<T>::value && sizeof(T) <= 8,
                  "a shuffle moves a value of at most 8 bytes");
    return reinterpret_cast<T *>(slots) + 32;
}

// A tile's values, put together in their order: reduce, inclusive and exclusive scan.
template <char how, class T, class F>
inline void fold_lanes(uint64_t *slots, size_t count, size_t width) {
    F operation;
    for (T *tile = lanes<T>(slots), *end = tile + count; tile < end; tile += width) {
        T sum = tile[0];
        if (how == 'e')
            tile[0] = T();
        for (size_t n = 1; n < width; n++) {
            T next = operation(sum, tile[n]);
            tile[n] = how == 'e' ? sum : next;
            sum = next;
        }
        for (size_t n = 0; how == 'r' && n < width; n++)
            tile[n] = sum;
    }
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

// The same of some lanes only.
template <class T> inline T taken(const masked &by, const T *lane, int t, int from, int width) {
    by.reads(t & 31, shuffle_lane(t & 31, from, width));
    return taken(lane, t, from, width);
}

template <class T>
inline T taken_up(const masked &by, const T *lane, int t, unsigned delta, int width) {
    by.reads(t & 31, shuffle_up_lane(t & 31, delta, width));
    return taken_up(lane, t, delta, width);
}

template <class T>
inline T taken_down(const masked &by, const T *lane, int t, unsigned delta, int width) {
    by.reads(t & 31, shuffle_down_lane(t & 31, delta, width));
    return taken_down(lane, t, delta, width);
}

template <class T> inline T taken_xor(const masked &by, const T *lane, int t, int mask, int width) {
    by.reads(t & 31, shuffle_xor_lane(t & 31, mask, width));
    return taken_xor(lane, t, mask, width);
}

} // namespace hostcu

#endif
