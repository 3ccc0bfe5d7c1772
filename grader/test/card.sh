#!/bin/bash
# The walls on a card, in one command and in less than CARD_SECONDS (450): the card from inside each
# level, a class of six, then the attacks in slices, at each level in turn, as long as there is time.
#   card.sh pack DIR    here: what a bare machine lacks (bubblewrap, jq, libseccomp, jansson, CUnit) into DIR
#   card.sh [DIR]       there: DIR is what was packed; each step's lines, a summary at the end
# Nothing is installed but the libraries of DIR that the machine has not.
set -u
if [ "${1:-}" = pack ]; then
    mkdir -p "$2/bin" "$2/lib" "$2/include" || exit 1
    for tool in bwrap jq; do cp -L "$(command -v $tool)" "$2/bin/" || exit 1; done
    for header in $(printf '#include <seccomp.h>\n#include <jansson.h>\n' | gcc -H -E -xc - 2>&1 >/dev/null |
        sed -n 's/^[.]* \(.*\/\(seccomp\|jansson\)[^/]*\.h\)$/\1/p' | grep -v /linux/); do cp -L "$header" "$2/include/" || exit 1; done
    cunit=$(echo '#include <CUnit/CUnit.h>' | gcc -H -E -xc - 2>&1 >/dev/null | sed -n 's/^[.]* \(.*\/CUnit\)\/CUnit\.h$/\1/p' | head -1)
    cp -rL "$cunit" "$2/include/" || exit 1
    wanted=$(ldd "$2"/bin/* | sed -n 's/.* => \(\/[^ ]*\).*/\1/p' | sort -u | grep -v '/\(libc\|libm\|libpthread\|libdl\)\.so')
    for library in $wanted $(for name in seccomp jansson cunit; do gcc -print-file-name=lib$name.so; done); do
        real=$(realpath "$library")
        cp -L "$real" "$2/lib/$(objdump -p "$real" | awk '/SONAME/ {print $2}')" || exit 1
    done
    du -sh "$2"
    exit
fi
seconds=${CARD_SECONDS:-450}
if [ -n "${1:-}" ]; then
    carried=$(realpath "$1") || exit 1
    mkdir -p /usr/local/lib /usr/local/bin /usr/local/include
    for library in "$carried"/lib/*; do
        ldconfig -p | grep -q "^\s*$(basename "$library") " || cp "$library" /usr/local/lib/
    done
    ldconfig
    for name in seccomp jansson cunit; do # the linker's name
        library=$(ldconfig -p | sed -n "s/.*lib$name\.so\.[0-9].* => //p" | head -1)
        ldconfig -p | grep -q "lib$name\.so " || ln -sf "$library" "/usr/local/lib/lib$name.so"
    done
    for tool in "$carried"/bin/*; do command -v "$(basename "$tool")" >/dev/null || cp "$tool" /usr/local/bin/; done
    for name in seccomp jansson; do
        echo "#include <$name.h>" | gcc -E -xc - >/dev/null 2>&1 || cp "$carried/include/$name"*.h /usr/local/include/
    done
    echo '#include <CUnit/CUnit.h>' | gcc -E -xc - >/dev/null 2>&1 || cp -r "$carried/include/CUnit" /usr/local/include/
    if ! command -v xmllint >/dev/null; then # --noout FILE
        printf '#!/usr/bin/env python3\nimport sys, xml.dom.minidom\nxml.dom.minidom.parse(sys.argv[2])\n' >/usr/local/bin/xmllint
        chmod +x /usr/local/bin/xmllint
    fi
fi
export DEVICE=${DEVICE:-gpu} PATH=$PATH:/usr/local/cuda/bin
failed=0 done_=
step() { # name, seconds, command...
    local name=$1 limit=$2 began=$SECONDS code
    shift 2
    echo "== $name"
    timeout -k 5 "$limit" "$@" 2>&1 | tail -n 40
    code=${PIPESTATUS[0]}
    [ "$code" = 0 ] || failed=$((failed + 1))
    done_+="$(printf '\n%-34s %4d s  %s' "$name" $((SECONDS - began)) "$([ "$code" = 0 ] && echo good || echo "code $code")")"
}
left() { echo $((seconds - SECONDS)); }
levels() { build/confine --probe | sed -n 's/^\(bwrap\|user\|landlock\)  *ok.*/\1/p'; }
class_of_six() {
    local room=build/card code=0
    rm -rf $room && mkdir -p $room
    COUNT=10 grader/test/bench/class_made.sh $room 10 # of ten, six: two right, one shipped, one mistake, two hostile
    rm -r $room/class/{s006,s007,s008,s010}
    for level in $(levels); do
        build/tare class $room/class --lab 11 --device "$DEVICE" --sandbox "$level" --results "$room/$level" --quiet --again --limit 10 --budget 15 --tries 2 \
            --tap - >"$room/$level.tap" 2>"$room/$level.said" || code=1
        tail -1 "$room/$level.said"
        for result in "$room/$level"/*.json; do
            jq -r '[.submission.id, .outcome, ([.findings[].mistake] | unique | join(" "))] | join(",")' "$result"
        done | join -t, $room/expected.csv - | sed "s/^/$level /" | tee "$room/$level.table"
        awk -F, '{ split($4, want, " "); if (!(want[1] == $5 || want[1] == "no-pass" && $5 != "pass" || want[1] == "pass-or-fail")) bad = 1 }
            END { exit bad || NR != 6 }' "$room/$level.table" || code=1
    done
    return $code
}
step build 200 make -j"$(nproc)" build/tare build/confine build/lab_file "build/$DEVICE/witness.so" device-ready "build/$DEVICE/solutions/01_kernel_time"
build/confine --probe
step confine 60 grader/staff/confine/test.sh
step confine_device 90 grader/staff/confine/device.sh
export -f class_of_six levels
step "class of six" 240 bash -c class_of_six
# Slices of about nine attacks, one level after the other, until the time is over.
for digit in 0 1 2 3 4 5 6 7 8 9; do
    for level in $(levels); do
        [ "$(left)" -gt 45 ] || { echo "no time for *$digit- at $level"; continue; }
        step "attacks *$digit- at $level" "$(left)" env ATTACKS="*$digit-*" LIMIT="${LIMIT:-8}" grader/test/attacks.sh "$level"
    done
done
echo "== card: $failed steps failed, $SECONDS s$done_"
[ $failed = 0 ]
