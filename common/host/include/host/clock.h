// clock.h: the device's clocks. Both count nanoseconds: this device's clock is taken to be
// 1 GHz. hostcc turns clock() in device code into hostcu::device_clock().
#ifndef HOST_CLOCK_H
#define HOST_CLOCK_H

inline long long clock64() {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1000000000ll + t.tv_nsec;
}

inline unsigned long long globaltimer() {
    return (unsigned long long)clock64();
}

inline unsigned long long __nv_globaltimer() {
    return (unsigned long long)clock64();
}

namespace hostcu {
inline clock_t device_clock() {
    return (clock_t)clock64();
}
} // namespace hostcu

inline void __nanosleep(unsigned nanoseconds) {
    long long end = clock64() + nanoseconds;
    do
        hostcu::let_others_run();
    while (clock64() < end);
}

#endif
