#!/bin/sh
# doctor.sh: prints what this machine has for the workbook. It needs only a POSIX shell, because it must
# speak where nothing can be compiled. Under each line that is not "ok" stands the command that mends
# the fault. All lines together are what a bug report needs. Ends with 1 when something is broken.
cd "$(dirname "$0")/../.." || exit 2
rooms=common/make
. $rooms/words.sh
deps=$rooms/deps.sh
# Of build/tare that came packed (make tarball): nothing is to be built with make there, and labs need g++ alone.
packed=${TARE_PACKED:-}
# A folder that takes the place of /, where the system describes itself: so the test plays other machines.
system=${TARE_SYSTEM:-}

# ---- looking ----------------------------------------------------------------------------

line=   # the first line of what `first` ran
first() {
    line=$("$@" 2>&1)
    set -- $?
    line=$(printf '%s\n' "$line" | head -n1 | tr -d '\000-\037\177')
    return "$1"
}
found() { # state, what mends it, and what was seen: a format and its words
    state=$1 mend=$2
    shift 2
    what=$(say "$@")
}
card_is_here() { [ -e "$system/dev/nvidiactl" ] || [ -e "$system/dev/dxg" ]; }
asks_smi() { first nvidia-smi "--query-$1" --format=csv,noheader && [ -n "$line" ]; }
can_build=yes
lacks_to_build() { can_build= && found "$@"; }

# ---- the machine without its card: compiler, packages, disk, other programs -------------

look_system() {
    cores=$(getconf _NPROCESSORS_ONLN 2>/dev/null || nproc 2>/dev/null || echo '?')
    pretty=$(. "$system/etc/os-release" 2>/dev/null && echo "$PRETTY_NAME")
    found ok "" "$SYSTEM_IS" "${pretty:-?}" "$(uname -r)" "$(uname -m)" "$cores"
}
look_tools() {
    lacking=
    for tool in make bash; do command -v $tool >/dev/null || lacking="$lacking $tool"; done
    # shellcheck disable=SC2086 # several words
    [ -z "$lacking" ] && found ok "" "$TOOLS_ALL" ||
        lacks_to_build missing "$(sh $deps --command $lacking)" "$TOOLS_NONE" "${lacking# }"
}
look_compiler() { # which is asked, because a package may be installed and not be on the PATH
    compilers="gcc g++"
    [ -z "$packed" ] || compilers=g++
    for compiler in $compilers; do
        # shellcheck disable=SC2086 # with options, perhaps
        case $compiler in gcc) set -- gcc ${CC:-gcc} -xc stdio.h ;; *) set -- g++ ${CXX:-g++} -xc++ vector ;; esac
        if ! command -v "$2" >/dev/null; then
            # shellcheck disable=SC2086 # several words
            lacks_to_build missing "$(sh $deps --command $compilers)" "$COMPILER_NONE" "$2" && return
        fi
        header=$(mktemp) && echo "#include <$4>" >"$header"
        first "$2" "$3" -fsyntax-only "$header"
        code=$?
        rm -f "$header"
        if [ $code != 0 ]; then
            lacks_to_build broken "$(sh $deps --command "$1" libc6-dev)" "$COMPILER_LAME" "$2" "$line" && return
        fi
    done
    first "$2" --version
    found ok "" %s "$line"
}
look_packages() {
    missing=$(make -s deps-missing 2>/dev/null) || missing=unknown
    for_labs=$(echo "$missing" | sed -n 1p) later=$(echo "$missing" | sed -n 2p)
    if ! command -v make >/dev/null; then found missing "" "$NOT_TRIED"
    elif [ "$missing" = unknown ]; then found broken "make -s deps-missing" "$PACKAGES_UNKNOWN"
    elif [ -n "$for_labs" ]; then
        # shellcheck disable=SC2086 # several words
        lacks_to_build missing "$(sh $deps --command $for_labs | sed 1q)" "$PACKAGES_MISSING" "$for_labs"
    elif [ -n "$later" ]; then found ok "" "$PACKAGES_LABS" "$later"
    else found ok "" "$PACKAGES_ALL"; fi
}
look_sandbox() {
    if [ -z "$can_build" ]; then found missing "" "$NOT_TRIED"
    elif lacking=$(sh $deps --list libseccomp-dev) && [ -n "$lacking" ]; then
        found missing "$(sh $deps --command libseccomp-dev bubblewrap)" "$SANDBOX_LACKS" "$lacking"
    elif ! first make -s build/confine; then found broken "make V=1 build/confine" "$SANDBOX_NO_BUILD" "$line"
    else
        level=$(build/confine --probe | sed -n 's/^best *//p')
        [ "$level" = none ] && state=missing || state=ok
        found $state "$(sh $deps --command bubblewrap)" "$SANDBOX_LEVEL" "$level"
    fi
}
look_disk() {
    free=$(df -Pk . | tail -n1 | { read -r _ _ _ kib _ && echo $((kib / 1024)); })
    if [ ! -w . ]; then found broken "ls -ld ." "$DISK_READ_ONLY"
    elif [ "$free" -lt 300 ]; then found missing "$make_room" "$DISK_FREE" "$free"
    else found ok "" "$DISK_FREE" "$free"; fi
}
look_language() {
    case $(locale charmap 2>/dev/null || echo "${LC_ALL:-${LC_CTYPE:-$LANG}}") in
    *[Uu][Tt][Ff]8 | *[Uu][Tt][Ff]-8) found ok "" "$LANGUAGE_IS" "$LANGUAGE" ;;
    *) found missing "export LC_ALL=C.UTF-8" "$LANGUAGE_ASCII" "$LANGUAGE" ;;
    esac
}
look_others() {
    load=0.00
    [ -n "$system" ] || read -r load _ </proc/loadavg
    if card_is_here && asks_smi compute-apps=pid,used_memory; then
        found missing "$OTHERS_CARD_MEND" "$OTHERS_ON_CARD" "$line"
    elif expr "${load%.*}${load#*.}" '>' 70 '*' "${cores#\?}" >/dev/null 2>&1; then
        found missing "$OTHERS_LOAD_MEND" "$OTHERS_LOAD" "$load" "$cores"
    else found ok "" "$OTHERS_NONE" "$load" "$cores"; fi
}
look_clocks() {
    governor=$(cat "$system/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor" 2>/dev/null)
    if card_is_here && asks_smi gpu=clocks.sm,clocks.max.sm,clocks.mem,temperature.gpu; then
        found ok "" "$CLOCKS_CARD" "$line"
    elif [ "$governor" = powersave ]; then
        found missing "sudo cpupower frequency-set -g performance" "$CLOCKS_GOVERNOR" "$governor"
    elif [ -n "$governor" ]; then found ok "" "$CLOCKS_GOVERNOR" "$governor"
    else found ok "" "$CLOCKS_UNKNOWN"; fi
}

# ---- the card and what it needs: toolkit, driver, a kernel that ran, profilers -------------

look_toolkit() {
    if ! command -v "${NVCC:-nvcc}" >/dev/null; then
        card_is_here && state=missing || state=ok
        found $state "$TOOLKIT_MEND" "$TOOLKIT_NONE"
    elif release=$("${NVCC:-nvcc}" --version 2>/dev/null | grep release); then found ok "" %s "$release"
    else found broken "${NVCC:-nvcc} --version" "$TOOLKIT_SILENT"; fi
}
look_driver() {
    version=$(sed -n '1s/.*  \([0-9][0-9.]*\)  .*/\1/p' "$system/proc/driver/nvidia/version" 2>/dev/null)
    [ -n "$version" ] || ! asks_smi gpu=driver_version || version=$line
    if ! card_is_here; then found ok "" "$DRIVER_NONE"
    elif [ -z "$version" ]; then found broken nvidia-smi "$DRIVER_SILENT"
    else found ok "" "$DRIVER_IS" "$version"; fi
}
look_card() {
    if ! card_is_here; then found ok "" "$CARD_NONE"
    elif asks_smi gpu=name,memory.total; then found ok "" %s "$line"
    else found broken nvidia-smi "$CARD_SILENT" "$line"; fi
}
look_architecture() {
    if ! card_is_here; then found ok "" "$ARCH_CPU"
    elif ! asks_smi gpu=compute_cap; then found missing "apt-get install nvidia-smi" "$ARCH_UNKNOWN"
    else
        sm=$(echo "$line" | tr -d .)
        "${NVCC:-nvcc}" --list-gpu-code 2>/dev/null | grep -qx "sm_$sm" &&
            found ok "" "$ARCH_KNOWN" "sm_$sm" || found broken "$ARCH_MEND" "$ARCH_OLD" "$sm"
    fi
}
run_kernel() {
    [ -n "$packed" ] || { first make -s kernel-ran; return; }
    program=$(mktemp)
    first build/hostcc common/make/probe.cu -o "$program" && first "$program"
    code=$?
    rm -f "$program"
    line="host: $line"
    return $code
}
look_kernel() {
    if [ -z "$can_build" ]; then found missing "" "$NOT_TRIED"
    elif ! run_kernel; then found broken "$rerun" "$KERNEL_NONE" "$line"
    else
        case $line in gpu*) ;; *) [ -n "$packed" ] || ! card_is_here || {
            why=$(cat build/device.why 2>/dev/null)
            found broken "cat build/device.why build/probe.log" "$KERNEL_ON_HOST" "${why:-$AS_ASKED}"
            return
        } ;; esac
        found ok "" %s "${line#* }"
    fi
}
look_witness() {
    if ! card_is_here; then found ok "" "$WITNESS_NOT_NEEDED"
    elif ! first make -s DEVICE=gpu build/gpu/witness.so || [ ! -r build/gpu/witness.so ]; then
        found missing "$WITNESS_MEND" "$WITNESS_NO_BUILD" "$line"
    elif said=$(build/tare see --device gpu --facts build/gpu/kernel-ran 2>&1 | grep -m1 -i -E 'cupti|no CUDA call'); then
        found broken "build/tare see --device gpu build/gpu/kernel-ran" "$WITNESS_BLIND" "$said"
    else found ok "" "$WITNESS_SEES"; fi
}
look_profiler() {
    if ! card_is_here; then found ok "" "$PROFILER_NOT_NEEDED"
    elif grep -q 'RmProfilingAdminOnly: 1' "$system/proc/driver/nvidia/params" 2>/dev/null && [ "$(id -u)" != 0 ]; then
        found missing "echo options nvidia NVreg_RestrictProfilingToAdminUsers=0 | sudo tee /etc/modprobe.d/profiler.conf; sudo reboot" "$PROFILER_ROOT_ONLY"
    else found ok "" "$PROFILER_OPEN"; fi
}

# ---- telling ------------------------------------------------------------------------------

plain="" ok="" lacks="" broken=""
if [ -t 1 ] && [ -z "$NO_COLOR" ] && [ "${TERM:-dumb}" != dumb ]; then
    escape=$(printf '\033')
    plain="${escape}[0m" ok="${escape}[32m" lacks="${escape}[33m" broken="${escape}[31m"
fi
pad() { # the text in so many columns, of which a Chinese character takes two and its bytes are three
    bytes=$(printf %s "$1" | wc -c) ascii=$(printf %s "$1" | LC_ALL=C tr -d '\200-\377' | wc -c)
    printf '%s%*s' "$1" $(($2 - ascii - (bytes - ascii) * 2 / 3)) ''
}
names="system tools compiler packages toolkit driver card architecture kernel witness profiler sandbox disk
    language others clocks" rerun="make V=1 kernel-ran" make_room="make clean"
[ -z "$packed" ] || names="system compiler kernel disk language others clocks" \
    rerun="build/hostcc common/make/probe.cu -o probe && ./probe" make_room="df -h ."
code_of_all=0
for name in $names; do
    "look_$name"
    case $state in ok) style=$ok ;; missing) style=$lacks ;; *) style=$broken code_of_all=1 ;; esac
    word="" title=""
    eval "word=\$STATE_$state title=\$NAME_$name"
    printf '%s%s%s%s%s\n' "$style" "$(pad "$word" 9)" "$plain" "$(pad "$title" 14)" "$what"
    [ -z "$mend" ] || [ "$state" = ok ] || printf '%9s%s\n' '' "$(say "$TO_MEND" "$mend")"
done
exit $code_of_all
