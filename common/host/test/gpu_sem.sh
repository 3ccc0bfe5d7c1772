#!/bin/bash
# gpu_sem.sh: the tests of semantics and language on a card. `gpu_sem.sh build DIR` compiles them with
# nvcc; CUnit and the runtime are linked in, so that DIR runs on a machine that has only a driver.
# `gpu_sem.sh run DIR` runs them. Without an argument it does both, in build/gpu/semantics.
set -e
cd "$(dirname "$0")/../../.."
word=${1:-both} dir=${2:-build/gpu/semantics}
mkdir -p "$dir"

if [ "$word" != run ]; then
    builds=()
    for source in common/host/test/{sem,lang}_*.cu; do
        "${NVCC:-nvcc}" -std=c++17 -O2 --extended-lambda ${ARCH:+-arch=$ARCH} --Werror all-warnings -Icommon/test \
            "$source" common/test/suite.c -l:libcunit.a -o "$dir/$(basename "$source" .cu)" &
        builds+=($!)
    done
    for build in "${builds[@]}"; do wait "$build"; done
fi
if [ "$word" != build ]; then
    failed=0
    for program in "$dir"/*_*; do
        "$program" || failed=1
    done
    exit $failed
fi
