// seccomp.c: the system calls that no measurement of a kernel needs, refused with EPERM.
#define _GNU_SOURCE
#include "confine.h"

#include <errno.h>
#include <sched.h>
#include <seccomp.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

static const char *const refused[] = {"ptrace",
                                      "process_vm_readv",
                                      "process_vm_writev",
                                      "process_madvise",
                                      "pidfd_getfd",
                                      "io_uring_setup",
                                      "io_uring_enter",
                                      "io_uring_register",
                                      "keyctl",
                                      "add_key",
                                      "request_key",
                                      "userfaultfd",
                                      "bpf",
                                      "perf_event_open",
                                      "unshare",
                                      "setns",
                                      "mount",
                                      "umount2",
                                      "pivot_root",
                                      "chroot",
                                      "move_mount",
                                      "open_tree",
                                      "fsopen",
                                      "fsmount",
                                      "kexec_load",
                                      "init_module",
                                      "finit_module",
                                      "delete_module",
                                      "reboot",
                                      "swapon",
                                      "swapoff",
                                      "sethostname",
                                      "settimeofday",
                                      "clock_settime",
                                      "adjtimex",
                                      "quotactl",
                                      "acct",
                                      "open_by_handle_at",
                                      "name_to_handle_at",
                                      "vhangup",
                                      "personality"};

// Unix sockets stay: CUDA's driver talks to its own helpers through them.
static const int families[] = {AF_INET,  AF_INET6,     AF_PACKET, AF_NETLINK,
                               AF_VSOCK, AF_BLUETOOTH, AF_ALG};

static struct scmp_arg_cmp argument(unsigned number, enum scmp_compare how, scmp_datum_t a,
                                    scmp_datum_t b) {
    return (struct scmp_arg_cmp){.arg = number, .op = how, .datum_a = a, .datum_b = b};
}

static scmp_filter_ctx filter(void) {
    scmp_filter_ctx made = seccomp_init(SCMP_ACT_ALLOW);
    if (!made)
        confine_die("seccomp");
    int bad = 0;
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        int number = seccomp_syscall_resolve_name(refused[i]);
        if (number != __NR_SCMP_ERROR)
            bad |= seccomp_rule_add(made, SCMP_ACT_ERRNO(EPERM), number, 0);
    }
    for (size_t i = 0; i < sizeof families / sizeof *families; i++)
        bad |= seccomp_rule_add(made, SCMP_ACT_ERRNO(EPERM), SCMP_SYS(socket), 1,
                                argument(0, SCMP_CMP_EQ, (scmp_datum_t)families[i], 0));
    const unsigned spaces[] = {CLONE_NEWUSER, CLONE_NEWNS,  CLONE_NEWPID,   CLONE_NEWNET,
                               CLONE_NEWIPC,  CLONE_NEWUTS, CLONE_NEWCGROUP};
    for (size_t i = 0; i < sizeof spaces / sizeof *spaces; i++)
        bad |= seccomp_rule_add(made, SCMP_ACT_ERRNO(EPERM), SCMP_SYS(clone), 1,
                                argument(0, SCMP_CMP_MASKED_EQ, spaces[i], spaces[i]));
    // clone3 hides its flags in memory: without it the C library falls back to clone.
    bad |= seccomp_rule_add(made, SCMP_ACT_ERRNO(ENOSYS), SCMP_SYS(clone3), 0);
    bad |= seccomp_rule_add(made, SCMP_ACT_ERRNO(EPERM), SCMP_SYS(ioctl), 1,
                            argument(1, SCMP_CMP_MASKED_EQ, 0xffffffffu, TIOCSTI));
    if (bad)
        confine_die("seccomp");
    return made;
}

void confine_seccomp(void) {
    scmp_filter_ctx made = filter();
    if (seccomp_load(made) != 0)
        confine_die("seccomp");
    seccomp_release(made);
}

int confine_seccomp_program(void) {
    scmp_filter_ctx made = filter();
    int fd = memfd_create("seccomp", 0);
    if (fd < 0 || seccomp_export_bpf(made, fd) != 0 || lseek(fd, 0, SEEK_SET) != 0)
        confine_die("seccomp");
    seccomp_release(made);
    return fd;
}
