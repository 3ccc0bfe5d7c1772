#!/bin/bash
# make doctor on machines that are played: each line in each of its states, and whatever is
# not ok with a command that mends it. Then a machine without a compiler, and the systems of deps.sh.
# shellcheck disable=SC2016 # the fakes' scripts are written here, not run
passed=0 failed=0
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT
real=$PATH
mkdir -p "$here"/{bin,common/make,card/dev,card/proc/driver/nvidia,cpu/sys/devices/system/cpu/cpu0/cpufreq,bare} \
    "$here"/build/{gpu,host}
cp common/make/{doctor.sh,deps.sh,words*.sh,packages.txt} "$here/common/make/"
doctor=$here/common/make/doctor.sh
export TARE_LANG=en LC_ALL=C.UTF-8 PATH=$here/bin:$PATH
unset NVCC CC CXX MAKEFLAGS MAKELEVEL DEVICE

fake() { # name; its script on standard input
    { echo '#!/bin/bash'; cat; } >"$here/bin/$1"
    chmod +x "$here/bin/$1"
}
fake g++ <<<'[ -z "$LAME_CXX" ] && echo "g++ 12.2.0" || { echo "vector: No such file"; exit 1; }'
fake nvcc <<'END'
[ -z "$NVCC_BROKEN" ] || exit 1
case $1 in --version) echo "Cuda compilation tools, release 13.0, V13.0.88" ;; --list-gpu-code) printf 'sm_80\nsm_90\n' ;; esac
END
fake nvidia-smi <<'END'
[ -z "$NO_SMI" ] || exit 9
case $1 in
*compute_cap*) echo "${CAP:-9.0}" ;;
*compute-apps*) [ -z "$APP" ] || echo "$APP" ;;
*driver_version*) echo 580.159 ;;
*name*) echo "NVIDIA H200, 143771 MiB" ;;
*clocks*) echo "345 MHz, 1980 MHz, 3201 MHz, 33" ;;
esac
END
fake make <<'END'
case $* in
*deps-missing*) [ -z "$DEPS_BROKEN" ] && printf '%s\n' "$MISSING_PACKAGES" "$MISSING_LATER" ;;
*kernel-ran*) echo "${RAN:-gpu: NVIDIA H200 ran a small kernel}" && exit ${RAN_CODE:-0} ;;
*witness.so*) [ -z "$NO_CUPTI" ] || { echo "fatal error: cupti.h: No such file"; exit 2; } ;;
*build/confine*) [ -z "$NO_CONFINE" ] || { echo "confine.c:1: error"; exit 2; } ;;
esac
END
touch "$here/card/dev/nvidiactl" "$here/build/gpu/witness.so"
echo 'NVRM version: NVIDIA UNIX Open Kernel Module for x86_64  580.159.03  Release Build' >"$here/card/proc/driver/nvidia/version"
printf '#!/bin/bash\necho "${SEEN:-[]}"\n' >"$here/build/tare"
printf '#!/bin/bash\necho "best  ${LEVEL-bwrap}"\n' >"$here/build/confine"
chmod +x "$here"/build/{tare,confine}
echo powersave >"$here/cpu/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"

# A machine (a folder, or changes to the one with a card), a line of it: its state, what it
# says, and the command that mends it.
expect() { # line, state, words, mend, the changes ...
    env TARE_SYSTEM="$here/card" "${@:5}" sh "$doctor" >"$here/said" 2>&1
    code=$?
    got=$(awk -v name="$1" '$2 == name { print; getline; if (/to mend it/) print; exit }' "$here/said")
    if [[ $got == $2\ * && $got == *$3* ]] && { [ -n "$4" ] && [[ $got == *"to mend it:  "*$4* ]] ||
        { [ -z "$4" ] && [[ $got != *"to mend it"* ]]; }; } &&
        { [ "$2" = broken ] && [ $code = 1 ] || [ "$2" != broken ]; }; then passed=$((passed + 1)); else
        failed=$((failed + 1))
        printf '  FAILED  %s should be %s: %s (%s) with %s; exit %s\n' "$1" "$2" "$3" "$4" "${*:5}" "$code"
        awk '{ print "          " $0 }' <<<"$got"
    fi
}
none=TARE_SYSTEM=$here/bare
expect system ok Linux ""
expect compiler ok 12.2.0 ""
expect compiler missing "not here: no-such-g++" "g++" CXX=no-such-g++
expect compiler missing "not here: no-such-gcc" "gcc" CC="no-such-gcc -m64"
expect compiler broken "vector: No such file" "g++" LAME_CXX=1
expect kernel missing "not tried" "" CXX=no-such-g++
expect sandbox missing "not tried" "" CXX=no-such-g++
expect tools ok "make and bash" ""
expect packages ok "all that" ""
expect packages missing libjansson-dev "install libjansson-dev" MISSING_PACKAGES=libjansson-dev
expect packages ok "come later: pandoc" "" MISSING_LATER=pandoc
expect packages broken "does not answer" "make -s deps-missing" DEPS_BROKEN=1
expect toolkit ok "release 13.0" ""
expect toolkit missing "no nvcc" nvidia-cuda-toolkit NVCC=no-such-nvcc
expect toolkit ok "host device" "" "$none" NVCC=no-such-nvcc
expect toolkit broken "does not answer" "--version" NVCC_BROKEN=1
expect driver ok "NVIDIA 580.159.03" ""
expect driver ok "no NVIDIA card" "" "$none"
mkdir -p "$here/silent/dev" && touch "$here/silent/dev/nvidiactl"
expect driver ok "NVIDIA 580.159" "" TARE_SYSTEM="$here/silent"
expect driver broken "does not answer" nvidia-smi TARE_SYSTEM="$here/silent" NO_SMI=1
expect card ok "NVIDIA H200" ""
expect card broken "does not answer" nvidia-smi NO_SMI=1
expect card ok "host device" "" "$none"
expect architecture ok sm_90 ""
expect architecture missing unknown nvidia-smi NO_SMI=1
expect architecture broken "sm_120, and nvcc does not" "toolkit" CAP=12.0
expect architecture ok "this CPU" "" "$none"
expect kernel ok "  NVIDIA H200 ran" ""
expect kernel broken "out of memory" "make V=1 kernel-ran" RAN="out of memory" RAN_CODE=1
expect kernel broken "not on the card" "device.why" RAN="host: it ran"
expect kernel ok "  it ran" "" "$none" RAN="host: it ran"
expect witness ok "saw a kernel" ""
expect witness missing cupti.h libcupti NO_CUPTI=1
expect witness broken "sees nothing" "tare see" SEEN="the program made no CUDA call"
expect witness ok "its own trace" "" "$none"
expect profiler ok "may be read" ""
echo 'RmProfilingAdminOnly: 1' >"$here/card/proc/driver/nvidia/params"
if [ "$(id -u)" = 0 ]; then
    expect profiler ok "may be read" ""
else
    expect profiler missing ERR_NVGPUCTRPERM NVreg_RestrictProfilingToAdminUsers=0
fi
expect profiler ok "no card to profile" "" "$none"
expect sandbox ok "level bwrap" ""
expect sandbox missing "level none" bubblewrap LEVEL=none
expect sandbox broken "confine.c:1" "make V=1 build/confine" NO_CONFINE=1
expect disk ok MiB ""
expect language ok "UTF-8, English" ""
expect language missing ASCII LC_ALL=C.UTF-8 LC_ALL=C
expect others ok "no other program" ""
expect others missing "4711, 300 MiB" nvidia-smi APP="4711, 300 MiB"
expect clocks ok "345 MHz" ""
expect clocks missing powersave cpupower TARE_SYSTEM="$here/cpu"
expect clocks ok "does not report" "" "$none"
# In Chinese every line is there, and none is in English.
chinese=$(TARE_SYSTEM=$here/bare NVCC=no-such-nvcc TARE_LANG=zh sh "$doctor" | sed -E "s|^[^ ]+ +[^ ]+ +||" | LC_ALL=C grep -cP "[\xe4-\xe9]")
if [ "$chinese" -ge 12 ]; then passed=$((passed + 1)); else
    failed=$((failed + 1))
    echo "  FAILED  Chinese: $chinese lines"
fi

is() { # what, expected, got
    if [ "$2" = "$3" ]; then passed=$((passed + 1)); else
        failed=$((failed + 1))
        printf '  FAILED  %s\n          expected: %s\n          got:      %s\n' "$1" "$2" "$3"
    fi
}
is "the words are the same in both languages" "" \
    "$(diff <(grep -oE '\b[A-Z]+_?[A-Za-z_]*=' common/make/words_en.sh | sort) <(grep -oE '\b[A-Z]+_?[A-Za-z_]*=' common/make/words_zh.sh | sort))"

# A machine without a compiler: everything else of this one is there, but for what could install it.
mkdir "$here/lacking"
IFS=: read -ra folders <<<"$real"
for program in "${folders[@]/%/\/*}"; do
    for file in $program; do
        case ${file##*/} in *gcc* | *g++* | cc | c++ | *clang* | c[89]9* | nvcc | sudo | apt-get) ;;
        *) [ ! -x "$file" ] || ln -sf "$file" "$here/lacking/" ;; esac
    done
done
common/make/scratch.sh "$here/tree" && rm -rf "$here/tree/build"
lacking() { (cd "$here/tree" && PATH=$here/lacking DEVICE=host "$@" 2>&1); }
for language in en zh; do
    export TARE_LANG=$language
    lacking make doctor >"$here/said"
    # shellcheck source=/dev/null
    . common/make/words_$language.sh
    # shellcheck disable=SC2154 # from there
    is "no compiler, $language: the doctor speaks" "$STATE_missing $NAME_compiler 16" \
        "$(awk -v name="$NAME_compiler" '$2 == name { print $1, $2 }' "$here/said") $(grep -vc '^  ' "$here/said")"
    for goal in next "lab LAB=01" "check LAB=01" demo list; do
        # shellcheck disable=SC2086 # several words
        lacking make $goal >"$here/said"
        is "no compiler, $language: make $goal says what to install" "1 0" \
            "$(grep -c "^${DEPS_LACKS%\%s}gcc g++" "$here/said") $(grep -cE 'Error 127|not found|No such file' "$here/said")"
    done
    is "no compiler, $language: make lists the goals" "0" "$(lacking make >/dev/null; echo $?)"
done

# What to type on another system, by its os-release. Nothing is compiled or installed.
system() { # ID, ID_LIKE, packages ...
    mkdir -p "$here/other/etc" "$here/other/proc"
    printf 'ID="%s"\nID_LIKE="%s"\n' "$1" "$2" >"$here/other/etc/os-release"
    TARE_SYSTEM=$here/other PATH=$here/lacking CC=no-such-gcc CXX=no-such-g++ "${as_nobody[@]}" sh "$here/common/make/deps.sh" "${@:3}" 2>&1
    echo "rc $?"
}
as_nobody=()
[ "$(id -u)" != 0 ] || as_nobody=(setpriv --reuid=65534 --regid=65534 --clear-groups)
chmod -R a+rX "$here"
export TARE_LANG=en
typed() { system "$@" | sed -n 's/^Please type:  //p; s/^rc /rc /p' | paste -sd' '; }
is "Fedora" "sudo dnf install gcc gcc-c++ rc 1" "$(typed fedora '' gcc g++)"
is "Rocky, which is like it" "sudo dnf install gcc-c++ rc 1" "$(typed rocky 'rhel centos fedora' g++)"
is "Arch: two packages are one" "sudo pacman -S gcc rc 1" "$(typed arch '' gcc g++)"
is "Alpine" "sudo apk add gcc g++ rc 1" "$(typed alpine '' gcc g++)"
is "openSUSE" "sudo zypper install gcc-c++ rc 1" "$(typed opensuse-leap 'suse opensuse' g++)"
is "Ubuntu without sudo" "sudo apt-get install gcc g++ rc 1" "$(typed ubuntu debian gcc g++)"
is "who may not install asks the administrator" 1 "$(system fedora '' gcc | grep -c 'ask the administrator')"
is "an unknown system: Debian's names" "1 rc 1" "$(system plan9 '' gcc | grep -c "those of Debian.*gcc") $(system plan9 '' gcc | tail -1)"
is "what only a test needs stops nobody" "rc 0" "$(system fedora '' no-such-program | tail -1)"
echo 'Linux version 5.15.0-microsoft-standard-WSL2' >"$here/other/proc/version"
is "WSL is named" 1 "$(system ubuntu debian gcc | grep -c WSL)"
is "nothing is missing: silence" "rc 0" "$(system fedora '' bash)"
echo "doctor: $passed passed, $failed failed, 0 skipped"
[ $failed = 0 ]
