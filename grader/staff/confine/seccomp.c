// seccomp.c: only the system calls of calls.c are there, and not every use of them: that is refused
// with EPERM.
#define _GNU_SOURCE
#include "confine/confine.h"

#ifdef __x86_64__
#include <asm/prctl.h>
#endif
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <seccomp.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

static struct scmp_arg_cmp argument(unsigned number, enum scmp_compare how, scmp_datum_t a,
                                    scmp_datum_t b) {
    return (struct scmp_arg_cmp){.arg = number, .op = how, .datum_a = a, .datum_b = b};
}

// More than names can say, of a student's program.
static int seal(scmp_filter_ctx made, const struct confine *confine) {
    int bad = 0;
    const int opens[] = {SCMP_SYS(open), SCMP_SYS(openat)};
    for (unsigned i = 0; i < 2; i++) { // the flags are the second argument, or the third
        bad |= seccomp_rule_add(made, SCMP_ACT_ERRNO(EPERM), opens[i], 1,
                                argument(i + 1, SCMP_CMP_MASKED_EQ, O_TMPFILE, O_TMPFILE));
        bad |= seccomp_rule_add(made, SCMP_ACT_ERRNO(EPERM), opens[i], 1,
                                argument(i + 1, SCMP_CMP_MASKED_EQ, O_TRUNC | O_ACCMODE, O_TRUNC));
    }
    if (confine->level == CONFINE_BWRAP)
        return bad; // no other process is visible there
    bad |= seccomp_rule_add(made, SCMP_ACT_ERRNO(EPERM), SCMP_SYS(prlimit64), 1,
                            argument(0, SCMP_CMP_NE, 0, 0)); // 0 is the caller
    // A thread sets its own processors as 0, too: the numbers of others are in no filter's reach.
    bad |= seccomp_rule_add(made, SCMP_ACT_ERRNO(EPERM), SCMP_SYS(sched_setaffinity), 1,
                            argument(0, SCMP_CMP_NE, 0, 0));
    const int kills[] = {SCMP_SYS(kill), SCMP_SYS(tgkill)};
    for (unsigned i = 0; i < 2; i++) // abort() and raise() signal the caller
        bad |= seccomp_rule_add(made, SCMP_ACT_ERRNO(EPERM), kills[i], 1,
                                argument(0, SCMP_CMP_NE, (scmp_datum_t)getpid(), 0));
    return bad;
}

int confine_is_gated(const struct confine *confine) {
    return confine->sealed && !confine->device;
}

int confine_has_guard(const struct confine *confine) {
    return confine_is_gated(confine) || confine->learn;
}

// CUDA does not start without a Unix socket of its own: that one is let be, and cannot be
// connected, for a service of this machine may listen at a path.
static int refuse_sockets(scmp_filter_ctx made) {
    return seccomp_rule_add(made, SCMP_ACT_ERRNO(EPERM), SCMP_SYS(socket), 1,
                            argument(0, SCMP_CMP_NE, AF_UNIX, 0)) |
           seccomp_rule_add(made, SCMP_ACT_ERRNO(EPERM), SCMP_SYS(sendto), 1,
                            argument(4, SCMP_CMP_NE, 0, 0)); // to an address
}

// Of calls that are in the list, what one must not ask by them.
static scmp_filter_ctx arguments(const struct confine *confine) {
    scmp_filter_ctx made = seccomp_init(SCMP_ACT_ALLOW);
    if (!made)
        confine_die("seccomp");
    int bad = refuse_sockets(made);
    if (confine->sealed)
        bad |= seal(made, confine);
    const unsigned spaces[] = {CLONE_NEWUSER, CLONE_NEWNS,  CLONE_NEWPID,   CLONE_NEWNET,
                               CLONE_NEWIPC,  CLONE_NEWUTS, CLONE_NEWCGROUP};
    for (size_t i = 0; i < sizeof spaces / sizeof *spaces; i++)
        bad |= seccomp_rule_add(made, SCMP_ACT_ERRNO(EPERM), SCMP_SYS(clone), 1,
                                argument(0, SCMP_CMP_MASKED_EQ, spaces[i], spaces[i]));
    // Leases and notices of other files, and signals through a descriptor to another process.
    const unsigned controls[] = {F_SETLEASE, F_NOTIFY, F_SETOWN, F_SETOWN_EX, F_SETSIG};
    for (size_t i = 0; i < sizeof controls / sizeof *controls; i++)
        bad |= seccomp_rule_add(made, SCMP_ACT_ERRNO(EPERM), SCMP_SYS(fcntl), 1,
                                argument(1, SCMP_CMP_MASKED_EQ, 0xffffffffu, controls[i]));
    const unsigned orders[] = {TIOCSTI, TIOCLINUX, FIOSETOWN, SIOCSPGRP};
    for (size_t i = 0; i < sizeof orders / sizeof *orders; i++)
        bad |= seccomp_rule_add(made, SCMP_ACT_ERRNO(EPERM), SCMP_SYS(ioctl), 1,
                                argument(1, SCMP_CMP_MASKED_EQ, 0xffffffffu, orders[i]));
    if (bad)
        confine_die("seccomp");
    return made;
}

struct list {
    scmp_filter_ctx made;
    uint32_t otherwise; // what becomes of a call that is in no rule
    int gated;
};

static int rule(const struct list *list, uint32_t action, int number, unsigned count,
                struct scmp_arg_cmp when) {
    return action == list->otherwise // the library takes no rule that changes nothing
               ? 0
               : seccomp_rule_add(list->made, action, number, count, when);
}

// A call in the list is let be, but for what gate.c is asked about when it makes new code.
static int list_call(const struct list *list, int number) {
    const struct scmp_arg_cmp always = {0},
                              executes = argument(2, SCMP_CMP_MASKED_EQ, PROT_EXEC, PROT_EXEC),
                              data = argument(2, SCMP_CMP_MASKED_EQ, PROT_EXEC, 0);
    if (list->gated && (number == SCMP_SYS(mmap) || number == SCMP_SYS(mprotect)))
        return rule(list, SCMP_ACT_NOTIFY, number, 1, executes) |
               rule(list, SCMP_ACT_ALLOW, number, 1, data);
#ifdef __x86_64__
    if (list->gated && number == CONFINE_MARK) // by its other words a loader asks for shadow stacks
        return rule(list, SCMP_ACT_NOTIFY, number, 1, argument(0, SCMP_CMP_EQ, ARCH_SET_FS, 0)) |
               rule(list, SCMP_ACT_ALLOW, number, 1, argument(0, SCMP_CMP_NE, ARCH_SET_FS, 0));
#endif
    int asks = list->gated && (number == SCMP_SYS(execve) || number == CONFINE_MARK);
    return rule(list, asks ? SCMP_ACT_NOTIFY : SCMP_ACT_ALLOW, number, 0, always);
}

static scmp_filter_ctx listed(const struct confine *confine) {
    unsigned who = confine->sealed ? CONFINE_PROGRAM : CONFINE_BUILD;
    struct list list = {NULL, confine->learn ? SCMP_ACT_NOTIFY : SCMP_ACT_ERRNO(ENOSYS),
                        confine_is_gated(confine)};
    list.made = seccomp_init(list.otherwise);
    if (!list.made || seccomp_attr_set(list.made, SCMP_FLTATR_CTL_OPTIMIZE, 2) != 0) // as a tree
        confine_die("seccomp");
    if (confine->device)
        who |= CONFINE_CARD;
    for (const struct confine_calls *group = confine_calls; group->why; group++) {
        char names[1024], *rest = NULL;
        snprintf(names, sizeof names, "%s", group->names);
        for (char *name = strtok_r(names, " ", &rest); name; name = strtok_r(NULL, " ", &rest)) {
            int number = seccomp_syscall_resolve_name(name), bad = 0;
            if (number < 0) // not on this machine, or newer than the library
                continue;
            if (!group->who)
                bad = rule(&list, SCMP_ACT_ERRNO(ENOSYS), number, 0, (struct scmp_arg_cmp){0});
            else if (group->who & who)
                bad = list_call(&list, number);
            if (bad)
                confine_die(name);
        }
    }
    return list.made;
}

static void load(scmp_filter_ctx made) {
    if (seccomp_load(made) != 0)
        confine_die("seccomp");
}

int confine_seccomp(const struct confine *confine) {
    scmp_filter_ctx calls = listed(confine), asked = arguments(confine);
    load(asked); // while there is still a call for it
    load(calls);
    int asking = confine_has_guard(confine) ? seccomp_notify_fd(calls) : -1;
    seccomp_release(asked);
    seccomp_release(calls);
    return asking;
}
