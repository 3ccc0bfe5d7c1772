// gate.c: a finished program gets no new code. Until its loader has mapped the libraries, calls
// that make a page executable wait for the guard, a process beside it, which lets them go on. The
// mark comes after the last library, and before the first instruction of a student's: there the
// guard goes, and with nobody to ask, the kernel refuses every such call for good.
#define _GNU_SOURCE
#include "confine/confine.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <sched.h>
#include <seccomp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

// ---- the file -----------------------------------------------------------------------------

enum { NAME_MOST = 256 };

// A program that is at fault itself ends as itself: nobody is to think that a wall failed.
static void __attribute__((noreturn)) refuse(const char *path, const char *why) {
    fprintf(stderr, "confine: %s is not started: %s\n", path, why);
    _exit(126);
}

static int own_loader(struct dl_phdr_info *object, size_t size, void *name) {
    (void)size;
    for (int i = 0; i < object->dlpi_phnum; i++)
        if (object->dlpi_phdr[i].p_type == PT_INTERP)
            memcpy(name, (const char *)(object->dlpi_addr + object->dlpi_phdr[i].p_vaddr),
                   object->dlpi_phdr[i].p_filesz);
    return 1; // the first object is this program
}

// The guard believes the loader, so it must be the system's; and the kernel must not make a page at
// the start that can be written and executed.
static void check_program(const struct confine *confine) {
    const char *path = confine->command[0];
    char ours[NAME_MOST] = "", theirs[NAME_MOST] = "";
    ElfW(Ehdr) head;
    ElfW(Phdr) part;
    int has_stack = 0, file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        confine_die(path);
    dl_iterate_phdr(own_loader, ours);
    if (pread(file, &head, sizeof head, 0) != sizeof head ||
        memcmp(head.e_ident, ELFMAG, SELFMAG) != 0 || head.e_phentsize != sizeof part)
        refuse(path, "it is no program of this machine");
    for (int i = 0; i < head.e_phnum; i++) {
        off_t at = (off_t)(head.e_phoff + (size_t)i * sizeof part);
        if (pread(file, &part, sizeof part, at) != sizeof part)
            refuse(path, "it is no program of this machine");
        if ((part.p_flags & (PF_W | PF_X)) == (PF_W | PF_X))
            refuse(path, "it asks for memory that can be both written and executed");
        has_stack |= part.p_type == PT_GNU_STACK; // without one, some kernels make all executable
        if (part.p_type == PT_INTERP && !*theirs &&
            (part.p_filesz >= sizeof theirs ||
             pread(file, theirs, part.p_filesz, (off_t)part.p_offset) != (ssize_t)part.p_filesz))
            refuse(path, "the name of its loader cannot be read");
    }
    if (!has_stack || strcmp(ours, theirs) != 0)
        refuse(path, "it is not loaded by the system's loader as other programs are");
    close(file);
}

// ---- the guard ----------------------------------------------------------------------------

static int told[2] = {-1, -1}; // the guard learns here where the kernel asks

// Once each.
static void tell_of(int number) {
    enum { NUMBERS = 1024 };
    static char known[NUMBERS];
    char *name = seccomp_syscall_resolve_num_arch(SCMP_ARCH_NATIVE, number);
    if (number >= 0 && number < NUMBERS && !known[number]) {
        known[number] = 1;
        fprintf(stderr, "confine: not in the list of calls: %s (%d)\n", name ? name : "?", number);
    }
    free(name);
}

static int is_asked_in_any_case(int number) {
    return number == SCMP_SYS(mmap) || number == SCMP_SYS(mprotect) || number == SCMP_SYS(execve) ||
           number == CONFINE_MARK;
}

static void __attribute__((noreturn)) guard(int learns) {
    int asking = -1;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (read(told[0], &asking, sizeof asking) != sizeof asking)
        _exit(0); // the filter could not be put up, and the command has said so
    for (int last = 0; !last;) {
        struct seccomp_notif *request; // a new one each time: the kernel wants it to be zeros
        struct seccomp_notif_resp *answer;
        if (seccomp_notify_alloc(&request, &answer) != 0 ||
            seccomp_notify_receive(asking, request) != 0)
            break; // the program has ended
        last = !learns && request->data.nr == CONFINE_MARK;
        if (!is_asked_in_any_case(request->data.nr))
            tell_of(request->data.nr);
        answer->id = request->id;
        answer->flags = SECCOMP_USER_NOTIF_FLAG_CONTINUE;
        if (seccomp_notify_respond(asking, answer) != 0)
            break; // before Linux 5.5: the command is not started, and says so
        seccomp_notify_free(request, answer);
    }
    _exit(0); // the last descriptor of `asking` closes
}

// The guard is no child of the program, which might wait for it, and shares the table of
// descriptors until the program starts, so that it has the filter's without being sent it.
void confine_gate_begin(const struct confine *confine) {
    if (confine_is_gated(confine))
        check_program(confine);
    if (pipe2(told, O_CLOEXEC) != 0)
        confine_die("a guard");
    long child = syscall(SYS_clone, CLONE_FILES | CLONE_PARENT, NULL, NULL, NULL, NULL);
    if (child < 0)
        confine_die("a guard");
    if (child == 0)
        guard(confine->learn);
}

void confine_gate_end(int asking) {
    if (write(told[1], &asking, sizeof asking) != sizeof asking)
        confine_die("a guard");
}
