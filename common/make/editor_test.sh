#!/bin/bash
# What an editor reads: the database, VS Code's tasks and problem matcher, the devcontainer.
passed=0 failed=0 skipped=0
expect() { # what, expected, got
    if [ "$2" = "$3" ]; then passed=$((passed + 1)); else
        failed=$((failed + 1))
        printf '  FAILED  %s\n          expected: %s\n          got:      %s\n' "$1" "$2" "$3"
    fi
}
json=build/editor/compile_commands.json
for device in host gpu; do
    [ $device = host ] || command -v "${NVCC:-nvcc}" >/dev/null || continue
    make -s DEVICE=$device editor >/dev/null
    expect "$device: the database is JSON, a lab and a solution each" $((2 * $(ls labs/*/lab.cu | wc -l))) \
        "$(jq '[.[] | select(.file | test("lab.cu$"))] | length' $json)"
    for lab in labs/*/lab.cu; do
        if command -v clangd >/dev/null; then
            expect "$device: clangd has nothing to say of $lab" "" \
                "$(clangd --check="$lab" --log=error 2>&1 | grep '^E\[' | head -2)"
        elif command -v clang++ >/dev/null; then
            command=$(jq -r --arg f "$lab" '.[] | select(.file == $f) | .command' $json)
            expect "$device: clang reads $lab" "" "$(${command/ -c / -fsyntax-only } 2>&1 | grep error | head -2)"
        else
            skipped=1
        fi
    done
done
[ $skipped = 0 ] || echo "  skipped: neither clangd nor clang here"
for file in .vscode/tasks.json .vscode/extensions.json .devcontainer/devcontainer.json; do
    expect "$file is JSON" 0 "$(jq -e . $file >/dev/null 2>&1; echo $?)"
done
jq -r '.tasks[].command' .vscode/tasks.json >build/editor/commands
make -s help >build/editor/help
while read -r make target rest; do
    expect "VS Code's task exists: make $target $rest" "make 0" \
        "$make $(grep -q "^  make $target " build/editor/help; echo $?)"
done <build/editor/commands
# Runs the commands of the tasks in a tree with lab 08 only. Then it puts an error into the lab, and
# tests what the problem matchers of two tasks find in the output of the grader and the compiler.
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT
mkdir -p "$here/labs" && cp -r labs/08_peak "$here/labs/"
ln -s "$PWD/solutions" "$PWD/common" "$PWD/build" "$here/"
build/lab_file splice solutions/08_peak/lab.cu labs/08_peak/shipped.fence >"$here/labs/08_peak/lab.cu"
while read -r command; do
    [[ $command == *watch* ]] && continue # watch does not end; another test runs it
    # shellcheck disable=SC2016 # the editor's own words
    command=${command/'${fileDirname}'/$here/labs/08_peak} command=${command/'${input:lab}'/08}
    said=$(TARE_ROOT=$here bash -c "$command" 2>&1 </dev/null)
    grep -qE '08 peak|peak |hint 1 of 3|lab 08' <<<"$said" && said=words
    expect "VS Code's task runs: $command" words "$said"
done <build/editor/commands
sed -i 's|// tare: end|int 5;\n&|' "$here/labs/08_peak/lab.cu"
line=$(grep -n '^int 5;' "$here/labs/08_peak/lab.cu" | cut -d: -f1)
TARE_ROOT=$here build/tare check 08 >"$here/grader.txt" 2>&1
TARE_ROOT=$here TARE_LANG=zh build/tare check 08 >"$here/grader-zh.txt" 2>&1
build/hostcc -Icommon -c "$here/labs/08_peak/lab.cu" -o "$here/lab.o" >"$here/compiler.txt" 2>&1
for task in "check this lab" "run a lab"; do
    pattern=$(jq -r --arg t "Tare: $task" '.tasks[] | select(.label == $t) | .problemMatcher.pattern.regexp' .vscode/tasks.json)
    for words in grader grader-zh compiler; do
        expect "the matcher of '$task' finds the place in the words of the $words" "lab.cu:$line" \
            "$(PATTERN="$pattern" perl -ne 'if (m{$ENV{PATTERN}}) { print "$1:$2\n"; exit }' "$here/$words.txt" | sed 's|.*/||')"
    done
done
# The devcontainer: fields that its rules know, a Dockerfile that makes its user, commands that
# make knows.
container=.devcontainer/devcontainer.json
expect "the devcontainer's fields exist" "" "$(jq -r 'keys - ["build", "containerEnv", "customizations",
    "features", "image", "mounts", "name", "postCreateCommand", "remoteEnv", "remoteUser"] | .[]' $container)"
file=.devcontainer/$(jq -r .build.dockerfile $container) user=$(jq -r .remoteUser $container)
expect "the devcontainer's user is made: $user" 1 "$(grep -c "useradd .* $user " "$file")"
for target in $(jq -r .postCreateCommand $container | sed 's/make//g; s/&&//g'); do
    expect "the devcontainer's command exists: make $target" 0 "$(make -n "$target" >/dev/null 2>&1; echo $?)"
done
echo "editor: $passed passed, $failed failed, $skipped skipped"
[ $failed = 0 ]
