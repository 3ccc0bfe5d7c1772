#!/bin/bash
# toolchain.sh host|gpu: prints the folders that the loader and the compilers read, as these
# programs name them: "run DIR" for each folder that a program needs to start, "build DIR" for
# each further folder that a compiler needs. Behind the walls nothing else can be read.
device=$1
cxx=${CXX:-g++} && cxx=${cxx##* }
nvcc=${NVCC:-nvcc}
real() { while read -r path; do [ -z "$path" ] || realpath -qe -- "$path"; done; }
folder_of() { # the folder of a command, and the folder of the file that it links to
    local path
    path=$(command -v "$1") || return
    dirname "$path"
    dirname "$(realpath "$path")"
}
loaded() {
    { /sbin/ldconfig -p || ldconfig -p; } 2>/dev/null | sed -n 's/.* => \(.*\)\/[^/]*$/\1/p'
    tr ':' '\n' <<<"${LD_LIBRARY_PATH:-}"
}
searched() { # the compiler's programs and libraries, then its headers
    "$1" -print-search-dirs | sed -n 's/^[a-z]*: =\{0,1\}//p' | tr ':' '\n'
    "$1" -E -Wp,-v -x c++ /dev/null 2>&1 >/dev/null | sed -n 's/^ //p'
}
top() { "$nvcc" --dryrun -x cu /dev/null 2>&1 | sed -n 's/^#\$ TOP=//p'; }
cupti() { # where the witness looks for it, too: its folders come last there
    local top folder
    top=$(top)
    for folder in ${top:+"$top"/extras/CUPTI/lib64 "$top"/lib64 "$top"/lib}; do
        compgen -G "$folder/libcupti.so*" >/dev/null && echo "$folder"
    done
}
{
    {
        loaded
        [ "$device" != gpu ] || cupti
    } | real | sort -u | sed 's/^/run /'
    {
        searched "$cxx" | real
        for tool in "$cxx" gcc as ld sh cat; do folder_of "$tool"; done
        if [ "$device" = gpu ]; then
            folder_of "$nvcc"
            for own in gcc g++; do searched $own | real; done # nvcc calls these, whatever CXX says
            echo /bin # nvcc calls /bin/sh by this name
            top=$(top)
            [ -z "$top" ] || { realpath -qe "$top"; realpath -qms "$top"; }
        fi
    } | sort -u | sed 's/^/build /'
} 2>/dev/null
