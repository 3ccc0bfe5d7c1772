#!/bin/bash
# The library from Python: python.sh FOLDER (of libtare.so and of python_kernel.so)
if ! python3 -c 'import sys; sys.exit(sys.version_info < (3, 9))' 2>/dev/null; then
    echo "library_python: 0 passed, 0 failed, 1 skipped: no python3 of 3.9 or later"
    exit
fi
TARE_PROGRAM=$(realpath build/tare) TARE_LIBRARY=$(realpath "$1/libtare.so") TARE_KERNEL=$(realpath "$1/python_kernel.so") \
    PYTHONPATH=common/python PYTHONDONTWRITEBYTECODE=1 python3 common/test/python_test.py
