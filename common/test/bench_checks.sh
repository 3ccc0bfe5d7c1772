# bench_checks.sh: how bench.sh and bench_expected.sh count; each says in `show` what there is to see of a failure.
# shellcheck shell=bash disable=SC2034 # they print the counts
passed=0 failed=0
check() { # name, 0 if it is right
    if [ "$2" = 0 ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "  FAILED  $1"
        show "$1" | sed 's/^/          /'
    fi
}
