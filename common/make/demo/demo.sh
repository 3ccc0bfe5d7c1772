#!/bin/bash
# The first minute: a wrong number, its name and its picture, the remedy, and the right number. The
# program is no lab, so that each lab is still a question.
set -o pipefail
device=$1
here=common/make/demo
bold='' plain='' red='' green=''
if [ -t 1 ] && [ -z "$NO_COLOR" ] && [ "${TERM:-dumb}" != dumb ]; then
    bold=$'\e[1m' plain=$'\e[0m' red=$'\e[31m' green=$'\e[32m'
fi
zh=
case ${TARE_LANG:-${LC_ALL:-${LC_MESSAGES:-$LANG}}} in zh*) zh=yes ;; esac
say() { # English, Chinese
    [ -z "$zh" ] && text=$1 || text=$2
    printf '\n%s%s%s\n\n' "$bold" "$text" "$plain"
}
audit() { # PROGRAM: 1 is a wrong number, which is no failure of the demo
    build/tare audit --device "$device" -- "build/$device/demo/$1"
    [ $? -le 1 ]
}

say "1. A benchmark times a kernel. The result is right; is the number?" \
    "1. 一个基准程序给核函数计时。计算结果正确；报告的数字呢？"
"build/$device/demo/bench" || exit

say "2. The same program, watched: what the stopwatch saw, and what ran meanwhile" \
    "2. 同一个程序，在旁观之下再跑一次：秒表看到了什么，其间又运行了什么"
audit bench || exit

say "3. The remedy: the copies move out of the two events" "3. 改正：把拷贝移到两个事件之外"
diff -U1 $here/bench.cu $here/mended.cu | # the first hunk is the files' first line
    awk '/^@@/ { hunk++; next } hunk > 1' | sed "s/^+.*/$green&$plain/; s/^-.*/$red&$plain/"

say "4. The mended program, watched again" "4. 改正后的程序，再旁观一次"
audit mended || exit

say "Your turn. In a lab the question comes first; predict before you run it:" "轮到你了。实验里先有问题；运行之前先预测："
build/tare next
