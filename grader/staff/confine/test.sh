#!/bin/bash
# Each wall, at each level that works on this machine: tried from inside.
confine=$PWD/build/confine
passed=0 failed=0 skipped=0
rooms=$(mktemp -d) outside=$(mktemp -d)
trap 'rm -rf "$rooms" "$outside"' EXIT
chmod 755 "$outside" "$rooms" # level user comes in as another user
echo secret >"$outside/solution.cu"
mkdir "$outside/given" && echo given >"$outside/given/file"
cat >"$outside/net.c" <<'C'
#include <stdio.h>
#include <sys/inotify.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <unistd.h>
int main(void) {
    int inet = socket(AF_INET, SOCK_DGRAM, 0), unix_ = socket(AF_UNIX, SOCK_STREAM, 0);
    long trace = ptrace(PTRACE_TRACEME, 0, 0, 0);
    printf("inet %d unix %d ptrace %ld fd9 %d inotify %d\n", inet >= 0, unix_ >= 0, trace, dup(9) >= 0,
           inotify_init() >= 0);
}
C
cat >"$outside/asks.c" <<'C'
#define _GNU_SOURCE
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/klog.h>
int main(int argc, char **argv) {
    cpu_set_t all;
    int other = atoi(argv[argc - 1]), file = open(argv[0], O_RDONLY), folder = open("/usr/bin", O_RDONLY);
    sched_getaffinity(0, sizeof all, &all);
    printf("%d %d %d %d %d\n", fcntl(file, F_SETLEASE, F_RDLCK) == 0, fcntl(folder, F_NOTIFY, DN_ACCESS) == 0,
           fcntl(file, F_SETOWN, other) == 0, klogctl(10, NULL, 0) >= 0, sched_setaffinity(other, sizeof all, &all) == 0);
}
C
cat >"$outside/tables.c" <<'C'
#include <sys/mman.h>
#include <unistd.h>
int main(void) { // one byte of every 2 MiB of 200 GiB that are only read: 400 MB of tables, no page
    long step = 2l << 20, total = 200l << 30, sum = 0;
    char *memory = mmap(0, total, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED || madvise(memory, total, MADV_NOHUGEPAGE) != 0) return 1;
    for (long i = 0; i < total; i += step) sum += memory[i];
    sleep(2); // the watch looks ten times a second
    return (int)sum;
}
C
gcc -o "$outside/given/tables" "$outside/tables.c" || exit 1
cat >"$outside/forks.c" <<'C'
#include <stdio.h>
#include <unistd.h>
int main(void) { // gone before the watch looks
    int born = 0;
    for (int i = 0; i < 200; i++) {
        pid_t child = fork();
        if (child == 0) _exit(0);
        born += child > 0;
    }
    printf("%d\n", born > 48);
}
C
gcc -o "$outside/given/forks" "$outside/forks.c" || exit 1
# Every way to new code that we know: prints those that are open.
cat >"$outside/newcode.c" <<'C'
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/personality.h>
#include <sys/shm.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>
enum { PAGE = 4096, RWX = PROT_READ | PROT_WRITE | PROT_EXEC, RX = PROT_READ | PROT_EXEC };
static char text[8 * PAGE] __attribute__((section(".text#"), aligned(4096))) = {(char)0xc3}; // ours to spoil
// Runs in the loader, before anything else of this program.
static int early = -1;
static int nothing(void) { return 0; }
static int (*choose(void))(void) {
    long done = -1;
#ifdef __x86_64__ // the library is not there yet
    __asm__ volatile("syscall" : "=a"(done) : "0"(SYS_mprotect), "D"(text + 7 * PAGE), "S"(PAGE), "d"(RWX) : "rcx", "r11", "memory");
#endif
    early = (int)done;
    return nothing;
}
int chosen(void) __attribute__((ifunc("choose")));
static int wrote(const char *file) {
    int fd = open(file, O_RDWR);
    return fd >= 0 && pwrite(fd, "\xc3", 1, (off_t)(intptr_t)text) == 1;
}
static int memory_file(void) {
    int fd = (int)syscall(SYS_memfd_create, "x", 0);
    return fd >= 0 && write(fd, "\xc3", 1) == 1 && mmap(NULL, PAGE, RX, MAP_PRIVATE, fd, 0) != MAP_FAILED;
}
static int by_name(void) { // a page of a system's library in the place of ours
    int fd = open("/proc/self/exe", O_RDONLY);
    return fd >= 0 && mmap(text + 6 * PAGE, PAGE, RX, MAP_PRIVATE | MAP_FIXED, fd, 0) != MAP_FAILED;
}
static int segment(void) {
    int id = shmget(IPC_PRIVATE, PAGE, 0600);
    void *at = id < 0 ? (void *)-1 : shmat(id, NULL, SHM_EXEC);
    if (id >= 0) shmctl(id, IPC_RMID, NULL);
    return at != (void *)-1;
}
static int other_program(char *name) {
    int status = 0;
    char *words[] = {name, "child", NULL};
    pid_t child = fork();
    if (child == 0) { execv("/proc/self/exe", words); syscall(SYS_execveat, open("/proc/self/exe", O_PATH), "", words, NULL, AT_EMPTY_PATH); _exit(0); }
    return waitpid(child, &status, 0) == child && WEXITSTATUS(status) == 7;
}
int main(int argc, char **argv) {
    char thread[64], pair[2] = {(char)0xc3, 0};
    struct iovec from = {pair, 1}, to = {text, 1};
    if (argc > 1 && !strcmp(argv[1], "child")) return 7;
    snprintf(thread, sizeof thread, "/proc/self/task/%d/mem", (int)getpid());
    const struct { const char *way; int worked; } ways[] = {
        {"mem", wrote("/proc/self/mem")}, {"thread-self", wrote("/proc/thread-self/mem")}, {"task", wrote(thread)},
        {"process_vm_writev", process_vm_writev(getpid(), &from, 1, &to, 1, 0) == 1},
        {"anonymous", mmap(NULL, PAGE, RWX, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) != MAP_FAILED},
        {"mprotect", mprotect(text + PAGE, PAGE, RWX) == 0},
        {"back", mprotect(text + 2 * PAGE, PAGE, PROT_READ | PROT_WRITE) == 0 && mprotect(text + 2 * PAGE, PAGE, RX) == 0},
        {"pkey", syscall(SYS_pkey_mprotect, text + 3 * PAGE, PAGE, RWX, -1) == 0},
        {"moved", mremap(text + 4 * PAGE, PAGE, PAGE, MREMAP_MAYMOVE | MREMAP_FIXED, text + 5 * PAGE) != MAP_FAILED},
        {"memfd", memory_file()}, {"by-name", by_name()}, {"segment", segment()},
        {"personality", personality(READ_IMPLIES_EXEC) != -1},
        {"userfaultfd", syscall(SYS_userfaultfd, O_CLOEXEC | 1) >= 0},
        {"loader", chosen() == 0 && early == 0}, {"exec", other_program(argv[0])}};
    for (unsigned i = 0; i < sizeof ways / sizeof *ways; i++)
        if (ways[i].worked) printf("%s ", ways[i].way);
    puts("");
}
C
gcc -o "$outside/given/newcode" "$outside/newcode.c" || exit 1
printf '%s\n' '.section .both, "awx", @progbits' '.byte 0' '.section .note.GNU-stack, "", @progbits' >"$outside/both.s"
gcc -w -Wl,-z,execstack -o "$outside/given/stack" "$outside/newcode.c" && gcc -w -o "$outside/given/both" "$outside/newcode.c" "$outside/both.s" 2>/dev/null &&
    gcc -w -static -o "$outside/given/alone" "$outside/newcode.c" || exit 1
gcc -o "$outside/given/net" "$outside/net.c" && gcc -o "$outside/given/asks" "$outside/asks.c" || exit 1

expect() { # what, expected, got
    if [ "$2" = "$3" ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        printf '  FAILED  %s\n          expected: %s\n          got:      %s\n' "$1" "$2" "$3"
    fi
}
inside() { SECRET=1 "$confine" --level "$level" --read "$outside/given" --read /usr/bin --read /bin --room "$room" "$@" 2>&1; }
how() { "$confine" --level "$level" --read /usr/bin --read /bin --room "$room" --status 5 "$@" 5>&1 >/dev/null 2>&1 | head -1; }

group=/sys/fs/cgroup/pids$(sed -n 's/^[0-9]*:pids://p' /proc/self/cgroup) # of version 1
grouped=false
if mkdir "$group/tare-test" 2>/dev/null; then
    rmdir "$group/tare-test"
    grouped=true
else
    skipped=$((skipped + 1))
fi
# Of version 2: a group that was given to us, as systemd gives one with Delegate=yes.
given=/sys/fs/cgroup/tare-given
if grep -qw memory /sys/fs/cgroup/cgroup.subtree_control 2>/dev/null && mkdir "$given" 2>/dev/null && setfattr -n user.delegate -v 1 "$given"; then
    # shellcheck disable=SC2016
    in_given='echo $$ >"$0/cgroup.procs"; "$1" --level landlock --read /usr/bin --read /bin -- cat /proc/self/cgroup'
    expect "version 2: the kernel keeps the limits in a group that was given to us" "0::/tare-given/tare-N" \
        "$(sh -c "$in_given" "$given" "$confine" 2>&1 | sed 's/tare-[0-9]*$/tare-N/')"
    expect "version 2: the group of a run goes with the run" "$given/tare.all" "$(ls -d "$given"/tare*)"
    rmdir "$given/tare.all"
else
    skipped=$((skipped + 1))
fi
rmdir "$given" 2>/dev/null
for level in bwrap user landlock; do
    if ! "$confine" --probe | grep -q "^$level  *ok"; then
        echo "  skipped $level: $("$confine" --probe | grep "^$level ")"
        skipped=$((skipped + 1))
        continue
    fi
    room=$rooms/$level
    expect "$level: runs, and its code comes back" 7 "$(inside -- sh -c 'exit 7'; echo $?)"
    expect "$level: reads what it was given" given "$(inside -- cat "$outside/given/file")"
    expect "$level: cannot read its neighbour" "" "$(inside -- sh -c "cat '$outside/solution.cu' 2>/dev/null")"
    expect "$level: cannot list outside" "" "$(inside -- sh -c "ls '$outside' 2>/dev/null | grep solution")"
    expect "$level: does not see its neighbour's size" "" "$(inside -- sh -c "stat -c %s '$outside/solution.cu' 2>/dev/null")"
    expect "$level: reads no headers or programs that were not named" "" "$("$confine" --level "$level" -- /usr/bin/ls /usr/include /opt /usr/local 2>/dev/null)"
    expect "$level: reads no command line of others" "" "$(inside -- sh -c "(tr '\0' ' ' </proc/$$/cmdline) 2>/dev/null")"
    expect "$level: writes in its room" kept "$(inside -- sh -c 'echo kept >x; cat x')"
    expect "$level: every room is a new one" "" "$(inside -- sh -c 'cat x 2>/dev/null')"
    expect "$level: without a room it writes nothing" 0 "$("$confine" --level "$level" --read /usr/bin --read /bin -- sh -c 'for d in . /tmp /dev /proc /dev/shm; do echo x >$d/x && [ -s $d/x ] && [ "$d" != /dev/shm ] && echo $d; done' 2>/dev/null | wc -l)"
    expect "$level: writes nowhere else" "" "$(inside -- sh -c "echo x >'$outside/given/new' || echo x >/etc/new" 2>/dev/null >/dev/null; ls "$outside/given/new" /etc/new 2>/dev/null)"
    expect "$level: environment from nothing" "" "$(inside -- sh -c 'echo $SECRET')"
    expect "$level: and what was named" 1 "$(inside --env GIVEN=1 -- sh -c 'echo $GIVEN')"
    expect "$level: no socket, no ptrace, no stray descriptor, no watching of files" "inet 0 unix 0 ptrace -1 fd9 0 inotify 0" \
        "$(inside -- "$outside/given/net" 9</dev/null)"
    expect "$level: cannot signal the grader" no "$(inside -- sh -c "kill -0 $$ 2>/dev/null && echo yes || echo no")"
    expect "$level: a card's driver may name its threads" 0 \
        "$(inside --device -- sh -c 'echo x >/proc/$$/task/$$/comm' >/dev/null; echo $?)"
    expect "$level: a file has a limit" 1 "$(inside --file 1 -- sh -c 'head -c 3000000 /dev/zero >big; stat -c %s big' 2>/dev/null | awk 'END {print $1 / 1048576}')"
    expect "$level: a room has a size, kept by the kernel" "8388608" "$(inside --size 8 -- sh -c 'head -c 30m /dev/zero >a 2>/dev/null; wc -c <a' | head -1)"
    expect "$level: and a full room ends the command, in a folder that nobody lists too" "limit more than 8 MiB of files" \
        "$(how --size 8 -- sh -c 'mkdir dark; chmod 300 dark; head -c 30m /dev/zero >dark/a; sleep 3')"
    expect "$level: seen after the end as well" "limit more than 8 MiB of files" \
        "$(how --size 8 -- sh -c 'sleep 0.25; head -c 30m /dev/zero >a')"
    expect "$level: memory has a limit" refused "$(inside --memory 64 -- sh -c 'head -c 300m /dev/zero | tail -c 250m >/dev/null 2>&1 && echo taken || echo refused' 2>/dev/null |
        sed 's/^confine: ended: it took more than 64 MiB of memory$/refused/')" # by the watch, if it is first
    if $grouped; then
        expect "$level: the kernel keeps the number of processes" 0 "$(inside --processes 32 -- "$outside/given/forks" | grep -cx 1)"
    fi
    expect "$level: the tables of pages are memory" "limit more than 128 MiB of memory" "$(how --memory 128 --read "$outside/given" -- "$outside/given/tables")"
    expect "$level: tells of an end" ended "$(how -- sh -c 'exit 125')"
    expect "$level: tells of a command that is not there" 1 "$(how -- /no/such | grep -c '^walls ')"
    expect "$level: the command has no descriptor of it" ended "$(how -- sh -c 'echo walls forged >&5')"
    expect "$level: no switch of the kernel can be written" "" \
        "$(for more in '' --device; do inside $more -- sh -c 'for f in /proc/sys/kernel/domainname /proc/sysrq-trigger; do (exec 3<>$f) 2>/dev/null && echo $f; done'; done 2>/dev/null)"
    expect "$level: no lease, notice, owner of a signal, kernel's log, or another's processors" "0 0 0 0 0" "$(inside -- "$outside/given/asks" "$$")"
    expect "$level: a finished program gets no new code" "" "$(inside --sealed -- "$outside/given/newcode" | tr -d ' ')"
    for program in stack both alone; do
        expect "$level: nor is one started that brings a page to write and execute, or no loader: $program" "126 ended" \
            "$(inside --sealed -- "$outside/given/$program" >/dev/null; echo "$? $(how --read "$outside/given" --sealed -- "$outside/given/$program")")"
    done
    expect "$level: no control group stays" "" "$(find /sys/fs/cgroup -name 'tare-*' 2>/dev/null | while read -r left; do [ -d "/proc/${left##*-}" ] || echo "$left"; done)"
    expect "$level: nothing of a room stays" "" "$(ls "$rooms")"
done
# Level user: two runs at a time are two users, also where their numbers would be the same.
if [ "$(id -u)" = 0 ]; then
    users=$(for _ in 1 2 3 4 5 6; do "$confine" --level user --read /usr/bin --read /bin -- sh -c 'id -u; sleep 1' & done; wait)
    expect "user: six runs at a time are six users" 6 "$(sort -u <<<"$users" | grep -c '^6[0-9]*$')"
    taken=$("$confine" --level user --read /usr/bin --read /bin -- id -u)
    expect "user: and none of them is this grader" 1 "$((taken > 61000 && taken != $(id -u)))"
fi
# Where the kernel gives no namespaces, Landlock alone stands and the room is a folder.
if "$confine" --probe | grep -q '^bwrap  *ok' && "$confine" --probe | grep -q '^landlock  *ok'; then
    bare() { bwrap --dev-bind / / --unshare-user --disable-userns --cap-drop ALL -- "$confine" --level landlock --read /usr/bin --read /bin "$@" 2>&1; }
    room=$rooms/bare level=landlock
    expect "no namespaces: writes in its room" kept "$(bare --room "$room" -- sh -c 'echo kept >x; cat x')"
    expect "no namespaces: cannot read its neighbour" "" "$(bare --room "$room" -- sh -c "cat '$outside/solution.cu' 2>/dev/null")"
    expect "no namespaces: a finished program has no room" 0 "$(bare --room-if-sized "$room" -- sh -c "echo x >x; echo x >'$room/x'; echo \$?" 2>/dev/null | grep -cx 0)"
    expect "no namespaces: a folder that nobody lists is ended" 1 "$(bare --room "$room" -- sh -c 'mkdir dark; chmod 300 dark; echo x >dark/x; sleep 2' | grep -c 'confine: ended')"
    expect "no namespaces: nothing of a room stays" "" "$(ls "$rooms")"
else
    skipped=$((skipped + 1))
fi
expect "without walls it gets new code" 15 "$("$confine" --level none -- "$outside/given/newcode" | wc -w)"
expect "a finished program without a path: says so" "confine: --sealed wants a program by its path from the root: true" "$("$confine" --sealed -- true 2>&1 | head -1)"
expect "no command: says so" 125 "$("$confine" --room "$rooms/x" >/dev/null 2>&1; echo $?)"
expect "unknown option: says so" "confine: no such option: --what" "$("$confine" --what x -- true 2>&1 | head -1)"
expect "unknown level: says so" "confine: no such level: x" "$("$confine" --level x -- true 2>&1 | head -1)"
expect "a room that is no whole path: says so" "confine: --room wants a path from the root: x" "$("$confine" --room x -- true 2>&1 | head -1)"
expect "no such command: 125" 125 "$("$confine" --level none -- /no/such >/dev/null 2>&1; echo $?)"
echo "confine: $passed passed, $failed failed, $skipped skipped"
[ $failed = 0 ]
