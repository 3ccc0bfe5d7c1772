// textures.h: what kernels read with tex2D() and its kin, and read and write with surf2Dread().
// Addressing and filtering follow CUDA's programming guide: a weight has 8 binary digits behind the
// point, as a card's filter has.
#ifndef HOST_TEXTURES_H
#define HOST_TEXTURES_H

#include <math.h>
#include <string.h>
#include <type_traits>

#include "../texture_types.h"

namespace hostcu {

// The channels of a type that a kernel reads: float4 has four floats.
template <class T> struct channels_of {
    using type = T;
    enum { count = 1 };
};
#define HOSTCU_CHANNELS(name, T)                                                                   \
    template <> struct channels_of<name##1> {                                                      \
        using type = T;                                                                            \
        enum { count = 1 };                                                                        \
    };                                                                                             \
    template <> struct channels_of<name##2> {                                                      \
        using type = T;                                                                            \
        enum { count = 2 };                                                                        \
    };                                                                                             \
    template <> struct channels_of<name##4> {                                                      \
        using type = T;                                                                            \
        enum { count = 4 };                                                                        \
    };
HOSTCU_CHANNELS(char, signed char)
HOSTCU_CHANNELS(uchar, unsigned char)
HOSTCU_CHANNELS(short, short)
HOSTCU_CHANNELS(ushort, unsigned short)
HOSTCU_CHANNELS(int, int)
HOSTCU_CHANNELS(uint, unsigned)
HOSTCU_CHANNELS(float, float)
#undef HOSTCU_CHANNELS

inline const host_texture &texture_of(unsigned long long object) {
    const host_texture *texture = (const host_texture *)(size_t)object;
    if (!texture || texture->magic != 0x54657875)
        failed(cudaErrorInvalidTexture, "the kernel reads a texture or surface that is none");
    return *texture;
}

inline float half_to_float(unsigned short half) {
    float size = (half & 0x7c00) == 0x7c00
                     ? (half & 0x3ff ? NAN : INFINITY)
                     : ldexpf((float)((half & 0x3ff) | (half & 0x7c00 ? 0x400 : 0)),
                              (half & 0x7c00 ? half >> 10 & 31 : 1) - 25);
    return half & 0x8000 ? -size : size;
}

template <class From> inline From loaded(const char *at, int channel) {
    From value;
    memcpy(&value, at + (size_t)channel * sizeof value, sizeof value);
    return value;
}

// Normalized: an unsigned number becomes 0 to 1, a signed one -1 to 1.
template <class To, class From>
inline To one_channel(const host_texture &t, const char *at, int channel) {
    From value = loaded<From>(at, channel);
    if (t.how.readMode != cudaReadModeNormalizedFloat || sizeof(From) == 4)
        return (To)value;
    const float most =
        (float)((1ll << (sizeof(From) * 8 - (std::is_signed<From>::value ? 1 : 0))) - 1);
    float part = (float)value / most;
    return (To)(part < -1 ? -1 : part);
}

template <class To> inline To channel(const host_texture &t, const char *at, int n) {
    if (n >= t.channels)
        return (To)0;
    if (t.format.f == cudaChannelFormatKindFloat)
        return t.format.x == 16 ? (To)half_to_float(loaded<unsigned short>(at, n))
                                : (To)loaded<float>(at, n);
    if (t.format.f == cudaChannelFormatKindSigned)
        return t.format.x == 8    ? one_channel<To, signed char>(t, at, n)
               : t.format.x == 16 ? one_channel<To, short>(t, at, n)
                                  : one_channel<To, int>(t, at, n);
    return t.format.x == 8    ? one_channel<To, unsigned char>(t, at, n)
           : t.format.x == 16 ? one_channel<To, unsigned short>(t, at, n)
                              : one_channel<To, unsigned>(t, at, n);
}

// The element at a place that may lie outside: inside again, or -1 for the border.
inline long long inside_again(long long i, size_t size, cudaTextureAddressMode mode) {
    long long n = (long long)size;
    if (i >= 0 && i < n)
        return i;
    if (mode == cudaAddressModeBorder)
        return -1;
    if (mode == cudaAddressModeWrap)
        return (i % n + n) % n;
    if (mode == cudaAddressModeMirror) {
        long long there = (i % (2 * n) + 2 * n) % (2 * n);
        return there < n ? there : 2 * n - 1 - there;
    }
    return i < 0 ? 0 : n - 1;
}

struct along { // one dimension of a read: the two elements, and the weight of the second
    long long first, second;
    float weight;
};

inline along place(const host_texture &t, float x, size_t size, int dimension) {
    cudaTextureAddressMode mode = t.how.addressMode[dimension];
    if (t.how.normalizedCoords)
        x *= (float)size;
    else if (mode == cudaAddressModeWrap || mode == cudaAddressModeMirror)
        mode = cudaAddressModeClamp;
    if (!(fabsf(x) < 1e15f))
        x = x > 0 ? 1e15f : 0;
    bool linear = t.how.filterMode == cudaFilterModeLinear;
    float at = linear ? x - 0.5f : x, low = floorf(at);
    float weight = linear ? floorf((at - low) * 256 + 0.5f) / 256 : 0;
    long long i = (long long)low;
    return {inside_again(i, size, mode), inside_again(i + 1, size, mode), weight};
}

template <class C>
inline C element(const host_texture &t, long long x, long long y, long long z, int n) {
    if (x < 0 || y < 0 || z < 0)
        return n < t.channels ? (C)t.how.borderColor[n] : (C)0;
    return channel<C>(
        t, t.data + (size_t)z * t.slice + (size_t)y * t.pitch + (size_t)x * (size_t)t.bytes, n);
}

template <class C>
inline C filtered(const host_texture &t, const along &x, const along &y, const along &z, int n) {
    if constexpr (std::is_same<C, float>::value) {
        if (t.how.filterMode == cudaFilterModeLinear) {
            float sum = 0;
            for (int corner = 0; corner < 8; corner++) {
                float weight = (corner & 1 ? x.weight : 1 - x.weight) *
                               (corner & 2 ? y.weight : 1 - y.weight) *
                               (corner & 4 ? z.weight : 1 - z.weight);
                if (weight != 0)
                    sum += weight * element<C>(t, corner & 1 ? x.second : x.first,
                                               corner & 2 ? y.second : y.first,
                                               corner & 4 ? z.second : z.first, n);
            }
            return sum;
        }
    }
    return element<C>(t, x.first, y.first, z.first, n);
}

template <class T>
inline T read_texture(const host_texture &t, const along &x, const along &y, const along &z) {
    using C = typename channels_of<T>::type;
    C parts[channels_of<T>::count];
    for (int n = 0; n < channels_of<T>::count; n++)
        parts[n] = filtered<C>(t, x, y, z, n);
    T out;
    memcpy(&out, parts, sizeof out);
    return out;
}

constexpr along only = {0, 0, 0};

inline along layer(const host_texture &t, int number) {
    long long last = (long long)t.depth - 1, n = number < 0 ? 0 : number > last ? last : number;
    return {n, n, 0};
}

// Where a surface's element is: x in bytes. Null: outside, and zero or nothing is meant.
inline char *surface_place(const host_texture &t, long long x, long long y, long long z,
                           size_t bytes, cudaSurfaceBoundaryMode mode) {
    long long row = (long long)(t.width * (size_t)t.bytes), high = (long long)t.height,
              deep = (long long)t.depth, size = (long long)bytes;
    bool in = x >= 0 && x + size <= row && y >= 0 && y < high && z >= 0 && z < deep;
    if (!in && mode == cudaBoundaryModeTrap)
        failed(cudaErrorIllegalAddress,
               "the kernel touches a surface outside of it, at byte %lld of row %lld", x, y);
    if (!in && mode == cudaBoundaryModeZero)
        return nullptr;
    auto kept = [](long long i, long long last) { return i < 0 ? 0 : i > last ? last : i; };
    return t.data + kept(z, deep - 1) * (long long)t.slice +
           kept(y, high - 1) * (long long)t.pitch + kept(x, row - size);
}

template <class T>
inline T read_surface(cudaSurfaceObject_t s, int x, int y, int z, cudaSurfaceBoundaryMode mode) {
    T out = {};
    if (const char *at = surface_place(texture_of(s), x, y, z, sizeof out, mode))
        memcpy(&out, at, sizeof out);
    return out;
}

template <class T>
inline void write_surface(T value, cudaSurfaceObject_t s, int x, int y, int z,
                          cudaSurfaceBoundaryMode mode) {
    if (char *at = surface_place(texture_of(s), x, y, z, sizeof value, mode))
        memcpy(at, &value, sizeof value);
}

} // namespace hostcu

// ---- textures. Each function also has a form that writes through a pointer.

#define HOSTCU_TEXTURE(name, parameters, ...)                                                      \
    template <class T> inline T name parameters {                                                  \
        const host_texture &t = hostcu::texture_of(object);                                        \
        return hostcu::read_texture<T>(t, __VA_ARGS__);                                            \
    }
#define HOSTCU_ARGUMENTS(...) (cudaTextureObject_t object, __VA_ARGS__)
HOSTCU_TEXTURE(tex1D, HOSTCU_ARGUMENTS(float x), hostcu::place(t, x, t.width, 0), hostcu::only,
               hostcu::only)
HOSTCU_TEXTURE(tex2D, HOSTCU_ARGUMENTS(float x, float y), hostcu::place(t, x, t.width, 0),
               hostcu::place(t, y, t.height, 1), hostcu::only)
HOSTCU_TEXTURE(tex3D, HOSTCU_ARGUMENTS(float x, float y, float z), hostcu::place(t, x, t.width, 0),
               hostcu::place(t, y, t.height, 1), hostcu::place(t, z, t.depth, 2))
HOSTCU_TEXTURE(tex2DLayered, HOSTCU_ARGUMENTS(float x, float y, int number),
               hostcu::place(t, x, t.width, 0), hostcu::place(t, y, t.height, 1),
               hostcu::layer(t, number))
#undef HOSTCU_ARGUMENTS
#undef HOSTCU_TEXTURE

template <class T> inline T tex1Dfetch(cudaTextureObject_t object, int x) {
    const host_texture &t = hostcu::texture_of(object);
    if (x < 0 || (size_t)x >= t.width)
        return T{};
    using C = typename hostcu::channels_of<T>::type;
    C parts[hostcu::channels_of<T>::count];
    for (int n = 0; n < hostcu::channels_of<T>::count; n++)
        parts[n] = hostcu::channel<C>(t, t.data + (size_t)x * (size_t)t.bytes, n);
    T out;
    memcpy(&out, parts, sizeof out);
    return out;
}

template <class T> inline void tex1Dfetch(T *to, cudaTextureObject_t object, int x) {
    *to = tex1Dfetch<T>(object, x);
}

template <class T> inline void tex1D(T *to, cudaTextureObject_t object, float x) {
    *to = tex1D<T>(object, x);
}

template <class T> inline void tex2D(T *to, cudaTextureObject_t object, float x, float y) {
    *to = tex2D<T>(object, x, y);
}

template <class T> inline void tex3D(T *to, cudaTextureObject_t object, float x, float y, float z) {
    *to = tex3D<T>(object, x, y, z);
}

// ---- surfaces: x counts bytes

#define HOSTCU_SURFACE(name, coordinates, x, y, z)                                                 \
    template <class T>                                                                             \
    inline T name##read(cudaSurfaceObject_t s, coordinates,                                        \
                        cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {                     \
        return hostcu::read_surface<T>(s, x, y, z, mode);                                          \
    }                                                                                              \
    template <class T>                                                                             \
    inline void name##read(T *to, cudaSurfaceObject_t s, coordinates,                              \
                           cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {                  \
        *to = hostcu::read_surface<T>(s, x, y, z, mode);                                           \
    }                                                                                              \
    template <class T>                                                                             \
    inline void name##write(T value, cudaSurfaceObject_t s, coordinates,                           \
                            cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {                 \
        hostcu::write_surface(value, s, x, y, z, mode);                                            \
    }
#define HOSTCU_AND ,
HOSTCU_SURFACE(surf2D, int a HOSTCU_AND int b, a, b, 0)
HOSTCU_SURFACE(surf3D, int a HOSTCU_AND int b HOSTCU_AND int c, a, b, c)
#undef HOSTCU_AND
#undef HOSTCU_SURFACE

#endif
