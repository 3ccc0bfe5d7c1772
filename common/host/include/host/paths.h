// paths.h: the ways to run the threads of a block. hostcc finds out whether any thread of a
// kernel may wait for another; where none does, the threads are the steps of a loop.
#ifndef HOST_PATHS_H
#define HOST_PATHS_H

namespace hostcu {

template <class B, class... A> struct general_path {
    using arguments = std::tuple<std::remove_cv_t<A>...>;

    static void one_thread(const void *closure, const at &where) {
        const arguments &all = *static_cast<const arguments *>(closure);
        std::apply([&](const auto &...each) { B::hostcu_function()(where, each...); }, all);
    }

    static void run(const host_launch *launch, uint64_t first, uint64_t last) {
        run_threads(launch, first, last, one_thread);
    }
};

// The body runs a whole block: hostcc split it at its barriers into loops over the threads.
template <class B, class... A> struct phased_path {
    using arguments = std::tuple<std::remove_cv_t<A>...>;

    static __attribute__((flatten, noinline)) void block(const arguments &all, const at &start) {
        const arguments copy = all;
        const at where = start;
        std::apply(
            [&](const auto &...each)
                __attribute__((always_inline)) { B::hostcu_function()(where, each...); },
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

template <class B, class... A> struct flat_path {
    using arguments = std::tuple<std::remove_cv_t<A>...>;

    // Threads x in [first, last) of one row. Copies of everything: what the kernel stores
    // cannot change them. The threads of a block are unordered, so the loop has no
    // dependences between its steps.
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
                [&](const auto &...each)
                    __attribute__((always_inline)) { B::hostcu_function()(where, each...); },
                copy);
        };
            // What is not vectorised (a struct of four) is worth several steps at once, if short.
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
        // The sum low + x must not pass the largest int inside a row: then cut the row there.
        int room =
            start.low >= 0 && start.low > 0x7fffffff - width ? 0x7fffffff - start.low + 1 : width;
        for (unsigned z = 0; z < start.size.z; z++)
            for (unsigned y = 0; y < start.size.y; y++) {
                start.thread = uint3{0, y, z};
                row<false>(all, start, 0, room);
                if (room < width) {
                    at rest = start;
                    rest.step = room;
                    rest.low = (int)((unsigned)start.low + (unsigned)room);
                    rest.wide += room;
                    row<false>(all, rest, room, width);
                }
            }
    }

    static long long bound_of(const arguments &all) {
        return std::apply([](const auto &...each) { return B::hostcu_bound(each...); }, all);
    }

    // The threads whose sum lies in [first, last), once for each y and z of a block.
    static void stretch(const arguments &all, at start, long long first, long long last) {
        constexpr long long most = 1 << 30;
        for (unsigned n = 0; n < start.size.y * start.size.z; n++)
            for (long long i = first; i < last; i += most) {
                start.wide = i;
                start.low = (int)(unsigned)i;
                row<true>(all, start, 0, (int)(last - i < most ? last - i : most));
            }
    }

    // Blocks that follow each other along x are one stretch.
    static void linear(const host_launch *launch, const arguments &all, uint64_t first,
                       uint64_t last) {
        const uint64_t across = launch->grid[0];
        const long long width = launch->block[0];
        long long bound = 0x7fffffffffffffffll;
        if constexpr (B::hostcu_bounded())
            bound = bound_of(all);
        for (uint64_t n = first; n < last;) {
            uint64_t row_end = n - n % across + across, end = row_end < last ? row_end : last;
            at start = first_thread(launch, n);
            long long from = (long long)(n % across) * width,
                      to = from + (long long)(end - n) * width;
            if constexpr (B::hostcu_strided()) { // each block its part of all below the bound
                __int128 all_blocks = (__int128)across;
                from = (long long)(bound * (__int128)(n % across) / all_blocks);
                to = (long long)(bound * (__int128)(n % across + (end - n)) / all_blocks);
            }
            stretch(all, start, from, to < bound ? to : bound);
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

} // namespace hostcu

#endif
