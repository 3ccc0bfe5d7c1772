#!/bin/bash
# Prints gpu or host, and leaves the reason in build/device.why. A card is chosen only if one of our
# programs could run a kernel on it.
mkdir -p build 2>/dev/null
rooms=common/make
. $rooms/words.sh
answer() {
    { echo "$2" >build/device.why; } 2>/dev/null # fails silently in a tree that is read-only
    echo "$1"
    exit 0
}
nvcc=${NVCC:-nvcc}
compgen -G '/dev/nvidia[0-9]*' >/dev/null || [ -e /dev/dxg ] || answer host "$DEVICE_NO_CARD"
command -v "$nvcc" >/dev/null || answer host "$DEVICE_NO_NVCC"
probe=build/gpu/probe
if [ ! -x $probe ] || [ common/make/probe.cu -nt $probe ]; then
    mkdir -p build/gpu
    "$nvcc" -arch=native -o $probe common/make/probe.cu >build/probe.log 2>&1 ||
        answer host "$DEVICE_NVCC_FAILED"
fi
# A card that answered is asked again after ten minutes, or when something about it changed.
answer=build/gpu/probe.answer
state=$(cat /proc/sys/kernel/random/boot_id /proc/driver/nvidia/version 2>/dev/null; ls -d /dev/nvidia*
    stat -c %Y $probe; echo "$CUDA_VISIBLE_DEVICES")
if [ -n "$(find $answer -mmin -10 2>/dev/null)" ] && [ "$(tail -n +2 $answer)" = "$state" ]; then
    answer gpu "$(head -n 1 $answer)"
fi
why=$(timeout 20 $probe 2>&1) || { rm -f $answer && answer host "$(say "$DEVICE_NO_KERNEL" "$why")"; }
printf '%s\n%s\n' "$why" "$state" >$answer
answer gpu "$why"
