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

template <class B, class... A> struct flat_path {
    using arguments = std::tuple<std::remove_cv_t<A>...>;

    // Threads x in [first, last) of one row. Copies of everything: what the kernel stores
    // cannot change them. The threads of a block are unordered, so the loop has no
    // dependences between its steps.
    static __attribute__((flatten, noinline)) void row(const arguments &all, const at &start,
                                                       int first, int last) {
        const arguments copy = all;
        const at row = start;
#if defined(__clang__)
#pragma clang loop vectorize(assume_safety)
#else
#pragma GCC ivdep
#endif
        for (int x = first; x < last; x++) {
            const at where = {uint3{(unsigned)x, row.thread.y, row.thread.z}, row.block, row.size,
                              row.grid, x - row.step, row.low, row.wide};
            if constexpr (B::hostcu_asks_index())
                threadIdx = where.thread;
            std::apply(
                [&](const auto &...each)
                    __attribute__((always_inline)) { B::hostcu_function()(where, each...); },
                copy);
        }
    }

    static void block(const arguments &all, at start) {
        int width = (int)start.size.x;
        // The sum low + x must not pass the largest int inside a row: then cut the row there.
        int room = start.low >= 0 && start.low > 0x7fffffff - width ? 0x7fffffff - start.low + 1
                                                                    : width;
        for (unsigned z = 0; z < start.size.z; z++)
            for (unsigned y = 0; y < start.size.y; y++) {
                start.thread = uint3{0, y, z};
                row(all, start, 0, room);
                if (room < width) {
                    at rest = start;
                    rest.step = room;
                    rest.low = (int)((unsigned)start.low + (unsigned)room);
                    rest.wide += room;
                    row(all, rest, room, width);
                }
            }
    }

    static void run(const host_launch *launch, uint64_t first, uint64_t last) {
        running inside_kernel(launch);
        const arguments &all = *static_cast<const arguments *>(launch->closure);
        for (uint64_t n = first; n < last; n++)
            block(all, first_thread(launch, n));
    }
};

} // namespace hostcu

#endif
