// words_en.h: what proves a mistake, in English (base/words.h tells how). A proof is one sentence.

// name_unit.c
WORD(UNIT, "From your bytes and seconds it is %2$s, and you report %1$s: %3$.6g of it")
WORD(NEVER_DIVIDED, "In every run your rate is the work itself, whatever the time")
WORD(RATE_IS_PRODUCT, "In every run your rate is work x time")
WORD(RATE_WRAPS, "Your rate fits the bytes modulo 2^32")
WORD(MEAN_OF_RATES, "Your rate is the mean of the samples' rates")

// name_work.c
WORD(WORK_FLOPS, "You claim %1$llu flops where %2$llu were done: %3$.4g of them")
WORD(WORK_BYTES, "You claim %1$llu bytes where %2$llu were moved: %3$.4g of them")

// name_special.c
WORD(UPSIDE_DOWN, "You report bytes per flop, %.4g: intensity is flops per byte")
WORD(OTHER_UNIT, "You report %s; the rate of this kernel is given in %s")
WORD(PEAK, "You claim %.5g GB/s where 2 x clock x bus / 8 is %.5g")
WORD(INTENSITY_BYTES, "You divide by %llu bytes; memory moves %llu")
WORD(INTENSITY_FLOPS, "You claim %llu flops where %llu were done")

// name_division.c
WORD(DIVIDED_BY_RUNS, "Your time is too small by a factor of %.3g, and there were %.0f runs")
WORD(BELOW_ONE_KERNEL, "Your stopwatch saw each whole kernel, %.3g ms long, and you claim %.3g ms")
WORD(TIME_TOO_SMALL,
     "Your time is too small by a factor of %.3g: did you divide by that many runs once too often?")
WORD(TIME_TOO_LARGE,
     "Your time is too large by a factor of %.3g: did you forget to divide by that many runs?")
WORD(DIVIDED_WINDOW,
     "Your stopwatch saw %.4g ms and %d runs; your claim is this time divided by %.5g")
WORD(THOUSAND, "You claim %.4g s where the reference takes %.4g s")

// name_samples.c
WORD(SAMPLES, "You claim %.4g ms; the median of your %d samples is %.4g ms")

// name_unwaited.c
WORD(NO_GROWTH, "Twice the work took %.2f times as long")
WORD(BUSY_AT_REPORT, "When you reported, the device was still busy for %.3g ms; you claim %.3g ms")
WORD(OLD_WINDOW, "You claim %.3g ms, which an earlier pair of events read; when you reported, the "
                 "device was still busy for %.3g ms")
WORD(BELOW_TICK, "You claim %.3g us; this clock reads %.3g us around an empty kernel")
WORD(TIME_OF_A_COPY_CALL,
     "You claim %.3g us where the copy takes %.3g ms: that is the time of a call, not of a copy")
WORD(TIME_OF_A_LAUNCH,
     "You claim %.3g us where the kernel takes %.3g ms: that is the time of a launch, not of a run")

// name_memory.c
WORD(HOST_MEMORY,
     "Your program is %.2g times as fast as the reference, and your code allocates host memory")
WORD(SLOW_COPY, "Your copy is %.2g times as fast as the reference's copy from pinned memory")
WORD(TWO_COPIES,
     "Your program is %.2g times as fast as the reference, and your stopwatch saw a second copy")
WORD(MANAGED_MEMORY,
     "Your program is %.2g times as fast as the reference, and your code calls cudaMallocManaged")
WORD(ABOVE_MEMORY, "Your clock waited for the work, and yet the data came %.3g times as fast as "
                   "memory delivers here")
WORD(FLUSHED_AND_FAST,
     "You flush, and yet the data came %.3g times as fast as memory delivers here")
WORD(PART_OF_GRID,
     "Your launch has %.3g of the threads that all the data need, and was %.3g times as fast")

// name_time.c
WORD(HOST_PART, "%.0f %% of what your stopwatch saw was time spent on the host")
WORD(OPTIMISATION, "Your program is %.2g times as fast as the reference, and your code changes the "
                   "compiler's optimisation")

// name_errors.c
WORD(LAST_WORDS, "The device refused a call, and your program ended there")
WORD(EVENT_ERROR, "When you reported, the device still held error %d of an event's call")
WORD(DEVICE_ERROR, "When you reported, the device still held error %d")
