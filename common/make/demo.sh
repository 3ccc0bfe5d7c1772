#!/bin/bash
# The first two minutes: a number that cannot be, the picture of why, its name, and the
# remedy. Lab 01 as shipped, whatever the learner has made of it since.
device=$1
lab=01_kernel_time
bold='' plain=''
if [ -t 1 ] && [ -z "$NO_COLOR" ] && [ "${TERM:-dumb}" != dumb ]; then
    bold=$'\e[1m' plain=$'\e[0m'
fi
zh=
case ${TARE_LANG:-${LC_ALL:-${LC_MESSAGES:-$LANG}}} in zh*) zh=yes ;; esac
say() { # English, Chinese
    if [ -n "$zh" ]; then printf '\n%s%s%s\n\n' "$bold" "$2" "$plain"; else
        printf '\n%s%s%s\n\n' "$bold" "$1" "$plain"
    fi
}
tare=build/tare

say "1. A program times a kernel, and reports this bandwidth:" "1. 一个程序给核函数计时，报告了这样的带宽："
"build/$device/shipped/$lab" || exit

say "2. Where the stopwatch ran, and where the kernel ran:" "2. 秒表在哪里走，核函数在哪里跑："
$tare see "build/$device/shipped/$lab" || exit

say "3. The grader holds the number against a reference measured beside it:" "3. 评分器把这个数字与同时测得的参考值对照："
$tare check 01 "build/shipped/$lab.cu"
[ $? -le 1 ] || exit 1 # as shipped it does not pass: that is the lab

say "4. What the solution does otherwise:" "4. 参考解法的不同之处："
diff -u --label shipped --label solution "build/shipped/$lab.cu" "solutions/$lab/lab.cu" |
    sed -n '/^@@/,$p'

say "5. And the same grader on the solution:" "5. 用同一个评分器检查参考解法："
$tare check 01 "solutions/$lab/lab.cu"
case $? in 0 | 3) ;; *) exit 1 ;; esac # 3: this machine is too busy to tell, and says so

say "Your turn. Lab 01 waits in labs/$lab/lab.cu:" "轮到你了。实验 01 在 labs/$lab/lab.cu："
$tare next
