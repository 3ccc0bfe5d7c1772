#!/bin/bash
# make install, and the README's example built with nothing but what was installed:
# install.sh "COMPILER AND FLAGS" (of DEVICE in the environment)
compiler=$1 passed=0 failed=0 skipped=0
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT

check() { # name, command
    local name=$1
    shift
    if "$@" >"$place/said" 2>&1; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "  FAILED  $name: $*"
        head -5 "$place/said" | sed 's/^/          /'
    fi
}

# shellcheck disable=SC2016 # backticks are the README's
check "the README shows the example" diff <(sed -n '/^```c$/,/^```$/p' common/README.md | sed '1d;$d') \
    common/examples/scale.cu
check "and the benchmark" diff <(sed -n '/^```c++$/,/^```$/p' common/README.md | sed '1d;$d') \
    <(sed -n '/^TARE_BENCH(/,$p' common/examples/bench.cu)
printf '#include "tare.h"\nint main(void) { return TARE_OK; }\n' >"$place/alone.c"
check "tare.h is C99" "${CC:-gcc}" -std=c99 -pedantic -Wall -Wextra -Werror -Icommon \
    -fsyntax-only "$place/alone.c"
check "tare.h is C++" "${CXX:-g++}" -x c++ -std=c++11 -pedantic -Wall -Wextra -Werror -Icommon \
    -fsyntax-only "$place/alone.c"
check "tare.h is read in one sitting" test "$(wc -l <common/tare.h)" -lt 200
check "make install" make -s install PREFIX=/opt/a DESTDIR="$place"
check "a place of one's own" grep -q '^prefix=/opt/a$' "$place/opt/a/lib/pkgconfig/tare.pc"
check "the manual is there" grep -q '^.SS check' "$place/opt/a/share/man/man1/tare.1"
check "and in Chinese" grep -q '实验' "$place/opt/a/share/man/zh_CN/man1/tare.1"
check "the shells know the commands" grep -q 'completion of' "$place/opt/a/share/bash-completion/completions/tare" \
    "$place/opt/a/share/zsh/site-functions/_tare" "$place/opt/a/share/fish/vendor_completions.d/tare.fish"
cp common/examples/scale.cu common/examples/bench.cu "$place"
flags="-I$place/opt/a/include"
if command -v pkg-config >/dev/null; then
    export PKG_CONFIG_PATH=$place/opt/a/lib/pkgconfig PKG_CONFIG_SYSROOT_DIR=$place
    flags=$(pkg-config --cflags tare)
    check "pkg-config" test -n "$(pkg-config --libs tare)"
else
    echo "  skipped pkg-config: it is not here" && skipped=1
fi
# shellcheck disable=SC2086 # several words each
check "the benchmark" $compiler $flags "$place/bench.cu" "$place/opt/a/lib/libtare.a" -lm -o "$place/bench"
check "its rows" test "$("$place/bench" --list | wc -l)" = 3
for library in a so; do
    # shellcheck disable=SC2086 # several words each
    check "example with libtare.$library" $compiler $flags "$place/scale.cu" \
        "$place/opt/a/lib/libtare.$library" -lm -o "$place/scale.$library"
    LD_LIBRARY_PATH=$place/opt/a/lib "$place/scale.$library" >"$place/out" 2>&1
    if grep -q cudaErrorInsufficientDriver "$place/out"; then
        echo "  skipped the run with libtare.$library: no card" && skipped=$((skipped + 1))
    else
        check "it measures" grep -Eq '^[0-9.]+ us \([0-9.]+ to [0-9.]+\), [0-9.]+ GB/s$' "$place/out"
    fi
done

echo "library_install: $passed passed, $failed failed, $skipped skipped"
[ $failed = 0 ]
