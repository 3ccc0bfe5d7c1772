#!/bin/bash
# deb.sh VERSION DEVICE: packs what `make install` and `make install-hostcc` bring into
# dist/tare_VERSION_MACHINE.deb, without root.
set -eu
version=$1 device=$2
machine=$(dpkg --print-architecture)
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
chmod 755 "$tree"
make -s install install-hostcc PREFIX=/usr DESTDIR="$tree" DEVICE="$device" >/dev/null
find "$tree/usr/share/man" -type f -exec gzip -n9 {} +

# Which packages hold the libraries that ours need, and from which version on; hostcc calls g++ too. A
# library of CUDA may be of no package.
mkdir -p "$tree"/{debian,DEBIAN} dist
printf 'Source: tare\n\nPackage: tare\nArchitecture: any\n' >"$tree/debian/control"
needs=$(cd "$tree" && find "$tree/usr" -type f -exec sh -c 'head -c4 "$1" | grep -q ELF' - {} \; -print0 |
    xargs -0 dpkg-shlibdeps -O --ignore-missing-info)
rm -r "$tree/debian"

cat >"$tree/DEBIAN/control" <<END
Package: tare
Version: $version
Architecture: $machine
Maintainer: Tare <tare@localhost>
Installed-Size: $(du -sk "$tree/usr" | cut -f1)
Depends: g++, ${needs#*=}
Section: devel
Priority: optional
Description: measures CUDA kernels, and says whether a number is true
 The library tare.h, the benchmarks of tare_bench.hpp, the program tare, and
 hostcc, which compiles and runs CUDA programs on a CPU.
END
dpkg-deb --root-owner-group --build "$tree" "dist/tare_${version}_$machine.deb" >/dev/null
echo "dist/tare_${version}_$machine.deb: $(dpkg-deb -c "dist/tare_${version}_$machine.deb" | grep -vc '/$') files"
