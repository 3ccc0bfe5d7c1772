// parts.h: a vector of two or four read part by part. gcc copies such a struct 16 bytes at a time
// and does not join the copies of several threads; loads of its parts it does join.
#ifndef HOST_PARTS_H
#define HOST_PARTS_H

namespace hostcu {

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

} // namespace hostcu

#endif
