// delay.c: how long a thread could run and did not, because another program had the processor.
// Linux counts it for each thread in schedstat: its second number. Where a kernel was built without
// that file, nothing is noted.
#include "witness/note.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

enum { UNOPENED = 0, ABSENT = -1 };

// A descriptor of each thread stays open: to open the file takes longer than many a kernel.
static __thread int file;
static __thread uint64_t last;
static pthread_key_t thread_ends;

static void close_file(void *unused) {
    (void)unused;
    if (file > 0)
        close(file);
    file = UNOPENED;
    last = 0;
}

// The file is the parent's thread's.
static void forget_in_child(void) {
    close_file(NULL);
}

__attribute__((constructor)) static void begin(void) {
    pthread_key_create(&thread_ends, close_file);
    pthread_atfork(NULL, NULL, forget_in_child);
}

static void open_file(void) {
    file = open("/proc/thread-self/schedstat", O_RDONLY | O_CLOEXEC);
    if (file == 0) { // the program closed its input: 0 says UNOPENED here
        file = dup(0);
        close(0);
    }
    if (file > 0)
        pthread_setspecific(thread_ends, &file);
    else
        file = ABSENT;
}

// The second number of a line. 0: there is none.
static uint64_t second_number(const char *text) {
    uint64_t number = 0;
    while (*text >= '0' && *text <= '9')
        text++;
    if (*text != ' ')
        return 0;
    for (text++; *text >= '0' && *text <= '9'; text++)
        number = 10 * number + (uint64_t)(*text - '0');
    return *text == ' ' ? number : 0;
}

uint64_t witness_delay(void) {
    char text[64];
    int error = errno; // the program's own
    if (file == UNOPENED)
        open_file();
    ssize_t length = file > 0 ? pread(file, text, sizeof text - 1, 0) : 0;
    text[length > 0 ? length : 0] = 0;
    uint64_t now = second_number(text);
    last = now > last ? now : last; // the program may have closed the descriptor
    errno = error;
    return last;
}
