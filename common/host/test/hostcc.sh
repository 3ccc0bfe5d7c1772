#!/bin/bash
# hostcc.sh HOSTCC: the compiler driver's arguments, messages and files.
hostcc=$(realpath "$1") passed=0 failed=0 skipped=0
room=$(mktemp -d) && trap 'rm -rf "$room"' EXIT
cd "$room" && mkdir temporary && export TMPDIR=$room/temporary

cat >good.cu <<'END'
#include "part.h"
__global__ void set(int *p) { p[threadIdx.x] = VALUE; }
int plain(void);
extern "C" int in_c(void);
int main() {
    int *p, v = 0;
    cudaMalloc(&p, 128);
    set<<<1, 32>>>(p);
    cudaMemcpy(&v, p + 31, sizeof v, cudaMemcpyDeviceToHost);
    return v + plain() + in_c() == 42 + 5 + 6 ? 0 : 1;
}
END
mkdir -p inc && echo '#define VALUE 42' >inc/part.h
echo 'int plain(void) { return 5; }' >plain.cpp
echo 'int in_c(void) { int new = 6; return new; }' >in_c.c
printf '__global__ void k(int *p) {\n    int i = threadIdx.x;\n    p[i] = nowhere;\n}\n' >bad.cu
printf 'void f();\n__global__ void k();\nvoid g() {\n    k<<<1>>>();\n}\n' >few.cu
printf 'void g() {\n    k<<<1, 2>>;\n}\n' >open.cu
printf '#include <assert.h>\n__global__ void k(int *p) {\n    int unused = 3;\n}\n' >warns.cu

check() { # name, a command that must succeed
    if eval "$2" >log 2>&1; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1)) && echo "  FAILED  $1" && sed 's/^/          /' log | head -5
    fi
}
says() { # name, arguments, words of the message of a failure
    check "$1" "! '$hostcc' $2 2>message && grep -F -- '$3' message"
}

check "compiles C++, C and CUDA together" \
    "'$hostcc' -Iinc good.cu plain.cpp in_c.c -o good && ./good"
check "takes objects and archives" \
    "'$hostcc' -c -I inc good.cu && '$hostcc' -c plain.cpp in_c.c && ar rcs libparts.a plain.o in_c.o \
    && '$hostcc' good.o -L. -lparts -o good && ./good"
check "takes what people give nvcc" \
    "'$hostcc' -O2 -g -G -lineinfo -std=c++14 -arch=sm_80 -gencode arch=compute_90,code=sm_90 \
    -Xcompiler -Wall,-Wextra -Xcompiler=-O1 -Xlinker -z,now -Xptxas -v --use_fast_math -rdc=true \
    --extended-lambda --expt-relaxed-constexpr -maxrregcount=32 -cudart static -DOTHER=1 -UOTHER \
    -Wno-deprecated-gpu-targets --Werror all-warnings -x cu -Iinc -include part.h -lcudart -t 2 \
    -m64 -I. -c -o good2.o good.cu && test -s good2.o"
check "-E shows the preprocessed text" "'$hostcc' -E -Iinc good.cu | grep -q 'p.threadIdx.x. = 42'"
check "-MD writes what the object needs" \
    "'$hostcc' -MD -MP -MF good.d -Iinc -c good.cu -o x.o && grep -q 'x.o:.*good.cu' good.d &&
    grep -q inc/part.h good.d"
check "-M prints it" "'$hostcc' -M -Iinc good.cu | grep -q inc/part.h"
check "-run runs the program" "'$hostcc' -run -Iinc good.cu plain.cpp in_c.c -o good"
check "-shared makes a library" \
    "'$hostcc' -shared -Iinc plain.cpp -Xcompiler -fPIC -o libplain.so && test -s libplain.so"
check "CXX chooses the compiler" \
    "CXX=$(command -v g++ || command -v clang++) '$hostcc' -v -c -Iinc good.cu 2>words && grep -q '++' words"
if command -v clang++ >/dev/null; then
    check "clang compiles the same" \
        "'$hostcc' -ccbin clang++ -Iinc good.cu plain.cpp in_c.c -o good && ./good"
else
    skipped=$((skipped + 1))
fi
check "--help lists the arguments" "'$hostcc' --help | grep -q -- '-Xcompiler'"
says "names an unknown argument" "--no-such-thing good.cu" "unknown argument --no-such-thing"
says "names what it refuses" "-ptx good.cu" "-ptx is not supported"
says "names a missing file" "-c absent.cu" "absent.cu: no such file"
says "wants an input" "-c" "no input file"
says "wants a value" "good.cu -o" "-o needs a value"
says "an error has the user's file and line" "-c bad.cu" "bad.cu:3:"
says "a launch with too few arguments" "-c few.cu" "few.cu:4: error: a launch takes 2 to 4"
says "a launch that does not end" "-c open.cu" "open.cu:2: error: <<< without >>>"
says "a warning has the user's file and line" "-Xcompiler -Wall,-Werror -c warns.cu" "warns.cu:3:"
check "an error is said once" "'$hostcc' -c bad.cu 2>&1 | grep -c 'error:' | grep -qx 1"
check "no temporary file is left" "ls -A temporary; test -z \"\$(ls -A temporary)\""
check "a missing runtime is named" \
    "mkdir -p lonely/build lonely/common && cp '$hostcc' lonely/build/ &&
    ln -s '$(dirname "$(dirname "$hostcc")")/common/host' lonely/common/host &&
    ! lonely/build/hostcc -Iinc good.cu 2>message && grep -q 'runtime is not at' message"
check "missing headers are named" \
    "mkdir -p alone && cp '$hostcc' alone/ && ! alone/hostcc good.cu 2>message &&
    grep -q 'headers are not at' message"

echo "hostcc: $passed passed, $failed failed, $skipped skipped"
[ "$failed" = 0 ]
