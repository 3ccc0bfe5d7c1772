// process_output.c: keeps what a program wrote, and of too much the first and the last part.
#define _GNU_SOURCE
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "run/process.h"

// Keeps the first half and the last half of what is too much.
static void keep_output(struct process *process, const char *bytes, size_t length) {
    enum { HALF = PROCESS_OUTPUT_KEPT / 2 };
    process->output_total += length;
    size_t room = PROCESS_OUTPUT_KEPT - process->output_length;
    size_t fits = length < room ? length : room;
    memcpy(process->output + process->output_length, bytes, fits);
    process->output_length += fits;
    bytes += fits;
    length -= fits;
    if (length == 0)
        return;
    if (length > HALF) {
        bytes += length - HALF;
        length = HALF;
    }
    memmove(process->output + HALF, process->output + HALF + length, HALF - length);
    memcpy(process->output + PROCESS_OUTPUT_KEPT - length, bytes, length);
}

static void keep_claims(struct process *process, const char *bytes, size_t length) {
    size_t room = PROCESS_CLAIMS - process->claims_length;
    if (length > room) {
        process->claims_too_long = 1;
        length = room;
    }
    memcpy(process->claims + process->claims_length, bytes, length);
    process->claims_length += length;
}

// Reads what is there. 1 while the pipe is open.
static int drain(struct process *process, int fd, int is_claims) {
    char bytes[16384];
    for (int turns = 0; turns < 64; turns++) {
        ssize_t length = read(fd, bytes, sizeof bytes);
        if (length > 0) {
            if (is_claims)
                keep_claims(process, bytes, (size_t)length);
            else
                keep_output(process, bytes, (size_t)length);
        } else {
            return length < 0 && (errno == EAGAIN || errno == EINTR);
        }
        if (process->output_total > process->output_limit)
            return 1;
    }
    return 1;
}

void process_drain(struct process *process) {
    if (process->output_fd >= 0 && !drain(process, process->output_fd, 0))
        close(process->output_fd), process->output_fd = -1;
    if (process->claims_fd >= 0 && !drain(process, process->claims_fd, 1))
        close(process->claims_fd), process->claims_fd = -1;
}
