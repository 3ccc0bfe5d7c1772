// fiber.h: a stack of its own for a thread of a block that must wait for the others.
// Portable: made by makecontext, switched by _setjmp and _longjmp.
#ifndef HOST_FIBER_H
#define HOST_FIBER_H

#include <setjmp.h>
#include <stddef.h>

namespace hostcu {

struct fiber {
    jmp_buf where;
    char *stack = nullptr; // null: the worker's own stack
    size_t size = 0;
    bool begun = false;
    void *shadow = nullptr; // the sanitizers' view of this stack
};

// A stack with a guard page below it; null when memory is short. Never freed: a worker
// keeps its fibers.
fiber *fiber_create(size_t stack_size, unsigned colour);

// Leaves `from` where it is and goes on in `to`, which begins in `entry` if it is new.
void fiber_switch(fiber *from, fiber *to, void (*entry)());

// The first thing `entry` must call.
void fiber_entered();

// Tells ThreadSanitizer that this thread jumps back to its own stack from wherever it is.
void fiber_left_for(const fiber *own);

// Forgets what the fiber was doing: its next switch begins anew.
inline void fiber_forget(fiber *f) {
    f->begun = false;
}

} // namespace hostcu

#endif
