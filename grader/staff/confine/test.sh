#!/bin/bash
# Each wall, at each level that stands on this machine: tried from inside.
confine=$PWD/build/confine
passed=0 failed=0 skipped=0
room=$(mktemp -d) outside=$(mktemp -d)
trap 'rm -rf "$room" "$outside"' EXIT
chmod 755 "$outside" "$room" # level user comes in as another user
echo secret >"$outside/solution.cu"
mkdir "$outside/given" && echo given >"$outside/given/file"
cat >"$room/net.c" <<'C'
#include <errno.h>
#include <stdio.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <unistd.h>
int main(void) {
    int inet = socket(AF_INET, SOCK_DGRAM, 0), unix_ = socket(AF_UNIX, SOCK_STREAM, 0);
    long trace = ptrace(PTRACE_TRACEME, 0, 0, 0);
    printf("inet %d unix %d ptrace %ld fd9 %d\n", inet >= 0, unix_ >= 0, trace, dup(9) >= 0);
}
C
gcc -o "$room/net" "$room/net.c" || exit 1

expect() { # what, expected, got
    if [ "$2" = "$3" ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        printf '  FAILED  %s\n          expected: %s\n          got:      %s\n' "$1" "$2" "$3"
    fi
}
inside() { SECRET=1 "$confine" --level "$level" --read "$outside/given" --write "$box" "$@" 2>&1; }

for level in bwrap user landlock; do
    if ! "$confine" --probe | grep -q "^$level  *ok"; then
        echo "  skipped $level: $("$confine" --probe | grep "^$level ")"
        skipped=$((skipped + 1))
        continue
    fi
    box=$room/$level
    mkdir "$box" && cp "$room/net" "$box/"
    expect "$level: runs, and its code comes back" 7 "$(inside -- sh -c 'exit 7'; echo $?)"
    expect "$level: reads what it was given" given "$(inside -- cat "$outside/given/file")"
    expect "$level: cannot read its neighbour" "" "$(inside -- sh -c "cat '$outside/solution.cu' 2>/dev/null")"
    expect "$level: cannot list outside" "" "$(inside -- sh -c "ls '$outside' 2>/dev/null | grep solution")"
    expect "$level: writes in its room" kept "$(inside -- sh -c 'echo kept >x; cat x')"
    expect "$level: writes nowhere else" "" "$(inside -- sh -c "echo x >'$outside/given/new' || echo x >/etc/new" 2>/dev/null >/dev/null; ls "$outside/given/new" /etc/new 2>/dev/null)"
    expect "$level: environment from nothing" "" "$(inside -- sh -c 'echo $SECRET')"
    expect "$level: and what was named" 1 "$(inside --env GIVEN=1 -- sh -c 'echo $GIVEN')"
    expect "$level: no network, no ptrace, no stray descriptor" "inet 0 unix 1 ptrace -1 fd9 0" \
        "$(inside -- ./net 9</dev/null)"
    expect "$level: cannot signal the grader" no "$(inside -- sh -c "kill -0 $$ 2>/dev/null && echo yes || echo no")"
    expect "$level: a card's driver may name its threads" 0 \
        "$(inside --device -- sh -c 'echo x >/proc/$$/task/$$/comm' >/dev/null; echo $?)"
    expect "$level: a file has a limit" 1 "$(inside --file 1 -- sh -c 'head -c 3000000 /dev/zero >big; stat -c %s big' 2>/dev/null | awk 'END {print $1 / 1048576}')"
    expect "$level: memory has a limit" refused "$(inside --memory 64 -- sh -c 'head -c 300m /dev/zero | tail -c 250m >/dev/null 2>&1 && echo taken || echo refused' 2>/dev/null |
        sed 's/^confine: ended: it took more than 64 MiB of memory$/refused/')" # by who watches, if it is first
done
expect "no command: says so" 125 "$("$confine" --write "$room" >/dev/null 2>&1; echo $?)"
expect "unknown option: says so" "confine: no such option: --what" "$("$confine" --what x -- true 2>&1 | head -1)"
expect "unknown level: says so" "confine: no such level: x" "$("$confine" --level x --write "$room" -- true 2>&1 | head -1)"
expect "no such command: 125" 125 "$("$confine" --level none --write "$room" -- /no/such >/dev/null 2>&1; echo $?)"
echo "confine: $passed passed, $failed failed, $skipped skipped"
[ $failed = 0 ]
