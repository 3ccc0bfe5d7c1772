// launch.h: the C++ into which hostcc turns <<<>>> and a kernel.
//
// hostcc keeps a kernel as a function of the same name and type. Its body moves into a local
// class; the function itself only queues the launch with its arguments. So overloads, templates,
// conversions of arguments and pointers to kernels work as they do in C++.
#ifndef HOST_LAUNCH_H
#define HOST_LAUNCH_H

#include <tuple>
#include <type_traits>

namespace hostcu {

constexpr int warp_lanes = 32;

constexpr unsigned larger(size_t a, size_t b) {
    return (unsigned)(a > b ? a : b);
}

// Stands for <<<grid, block, shared, stream>>>. Returns false, so that hostcc's ?: goes on to the
// call.
inline bool configure(dim3 grid, dim3 block, size_t shared = 0, cudaStream_t stream = nullptr) {
    push_configuration({grid, block, shared, stream});
    return false;
}

// Only bytes of an argument go to the device, as with nvcc: the host destroys its object itself. So
// an object with a copy constructor or a destructor of its own is carried as its bytes, and each
// thread takes a copy of them by reference.
template <class T>
using parameter =
    std::conditional_t<std::is_reference_v<T> ||
                           (std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>),
                       T, T &&>;

template <class T> union bytes_of {
    T value;
    explicit bytes_of(const T &from) {
        __builtin_memcpy(static_cast<void *>(this), static_cast<const void *>(&from), sizeof from);
    }
    bytes_of(const bytes_of &from) : bytes_of(from.value) {}
    ~bytes_of() {}
    operator T &&() {
        return static_cast<T &&>(value);
    }
};

template <class A>
using carried =
    std::conditional_t<std::is_rvalue_reference_v<A>,
                       bytes_of<std::remove_cv_t<std::remove_reference_t<A>>>, std::remove_cv_t<A>>;
template <class A> // of the function that the user wrote
using written = std::conditional_t<std::is_rvalue_reference_v<A>, std::remove_reference_t<A>, A>;

template <class T> __attribute__((always_inline)) inline T &passed(T &argument) {
    return argument;
}

template <class T> inline bytes_of<T> passed(const bytes_of<T> &argument) {
    return argument;
}

template <class B, class... A> struct flat_path;
template <class B, class... A> struct general_path;
template <class B, class... A> struct phased_path;

template <class B, class Function> struct kernel;

template <class B, class... A> struct kernel<B, void (*)(const at &, A...)> {
    using arguments = std::tuple<carried<A>...>;
    using path = std::conditional_t<
        B::hostcu_phased(), phased_path<B, A...>,
        std::conditional_t<B::hostcu_waits(), general_path<B, A...>, flat_path<B, A...>>>;

    // The argument that `from` points at; of a parameter that is a reference, `from` points at a
    // pointer.
    template <class T> static T &argument(void *from) {
        if constexpr (std::is_reference_v<T>)
            return **static_cast<std::remove_reference_t<T> **>(from);
        else
            return *static_cast<T *>(from);
    }

    template <size_t... I> static void *pack_each(void **from, std::index_sequence<I...>) {
        (void)from;
        return new arguments(argument<std::tuple_element_t<I, arguments>>(from[I])...);
    }

    static void *pack(void **from) {
        return pack_each(from, std::index_sequence_for<A...>());
    }

    template <class T> static const void *pointer(const T &argument) {
        if constexpr (std::is_pointer_v<T> && std::is_object_v<std::remove_pointer_t<T>>)
            return const_cast<const void *>(static_cast<const volatile void *>(argument));
        return nullptr;
    }

    static void pointers(const void *closure, const void **to) {
        std::apply([&to](const auto &...a) { ((*to++ = pointer(a)), ...); },
                   *static_cast<const arguments *>(closure));
    }

    static constexpr int spared = 11; // bits: a reader of JSON may keep 53
    // As Fowler, Noll and Vo mix bytes into a number.
    static constexpr uint64_t mixed(uint64_t number, uint64_t byte) {
        return (number ^ byte) * 0x100000001b3;
    }

    static constexpr uint64_t mixed(const char *text) {
        uint64_t number = 0xcbf29ce484222325;
        for (; *text; text++)
            number = mixed(number, (unsigned char)*text);
        return number;
    }

    template <class T> static uint64_t mixed_in(uint64_t number, const T &argument) {
        if constexpr ((std::is_arithmetic_v<T> || std::is_enum_v<T>)&&sizeof(T) <= sizeof number) {
            uint64_t bits = 0;
            __builtin_memcpy(&bits, &argument, sizeof argument);
            number = mixed(number, bits);
        }
        return number;
    }

    static uint64_t numbers(const void *closure) {
        uint64_t number = mixed("");
        std::apply([&number](const auto &...a) { ((number = mixed_in(number, a)), ...); },
                   *static_cast<const arguments *>(closure));
        return number >> spared;
    }

    static void drop(void *closure) {
        delete static_cast<arguments *>(closure);
    }

    static host_kernel &record() {
        constexpr uint64_t code = mixed(__PRETTY_FUNCTION__) >> spared; // with B's whole name
        static host_kernel one = {
            B::hostcu_name(),
            B::hostcu_address(),
            0,
            B::hostcu_threads(),
            path::run,
            pack,
            drop,
            B::hostcu_slow(),
            0,
            B::hostcu_vector(),
            B::hostcu_names(),
            pointers,
            sizeof...(A),
            code,
            numbers,
#if defined __HOST_CHECKED__
            2
        };
#elif defined __HOST_WEIGH__
            1
        };
#else
            0
        };
#endif
        return one;
    }

    static void launch(written<A>... a) { // by value: a parameter may be __restrict__
        (void)listed;
        configuration c;
        if (!pop_configuration(c))
            return host_launch_unconfigured(&record());
        host_launch l = {&record(),
                         {c.grid.x, c.grid.y, c.grid.z},
                         {c.block.x, c.block.y, c.block.z},
                         c.shared,
                         new arguments(a...),
                         drop,
                         nullptr};
        host_launch_grid(&l, c.stream);
    }

    static const bool listed;
};

template <class B, class... A>
const bool kernel<B, void (*)(const at &, A...)>::listed = (list_kernel(&record()), true);

// The pointer that the program has to a kernel with this body.
template <class... A> void (*stub_of(void (*)(const at &, A...)))(written<A>...);

template <class B> using kernel_of = kernel<B, decltype(B::hostcu_function())>;

// Adds the bytes of a __shared__ variable to its kernel B, before main.
template <class B, size_t bytes, int number> struct shared_variable { static const bool counted; };

template <class B, size_t bytes, int number>
const bool shared_variable<B, bytes, number>::counted = (kernel_of<B>::record().shared_bytes +=
                                                         bytes,
                                                         true);

// extern __shared__ outside a function stands for a pointer to the block's own memory.
template <class T> struct dynamic_array {
    operator T *() const {
        return static_cast<T *>(dynamic_shared());
    }
    template <class U> explicit operator U *() const { // (U *)name
        return static_cast<U *>(dynamic_shared());
    }
};

} // namespace hostcu

constexpr int warpSize = hostcu::warp_lanes;

#endif
