#!/bin/bash
# card.sh FOLDER: the card's side of the witness, fed by a CUPTI that stands in for one.
folder=$1 passed=0 failed=0
check() { # what, words, file
    if grep -qE -- "$2" "$3"; then passed=$((passed + 1)); else
        failed=$((failed + 1)) && echo "  FAILED  $1: expected $2" && head -30 "$3"
    fi
}
watched=$PWD/build/gpu/witness.so
LD_PRELOAD=$watched LD_LIBRARY_PATH=$folder TARE_WITNESS=$folder/card.json \
    "$folder/card" 2>"$folder/card.err"
build/tare see --say --lang en --trace "$folder/card.json" >"$folder/said" 2>&1
check "what is said" "saxpy \| time/other-stream \| Your stopwatch saw 20.0 us, but the work went to a stream that its events do not watch" "$folder/said"
check "the kernel" '"name":"saxpy","cat":"kernel".*"dur":948.000.*"non_blocking":1' "$folder/card.json"
check "a copy from card to card" '"name":"D0toD1","cat":"copy".*"dur":10.000.*"bytes":4096' "$folder/card.json"
check "how many of these" '^1$' <(grep -c D0toD1 "$folder/card.json")
check "the device" '"device":"gpu"' "$folder/card.json"
check "the context" '"cat":"context"' "$folder/card.json"
check "a wait" '"name":"cudaEventSynchronize","cat":"wait"' "$folder/card.json"
check "a call's plain name" '"name":"cudaStreamCreateWithFlags","cat":"call"' "$folder/card.json"
[ ! -s "$folder/card.err" ] && passed=$((passed + 1))
# A driver that refuses: what to do is said, the calls are drawn, no work is invented.
FAKE_CUPTI_REFUSES=35 LD_PRELOAD=$watched LD_LIBRARY_PATH=$folder TARE_WITNESS=$folder/refused.json \
    "$folder/card" 2>"$folder/refused.err"
build/tare see --say --lang en --trace "$folder/refused.json" >"$folder/said" 2>&1
check "no permission" "NVreg_RestrictProfilingToAdminUsers" "$folder/refused.err"
check "its calls" '"name":"cudaLaunchKernel","cat":"call"' "$folder/refused.json"
check "what is said of them" "saxpy \| unseen \| .* could not be watched" "$folder/said"
# Each reason to refuse has its own words, said once, in the learner's language.
for pair in 15:nvidia-smi 2:nvidia-smi 999:nvidia-smi 12:nsys 39:nsys 14:LD_LIBRARY_PATH 43:DEVICE=host 40:NVreg; do
    for language in en zh; do
        FAKE_CUPTI_ABSENT=${pair%%:*} TARE_WITNESS_LANG=$language LD_PRELOAD=$watched \
            LD_LIBRARY_PATH=$folder TARE_WITNESS=$folder/absent.json \
            "$folder/card" 2>"$folder/absent.err"
        check "code $pair, $language" "${pair#*:}" "$folder/absent.err"
        check "how often, $language" "^2\$" <(wc -l <"$folder/absent.err")
    done
    check "the second language" "^见证器" "$folder/absent.err"
done
echo "witness card: $passed passed, $failed failed, 0 skipped"
[ $failed = 0 ]
