#!/bin/bash
# The numbers of the texts against docs/measured, and what docs/book/numbers.sh says of a wrong one.
passed=0 failed=0
out=build/test/numbers
rm -rf $out && mkdir -p $out

result() { # what, expected words, said
    if [[ $3 == *"$2"* && (-n $2 || -z $3) ]]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        printf '  FAILED  %s\n          expected: %s\n          actual:   %s\n' "$1" "${2:-nothing}" "$3"
    fi
}

# Data of its own, so that a new day of measurements changes nothing here.
tree=$out/tree data=$out/tree/docs/measured/h200
mkdir -p $tree/docs/book $data
cp docs/book/numbers.* $tree/docs/book
touch $tree/README.md $tree/docs/README.zh-CN.md
printf '%s\n' '# date: 2026-11-23' 'name,ns' tick,32 empty_kernel_floor,2688 launch_call,3307 >$data/event_clock.csv
printf '%s\n' '# date: 2026-11-23' n,host_sync,events 4096,5.56,8.982 65536,86.09,135.8 67108864,3303,3357 >$data/saxpy.csv
printf '%s\n' '# date: 2026-11-23' n,single_us,batch_us 4096,5.792,3.435 65536,5.408,3.307 >$data/batch.csv
for ((run = 0; run < 100; run++)); do echo "nothing,1.$run"; done | sed '1i # date: 2026-11-23\nwhat,us' | xz -c >$data/event_steps.csv.xz
said_of() { # a text
    printf '%b\n' "$1" >$tree/text.md
    (cd $tree && LC_ALL=C awk -f docs/book/numbers.awk text.md 2>&1)
}

result 'every number in the texts is that of docs/measured' '' "$(docs/book/numbers.sh check 2>&1)"

# ---- what is said of a text
while IFS='~' read -r text expected; do
    result "$text" "$expected" "$(said_of "$text")"
done <<'END'
a launch takes 3.3<!--=h200.event_clock[launch_call].ns/1e3--> µs~
13 428<!--=4*h200.saxpy[67108864].events--> GB/s~
2<!--=min h200.saxpy[4096].host_sync - 2*(1+1) + 0.5--> GB/s~
<!--= 3.3: h200.event_clock[launch_call].ns/1e3 -->\n```\n3.3 us\n```~
898<!--exact: the data sheet--> GB/s, and 70 %<!--exact: an example-->~
<!--exact: a definition-->\n| card | GB/s |\n|---|---|\n| V100 | 898 |~
a launch takes 3.3 µs~"3.3 µs" is typed
用 3.3 微秒~is typed
a launch takes 3.3\nµs~is typed
| card | GB/s |\n|---|---|\n| V100 | 898 |~" 898 " is typed
<!--exact: a definition-->\n1 ms\n\n2 ms~:4: "2 ms" is typed
1<!--exact: --> ms~has no reason
# <!--exact: arithmetic-->\nseen: 7 % too small~
# <!--= 3.3: h200.event_clock[launch_call].ns/1e3 -->\npicture: 3.3 us~
seen: 7 % too small~is typed
# <!--= 3.4: h200.event_clock[launch_call].ns/1e3 -->\npicture: 3.4 us~says 3.4, but
some<!--exact: an example--> ms~stands behind no number
```\n3.3 us\n```~is typed
![A figure, 2026-11-23.](a.svg)~"2026-11-23" is typed
![A figure, 2026-11-23<!--=h200.batch.date-->.](a.svg)~
![A figure, 2026-11-22<!--=h200.batch.date-->.](a.svg)~says 2026-11-22, but h200.batch.date is 2026-11-23
3.4<!--=h200.event_clock[launch_call].ns/1e3--> µs~text.md:1: says 3.4, but h200.event_clock[launch_call].ns/1e3 is 3.3
<!--= 4.4: h200.event_clock[launch_call].ns/1e3 -->\n4.4 us~says 4.4, but
<!--= 3.3: h200.event_clock[launch_call].ns/1e3 -->\n13.3 or 3.31~does not hold the 3.3
some<!--=h200.event_clock[tick].ns--> ns~no number stands before
32<!--=h200.event_clocks[tick].ns--> ns~there is no docs/measured/h200/event_clocks.csv
32<!--=h200.event_clock[tick].us--> ns~has no column us, but name,ns
32<!--=h200.event_clock[tock].ns--> ns~rows begin with tick, empty_kernel_floor
1<!--=h200.event_steps[nothing].us--> µs~fits 100 rows
1<!--=h200.batch.days--> µs~has no line # days:
1<!--=1/(1-1)--> µs~a division by zero
1<!--=(1+1--> µs~a bracket is not closed
1<!--=1 1--> µs~follows a whole expression
END

# ---- a measurement of another day, in a tree with one chapter
# shellcheck disable=SC2016 # a formula
text='5.41<!--=h200.batch[65536].single_us--> µs in groups: 12 345<!--=h200.batch[65536].single_us*1e4--> ns

<!--= 5.4: h200.batch[65536].single_us; 2: h200.batch[65536].single_us/3 -->
$$5.4 / 3 = 2$$'
for language in en zh; do echo "$text" >$tree/docs/book/01-a.$language.md; done
sed -i 's/^65536,5.408/65536,9.996/' $data/batch.csv
numbers() { (cd $tree && docs/book/numbers.sh "$1" 2>&1); }
result 'is noticed' 'says 5.41, but h200.batch[65536].single_us is 10.0' "$(numbers check)"
result 'is filled in' 'docs/book/01-a.zh.md' "$(numbers fill)"
result 'and then right' '' "$(numbers check)"
result 'in the text' '10.0<!--' "$(cat $tree/docs/book/01-a.zh.md)"
result 'in its groups' ' 99 960<!--' "$(cat $tree/docs/book/01-a.zh.md)"
result 'in a formula' $'<!--= 10: h200.batch[65536].single_us; 3: h200.batch[65536].single_us/3 -->\n$$10 / 3 = 3$$' \
    "$(cat $tree/docs/book/01-a.en.md)"
mistake=$tree/grader/mistakes/a/b/mistake.txt
mkdir -p "${mistake%/*}"
printf '# <!--= 5.4: h200.batch[65536].single_us -->\npicture: a ~ 5.4 us\n' >"$mistake"
result 'a mistake.txt is read, too' 'a/b/mistake.txt:1: says 5.4' "$(numbers check)"
result 'and filled in' 'a/b/mistake.txt' "$(numbers fill)"
result 'behind its #' '# <!--= 10: h200.batch[65536].single_us -->' "$(cat "$mistake")"
sed -i 's/^10.0<.*--> µs/Some µs/' $tree/docs/book/01-a.zh.md
result 'a number that one language lacks' 'docs/book/01-a.zh.md: lacks what docs/book/01-a.en.md has: 10.0' "$(numbers check)"

echo "book_numbers: $passed passed, $failed failed, 0 skipped"
[ $failed = 0 ]
