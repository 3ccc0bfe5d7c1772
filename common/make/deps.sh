#!/bin/bash
# Installs the Debian packages named, where they are missing; else says what to type.
missing=() list=
[ "$1" = --list ] && list=yes && shift
if ! command -v dpkg-query >/dev/null; then
    for tool in gcc g++ pandoc jq; do
        command -v $tool >/dev/null || missing+=("$tool")
    done
    for header in CUnit/CUnit.h jansson.h; do
        echo "#include <$header>" | ${CC:-gcc} -E - >/dev/null 2>&1 || missing+=("$header")
    done
    [ ${#missing[@]} -eq 0 ] ||
        echo "This is not a Debian or Ubuntu: please install ${missing[*]}. Going on without." >&2
    exit 0
fi
for package in "$@"; do
    dpkg-query -W -f '${Status}\n' "$package" 2>/dev/null | grep -q 'ok installed' ||
        missing+=("$package")
done
[ ${#missing[@]} -eq 0 ] && exit 0
[ -n "$list" ] && echo "${missing[*]}" && exit 0

as_root=
if [ "$(id -u)" != 0 ]; then
    as_root=sudo
    sudo -n true 2>/dev/null || [ -t 0 ] || as_root=
fi
if [ "$(id -u)" != 0 ] && [ -z "$as_root" ]; then
    echo "Missing packages. Please type:  sudo apt-get install ${missing[*]}" >&2
    exit 1
fi
echo "installing ${missing[*]}"
log=$(mktemp)
trap 'rm -f "$log"' EXIT
install() {
    $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends \
        "${missing[@]}" >"$log" 2>&1
}
install || { $as_root apt-get update >"$log" 2>&1 && install; } || {
    tail -5 "$log" >&2
    echo "apt-get could not install ${missing[*]}. Its last words are above." >&2
    exit 1
}
