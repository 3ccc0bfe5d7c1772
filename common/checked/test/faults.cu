// faults.cu: a program for each fault and one without it. checked.sh has what must be found: the
// mode, then the kinds and the lines, by the words "fault here" of a line.
#include <cooperative_groups.h>
#include <cuda_runtime.h>
#include <stdio.h>
#include <string.h>

enum { N = 64 };

__global__ void fill(int *x, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        x[i] = i; // past: fault here
}

__global__ void copy(const int *x, int *y) {
    y[threadIdx.x] = x[threadIdx.x]; // unwritten freed host: fault here
}

__global__ void before(int *x) {
    x[(int)threadIdx.x - 1] = 1; // before: fault here
}

__global__ void wide(char *x, int offset) {
    *(double *)(x + offset) = 1; // misaligned: fault here
}

__global__ void turn(int *x, int synchronise) {
    __shared__ int tile[N];
    int t = threadIdx.x;
    tile[t] = x[t];
    if (synchronise)
        __syncthreads();
    x[t] = tile[N - 1 - t]; // threads: fault here
}

__global__ void shared_past(int *x, int n) {
    __shared__ int tile[N];
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        tile[i] = 1; // shared: fault here
    __syncthreads();
    x[threadIdx.x] = tile[threadIdx.x];
}

__global__ void dynamic_past(int *x) {
    extern __shared__ int room[];
    room[threadIdx.x] = 1; // dynamic: fault here
    __syncthreads();
    x[threadIdx.x] = room[threadIdx.x];
}

__global__ void add_plainly(int *x) {
    x[0] = x[0] + 1; // blocks: fault here
}

__global__ void add(int *x) {
    atomicAdd(x, 1);
}

__global__ void flag(int *x) { // all write the same
    x[0] = 1;
}

__global__ void some_meet(int *x, int most) {
    if ((int)threadIdx.x < most) {
        x[threadIdx.x] = 1;
        __syncthreads(); // barrier: fault here
    }
}

__global__ void leave_early(int *x, int n) {
    if ((int)threadIdx.x >= n)
        return;
    x[threadIdx.x] = 1;
    __syncthreads();
}

__global__ void warp_sum(int *x, int synchronise) {
    __shared__ int part[32];
    int t = threadIdx.x;
    part[t] = x[t]; // lanes: fault here
    for (int step = 16; step > 0; step /= 2) {
        if (synchronise)
            __syncwarp();
        int other = t < step ? part[t + step] : 0;
        if (synchronise)
            __syncwarp();
        part[t] += other;
    }
    x[t] = part[t];
}

__shared__ int of_no_function[N];
__global__ void turn_outside(int *x) {
    of_no_function[threadIdx.x] = x[threadIdx.x];
    __syncthreads();
    x[threadIdx.x] = of_no_function[N - 1 - threadIdx.x];
}

__device__ int finished;
__global__ void last_block(int *part, int *sum, int fence) {
    __shared__ bool last;
    if (threadIdx.x == 0) {
        part[blockIdx.x] = (int)blockIdx.x;
        if (fence)
            __threadfence();
        last = atomicAdd(&finished, 1) == (int)gridDim.x - 1;
    }
    __syncthreads();
    if (!last)
        return;
    if (threadIdx.x == 0) {
        int all = 0;
        for (unsigned i = 0; i < gridDim.x; i++)
            all += part[i]; // fence: fault here
        *sum = all;
        finished = 0;
    }
}

__global__ void grid_meets(int *x) {
    x[blockIdx.x] = 1;
    cooperative_groups::this_grid().sync();
    x[gridDim.x + blockIdx.x] = x[(blockIdx.x + 1) % gridDim.x];
}

struct pair {
    char small;
    double large;
};
__device__ pair made(int i) {
    return pair{(char)i, 1.0 * i};
}
__global__ void make_pairs(pair *x) {
    x[threadIdx.x] = made((int)threadIdx.x);
}
__global__ void copy_pairs(const pair *x, pair *y) {
    y[threadIdx.x] = x[threadIdx.x];
}

__global__ void lock(int *guard, int *x) {
    if (threadIdx.x == 0) {
        while (atomicCAS(guard, 0, 1) != 0)
            ;
        __threadfence();
        x[0] += 1;
        __threadfence();
        atomicExch(guard, 0);
    }
}

__global__ void own_heap(int *x) {
    int *room = (int *)malloc(4 * sizeof(int)), *more = new int[4];
    for (int i = 0; i < 4; i++)
        room[i] = more[i] = i;
    x[threadIdx.x] = room[threadIdx.x % 4] + more[1];
    free(room);
    delete[] more;
}

static void without_fault(int *x, int *y, int *host) {
    fill<<<2, N>>>(x, N);
    copy<<<1, N>>>(x, y);
    turn<<<1, N>>>(y, 1);
    shared_past<<<1, N>>>(x, N);
    dynamic_past<<<1, N, N * sizeof(int)>>>(x);
    wide<<<1, 1>>>((char *)x, 8);
    add<<<4, N>>>(x);
    flag<<<4, N>>>(x);
    some_meet<<<1, N>>>(x, N);
    leave_early<<<1, N>>>(x, N / 2);
    warp_sum<<<1, 32>>>(x, 1);
    last_block<<<8, N>>>(x, y, 1);
    copy<<<1, 32>>>(host, x); // mapped
    cudaMemset(y, 0, N * sizeof(int));
    lock<<<4, N>>>(y, y + 1);
    own_heap<<<1, N>>>(x);
    turn_outside<<<1, N>>>(x);
    void *arguments[] = {&x};
    cudaLaunchCooperativeKernel((void *)grid_meets, dim3(2), dim3(1), arguments, 0, 0);
    pair *pairs, *more;
    cudaMalloc(&pairs, N * sizeof *pairs);
    cudaMalloc(&more, N * sizeof *pairs);
    make_pairs<<<1, N>>>(pairs);
    copy_pairs<<<1, N>>>(pairs, more);
    cudaFree(pairs);
    cudaFreeAsync(more, 0);
}

int main(int, char **arguments) {
    const char *fault = arguments[1];
    auto is = [&](const char *name) { return strcmp(fault, name) == 0; };
    int *x, *y, *host, *unwritten;
    cudaMalloc(&x, N * sizeof(int)); // made here
    cudaMalloc(&y, N * sizeof(int));
    cudaMalloc(&unwritten, N * sizeof(int));
    cudaHostAlloc(&host, N * sizeof(int), cudaHostAllocMapped);
    memset(host, 0, N * sizeof(int));
    cudaMemset(x, 0, N * sizeof(int));
    static int the_hosts[N];
    int *of_the_heap = new int[N]();
    puts("its output");
    if (is("none"))
        without_fault(x, y, host);
    if (is("past"))
        fill<<<2, N>>>(x, N + 1);
    if (is("unwritten"))
        copy<<<1, N>>>(unwritten, y);
    if (is("before"))
        before<<<1, N>>>(x);
    if (is("host"))
        copy<<<1, N>>>(of_the_heap, y);
    if (is("misaligned"))
        wide<<<1, 1>>>((char *)x, 4);
    if (is("threads"))
        turn<<<1, N>>>(x, 0);
    if (is("shared"))
        shared_past<<<1, N>>>(x, N + 1);
    if (is("dynamic"))
        dynamic_past<<<1, N, (N - 1) * sizeof(int)>>>(x);
    if (is("blocks"))
        add_plainly<<<4, 1>>>(x);
    if (is("barrier"))
        some_meet<<<1, N>>>(x, N - 1);
    if (is("lanes"))
        warp_sum<<<1, 32>>>(x, 0);
    if (is("fence"))
        last_block<<<8, N>>>(x, y, 0);
    if (is("freed")) {
        cudaFree(x);
        copy<<<1, N>>>(x, y);
    }
    cudaDeviceSynchronize();
    (void)the_hosts;
    return is("fails") ? 7 : 0;
}
