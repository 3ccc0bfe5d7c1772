// seccomp.c: the system calls that no measurement of a kernel needs, refused with EPERM.
#define _GNU_SOURCE
#include "confine/confine.h"

#ifdef __x86_64__
#include <asm/prctl.h>
#endif
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <seccomp.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

static const char *const refused[] = {
    "ptrace", "process_vm_readv", "process_vm_writev", "process_madvise", "pidfd_getfd",
    "io_uring_setup", "io_uring_enter", "io_uring_register", "keyctl", "add_key", "request_key",
    "userfaultfd", "bpf", "perf_event_open", "unshare", "setns", "mount", "umount2", "pivot_root",
    "chroot", "move_mount", "open_tree", "fsopen", "fsconfig", "fsmount", "fspick", "mount_setattr",
    "kexec_load", "init_module", "finit_module", "delete_module", "reboot", "swapon", "swapoff",
    "sethostname", "settimeofday", "clock_settime", "adjtimex", "quotactl", "acct",
    "open_by_handle_at", "name_to_handle_at", "vhangup", "personality",
    // What would outlast the process, outside its folder.
    "shmget", "msgget", "semget", "mq_open", "mq_unlink",
    // Who reads and writes other files, and when.
    "inotify_init", "inotify_init1", "fanotify_init", "fanotify_mark", "syslog",
    // The arguments are in memory, where no filter sees them: the C library does without.
    "openat2", NULL};

// A compiler sets modes and ends its helpers; a student's program has no need to. Landlock
// keeps nobody from changing the mode of a file that is his own, nor, before Linux 6.2, its
// length, nor, before 6.12, from sending a signal.
static const char *const refused_when_sealed[] = {"chmod",
                                                  "fchmod",
                                                  "fchmodat",
                                                  "fchmodat2",
                                                  "chown",
                                                  "fchown",
                                                  "lchown",
                                                  "fchownat",
                                                  "setxattr",
                                                  "lsetxattr",
                                                  "fsetxattr",
                                                  "setxattrat",
                                                  "removexattr",
                                                  "lremovexattr",
                                                  "fremovexattr",
                                                  "removexattrat",
                                                  "utime",
                                                  "utimes",
                                                  "futimesat",
                                                  "utimensat",
                                                  "truncate",
                                                  "pidfd_send_signal",
                                                  "rt_sigqueueinfo",
                                                  "rt_tgsigqueueinfo",
                                                  "tkill",
                                                  "sched_setparam",
                                                  "sched_setscheduler",
                                                  "sched_setattr",
                                                  "ioprio_set",
                                                  "setpriority",
                                                  NULL};

static struct scmp_arg_cmp argument(unsigned number, enum scmp_compare how, scmp_datum_t a,
                                    scmp_datum_t b) {
    return (struct scmp_arg_cmp){.arg = number, .op = how, .datum_a = a, .datum_b = b};
}

static int refuse(scmp_filter_ctx made, const char *const *names) {
    int bad = 0;
    for (; *names; names++) {
        int number = seccomp_syscall_resolve_name(*names),
            how = strcmp(*names, "openat2") ? EPERM : ENOSYS;
        if (number != __NR_SCMP_ERROR)
            bad |= seccomp_rule_add(made, SCMP_ACT_ERRNO(how), number, 0);
    }
    return bad;
}

// More than names can say, of a student's program.
static int seal(scmp_filter_ctx made, const struct confine *confine) {
    int bad = refuse(made, refused_when_sealed);
    const int opens[] = {SCMP_SYS(open), SCMP_SYS(openat)};
    for (unsigned i = 0; i < 2; i++) { // the flags are the second argument, or the third
        bad |= seccomp_rule_add(made, SCMP_ACT_ERRNO(EPERM), opens[i], 1,
                                argument(i + 1, SCMP_CMP_MASKED_EQ, O_TMPFILE, O_TMPFILE));
        bad |= seccomp_rule_add(made, SCMP_ACT_ERRNO(EPERM), opens[i], 1,
                                argument(i + 1, SCMP_CMP_MASKED_EQ, O_TRUNC | O_ACCMODE, O_TRUNC));
    }
    if (!confine->device) // CUDA makes files of memory
        bad |= seccomp_rule_add(made, SCMP_ACT_ERRNO(EPERM), SCMP_SYS(memfd_create), 0);
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

// What gate.c is asked about, and what would get new code without asking: a page of code that moves
// to the place of another is new code there.
static int gate(scmp_filter_ctx made) {
    static const char *const moving[] = {"mremap",        "remap_file_pages", "shmat",
                                         "pkey_mprotect", "execveat",         NULL};
    const struct scmp_arg_cmp executable = argument(2, SCMP_CMP_MASKED_EQ, PROT_EXEC, PROT_EXEC);
    int bad = refuse(made, moving);
    bad |= seccomp_rule_add(made, SCMP_ACT_NOTIFY, SCMP_SYS(mmap), 1, executable);
    bad |= seccomp_rule_add(made, SCMP_ACT_NOTIFY, SCMP_SYS(mprotect), 1, executable);
    bad |= seccomp_rule_add(made, SCMP_ACT_NOTIFY, SCMP_SYS(execve), 0);
#ifdef __x86_64__
    return bad | seccomp_rule_add(made, SCMP_ACT_NOTIFY, CONFINE_MARK, 1,
                                  argument(0, SCMP_CMP_EQ, ARCH_SET_FS, 0));
#else
    return bad | seccomp_rule_add(made, SCMP_ACT_NOTIFY, CONFINE_MARK, 0);
#endif
}

// A service of this machine may listen at a path, so there is no socket of any family. CUDA does
// not start without a Unix socket of its own; with a card that one is let be, and cannot be
// connected or sent from.
static int refuse_sockets(scmp_filter_ctx made, const struct confine *confine) {
    static const char *const connecting[] = {"connect", "sendmsg", "sendmmsg", NULL};
    if (!confine->device)
        return seccomp_rule_add(made, SCMP_ACT_ERRNO(EPERM), SCMP_SYS(socket), 0);
    int bad = seccomp_rule_add(made, SCMP_ACT_ERRNO(EPERM), SCMP_SYS(socket), 1,
                               argument(0, SCMP_CMP_NE, AF_UNIX, 0));
    bad |= seccomp_rule_add(made, SCMP_ACT_ERRNO(EPERM), SCMP_SYS(sendto), 1,
                            argument(4, SCMP_CMP_NE, 0, 0)); // to an address
    return bad | refuse(made, connecting);
}

static scmp_filter_ctx filter(const struct confine *confine) {
    scmp_filter_ctx made = seccomp_init(SCMP_ACT_ALLOW);
    if (!made)
        confine_die("seccomp");
    int bad = refuse(made, refused) | refuse_sockets(made, confine);
    if (confine->sealed)
        bad |= seal(made, confine);
    if (confine_is_gated(confine))
        bad |= gate(made);
    const unsigned spaces[] = {CLONE_NEWUSER, CLONE_NEWNS,  CLONE_NEWPID,   CLONE_NEWNET,
                               CLONE_NEWIPC,  CLONE_NEWUTS, CLONE_NEWCGROUP};
    for (size_t i = 0; i < sizeof spaces / sizeof *spaces; i++)
        bad |= seccomp_rule_add(made, SCMP_ACT_ERRNO(EPERM), SCMP_SYS(clone), 1,
                                argument(0, SCMP_CMP_MASKED_EQ, spaces[i], spaces[i]));
    // clone3 hides its flags in memory: without it the C library falls back to clone.
    bad |= seccomp_rule_add(made, SCMP_ACT_ERRNO(ENOSYS), SCMP_SYS(clone3), 0);
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

int confine_seccomp(const struct confine *confine) {
    scmp_filter_ctx made = filter(confine);
    if (seccomp_load(made) != 0)
        confine_die("seccomp");
    int asking = confine_is_gated(confine) ? seccomp_notify_fd(made) : -1;
    seccomp_release(made);
    return asking;
}
