#!/bin/bash
# headers.sh: CUDA's headers of the host device compile without a warning, each by itself, in every
# C and C++ that a program may ask for, by every compiler that is here. `headers.sh COMPILER...`
# takes others: a C compiler, then a C++ compiler, and so on.
cd "$(dirname "$0")/../include" || exit 2
passed=0 failed=0
if [ $# = 0 ]; then
    for pair in gcc:g++ clang:clang++; do
        command -v ${pair#*:} >/dev/null && set -- "$@" ${pair%:*} ${pair#*:}
    done
fi
try() { # WHAT COMMAND...: it is quiet
    said=$("${@:2}" 2>&1) && [ -z "$said" ] && passed=$((passed + 1)) && return
    failed=$((failed + 1))
    echo "  FAILED  $1"
    echo "$said" | grep -E 'warning|error' | head -3 | sed 's/^/          /'
}
all=$(printf '%s\n' *.h | sed '/host_errors.h/d') # that one is a list
warnings="-Wall -Wextra -Wpedantic -Wshadow -Werror"
while [ $# -ge 2 ]; do
    for standard in c99 c11 c17 c++11 c++14 c++17 c++20; do
        case $standard in c++*) compiler=$2 language=c++ ;; *) compiler=$1 language=c ;; esac
        try "$compiler -std=$standard" $compiler -std=$standard $warnings -I. -fsyntax-only \
            -x $language - < <(sed 's/.*/#include "&"/' <<<"$all" && echo "int declared_something;")
    done
    for header in $all; do
        try "$1 $header alone" "$1" $warnings -I. -fsyntax-only -x c - < <(
            echo "#include \"$header\"" && echo "int declared_something;")
    done
    # A program may define any letter, before the headers or between them.
    letters=$(printf -- '-D%s=1024 ' {A..Z} {a..z})
    try "$2, all macros of one letter" "$2" $letters -std=c++17 -I. -fsyntax-only -x c++ - < <(sed 's/.*/#include "&"/' <<<"$all" && echo "int kept[N ? 1 : -1];")
    try "$1, all macros of one letter" "$1" $letters -I. -fsyntax-only -x c - < <(
        sed 's/.*/#include "&"/' <<<"$all" && echo "int kept[N ? 1 : -1];")
    # hostcc compiles these as a system's headers, so that a program never sees a warning of them.
    for standard in c++17 c++20; do
        try "$2 -std=$standard, device code" "$2" -std=$standard -D__CUDACC__ -Wall -Wextra -Wshadow \
            -Werror -I. -fsyntax-only -x c++ - <<<'#include <cuda_runtime.h>'
    done
    shift 2
done
echo "host_headers: $passed passed, $failed failed, 0 skipped"
[ "$failed" = 0 ]
