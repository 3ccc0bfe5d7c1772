// start.cpp: which of the listeners a program gets, before main: the one whose file is named.
#include "checked/checked.h"
#include "weigh/weigh.h"

// From each file that was compiled with -fsanitize=thread.
extern "C" void __tsan_init() {
    checked::start();
    if (!listener)
        weigh::start();
}
