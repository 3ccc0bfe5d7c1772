// cooperative_groups.h: groups of threads as values: the block, tiles of it, the lanes that are
// here, the grid. A group says which threads are in it; its functions are those of host/sync.h and
// host/warp.h for these threads.
#ifndef HOST_COOPERATIVE_GROUPS_H
#define HOST_COOPERATIVE_GROUPS_H

#include "host/letters_off.h"

#if defined(__cplusplus) && defined(__CUDACC__)

#include "cuda_runtime.h"

namespace cooperative_groups {

namespace details {

__device__ inline unsigned rank_in_block() {
    return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
}

__device__ inline unsigned threads_of_block() {
    return blockDim.x * blockDim.y * blockDim.z;
}

__device__ inline unsigned lanes_below() {
    return (1u << rank_in_block() % 32) - 1;
}

// The lane of the n-th thread in a mask.
__device__ inline int lane_of(unsigned mask, unsigned n) {
    for (; n > 0; n--)
        mask &= mask - 1;
    return mask ? __builtin_ctz(mask) : 0;
}

// The bits of a ballot that belong to the mask, packed: bit n is that of its n-th thread.
__device__ inline unsigned packed(unsigned bits, unsigned mask) {
    unsigned out = 0;
    for (unsigned n = 0; mask; mask &= mask - 1, n++)
        out |= (bits >> __builtin_ctz(mask) & 1) << n;
    return out;
}

// What each thread of the block shows to the others of its group.
inline thread_local const void *shown[1024];

} // namespace details

// Any group, without its type. A warp's lanes have a mask; a larger tile has its first thread.
class thread_group {
  public:
    enum kind { is_block, is_lanes, is_tile, is_grid };

    thread_group() = default;
    __device__ thread_group(kind what, unsigned mask, unsigned first, unsigned count,
                            unsigned meta_rank, unsigned meta_size)
        : what_(what), mask_(mask), first_(first), count_(count), meta_rank_(meta_rank),
          meta_size_(meta_size) {}

    __device__ void sync(int line = __builtin_LINE()) const {
        if (what_ == is_lanes)
            __syncwarp(mask_);
        else if (what_ == is_tile)
            hostcu::tile_barrier((int)first_, (int)count_);
        else if (what_ == is_grid)
            hostcu::block_barrier(hostcu::vote::grid, 0, line);
        else
            __syncthreads(line);
    }
    __device__ unsigned size() const {
        return count_;
    }
    __device__ unsigned num_threads() const {
        return count_;
    }
    __device__ unsigned thread_rank() const {
        if (what_ == is_lanes)
            return (unsigned)__builtin_popcount(mask_ & details::lanes_below());
        return details::rank_in_block() - first_;
    }
    __device__ unsigned hostcu_mask() const {
        return mask_;
    }
    __device__ unsigned hostcu_first() const {
        return first_;
    }
    __device__ kind hostcu_kind() const {
        return what_;
    }
    // The thread of the block that is the n-th of this group.
    __device__ unsigned hostcu_thread(unsigned n) const {
        if (what_ != is_lanes)
            return first_ + n;
        return details::rank_in_block() / 32 * 32 + (unsigned)details::lane_of(mask_, n);
    }

  protected:
    kind what_ = is_block;
    unsigned mask_ = 0, first_ = 0, count_ = 1, meta_rank_ = 0, meta_size_ = 1;
};

// ---- the block

class thread_block : public thread_group {
  public:
    __device__ thread_block() : thread_group(is_block, 0, 0, details::threads_of_block(), 0, 1) {}

    __device__ static void sync(int line = __builtin_LINE()) {
        __syncthreads(line);
    }
    __device__ static unsigned size() {
        return details::threads_of_block();
    }
    __device__ static unsigned num_threads() {
        return details::threads_of_block();
    }
    __device__ static unsigned thread_rank() {
        return details::rank_in_block();
    }
    __device__ static dim3 group_index() {
        return dim3(blockIdx.x, blockIdx.y, blockIdx.z);
    }
    __device__ static dim3 thread_index() {
        return dim3(threadIdx.x, threadIdx.y, threadIdx.z);
    }
    __device__ static dim3 group_dim() {
        return blockDim;
    }
    __device__ static dim3 dim_threads() {
        return blockDim;
    }
};

__device__ inline thread_block this_thread_block() {
    return thread_block();
}

// ---- the grid; its sync() needs cudaLaunchCooperativeKernel

class grid_group : public thread_group {
  public:
    __device__ grid_group() : thread_group(is_grid, 0, 0, 0, 0, 1) {}

    __device__ bool is_valid() const { // after any launch, as on a card with CUDA 13
        return true;
    }
    __device__ static dim3 group_dim() {
        return gridDim;
    }
    __device__ static dim3 dim_blocks() {
        return gridDim;
    }
    __device__ static dim3 block_index() {
        return dim3(blockIdx.x, blockIdx.y, blockIdx.z);
    }
    __device__ static unsigned long long num_blocks() {
        return (unsigned long long)gridDim.x * gridDim.y * gridDim.z;
    }
    __device__ static unsigned long long block_rank() {
        return ((unsigned long long)blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
    }
    __device__ static unsigned long long size() {
        return num_blocks() * details::threads_of_block();
    }
    __device__ static unsigned long long num_threads() {
        return size();
    }
    __device__ static unsigned long long thread_rank() {
        return block_rank() * details::threads_of_block() + details::rank_in_block();
    }
};

__device__ inline grid_group this_grid() {
    return grid_group();
}

// ---- lanes of one warp

namespace details {

// What the n-th lane of the group holds: of any type that memcpy may copy.
template <class T, class Group> __device__ inline T take(const Group &group, T value, unsigned n) {
    unsigned self = rank_in_block();
    shown[self] = &value;
    group.sync();
    T taken = *static_cast<const T *>(shown[n < group.size() ? group.hostcu_thread(n) : self]);
    group.sync();
    return taken;
}

} // namespace details

class coalesced_group : public thread_group {
  public:
    coalesced_group() = default;
    __device__ explicit coalesced_group(unsigned mask, unsigned meta_rank = 0,
                                        unsigned meta_size = 1)
        : thread_group(is_lanes, mask, details::rank_in_block() / 32 * 32,
                       (unsigned)__builtin_popcount(mask), meta_rank, meta_size) {}

    __device__ unsigned meta_group_rank() const {
        return meta_rank_;
    }
    __device__ unsigned meta_group_size() const {
        return meta_size_;
    }
    template <class T> __device__ T shfl(T value, int from) const {
        return details::take(*this, value, (unsigned)from);
    }
    template <class T> __device__ T shfl_up(T value, unsigned delta) const {
        unsigned rank = thread_rank();
        return details::take(*this, value, delta > rank ? rank : rank - delta);
    }
    template <class T> __device__ T shfl_down(T value, unsigned delta) const {
        unsigned rank = thread_rank();
        return details::take(*this, value, rank + delta < size() ? rank + delta : rank);
    }
    __device__ int any(int predicate) const {
        return __any_sync(mask_, predicate);
    }
    __device__ int all(int predicate) const {
        return __all_sync(mask_, predicate);
    }
    __device__ unsigned ballot(int predicate) const {
        return details::packed(__ballot_sync(mask_, predicate), mask_);
    }
    template <class T> __device__ unsigned match_any(T value) const {
        return details::packed(__match_any_sync(mask_, value), mask_);
    }
    template <class T> __device__ unsigned match_all(T value, int &all) const {
        return details::packed(__match_all_sync(mask_, value, &all), mask_);
    }
};

__device__ inline coalesced_group coalesced_threads(int line = __builtin_LINE()) {
    return coalesced_group(__activemask(line));
}

// ---- tiles: as many threads as a power of two

template <unsigned N, class Parent = void> class thread_block_tile;

template <unsigned N> class thread_block_tile<N, void> : public thread_group {
    static_assert(N > 0 && N <= 1024 && (N & (N - 1)) == 0,
                  "a tile has 1, 2, 4 ... or 1024 threads");

  public:
    thread_block_tile() = default;
    // The tile that holds this thread, of a group that begins at the block's thread `base`.
    __device__ thread_block_tile(unsigned base, unsigned parent_size)
        : thread_group(N <= 32 ? is_lanes : is_tile, 0, 0, N, 0, (parent_size + N - 1) / N) {
        unsigned rank = details::rank_in_block();
        meta_rank_ = (rank - base) / N;
        first_ = rank / N * N;
        if (N <= 32)
            mask_ = (unsigned)((1ull << N % 64) - 1) << first_ % 32;
    }
    __device__ static constexpr unsigned size() {
        return N;
    }
    __device__ static constexpr unsigned num_threads() {
        return N;
    }
    __device__ unsigned thread_rank() const {
        return details::rank_in_block() % N;
    }
    __device__ unsigned meta_group_rank() const {
        return meta_rank_;
    }
    __device__ unsigned meta_group_size() const {
        return meta_size_;
    }
    template <class T> __device__ T shfl(T value, int from) const {
        return details::take(*this, value, (unsigned)from % N);
    }
    template <class T> __device__ T shfl_up(T value, unsigned delta) const {
        unsigned rank = thread_rank();
        return details::take(*this, value, delta > rank ? rank : rank - delta);
    }
    template <class T> __device__ T shfl_down(T value, unsigned delta) const {
        unsigned rank = thread_rank();
        return details::take(*this, value, delta < N - rank ? rank + delta : rank);
    }
    template <class T> __device__ T shfl_xor(T value, unsigned lanes) const {
        unsigned from = thread_rank() ^ lanes;
        return details::take(*this, value, from < N ? from : thread_rank());
    }
    __device__ int any(int predicate) const {
        return votes(predicate != 0) != 0;
    }
    __device__ int all(int predicate) const {
        return votes(predicate == 0) == 0;
    }
    __device__ unsigned ballot(int predicate) const {
        return details::packed(__ballot_sync(mask_, predicate), mask_);
    }
    template <class T> __device__ unsigned match_any(T value) const {
        return details::packed(__match_any_sync(mask_, value), mask_);
    }
    template <class T> __device__ unsigned match_all(T value, int &all) const {
        return details::packed(__match_all_sync(mask_, value, &all), mask_);
    }

  private:
    __device__ unsigned votes(bool vote) const { // how many threads say yes
        if (N <= 32)
            return (unsigned)__builtin_popcount(__ballot_sync(mask_, vote));
        details::shown[details::rank_in_block()] = vote ? this : nullptr;
        this->sync();
        unsigned count = 0;
        for (unsigned n = 0; n < N; n++)
            count += details::shown[first_ + n] != nullptr;
        this->sync();
        return count;
    }
};

template <unsigned N, class Parent> class thread_block_tile : public thread_block_tile<N, void> {
    using thread_block_tile<N, void>::thread_block_tile;
};

template <unsigned N, class Parent>
__device__ inline thread_block_tile<N, Parent> tiled_partition(const Parent &parent) {
    return thread_block_tile<N, Parent>(parent.hostcu_first(), (unsigned)parent.size());
}

// On a card a tile of more than a warp needs this memory; here it needs none.
template <unsigned MaxThreads = 1024> struct block_tile_memory {};

template <unsigned MaxThreads>
__device__ inline thread_block this_thread_block(block_tile_memory<MaxThreads> &) {
    return thread_block();
}

__device__ inline thread_group tiled_partition(const thread_group &parent, unsigned size) {
    unsigned rank = parent.thread_rank(), first = rank / size * size;
    unsigned begin = parent.hostcu_thread(first), mask = 0;
    unsigned meta = (parent.size() + size - 1) / size;
    if (size > 32)
        return thread_group(thread_group::is_tile, 0, begin, size, rank / size, meta);
    for (unsigned n = 0; n < size && first + n < parent.size(); n++)
        mask |= 1u << parent.hostcu_thread(first + n) % 32;
    return thread_group(thread_group::is_lanes, mask, begin, (unsigned)__builtin_popcount(mask),
                        rank / size, meta);
}

__device__ inline coalesced_group tiled_partition(const coalesced_group &parent, unsigned size) {
    thread_group tile = tiled_partition(static_cast<const thread_group &>(parent), size);
    return coalesced_group(tile.hostcu_mask(), parent.thread_rank() / size,
                           (parent.size() + size - 1) / size);
}

// The threads of a group that say the same; the group is of one warp.
template <class Group>
__device__ inline coalesced_group binary_partition(const Group &group, bool yes) {
    unsigned all = group.hostcu_mask(), agree = __ballot_sync(all, yes);
    return coalesced_group(yes ? agree : all & ~agree, yes, 2);
}

template <class Group, class T>
__device__ inline coalesced_group labeled_partition(const Group &group, T label) {
    unsigned all = group.hostcu_mask(), same = __match_any_sync(all, label);
    unsigned firsts = __ballot_sync(all, (same & details::lanes_below()) == 0);
    unsigned before = firsts & ((same & -same) - 1);
    return coalesced_group(same, (unsigned)__builtin_popcount(before),
                           (unsigned)__builtin_popcount(firsts));
}

// ---- functions of any group

template <class Group>
__device__ inline void sync(const Group &group, int line = __builtin_LINE()) {
    group.sync(line);
}

template <class Group> __device__ inline auto thread_rank(const Group &group) {
    return group.thread_rank();
}

template <class Group> __device__ inline auto group_size(const Group &group) {
    return group.size();
}

} // namespace cooperative_groups

#endif
#include "host/letters_on.h"

#endif
