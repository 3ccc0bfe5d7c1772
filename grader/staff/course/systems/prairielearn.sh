#!/bin/bash
# PrairieLearn runs this; the submission is in /grade/student, the result belongs into /grade/results.
root=${TARE_GRADE:-/grade}
mkdir -p "$root/results"
"$root/tests/grade.sh" @LAB@ "$root/student/lab.cu" prairielearn "$root/results/results.json"
