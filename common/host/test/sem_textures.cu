// sem_textures.cu: textures and surfaces, on arrays and on linear memory: which element a read
// takes, how it is filtered, and what lies outside.
#include <math.h>

#include "semantics.h"

enum { WIDE = 8, HIGH = 4, DEEP = 3 };

struct image {
    cudaArray_t array;
    cudaTextureObject_t texture;
};

template <class T>
static image made(const T *pixels, cudaExtent size, unsigned flags, cudaTextureDesc how) {
    image one = {};
    cudaChannelFormatDesc format = cudaCreateChannelDesc<T>();
    cudaResourceDesc resource = {};
    cudaMemcpy3DParms copy = {};
    OK_FATAL(cudaMalloc3DArray(&one.array, &format, size, flags));
    size_t height = size.height ? size.height : 1;
    copy.srcPtr = make_cudaPitchedPtr((void *)pixels, size.width * sizeof(T), size.width, height);
    copy.dstArray = one.array;
    copy.extent = make_cudaExtent(size.width, height, size.depth ? size.depth : 1);
    copy.kind = cudaMemcpyHostToDevice;
    OK_FATAL(cudaMemcpy3D(&copy));
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = one.array;
    OK_FATAL(cudaCreateTextureObject(&one.texture, &resource, &how, NULL));
    return one;
}

static void drop(image one) {
    OK(cudaDestroyTextureObject(one.texture));
    OK(cudaFreeArray(one.array));
}

static cudaTextureDesc described(cudaTextureAddressMode mode, cudaTextureFilterMode filter,
                                 bool normalized) {
    cudaTextureDesc how = {};
    how.addressMode[0] = how.addressMode[1] = how.addressMode[2] = mode;
    how.filterMode = filter;
    how.normalizedCoords = normalized;
    return how;
}

// ---- which element

__global__ void read_line(cudaTextureObject_t texture, const float *x, float *to) {
    int i = threadIdx.x;
    to[i] = tex2D<float>(texture, x[i], 0.5f);
}

static void reads(image one, const float *at, const float *wanted, int count) {
    float *x, *to;
    OK_FATAL(cudaMallocManaged(&x, (size_t)count * sizeof *x));
    OK_FATAL(cudaMallocManaged(&to, (size_t)count * sizeof *to));
    memcpy(x, at, (size_t)count * sizeof *x);
    read_line<<<1, count>>>(one.texture, x, to);
    OK_FATAL(cudaDeviceSynchronize());
    for (int i = 0; i < count; i++)
        CU_ASSERT_EQUAL(to[i], wanted[i]);
    OK(cudaFree(x));
    OK(cudaFree(to));
}

static void test_addressing(void) {
    float line[WIDE];
    for (int i = 0; i < WIDE; i++)
        line[i] = (float)(i + 10);
    cudaExtent size = make_cudaExtent(WIDE, 1, 0);
    const float x[] = {0, 0.99f, 7.5f, -0.5f, -3, 8, 100};
    const float clamped[] = {10, 10, 17, 10, 10, 17, 17}, bordered[] = {10, 10, 17, 0, 0, 0, 0};
    const float parts[] = {0.0625f, -0.0625f, 1.0625f, 1.9375f, -1.9375f, 2.5f};
    const float wrapped[] = {10, 17, 10, 17, 10, 14}, mirrored[] = {10, 10, 17, 10, 10, 14};
    image one = made(line, size, 0, described(cudaAddressModeClamp, cudaFilterModePoint, false));
    reads(one, x, clamped, 7);
    drop(one);
    one = made(line, size, 0, described(cudaAddressModeBorder, cudaFilterModePoint, false));
    reads(one, x, bordered, 7);
    drop(one);
    one = made(line, size, 0, described(cudaAddressModeWrap, cudaFilterModePoint, true));
    reads(one, parts, wrapped, 6);
    drop(one);
    const float mirror_parts[] = {0.0625f, -0.0625f, 1.0625f, 1.9375f, -1.9375f, 2.5625f};
    one = made(line, size, 0, described(cudaAddressModeMirror, cudaFilterModePoint, true));
    reads(one, mirror_parts, mirrored, 6);
    drop(one);
}

// ---- filtering

static void test_filtering(void) {
    float line[WIDE];
    for (int i = 0; i < WIDE; i++)
        line[i] = (float)(i * i);
    cudaExtent size = make_cudaExtent(WIDE, 1, 0);
    image one = made(line, size, 0, described(cudaAddressModeClamp, cudaFilterModeLinear, false));
    const float x[] = {0.5f, 1.0f, 1.25f, 3.5f, 0, 8, 3.5f + 0.125f};
    const float wanted[] = {0, 0.5f, 0.75f, 9, 0, 49, 9 + 7 * 0.125f};
    reads(one, x, wanted, 7);
    drop(one);
    one = made(line, size, 0, described(cudaAddressModeBorder, cudaFilterModeLinear, false));
    const float edges[] = {8, -0.5f}, half[] = {24.5f, 0};
    reads(one, edges, half, 2);
    drop(one);
    one = made(line, size, 0, described(cudaAddressModeWrap, cudaFilterModeLinear, true));
    const float middle[] = {0}, joined[] = {24.5f}; // between the last and the first
    reads(one, middle, joined, 1);
    drop(one);
}

__global__ void read_box(cudaTextureObject_t texture, float *to) {
    int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;
    to[(z * HIGH + y) * WIDE + x] = tex3D<float>(texture, x + 1.0f, y + 0.75f, z + 0.5f);
}

static void test_three_dimensions(void) {
    float box[DEEP][HIGH][WIDE], *to;
    for (int i = 0; i < DEEP * HIGH * WIDE; i++)
        (&box[0][0][0])[i] = (float)(i % WIDE + 8 * (i / WIDE % HIGH) + 64 * (i / WIDE / HIGH));
    OK_FATAL(cudaMallocManaged(&to, sizeof box));
    image one = made(&box[0][0][0], make_cudaExtent(WIDE, HIGH, DEEP), 0,
                     described(cudaAddressModeClamp, cudaFilterModeLinear, false));
    read_box<<<1, dim3(WIDE, HIGH, DEEP)>>>(one.texture, to);
    OK_FATAL(cudaDeviceSynchronize());
    int bad = 0;
    for (int i = 0; i < DEEP * HIGH * WIDE; i++) {
        int x = i % WIDE, y = i / WIDE % HIGH, z = i / WIDE / HIGH;
        bad += to[i] != fminf(x + 0.5f, WIDE - 1) + 8 * fminf(y + 0.25f, HIGH - 1) + 64 * z;
    }
    CU_ASSERT_EQUAL(bad, 0);
    drop(one);
    OK(cudaFree(to));
}

// ---- types, layers, linear memory

__global__ void read_colours(cudaTextureObject_t raw, cudaTextureObject_t parts, int *to) {
    int i = threadIdx.x;
    uchar4 colour = tex2D<uchar4>(raw, i + 0.5f, 1.5f);
    float4 part = tex2D<float4>(parts, i + 0.5f, 1.5f);
    to[i] = colour.x == i && colour.y == 2 * i && colour.w == 255 && part.w == 1.0f &&
            fabsf(part.y - 2 * i / 255.0f) < 1e-6f;
}

static void test_types(void) {
    uchar4 colours[HIGH][WIDE] = {};
    int *to;
    for (int i = 0; i < WIDE; i++)
        colours[1][i] = make_uchar4((unsigned char)i, (unsigned char)(2 * i), 0, 255);
    cudaTextureDesc how = described(cudaAddressModeClamp, cudaFilterModePoint, false);
    image raw = made(&colours[0][0], make_cudaExtent(WIDE, HIGH, 0), 0, how);
    how.readMode = cudaReadModeNormalizedFloat;
    image parts = made(&colours[0][0], make_cudaExtent(WIDE, HIGH, 0), 0, how);
    OK_FATAL(cudaMallocManaged(&to, WIDE * sizeof *to));
    read_colours<<<1, WIDE>>>(raw.texture, parts.texture, to);
    OK_FATAL(cudaDeviceSynchronize());
    for (int i = 0; i < WIDE; i++)
        CU_ASSERT_TRUE(to[i]);
    drop(raw);
    drop(parts);
    OK(cudaFree(to));
}

__global__ void read_layers(cudaTextureObject_t texture, float *to) {
    to[threadIdx.x] = tex2DLayered<float>(texture, 2.5f, 1.5f, threadIdx.x);
}

__global__ void fetch(cudaTextureObject_t line, cudaTextureObject_t plane, float *to) {
    int i = threadIdx.x;
    to[i] = tex1Dfetch<float>(line, i) + 1000 * tex2D<float>(plane, i + 0.5f, 2.5f);
}

static void test_memory(void) {
    float layers[DEEP][HIGH][WIDE] = {}, *to, *line, *plane;
    for (int z = 0; z < DEEP; z++)
        layers[z][1][2] = (float)(z + 5);
    OK_FATAL(cudaMallocManaged(&to, WIDE * sizeof *to));
    cudaTextureDesc how = described(cudaAddressModeClamp, cudaFilterModePoint, false);
    image one = made(&layers[0][0][0], make_cudaExtent(WIDE, HIGH, DEEP), cudaArrayLayered, how);
    read_layers<<<1, DEEP>>>(one.texture, to);
    OK_FATAL(cudaDeviceSynchronize());
    for (int z = 0; z < DEEP; z++)
        CU_ASSERT_EQUAL(to[z], z + 5);
    drop(one);

    size_t pitch;
    float numbers[HIGH * WIDE];
    for (int i = 0; i < HIGH * WIDE; i++)
        numbers[i] = (float)i;
    OK_FATAL(cudaMalloc(&line, sizeof numbers));
    OK(cudaMemcpy(line, numbers, sizeof numbers, cudaMemcpyHostToDevice));
    OK_FATAL(cudaMallocPitch(&plane, &pitch, WIDE * sizeof(float), HIGH));
    OK(cudaMemcpy2D(plane, pitch, numbers, WIDE * sizeof(float), WIDE * sizeof(float), HIGH,
                    cudaMemcpyHostToDevice));
    cudaResourceDesc resource = {};
    cudaTextureObject_t of_line, of_plane;
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear.devPtr = line;
    resource.res.linear.desc = cudaCreateChannelDesc<float>();
    resource.res.linear.sizeInBytes = sizeof numbers;
    OK_FATAL(cudaCreateTextureObject(&of_line, &resource, &how, NULL));
    resource = {};
    resource.resType = cudaResourceTypePitch2D;
    resource.res.pitch2D.devPtr = plane;
    resource.res.pitch2D.desc = cudaCreateChannelDesc(32, 0, 0, 0, cudaChannelFormatKindFloat);
    resource.res.pitch2D.width = WIDE;
    resource.res.pitch2D.height = HIGH;
    resource.res.pitch2D.pitchInBytes = pitch;
    OK_FATAL(cudaCreateTextureObject(&of_plane, &resource, &how, NULL));
    fetch<<<1, WIDE>>>(of_line, of_plane, to);
    OK_FATAL(cudaDeviceSynchronize());
    for (int i = 0; i < WIDE; i++)
        CU_ASSERT_EQUAL(to[i], i + 1000 * (2 * WIDE + i));
    OK(cudaDestroyTextureObject(of_line));
    OK(cudaDestroyTextureObject(of_plane));
    OK(cudaFree(line));
    OK(cudaFree(plane));
    OK(cudaFree(to));
}

// ---- surfaces

__global__ void paint(cudaSurfaceObject_t surface) {
    int x = threadIdx.x, y = threadIdx.y;
    surf2Dwrite(make_int2(x, y), surface, x * (int)sizeof(int2), y);
    surf2Dwrite(make_int2(-1, -1), surface, (WIDE + x) * (int)sizeof(int2), y,
                cudaBoundaryModeZero);
}

__global__ void swap(cudaSurfaceObject_t from, int *to) {
    int x = threadIdx.x, y = threadIdx.y;
    int2 here = surf2Dread<int2>(from, x * (int)sizeof(int2), y), beside;
    surf2Dread(&beside, from, -8, y, cudaBoundaryModeClamp);
    int2 none = surf2Dread<int2>(from, 0, HIGH, cudaBoundaryModeZero);
    to[y * WIDE + x] = here.x + 10 * here.y + 100 * beside.y + 1000 * (none.x + none.y);
}

static void test_surfaces(void) {
    cudaArray_t array;
    cudaSurfaceObject_t surface;
    cudaChannelFormatDesc format = cudaCreateChannelDesc<int2>();
    cudaResourceDesc resource = {};
    int *to;
    int2 have[HIGH][WIDE];
    OK_FATAL(cudaMallocArray(&array, &format, WIDE, HIGH, cudaArraySurfaceLoadStore));
    OK_FATAL(cudaMallocManaged(&to, HIGH * WIDE * sizeof *to));
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    OK_FATAL(cudaCreateSurfaceObject(&surface, &resource));
    paint<<<1, dim3(WIDE, HIGH)>>>(surface);
    swap<<<1, dim3(WIDE, HIGH)>>>(surface, to);
    OK_FATAL(cudaDeviceSynchronize());
    OK(cudaMemcpy2DFromArray(have, sizeof have[0], array, 0, 0, sizeof have[0], HIGH,
                             cudaMemcpyDeviceToHost));
    int bad = 0;
    for (int y = 0; y < HIGH; y++)
        for (int x = 0; x < WIDE; x++)
            bad += have[y][x].x != x || have[y][x].y != y || to[y * WIDE + x] != x + 110 * y;
    CU_ASSERT_EQUAL(bad, 0);
    OK(cudaDestroySurfaceObject(surface));
    OK(cudaFreeArray(array));
    OK(cudaFree(to));
}

static void test_refused(void) {
    cudaArray_t array = NULL;
    cudaTextureObject_t texture;
    cudaChannelFormatDesc three = cudaCreateChannelDesc(8, 8, 8, 0, cudaChannelFormatKindUnsigned);
    cudaChannelFormatDesc format = cudaCreateChannelDesc<int>();
    cudaResourceDesc resource = {};
    cudaTextureDesc how = described(cudaAddressModeClamp, cudaFilterModeLinear, false);
    GIVES(cudaMallocArray(&array, &three, WIDE, HIGH), cudaErrorInvalidChannelDescriptor);
    GIVES(cudaMallocArray(&array, NULL, WIDE, HIGH), cudaErrorInvalidValue);
    GIVES(cudaMallocArray(&array, &format, 0, HIGH), cudaErrorInvalidValue);
    OK_FATAL(cudaMallocArray(&array, &format, WIDE, HIGH));
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    GIVES(cudaCreateTextureObject(&texture, &resource, &how, NULL), cudaErrorInvalidFilterSetting);
    how.filterMode = cudaFilterModePoint;
    how.readMode = cudaReadModeNormalizedFloat;
    GIVES(cudaCreateTextureObject(&texture, &resource, &how, NULL), cudaErrorInvalidNormSetting);
    OK(cudaFreeArray(array));
    cudaGetLastError();
}

static const struct test tests[] = {
    {"which element a texture reads", test_addressing},
    {"linear filtering", test_filtering},
    {"textures in three dimensions", test_three_dimensions},
    {"types of textures", test_types},
    {"layers and linear memory", test_memory},
    {"surfaces", test_surfaces},
    {"what arrays refuse", test_refused},
};

SUITE_MAIN("sem_textures", tests)
