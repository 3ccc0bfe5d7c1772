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
expect "the database is JSON, a lab and a solution each" 36 \
    "$(jq '[.[] | select(.file | test("lab.cu$"))] | length' $json)"
if command -v clang++ >/dev/null; then
    for lab in labs/*/lab.cu; do
        command=$(jq -r --arg f "$lab" '.[] | select(.file == $f) | .command' $json)
        expect "clang reads $lab" "" "$(${command/ -c / -fsyntax-only } 2>&1 | grep error | head -2)"
    done
else
    echo "  skipped: no clang here"
    skipped=1
fi
for file in .vscode/tasks.json .vscode/extensions.json .devcontainer/devcontainer.json; do
    expect "$file is JSON" 0 "$(jq -e . $file >/dev/null 2>&1; echo $?)"
done
jq -r '.tasks[].command' .vscode/tasks.json >build/editor/commands
make -s help >build/editor/help
while read -r make target rest; do
    expect "VS Code's task exists: make $target $rest" "make 0" \
        "$make $(grep -q "^  make $target " build/editor/help; echo $?)"
done <build/editor/commands
# The matcher finds the place in an error as the grader and the compiler write it.
pattern=$(jq -r '.tasks[0].problemMatcher.pattern.regexp' .vscode/tasks.json)
for line in 'labs/01_kernel_time/lab.cu:31:5: error: expected a ; here' \
    'labs/04_two_streams/lab.cu:40:12: warning: unused'; do
    expect "the problem matcher takes: $line" 0 "$(echo "$line" | grep -qP "$pattern"; echo $?)"
done
expect "the devcontainer installs what the project names" 1 \
    "$(jq -r .postCreateCommand .devcontainer/devcontainer.json | grep -c "make deps$")"
echo "editor: $passed passed, $failed failed, $skipped skipped"
[ $failed = 0 ]
