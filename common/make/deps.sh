#!/bin/bash
# Installs those of the named Debian packages whose content is missing, or says what to type.
missing=() list=
[ "$1" = --list ] && list=yes && shift
header() { echo "#include <$1>" | ${CC:-gcc} -E - ; }
installed() { dpkg-query -W -f '${Status}\n' "$1" | grep -q 'ok installed'; }
brought() { # 0 when a package's content is here without the package, for example built by hand
    case $1 in
    libcunit1-dev) header CUnit/CUnit.h ;;
    libjansson-dev) header jansson.h ;;
    libseccomp-dev) header seccomp.h ;;
    libxml2-utils) command -v xmllint ;;
    bubblewrap) command -v bwrap ;;
    binutils) command -v readelf ;;
    xz-utils) command -v xz ;;
    aspell-en) aspell dicts | grep -qx en ;;
    *) command -v "$1" ;;
    esac
}
for package in "$@"; do
    { installed "$package" || brought "$package"; } >/dev/null 2>&1 || missing+=("$package")
done
[ ${#missing[@]} -eq 0 ] && exit 0
[ -n "$list" ] && echo "${missing[*]}" && exit 0
if ! command -v apt-get >/dev/null; then
    echo "This is not Debian or Ubuntu: please install ${missing[*]} (Debian's names). Continuing without them." >&2
    exit 0
fi

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
    echo "apt-get could not install ${missing[*]}. The end of its output is above." >&2
    exit 1
}
