#!/bin/bash
# tarball.sh VERSION: packs dist/tare_VERSION_MACHINE.tar.gz: one folder, tare/, that needs no root, no make
# and no library, only g++: what `make install install-hostcc` brings, and in share/tare/workbook the tree of
# `make student-dist` with all that a check needs built. tare init copies that workbook.
set -eu
version=$1
packed=$(mktemp -d)
trap 'rm -rf "$packed"' EXIT
chmod 755 "$packed"
tree=$packed/tare workbook=$packed/tare/share/tare/workbook
make -s install install-hostcc PREFIX="$tree" DEVICE=host >/dev/null
# shellcheck disable=SC2016 # pkg-config reads it
sed -i 's,^prefix=.*,prefix=${pcfiledir}/../..,' "$tree/lib/pkgconfig/tare.pc"
install -s build/static/tare "$tree/lib/tare/tare"
install -s build/static/hostcc "$tree/bin/hostcc"

mkdir -p "$workbook"
tar -xzf dist/tare-student.tar.gz -C "$workbook" --strip-components=1
make -s -C "$workbook" build/compile.host DEVICE=host
cp common/make/package/GNUmakefile "$workbook/"
mkdir -p "$workbook/build/host"
for file in hostdevice.a host/{libtare.a,tare,witness.so}; do cp "build/$file" "$workbook/build/$file"; done
ln "$tree/lib/tare/tare" "$workbook/build/tare"
ln "$tree/bin/hostcc" "$workbook/build/hostcc"

archive=dist/tare_${version}_$(uname -m).tar.gz
tar -C "$packed" --sort=name --owner=0 --group=0 --numeric-owner -czf "$archive.new" tare
mv "$archive.new" "$archive"
echo "$archive: $(tar -tzf "$archive" | grep -vc '/$') files"
