// run.c: gives the program its size, seed and nonce, and reads what it claims.
#define _GNU_SOURCE
#include "run.h"

#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "build.h"
#include "claim_reader.h"
#include "text.h"

static void draw_nonce(char nonce[33]) {
    unsigned char bytes[16];
    if (getrandom(bytes, sizeof bytes, 0) != sizeof bytes)
        memset(bytes, 0x5a, sizeof bytes);
    for (int i = 0; i < 16; i++)
        snprintf(nonce + 2 * i, 3, "%02x", bytes[i]);
}

static enum run_end end_of(const struct process *process) {
    switch (process->end) {
    case PROCESS_EXITED:
        return RUN_EXITED;
    case PROCESS_SIGNALLED:
        return RUN_CRASHED;
    case PROCESS_TIMED_OUT:
        return RUN_TIMED_OUT;
    case PROCESS_FLOODED:
        return RUN_FLOODED;
    case PROCESS_INTERRUPTED:
        return RUN_INTERRUPTED;
    case PROCESS_NOT_STARTED:
        break;
    }
    return RUN_NOT_STARTED;
}

static void keep_output(struct run *run, const struct process *process) {
    size_t keep = sizeof run->output - 1, length = process->output_length;
    const char *from = process->output + (length > keep ? length - keep : 0);
    text_printable(run->output, sizeof run->output, from, length > keep ? keep : length);
}

static void read_run(const struct run_request *request, const struct process *process,
                     const char *nonce, struct run *run) {
    run->end = end_of(process);
    run->exit_code = process->exit_code;
    run->signal = process->signal;
    run->wall_seconds = process->seconds;
    keep_output(run, process);
    if (process->claims_too_long) {
        text_copy(run->refused, sizeof run->refused, "more claims than a program can have");
        return;
    }
    if (claims_read(process->claims, process->claims_length, nonce, run) != 0)
        return;
    if (strcmp(run->lab, request->lab) != 0 || strcmp(run->device, request->device) != 0) {
        text_format(run->refused, sizeof run->refused, "it says that it is %s on %s", run->lab,
                    run->device);
        run->claim_count = 0;
    }
}

int run_program(const struct run_request *request, struct run *run) {
    static const char *const names[] = {"PATH",
                                        "HOME",
                                        "TMPDIR",
                                        "LD_LIBRARY_PATH",
                                        "CUDA_VISIBLE_DEVICES",
                                        "CUDA_DEVICE_ORDER",
                                        "TARE_HOST_WORKERS",
                                        NULL};
    char nonce[33], nonce_given[64], part[32], seed[48], fd[32];
    char preload[640], trace[640], injection[640], probe[] = "TARE_PROBE=1", locale[] = "LC_ALL=C";
    char *given[10] = {locale, nonce_given, part, seed, fd};
    int count = 5;
    draw_nonce(nonce);
    snprintf(nonce_given, sizeof nonce_given, "TARE_NONCE=%s", nonce);
    snprintf(part, sizeof part, "TARE_N=%d", run->part);
    snprintf(seed, sizeof seed, "TARE_SEED=%" PRIu64, run->seed);
    snprintf(fd, sizeof fd, "TARE_CLAIM_FD=%d", PROCESS_CLAIM_FD);
    if (request->probe)
        given[count++] = probe;
    if (request->witness) {
        snprintf(preload, sizeof preload, "LD_PRELOAD=%s", request->witness);
        snprintf(injection, sizeof injection, "CUDA_INJECTION64_PATH=%s", request->witness);
        snprintf(trace, sizeof trace, "TARE_WITNESS=%s", request->trace);
        given[count++] = strcmp(request->device, "gpu") == 0 ? injection : preload;
        given[count++] = trace;
    }
    char **environment = environment_of(names, given);
    if (!environment)
        return -1;
    char program[600];
    text_copy(program, sizeof program, request->program);
    char *argv[] = {program, NULL};
    struct process process = {.argv = argv,
                              .environment = environment,
                              .folder = request->folder,
                              .limit = request->limit,
                              .output_limit = PROCESS_OUTPUT_LIMIT,
                              .wants_claims = 1,
                              .sandbox = request->sandbox};
    int result = process_run(&process);
    if (result == 0)
        read_run(request, &process, nonce, run);
    process_free(&process);
    free(environment);
    return result;
}
