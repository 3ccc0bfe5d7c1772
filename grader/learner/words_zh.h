// words_zh.h: what the learner's commands say, in Chinese (base/words.h tells how).

WORD(USAGE, "用法：tare 命令 [选项]；tare 命令 --help 有更多说明\n"
            "\n")
WORD(DOES_CHECK, "实验报告的数字是真的吗？")
WORD(DOES_SEE, "秒表和核函数各在何时运行")
WORD(DOES_LIST, "所有实验和你的进度")
WORD(DOES_NEXT, "进入下一个实验")
WORD(DOES_HINT, "再给一个提示（共三个）")
WORD(DOES_WATCH, "每次保存时自动检查")
WORD(DOES_RESET, "恢复原始文件，保留你的版本")
WORD(DOES_DIFF, "通过之后与参考答案比较")
WORD(DOES_DOCTOR, "检查这台机器缺什么")
WORD(DOES_LAB, "实验的说明数据")
WORD(DOES_MISTAKES, "错误目录")
WORD(DOES_CLASS, "批量评分")
WORD(DOES_VERDICT, "重新判定一份评分记录")
WORD(DOES_RECORD, "评分并保存观测到的数据")
WORD(DOES_JUDGED, "重新判定所有记录，统计认对与认错的名字")
WORD(DOES_DEVICE, "设备信息")
WORD(DOES_PEAK, "理论带宽")
WORD(DOES_CEILINGS, "实测的内存带宽上限")
WORD(DOES_ROOFLINE, "屋顶线图")

WORD(PROGRESS_COUNT, "  %d / %d\n")

WORD(NEXT_USAGE, "用法：tare next\n"
                 "  接下来做哪个实验，该输入什么\n")
WORD(NEXT_NOTHING_LEFT, "已全部完成：每个实验都通过了。")
WORD(NEXT_HANDOUT, "README.zh-CN.md")
WORD(NEXT_LAB, "实验 %s：%s\n"
               "  阅读    labs/%s/%s\n"
               "  编辑    labs/%s/lab.cu\n"
               "  运行    make lab LAB=%s\n"
               "  检查    make check LAB=%s\n"
               "  提示    make hint LAB=%s\n")

WORD(LAB_USAGE, "用法：tare lab [实验|all] [字段]\n"
                "      tare lab --fields\n"
                "  lab.meta 的内容，供脚本使用：一个字段或全部\n"
                "  --fields   各字段的含义\n")

WORD(LIST_USAGE, "用法：tare list\n"
                 "  所有实验和你的进度\n")
WORD(LIST_REOPENED, "（曾通过，现在未通过）")
WORD(LIST_NEXT, "下一步：make check LAB=%s\n")
WORD(LIST_ALL_PASSED, "全部实验已通过。`tare check all` 可再检查一遍。")

WORD(DIFF_USAGE, "用法：tare diff [实验] [--force]\n"
                 "  通过之后，把你的文件与参考答案对照\n"
                 "  --force   未通过时也显示\n")
WORD(DIFF_NOT_YET, "实验 %s 还没有通过，答案值得自己去找。\n"
                   "  提示：make hint LAB=%s    仍要查看：make diff LAB=%s FORCE=1\n")

WORD(RESET_USAGE, "用法：tare reset 实验\n"
                  "  还原为最初的文件；你的文件保留在旁边\n")
WORD(RESET_NOTHING, "实验 %s 本来就是最初的样子\n")
WORD(RESET_DONE, "实验 %s 已还原\n")
WORD(RESET_KEPT, "你的版本保留在：%s\n")

WORD(HINT_USAGE, "用法：tare hint [实验] [--again]\n"
                 "  再给一条提示（每个实验三条）\n"
                 "  --again   再看一遍已给出的提示\n")
WORD(HINT_NUMBER, "提示 %d / %d\n")
WORD(HINT_FILE, "zh-CN")
WORD(HINT_MORE_KEY, "\n"
                    "再来一条：h")
WORD(HINT_LAST_KEY, "\n"
                    "这是最后一条。看看图也许有帮助：s")
WORD(HINT_NONE_YET, "还没有给过提示：make hint LAB=%s\n")
WORD(HINT_MORE, "\n"
                "再来一条：make hint LAB=%s\n")
WORD(HINT_LAST, "\n"
                "这是最后一条。看看图也许有帮助：make see LAB=%s\n")

WORD(WATCH_USAGE, "用法：tare watch [实验] [--manual] [--poll]\n"
                  "  每次保存 lab.cu 时检查，按 q 结束\n"
                  "  --manual   只在按回车时检查\n"
                  "  --poll     每秒查看一次：用于不通知改动的文件系统\n")
WORD(WATCH_MANUAL, "回车检查，Ctrl-D 结束")
WORD(WATCH_WAITING, "等待保存；Ctrl-C 结束")
WORD(WATCH_NEXT, "下一个")
WORD(WATCH_KEYS, "h:提示  l:列表  c:全部检查  s:看图  x:还原  q:退出")
WORD(WATCH_CHECKING, "正在检查实验 %s：%s……\n")
WORD(WATCH_NO_PICTURE, "未能画出图，原因见上。")
WORD(WATCH_RESET, "\n"
                  "还原为最初的文件？你的版本会保留在旁边 (y/n) ")
WORD(WATCH_NO_FILE, "tare: %s 不存在；按 x 还原\n")
WORD(WATCH_GONE, "lab.cu 不见了：请重新保存，或按 x 还原")
WORD(WATCH_NO_LOCK, "tare: %s：%s；watch 要在那里保存锁和你的进度\n")
WORD(WATCH_TWO, "tare: 此目录已有另一个 watch 在运行（进程 %s）：两个会互相干扰测量\n")

WORD(SEE_USAGE, "用法：tare see [选项] 程序 [参数]\n"
                "      tare see [选项] --trace 文件\n"
                "\n"
                "  --trace 文件   把记录保存在该文件（Perfetto 可以打开）；\n"
                "                 不给程序时：画出该文件里的记录\n"
                "  --svg 文件     同时画成 SVG\n"
                "  --claim 名字   有多个报告时只看这一个\n"
                "  --facts        输出 JSON，不画图   --say   每个报告一行\n"
                "  --width N      列数，至少 60   --ascii   --no-color   --lang en|zh\n"
                "  --device gpu|host   用哪个见证器\n")
WORD(SEE_NO_CLAIM, "tare see：记录里没有名为 \"%s\" 的报告\n")
WORD(SEE_UNREADABLE, "tare see：%s：不能当作记录读取（%s）\n")
WORD(SEE_FULL, "tare see：记录已满，略去了 %llu 条\n")
WORD(SEE_UNSEEN, "tare see：%s：%s；程序照常运行，但没有记录\n")
WORD(SEE_NO_CALL, "tare see：程序没有做任何见证器能看到的 CUDA 调用\n")
WORD(SEE_NOT_A_FILE, "tare see：%s 不是普通文件；请换一个名字\n")
WORD(SEE_NO_WITNESS, "tare see：还没有 witness.so；先构建它：make witness%s%s\n")
WORD(SEE_NO_FOLDER, "tare see：/tmp：%s\n")
WORD(SEE_SIGNAL, "tare see：程序被信号 %d（%s）终止；以下是它之前所做的\n")

WORD(MEND_NO_TOOLKIT, "apt-get install nvidia-cuda-toolkit（或 NVIDIA 自己的，11.8 以上）")
WORD(MEND_OLD_TOOLKIT, "安装支持这块显卡的 CUDA 工具包")
WORD(MEND_NO_CUPTI, "apt-get install libcupti-dev（或工具包里的 extras/CUPTI）")
WORD(MEND_CARD_BUSY, "nvidia-smi；等一等，或询问那个程序的使用者")
WORD(MEND_LOADED, "top；等一等，或关掉其他程序")

WORD(DOCTOR_USAGE, "用法：tare doctor\n"
                   "  这台机器有什么、缺什么、怎么补\n")
WORD(DOCTOR_TO_MEND, "修复：       ")
WORD(DOCTOR_PLAIN, "%s")
WORD(DOCTOR_STATE_OK, "正常")
WORD(DOCTOR_STATE_MISSING, "缺少")
WORD(DOCTOR_STATE_BROKEN, "故障")
WORD(DOCTOR_NAME_SYSTEM, "系统")
WORD(DOCTOR_NAME_COMPILER, "编译器")
WORD(DOCTOR_NAME_PACKAGES, "软件包")
WORD(DOCTOR_NAME_TOOLKIT, "CUDA 工具包")
WORD(DOCTOR_NAME_DRIVER, "驱动")
WORD(DOCTOR_NAME_CARD, "显卡")
WORD(DOCTOR_NAME_ARCHITECTURE, "架构")
WORD(DOCTOR_NAME_KERNEL, "运行核函数")
WORD(DOCTOR_NAME_WITNESS, "见证器")
WORD(DOCTOR_NAME_PROFILER, "性能计数器")
WORD(DOCTOR_NAME_SANDBOX, "沙箱")
WORD(DOCTOR_NAME_DISK, "磁盘")
WORD(DOCTOR_NAME_LANGUAGE, "语言")
WORD(DOCTOR_NAME_OTHERS, "其他程序")
WORD(DOCTOR_NAME_CLOCKS, "时钟")
WORD(DOCTOR_AS_ASKED, "按要求")
WORD(DOCTOR_LANGUAGE_NAME, "中文")
WORD(DOCTOR_TOOLKIT_NONE, "没有 nvcc：实验在主机设备上运行")
WORD(DOCTOR_TOOLKIT_SILENT, "nvcc 没有回应")
WORD(DOCTOR_DRIVER_NONE, "无：这台机器没有 NVIDIA 显卡")
WORD(DOCTOR_DRIVER_SILENT, "有显卡，但驱动没有回应")
WORD(DOCTOR_DRIVER_IS, "NVIDIA %s")
WORD(DOCTOR_CARD_NONE, "无：实验在主机设备上运行")
WORD(DOCTOR_CARD_SILENT, "nvidia-smi 没有回应：%s")
WORD(DOCTOR_ARCH_CPU, "主机设备为本机 CPU 编译")
WORD(DOCTOR_ARCH_UNKNOWN, "无法得知显卡的架构：让 nvcc 使用 -arch=native")
WORD(DOCTOR_ARCH_OLD, "显卡是 sm_%s，nvcc 不能为它编译")
WORD(DOCTOR_ARCH_KNOWN, "显卡是 %s，nvcc 能为它编译")
WORD(DOCTOR_KERNEL_NONE, "核函数没有跑起来：%s")
WORD(DOCTOR_KERNEL_ON_HOST, "核函数只在主机设备上运行了，没有在显卡上：%s")
WORD(DOCTOR_WITNESS_NOT_NEEDED, "不需要：主机设备自己写记录")
WORD(DOCTOR_WITNESS_NO_BUILD, "CUPTI：见证器无法构建：%s")
WORD(DOCTOR_WITNESS_BLIND, "CUPTI：见证器什么也没看到：%s")
WORD(DOCTOR_WITNESS_SEES, "CUPTI 可用，见证器看到了一次核函数")
WORD(DOCTOR_PROFILER_NOT_NEEDED, "不需要：这里没有可分析的显卡")
WORD(DOCTOR_PROFILER_ROOT_ONLY, "硬件计数器仅限 root（ERR_NVGPUCTRPERM）；实验并不需要")
WORD(DOCTOR_PROFILER_OPEN, "可以读取硬件计数器")
WORD(DOCTOR_SYSTEM_IS, "%s，Linux %s，%s，%ld 核")
WORD(DOCTOR_COMPILER_NONE, "没有 C++ 编译器")
WORD(DOCTOR_PACKAGES_UNKNOWN, "无法查询软件包列表")
WORD(DOCTOR_PACKAGES_MISSING, "尚未安装：%s")
WORD(DOCTOR_PACKAGES_ALL, "make demo 和 make test 所需的软件包都已安装")
WORD(DOCTOR_SANDBOX_NO_BUILD, "沙箱无法构建：%s")
WORD(DOCTOR_SANDBOX_LEVEL, "级别 %s（只在批改他人的程序时才需要）")
WORD(DOCTOR_DISK_UNKNOWN, "无法得知磁盘的剩余空间")
WORD(DOCTOR_DISK_READ_ONLY, "此目录不可写")
WORD(DOCTOR_DISK_FREE, "剩余 %.0f MiB；300 就够")
WORD(DOCTOR_LANGUAGE_IS, "UTF-8，%s")
WORD(DOCTOR_LANGUAGE_ASCII, "没有 UTF-8 语言环境：图用 ASCII 画（%s）")
WORD(DOCTOR_OTHERS_ON_CARD, "其他程序正在使用显卡（进程、显存）：%s")
WORD(DOCTOR_OTHERS_LOAD, "机器繁忙：负载 %.2f，%ld 核，测量会有噪声")
WORD(DOCTOR_OTHERS_NONE, "没有其他程序：负载 %.2f，%ld 核")
WORD(DOCTOR_CLOCKS_CARD, "SM 当前频率、SM 最高频率、显存频率、温度：%s")
WORD(DOCTOR_CLOCKS_GOVERNOR, "CPU 调频策略：%s")
WORD(DOCTOR_CLOCKS_UNKNOWN, "CPU 不报告它的时钟频率")
