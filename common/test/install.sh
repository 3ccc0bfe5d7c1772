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
check "and the benchmark" diff <(awk '/^```/ {inside = $0 == "```c++" && !seen++; next} inside' common/README.md) \
    <(sed -n '/^TARE_BENCH(/,$p' common/examples/bench.cu)
printf '#include "tare.h"\nint main(void) { return TARE_OK; }\n' >"$place/alone.c"
check "tare.h is C99" "${CC:-gcc}" -std=c99 -pedantic -Wall -Wextra -Werror -Icommon \
    -fsyntax-only "$place/alone.c"
check "tare.h is C++" "${CXX:-g++}" -x c++ -std=c++11 -pedantic -Wall -Wextra -Werror -Icommon \
    -fsyntax-only "$place/alone.c"
check "tare.h is read in one sitting" test "$(wc -l <common/tare.h)" -lt 200
check "make install" make -s install install-hostcc PREFIX=/opt/a DESTDIR="$place"
check "a place of one's own" grep -q '^prefix=/opt/a$' "$place/opt/a/lib/pkgconfig/tare.pc"
check "the manual is there" grep -q '^.SS check' "$place/opt/a/share/man/man1/tare.1"
check "and in Chinese" grep -q '实验' "$place/opt/a/share/man/zh_CN/man1/tare.1"
for language in . zh_CN; do
    man=$place/opt/a/share/man/$language
    check "$language: hostcc(1) has each option of its help" diff <("$place/opt/a/bin/hostcc" --help | grep -o -- ' -[A-Za-z0-9-]*' | sort -u) \
        <(sed 's/\\-/-/g; s/^/ /' "$man/man1/hostcc.1" | grep -o -- ' -[A-Za-z0-9-]\+' | sort -u)
    check "$language: tare.h(3) has each function and constant of the header" diff <(grep -o '\btare_[a-z_]*(\|\bTARE_[A-Z_]*' common/tare.h | sort -u) \
        <({ echo TARE_H && cat "$man/man3/tare.h.3"; } | grep -o '\btare_[a-z_]*(\|\bTARE_[A-Z_]*' | sort -u)
    if command -v mandoc >/dev/null; then # a page has no date: the same sources make the same page
        check "$language: mandoc has nothing to say" test -z "$(mandoc -Tlint -W warning "$man"/man[13]/* | grep -v 'missing date')"
    else
        echo "  skipped mandoc: it is not here" && skipped=$((skipped + 1))
    fi
done
sed 's/^double tare_now.*/& \/\/ a comment without Chinese/' common/tare.h >"$place/tare.h"
cp -r common/make/package "$place/make" && mkdir "$place/make/package" && mv "$place"/make/*.* "$place/make/package"
check "a comment that has no Chinese is told" test "$("$place/make/package/man.sh" tare.h.3 zh 0 2>&1 >/dev/null)" = \
    "man.zh: no Chinese for: a comment without Chinese"
check "the shells know the commands" grep -q 'completion of' "$place/opt/a/share/bash-completion/completions/tare" \
    "$place/opt/a/share/zsh/site-functions/_tare" "$place/opt/a/share/fish/vendor_completions.d/tare.fish"
check "the installed tare knows the mistakes" grep -q '^time/launch-only' <("$place/opt/a/bin/tare" mistakes)
check "and the device" grep -q '^multiprocessors' <(cd "$place" && "$place/opt/a/bin/tare" device)
cp common/examples/scale.cu common/examples/bench.cu "$place"
flags="-I$place/opt/a/include"
if command -v pkg-config >/dev/null; then
    export PKG_CONFIG_PATH=$place/opt/a/lib/pkgconfig PKG_CONFIG_SYSROOT_DIR=$place
    flags=$(pkg-config --cflags tare)
    check "pkg-config" test -n "$(pkg-config --libs tare)"
else
    echo "  skipped pkg-config: it is not here" && skipped=$((skipped + 1))
fi
if command -v cmake >/dev/null; then
    mkdir "$place/project"
    cat >"$place/project/CMakeLists.txt" <<'END'
cmake_minimum_required(VERSION 3.13)
project(median C)
find_package(tare REQUIRED)
add_executable(median median.c)
target_link_libraries(median tare::tare)
END
    cat >"$place/project/median.c" <<'END'
#include "tare.h"
int main(void) { double values[] = {3, 1, 2}; return tare_median(values, 3) == 2 ? 0 : 1; }
END
    check "CMake finds it" cmake -S "$place/project" -B "$place/project/build" -DCMAKE_PREFIX_PATH="$place/opt/a"
    check "and builds with it" cmake --build "$place/project/build"
    check "what it built runs" "$place/project/build/median"
    version=$("$place/opt/a/bin/tare" --version | cut -d' ' -f2) major=${version%%.*}
    finds() { # VERSION: CMake looks for it, and says which version it found
        sed -i "s/find_package(.*/find_package(tare $1 REQUIRED)/" "$place/project/CMakeLists.txt" &&
            cmake -S "$place/project" -B "$place/project/again" -DCMAKE_PREFIX_PATH="$place/opt/a" &&
            grep -q "^tare_DIR:PATH=$place/opt/a" "$place/project/again/CMakeCache.txt"
    }
    refuses() { # VERSION: CMake does not take it, and the version is the reason
        ! finds "$1" >"$place/refused" 2>&1 && grep -q "tare-config.cmake, version: $version" "$place/refused"
    }
    for wanted in "$major" "$version" "$version EXACT"; do check "CMake: tare $wanted is accepted" finds "$wanted"; done
    for wanted in "$((major + 1))" "$major.999" "$((major - 1))" "$major.999 EXACT"; do
        check "CMake: tare $wanted is refused" refuses "$wanted"
    done
    if [ "$(cmake --version | awk 'NR == 1 {split($3, v, "."); print (v[1] * 100 + v[2] >= 319)}')" = 1 ]; then
        check "CMake: a range is accepted" finds "$major...$((major + 1))"
        check "CMake: a range that ends before it is refused" refuses "0.1...<$version"
    fi
else
    echo "  skipped the CMake package: cmake is not here" && skipped=$((skipped + 1))
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
        check "the installed tare audits it" grep -Eq '^[1-9] numbers: ' \
            <(LD_LIBRARY_PATH=$place/opt/a/lib TARE_LANG=en "$place/opt/a/bin/tare" audit --device "${DEVICE:-host}" "$place/scale.$library" 2>&1)
        check "it measures" grep -Eq '^[0-9.]+ us \([0-9.]+ to [0-9.]+\), [0-9.]+ GB/s$' "$place/out"
    fi
done

if [ "${DEVICE:-host}" = host ]; then
    # shellcheck disable=SC2086 # several words each
    check "the scales with the shared library" $compiler $flags --weigh "$place/bench.cu" \
        "$place/opt/a/lib/libtare.so" -lm -o "$place/bench.weigh"
    LD_LIBRARY_PATH=$place/opt/a/lib "$place/opt/a/bin/tare" weigh "$place/bench.weigh" >"$place/out" 2>&1
    check "they weigh" grep -q saxpy "$place/out"
fi

if command -v dpkg-shlibdeps >/dev/null; then
    check "make package" make -s package DEVICE="${DEVICE:-host}"
    check "the package unpacks" dpkg-deb -x dist/tare_*_"$(dpkg --print-architecture)".deb "$place/deb"
    depends=" $(dpkg-deb -f dist/tare_*_"$(dpkg --print-architecture)".deb Depends | sed 's/([^)]*)//g; s/,/ /g') "
    named() { # LIBRARY: one of the packages that hold it is in Depends
        local package
        for package in $(dpkg -S "*/$1" | cut -d: -f1); do [[ $depends != *" $package "* ]] || return 0; done
        return 1
    }
    libraries=$(find "$place/deb" -type f -exec readelf -d {} + 2>/dev/null | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p' | sort -u)
    check "it needs some libraries" grep -qx libc.so.6 <<<"$libraries"
    for library in $libraries; do check "it depends on the package of $library" named "$library"; done
    check "it depends on the compiler that hostcc calls" test "${depends/ g++ /}" != "$depends"
    check "its tare runs" grep -q '^time/launch-only' <("$place/deb/usr/bin/tare" mistakes)
    check "its hostcc compiles" "$place/deb/usr/bin/hostcc" common/examples/scale.cu -I"$place/deb/usr/include" \
        "$place/deb/usr/lib/libtare.a" -o "$place/scale.deb"
else
    echo "  skipped the package: dpkg-shlibdeps is not here" && skipped=$((skipped + 1))
fi
check "make uninstall" make -s uninstall PREFIX=/opt/a DESTDIR="$place"
check "leaves no file" test -z "$(find "$place/opt/a" ! -type d)"

echo "library_install: $passed passed, $failed failed, $skipped skipped"
[ $failed = 0 ]
