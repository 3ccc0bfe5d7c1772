#!/bin/bash
# A learner's session with `tare watch`, played at a terminal: a wrong fix, a hint, the
# right fix, the next lab, and what goes wrong on the way. Lab 08 is arithmetic: its
# verdicts need no quiet machine.
set -u
passed=0 failed=0
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT
export TARE_ROOT=$here TARE_LANG=en LC_ALL=C.UTF-8 TERM=xterm
tare=$PWD/build/tare
pty=$PWD/build/pty
cp -r labs solutions "$here/"
mkdir "$here/grader"
cp -r grader/shipped "$here/grader/"
ln -s "$PWD/common" "$PWD/build" "$here/"
lab=$here/labs/08_peak/lab.cu
build/lab_file splice solutions/08_peak/lab.cu grader/shipped/08_peak.fence >"$lab"
cp "$lab" "$here/as-shipped"

if echo 'end 10 0' >"$here/script" && "$pty" "$here/script" true >"$here/said" 2>&1; [ $? = 77 ]; then
    cat "$here/said"
    echo "session: 0 passed, 0 failed, 1 skipped"
    exit
fi

play() { # name, its program's arguments; the script on standard input
    cat >"$here/script"
    if PTY_LOG=${SESSION_LOG:-} "$pty" "$here/script" "${@:2}" >"$here/said" 2>&1; then passed=$((passed + 1)); else
        failed=$((failed + 1))
        echo "  FAILED  $1"
        sed 's/^/          /' "$here/said"
    fi
}

play "the way through a lab" "$tare" watch 08 <<END
wait 20 checking lab 08
wait 60 as shipped
wait 20 q:quit
never n:next
# a wrong fix: bits for bytes
run sed 's|(uint64_t)bus_bits / 8|2 * (uint64_t)bus_bits|' '$here/as-shipped' >'$lab'
wait 20 checking lab 08
wait 60 mistake
wait 20 q:quit
never n:next
send h
wait 10 hint 1 of 3
wait 10 q:quit
# the right one, by an editor that writes beside and renames
run cp solutions/08_peak/lab.cu '$lab.tmp' && mv '$lab.tmp' '$lab'
wait 20 checking lab 08
wait 60 pass
wait 20 n:next
send n
wait 10 lab 09
wait 10 q:quit
send l
wait 10 ✓
wait 10 q:quit
send q
end 10 0
END

play "a narrow terminal, a file that goes and comes back, a reset" "$tare" watch 08 <<END
size 60 20
wait 60 q:quit
run rm '$lab'
wait 20 lab.cu is gone
run cp '$here/as-shipped' '$lab'
wait 20 checking lab 08
wait 60 q:quit
run echo '// mine' >>'$lab'
wait 20 checking lab 08
wait 60 q:quit
send x
wait 10 (y/n)
send y
wait 20 yours is kept
wait 20 checking lab 08
wait 60 q:quit
send q
end 10 0
END
[ -n "$(ls "$lab".kept-* 2>/dev/null)" ] && cmp -s "$lab" "$here/as-shipped" && passed=$((passed + 1)) ||
    { failed=$((failed + 1)); echo "  FAILED  the reset kept the learner's file"; }

play "Ctrl-C gives the terminal back" "$tare" watch 08 <<END
wait 60 q:quit
send \\x03
end 10 130
END

play "a file system that tells nothing" "$tare" watch 08 --poll <<END
wait 60 q:quit
run echo '// again' >>'$lab'
wait 20 checking lab 08
wait 60 q:quit
send q
end 10 0
END

play "by hand only" "$tare" watch 08 --manual <<END
wait 60 q:quit
run echo '// again' >>'$lab'
never checking
send \\n
wait 20 checking lab 08
wait 60 q:quit
send q
end 10 0
END

expect() {
    if [ "$2" = "$3" ]; then passed=$((passed + 1)); else
        failed=$((failed + 1))
        printf '  FAILED  %s\n          expected: %s\n          got:      %s\n' "$1" "$2" "$3"
    fi
}
expect "progress: a reset lab is open" "· 08" "$("$tare" list | grep -o '. 08')"
printf '2098-01-01T00:00:00.000000Z 08 pass\n2098-01-01T00:00:01.000000Z 08 fail\n' >>"$here/.tare/progress"
expect "progress: passed, then failing again, is open again" "✗ 08" "$("$tare" list | grep -o '. 08')"
expect "a wrong name suggests the nearest" 1 "$("$tare" hint two_steams 2>&1 | grep -c two_streams)"
expect "the solution is not shown before a pass" 1 "$("$tare" diff 04 >/dev/null; echo $?)"
expect "but when it is asked for" 1 "$("$tare" diff 04 --force | grep -c '^--- labs/04')"
expect "hints: two, three, and no more" "hint 2 of 3 hint 3 of 3 That was the last" \
    "$(for i in 1 2 3; do "$tare" hint 08; done | grep -oE '^hint [23] of 3|^That was the last' | uniq | head -3 | tr '\n' ' ' | sed 's/ $//')"
# Two machines disagree: both logs together, in any order, twice.
printf '2099-01-01T00:00:00.000000Z 05 pass\n2000-01-01T00:00:00.000000Z 05 fail\n' >"$here/.tare/progress-other"
cp "$here/.tare/progress-other" "$here/.tare/progress-and-again"
expect "progress: two machines merged" "✓ 05" "$("$tare" list | grep -o '✓ 05')"
printf 'nonsense\n\n99999 x\n' >>"$here/.tare/progress"
expect "progress: lines that make no sense are passed over" "✓ 05" "$("$tare" list | grep -o '✓ 05')"
rm -r "$here/.tare" && touch "$here/.tare" # a file in the way
expect "progress that cannot be kept is said, and the learner goes on" "1 0" \
    "$("$tare" hint 08 2>&1 >/dev/null | grep -c 'could not be kept') $("$tare" hint 08 >/dev/null 2>&1; echo $?)"
expect "nowhere near a workbook" 2 "$(cd / && TARE_ROOT='' "$here/../$(basename "$here")/build/tare" list >/dev/null 2>&1; TARE_ROOT=/usr "$tare" list >/dev/null 2>&1; echo $?)"
echo "session: $passed passed, $failed failed, 0 skipped"
[ $failed = 0 ]
