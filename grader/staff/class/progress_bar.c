// progress_bar.c: how far a class is, and how long it will take.
#include <stdio.h>
#include <unistd.h>

#include "class/class.h"
#include "run/process.h"

static int drawn;

void progress_bar(const char *what, int done, int count, double started) {
    double passed = seconds_now() - started;
    int left = done ? (int)(passed / done * (count - done) + 0.5) : 0;
    if (!isatty(STDERR_FILENO)) {
        int step = count > 20 ? count / 20 : 1; // not a line for each of a large class
        if (done % step == 0 || done == count)
            fprintf(stderr, "%s %d of %d, %d s left\n", what, done, count, left);
        return;
    }
    enum { WIDTH = 30 };
    char bar[WIDTH + 1];
    for (int i = 0; i < WIDTH; i++)
        bar[i] = i * count < done * WIDTH ? '#' : '.';
    bar[WIDTH] = '\0';
    fprintf(stderr, "\r%-9s [%s] %d of %d, %d:%02d left  ", what, bar, done, count, left / 60,
            left % 60);
    drawn = done < count;
    if (!drawn)
        fputc('\n', stderr);
}

void progress_line(const char *text) {
    fprintf(stderr, "%s%s\n", drawn ? "\r\033[K" : "", text);
}
