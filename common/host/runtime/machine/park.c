// park.c: sleeping on a word of memory, and waking who sleeps there.
#include "machine.h"

#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

void park(atomic_uint *word, unsigned while_it_is) {
    syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, while_it_is, NULL, NULL, 0);
}

void unpark(atomic_uint *word) {
    syscall(SYS_futex, word, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
}
