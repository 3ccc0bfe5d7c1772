#!/bin/bash
# Five tools beside each other on one card, for docs/beside.md: run.sh OUT [BIN], from the root, in about 150 s.
# BIN holds what build.sh has built: nvbench, google and babelstream. Python has torch and triton.
# OUT/beside.csv holds the times; OUT/faults.txt what each tool says of the faults. A tool that is not there, or
# fails, is named at the end, and the others are measured nevertheless.
set -u
out=${1:?usage: run.sh OUT [BIN]} here=$(cd "$(dirname "$0")" && pwd)
bin=${2:-$here/bin} csv=$out/beside.csv faults=$out/faults.txt failed=
export LC_ALL=C TARE_LANG=en TARE_PROGRAM=$PWD/build/tare
mkdir -p "$out"
make -s -j"$(nproc)" DEVICE=gpu build/tare build/gpu/libtare.a build/gpu/witness.so weigh-card &&
    "${NVCC:-nvcc}" -O3 -arch=native -std=c++17 -Icommon "$here/tare.cu" build/gpu/libtare.a -o build/gpu/beside || exit 1

timed() { # NAME, most seconds, command: into OUT/NAME.txt; $seconds is the time of the whole process
    local name=$1 most=$2 begin=$EPOCHREALTIME code
    shift 2
    timeout "$most" "$@" >"$out/$name.txt" 2>"$out/$name.err" </dev/null
    code=$?
    seconds=$(awk -v begin="$begin" -v end="$EPOCHREALTIME" 'BEGIN { printf "%.2f", end - begin }')
    echo "$name: $seconds s, exit status $code"
    [ $code = 0 ] || failed="$failed $name($code)"
}
rows() { # awk program that prints "kernel,n,mode,us,gb_per_s" of its input: with tool and seconds
    awk -F, -v OFS=, "$2" "$3" | sed "s/^/$1,/; s/\$/,$seconds/" >>"$csv"
}

{
    DEVICE=gpu docs/measured/header.sh "docs/measured/beside/run.sh OUT"
    echo "# tools: $(cat "$bin/versions" 2>/dev/null), $(python3 -c 'import torch, triton
print("torch", torch.__version__ + ", triton", triton.__version__)' 2>/dev/null)"
    echo "tool,kernel,n,mode,us,gb_per_s,seconds_taken"
} >"$csv"

of_tare='NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
    { split($1, name, " n="); print name[1], name[2], mode, $at["time_us"], $at["GB/s"] }'
for mode in hot cold proven; do
    # the filter of the proof leaves one size of each kernel: the whole takes as long as the rest together
    case $mode in hot) with=(n=) ;; cold) with=(n= --cold) ;; *) with=(n=16777216 --prove) ;; esac
    timed "tare_$mode" 60 build/gpu/beside --csv --filter "${with[@]}"
    rows tare "BEGIN { mode = \"$mode\" } $of_tare" "$out/tare_$mode.txt"
done

timed nvbench 110 "$bin/nvbench" -b saxpy -b copy --csv "$out/nvbench.csv"
rows nvbench 'NR == 1 { for (i = NF; i > 0; i--) at[$i] = i; next }
    { rate = $at["GlobalMem BW (bytes/sec)"] / 1e9; cold = $at["GPU Time (sec)"]; hot = $at["Batch GPU (sec)"] }
    cold > 0 { printf "%s,%s,cold,%.6g,%.6g\n", $1, $at["n"], 1e6 * cold, rate }
    hot > 0 { printf "%s,%s,hot,%.6g,%.6g\n", $1, $at["n"], 1e6 * hot, rate * cold / hot }' "$out/nvbench.csv"

of_google='$5 == "ns" { split(substr($1, 2), name, /[_\/]/)
    printf "%s,%s,%s,%.6g,%.6g\n", name[1], name[3], name[2], $3 / 1e3, $6 / 1e9 }'
timed google_hot 60 "$bin/google" --benchmark_format=csv --benchmark_filter=_hot/
rows google "$of_google" "$out/google_hot.txt"
timed google_cold 60 "$bin/google" --benchmark_format=csv --benchmark_min_time=0.1s \
    '--benchmark_filter=_cold/(65536|1048576|16777216|268435456)/'
rows google "$of_google" "$out/google_cold.txt"

for mode in cold graph; do # a graph of many runs: hot
    timed "do_bench_$mode" 60 python3 "$here/do_bench.py" "$mode"
    rows do_bench "{ print \$1, \$2, \"${mode/graph/hot}\", \$3, \$4 }" "$out/do_bench_$mode.txt"
done

for n in $((1 << 25)) $((1 << 26)) $((1 << 27)) $((1 << 28)); do
    timed "babelstream_$n" 30 "$bin/babelstream" --float --csv -s "$n"
    rows babelstream '/^(Copy|Triad),/ { printf "%s,%s,hot,%.6g,%.6g\n", tolower($1), $3, 1e6 * $6, $5 / 1e3 }' \
        "$out/babelstream_$n.txt"
done

# ---- the faults: each tool's own lines, with its spaces squeezed -----------------------------------------------
{
    short() { tr -s ' -' <"$out/$1" | cut -c1-400; }
    echo "== tare"
    timed tare_faults 60 build/gpu/beside --filter floats=
    short tare_faults.txt
    echo "== tare --prove"
    timed tare_faults_proven 90 build/gpu/beside --filter floats= --prove
    short tare_faults_proven.txt
    echo "== nvbench"
    timed nvbench_faults 60 "$bin/nvbench" --timeout 3 -b other_stream -b not_waited -b in_cache -b half_bytes
    short nvbench_faults.txt | grep -E '^(Run|Pass|Warn|Skip|Fail|\|)'
    cat "$out/nvbench_faults.err"
    echo "== google"
    timed google_faults 60 "$bin/google" '--benchmark_filter=other_stream|not_waited|in_cache|small_flush|half_bytes'
    short google_faults.txt
    echo "== do_bench (name, n, us, GB/s)"
    timed do_bench_faults 60 python3 "$here/do_bench.py" faults
    short do_bench_faults.txt
    for n in $((1 << 18)) $((1 << 22)); do
        echo "== babelstream, in_cache, $n floats"
        timed "babelstream_faults_$n" 30 "$bin/babelstream" --float -s "$n"
        short "babelstream_faults_$n.txt" | grep -E 'PEAK|^(Function|Copy)'
    done
} >"$faults"
cat "$csv" "$faults"
[ -z "$failed" ] || echo "failed, exit status in brackets:$failed (of Tare's faults, 1 is right)"
