#!/bin/bash
# Builds the other tools' programs for run.sh: build.sh SOURCES BIN [ARCH]. SOURCES holds the trees of NVIDIA/nvbench,
# fmtlib/fmt, google/benchmark and UoB-HPC/BabelStream as folders nvbench, fmt, benchmark and BabelStream;
# nlohmann-json is installed. nvbench's own CMake downloads what it needs; here its library is compiled as it is,
# without NVML and CUPTI, so that it needs no network.
set -eu
sources=$(cd "${1:?usage: build.sh SOURCES BIN [ARCH]}" && pwd) bin=${2:?usage: build.sh SOURCES BIN [ARCH]} arch=${3:-sm_90}
here=$(cd "$(dirname "$0")" && pwd) made=$sources/made
static='-static-libstdc++,-static-libgcc'
compile=("${NVCC:-nvcc}" -O3 -std=c++17 -arch="$arch" --expt-relaxed-constexpr -w)
mkdir -p "$bin" "$made/nvbench/internal" "$made/nvbench/detail" "$made/objects"

# ---- Google Benchmark ----
cmake -S "$sources/benchmark" -B "$made/benchmark" -DCMAKE_BUILD_TYPE=Release -DBENCHMARK_ENABLE_TESTING=OFF >/dev/null
cmake --build "$made/benchmark" -j"$(nproc)" --target benchmark >/dev/null
"${compile[@]}" -I"$sources/benchmark/include" "$here/google.cu" "$made/benchmark/src/libbenchmark.a" \
    -Xcompiler "$static" -o "$bin/google"

# ---- BabelStream, as its model.cmake says ----
"${compile[@]}" --extended-lambda -DUNROLL_FACTOR=4 -DCUDA -DDEFAULT -DGRID_STRIDE -I"$sources/BabelStream/src" \
    -I"$sources/BabelStream/src/cuda" "$sources/BabelStream/src/main.cpp" "$sources/BabelStream/src/cuda/CUDAStream.cu" \
    -lnvidia-ml -Xcompiler "$static" -o "$bin/babelstream"

# ---- nvbench: the headers that its CMake would write, its library, its program ----
tree=$sources/nvbench/nvbench
for help in cli_help cli_help_axis; do
    { printf '#include <string>\nnamespace {\nconst std::string %s_text = R"expected(' $help
        cat "$sources/nvbench/docs/$help.md"
        printf ')expected";\n}\n'; } >"$made/nvbench/internal/$help.cuh"
done
sed '/^#cmakedefine/d' "$tree/config.cuh.in" >"$made/nvbench/config.cuh"
printf '#pragma once\n#define NVBENCH_GIT_BRANCH ""\n#define NVBENCH_GIT_SHA1 ""\n#define NVBENCH_GIT_VERSION ""\n' \
    >"$made/nvbench/detail/git_revision.cuh"
printf '#pragma once\n#define NVBENCH_VERSION_MAJOR 0\n#define NVBENCH_VERSION_MINOR 1\n#define NVBENCH_VERSION_PATCH 0\n' \
    >"$made/nvbench/detail/version.cuh"
include=(-I"$made" -I"$sources/nvbench" -I"$sources/fmt/include")
find "$tree" \( -name '*.cu' -o -name '*.cxx' \) ! -name '*cupti*' ! -name main.cu ! -name json_printer.cxx -print0 |
    xargs -0 -P"$(nproc)" -I{} sh -c 'source=$1; shift; "$@" -x cu -c "$source" -o "$(mktemp -p "$0" --suffix=.o)"' \
        "$made/objects" {} "${compile[@]}" "${include[@]}"
"${compile[@]}" "${include[@]}" -c "$sources/fmt/src/format.cc" -o "$made/objects/format.o"
"${compile[@]}" "${include[@]}" "$here/nvbench.cu" "$made"/objects/*.o -Xcompiler "$static" -o "$bin/nvbench"
echo "built with $("${NVCC:-nvcc}" --version | sed -n 's/.*release \([0-9.]*\).*/CUDA \1/p')" >"$bin/versions"
