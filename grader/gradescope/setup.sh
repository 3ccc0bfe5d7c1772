#!/bin/bash
# Gradescope runs this once, when it makes the image: everything is built here, so that
# grading only compiles what a student wrote.
set -eu
root=${TARE_AUTOGRADER:-/autograder}
cd "$root/source"
command -v make >/dev/null || { apt-get update -q && apt-get install -y make; }
mkdir -p tare
tar -xzf tare-staff.tar.gz -C tare --strip-components=1
cd tare
export DEVICE=host
make deps-class
make -s -j"$(nproc)" device-ready build/confine
