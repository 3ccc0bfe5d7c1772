// Why a submission was not taken: see base/words.h. A text has the line and what stands there.
WORD(MISSING, "there is no such file, or no lab.cu in this folder")
WORD(LINK, "is a link, not a file")
WORD(NOT_A_FILE, "it is not a regular file")
WORD(EMPTY, "the file is empty")
WORD(HUGE, "the file is larger than 1 MiB")
WORD(NUL, "the file has NUL bytes in it: save it as plain UTF-8 text")
WORD(BINARY, "the file is not text in UTF-8")
WORD(NO_FENCE, "the lines \"// tare: begin\" and \"// tare: end\" are gone: "
               "put them back around your code, or start anew with make reset")
WORD(TWO_FENCES, "there are two pairs of \"// tare: begin\" and \"// tare: end\": "
                 "keep one")
WORD(OPEN_FENCE, "\"// tare: begin\" and \"// tare: end\" do not make one pair")
WORD(UNREADABLE, "the file cannot be read")
WORD(REDEFINED, "line %d, \"%s\": this gives a new meaning to a name of the "
                "measuring library or of the frozen part: choose another name")
