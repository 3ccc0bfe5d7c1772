#!/bin/bash
# The names of CUDA that the host device lacks: what the toolkit's headers declare and ours do not.
#   lacking.sh list FOLDER   prints them from the headers of a toolkit in FOLDER (make lacking-names)
#   lacking.sh drop          takes what is declared here by now out of common/host/lacking.txt
#   lacking.sh test          common/host/lacking.txt is in order, and no name in it is declared here
set -u
cd "$(dirname "$0")" || exit 2
ours() { # declared here, by macros too
    printf '#include <%s>\n' cuda_runtime.h cuda.h cuComplex.h cuda_profiler_api.h |
        g++ -E -P -dD -D__CUDACC__ -Iinclude -x c++ - 2>/dev/null
    (cd include && printf '%s\n' *.h)
}
names() { grep -oE '[A-Za-z_][A-Za-z0-9_.]*' | sort -u; }
theirs() { # FOLDER: functions and types, without comments and second versions; then the headers themselves
    local functions='[A-Za-z0-9_]* *\('
    bare() { for file; do gcc -fpreprocessed -dD -E -P "$file" 2>/dev/null; done; }
    (cd "$1" && {
        bare cuda_runtime_api.h cuda_device_runtime_api.h cuda_runtime.h driver_types.h texture_types.h surface_types.h |
            grep -oE "\bcuda[A-Z]($functions|[A-Za-z0-9]*_t\b)"
        bare cuda.h | grep -oE "\bcu[A-Z]$functions|\bCU[a-z][A-Za-z0-9]*\b"
        bare ./*intrinsics.h crt/device_functions.h crt/device_double_functions.h crt/sm_*.h texture_*functions.h \
            surface_*functions.h | grep -oE "\b__[a-z]$functions|\b(tex|surf)[123C]$functions"
        printf '%s\n' *.h | grep -vE 'cudnn|cupti|nvperf|Typedefs|generated_|^sm_'
        printf '%s\n' thrust/ cub/ cuda/ nv/ # C++ libraries, of which a program names a header below
    }) | tr -d ' (' | grep -vE '_(v[0-9]+|ptsz|ptds)$|^__(builtin|declspec|attribute|device|pragma)' | LC_ALL=C sort -u
}
not_ours() { LC_ALL=C comm -23 - <(ours | names | LC_ALL=C sort -u) | paste -sd ' ' | fold -s -w 108 | sed 's/ *$//'; }
case ${1:-} in
list) theirs "$2" | not_ours ;;
drop) tr ' ' '\n' <lacking.txt | not_ours >lacking.txt.new && mv lacking.txt.new lacking.txt ;;
test)
    failed=0
    tr ' ' '\n' <lacking.txt >/dev/null || exit 1
    here=$(LC_ALL=C comm -12 <(tr ' ' '\n' <lacking.txt | LC_ALL=C sort) <(ours | names | LC_ALL=C sort -u))
    [ -z "$here" ] || { failed=1; echo "  FAILED  lacking.txt names what is declared here: $(xargs <<<"$here")"; }
    [ "$(tr ' ' '\n' <lacking.txt)" = "$(tr ' ' '\n' <lacking.txt | LC_ALL=C sort -u)" ] || { failed=1; echo "  FAILED  lacking.txt is not in order"; }
    echo "host_lacking: $((2 - failed)) passed, $failed failed, 0 skipped"
    exit $failed
    ;;
*) sed -n '2,5s/^# *//p' "$0"; exit 2 ;;
esac
