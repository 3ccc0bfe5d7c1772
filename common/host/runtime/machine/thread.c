// thread.c: a thread of the device, which stays out of the program's way.
#define _GNU_SOURCE // SCHED_BATCH
#include "machine.h"

#include <sched.h>
#include <signal.h>
#include <stdlib.h>

struct body {
    void *(*run)(void *);
    void *argument;
};

static void *begin_thread(void *argument) {
    struct body body = *(struct body *)argument;
    free(argument);
    // A thread of the device that wakes must not push the program's off its core.
    struct sched_param none = {0};
    pthread_setschedparam(pthread_self(), SCHED_BATCH, &none);
    return body.run(body.argument);
}

// The program's signals are not for the device's threads; their own faults are.
int device_thread(void *(*run)(void *), void *argument) {
    struct body *body = malloc(sizeof *body);
    pthread_t thread;
    sigset_t all, old;
    if (!body)
        return 1;
    *body = (struct body){run, argument};
    sigfillset(&all);
    sigdelset(&all, SIGSEGV);
    sigdelset(&all, SIGBUS);
    sigdelset(&all, SIGFPE);
    sigdelset(&all, SIGILL);
    pthread_sigmask(SIG_SETMASK, &all, &old);
    int failed = pthread_create(&thread, NULL, begin_thread, body);
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    if (failed)
        free(body);
    else
        pthread_detach(thread);
    return failed;
}
