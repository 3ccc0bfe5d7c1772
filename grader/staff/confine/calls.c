// calls.c: the system calls that there are behind the walls, and why. A call that is not here is
// answered as by a kernel that does not have it (ENOSYS), so that a newer C library takes the older
// way. They were seen in g++ 12, clang 14, the loader of glibc 2.36 and the host device; those of a
// card are what CUDA is known to call. Some names are of other machines and of older libraries.
// calls_test.sh says what the compilers and libraries of this machine need besides.
#include "confine/confine.h"

#define EVERYONE (CONFINE_PROGRAM | CONFINE_BUILD | CONFINE_CARD)

const struct confine_calls confine_calls[] = {
    {"a program begins and ends", EVERYONE,
     "execve arch_prctl set_tid_address set_robust_list get_robust_list rseq exit exit_group brk "
     "restart_syscall prctl getrandom"},
    {"memory: gate.c says which pages may be executed", EVERYONE,
     "mmap munmap mprotect madvise mincore msync mlock mlock2 munlock membarrier"},
    {"a large block grows by moving; code must not move", CONFINE_BUILD | CONFINE_CARD, "mremap"},
    {"threads and children", EVERYONE,
     "clone fork vfork wait4 waitid futex sched_yield sched_getaffinity sched_setaffinity "
     "sched_getparam sched_getscheduler sched_getattr sched_get_priority_max "
     "sched_get_priority_min sched_rr_get_interval getcpu"},
    {"signals, whose receiver seccomp.c looks at", EVERYONE,
     "rt_sigaction rt_sigprocmask rt_sigreturn rt_sigsuspend rt_sigpending rt_sigtimedwait "
     "sigaltstack kill tgkill pause"},
    {"time passes and is read", EVERYONE,
     "clock_gettime clock_getres clock_nanosleep nanosleep gettimeofday time times alarm "
     "getitimer setitimer timer_create timer_settime timer_gettime timer_getoverrun timer_delete"},
    {"files are opened, read and written", EVERYONE,
     "open openat creat close close_range read pread64 readv preadv preadv2 write pwrite64 writev "
     "pwritev pwritev2 lseek fcntl dup dup2 dup3 ioctl pipe pipe2 fsync fdatasync ftruncate "
     "fallocate fadvise64 readahead sendfile splice tee copy_file_range flock"},
    {"files tell of themselves", EVERYONE,
     "stat lstat fstat newfstatat statx access faccessat faccessat2 readlink readlinkat statfs "
     "fstatfs getdents getdents64 getcwd getxattr lgetxattr fgetxattr"},
    {"the names in a room", EVERYONE,
     "mkdir mkdirat rmdir unlink unlinkat rename renameat renameat2 chdir fchdir umask"},
    {"several descriptors are waited for", EVERYONE,
     "poll ppoll select pselect6 epoll_create epoll_create1 epoll_ctl epoll_wait epoll_pwait "
     "eventfd eventfd2 timerfd_create timerfd_settime timerfd_gettime"},
    {"a process and its machine tell of themselves", EVERYONE,
     "getpid getppid gettid getpgrp getpgid getsid getuid geteuid getgid getegid getresuid "
     "getresgid getgroups capget getpriority getrlimit setrlimit prlimit64 getrusage sysinfo "
     "uname"},
    {"a compiler makes files of several kinds, and groups of helpers", CONFINE_BUILD,
     "chmod fchmod fchmodat fchmodat2 chown fchown lchown fchownat utime utimes utimensat "
     "futimesat "
     "truncate link linkat symlink symlinkat mknod mknodat setpgid setsid memfd_create sync"},
    {"CUDA has a socket of its own, memory in files, and places for memory", CONFINE_CARD,
     "socket socketpair bind listen accept accept4 getsockname getpeername getsockopt setsockopt "
     "recvfrom recvmsg recvmmsg sendto shutdown memfd_create mlockall munlockall mbind "
     "get_mempolicy set_mempolicy pidfd_open"},
    {"nobody: their arguments are in memory, where no filter sees them", CONFINE_NOBODY,
     "clone3 openat2"},
    {"nobody: the host device asks for a class of its own, and does without", CONFINE_NOBODY,
     "sched_setscheduler"},
    {0}};
