// letters_on.h: the program's macros of one letter are what they were before letters_off.h.
HOST_EACH_LETTER(HOST_BRING_BACK)
