#!/bin/bash
# fuzz.sh FOLDER RUNS SECONDS [TARGET]: each target, or this one, until either is reached (0: no limit): by
# libFuzzer where it was built, which begins with the seeds and what it found before in FOLDER/corpus.
set -u
folder=$1 runs=$2 seconds=$3 code=0
export FUZZ_FOLDER=$folder TARGET
for TARGET in ${4:-$("$folder/test/fuzz_mutate")}; do
    if [ ! -x "$folder/test/fuzz_libfuzzer" ]; then
        "$folder/test/fuzz_mutate" "$TARGET" runs "$runs" "$seconds" "$RANDOM" || code=1
        continue
    fi
    mkdir -p "$folder/corpus/$TARGET"
    "$folder/test/fuzz_mutate" "$TARGET" seeds "$folder/corpus/$TARGET" || exit
    "$folder/test/fuzz_libfuzzer" -max_len=65536 -timeout=20 -print_final_stats=1 \
        -runs=$((runs ? runs : -1)) -max_total_time="$seconds" -artifact_prefix="$folder/$TARGET." \
        "$folder/corpus/$TARGET" >"$folder/$TARGET.log" 2>&1 || { tail -30 "$folder/$TARGET.log"; code=1; }
    echo "$TARGET: $(awk '/^Done/ {print $2, "runs in", $5, "s"} /number_of_executed_units/ {print "runs:", $2}' "$folder/$TARGET.log" | head -1)," \
        "$(grep -o 'cov: [0-9]*' "$folder/$TARGET.log" | tail -1)"
done
exit $code
