// run.c: gives the program its size, seed and nonce, reads what it claims, and says what is wrong
// with a run that cannot be judged.
#define _GNU_SOURCE
#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

#include "base/text.h"
#include "base/words.h"
#include "run/build.h"
#include "run/run.h"
#include "witness/load.h"

// ---- a run -----------------------------------------------------------------------------------

enum { LARGEST_TRACE = 64 << 20 };

static void draw_nonce(char nonce[33]) {
    unsigned char bytes[16];
    if (getrandom(bytes, sizeof bytes, 0) != sizeof bytes)
        memset(bytes, 0x5a, sizeof bytes);
    for (int i = 0; i < 16; i++)
        snprintf(nonce + 2 * i, 3, "%02x", bytes[i]);
}

static enum run_end end_of(const struct process *process) {
    if (process_without_walls(process))
        return RUN_NOT_STARTED;
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
    const char *no_walls = process_without_walls(process);
    if (no_walls) {
        text_copy(run->output, sizeof run->output, no_walls);
        return;
    }
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
    if (claims_read(process->claims, process->claims_length, nonce, request->proof, run) != 0)
        return;
    if (strcmp(run->lab, request->lab) != 0 || strcmp(run->device, request->device) != 0) {
        text_format(run->refused, sizeof run->refused, "it says that it is %s on %s", run->lab,
                    run->device);
        run->claim_count = 0;
    }
}

static void drop_trace(struct running *running) {
    if (running->trace >= 0)
        close(running->trace);
    running->trace = -1;
}

int run_start(const struct run_request *request, int part, uint64_t seed, struct running *running) {
    static const char *const names[] = {"PATH",
                                        "HOME",
                                        "TMPDIR",
                                        "LD_LIBRARY_PATH",
                                        "CUDA_VISIBLE_DEVICES",
                                        "CUDA_DEVICE_ORDER",
                                        "TARE_HOST_WORKERS",
                                        NULL};
    char nonce[64], size[32], data[48], fd[32], gate[64], gate_fd[32], leave[64];
    char library[600], preload[640], trace[64], injection[640];
    char probe[] = "TARE_PROBE=1", locale[] = "LC_ALL=C", weights[640];
    char *given[15] = {locale, nonce, size, data, fd};
    int count = 5, library_fd = -1;
    if (seal_broken(request->seal))
        return errno = ESTALE, -1; // the class looks itself, and stops
    *running = (struct running){RUNNING_NONE, .request = *request, .part = part, .seed = seed};
    draw_nonce(running->nonce);
    snprintf(nonce, sizeof nonce, "TARE_NONCE=%s", running->nonce);
    snprintf(size, sizeof size, "TARE_N=%d", part);
    snprintf(data, sizeof data, "TARE_SEED=%" PRIu64, seed);
    snprintf(fd, sizeof fd, "TARE_CLAIM_FD=%d", PROCESS_CLAIM_FD);
    if (request->probe)
        given[count++] = probe;
    if (request->weights) {
        snprintf(weights, sizeof weights, "TARE_WEIGH_FILE=%s", request->weights);
        given[count++] = weights;
    }
    if (request->gate) {
        snprintf(gate, sizeof gate, "TARE_GATE=%s", request->gate);
        snprintf(gate_fd, sizeof gate_fd, "TARE_GATE_FD=%d", PROCESS_GATE_FD);
        given[count++] = gate;
        given[count++] = gate_fd;
    }
    if (request->gate && request->leave) {
        snprintf(leave, sizeof leave, "TARE_GATE_LEAVE=%s", request->leave);
        given[count++] = leave;
    }
    if (request->witness) {
        library_fd = witness_open(request->witness);
        witness_name(request->witness, "self", library_fd < 0 ? -1 : PROCESS_LIBRARY_FD, library,
                     sizeof library);
        snprintf(preload, sizeof preload, "LD_PRELOAD=%s", library);
        snprintf(injection, sizeof injection, "CUDA_INJECTION64_PATH=%s", library);
        // By its descriptor: it has no other name, and its size has a limit.
        snprintf(trace, sizeof trace, "TARE_WITNESS=/proc/self/fd/%d", PROCESS_FILE_FD);
        running->trace = process_file_new("", 0);
        given[count++] = preload; // it sees the host's clocks
        if (strcmp(request->device, "gpu") == 0)
            given[count++] = injection; // and CUPTI
        given[count++] = trace;
    }
    char **environment = environment_of(names, given);
    char program[600];
    text_copy(program, sizeof program, request->program);
    char *argv[] = {program, NULL};
    running->process = (struct process){PROCESS_NONE,
                                        .argv = argv,
                                        .environment = environment,
                                        .folder = request->folder,
                                        .limit = request->limit,
                                        .output_limit = PROCESS_OUTPUT_LIMIT,
                                        .wants_claims = 1,
                                        .wants_gate = request->gate != NULL,
                                        .sandbox = request->sandbox};
    running->process.file = running->trace;
    running->process.library = library_fd;
    int result = environment ? process_start(&running->process) : -1;
    if (library_fd >= 0)
        close(library_fd);
    running->process.argv = running->process.environment = NULL; // the child has its own
    free(environment);
    if (result != 0) {
        process_free(&running->process);
        drop_trace(running);
    }
    return result;
}

void run_drop(struct running *running) {
    process_drop(&running->process);
    drop_trace(running);
}

void run_wait(struct running *running, struct run *run) {
    struct crowd before = crowd_before(&running->process);
    process_wait(&running->process);
    run->part = running->part;
    run->seed = running->seed;
    read_run(&running->request, &running->process, running->nonce, run);
    run->crowd = crowd_since(&before);
    if (running->trace >= 0)
        process_file_keep(running->trace, LARGEST_TRACE, running->request.trace, 0644);
    drop_trace(running);
    process_free(&running->process);
}

int run_program(const struct run_request *request, struct run *run) {
    struct running running = {RUNNING_NONE};
    if (run_start(request, run->part, run->seed, &running) != 0)
        return -1;
    run_wait(&running, run);
    return 0;
}

// ---- what is wrong with it, in words ---------------------------------------------------------

enum complaint {
#define WORD(name, text) name,
#include "run/words_en.def"
#undef WORD
    FINE,
};

#define WORD(name, text) [name] = (text),
static const char *const english[FINE] = {
#include "run/words_en.def"
};
static const char *const chinese[FINE] = {
#include "run/words_zh.def"
};
#undef WORD
const struct words run_words = {FINE, {[ENGLISH] = english, [CHINESE] = chinese}};

static const char *const rules[] = {
    [CRASHED] = "crashed",         [TIMED_OUT] = "timed-out",       [FLOODED] = "flooded",
    [NOT_STARTED] = "not-started", [INTERRUPTED] = "interrupted",   [BAD_CLAIM] = "refused-claim",
    [GAVE_UP] = "exit-code",       [WRONG_RESULT] = "wrong-result", [NO_CLAIM] = "no-claim",
    [UNCHECKED] = "unchecked",     [BAD_TIME] = "bad-number",       [BAD_RATE] = "bad-number",
    [NO_WORK] = "bad-number",
};

static void last_line(const struct run *run, char line[140]) {
    size_t length = strlen(run->output);
    while (length > 0 && run->output[length - 1] == '\n')
        length--;
    size_t start = length;
    while (start > 0 && run->output[start - 1] != '\n')
        start--;
    text_printable(line, 140, run->output + start, length - start < 139 ? length - start : 139);
}

static enum complaint about_end(const struct run *run, char value[140]) {
    switch (run->end) {
    case RUN_CRASHED:
        text_format(value, 140, "%s (signal %d)", strsignal(run->signal), run->signal);
        return CRASHED;
    case RUN_TIMED_OUT:
        text_format(value, 140, "%.0f", run->wall_seconds);
        return TIMED_OUT;
    case RUN_FLOODED:
        text_format(value, 140, "%d", PROCESS_OUTPUT_LIMIT >> 20);
        return FLOODED;
    case RUN_NOT_STARTED:
        return NOT_STARTED;
    case RUN_INTERRUPTED:
        return INTERRUPTED;
    case RUN_EXITED:
        break;
    }
    return FINE;
}

static enum complaint about_claim(const struct claim *claim, char value[140]) {
    if (!(claim->seconds > 0)) {
        text_format(value, 140, "%g", claim->seconds);
        return BAD_TIME;
    }
    if (!(claim->rate > 0)) {
        text_format(value, 140, "%g", claim->rate);
        return BAD_RATE;
    }
    return claim->bytes == 0 && claim->flops == 0 ? NO_WORK : FINE;
}

static enum complaint about(const struct run *run, char value[140]) {
    enum complaint complaint = about_end(run, value);
    if (complaint != FINE)
        return complaint;
    if (run->refused[0]) {
        text_copy(value, 140, run->refused);
        return BAD_CLAIM;
    }
    if (run->result == RESULT_WRONG)
        return WRONG_RESULT;
    if (run->exit_code != 0) {
        last_line(run, value);
        if (!value[0])
            text_format(value, 140, "exit code %d", run->exit_code);
        return GAVE_UP;
    }
    if (run->result == RESULT_MISSING || run->claim_count == 0)
        return NO_CLAIM;
    if (run->result == RESULT_UNCHECKED)
        return UNCHECKED;
    for (int i = 0; i < run->claim_count; i++) {
        complaint = about_claim(&run->claims[i], value);
        if (complaint != FINE)
            return complaint;
    }
    return FINE;
}

const char *run_complaint(const struct run *run, char words[LANGUAGES][240]) {
    char value[140] = "";
    enum complaint complaint = about(run, value);
    if (complaint == FINE)
        return NULL;
    for (int language = 0; language < LANGUAGES; language++)
        text_format(words[language], 240,
                    words_text(&run_words, (enum language)language, complaint), value);
    return rules[complaint];
}
