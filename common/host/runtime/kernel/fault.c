// fault.c: turns a kernel's fault into an error of the device, so that the program does not end. A
// fault is an access to memory that is not there, a division by zero, a trap or a reported failure.
// Only threads that run kernels are protected; a fault in another thread ends the program as usual.
#define _GNU_SOURCE // pthread_getattr_np
//
// A hardened longjmp ends a program that jumps from the stack of its signals to another stack.
#undef _FORTIFY_SOURCE
#include "kernel/kernel.h"
#include "machine/machine.h"

#include <setjmp.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static _Atomic cudaError_t failed;
enum { NOTHING, WRITING, WRITTEN };
static atomic_int told; // how far the line about the first fault is
static _Thread_local sigjmp_buf escape;
static _Thread_local volatile sig_atomic_t armed;
static _Thread_local const struct host_launch *guarded; // while armed
static _Thread_local const char *stack_end;             // the lowest address of this thread's stack

enum { STACK_SIZE = 64 << 10, SIGNALS = 4 };
static const int signals[SIGNALS] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL};
static struct sigaction before[SIGNALS];

cudaError_t device_failed(void) {
    return atomic_load_explicit(&failed, memory_order_relaxed);
}

// The first failure counts; nothing queued after it runs.
void device_fail(cudaError_t error) {
    cudaError_t none = cudaSuccess;
    atomic_compare_exchange_strong(&failed, &none, error);
}

void device_mend(void) {
    atomic_store(&told, NOTHING);
    atomic_store(&failed, cudaSuccess);
}

static _Noreturn void leave(cudaError_t error) {
    armed = 0;
    device_fail(error);
    if (host_block_abandoned)
        host_block_abandoned();
    siglongjmp(escape, 1);
}

static void pass_on(int number, siginfo_t *info, void *context) {
    for (int i = 0; i < SIGNALS; i++) {
        if (signals[i] != number)
            continue;
        const struct sigaction *old = &before[i];
        if (old->sa_flags & SA_SIGINFO) {
            old->sa_sigaction(number, info, context);
        } else if (old->sa_handler != SIG_DFL && old->sa_handler != SIG_IGN) {
            old->sa_handler(number);
        } else {
            // The instruction runs again and then ends the program. But a signal that another
            // process sent does not come from an instruction, so raise it again.
            signal(number, SIG_DFL);
            if (info->si_code <= 0)
                raise(number);
        }
    }
}

// What the kernel did, in words.
static void describe(int number, const siginfo_t *info, bool stack_is_full, char *words,
                     size_t size) {
    const char *address = info->si_addr;
    struct range range;
    if (number == SIGFPE)
        snprintf(words, size, "divided an integer by zero");
    else if (number == SIGILL)
        snprintf(words, size, "met an illegal instruction");
    else if (stack_is_full)
        snprintf(words, size, "needs a larger stack for a thread than this device has");
    else if (info->si_code == SI_KERNEL)
        snprintf(words, size, "used an address that no memory can have");
    else if ((uintptr_t)address < 64 << 10)
        snprintf(words, size, "used a null pointer: address 0x%zx", (size_t)address);
    else if (memory_before(address, &range))
        snprintf(words, size,
                 "touched memory %zu bytes after the end of an allocation of %zu bytes",
                 (size_t)(address - range.start) - range.size, range.size);
    else
        snprintf(words, size, "touched memory that is not there: address %p", (void *)address);
}

static bool is_below_stack(const char *address) {
    enum { GUARD = 64 << 10 }; // at least
    return stack_end && address < stack_end && stack_end - address <= GUARD;
}

static void write_line(int number, const siginfo_t *info) {
    char what[160], thread[96] = "", line[400];
    bool full = is_below_stack(info->si_addr);
    if (host_block_thread && host_block_thread(info->si_addr, thread, sizeof thread))
        full = true;
    describe(number, info, full, what, sizeof what);
    const struct host_kernel *kernel = guarded->kernel;
    if (!*thread && kernel->address)
        snprintf(thread, sizeof thread, "hostcc --general makes this line name the thread");
    int length = snprintf(line, sizeof line, "kernel %.120s %s%s%s%s\n", kernel->name, what,
                          *thread ? " (" : "", thread, *thread ? ")" : "");
    // write: this is a signal handler, and the kernel may be inside printf.
    if (write(STDERR_FILENO, line, (size_t)length) < 0)
        return;
}

// One line on stderr, for the first fault only. A card says nothing by itself, but its tools do.
// The line is written before any thread reports the failure: the program may end at once then.
static void report(int number, const siginfo_t *info) {
    int nothing = NOTHING;
    if (device_failed() != cudaSuccess)
        return;
    if (atomic_compare_exchange_strong(&told, &nothing, WRITING)) {
        write_line(number, info);
        atomic_store(&told, WRITTEN);
    }
    while (atomic_load(&told) == WRITING)
        relax();
}

static void caught(int number, siginfo_t *info, void *context) {
    if (!armed || info->si_code <= 0) {
        pass_on(number, info, context);
        return;
    }
    armed = 0; // a fault in here is none of the kernel's
    report(number, info);
    leave(number == SIGSEGV || number == SIGBUS ? cudaErrorIllegalAddress : cudaErrorLaunchFailure);
}

void fault_handlers(void) {
    struct sigaction action = {.sa_sigaction = caught,
                               .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER};
    sigemptyset(&action.sa_mask);
    for (int i = 0; i < SIGNALS; i++)
        sigaction(signals[i], &action, &before[i]);
}

// Gives the signal handler a separate stack, because the kernel may have used up the thread's
// stack.
void fault_stack(void) {
    void *memory =
        mmap(NULL, STACK_SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    stack_t stack = {.ss_sp = memory, .ss_size = STACK_SIZE};
    if (memory != MAP_FAILED)
        sigaltstack(&stack, NULL);
    pthread_attr_t attributes;
    void *end = NULL;
    size_t size;
    if (pthread_getattr_np(pthread_self(), &attributes) == 0) {
        pthread_attr_getstack(&attributes, &end, &size);
        pthread_attr_destroy(&attributes);
    }
    stack_end = end;
}

bool fault_guarded(const struct host_launch *launch, uint64_t first, uint64_t last) {
    if (sigsetjmp(escape, 0))
        return false;
    guarded = launch;
    armed = 1;
    launch->kernel->run(launch, first, last);
    armed = 0;
    return true;
}

void host_kernel_failed(cudaError_t error, const char *message) {
    if (message && *message)
        fprintf(stderr, "%s\n", message);
    if (!armed)
        abort(); // device code outside of a kernel
    leave(error);
}
