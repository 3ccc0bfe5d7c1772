// letters_off.h: a program may define N, or any other letter, as a macro (-DN=1024). Between this
// header and letters_on.h such a macro is not in the way of the names in CUDA's headers.
// clang-format off
#ifndef HOST_EACH_LETTER
#define HOST_EACH_LETTER(each)                                                                     \
    each("A") each("B") each("C") each("D") each("E") each("F") each("G") each("H") each("I")      \
    each("J") each("K") each("L") each("M") each("N") each("O") each("P") each("Q") each("R")      \
    each("S") each("T") each("U") each("V") each("W") each("X") each("Y") each("Z")                \
    each("a") each("b") each("c") each("d") each("e") each("f") each("g") each("h") each("i")      \
    each("j") each("k") each("l") each("m") each("n") each("o") each("p") each("q") each("r")      \
    each("s") each("t") each("u") each("v") each("w") each("x") each("y") each("z")
// clang-format on
#define HOST_PRAGMA(text) _Pragma(#text)
#define HOST_SAVE(letter) HOST_PRAGMA(push_macro(letter))
#define HOST_BRING_BACK(letter) HOST_PRAGMA(pop_macro(letter))
#endif
HOST_EACH_LETTER(HOST_SAVE)
#undef A
#undef B
#undef C
#undef D
#undef E
#undef F
#undef G
#undef H
#undef I
#undef J
#undef K
#undef L
#undef M
#undef N
#undef O
#undef P
#undef Q
#undef R
#undef S
#undef T
#undef U
#undef V
#undef W
#undef X
#undef Y
#undef Z
#undef a
#undef b
#undef c
#undef d
#undef e
#undef f
#undef g
#undef h
#undef i
#undef j
#undef k
#undef l
#undef m
#undef n
#undef o
#undef p
#undef q
#undef r
#undef s
#undef t
#undef u
#undef v
#undef w
#undef x
#undef y
#undef z
