// words_en.h: what the witness says, in English (base/words.h tells how).

// ---- the sentence under a picture: read/say.c ------------------------------------------

WORD(SAW, "Your stopwatch saw %s")
WORD(SAW_LIBRARY, "The library's stopwatch saw %s")
WORD(COMMA, ", ")
WORD(END, ".")

WORD(DEFAULT_STREAM, "the default stream")
WORD(STREAM, "stream %llu")

WORD(KERNEL, "the kernel")
WORD(COPY, "the copy")
WORD(MEMSET, "the memset")
WORD(KERNELS, "the %d kernels")
WORD(COPIES, "the %d copies")
WORD(MEMSETS, "the %d memsets")

WORD(RAN_ONE, "and %s ran for %s of it")
WORD(RAN_MANY, "and %s ran for %s of it")
WORD(MOSTLY_HOST, ": the rest is launching and waiting")
WORD(PART, "; the claim is one part in %d")
WORD(PART_OF_ALL, "; the claim is one part in %d")

WORD(OF_HOST_TIME, " of host time")
WORD(NONE_OF_ONE, " and none of %s's %s: it stopped while that was still running.")
WORD(NONE_OF_MANY, " and none of %s, in all %s: it stopped while that was still running.")
WORD(ONLY_OF_ONE, " and only %3$s of %1$s's %2$s: it stopped while that was still running.")
WORD(ONLY_OF_MANY, " and only %3$s of %1$s, in all %2$s: it stopped while that was still running.")

WORD(STALE, "Your stopwatch was read too early: its stop event was not reached, "
            "cudaEventElapsedTime answered cudaErrorNotReady and left the old number in place")
WORD(STALE_KERNEL, " (the kernel takes %s)")
WORD(NO_TIMING, "Your stopwatch gave no time: cudaEventElapsedTime answered %s, so an event was "
                "never recorded or was made without timing.")
WORD(REVERSED, "Your stopwatch ran backwards, %s: its start event comes after its stop event.")

WORD(OTHER_STREAM, "Your stopwatch saw %1$s on %2$s, but %3$s of work ran on %4$s, "
                   "which it does not watch.")
WORD(ONE_OF_STREAMS, "Your stopwatch saw %1$s on %2$s, but %3$d of %4$d ran on %5$s, "
                     "which it does not watch.")

WORD(BESIDES, ", and %s of it went into %s")
WORD(BESIDES_RAN, "; %s ran for %s.")
WORD(EARLIER_WORK, "work from before its start mark")
WORD(CONTEXT, "making the context and loading code")
WORD(ALLOCATION, "allocating and freeing memory")
WORD(INTO_COPIES, "copies")
WORD(INTO_MEMSETS, "memsets")

WORD(LAUNCH_FAILED, " and no kernel: %s failed with %s, and nothing ran.")
WORD(BATCH, ", and that is %d runs of %s, %s each: the claim is the time of all of them.")
WORD(FIRST_RUN, " of a first run: %s had never run in this process, and took %s of it.")
WORD(OUTLIERS, "Your stopwatch saw %zu runs, half of them within %s; "
               "the claim of %s is pulled up by the longest, %s.")
WORD(NOTHING, " with nothing between its marks: no kernel and no copy.")
WORD(UNSEEN, "; what the device did meanwhile could not be watched here.")
WORD(NO_WINDOW_OF, "Your stopwatch is not in this trace: the claim's %s comes from no event "
                   "and no clock that the witness can see.")
WORD(NO_WINDOW, "Your stopwatch is not in this trace: what can be seen are CUDA events, "
                "clock_gettime, gettimeofday and the clocks made of them.")

// ---- a picture: draw/ --------------------------------------------------------------------

WORD(TITLE_CLAIM, "%s claims %s · ")
WORD(TITLE_WINDOW, " · stopwatch %zu of %zu")
WORD(TITLE_CUT_SHORT, " · cut short: the program ended half-way")
WORD(DEVICE_HOST, "host device")
WORD(DEVICE_GPU, "GPU")
WORD(DEVICE_UNKNOWN, "unknown device")

WORD(LANE_WATCH, "stopwatch")
WORD(LANE_HOST, "host")
WORD(LANE_HOSTS, "host %llu")
WORD(LANE_DEFAULT, "default")
WORD(LANE_STREAM, "stream %llu")
WORD(TIME_AXIS, "time")
WORD(PAGE_LANGUAGE, "en") // of an SVG, as HTML names it

WORD(SOME_CALLS, "calls")
WORD(SOME_WORK, "operations")
WORD(LABEL_MANY, "%.*s%s x %d, each %s")

// In the order of enum item_kind, without ITEM_WATCH.
WORD(MEANS_CALL, "call")
WORD(MEANS_WAIT, "waiting")
WORD(MEANS_FAILED, "failed call")
WORD(MEANS_CONTEXT, "context, loading")
WORD(MEANS_KERNEL, "kernel")
WORD(MEANS_COPY, "copy")
WORD(MEANS_MEMSET, "memset")
WORD(MEANS_OTHER, "not queued between the marks")
WORD(MEANS_BROKEN, "axis broken")

// ---- why a trace cannot be written or read: words.c ----------------------------------------
//
// From NOT_A_TRACE to READ_ONLY. The English of the system's errors is what strerror says.

WORD(NOT_A_TRACE, "not a trace of the witness")
WORD(EMPTY_TRACE, "the trace is empty")
WORD(LARGE_TRACE, "the trace is larger than 64 MiB")
WORD(NOT_A_FILE, "not a regular file")
WORD(OUT_OF_MEMORY, "out of memory")
WORD(NO_SUCH_FILE, "No such file or directory")
WORD(NOT_A_FOLDER, "Not a directory")
WORD(A_FOLDER, "Is a directory")
WORD(FORBIDDEN, "Permission denied")
WORD(A_LINK, "Too many levels of symbolic links")
WORD(DISK_FULL, "No space left on device")
WORD(FILE_TOO_LARGE, "File too large")
WORD(READ_ONLY, "Read-only file system")

// ---- while a program runs: record/, gpu/ -----------------------------------------------------

WORD(CANNOT_WRITE, "witness: cannot write the trace: %s; the program goes on without it\n")
WORD(CANNOT_OPEN, "witness: %s: %s; the program runs without a trace\n")
WORD(TRACE_TAKEN, "witness: %s: another process writes this trace; this process writes none\n")
WORD(CANNOT_END, "witness: the end of the trace: %s\n")

WORD(CUPTI_ABSENT, "witness: CUPTI was not found (%s); kernels are not watched. "
                   "Put the toolkit's extras/CUPTI/lib64 into LD_LIBRARY_PATH\n")
WORD(CUPTI_LACKS, "witness: this CUPTI lacks %s; kernels are not watched\n")
WORD(CUPTI_REFUSES, "witness: CUPTI refuses to report %s: %s; the trace lacks them\n")
WORD(REMEDY, "witness: %s\n")

WORD(REPORT_CLOCK, "times by the witness's clock")
WORD(REPORT_BUFFERS, "records of work")
WORD(REPORT_KERNELS, "kernels")
WORD(REPORT_COPIES, "copies")
WORD(REPORT_MEMSETS, "memsets")
WORD(REPORT_EVENT_TIMES, "the times of events")
WORD(REPORT_EVENTS, "events")
WORD(REPORT_CALLS, "calls")
WORD(REPORT_RUNTIME, "runtime calls")
WORD(REPORT_DRIVER, "driver calls")
WORD(REPORT_CONTEXTS, "contexts")
WORD(REPORT_MODULES, "modules")

WORD(REMEDY_NO_DRIVER, "no NVIDIA driver answers here; run nvidia-smi: it says what is missing")
WORD(REMEDY_UNKNOWN, "CUPTI gives this answer where no NVIDIA driver answers; run nvidia-smi")
WORD(REMEDY_FORBIDDEN, "this driver lets only administrators profile; the driver's option is "
                       "NVreg_RestrictProfilingToAdminUsers=0")
WORD(REMEDY_TAKEN, "another tool already watches this program; "
                   "run the program without nsys, ncu or a debugger")
WORD(REMEDY_OTHER_VERSION, "this CUPTI and the driver do not fit; put the CUPTI of the "
                           "driver's CUDA version into LD_LIBRARY_PATH")
WORD(REMEDY_NOT_HERE, "this card or virtual machine cannot be watched; "
                      "try another machine, or DEVICE=host")
