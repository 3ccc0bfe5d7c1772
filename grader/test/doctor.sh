#!/bin/bash
# make doctor on machines that are played: each line in each of its states, and whatever is
# not ok with a command that mends it.
# shellcheck disable=SC2016 # the fakes' scripts are written here, not run
passed=0 failed=0
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT
tare=$PWD/build/tare
mkdir -p "$here"/{bin,labs,common,card/dev,card/proc/driver/nvidia,cpu/sys/devices/system/cpu/cpu0/cpufreq,bare} \
    "$here"/build/{gpu,host}
cp -r labs/08_peak "$here/labs/" && cp common/tare.h "$here/common/"
export TARE_ROOT=$here TARE_LANG=en LC_ALL=C.UTF-8 PATH=$here/bin:$PATH
unset NVCC CXX MAKEFLAGS DEVICE

fake() { # name; its script on standard input
    { echo '#!/bin/bash'; cat; } >"$here/bin/$1"
    chmod +x "$here/bin/$1"
}
fake g++ <<<'[ -z "$NO_CXX" ] && echo "g++ 12.2.0"'
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
*deps-missing*) [ -z "$DEPS_BROKEN" ] && echo "$MISSING_PACKAGES" ;;
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
    env TARE_SYSTEM="$here/card" "${@:5}" "$tare" doctor >"$here/said" 2>&1
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
expect compiler missing "no C++" "make deps" NO_CXX=1
expect packages ok "all that" ""
expect packages missing pandoc "make deps" MISSING_PACKAGES=pandoc
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
chinese=$(TARE_SYSTEM=$here/bare NVCC=no-such-nvcc TARE_LANG=zh "$tare" doctor | sed -E "s|^[^ ]+ +[^ ]+ +||" | LC_ALL=C grep -cP "[\xe4-\xe9]")
if [ "$chinese" -ge 12 ]; then passed=$((passed + 1)); else
    failed=$((failed + 1))
    echo "  FAILED  Chinese: $chinese lines"
fi
echo "doctor: $passed passed, $failed failed, 0 skipped"
[ $failed = 0 ]
