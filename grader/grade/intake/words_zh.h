// Why a submission was not taken: see base/words.h. A text has the line and what stands there.
WORD(MISSING, "没有这个文件，或目录里没有 lab.cu")
WORD(LINK, "是链接，不是文件")
WORD(NOT_A_FILE, "它不是普通文件")
WORD(EMPTY, "文件是空的")
WORD(HUGE, "文件超过 1 MiB")
WORD(NUL, "文件里有 NUL 字节：请保存为 UTF-8 纯文本")
WORD(BINARY, "文件不是 UTF-8 文本")
WORD(NO_FENCE, "找不到 \"// tare: begin\" 和 \"// tare: end\" 两行："
               "请把它们放回代码两端，或用 make reset 重新开始")
WORD(TWO_FENCES, "有两对 \"// tare: begin\" 和 \"// tare: end\"：只保留一对")
WORD(OPEN_FENCE, "\"// tare: begin\" 和 \"// tare: end\" 没有配成一对")
WORD(UNREADABLE, "无法读取文件")
WORD(REDEFINED, "第 %d 行 \"%s\"：这会改变测量库或冻结部分里一个名字的含义："
                "请换一个名字")
