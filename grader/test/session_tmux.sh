#!/bin/bash
# The whole path, in a terminal: clone, demo, watch, a wrong fix, a hint, the right fix, the
# next lab. What the screen showed at each step is kept in build/session/. Lab 08 is
# arithmetic: its verdicts need no quiet machine. FRESH=1 builds the clone from nothing.
passed=0 failed=0
for tool in tmux git; do
    command -v $tool >/dev/null || { echo "session_tmux: 0 passed, 0 failed, 1 skipped (no $tool)"; exit; }
done
here=$(mktemp -d)
screen="tmux -L tare-$$ -f /dev/null"
trap '$screen kill-server 2>/dev/null; rm -rf "$here"' EXIT
unset MAKEFLAGS MAKELEVEL MAKEOVERRIDES TMUX TARE_ROOT
export LC_ALL=C.UTF-8 TARE_LANG=en
shots=$PWD/build/session
rm -rf "$shots" && mkdir -p "$shots"

git clone -q . "$here/tare" 2>"$here/said" || { echo "session_tmux: 0 passed, 0 failed, 1 skipped (no clone)"; exit; }
if [ -z "$FRESH" ]; then # what was built here already, newer than every source
    find "$here/tare" -exec touch -h -d 2001-01-01 {} +
    mkdir "$here/tare/build"
    tar -C build -cf - --exclude=./check --exclude=./test --exclude=./book --exclude=./session . |
        tar -C "$here/tare/build" -xmf -
fi
lab=$here/tare/labs/08_peak/lab.cu
$screen new-session -d -x 80 -y 24 -c "$here/tare" 'bash --norc --noprofile' 2>"$here/said" ||
    { echo "session_tmux: 0 passed, 0 failed, 1 skipped (no terminal: $(head -1 "$here/said"))"; exit; }

shown() { $screen capture-pane -p -J -S -; }
step=0
see() { # seconds, text: until the screen shows it; then the screen is kept
    local end=$((SECONDS + $1))
    step=$((step + 1))
    until shown | grep -qF -- "$2"; do
        [ $SECONDS -lt $end ] || {
            failed=$((failed + 1))
            echo "  FAILED  the screen never showed: $2"
            shown | tail -30 | sed 's/^/          | /'
            echo "session_tmux: $passed passed, $failed failed, 0 skipped"
            exit 1
        }
        sleep 0.2
    done
    passed=$((passed + 1))
    shown >"$shots/$(printf %02d $step).txt"
}
hidden() { # text
    if shown | grep -qF -- "$1"; then
        failed=$((failed + 1)) && echo "  FAILED  the screen should not show: $1"
    else passed=$((passed + 1)); fi
}
command() { $screen send-keys -l "$1" && $screen send-keys Enter; }

command "clear; echo rea''dy"
see 20 ready
command "make demo DEVICE=host"
see 400 "Your turn"
see 5 "time/copies-inside: you timed the copies too."
see 5 "+    cudaEventRecord(start);"
see 5 "2 numbers: 1 right, 1 of right time and work not weighed, 0 with a note"
hidden "time/launch-only" # nor anything else of the first question
see 10 "make check LAB=01"
command "clear; make watch LAB=08 DEVICE=host"
see 200 "as shipped"
see 20 "q:quit"
hidden "n:next"
sed -i 's|(uint64_t)bus_bits / 8|2 * (uint64_t)bus_bits|' "$lab" # a wrong fix
see 100 "peak/bits-for-bytes"
see 20 "q:quit"
hidden "n:next"
$screen send-keys h
see 20 "hint 1 of 3"
see 20 "q:quit"
cp "$here/tare/solutions/08_peak/lab.cu" "$lab" # the right one
see 100 "10 of 10 points"
see 20 "n:next"
$screen send-keys n
see 20 "lab 09"
see 20 "q:quit"
$screen send-keys q
sleep 0.5
command 'clear; stty -a | grep -o " icanon"; stty -a | grep -o " echo "; echo left with $?'
see 20 "left with 0"
see 5 "icanon"
command "clear; make list DEVICE=host"
see 60 "✓ 08"
see 5 "1 of $(ls labs/*/lab.cu | wc -l)"
echo "session_tmux: $passed passed, $failed failed, 0 skipped"
[ $failed = 0 ]
