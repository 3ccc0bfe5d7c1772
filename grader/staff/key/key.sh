#!/bin/bash
# key.sh LANGUAGE: the answer key, with every right repair that the grader accepts, as Markdown.
set -eu
here=$(dirname "$(realpath "$0")")
sed '/^<!--.*-->$/d; s/<!--[^>]*-->//g' "$here/key.$1.md" # without the marks of numbers
case $1 in zh) title='接受的改法' ;; *) title='Repairs that are accepted' ;; esac
printf '\n## %s\n' "$title"
for lab in solutions/[0-9]*_*/; do
    name=$(basename "$lab")
    printf '\n### %s\n\n```cuda\n%s\n```\n' "$name" "$(build/lab_file fence "solutions/$name/lab.cu")"
    [ ! -e "grader/repairs/$name.fences" ] || printf '\n```cuda\n%s\n```\n' "$(grep -v '^// predicted:' "grader/repairs/$name.fences")"
done
