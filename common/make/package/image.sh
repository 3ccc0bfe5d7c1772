#!/bin/bash
# image.sh staff|student VERSION PACKAGE...: packs dist/tare-KIND-image_VERSION_MACHINE.tar, the container
# image tare-KIND:VERSION. It holds Debian with these packages, and in /opt/tare the tree of that kind, built
# for the host device. $TARE_MIRROR is Debian's mirror.
#
# The file is an archive as `docker save` writes one, and no OCI layout: each version of Docker and Podman
# loads it, and skopeo pushes it, while Docker before version 25 loads no OCI layout. It is not compressed,
# because skopeo 1.9 did not read it compressed; a push compresses. Of two images with the same packages the
# first layer is the same, so a registry stores it once.
# It ends with 69 where this machine cannot make one: no root, no debootstrap, or no mirror.
set -euo pipefail
kind=$1 version=$2
shift 2
rooms=$(dirname "$(dirname "$0")")
. "$rooms/words.sh"
cannot() { # WORDS...
    say "$@" >&2
    exit 69
}
[ "$kind" = staff ] || [ "$kind" = student ] || { say "$IMAGE_KINDS" "$kind" >&2 && exit 2; }
[ "$(id -u)" = 0 ] || cannot "$IMAGE_ROOT" "sudo make image$([ "$kind" = staff ] || echo " IMAGE=$kind")"
command -v debootstrap >/dev/null || cannot "$IMAGE_DEBOOTSTRAP"
# What is mounted here is gone with this process, whatever ends it.
[ -n "${TARE_IMAGE_MOUNTS:-}" ] || { unshare --mount --net true 2>/dev/null || cannot "$IMAGE_MOUNTS"; }
[ -n "${TARE_IMAGE_MOUNTS:-}" ] || TARE_IMAGE_MOUNTS=own exec unshare --mount "$0" "$kind" "$version" "$@"

room=$(mktemp -d)
leave() {
    umount "$room"/root/{proc,dev} 2>/dev/null || true
    rm -rf --one-file-system "$room" "${made:-}" build/image/base.tar.new
}
trap leave EXIT
root=$room/root
pack() { # FOLDER FILE OPTION...: the same bytes from the same files
    tar -C "$1" --sort=name --numeric-owner "${@:3}" -cf "$2" .
}

# ---- Debian, once for every image: build/image/base.tar ---------------------------------------

mirror() { # that of apt on this machine, if it is Debian's
    # shellcheck disable=SC2016 # apt fills it in
    apt-get indextargets --format '$(LABEL) $(REPO_URI)' 'Created-By: Packages' 2>/dev/null |
        awk '$1 == "Debian" && $2 ~ /^(https?|file):/ && !found++ { print $2 }' || true
}
if [ "$(cat build/image/packages 2>/dev/null)" != "$*" ] || [ ! -e build/image/base.tar ]; then
    mirror=${TARE_MIRROR:-$(mirror)}
    mirror=${mirror:-http://deb.debian.org/debian}
    say "$IMAGE_DEBIAN" "$mirror"
    if ! debootstrap --variant=minbase --include="$(echo "$*" | tr ' ' ,)" stable "$root" "$mirror" >"$room/log" 2>&1; then
        tail -5 "$room/log" "$root/debootstrap/debootstrap.log" 2>/dev/null >&2 || true
        say "$IMAGE_FAILED" "$mirror" >&2
        ! grep -qE '^E: (Failed getting release|Invalid Release|Couldn.t download)' "$room/log" || exit 69
        exit 1
    fi
    # Nothing of this machine stays: neither its name nor its mirror. Of the documentation the licences stay.
    released=$(date -ud "$(sed -n 's/^Date: //p' "$root"/var/lib/apt/lists/*_InRelease | head -1)" +%s)
    find "$root/usr/share/doc" -type f ! -name copyright -delete
    rm -rf "${root:?}"/{dev,run,tmp,var/log,usr/share/{man,info,locale},var/{cache,lib/apt/lists}}/*
    rm -f "$root"/{etc/machine-id,var/lib/dpkg/*-old}
    truncate -s0 "$root"/etc/{hostname,resolv.conf}
    sed -i "s/^\([^:]*:[^:]*\):[0-9]*:/\1:$((released / 86400)):/" "$root"/etc/shadow # a day without this machine's clock
    printf 'deb http://deb.debian.org/debian%s main\n' ' stable' '-security stable-security' >"$root/etc/apt/sources.list"
    mkdir -p build/image
    pack "$root" build/image/base.tar.new --clamp-mtime --mtime="@$released"
    echo "$*" >build/image/packages
    mv build/image/base.tar.new build/image/base.tar
    rm -rf "$root"
fi
say "$IMAGE_BASE" "$(date -r build/image/base.tar +%F)"

# ---- the tree, built where it will be used -----------------------------------------------------

say "$IMAGE_BUILDS"
"$rooms/dist.sh" staff >/dev/null
mkdir -p "$root" "$room/image"
tar -xf build/image/base.tar -C "$root"
tar -xzf dist/tare-staff.tar.gz -C "$root/opt"
mount --bind /dev "$root/dev" && mount -t proc proc "$root/proc"
inside() { # nothing is fetched, so there is no network
    unshare --net chroot "$root" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 DEVICE=host \
        make -s -C /opt/tare -j"$(nproc)" "$@" >"$room/log" 2>&1 ||
        { tail -20 "$room/log" >&2 && exit 1; }
}
if [ "$kind" = student ]; then # lab and reference are compiled by the same compiler
    inside student-dist REFERENCE_DEVICES=host
    mv "$root/opt/tare/dist/tare-student.tar.gz" "$room/"
    rm -r "$root/opt/tare"
    tar -xzf "$room/tare-student.tar.gz" -C "$root/opt"
    inside device-ready
else
    inside device-ready build/confine
fi
machine=$(chroot "$root" dpkg --print-architecture)
umount "$root/proc" "$root/dev"

# ---- the archive ---------------------------------------------------------------------------------

# One time for all files: for make nothing is older than what it is made from.
now=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || date +%s)}
mkdir -p "$room/layer/opt"
mv "$root/opt/tare" "$room/layer/opt/"
chown -R 0:0 "$room/layer" && chmod -R go=rX "$room/layer"
pack "$room/layer" "$room/tree.tar" --mtime="@$now"
sum() { sha256sum "$1" | cut -d' ' -f1; }
base=$(sum build/image/base.tar) tree=$(sum "$room/tree.tar")
ln -s "$PWD/build/image/base.tar" "$room/image/$base.tar"
mv "$room/tree.tar" "$room/image/$tree.tar"
date=$(date -ud "@$now" +%FT%TZ)
holds='everything, the solutions too: keep it private'
[ "$kind" = staff ] || holds='no solutions'
printf '{"architecture":"%s","os":"linux","created":"%s","config":{"Env":["PATH=%s","LANG=C.UTF-8","TARE_TREE=/opt/tare","DEVICE=host"],"Cmd":["/bin/bash"],"Labels":{"org.opencontainers.image.title":"tare-%s","org.opencontainers.image.version":"%s","org.opencontainers.image.description":"Tare, built for the host device; holds %s"}},"rootfs":{"type":"layers","diff_ids":["sha256:%s","sha256:%s"]},"history":[{"created":"%s","created_by":"debootstrap"},{"created":"%s","created_by":"make image"}]}' \
    "$machine" "$date" /usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin "$kind" "$version" "$holds" \
    "$base" "$tree" "$date" "$date" >"$room/config"
config=$(sum "$room/config").json
mv "$room/config" "$room/image/$config"
printf '[{"Config":"%s","RepoTags":["tare-%s:%s"],"Layers":["%s.tar","%s.tar"]}]\n' "$config" "$kind" "$version" "$base" "$tree" \
    >"$room/image/manifest.json"
mkdir -p dist
archive=dist/tare-$kind-image_${version}_$machine.tar made=$archive.new
tar -C "$room/image" --dereference --numeric-owner --owner=0 --group=0 --mode=u=rw,go=r --mtime="@$now" -cf "$made" \
    manifest.json "$config" "$base.tar" "$tree.tar"
mv "$made" "$archive"
say "$IMAGE_PACKED" "$archive" "$(du -m "$archive" | cut -f1)" "tare-$kind:$version"
if [ "$kind" = staff ]; then say "$IMAGE_STAFF"; else say "$IMAGE_STUDENT"; fi
say "$IMAGE_NEXT" "docker load -i $archive" "skopeo copy docker-archive:$archive docker://REGISTRY/tare-$kind:$version" "${kind}_image"
