// words_zh.h: what the witness says, in Chinese (base/words.h tells how).

// ---- the sentence under a picture: read/say.c ------------------------------------------

WORD(SAW, "你的秒表看到了 %s")
WORD(SAW_LIBRARY, "库的秒表看到了 %s")
WORD(COMMA, "，")
WORD(END, "。")

WORD(DEFAULT_STREAM, "默认流")
WORD(STREAM, "流 %llu ")

WORD(KERNEL, "核函数")
WORD(COPY, "拷贝")
WORD(MEMSET, "内存填充")
WORD(KERNELS, "%d 次核函数")
WORD(COPIES, "%d 次拷贝")
WORD(MEMSETS, "%d 次内存填充")

WORD(RAN_ONE, "其中%s运行了 %s")
WORD(RAN_MANY, "其中 %s运行了 %s")
WORD(MOSTLY_HOST, "：其余是启动与等待")
WORD(PART, "；所报的是其 %d 分之一")
WORD(PART_OF_ALL, "；所报的是全部的 %d 分之一")

WORD(OF_HOST_TIME, " 的主机时间")
WORD(NONE_OF_ONE, "，完全没有看到%s的 %s：按停时它还在运行。")
WORD(NONE_OF_MANY, "，完全没有看到 %s共 %s：按停时它们还在运行。")
WORD(ONLY_OF_ONE, "，%1$s的 %2$s 中只看到了 %3$s：按停时它还在运行。")
WORD(ONLY_OF_MANY, "，%1$s共 %2$s 中只看到了 %3$s：按停时它们还在运行。")

WORD(STALE, "你的秒表读得太早：停止事件还没有到达，cudaEventElapsedTime 回答 "
            "cudaErrorNotReady，读数仍是旧值")
WORD(STALE_KERNEL, "（核函数实际运行 %s）")
WORD(NO_TIMING, "你的秒表没有给出时间：cudaEventElapsedTime 回答 %s，说明某个事件从未记录，"
                "或创建时关闭了计时。")
WORD(REVERSED, "你的秒表倒着走，读数 %s：开始事件在停止事件之后。")

WORD(OTHER_STREAM, "你的秒表在%2$s上看到了 %1$s；而 %3$s 的工作运行在%4$s上，它看不到。")
WORD(ONE_OF_STREAMS, "你的秒表在%2$s上看到了 %1$s；但 %4$d 次中有 %3$d 次运行在%5$s上，它看不到。")

WORD(BESIDES, "，其中 %s 花在%s")
WORD(BESIDES_RAN, "；%s运行了 %s。")
WORD(EARLIER_WORK, "开始标记之前就已排队的工作上")
WORD(CONTEXT, "创建上下文和加载代码上")
WORD(ALLOCATION, "分配和释放内存上")
WORD(INTO_COPIES, "拷贝上")
WORD(INTO_MEMSETS, "内存填充上")

WORD(LAUNCH_FAILED, "，却没有核函数：%s 失败（%s），什么都没有运行。")
WORD(BATCH, "，那是 %d 次 %s，每次 %s：所报的是全部的时间。")
WORD(FIRST_RUN, "，而这是首次运行：%s 在本进程中从未运行过，它占了 %s。")
WORD(OUTLIERS, "你的秒表看到了 %zu 次运行，半数不超过 %s；所报的 %s 是被最长的 %s 拉高的。")
WORD(NOTHING, "，而两个标记之间什么都没有：没有核函数，没有拷贝。")
WORD(UNSEEN, "；设备在此期间做了什么，这里未能观察到。")
WORD(NO_WINDOW_OF, "你的秒表不在这份记录里：所报的 %s 不是来自任何能被看到的事件或时钟。")
WORD(NO_WINDOW, "你的秒表不在这份记录里：能被看到的是 CUDA 事件、clock_gettime、"
                "gettimeofday 以及建立在它们之上的时钟。")

// ---- a picture: draw/ --------------------------------------------------------------------

WORD(TITLE_CLAIM, "%s 报告 %s · ")
WORD(TITLE_WINDOW, " · 第 %zu / %zu 次计时")
WORD(TITLE_CUT_SHORT, " · 记录不完整：程序中途结束")
WORD(DEVICE_HOST, "主机设备")
WORD(DEVICE_GPU, "GPU")
WORD(DEVICE_UNKNOWN, "未知设备")

WORD(LANE_WATCH, "秒表")
WORD(LANE_HOST, "主机")
WORD(LANE_HOSTS, "主机 %llu")
WORD(LANE_DEFAULT, "默认流")
WORD(LANE_STREAM, "流 %llu")
WORD(TIME_AXIS, "时间")
WORD(PAGE_LANGUAGE, "zh-CN")

WORD(SOME_CALLS, "调用")
WORD(SOME_WORK, "操作")
WORD(LABEL_MANY, "%.*s%s x %d，每次 %s")

WORD(MEANS_CALL, "调用")
WORD(MEANS_WAIT, "等待")
WORD(MEANS_FAILED, "失败的调用")
WORD(MEANS_CONTEXT, "上下文、加载")
WORD(MEANS_KERNEL, "核函数")
WORD(MEANS_COPY, "拷贝")
WORD(MEANS_MEMSET, "内存填充")
WORD(MEANS_OTHER, "不是在两个标记之间排队的")
WORD(MEANS_BROKEN, "时间轴在此断开")

// ---- why a trace cannot be written or read: words.c ----------------------------------------

WORD(NOT_A_TRACE, "不是见证器写的记录")
WORD(EMPTY_TRACE, "记录是空的")
WORD(LARGE_TRACE, "记录大于 64 MiB")
WORD(NOT_A_FILE, "不是普通文件")
WORD(OUT_OF_MEMORY, "内存不足")
WORD(NO_SUCH_FILE, "没有这个文件或文件夹")
WORD(NOT_A_FOLDER, "路径中有一段不是文件夹")
WORD(A_FOLDER, "是文件夹")
WORD(FORBIDDEN, "没有权限")
WORD(A_LINK, "是符号链接")
WORD(DISK_FULL, "磁盘已满")
WORD(FILE_TOO_LARGE, "超过了文件大小的限制")
WORD(READ_ONLY, "文件系统是只读的")

// ---- while a program runs: record/, gpu/ -----------------------------------------------------

WORD(CANNOT_WRITE, "见证器：记录写不下去：%s；程序照常运行\n")
WORD(CANNOT_OPEN, "见证器：%s：%s；程序照常运行，但没有记录\n")
WORD(TRACE_TAKEN, "见证器：%s：另一个进程正在写它；本进程没有记录\n")
WORD(CANNOT_END, "见证器：记录的结尾：%s\n")

WORD(CUPTI_ABSENT, "见证器：没有找到 CUPTI（%s）；看不到核函数。"
                   "把工具包的 extras/CUPTI/lib64 放进 LD_LIBRARY_PATH\n")
WORD(CUPTI_LACKS, "见证器：这个 CUPTI 没有 %s；看不到核函数\n")
WORD(CUPTI_REFUSES, "见证器：CUPTI 不报告%s：%s；记录里没有这些内容\n")
WORD(REMEDY, "见证器：%s\n")

WORD(REPORT_CLOCK, "按见证器时钟的时间")
WORD(REPORT_BUFFERS, "设备工作的记录")
WORD(REPORT_KERNELS, "核函数")
WORD(REPORT_COPIES, "拷贝")
WORD(REPORT_MEMSETS, "内存填充")
WORD(REPORT_EVENT_TIMES, "事件的时间")
WORD(REPORT_EVENTS, "事件")
WORD(REPORT_CALLS, "调用")
WORD(REPORT_RUNTIME, "运行时调用")
WORD(REPORT_DRIVER, "驱动调用")
WORD(REPORT_CONTEXTS, "上下文")
WORD(REPORT_MODULES, "模块")

WORD(REMEDY_NO_DRIVER, "这里没有可用的 NVIDIA 驱动；运行 nvidia-smi，看它缺什么")
WORD(REMEDY_UNKNOWN, "没有可用的 NVIDIA 驱动时，CUPTI 就只报告这个；请运行 nvidia-smi")
WORD(REMEDY_FORBIDDEN, "此驱动只允许管理员做性能分析；"
                       "要改的选项是 NVreg_RestrictProfilingToAdminUsers=0")
WORD(REMEDY_TAKEN, "已有别的工具在观察这个程序；不要同时用 nsys、ncu 或调试器")
WORD(REMEDY_OTHER_VERSION,
     "CUPTI 与驱动版本不合；把驱动所属 CUDA 版本的 CUPTI 放进 LD_LIBRARY_PATH")
WORD(REMEDY_NOT_HERE, "这块卡或这台虚拟机不支持观察；换一台机器，或用 DEVICE=host")
