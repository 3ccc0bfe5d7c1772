// words_zh.h: what proves a mistake, in simplified Chinese (base/words.h tells how). A proof is one
// sentence.

// name_unit.c
WORD(UNIT, "按你自己的数据量和时间应是 %2$s，你报告 %1$s：是它的 %3$.6g 倍")
WORD(NEVER_DIVIDED, "每次运行的速率都等于数据量本身，与时间无关")
WORD(RATE_IS_PRODUCT, "每次运行的速率都等于数据量 x 时间")
WORD(RATE_WRAPS, "速率符合字节数对 2^32 取模的结果")
WORD(MEAN_OF_RATES, "速率等于各样本速率的平均值")

// name_work.c
WORD(WORK_FLOPS, "你声明 %1$llu 次浮点运算，实际是 %2$llu 次：%3$.4g 倍")
WORD(WORK_BYTES, "你声明 %1$llu 字节，实际搬运 %2$llu 字节：%3$.4g 倍")

// name_special.c
WORD(UPSIDE_DOWN, "你报告的是每次运算的字节数 %.4g：计算强度是每字节的运算数")
WORD(OTHER_UNIT, "你报告的单位是 %s，而这个核函数应当用 %s")
WORD(PEAK, "你声明 %.5g GB/s，而 2 x 频率 x 位宽 / 8 是 %.5g")
WORD(INTENSITY_BYTES, "你除以了 %llu 字节；内存搬运的是 %llu 字节")
WORD(INTENSITY_FLOPS, "你声明 %llu 次浮点运算，实际是 %llu 次")

// name_division.c
WORD(DIVIDED_BY_RUNS, "你的时间偏小，相差 %.3g 倍，而运行次数是 %.0f")
WORD(BELOW_ONE_KERNEL, "你的秒表看到了每次完整的核函数，每次 %.3g 毫秒，你却声明 %.3g 毫秒")
WORD(TIME_TOO_SMALL, "你的时间偏小，相差 %.3g 倍：是不是多除了一次运行次数？")
WORD(TIME_TOO_LARGE, "你的时间偏大，相差 %.3g 倍：是不是忘了除以运行次数？")
WORD(DIVIDED_WINDOW, "你的秒表看到 %.4g 毫秒、%d 次运行；你声明的是这段时间除以 %.5g")
WORD(THOUSAND, "你声明 %.4g 秒，参考是 %.4g 秒")

// name_samples.c
WORD(SAMPLES, "你声明 %.4g 毫秒；你的 %d 个样本的中位数是 %.4g 毫秒")

// name_unwaited.c
WORD(NO_GROWTH, "工作量加倍，时间却只变为 %.2f 倍")
WORD(BUSY_AT_REPORT, "你报告时设备还忙了 %.3g 毫秒；你声明 %.3g 毫秒")
WORD(OLD_WINDOW, "你声明 %.3g 毫秒，那是更早一对事件的读数；你报告时设备还忙了 %.3g 毫秒")
WORD(BELOW_TICK, "你声明 %.3g 微秒；而这个时钟测一个空核函数就读出 %.3g 微秒")
WORD(TIME_OF_A_COPY_CALL,
     "你声明 %.3g 微秒，而拷贝要 %.3g 毫秒：那是一次调用的时间，不是拷贝的时间")
WORD(TIME_OF_A_LAUNCH, "你声明 %.3g 微秒，而核函数要 %.3g 毫秒：那是一次启动的时间，不是运行的时间")

// name_memory.c
WORD(HOST_MEMORY, "速度是参考的 %.2g 倍，而你的代码分配了主机内存")
WORD(SLOW_COPY, "拷贝速度是参考（锁页内存）的 %.2g 倍")
WORD(TWO_COPIES, "速度是参考的 %.2g 倍，而你的秒表除了那次拷贝还看到了另一次")
WORD(MANAGED_MEMORY, "速度是参考的 %.2g 倍，而你的代码调用了 cudaMallocManaged")
WORD(ABOVE_MEMORY, "你的时钟等到了工作结束，数据却以这里内存速度的 %.3g 倍到达")
WORD(FLUSHED_AND_FAST, "你清空了缓存，数据却仍以这里内存速度的 %.3g 倍到达")
WORD(PART_OF_GRID, "你启动的线程只有全部数据所需线程的 %.3g，速度是 %.3g 倍")

// name_time.c
WORD(HOST_PART, "你的秒表看到的时间有 %.0f %% 花在主机上")
WORD(OPTIMISATION, "速度是参考的 %.2g 倍，而你的代码改动了编译器的优化")

// name_errors.c
WORD(LAST_WORDS, "设备拒绝了一次调用，你的程序就此结束")
WORD(EVENT_ERROR, "报告时设备上还留着事件调用的错误 %d")
WORD(DEVICE_ERROR, "报告时设备上还留着错误 %d")
