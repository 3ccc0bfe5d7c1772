#!/bin/bash
# card.sh FOLDER: the collector for a card, loaded into a program, with a CUPTI that stands in for one.
folder=$1 file=$1/weighed passed=0 failed=0
check() { # WHAT EXPECTED GOT
    if [ "$2" = "$3" ]; then passed=$((passed + 1)); else
        failed=$((failed + 1)) && printf '  FAILED  %s\n    expected: %q\n    got:      %q\n' "$@"
    fi
}
# weigh NAME=VALUE...: the program runs as ever, whatever becomes of the weighing.
weigh() {
    rm -f "$file"
    env LD_LIBRARY_PATH="$folder" TARE_WEIGH_FILE="$file" "$@" "$folder/card" build/gpu/weigh.so >"$folder/out" 2>"$folder/err"
    check "exit code with $*" 7 $?
    check "output with $*" "the program's own words" "$(cat "$folder/out" "$folder/err")"
}
records() { grep -P "^$1\t" "$file" | cut -f2-; }
T=$'\t'

weigh TARE_WEIGH_TURN=1
check "the turns" "count=3" "$(records turns | cut -f1 | sort -u)"
check "the shapes that were counted" \
    "name=saxpy(float, float*) grid=64,1,1 block=256,1,1
name=saxpy(float, float*) grid=32,1,1 block=256,1,1
name=scale grid=1,2,3 block=4,5,6
name=refused grid=1,1,1 block=256,1,1
name=captured_first grid=1,1,1 block=256,1,1
name=after grid=1,1,1 block=256,1,1" "$(records counted | cut -f1-3 | tr '\t' ' ')"
check "what turn 1 counts" \
    "smsp__sass_data_bytes_mem_global_op_ld=10 smsp__sass_data_bytes_mem_global_op_atom=10 smsp__sass_data_bytes_mem_global_op_st=10" \
    "$(records counted | head -1 | cut -f4- | tr '\t' ' ')"
check "how often" "2 1 1 2 1 1" "$(records launched | sed 's/.*launches=//' | tr '\n' ' ' | sed 's/ $//')"
check "begins before counts" "weighing" "$(grep -E '^(weighing|counted)' "$file" | head -1 | cut -f1)"
check "CUPTI's own launches" 0 "$(grep -c "cupti's own" "$file")"

# Three turns into one file, and their sum.
weigh TARE_WEIGH_TURN=0
check "the device" "name=A card of paper${T}kind=card${T}peak_bytes_per_s=1024000000000${T}l2_bytes=6291456" \
    "$(records device | head -1)"
check "copies" "kind=h2d${T}bytes=200${T}count=2
kind=d2h${T}bytes=30${T}count=1
kind=d2d${T}bytes=24${T}count=1
kind=memset${T}bytes=20${T}count=1" "$(records copy)"
check "graphs" "kernel=captured grid=1,1,1 block=256,1,1 why=graph detail=captured
why=graph detail=launches=1" "$(records unweighed | grep why=graph | tr '\t' ' ')"
check "what this chip lacks" "dram_written" "$(records unweighed | grep -o 'why=metric.*dram_w.*' | sort -u | sed 's/.*=//')"
cp "$file" "$file.all"
for turn in 1 2; do weigh TARE_WEIGH_TURN=$turn && cat "$file" >>"$file.all"; done
check "what is true of every run is said once" "2 4" "$(grep -c ^device "$file.all") $(grep -c ^copy "$file.all")"
"$folder/card" "$file.all"
check "the sum" "launches=2 dram_read=10 asked_read=20 asked_written=20 ops_tensor=10 ops_tensor_fp16=10" \
    "$(grep -P '^kernel\t' "$file.all" | head -1 | cut -f5- | tr '\t' ' ')"
check "each shape once" 6 "$(grep -cP '^kernel\t' "$file.all")"
weigh A=1
"$folder/card" "$file"
check "all turns in one run" "$(grep -P '^kernel\t' "$file.all")" "$(grep -P '^kernel\t' "$file")"
weigh TARE_WEIGH_TURN=9
check "a turn that is not there" 0 "$(records counted | wc -l)"

# What can go wrong has a reason each.
while read -r refuses why whole; do
    weigh FAKE_REFUSES="$refuses"
    check "the reason of $refuses" "$why" "$(records unweighed | grep -o 'why=[a-z]*' | grep -v 'graph\|metric' | sort -u | sed 's/why=//')"
    check "counted in spite of $refuses" 0 "$(records counted | wc -l)"
    check "how often $refuses is told" "$whole" "$(records unweighed | grep -c "why=$why")"
done <<'END'
cuptiSubscribe:39 cupti 1
cuptiEnableCallback:35 permission 1
cuptiProfilerGetCounterAvailability:35 permission 2
cuptiRangeProfilerEnable:40 permission 2
cuptiRangeProfilerEnable:26 busy 2
cuptiProfilerInitialize:36 busy 2
cuptiRangeProfilerStart:8 memory 6
cuptiRangeProfilerStop:8 memory 6
cuptiRangeProfilerDecodeData:999 cupti 6
END
weigh FAKE_RANGES=2
check "two kernels in a range" 6 "$(records unweighed | grep -c why=busy)"
weigh TARE_WEIGH_SHAPES=2
check "the limit of shapes" "2 why=limit detail=shapes=4 of 7" \
    "$(records counted | wc -l) $(records unweighed | grep why=limit | tr '\t' ' ')"
weigh TARE_WEIGH_SECONDS=0.000001
check "the limit of time" "why=time" "$(records unweighed | grep -o why=time)"
weigh FAKE_IDLE=1
check "no kernel" "why=no-kernel" "$(records unweighed | cut -f1)"
weigh TARE_WEIGH_FILE=/nowhere/at/all
weigh TARE_WEIGH_FILE=
echo "weigh card library: $passed passed, $failed failed, 0 skipped"
[ $failed = 0 ]
