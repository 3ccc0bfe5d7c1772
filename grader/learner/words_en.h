// words_en.h: what the learner's commands say, in English (base/words.h tells how).

WORD(USAGE, "usage: tare COMMAND [options]; tare COMMAND --help tells more\n"
            "\n")
WORD(DOES_CHECK, "is the number of a lab true?")
WORD(DOES_SEE, "where the stopwatch and the kernels ran")
WORD(DOES_LIST, "the labs and how far you are")
WORD(DOES_NEXT, "go on to the next lab")
WORD(DOES_HINT, "one more of a lab's three hints")
WORD(DOES_WATCH, "check at every save")
WORD(DOES_RESET, "back to the file as shipped; yours is kept")
WORD(DOES_DIFF, "your file against the solution, after a pass")
WORD(DOES_DOCTOR, "what this machine has and lacks")
WORD(DOES_LAB, "what a lab.meta says")
WORD(DOES_MISTAKES, "the catalogue of mistakes")
WORD(DOES_CLASS, "grade every submission of a class")
WORD(DOES_VERDICT, "judge a recorded grading again")
WORD(DOES_RECORD, "grade a file, and keep what was observed")
WORD(DOES_JUDGED, "judge recordings again, and count right and wrong names")
WORD(DOES_DEVICE, "the device and what it says of itself")
WORD(DOES_PEAK, "theoretical bandwidth")
WORD(DOES_CEILINGS, "measured ceilings of the memory")
WORD(DOES_ROOFLINE, "a roofline of points")

WORD(PROGRESS_COUNT, "  %d of %d\n")

WORD(NEXT_USAGE, "usage: tare next\n"
                 "  the lab to work on, and what to type\n")
WORD(NEXT_NOTHING_LEFT, "Nothing is left: every lab has passed.")
WORD(NEXT_HANDOUT, "README.md")
WORD(NEXT_LAB, "lab %s: %s\n"
               "  read    labs/%s/%s\n"
               "  edit    labs/%s/lab.cu\n"
               "  run     make lab LAB=%s\n"
               "  check   make check LAB=%s\n"
               "  stuck   make hint LAB=%s\n")

WORD(LAB_USAGE, "usage: tare lab [LAB|all] [FIELD]\n"
                "       tare lab --fields\n"
                "  what a lab.meta says, for scripts: one field or all of them\n"
                "  --fields   what each field means\n")

WORD(LIST_USAGE, "usage: tare list\n"
                 "  every lab, and how far you are\n")
WORD(LIST_REOPENED, "  (passed before, fails now)")
WORD(LIST_NEXT, "next: make check LAB=%s\n")
WORD(LIST_ALL_PASSED, "All labs passed. `tare check all` checks them again.")

WORD(DIFF_USAGE, "usage: tare diff [LAB] [--force]\n"
                 "  your file beside the solution, after a pass\n"
                 "  --force   before a pass, too\n")
WORD(DIFF_NOT_YET, "Lab %s has not passed yet, and it is worth finding the solution yourself.\n"
                   "  a hint: make hint LAB=%s    see it anyway: make diff LAB=%s FORCE=1\n")

WORD(RESET_USAGE, "usage: tare reset LAB\n"
                  "  the lab as it was shipped; your file is kept beside it\n")
WORD(RESET_NOTHING, "lab %s is as it was shipped\n")
WORD(RESET_DONE, "lab %s is again as it was shipped\n")
WORD(RESET_KEPT, "your file is kept: %s\n")

WORD(HINT_USAGE, "usage: tare hint [LAB] [--again]\n"
                 "  one more of the three hints of a lab\n"
                 "  --again   the hints that were given so far\n")
WORD(HINT_NUMBER, "hint %d of %d\n")
WORD(HINT_FILE, "en")
WORD(HINT_MORE_KEY, "\n"
                    "one more: h")
WORD(HINT_LAST_KEY, "\n"
                    "That was the last hint. The picture may help: s")
WORD(HINT_NONE_YET, "No hint was given yet: make hint LAB=%s\n")
WORD(HINT_MORE, "\n"
                "one more: make hint LAB=%s\n")
WORD(HINT_LAST, "\n"
                "That was the last hint. The picture may help: make see LAB=%s\n")

WORD(WATCH_USAGE, "usage: tare watch [LAB] [--manual] [--poll]\n"
                  "  checks the lab at each save of its lab.cu, until q\n"
                  "  --manual   only when Enter is pressed\n"
                  "  --poll     look once a second: for file systems that report no changes\n")
WORD(WATCH_MANUAL, "Enter checks, Ctrl-D ends")
WORD(WATCH_WAITING, "waiting for a save; Ctrl-C ends")
WORD(WATCH_NEXT, "next")
WORD(WATCH_KEYS, "h:hint  l:list  c:check all  s:see  x:reset  q:quit")
WORD(WATCH_CHECKING, "checking lab %s: %s ...\n")
WORD(WATCH_NO_PICTURE, "The picture could not be drawn; the reason is above.")
WORD(WATCH_RESET, "\n"
                  "Go back to the shipped file? Your file is kept beside it. (y/n) ")
WORD(WATCH_NO_FILE, "tare: %s is not there; x brings the shipped file back\n")
WORD(WATCH_GONE, "lab.cu is gone: save it again, or press x to bring back the shipped file")
WORD(WATCH_NO_LOCK, "tare: %s: %s; watch needs this path for its lock and your progress\n")
WORD(WATCH_TWO, "tare: another watch runs in this tree (process %s): two watches would disturb "
                "each other's measurements\n")

WORD(SEE_USAGE, "usage: tare see [options] PROGRAM [arguments]\n"
                "       tare see [options] --trace FILE\n"
                "\n"
                "  --trace FILE   keep the trace in FILE (Perfetto opens it);\n"
                "                 without a PROGRAM: draw the trace in FILE\n"
                "  --svg FILE     draw into FILE as well\n"
                "  --claim NAME   draw only the claim with this name\n"
                "  --facts        JSON instead of a picture   --say   one line a claim\n"
                "  --width N      columns, 60 at least   --ascii   --no-color   --lang en|zh\n"
                "  --device gpu|host   the device whose witness is used\n")
WORD(SEE_NO_CLAIM, "tare see: the trace has no claim \"%s\"\n")
WORD(SEE_UNREADABLE, "tare see: %s: %s\n")
WORD(SEE_FULL, "tare see: the trace is full; %llu notes were left out\n")
WORD(SEE_UNSEEN, "tare see: %s: %s; the program runs unseen\n")
WORD(SEE_NO_CALL, "tare see: the program made no CUDA call that the witness could see\n")
WORD(SEE_NOT_A_FILE, "tare see: %s is not a file; name another one\n")
WORD(SEE_NO_WITNESS, "tare see: there is no witness.so yet; build it: make witness%s%s\n")
WORD(SEE_NO_FOLDER, "tare see: /tmp: %s\n")
WORD(SEE_SIGNAL, "tare see: signal %d (%s) ended the program; this is what it did before\n")

WORD(MEND_NO_TOOLKIT, "apt-get install nvidia-cuda-toolkit (or NVIDIA's toolkit, 11.8 or later)")
WORD(MEND_OLD_TOOLKIT, "install a CUDA toolkit that knows this card")
WORD(MEND_NO_CUPTI, "apt-get install libcupti-dev (or the toolkit's extras/CUPTI)")
WORD(MEND_CARD_BUSY, "nvidia-smi; wait, or ask the user of the other program")
WORD(MEND_LOADED, "top; wait, or close other programs")

WORD(DOCTOR_USAGE, "usage: tare doctor\n"
                   "  what this machine has, and how to mend what it lacks\n")
WORD(DOCTOR_TO_MEND, "to mend it:  ")
WORD(DOCTOR_PLAIN, "%s")
WORD(DOCTOR_STATE_OK, "ok")
WORD(DOCTOR_STATE_MISSING, "missing")
WORD(DOCTOR_STATE_BROKEN, "broken")
WORD(DOCTOR_NAME_SYSTEM, "system")
WORD(DOCTOR_NAME_COMPILER, "compiler")
WORD(DOCTOR_NAME_PACKAGES, "packages")
WORD(DOCTOR_NAME_TOOLKIT, "toolkit")
WORD(DOCTOR_NAME_DRIVER, "driver")
WORD(DOCTOR_NAME_CARD, "card")
WORD(DOCTOR_NAME_ARCHITECTURE, "architecture")
WORD(DOCTOR_NAME_KERNEL, "kernel")
WORD(DOCTOR_NAME_WITNESS, "witness")
WORD(DOCTOR_NAME_PROFILER, "profiler")
WORD(DOCTOR_NAME_SANDBOX, "sandbox")
WORD(DOCTOR_NAME_DISK, "disk")
WORD(DOCTOR_NAME_LANGUAGE, "language")
WORD(DOCTOR_NAME_OTHERS, "others")
WORD(DOCTOR_NAME_CLOCKS, "clocks")
WORD(DOCTOR_AS_ASKED, "as asked")
WORD(DOCTOR_LANGUAGE_NAME, "English")
WORD(DOCTOR_TOOLKIT_NONE, "no nvcc: labs run on the host device")
WORD(DOCTOR_TOOLKIT_SILENT, "nvcc does not answer")
WORD(DOCTOR_DRIVER_NONE, "no driver: this machine has no NVIDIA card")
WORD(DOCTOR_DRIVER_SILENT, "a card is here, but its driver does not answer")
WORD(DOCTOR_DRIVER_IS, "NVIDIA %s")
WORD(DOCTOR_CARD_NONE, "no card: labs run on the host device")
WORD(DOCTOR_CARD_SILENT, "nvidia-smi does not answer: %s")
WORD(DOCTOR_ARCH_CPU, "the host device compiles for this CPU")
WORD(DOCTOR_ARCH_UNKNOWN, "the architecture of the card is unknown: nvcc gets -arch=native")
WORD(DOCTOR_ARCH_OLD, "the card is sm_%s, and nvcc does not compile for it")
WORD(DOCTOR_ARCH_KNOWN, "the card is %s, and nvcc compiles for it")
WORD(DOCTOR_KERNEL_NONE, "no kernel ran: %s")
WORD(DOCTOR_KERNEL_ON_HOST, "a kernel ran only on the host device, not on the card: %s")
WORD(DOCTOR_WITNESS_NOT_NEEDED, "not needed: the host device writes its own trace")
WORD(DOCTOR_WITNESS_NO_BUILD, "CUPTI: the witness does not build: %s")
WORD(DOCTOR_WITNESS_BLIND, "CUPTI: the witness sees nothing: %s")
WORD(DOCTOR_WITNESS_SEES, "CUPTI is there, and the witness saw a kernel")
WORD(DOCTOR_PROFILER_NOT_NEEDED, "not needed: there is no card to profile")
WORD(DOCTOR_PROFILER_ROOT_ONLY,
     "hardware counters are for root only (ERR_NVGPUCTRPERM); labs do not need them")
WORD(DOCTOR_PROFILER_OPEN, "hardware counters may be read")
WORD(DOCTOR_SYSTEM_IS, "%s, Linux %s, %s, %ld cores")
WORD(DOCTOR_COMPILER_NONE, "no C++ compiler")
WORD(DOCTOR_PACKAGES_UNKNOWN, "make deps-missing does not answer")
WORD(DOCTOR_PACKAGES_MISSING, "not installed: %s")
WORD(DOCTOR_PACKAGES_ALL, "make demo and make test have all that they need")
WORD(DOCTOR_SANDBOX_NO_BUILD, "the sandbox does not build: %s")
WORD(DOCTOR_SANDBOX_LEVEL, "level %s (needed only to grade other people's programs)")
WORD(DOCTOR_DISK_UNKNOWN, "the free space of the disk is unknown")
WORD(DOCTOR_DISK_READ_ONLY, "this folder cannot be written")
WORD(DOCTOR_DISK_FREE, "%.0f MiB free here; 300 are enough")
WORD(DOCTOR_LANGUAGE_IS, "UTF-8, %s")
WORD(DOCTOR_LANGUAGE_ASCII, "no UTF-8 locale: pictures are drawn in ASCII (%s)")
WORD(DOCTOR_OTHERS_ON_CARD, "other programs use the card (process, memory): %s")
WORD(DOCTOR_OTHERS_LOAD, "the machine is busy: load %.2f on %ld cores, measurements will be noisy")
WORD(DOCTOR_OTHERS_NONE, "no other program: load %.2f on %ld cores")
WORD(DOCTOR_CLOCKS_CARD, "SM clock now, SM clock at most, memory clock, temperature: %s")
WORD(DOCTOR_CLOCKS_GOVERNOR, "CPU governor: %s")
WORD(DOCTOR_CLOCKS_UNKNOWN, "the CPU does not report its clock")
