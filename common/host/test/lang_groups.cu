// lang_groups.cu: cooperative groups: blocks, tiles, lanes that are together, partitions, grids.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>

#include "language.h"

namespace cg = cooperative_groups;

// ---- blocks

__global__ void reverse(int *to) {
    __shared__ int line[128];
    cg::thread_block block = cg::this_thread_block();
    int t = block.thread_rank();
    line[t] = t;
    block.sync();
    to[t] = line[block.size() - 1 - t];
}

__global__ void rounds(int *to, int count) {
    __shared__ int line[96];
    auto cta = cg::this_thread_block();
    int t = threadIdx.x, n = cta.num_threads();
    line[t] = t;
    for (int i = 0; i < count; i++) {
        cg::sync(cta);
        int next = line[(t + 1) % n];
        cg::sync(cta);
        line[t] = next;
    }
    cta.sync();
    to[t] = line[t];
}

__global__ void places(int *to) {
    auto block = cg::this_thread_block();
    auto grid = cg::this_grid();
    dim3 g = block.group_index(), t = block.thread_index();
    int right = block.thread_rank() == (t.z * 4 + t.y) * 8 + t.x && block.group_dim().x == 8 &&
                block.dim_threads().z == 2 && g.y == blockIdx.y && grid.num_blocks() == 6 &&
                grid.size() == 384 && grid.block_rank() == g.y * 3 + g.x;
    to[grid.thread_rank()] = right;
}

static void test_blocks(void) {
    reverse<<<1, 128>>>(out);
    CU_ASSERT_EQUAL(wrong(128, [](int i) { return 127 - i; }), 0);
    rounds<<<1, 96>>>(out, 5);
    CU_ASSERT_EQUAL(wrong(96, [](int i) { return (i + 5) % 96; }), 0);
    places<<<dim3(3, 2), dim3(8, 4, 2)>>>(out);
    CU_ASSERT_EQUAL(wrong(384, [](int) { return 1; }), 0);
}

// ---- tiles

template <int N> __global__ void tile_sums(int *to) {
    auto tile = cg::tiled_partition<N>(cg::this_thread_block());
    int sum = threadIdx.x;
    for (int step = tile.size() / 2; step > 0; step /= 2)
        sum += tile.shfl_down(sum, step);
    sum = tile.shfl(sum, 0);
    to[threadIdx.x] = sum + 10000 * (int)tile.meta_group_rank() + (int)tile.meta_group_size();
}

__global__ void tile_functions(int *to) {
    cg::thread_block block = cg::this_thread_block();
    cg::thread_block_tile<8> tile = cg::tiled_partition<8>(block);
    int t = threadIdx.x, r = tile.thread_rank(), all = 0;
    int up = tile.shfl_up(t, 3), down = tile.shfl_down(t, 3), other = tile.shfl_xor(t, 5);
    unsigned odd = tile.ballot(r % 2), same = tile.match_any(r / 4);
    unsigned every = tile.match_all(t / 8, all);
    int right = r == t % 8 && up == (r < 3 ? t : t - 3) && down == (r > 4 ? t : t + 3) &&
                other == (t ^ 5) && odd == 0xaa && same == (r < 4 ? 0x0fu : 0xf0u) &&
                every == 0xff && all && tile.any(r == 7) && !tile.any(r == 8) && tile.all(r < 8) &&
                !tile.all(r < 7);
    to[t] = right;
}

struct three {
    double a, b, c;
};

__global__ void wide_shuffles(int *to) {
    auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    int r = warp.thread_rank();
    three mine = {r * 1.5, r * 2.5, r * 3.5}, other = warp.shfl(mine, 31 - r);
    to[threadIdx.x] = other.a == (31 - r) * 1.5 && other.c == (31 - r) * 3.5;
}

__global__ void tiles_of_tiles(int *to) {
    auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    auto four = cg::tiled_partition<4>(warp);
    cg::thread_group two = cg::tiled_partition(cg::this_thread_block(), 2);
    two.sync();
    to[threadIdx.x] = four.shfl((int)threadIdx.x, 3) * 1000 + four.meta_group_rank() * 100 +
                      four.meta_group_size() * 10 + two.size();
}

__device__ int sum_of(cg::thread_group group, int *part, int value) {
    int rank = group.thread_rank();
    for (int i = group.size() / 2; i > 0; i /= 2) {
        part[rank] = value;
        group.sync();
        if (rank < i)
            value += part[rank + i];
        group.sync();
    }
    return value; // of thread 0
}

__global__ void any_group(int *to, int size) {
    __shared__ int part[256];
    auto block = cg::this_thread_block();
    int t = block.thread_rank();
    cg::thread_group tile = cg::tiled_partition(block, size);
    int sum = sum_of(tile, part + t / size * size, t);
    if (tile.thread_rank() == 0)
        to[t / size] = sum;
    block.sync();
    sum = sum_of(block, part, 1);
    if (t == 0)
        to[256 / size] = sum;
}

static int tile_sum(int i, int n) { // of n threads from i / n * n on
    return i / n * n * n + n * (n - 1) / 2 + 10000 * (i / n) + 128 / n;
}

static void test_tiles(void) {
    tile_sums<1><<<1, 128>>>(out);
    CU_ASSERT_EQUAL(wrong(128, [](int i) { return tile_sum(i, 1); }), 0);
    tile_sums<4><<<1, 128>>>(out);
    CU_ASSERT_EQUAL(wrong(128, [](int i) { return tile_sum(i, 4); }), 0);
    tile_sums<32><<<1, 128>>>(out);
    CU_ASSERT_EQUAL(wrong(128, [](int i) { return tile_sum(i, 32); }), 0);
    tile_functions<<<1, 64>>>(out);
    CU_ASSERT_EQUAL(wrong(64, [](int) { return 1; }), 0);
    wide_shuffles<<<1, 64>>>(out);
    CU_ASSERT_EQUAL(wrong(64, [](int) { return 1; }), 0);
    tiles_of_tiles<<<1, 64>>>(out);
    CU_ASSERT_EQUAL(wrong(64, [](int i) { return (i | 3) * 1000 + i % 32 / 4 * 100 + 82; }), 0);
    for (int size = 4; size <= 32; size *= 2) {
        any_group<<<1, 256>>>(out, size);
        auto wanted = [=](int i) {
            return i == 256 / size ? 256 : i * size * size + size * (size - 1) / 2;
        };
        CU_ASSERT_EQUAL(wrong(256 / size + 1, wanted), 0);
    }
}

// ---- tiles of more than a warp

__global__ void large_tiles(int *to) {
    __shared__ cg::block_tile_memory<256> memory;
    __shared__ int line[256];
    auto block = cg::this_thread_block(memory);
    auto tile = cg::tiled_partition<64>(block);
    int t = threadIdx.x, r = tile.thread_rank(), base = tile.meta_group_rank() * 64;
    for (int i = 0; i < 3; i++) {
        line[t] = t + i;
        tile.sync();
        int other = line[base + 63 - r];
        tile.sync();
        to[t] = other;
    }
    int any = tile.any(t == 70), all = tile.all(t >= 64),
        sum = cg::reduce(tile, t, cg::plus<int>());
    to[t] += 1000 * (any + 2 * all) + 10000 * (sum == base * 64 + 2016);
}

static void test_large_tiles(void) {
    large_tiles<<<1, 256>>>(out);
    CU_ASSERT_EQUAL(wrong(256,
                          [](int i) {
                              int any = i / 64 == 1, all = i >= 64;
                              return i / 64 * 64 + 63 - i % 64 + 2 + 1000 * (any + 2 * all) + 10000;
                          }),
                    0);
}

// ---- lanes that are together

__global__ void take_tickets(int *counter, int *to) {
    int t = threadIdx.x;
    if (t % 3 == 1) {
        cg::coalesced_group here = cg::coalesced_threads();
        int first = 0;
        if (here.thread_rank() == 0)
            first = atomicAdd(counter, here.size());
        int ticket = here.shfl(first, 0) + here.thread_rank();
        to[ticket] = 1;
    }
}

__global__ void coalesced_functions(int *to) {
    int t = threadIdx.x;
    if (t % 4 != 0) {
        auto here = cg::coalesced_threads();
        int r = here.thread_rank();
        int up = here.shfl_up(t, 1), down = here.shfl_down(t, 2);
        unsigned low = here.ballot(r < 3);
        int wanted_up = r == 0 ? t : r % 3 == 0 ? t - 2 : t - 1;
        int wanted_down = r + 2 >= 24 ? t : t + (r % 3 == 0 ? 2 : 3);
        to[t] = here.size() == 24 && up == wanted_up && down == wanted_down && low == 7 &&
                here.any(t % 32 == 31) && here.all(t > 0);
    }
}

__global__ void partitions(int *to) {
    auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    int r = warp.thread_rank();
    auto half = cg::binary_partition(warp, r % 3 == 0);
    auto label = cg::labeled_partition(warp, r % 5);
    int count = cg::reduce(half, 1, cg::plus<int>());
    int biggest = cg::reduce(label, r, cg::greater<int>());
    to[threadIdx.x] = count * 10000 + biggest * 100 + label.size() * 10 +
                      (half.thread_rank() == (unsigned)(r % 3 == 0 ? r / 3 : r - r / 3 - 1));
}

static void test_together(void) {
    int *counter = device_int(0);
    take_tickets<<<1, 96>>>(counter, out);
    CU_ASSERT_EQUAL(wrong(40, [](int i) { return i < 32; }), 0);
    CU_ASSERT_EQUAL(read_int(counter), 32);
    OK(cudaFree(counter));
    coalesced_functions<<<1, 64>>>(out);
    CU_ASSERT_EQUAL(wrong(64, [](int i) { return i % 4 != 0; }), 0);
}

static void test_partitions(void) {
    partitions<<<1, 64>>>(out);
    CU_ASSERT_EQUAL(wrong(64,
                          [](int i) {
                              int r = i % 32, biggest = r % 5 < 2 ? 30 + r % 5 : 25 + r % 5;
                              return (r % 3 == 0 ? 11 : 21) * 10000 + biggest * 100 +
                                     (r % 5 < 2 ? 7 : 6) * 10 + 1;
                          }),
                    0);
}

// ---- reductions and scans

__global__ void reductions(int *to) {
    auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    auto eight = cg::tiled_partition<8>(cg::this_thread_block());
    int r = warp.thread_rank();
    int right = cg::reduce(warp, r, cg::plus<int>()) == 496 &&
                cg::reduce(warp, 5 - r, cg::less<int>()) == -26 &&
                cg::reduce(eight, r, cg::greater<int>()) == (r | 7) &&
                cg::reduce(warp, 1u << r, cg::bit_or<unsigned>()) == 0xffffffffu &&
                cg::reduce(warp, ~(1u << r), cg::bit_and<unsigned>()) == 0 &&
                cg::reduce(warp, r, cg::bit_xor<int>()) == 0 &&
                cg::reduce(eight, 0.5 * r, cg::plus<double>()) == 0.5 * ((r & ~7) * 8 + 28) &&
                cg::reduce(warp, r, [](int a, int b) { return a > b ? a : b; }) == 31;
    to[threadIdx.x] = right;
}

__global__ void scans(int *to) {
    auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    int r = warp.thread_rank();
    int right = cg::inclusive_scan(warp, r + 1) == (r + 1) * (r + 2) / 2 &&
                cg::exclusive_scan(warp, r + 1) == r * (r + 1) / 2 &&
                cg::inclusive_scan(warp, 31 - r, cg::less<int>()) == 31 - r;
    if (r >= 4) {
        auto here = cg::coalesced_threads();
        right = right && cg::inclusive_scan(here, 1, cg::plus<int>()) == r - 3;
    }
    to[threadIdx.x] = right;
}

// The forms that hostcc splits (ways.sh asks for it), in blocks of several rows, too.
__global__ void split_tiles(int *to) {
    auto block = cg::this_thread_block();
    auto warp = cg::tiled_partition<32>(block);
    auto eight = cg::tiled_partition<8>(warp);
    int t = block.thread_rank(), r = warp.thread_rank(), e = eight.thread_rank();
    int sum = cg::reduce(warp, r, cg::plus<int>());
    int most = cg::reduce(eight, 7 * r % 32, cg::greater<int>());
    int upto = cg::inclusive_scan(eight, e + 1), below = cg::exclusive_scan(warp, 2);
    unsigned odd = eight.ballot(e % 2);
    int other = eight.shfl_xor(t, 3);
    int first = warp.shfl(t, 0);
    int any = eight.any(r == 9), all = eight.all(r < 8);
    int wanted = 0;
    for (int i = r / 8 * 8; i < r / 8 * 8 + 8; i++)
        wanted = wanted < 7 * i % 32 ? 7 * i % 32 : wanted;
    int place = (int)eight.meta_group_rank() == r / 8 && eight.meta_group_size() == 4 &&
                (int)warp.meta_group_rank() == t / 32 &&
                warp.meta_group_size() == block.size() / 32;
    to[t] = sum == 496 && most == wanted && upto == (e + 1) * (e + 2) / 2 && below == 2 * r &&
            odd == 0xaa && other == (t ^ 3) && first == t / 32 * 32 && any == (r / 8 == 1) &&
            all == (r / 8 == 0) && place;
}

__device__ int tile_total(cg::thread_block_tile<32> tile, int value) {
    for (int step = tile.size() / 2; step > 0; step /= 2)
        value += tile.shfl_down(value, step);
    return value;
}

__global__ void split_total(int *to) {
    __shared__ int part[32];
    cg::thread_block cta = cg::this_thread_block();
    cg::thread_block_tile<32> tile = cg::tiled_partition<32>(cta);
    int total = tile_total(tile, (int)cta.thread_rank());
    if (tile.thread_rank() == 0)
        part[tile.meta_group_rank()] = total;
    cg::sync(cta);
    int sum = 0;
    for (int i = 0; i < (int)(cta.num_threads() / tile.size()); i++)
        sum += part[i];
    to[cta.thread_rank()] = sum;
}

static void test_reductions(void) {
    split_tiles<<<1, 96>>>(out);
    CU_ASSERT_EQUAL(wrong(96, [](int) { return 1; }), 0);
    split_tiles<<<1, dim3(16, 4, 2)>>>(out);
    CU_ASSERT_EQUAL(wrong(128, [](int) { return 1; }), 0);
    split_total<<<1, dim3(8, 16)>>>(out);
    CU_ASSERT_EQUAL(wrong(128, [](int) { return 127 * 64; }), 0);
    reductions<<<1, 64>>>(out);
    CU_ASSERT_EQUAL(wrong(64, [](int) { return 1; }), 0);
    scans<<<1, 64>>>(out);
    CU_ASSERT_EQUAL(wrong(64, [](int) { return 1; }), 0);
}

// ---- copies

__global__ void copies(int *to, const int *from, int count) {
    __shared__ int part[128];
    auto block = cg::this_thread_block();
    for (int i = 0; i < count; i += 128) {
        cg::memcpy_async(block, part, from + i, sizeof(int) * 128);
        cg::wait(block);
        to[i + threadIdx.x] = part[127 - threadIdx.x];
        block.sync();
    }
}

static void test_copies(void) {
    int *from;
    OK_FATAL(cudaMallocManaged(&from, 1024 * sizeof(int)));
    for (int i = 0; i < 1024; i++)
        from[i] = i;
    copies<<<1, 128>>>(out, from, 1024);
    CU_ASSERT_EQUAL(wrong(1024, [](int i) { return i / 128 * 128 + 127 - i % 128; }), 0);
    OK(cudaFree(from));
}

// ---- grids

__global__ void whole_grid(int *to, int *from, int count) {
    cg::grid_group grid = cg::this_grid();
    for (int i = 0; i < count; i++) { // each thread takes what its neighbour had
        int *swap = to;
        unsigned n = grid.size(), t = grid.thread_rank();
        to[t] = from[(t + 1) % n];
        to = from;
        from = swap;
        grid.sync();
    }
}

__global__ void is_grid_valid(int *to) {
    *to = cg::this_grid().is_valid();
}

static void test_grids(void) {
    int blocks = processors() < 8 ? processors() : 8, threads = blocks * 64, rounds = 20;
    int *a, *b, supported = 0;
    OK(cudaDeviceGetAttribute(&supported, cudaDevAttrCooperativeLaunch, 0));
    CU_ASSERT_EQUAL(supported, 1);
    OK_FATAL(cudaMallocManaged(&a, (size_t)threads * sizeof *a));
    OK_FATAL(cudaMallocManaged(&b, (size_t)threads * sizeof *b));
    for (int i = 0; i < threads; i++)
        a[i] = i;
    void *arguments[] = {&b, &a, &rounds};
    OK(cudaLaunchCooperativeKernel(whole_grid, blocks, 64, arguments));
    OK(cudaDeviceSynchronize());
    int bad = 0;
    for (int i = 0; i < threads; i++)
        bad += a[i] != (i + rounds) % threads;
    CU_ASSERT_EQUAL(bad, 0);
    void *one[] = {&out};
    OK(cudaLaunchCooperativeKernel(is_grid_valid, 1, 1, one));
    CU_ASSERT_EQUAL(read_int(out), 1);
    is_grid_valid<<<2, 1>>>(out);
    CU_ASSERT_EQUAL(read_int(out), 1);
    GIVES(cudaLaunchCooperativeKernel(whole_grid, 1 << 20, 64, arguments),
          cudaErrorCooperativeLaunchTooLarge);
    cudaGetLastError();
    OK(cudaFree(a));
    OK(cudaFree(b));
}

// Two of them at once: neither may keep the processors that the other waits for.
static void test_two_grids(void) {
    int blocks = processors() < 8 ? processors() : 8, threads = blocks * 64, rounds = 50;
    cudaStream_t streams[2];
    int *numbers[2][2];
    for (int s = 0; s < 2; s++) {
        OK_FATAL(cudaStreamCreate(&streams[s]));
        for (int i = 0; i < 2; i++)
            OK_FATAL(cudaMallocManaged(&numbers[s][i], (size_t)threads * sizeof(int)));
        for (int i = 0; i < threads; i++)
            numbers[s][0][i] = i;
    }
    for (int round = 0; round < 3; round++)
        for (int s = 0; s < 2; s++) {
            void *arguments[] = {&numbers[s][1], &numbers[s][0], &rounds};
            OK(cudaLaunchCooperativeKernel(whole_grid, blocks, 64, arguments, 0, streams[s]));
        }
    OK(cudaDeviceSynchronize());
    for (int s = 0; s < 2; s++) {
        CU_ASSERT_EQUAL(numbers[s][0][0], 3 * rounds % threads);
        for (int i = 0; i < 2; i++)
            OK(cudaFree(numbers[s][i]));
        OK(cudaStreamDestroy(streams[s]));
    }
}

static const struct test tests[] = {
    {"blocks as groups", test_blocks},
    {"tiles", test_tiles},
    {"tiles of several warps", test_large_tiles},
    {"coalesced threads", test_together},
    {"labeled and binary partitions", test_partitions},
    {"reductions and scans of groups", test_reductions},
    {"copies of groups", test_copies},
    {"grids that wait for themselves", test_grids},
    {"two grids that wait for themselves", test_two_grids},
};

LANGUAGE_MAIN("lang_groups", tests)
