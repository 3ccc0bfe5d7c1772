// fault.c: a kernel that touches memory that is not there, divides by zero, traps or reports
// a failure ends as an error of the device, not as the end of the program. Only threads that
// run kernels are protected; a fault elsewhere does what it would do without the host device.
#include "kernel/kernel.h"

#include <setjmp.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

static _Atomic cudaError_t failed;
static _Thread_local sigjmp_buf escape;
static _Thread_local volatile sig_atomic_t armed;

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
            signal(number, SIG_DFL); // the instruction runs again, and ends the program;
            if (info->si_code <= 0)  // a signal that was sent comes of no instruction
                raise(number);
        }
    }
}

static void caught(int number, siginfo_t *info, void *context) {
    if (!armed || info->si_code <= 0)
        pass_on(number, info, context);
    else if (number == SIGSEGV || number == SIGBUS)
        leave(cudaErrorIllegalAddress);
    else
        leave(cudaErrorLaunchFailure);
}

void fault_handlers(void) {
    struct sigaction action = {.sa_sigaction = caught,
                               .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER};
    sigemptyset(&action.sa_mask);
    for (int i = 0; i < SIGNALS; i++)
        sigaction(signals[i], &action, &before[i]);
}

// The handler has its own stack: a kernel may have used up the thread's.
void fault_stack(void) {
    void *memory =
        mmap(NULL, STACK_SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    stack_t stack = {.ss_sp = memory, .ss_size = STACK_SIZE};
    if (memory != MAP_FAILED)
        sigaltstack(&stack, NULL);
}

bool fault_guarded(const struct host_launch *launch, uint64_t first, uint64_t last) {
    if (sigsetjmp(escape, 0))
        return false;
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
