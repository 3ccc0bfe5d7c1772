// sem_memory.cu: allocations, copies and symbols: what works, and which error the rest gives.
#include <unistd.h>
#include <vector>

#include "semantics.h"

__constant__ float table[16];
__device__ int counter;
__device__ double matrix[4][8];

__global__ void read_table(float *to) {
    to[threadIdx.x] = table[threadIdx.x];
}

__global__ void bump(void) {
    counter += 5;
}

__global__ void fill(int *to, int value) {
    to[blockIdx.x * blockDim.x + threadIdx.x] = value;
}

struct element {
    int value;
    char name[12];
};

__global__ void add_to(element &e, int more) {
    e.value += more;
}

__global__ void read_after_barrier(const element &e, int *to) {
    __syncthreads();
    to[threadIdx.x] = e.value;
}

template <class T> static T *device_array(size_t count) {
    T *memory = NULL;
    OK_FATAL(cudaMalloc(&memory, count * sizeof(T)));
    return memory;
}

static void gives_and_forgets(cudaError_t found, cudaError_t expected) {
    if (found != expected)
        printf("          %s, expected %s\n", cudaGetErrorName(found), cudaGetErrorName(expected));
    CU_ASSERT_EQUAL(found, expected);
    CU_ASSERT_EQUAL(cudaGetLastError(), expected);
}

static void test_malloc(void) {
    void *memory = (void *)1;
    OK(cudaMalloc(&memory, 0));
    CU_ASSERT_PTR_NULL(memory);
    gives_and_forgets(cudaMalloc(&memory, (size_t)1 << 50), cudaErrorMemoryAllocation);
    gives_and_forgets(cudaMalloc((void **)NULL, 16), cudaErrorInvalidValue);
    OK(cudaMalloc(&memory, 1));
    CU_ASSERT_EQUAL((size_t)memory % 256, 0);
    OK(cudaFree(memory));
    OK(cudaFree(NULL));
}

static void test_free_of_what_is_not_there(void) {
    int local = 0, *memory = device_array<int>(64);
    gives_and_forgets(cudaFree(memory + 1), cudaErrorInvalidValue);
    gives_and_forgets(cudaFree(&local), cudaErrorInvalidValue);
    OK(cudaFree(memory));
    gives_and_forgets(cudaFree(memory), cudaErrorInvalidValue);
    gives_and_forgets(cudaFreeHost(&local), cudaErrorInvalidValue);
    OK(cudaFreeHost(NULL));
}

static void test_copies_there_and_back(void) {
    size_t sizes[] = {1, 3, 4096, 65536, 65537, (4 << 20) + 5};
    for (size_t size : sizes) {
        std::vector<unsigned char> from(size), back(size, 0);
        unsigned char *one = device_array<unsigned char>(size);
        unsigned char *other = device_array<unsigned char>(size);
        for (size_t i = 0; i < size; i++)
            from[i] = (unsigned char)(i * 7 + i / 251);
        OK(cudaMemcpy(one, from.data(), size, cudaMemcpyHostToDevice));
        OK(cudaMemcpy(other, one, size, cudaMemcpyDeviceToDevice));
        OK(cudaMemcpy(back.data(), other, size, cudaMemcpyDeviceToHost));
        CU_ASSERT_TRUE(from == back);
        back.assign(size, 0);
        OK(cudaMemcpy(one, from.data(), size, cudaMemcpyDefault));
        OK(cudaMemcpy(back.data(), one, size, cudaMemcpyDefault));
        CU_ASSERT_TRUE(from == back);
        back.assign(size, 0);
        OK(cudaMemcpy(back.data(), from.data(), size, cudaMemcpyHostToHost));
        CU_ASSERT_TRUE(from == back);
        OK(cudaFree(one));
        OK(cudaFree(other));
    }
}

static void test_wrong_copies(void) {
    int host[4] = {0}, *memory = device_array<int>(4), *other = device_array<int>(4);
    size_t size = sizeof host;
    gives_and_forgets(cudaMemcpy(host, memory, size, cudaMemcpyHostToDevice),
                      cudaErrorInvalidValue);
    gives_and_forgets(cudaMemcpy(memory, host, size, cudaMemcpyDeviceToHost),
                      cudaErrorInvalidValue);
    gives_and_forgets(cudaMemcpy(NULL, host, size, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
    gives_and_forgets(cudaMemcpy(host, NULL, size, cudaMemcpyDeviceToHost), cudaErrorInvalidValue);
    gives_and_forgets(cudaMemcpy(memory, host, (size_t)64 << 20, cudaMemcpyHostToDevice),
                      cudaErrorInvalidValue);
    gives_and_forgets(cudaMemcpy(memory, host, size, (cudaMemcpyKind)9),
                      cudaErrorInvalidMemcpyDirection);
    OK(cudaMemcpy(memory, host, 0, cudaMemcpyHostToDevice));
    OK(cudaFree(memory));
    OK(cudaFree(other));
}

static void test_memset(void) {
    size_t count = (1 << 20) + 3;
    std::vector<unsigned char> back(count);
    unsigned char *memory = device_array<unsigned char>(count);
    OK(cudaMemset(memory, 0x15a, count)); // only the low byte counts
    OK(cudaMemset(memory + 1, 7, 2));
    OK(cudaMemcpy(back.data(), memory, count, cudaMemcpyDeviceToHost));
    size_t wrong = 0;
    for (size_t i = 0; i < count; i++)
        wrong += back[i] != (i == 1 || i == 2 ? 7 : 0x5a);
    CU_ASSERT_EQUAL(wrong, 0);
    gives_and_forgets(cudaMemset(NULL, 0, 4), cudaErrorInvalidValue);
    OK(cudaMemset(memory, 0, 0));
    OK(cudaFree(memory));
}

static void test_rows(void) {
    enum { WIDTH = 100, HEIGHT = 37 };
    size_t pitch = 0;
    char *memory, host[HEIGHT][WIDTH], back[HEIGHT][WIDTH + 12];
    OK_FATAL(cudaMallocPitch(&memory, &pitch, WIDTH, HEIGHT));
    CU_ASSERT_TRUE(pitch >= WIDTH && pitch % 32 == 0);
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++)
            host[y][x] = (char)(x * 3 + y);
    memset(back, 1, sizeof back);
    OK(cudaMemset2D(memory, pitch, 9, WIDTH, HEIGHT));
    OK(cudaMemcpy2D(memory, pitch, host, WIDTH, WIDTH - 1, HEIGHT, cudaMemcpyHostToDevice));
    OK(cudaMemcpy2D(back, sizeof back[0], memory, pitch, WIDTH, HEIGHT, cudaMemcpyDeviceToHost));
    int wrong = 0;
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH + 12; x++)
            wrong += back[y][x] != (x < WIDTH - 1 ? host[y][x] : x < WIDTH ? 9 : 1);
    CU_ASSERT_EQUAL(wrong, 0);
    gives_and_forgets(
        cudaMemcpy2D(memory, WIDTH - 1, host, WIDTH, WIDTH, HEIGHT, cudaMemcpyHostToDevice),
        cudaErrorInvalidPitchValue);
    OK(cudaFree(memory));
}

// A box of 5 x 4 x 3 integers goes to the device whole, a part of it comes back to another place.
static void test_boxes(void) {
    enum { X = 5, Y = 4, Z = 3 };
    int host[Z][Y][X], back[Z][Y][X];
    for (int i = 0; i < X * Y * Z; i++) {
        (&host[0][0][0])[i] = i;
        (&back[0][0][0])[i] = -1;
    }
    cudaPitchedPtr device;
    OK_FATAL(cudaMalloc3D(&device, make_cudaExtent(X * sizeof(int), Y, Z)));
    cudaMemcpy3DParms copy = {};
    copy.srcPtr = make_cudaPitchedPtr(host, X * sizeof(int), X * sizeof(int), Y);
    copy.dstPtr = device;
    copy.extent = make_cudaExtent(X * sizeof(int), Y, Z);
    copy.kind = cudaMemcpyHostToDevice;
    OK(cudaMemcpy3D(&copy));
    copy.srcPtr = device;
    copy.srcPos = make_cudaPos(sizeof(int), 2, 1);
    copy.dstPtr = make_cudaPitchedPtr(back, X * sizeof(int), X * sizeof(int), Y);
    copy.dstPos = make_cudaPos(2 * sizeof(int), 1, 0);
    copy.extent = make_cudaExtent(3 * sizeof(int), 2, 2);
    copy.kind = cudaMemcpyDeviceToHost;
    OK(cudaMemcpy3D(&copy));
    int wrong = 0;
    for (int z = 0; z < Z; z++)
        for (int y = 0; y < Y; y++)
            for (int x = 0; x < X; x++) {
                bool inside = x >= 2 && y >= 1 && y < 3 && z < 2;
                wrong += back[z][y][x] != (inside ? host[z + 1][y + 1][x - 1] : -1);
            }
    CU_ASSERT_EQUAL(wrong, 0);
    OK(cudaFree(device.ptr));
}

static void test_symbols(void) {
    float host[16], back[16];
    for (int i = 0; i < 16; i++)
        host[i] = (float)i * 1.5f;
    float *memory = device_array<float>(16);
    OK(cudaMemcpyToSymbol(table, host, sizeof host));
    OK(cudaMemcpyToSymbol(table, host, sizeof(float), 3 * sizeof(float)));
    host[3] = host[0];
    read_table<<<1, 16>>>(memory);
    OK(cudaMemcpy(back, memory, sizeof back, cudaMemcpyDeviceToHost));
    CU_ASSERT_EQUAL(memcmp(back, host, sizeof host), 0);
    memset(back, 0, sizeof back);
    OK(cudaMemcpyFromSymbol(back, table, sizeof back));
    CU_ASSERT_EQUAL(memcmp(back, host, sizeof host), 0);

    int value = 10;
    OK(cudaMemcpyToSymbol(counter, &value, sizeof value));
    bump<<<1, 1>>>();
    OK(cudaMemcpyFromSymbol(&value, counter, sizeof value));
    CU_ASSERT_EQUAL(value, 15);

    void *address = NULL;
    OK(cudaGetSymbolAddress(&address, counter));
    OK(cudaMemset(address, 0, sizeof value));
    OK(cudaMemcpyFromSymbol(&value, counter, sizeof value));
    CU_ASSERT_EQUAL(value, 0);
    gives_and_forgets(cudaMemcpyToSymbol(counter, host, sizeof value + 1), cudaErrorInvalidValue);
    OK(cudaFree(memory));
}

static void test_pinned_memory(void) {
    int *host, *device;
    OK_FATAL(cudaHostAlloc(&host, 256 * sizeof *host, cudaHostAllocMapped));
    OK(cudaHostGetDevicePointer(&device, host, 0));
    fill<<<1, 256>>>(device, 11);
    OK(cudaDeviceSynchronize());
    CU_ASSERT_EQUAL(host[255], 11);
    OK(cudaFreeHost(host));
    gives_and_forgets(cudaHostAlloc(&host, 16, 0x80), cudaErrorInvalidValue);
}

static void test_registered_memory(void) {
    size_t size = 1 << 20;
    char *memory = (char *)aligned_alloc(4096, size);
    cudaPointerAttributes is;
    OK(cudaHostRegister(memory, size, cudaHostRegisterDefault));
    OK(cudaPointerGetAttributes(&is, memory + size / 2));
    CU_ASSERT_EQUAL(is.type, cudaMemoryTypeHost);
    gives_and_forgets(cudaHostRegister(memory, size, cudaHostRegisterDefault),
                      cudaErrorHostMemoryAlreadyRegistered);
    OK(cudaHostUnregister(memory));
    gives_and_forgets(cudaHostUnregister(memory), cudaErrorHostMemoryNotRegistered);
    free(memory);
}

static void test_managed_memory(void) {
    int *memory;
    OK_FATAL(cudaMallocManaged(&memory, 4096 * sizeof *memory));
    memory[0] = 1;
    memory[4095] = 1;
    fill<<<16, 256>>>(memory, 21);
    OK(cudaDeviceSynchronize());
    CU_ASSERT_EQUAL(memory[0], 21);
    CU_ASSERT_EQUAL(memory[4095], 21);
    OK(cudaMemset(memory, 0, 4));
    OK(cudaDeviceSynchronize());
    CU_ASSERT_EQUAL(memory[0], 0);
    OK(cudaFree(memory));
}

static cudaMemoryType type_of(const void *pointer) {
    cudaPointerAttributes is;
    OK(cudaPointerGetAttributes(&is, pointer));
    return is.type;
}

// A kernel's parameter may be a reference to managed memory.
static void test_references(void) {
    element *e;
    int *seen;
    OK_FATAL(cudaMallocManaged(&e, sizeof *e));
    OK_FATAL(cudaMallocManaged(&seen, 32 * sizeof *seen));
    e->value = 5;
    add_to<<<1, 1>>>(*e, 2);
    read_after_barrier<<<1, 32>>>(*e, seen);
    OK(cudaDeviceSynchronize());
    CU_ASSERT_EQUAL(e->value, 7);
    CU_ASSERT_EQUAL(seen[31], 7);
    int more = 3;
    void *arguments[] = {&e, &more}; // the address of a pointer, where the kernel has a reference
    OK(cudaLaunchKernel(add_to, 1, 1, arguments));
    OK(cudaDeviceSynchronize());
    CU_ASSERT_EQUAL(e->value, 10);
    OK(cudaFree(e));
    OK(cudaFree(seen));
}

static void test_pointer_attributes(void) {
    int local = 0, *device = device_array<int>(4), *pinned, *managed;
    OK_FATAL(cudaMallocHost(&pinned, 16));
    OK_FATAL(cudaMallocManaged(&managed, 16));
    CU_ASSERT_EQUAL(type_of(&local), cudaMemoryTypeUnregistered);
    CU_ASSERT_EQUAL(type_of(device + 3), cudaMemoryTypeDevice);
    CU_ASSERT_EQUAL(type_of(pinned), cudaMemoryTypeHost);
    CU_ASSERT_EQUAL(type_of(managed), cudaMemoryTypeManaged);
    cudaPointerAttributes is;
    OK(cudaPointerGetAttributes(&is, device));
    CU_ASSERT_EQUAL(is.device, 0);
    CU_ASSERT_PTR_EQUAL(is.devicePointer, device);
    CU_ASSERT_PTR_NULL(is.hostPointer);
    OK(cudaFree(device));
    OK(cudaFree(managed));
    OK(cudaFreeHost(pinned));
}

static void test_stream_ordered_memory(void) {
    cudaStream_t stream;
    int *memory, host[4] = {0};
    OK_FATAL(cudaStreamCreate(&stream));
    for (int i = 0; i < 100; i++) {
        OK(cudaMallocAsync(&memory, sizeof host, stream));
        fill<<<1, 4, 0, stream>>>(memory, i);
        OK(cudaMemcpyAsync(host, memory, sizeof host, cudaMemcpyDeviceToHost, stream));
        OK(cudaFreeAsync(memory, stream));
        OK(cudaStreamSynchronize(stream));
        CU_ASSERT_EQUAL(host[3], i);
    }
    OK(cudaStreamDestroy(stream));
}

static bool memory_info_sinks(void) {
    size_t before = 0, after = 0, total = 0, size = (size_t)256 << 20;
    OK(cudaMemGetInfo(&before, &total));
    CU_ASSERT_TRUE(before > 0 && before <= total);
    char *memory = device_array<char>(size);
    OK(cudaMemGetInfo(&after, &total));
    OK(cudaFree(memory));
    return after < before;
}

static void test_memory_info(void) {
    shows(memory_info_sinks, "less free memory after cudaMalloc");
}

// The memory that the process holds beyond what it allocated.
static long resident_mib(void) {
    long pages = 0, all = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (!file || fscanf(file, "%ld %ld", &all, &pages) != 2)
        pages = 0;
    if (file)
        fclose(file);
    return pages * (sysconf(_SC_PAGESIZE) >> 10) >> 10;
}

__global__ void waits_for_all(int *to) {
    int sum = to[threadIdx.x] & 1;
    for (int by = 16; by > 0; by /= 2)
        sum += __shfl_xor_sync(~0u, sum, by);
    if (__syncthreads_or(sum > 1000))
        to[0] = sum;
}

static void test_memory_beyond(void) {
    enum { MIB = 64 };
#if defined __SANITIZE_ADDRESS__ || defined __SANITIZE_THREAD__
    suite_skip("a sanitizer holds memory of its own");
#endif
    if (!on_host_device())
        suite_skip("a card's driver takes what it takes");
    long before = resident_mib();
    int *memory = device_array<int>(MIB << 18);
    cudaStream_t streams[32];
    for (cudaStream_t &stream : streams) {
        OK(cudaStreamCreate(&stream));
        waits_for_all<<<64, 1024, 0, stream>>>(memory);
    }
    for (int i = 0; i < 20000; i++)
        fill<<<1, 32>>>(memory, i);
    OK(cudaDeviceSynchronize());
    long beyond = resident_mib() - before - MIB;
    if (beyond > 64)
        printf("          %ld MiB beyond what the program allocated\n", beyond);
    CU_ASSERT_TRUE(before > 0 && beyond <= 64);
    for (cudaStream_t stream : streams)
        OK(cudaStreamDestroy(stream));
    OK(cudaFree(memory));
}

static void test_idle(void) {
    if (!on_host_device())
        suite_skip("a card is busy elsewhere");
    bool rests = false;
    OK(cudaDeviceSynchronize());
    for (int i = 0; i < TRIES && !rests; i++) {
        clock_t before = clock(); // of all threads of the process
        usleep(LONG_MS * 1000);
        rests = (clock() - before) * 1000.0 / CLOCKS_PER_SEC < LONG_MS / 2;
    }
    CU_ASSERT_TRUE(rests);
}

static const struct test tests[] = {
    {"malloc", test_malloc},
    {"wrong free", test_free_of_what_is_not_there},
    {"copies", test_copies_there_and_back},
    {"wrong copies", test_wrong_copies},
    {"memset", test_memset},
    {"rows", test_rows},
    {"boxes", test_boxes},
    {"symbols", test_symbols},
    {"pinned", test_pinned_memory},
    {"registered", test_registered_memory},
    {"managed", test_managed_memory},
    {"references", test_references},
    {"pointer attributes", test_pointer_attributes},
    {"stream-ordered", test_stream_ordered_memory},
    {"memory info", test_memory_info},
    {"memory beyond", test_memory_beyond},
    {"no busy core while idle", test_idle},
};

SUITE_MAIN("sem_memory", tests)
