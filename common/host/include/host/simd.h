// simd.h: two 16-bit numbers or four bytes in one word: __vadd2, __vmaxs4 and their kin.
#ifndef HOST_SIMD_H
#define HOST_SIMD_H

namespace hostcu {

template <class Part> constexpr int parts_of_word = 4 / sizeof(Part);

// Each part of the result is f of the parts of a and b, as ints, cut to its width.
template <class Part, class F> inline unsigned each_part(unsigned a, unsigned b, F f) {
    unsigned out = 0;
    for (int n = 0; n < parts_of_word<Part>; n++) {
        int shift = n * (int)sizeof(Part) * 8;
        constexpr unsigned mask = sizeof(Part) == 1 ? 0xff : 0xffff;
        out |= ((unsigned)f((int)(Part)(a >> shift), (int)(Part)(b >> shift)) & mask) << shift;
    }
    return out;
}

template <class Part> inline unsigned sum_of_differences(unsigned a, unsigned b) {
    unsigned sum = 0;
    for (int n = 0; n < parts_of_word<Part>; n++) {
        int shift = n * (int)sizeof(Part) * 8, x = (Part)(a >> shift), y = (Part)(b >> shift);
        sum += (unsigned)(x > y ? x - y : y - x);
    }
    return sum;
}

template <class Part> inline int clamped(int x) {
    constexpr int bits = sizeof(Part) * 8,
                  low = std::is_signed<Part>::value ? -(1 << (bits - 1)) : 0,
                  high = low + (1 << bits) - 1;
    return x < low ? low : x > high ? high : x;
}

} // namespace hostcu

#define HOSTCU_EACH(name, Part, expression)                                                        \
    inline unsigned name(unsigned a, unsigned b) {                                                 \
        return hostcu::each_part<Part>(a, b, [](int x, int y) { return expression; });             \
    }
#define HOSTCU_EACH_OF_ONE(name, Part, expression)                                                 \
    inline unsigned name(unsigned a) {                                                             \
        return hostcu::each_part<Part>(a, 0u, [](int x, int) { return expression; });              \
    }
// __vcmp: all bits of the part; __vset: its lowest.
#define HOSTCU_COMPARE(name, n, S, U, operation)                                                   \
    HOSTCU_EACH(__vcmp##name##s##n, S, x operation y ? -1 : 0)                                     \
    HOSTCU_EACH(__vcmp##name##u##n, U, x operation y ? -1 : 0)                                     \
    HOSTCU_EACH(__vset##name##s##n, S, x operation y ? 1 : 0)                                      \
    HOSTCU_EACH(__vset##name##u##n, U, x operation y ? 1 : 0)
#define HOSTCU_PARTS(n, S, U)                                                                      \
    HOSTCU_EACH(__vadd##n, U, x + y)                                                               \
    HOSTCU_EACH(__vaddss##n, S, hostcu::clamped<S>(x + y))                                         \
    HOSTCU_EACH(__vaddus##n, U, hostcu::clamped<U>(x + y))                                         \
    HOSTCU_EACH(__vsub##n, U, x - y)                                                               \
    HOSTCU_EACH(__vsubss##n, S, hostcu::clamped<S>(x - y))                                         \
    HOSTCU_EACH(__vsubus##n, U, hostcu::clamped<U>(x - y))                                         \
    HOSTCU_EACH(__vabsdiffs##n, S, x > y ? x - y : y - x)                                          \
    HOSTCU_EACH(__vabsdiffu##n, U, x > y ? x - y : y - x)                                          \
    HOSTCU_EACH(__vavgs##n, S, (x + y + (x + y >= 0)) >> 1)                                        \
    HOSTCU_EACH(__vavgu##n, U, (x + y + 1) >> 1)                                                   \
    HOSTCU_EACH(__vhaddu##n, U, (x + y) >> 1)                                                      \
    HOSTCU_EACH(__vmaxs##n, S, x > y ? x : y)                                                      \
    HOSTCU_EACH(__vmaxu##n, U, x > y ? x : y)                                                      \
    HOSTCU_EACH(__vmins##n, S, x < y ? x : y)                                                      \
    HOSTCU_EACH(__vminu##n, U, x < y ? x : y)                                                      \
    HOSTCU_EACH_OF_ONE(__vabs##n, S, x < 0 ? -x : x)                                               \
    HOSTCU_EACH_OF_ONE(__vabsss##n, S, hostcu::clamped<S>(x < 0 ? -x : x))                         \
    HOSTCU_EACH_OF_ONE(__vneg##n, S, -x)                                                           \
    HOSTCU_EACH_OF_ONE(__vnegss##n, S, hostcu::clamped<S>(-x))                                     \
    HOSTCU_EACH(__vcmpeq##n, U, x == y ? -1 : 0)                                                   \
    HOSTCU_EACH(__vcmpne##n, U, x != y ? -1 : 0)                                                   \
    HOSTCU_EACH(__vseteq##n, U, x == y ? 1 : 0)                                                    \
    HOSTCU_EACH(__vsetne##n, U, x != y ? 1 : 0)                                                    \
    HOSTCU_COMPARE(ge, n, S, U, >=)                                                                \
    HOSTCU_COMPARE(gt, n, S, U, >)                                                                 \
    HOSTCU_COMPARE(le, n, S, U, <=)                                                                \
    HOSTCU_COMPARE(lt, n, S, U, <)                                                                 \
    inline unsigned __vsads##n(unsigned a, unsigned b) {                                           \
        return hostcu::sum_of_differences<S>(a, b);                                                \
    }                                                                                              \
    inline unsigned __vsadu##n(unsigned a, unsigned b) {                                           \
        return hostcu::sum_of_differences<U>(a, b);                                                \
    }
HOSTCU_PARTS(2, short, unsigned short)
HOSTCU_PARTS(4, signed char, unsigned char)
#undef HOSTCU_PARTS
#undef HOSTCU_COMPARE
#undef HOSTCU_EACH_OF_ONE
#undef HOSTCU_EACH

#endif
