#!/bin/bash
# recipe_runtime_function.sh: does, in a scratch copy of the tree, what common/host/README.md says
# of adding a function to the runtime API, and runs its tests there.
set -u
# A function of CUDA that is lacking today.
name=$(tr ' ' '\n' <common/host/lacking.txt | grep -E '^cuda[A-Z]' | grep -vm1 '_t$') || exit 2
passed=0 failed=0
check() { # WHAT COMMAND...: the command succeeds
    if "${@:2}" >"$scratch/log" 2>&1; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "  FAILED  $1" && tail -5 "$scratch/log" | sed 's/^/          /'
    fi
}
insert() { # FILE LINE TEXT: puts the text behind the one line of the file that begins so
    LINE=$2 TEXT=$3 awk '
        { print; line = $0; sub(/^ */, "", line) }
        index(line, ENVIRON["LINE"]) == 1 { print ENVIRON["TEXT"]; found++ }
        END { exit found != 1 }' "$1" >"$1.new" && mv "$1.new" "$1" ||
        { echo "  FAILED  $1 has not one line that begins with $2" && failed=$((failed + 1)); }
}

scratch=$(mktemp -d "${TMPDIR:-/tmp}/recipe.XXXXXX")
trap 'rm -rf "$scratch"' EXIT
common/make/scratch.sh "$scratch/tree"
cd "$scratch/tree/common/host" || exit 2
remake() { (unset MAKEFLAGS MAKELEVEL MFLAGS && cd ../.. && make -s -j2 DEVICE=host "$@"); }
told() { # WORDS: the test fails, and says so
    (cd ../.. && build/host/test/api_table) >"$scratch/said" && return 1
    grep -q "$1" "$scratch/said"
}

# 1. Declare it, in the section it belongs to. So far a test fails, and says what is missing.
insert include/cuda_runtime_api.h 'cudaError_t cudaEventQuery(' \
    "// an example
cudaError_t $name(int *answer);"
check "a declared function that is not called fails" told "$name is declared and not called"
check "a declared function that is not defined fails" told "$name is not defined in .*api/events.c"

# 2. Define it, in the file that the section names.
cat >>runtime/api/events.c <<EOT

static cudaError_t recipe(int *answer) {
    if (!answer)
        return cudaErrorInvalidValue;
    *answer = 42;
    return cudaSuccess;
}

cudaError_t $name(int *answer) {
    CALL(recipe(answer));
}
EOT

# 3. Call it, among the calls of its section.
insert test/api_table.cu 'CALLED(cudaEventQuery, ' "    SEEN($name, (&number), number == 42);"

# 4. Make the table, run the test.
check "the tree builds, and writes the table" remake support-table
check "the table has the function" grep -qF "| \`$name\` | works; an example |" ../../docs/host-device-api.md
check "the list of what is lacking has it no more" sh -c "! grep -qw $name lacking.txt"
check "the tests pass" remake test-host_api test-host_lacking

# A function that says cudaSuccess and does nothing is found out.
sed -i 's/\*answer = 42;/;/' runtime/api/events.c
check "the tree builds without the effect" remake build/host/test/api_table
check "the missing effect is found" told "$name gave cudaSuccess, without its effect"

echo "recipe_runtime_function: $passed passed, $failed failed, 0 skipped"
[ "$failed" = 0 ]
