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
    <(build/tare lab all goal.en) <(build/tare lab all goal.zh) <(build/tare lab all languages) |
    awk -F'\t' '{ name = $1; sub(/_/, " ", name)
        en = $6 == "zh" ? "README.zh-CN.md" : "README.md"; zh = $6 == "en" ? "README.md" : "README.zh-CN.md"
        printf "| %s | [%s](%s/%s)<br>%s | [%s](%s/%s)<br>%s |\n", name, $2, $1, en, $4, $3, $1, zh, $5 }'
cat <<'EOF_FIELDS'

## lab.meta

What a `lab.meta` may say, by the code that reads it (`build/tare lab --fields`). The copy of the
tree that grades counts: `tare class` and every autograder read the staff's `lab.meta`, never a
student's. 评分所用的代码树里的 `lab.meta` 才算数；学生那一份从不用于评分。

A lab in one language says `languages = en` or `languages = zh`. Then no field and no file of the other
language is needed: its readers get the texts of this one, and each list and page says so. 只用一种语言写的
实验写 `languages = en` 或 `languages = zh`：另一种语言的字段和文件都不需要，它的读者读到的就是这一种语言的
文字，每个列表和页面都会说明这一点。

Labs of your own stand in a folder of yours and begin at 51: `make new-lab NAME=fused TARE_LABS=../ours`. A lab goes
with `rm -r labs/NN_name solutions/NN_name` and `make lab-list`; a number that was never published may be used again.
你自己的实验放在你自己的文件夹里，从 51 开始编号：`make new-lab NAME=fused TARE_LABS=../ours`。删除一个实验用
`rm -r labs/NN_name solutions/NN_name`，再 `make lab-list`；从未发布过的编号可以再用。

| field | needed | meaning |
|---|---|---|
EOF_FIELDS
build/tare lab --fields | awk '{ name = $1; needed = $2 == "needed" ? "yes" : ""
    sub(/^[^ ]+ +(needed +)?/, ""); gsub(/\|/, "\\|"); printf "| `%s` | %s | %s |\n", name, needed, $0 }'
