#!/bin/bash
# lab_list.sh: prints labs/README.md, the list of all labs in both languages.
set -eu
cat <<'EOF_HEAD'
# The labs · 实验

Each folder holds one program that reports a wrong number, its handout and its hints. Written by
`make lab-list` from each `lab.meta`. 每个目录里有一个报告错误数字的程序，以及它的讲义和提示。

In a lab's own folder no `LAB=` is needed: `make check`, `make see` and `make hint` are about that lab.
在实验自己的目录里不用写 `LAB=`：`make check`、`make see`、`make hint` 说的都是这个实验。

| lab | question, and what to find out | 问题，以及要弄清什么 |
|---|---|---|
| 00 own program | [Is the number of your own program true?](../docs/book/15-own-program.en.md) | [你自己的程序，数字是真的吗？](../docs/book/15-own-program.zh.md) |
EOF_HEAD
paste -d'\t' <(build/tare lab all folder) <(build/tare lab all title.en) <(build/tare lab all title.zh) \
    <(build/tare lab all goal.en) <(build/tare lab all goal.zh) |
    awk -F'\t' '{ name = $1; sub(/_/, " ", name)
        printf "| %s | [%s](%s/README.md)<br>%s | [%s](%s/README.zh-CN.md)<br>%s |\n", name, $2, $1, $4, $3, $1, $5 }'
cat <<'EOF_FIELDS'

## lab.meta

What a `lab.meta` may say, by the code that reads it (`build/tare lab --fields`). The copy of the
tree that grades counts: `tare class` and every autograder read the staff's `lab.meta`, never a
student's. 评分所用的代码树里的 `lab.meta` 才算数；学生那一份从不用于评分。

| field | needed | meaning |
|---|---|---|
EOF_FIELDS
build/tare lab --fields | awk '{ name = $1; needed = $2 == "needed" ? "yes" : ""
    sub(/^[^ ]+ +(needed +)?/, ""); gsub(/\|/, "\\|"); printf "| `%s` | %s | %s |\n", name, needed, $0 }'
