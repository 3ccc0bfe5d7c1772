#!/bin/bash
# Both glossaries say the same words, and no Chinese text says a word that the glossary refuses.
glossary=docs/book/13-glossary
passed=0 failed=0
out=build/test/terms
rm -rf $out && mkdir -p $out
export LC_ALL=C.UTF-8

result() { # what, expected words, said
    if [[ $3 == *"$2"* && (-n $2 || -z $3) ]]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        printf '  FAILED  %s\n          expected: %s\n          actual:   %s\n' "$1" "${2:-nothing}" "$3"
    fi
}

# What people read in Chinese. A file that holds both languages has no Chinese word in its English.
shopt -s globstar nullglob
all=(docs/book/[0-9]*.zh.md docs/*.zh-CN.md docs/book/ui.zh.yaml docs/book/{figures,drawings}/**/*.{awk,txt} labs/*/*.zh-CN.md
    labs/*/lab.meta {common,grader}/**/words_zh.* common/make/help.zh common/make/new_lab/*.zh-CN.md
    grader/mistakes/*/*/mistake.txt grader/staff/key/*.zh.md)
sed '/{#terms}/,$d' $glossary.zh.md >$out/13-glossary.zh.md # without the words that it refuses
all=("${all[@]/#$glossary.zh.md/$out/13-glossary.zh.md}")

# The table of the glossary: TERM <tab> REGULAR EXPRESSION, for each expression.
refused() {
    awk -F ' [|] ' '/^\| .*`/ { n = split($3, part, "`")
        for (i = 2; i < n; i += 2) print $2 "\t" part[i] }' $glossary.zh.md
}

variants() { # FILE...: each place with a word that is refused
    local term expression
    refused | while IFS=$'\t' read -r term expression; do
        grep -nHoP -- "$expression" "$@" | sed "s/$/: the glossary wants $term/"
    done
}

english_pairs() { grep -B1 '^:   ' $glossary.en.md | sed -nE 's/^(.+) \((.+)\)$/\1 = \2/p' | sort; }
chinese_pairs() { grep -B1 '^:   ' $glossary.zh.md | sed -nE 's/^(.+)（(.+)）$/\2 = \1/p' | sort; }
table() { grep '^| .*`' "$1"; }

result 'both glossaries give each word the same Chinese' '' "$(diff <(english_pairs) <(chinese_pairs))"
result 'and these are many' yes "$([ "$(english_pairs | wc -l)" -ge 50 ] && echo yes)"
result 'both tables are the same' '' "$(diff <(table $glossary.en.md) <(table $glossary.zh.md))"
result 'there is a lot of Chinese' yes "$([ ${#all[@]} -ge 150 ] && echo yes)"
result 'no text says a word that is refused' '' "$(variants "${all[@]}")"

# Each expression refuses something, and none refuses what the table wants.
while IFS='~' read -r text expected; do
    echo "$text" >$out/text
    result "$text" "${expected:+$out/text:1:$expected}" "$(variants $out/text)"
done <<'END'
哪个系数错了~系数: the glossary wants 因子
129 个多项式系数，一个因子~
每个因数~因数: the glossary wants 因子
一个主张~主张: the glossary wants 声明
记号之间~记号: the glossary wants 标记
步长 8 的拷贝~步长 8: the glossary wants 跨步
步长为 2~步长为 2: the glossary wants 跨步
步长为 $d$ 的时钟，跨步 8~
受限于内存~受限于内: the glossary wants 访存受限
访存受限，计算受限~
张量核~张量核: the glossary wants 张量核心
张量核心~
这叫分歧~分歧: the glossary wants 分支发散
分支发散~
瓦片~瓦片: the glossary wants 分块
线程束的扇区~线程束: the glossary wants warp
warp（线程束）~
内核函数~内核函数: the glossary wants 核函数
清空缓存，存储器要刷新~
读刷新~刷新: the glossary wants 清空
冲刷缓存~冲刷: the glossary wants 清空
工作簿~工作簿: the glossary wants 实验册
END

echo "book_terms: $passed passed, $failed failed, 0 skipped"
[ $failed = 0 ]
