#!/bin/sh
# deps.sh PACKAGE...: installs those of Debian's packages whose content is not here, or says what to
# type on this system. --list: prints them; --command: prints what to type.
set -f
rooms=$(dirname "$0")
. "$rooms/words.sh"
table=$rooms/packages.txt
mode=install
case $1 in --*) mode=$1 && shift ;; esac

compile() { # the first words of a header, by the compiler that will be used
    echo "#include <$1>" | ${CC:-gcc} -E - || {
        ! command -v "${CC:-gcc}" && { [ -e "/usr/include/$1" ] || [ -e "/usr/local/include/$1" ]; }
    }
}
is_here() {
    # shellcheck disable=SC2046 # two words
    set -- "$1" $(awk -v name="$1" '$1 == name { print $2, $3 }' "$table")
    case $1 in
    gcc) set -- gcc command ${CC:-gcc} ;; # with options, perhaps
    g++) set -- g++ command ${CXX:-g++} ;;
    esac
    case $2 in
    command) command -v "$3" ;;
    header) compile "$3" ;;
    dictionary) aspell dicts | grep -qx "$3" ;;
    *) command -v "$1" || dpkg-query -W -f '${Status}\n' "$1" | grep -q 'ok installed' ;;
    esac
}
missing=
for package in "$@"; do
    is_here "$package" >/dev/null 2>&1 || missing="$missing $package"
done
missing=${missing# }
[ "$mode" != --list ] || { echo "$missing" && exit; }
[ "$mode" != --command ] || missing=$*
[ -n "$missing" ] || exit 0

# ---- what this system calls them --------------------------------------------------------

family=
for id in $(. "${TARE_SYSTEM:-}/etc/os-release" 2>/dev/null && echo "$ID $ID_LIKE"); do
    case $id in
    debian | ubuntu) family=debian ;;
    fedora | rhel | centos) family=fedora ;;
    arch | alpine) family=$id ;;
    *suse*) family=suse ;;
    *) continue ;;
    esac
    break
done
[ -n "$family" ] || ! command -v apt-get >/dev/null || family=debian
case $family in
debian) column=1 command="apt-get install" ;;
fedora) column=4 command="dnf install" ;;
arch) column=5 command="pacman -S" ;;
alpine) column=6 command="apk add" ;;
suse) column=7 command="zypper install" ;;
*) column=0 command= ;;
esac
names="" unknown=""
for package in $missing; do
    name=$(awk -v name="$package" -v column="$column" '$1 == name && column { print $column }' "$table")
    [ "$column" != 1 ] || name=$package
    case $name in '' | -) unknown="$unknown $package" && continue ;; esac
    case " $names " in *" $name "*) ;; *) names="$names $name" ;; esac
done
sudo="sudo "
[ "$(id -u)" != 0 ] || sudo=
[ -z "$names" ] || names=$sudo$command$names
if [ "$mode" = --command ]; then
    [ -z "$names" ] || echo "$names"
    [ -z "$unknown" ] || say "$DEPS_DEBIAN_NAMES" "${unknown# }"
    exit 0
fi

# ---- install them, or say it --------------------------------------------------------------

explain() { # and end with the code
    say "$DEPS_LACKS" "$missing"
    [ -z "$names" ] || say "$DEPS_TYPE" "$names"
    [ -z "$unknown" ] || say "$DEPS_DEBIAN_NAMES" "${unknown# }"
    ! grep -qi microsoft "${TARE_SYSTEM:-}/proc/version" 2>/dev/null || say "$DEPS_WSL"
    [ -z "$sudo" ] || say "$DEPS_ADMIN"
    [ "$1" != 0 ] || say "$DEPS_GOING_ON"
    exit "$1"
} >&2
if [ "$family" != debian ] || ! command -v apt-get >/dev/null; then
    case " $missing " in *" gcc "* | *" g++ "* | *" libjansson-dev "*) explain 1 ;; *) explain 0 ;; esac
fi
[ -z "$sudo" ] || { command -v sudo && { sudo -n true || [ -t 0 ]; }; } >/dev/null 2>&1 || explain 1

say "$DEPS_INSTALLING" "$missing"
log=$(mktemp)
trap 'rm -f "$log"' EXIT
install() {
    # shellcheck disable=SC2086 # several words each
    ${sudo}env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends $missing >"$log" 2>&1
}
install || { ${sudo}apt-get update >"$log" 2>&1 && install; } || {
    tail -5 "$log" >&2
    say "$DEPS_FAILED" "$missing" >&2
    exit 1
}
