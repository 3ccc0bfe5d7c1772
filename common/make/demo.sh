#!/bin/bash
# The first two minutes: an impossible number, the picture that explains it, the mistake's name, and
# the remedy. It uses lab 01 as shipped, not the learner's file.
device=$1
lab=01_kernel_time
bold='' plain='' red='' green=''
if [ -t 1 ] && [ -z "$NO_COLOR" ] && [ "${TERM:-dumb}" != dumb ]; then
    bold=$'\e[1m' plain=$'\e[0m' red=$'\e[31m' green=$'\e[32m'
fi
zh=
case ${TARE_LANG:-${LC_ALL:-${LC_MESSAGES:-$LANG}}} in zh*) zh=yes ;; esac
say() { # English, Chinese
    [ -z "$zh" ] && text=$1 || text=$2
    printf '\n%s%s%s\n%s' "$bold" "$text" "$plain" "${gap-$'\n'}"
}
tare=build/tare
[ -w build ] || {
    say "The demo keeps a trace in $PWD/build, which you cannot write. Copy the folder to a place of your own, and type make demo there." \
        "演示要在 $PWD/build 里保存一份记录，但你不能写这个目录。请把整个目录复制到自己的地方，再运行 make demo。"
    exit 1
} >&2

say "1. A kernel is timed, and the number is too good to be true:" "1. 给一个核函数计时，得到的数字好得不像真的："
"build/$device/shipped/$lab" || exit

# The program prints what it printed in step 1; the picture begins with a blank line.
gap='' say "2. A second run, watched: the stopwatch and the kernel:" "2. 再跑一次并旁观：秒表在哪里走，核函数在哪里跑："
$tare see --trace build/demo.json "build/$device/shipped/$lab" >/dev/null || exit
$tare see --trace build/demo.json || exit

say "3. The grader compares it with a reference run beside it:" "3. 评分器把它与同时运行的参考程序对照："
$tare check 01 "build/shipped/$lab.cu" --reveal
case $? in 0 | 1 | 3) ;; *) exit 1 ;; esac # 3: this machine is too busy to tell, and says so

say "4. What the solution does otherwise:" "4. 参考解法的不同之处："
diff -U1 --label shipped --label solution "build/shipped/$lab.cu" "solutions/$lab/lab.cu" |
    sed -n "/^@@/,\$p" | sed "s/^+.*/$green&$plain/; s/^-.*/$red&$plain/; /^@@/d"

say "5. And the same grader on the solution:" "5. 用同一个评分器检查参考解法："
$tare check 01 "solutions/$lab/lab.cu"
case $? in 0 | 3) ;; *) exit 1 ;; esac

say "Your turn. Lab 01 waits in labs/$lab/lab.cu:" "轮到你了。实验 01 在 labs/$lab/lab.cu："
$tare next
