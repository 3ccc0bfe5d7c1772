// memory.cpp: where a block's shared memory is.
#include "access/access.h"

#include <link.h>

static int main_program(dl_phdr_info *info, size_t, void *argument) {
    for (int i = 0; i < info->dlpi_phnum; i++)
        if (info->dlpi_phdr[i].p_type == PT_TLS) {
            uintptr_t begin = (uintptr_t)info->dlpi_tls_data;
            *static_cast<span *>(argument) = {begin, begin + info->dlpi_phdr[i].p_memsz};
        }
    return 1; // the program itself comes first
}

span static_shared() {
    static __thread span found;
    if (!found.end)
        dl_iterate_phdr(main_program, &found);
    return found;
}

template <class T> static bool is_in(uintptr_t at, const T &variable) {
    return at - (uintptr_t)&variable < sizeof variable;
}

bool is_built_in(uintptr_t at) {
    return is_in(at, threadIdx) || is_in(at, blockIdx) || is_in(at, blockDim) ||
           is_in(at, gridDim) || is_in(at, hostcu::counting) || is_in(at, hostcu::current_launch);
}

span dynamic_shared_now() {
    uintptr_t begin = (uintptr_t)hostcu::dynamic_shared();
    return {begin, begin + (hostcu::current_launch ? hostcu::current_launch->dynamic_shared : 0)};
}
