// What a grading says: see base/words.h. A label stands at the start of a line.
WORD(LABEL_RATE, "rate")
WORD(LABEL_MISTAKE, "mistake")
WORD(LABEL_PERHAPS, "perhaps")
WORD(LABEL_WHY, "why")
WORD(LABEL_READ, "read")
WORD(LABEL_NOTE, "note")
WORD(LABEL_BECAUSE, "because")
WORD(LABEL_NEXT, "next")
WORD(LABEL_FILE, "file")
WORD(LABEL_BUILD, "build")
WORD(LABEL_RUN, "run")
WORD(LABEL_RESULT, "result")
WORD(LABEL_JUDGE, "judge")

WORD(NOT_GRADED, "not graded")
WORD(PASS, "pass")
WORD(FAIL, "fail")
WORD(AS_SHIPPED, "as shipped")
WORD(CANNOT_GRADE, "cannot grade")
WORD(SKIPPED, "skipped")
WORD(POINTS, "  %g of %g points")
WORD(PAIRS, "  (%s, %d pairs, seed %llu)")
WORD(HOST_DEVICE, "host device")

WORD(ROW, "%s: ")
WORD(NOT_REPORTED, "not reported")
WORD(RATE, "reported %s, true %s: unit %s x work %s x time %s")
WORD(RIGHT, ", right")
WORD(INTENSITY, " (flops %s / bytes %s)")

WORD(FINDING, "%s%s%s: %s. %s\n")
WORD(WHY, "%s %s\n")
WORD(READ, "make hint LAB=%s; the book's %s\n")
WORD(CHAPTER, "chapter %d, \"%s\"")
WORD(NO_CHAPTER, "chapter \"%s\"")
WORD(NOTHING_FITS, "no mistake of the catalogue fits these factors, so none is named. Look at the "
                   "factor that is not 1.\n")
WORD(FROZEN, "%d changed lines outside the fence were not used; line %d: %s\n")
WORD(TAKEN_OUT, "(taken out)")
WORD(NO_TRACE,
     "the witness left no trace of your program, so fewer mistakes can be named: run make "
     "doctor\n")
WORD(ONLY_A_CARD, "only a card can show this lab\n")

WORD(CANNOT_NOISE,
     "this machine is too busy to tell, and that does not count against you. Close other "
     "programs and check again")
WORD(CANNOT_NO_DEVICE, "no device answers")
WORD(CANNOT_NO_COMPILER, "there is no compiler: make doctor says how to mend that")
WORD(CANNOT_REFERENCE, "the solution itself did not build or run here: run make doctor")
WORD(CANNOT_STORE, "the results cannot be stored: is the disk full, or not writable?")
WORD(CANNOT_SANDBOX, "this machine cannot set up the sandbox that was asked for")
WORD(CANNOT_INTERRUPTED, "interrupted")
WORD(TIME_BETWEEN, " (time is between %.3f and %.3f)")
WORD(DETAIL, " (%s)")

// tare mistakes
WORD(LIST_USAGE, "usage: tare mistakes [ID | FAMILY | --json]\n"
                 "  every mistake that the grader knows, or what is known of some\n")
WORD(LIST_SEEN, "seen ")
WORD(LIST_DID, "done ")
WORD(LIST_PROOF, "proof")
WORD(LIST_WHY, "why  ")
WORD(LIST_FIND, "find ")
WORD(LIST_MEND, "mend ")
WORD(LIST_READ, "read ")
WORD(LIST_LAB, "%s, lab %02d")
