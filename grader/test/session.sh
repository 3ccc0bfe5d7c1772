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
ln -s "$PWD/common" "$PWD/build" "$here/"
lab=$here/labs/08_peak/lab.cu
build/lab_file splice solutions/08_peak/lab.cu labs/08_peak/shipped.fence >"$lab"
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

expect() {
    if [ "$2" = "$3" ]; then passed=$((passed + 1)); else
        failed=$((failed + 1))
        printf '  FAILED  %s\n          expected: %s\n          got:      %s\n' "$1" "$2" "$3"
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
wait 10 Esc/q: back
send q
wait 10 09 What is a GB?
wait 10 q:quit
send q
end 10 0
END

# A hint stands below the verdict: nothing clears the screen between them.
SESSION_LOG=$here/log play "a hint below the verdict, and the list's cursor" "$tare" watch 08 <<END
wait 60 q:quit
send h
wait 10 hint 2 of 3
wait 10 q:quit
send l
wait 10 How fast could this memory be?  ←
send \\e[B
wait 10 What is a GB?  ←
send j
wait 10 How many bytes does saxpy move?  ←
send k
wait 10 What is a GB?  ←
send \\n
wait 10 checking lab 09
wait 60 q:quit
send q
end 10 0
END
expect "the hint did not clear the verdict" 0 \
    "$(sed -n '/q:quit/,$p; /hint 2 of 3/q' "$here/log" | grep -c $'\e\[2J')"

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
wait 20 your file is kept
wait 20 checking lab 08
wait 60 q:quit
send q
end 10 0
END
expect "the reset kept the learner's file" "// mine" "$(tail -1 "$lab.kept-1")"
expect "and brought the shipped one back" "" "$(diff "$lab" "$here/as-shipped")"

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
esc=$'\e'
play "two watches: the second refuses with words, and the first goes on" "$tare" watch 08 <<END
wait 60 q:quit
run '$tare' watch 09 >'$here/second' 2>&1 </dev/null; test \$? = 2 && grep -q 'another watch runs in this tree (process [0-9]' '$here/second'
run echo '// still here' >>'$lab'
wait 20 checking lab 08
wait 60 q:quit
send q
end 10 0
END

play "a crash gives the terminal back" "$tare" watch 08 <<END
wait 60 q:quit
run kill -SEGV \$(cat '$here/.tare/watch.lock')
end 20 139
END

play "and after it a watch starts; vim's way to save; keys while it checks" "$tare" watch 08 <<END
wait 60 q:quit
run cd '$here/labs/08_peak' && echo x >4913 && rm 4913 && mv lab.cu lab.cu~ && cp lab.cu~ lab.cu && echo '// by vim' >>lab.cu && rm lab.cu~
wait 20 checking lab 08
send q
wait 60 q:quit
never lab.cu is gone
send l
wait 20 08 peak
wait 20 Esc/q: back
send \\e
wait 20 q:quit
send q
end 10 0
END

TERM=dumb play "a dumb terminal" "$tare" watch 08 <<END
wait 60 q:quit
never $esc
send h
wait 20 hint
wait 20 q:quit
never $esc
send q
end 10 0
END

NO_COLOR=1 play "no colour" "$tare" watch 08 <<END
wait 60 q:quit
never $esc
send q
end 10 0
END

play "a wrong name" "$tare" watch 8_paek <<END
wait 10 did you mean 08 (peak)?
end 10 2
END

# Nobody may write here: said in words, wherever it hurts. Root may everywhere.
as_nobody=()
[ "$(id -u)" != 0 ] || as_nobody=(setpriv --reuid=65534 --regid=65534 --clear-groups)
skipped=1 # where nobody cannot come, as to a clone in /root
if chmod 755 "$here" && "${as_nobody[@]}" test -r "$here/common/tare.h" 2>/dev/null; then
    skipped=0
    mv "$here/.tare" "$here/tare-kept" && chmod a-w "$here" "$lab" "$here/labs/08_peak"
    play "no write permission: watch" "${as_nobody[@]}" "$tare" watch 08 <<END
wait 10 .tare: Permission denied; watch needs this path for its lock
end 10 2
END
    expect "no write permission: hint" "hint 1 of 3 could not be kept" \
        "$("${as_nobody[@]}" "$tare" hint 08 2>&1 | grep -oE 'hint 1 of 3|could not be kept' | sort -r | paste -sd' ')"
    echo '// mine' | cat "$lab" - >"$here/mine" && chmod u+w "$lab" && cp "$here/mine" "$lab" && chmod a-w "$lab"
    expect "no write permission: reset" "3 nothing was lost" \
        "$("${as_nobody[@]}" "$tare" reset 08 >"$here/said" 2>&1; echo $?) $(grep -o 'nothing was lost' "$here/said")"
    chmod u+w "$here" "$lab" "$here/labs/08_peak" && cp "$here/as-shipped" "$lab" && mv "$here/tare-kept" "$here/.tare"
fi

expect "progress: a reset lab is open" "· 08" "$("$tare" list | grep -o '. 08')"
printf '2098-01-01T00:00:00.000000Z 08 pass\n2098-01-01T00:00:01.000000Z 08 fail\n' >>"$here/.tare/progress"
expect "progress: passed, then failing again, is open again" "✗ 08" "$("$tare" list | grep -o '. 08')"
expect "a wrong name suggests the nearest" 1 "$("$tare" hint two_steams 2>&1 | grep -c two_streams)"
expect "the solution is not shown before a pass" 1 "$("$tare" diff 04 >/dev/null; echo $?)"
expect "but when it is asked for" 1 "$("$tare" diff 04 --force | grep -c '^--- labs/04')"
expect "hints: two, three, and no more" "hint 2 of 3 hint 3 of 3 That was the last" \
    "$(for _ in 1 2 3; do "$tare" hint 08; done | grep -oE '^hint [23] of 3|^That was the last' | uniq | head -3 | tr '\n' ' ' | sed 's/ $//')"
# Two machines disagree: both logs together, in any order, twice.
printf '2099-01-01T00:00:00.000000Z 05 pass\n2000-01-01T00:00:00.000000Z 05 fail\n' >"$here/.tare/progress-other"
cp "$here/.tare/progress-other" "$here/.tare/progress-and-again"
expect "progress: two machines merged" "✓ 05" "$("$tare" list | grep -o '✓ 05')"
printf 'nonsense\n\n99999 x\n' >>"$here/.tare/progress"
expect "progress: lines that make no sense are passed over" "✓ 05" "$("$tare" list | grep -o '✓ 05')"
printf '2099-02-01T00:00:00.000000Z 24 skip\n' >>"$here/.tare/progress"
expect "progress: a lab that this machine cannot show is passed over" "– 24 0" \
    "$("$tare" list | grep -o '– 24') $("$tare" next | grep -c '^lab 24')"
printf '2099-02-01T00:00:01.000000Z 24 fail\n' >>"$here/.tare/progress"
expect "progress: where it can be shown after all, it is open" "· 24 1" \
    "$("$tare" list | grep -o '· 24') $("$tare" next | grep -c '^lab 24')"
rm -r "$here/.tare" && touch "$here/.tare" # a file in the way
expect "progress that cannot be kept is said, and the learner goes on" "1 0" \
    "$("$tare" hint 08 2>&1 >/dev/null | grep -c 'could not be kept') $("$tare" hint 08 >/dev/null 2>&1; echo $?)"
expect "nowhere near a workbook" 2 "$(cd / && TARE_ROOT='' "$here/../$(basename "$here")/build/tare" list >/dev/null 2>&1; TARE_ROOT=/usr "$tare" list >/dev/null 2>&1; echo $?)"
# The picture of an untouched file asks; what it shows is said after a try. A busy machine cannot grade.
rm -rf "$here/.tare"
"$tare" check 03 --device host >"$here/said" 2>&1
expect "untouched: the check does not name" 0 "$(grep -cE 'cudaErrorNotReady|stale' "$here/said")"
(unset MAKEFLAGS MAKELEVEL && make -s see LAB=03 DEVICE=host) >"$here/said" 2>&1
expect "untouched: the picture is drawn, and does not name" "1 0" "$(grep -c '^ stopwatch ' "$here/said") $(grep -c cudaErrorNotReady "$here/said")"
mkdir -p "$here/.tare"
printf '2099-01-01T00:00:00.000000Z 03 fail\n' >"$here/.tare/progress"
(unset MAKEFLAGS MAKELEVEL && make -s see LAB=03 DEVICE=host) >"$here/said" 2>&1
expect "tried: the picture says what it shows" 1 "$(grep -c 'cudaErrorNotReady' "$here/said")"
expect "the list has the goal of the next lab alone" "1 0" \
    "$("$tare" list | grep -c 'Say when an event has a time') $("$tare" list | grep -c 'Say what a host clock')"
echo "session: $passed passed, $failed failed, $skipped skipped"
[ $failed = 0 ]
