// fiber.cpp: stacks for the threads of a block, and the switch from one to another. The sanitizers
// are told of every switch.
//
// A hardened longjmp, which some distributions turn on, ends a program that jumps to another stack.
#undef _FORTIFY_SOURCE
#include "kernel/kernel.h"

#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

// Null unless the program is built with the sanitizer.
extern "C" {
__attribute__((weak)) void __sanitizer_start_switch_fiber(void **save, const void *bottom, size_t);
__attribute__((weak)) void __sanitizer_finish_switch_fiber(void *save, const void **, size_t *);
__attribute__((weak)) void *__tsan_get_current_fiber(void);
__attribute__((weak)) void *__tsan_create_fiber(unsigned flags);
__attribute__((weak)) void __tsan_switch_to_fiber(void *fiber, unsigned flags);
}

namespace hostcu {

static __thread fiber *leaving;
static __thread void *fake_stack;

static void arrived() {
    if (!__sanitizer_finish_switch_fiber)
        return;
    const void *bottom = nullptr;
    size_t size = 0;
    __sanitizer_finish_switch_fiber(fake_stack, &bottom, &size);
    if (leaving && !leaving->stack) { // the worker's own stack: only now is its place known
        leaving->stack = nullptr;
        leaving->shadow = const_cast<void *>(bottom);
        leaving->size = size;
    }
}

void fiber_entered() {
    arrived();
}

fiber *fiber_create(size_t stack_size, unsigned colour) {
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    size_t size = (stack_size + page - 1) / page * page + page;
    void *memory = mmap(nullptr, size, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED)
        return nullptr;
    mprotect(memory, page, PROT_NONE);
    fiber *f = new fiber;
    f->stack = (char *)memory + page;
    // Stacks whose tops have the same low address bits would compete for one set of the cache.
    f->size = size - page - (colour % 32) * 128;
    return f;
}

void fiber_switch(fiber *from, fiber *to, void (*entry)()) {
    if (__sanitizer_start_switch_fiber) {
        leaving = from;
        __sanitizer_start_switch_fiber(&fake_stack, to->stack ? to->stack : to->shadow, to->size);
    }
    if (__tsan_switch_to_fiber) {
        if (!from->shadow)
            from->shadow = __tsan_get_current_fiber();
        if (!to->shadow)
            to->shadow = __tsan_create_fiber(0);
        __tsan_switch_to_fiber(to->shadow, 0);
    }
    from->begun = true; // the worker's own stack is not made here
    if (_setjmp(from->where) == 0) {
        if (to->begun)
            _longjmp(to->where, 1);
        to->begun = true;
        ucontext_t context;
        getcontext(&context);
        context.uc_stack.ss_sp = to->stack;
        context.uc_stack.ss_size = to->size;
        context.uc_link = nullptr;
        makecontext(&context, entry, 0);
        setcontext(&context);
    }
    arrived();
}

void fiber_left_for(const fiber *own) {
    if (__tsan_switch_to_fiber && own->shadow && __tsan_get_current_fiber() != own->shadow)
        __tsan_switch_to_fiber(own->shadow, 0);
}

} // namespace hostcu
