// mutate.c: changes seeds by chance and gives them to a target: needs no clang, and does the same
// for the same seed.
//
//   fuzz                                   the names of the targets
//   fuzz TARGET seeds FOLDER               writes the seeds, for libFuzzer
//   fuzz TARGET runs COUNT SECONDS [SEED]  until either is reached; 0: no limit
//   fuzz TARGET FILE ...                   reads these
//
// What breaks a reader lies in TARGET.broken, below the folder FUZZ_FOLDER.
#define _GNU_SOURCE
#include "fuzz.h"

#include <assert.h>
#include <ctype.h>
#include <fcntl.h>
#include <glob.h>
#include <sanitizer/common_interface_defs.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "intake/intake.h"

enum { LARGEST = 1 << 16, SEEDS = 256, SLOW = 20 }; // seconds

static struct {
    unsigned char *bytes;
    size_t length;
} seeds[SEEDS];
static unsigned seed_count;

static void add_seed(const void *bytes, size_t length) {
    if (seed_count == SEEDS || length > LARGEST || !length)
        return;
    seeds[seed_count].bytes = malloc(length);
    assert(seeds[seed_count].bytes);
    memcpy(seeds[seed_count].bytes, bytes, length);
    seeds[seed_count++].length = length;
}

static void add_files(const char *names) {
    glob_t found;
    if (glob(names, 0, NULL, &found) != 0)
        return;
    for (size_t i = 0; i < found.gl_pathc; i++) {
        size_t length;
        char *text = file_read(found.gl_pathv[i], LARGEST, &length);
        if (text)
            add_seed(text, length);
        free(text);
    }
    globfree(&found);
}

static void find_seeds(const struct fuzz_target *target) {
    char own[80];
    snprintf(own, sizeof own, "grader/test/fuzz/%s/*", target->name);
    add_files(own);
    if (target->files)
        add_files(target->files);
    if (target->seeds)
        target->seeds(add_seed);
}

// ---- chance -------------------------------------------------------------------------------------

static uint64_t state;

static unsigned below(size_t most) { // xorshift64*
    state ^= state >> 12;
    state ^= state << 25;
    state ^= state >> 27;
    return (unsigned)((state * 2685821657736338717u >> 33) % (most ? most : 1));
}

static unsigned char input[LARGEST];
static size_t input_length;

static void replace(size_t at, size_t length, const void *by, size_t size) {
    if (input_length - length + size > LARGEST)
        return;
    memmove(input + at + size, input + at + length, input_length - at - length);
    memcpy(input + at, by, size);
    input_length += size - length;
}

// A range of the input, mostly a short one.
static size_t range(size_t at) {
    size_t rest = input_length - at;
    return below(4) ? below((rest < 16 ? rest : 16) + 1) : below(rest + 1);
}

static void change(void) {
    static const char *const words[] = {"0",
                                        "-1",
                                        "1e308",
                                        "-0.0",
                                        "1e-320",
                                        "4294967296",
                                        "18446744073709551615",
                                        "null",
                                        "{",
                                        "}",
                                        "[",
                                        "]",
                                        "\"",
                                        "\\u0000",
                                        "\n",
                                        ",",
                                        ":",
                                        "\xff",
                                        "\xf0\x9f\x98\x80",
                                        "999999999999999999999",
                                        "=",
                                        "#",
                                        "\t",
                                        "%s%n",
                                        "_",
                                        ".",
                                        "2147483648"};
    size_t at = below(input_length + 1), size = range(at);
    unsigned char kept[LARGEST], byte = (unsigned char)below(256);
    const char *word = words[below(sizeof words / sizeof *words)];
    const unsigned other = below(seed_count);
    size_t from = below(seeds[other].length), more = below(seeds[other].length - from + 1);
    switch (below(7)) {
    case 0:
        replace(at, at < input_length, &byte, 1);
        break;
    case 1:
        if (at < input_length)
            input[at] ^= (unsigned char)(1u << below(8));
        break;
    case 2:
        replace(at, size, "", 0);
        break;
    case 3: // twice
        memcpy(kept, input + at, size);
        replace(below(input_length + 1), 0, kept, size);
        break;
    case 4:
        replace(at, size, seeds[other].bytes + from, more);
        break;
    case 5: // a number in place of another
        while (at < input_length && !isdigit(input[at]))
            at++;
        for (size = 0; at + size < input_length && isdigit(input[at + size]);)
            size++;
        replace(at, size, word, strlen(word));
        break;
    default:
        replace(at, 0, word, strlen(word));
    }
}

static void next_input(void) {
    const unsigned which = below(seed_count);
    input_length = seeds[which].length;
    memcpy(input, seeds[which].bytes, input_length);
    for (unsigned changes = 1 + below(below(4) ? 4 : 32); changes; changes--)
        change();
}

// ---- what breaks a reader -----------------------------------------------------------------------

static char broken[600];

static void say(const char *text) { // as a signal handler may
    ssize_t written = write(2, text, strlen(text));
    (void)written;
}

static void keep_input(void) {
    int file = open(broken, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
    int kept = file >= 0 && write(file, input, input_length) == (ssize_t)input_length;
    say(kept ? "fuzz: the input is kept in " : "fuzz: the input cannot be kept in ");
    say(broken);
    say("\n");
}

static void on_signal(int number) {
    if (number == SIGALRM)
        say("fuzz: one input took 20 seconds\n");
    keep_input();
    _exit(1);
}

// ---- the commands -------------------------------------------------------------------------------

static int write_seeds(const char *folder) {
    for (unsigned i = 0; i < seed_count; i++) {
        char path[600];
        snprintf(path, sizeof path, "%s/seed-%u", folder, i);
        FILE *file = fopen(path, "w");
        int bad = !file || fwrite(seeds[i].bytes, 1, seeds[i].length, file) != seeds[i].length;
        if (bad || fclose(file) != 0)
            return perror(path), 1;
    }
    return 0;
}

static int run(const struct fuzz_target *target, unsigned long count, long seconds) {
    struct timespec begin, now;
    unsigned long runs = 0;
    if (!seed_count)
        return fprintf(stderr, "fuzz: %s has no seeds\n", target->name), 1;
    clock_gettime(CLOCK_MONOTONIC, &begin);
    for (unsigned i = 0; i < seed_count; i++) {
        input_length = seeds[i].length;
        memcpy(input, seeds[i].bytes, input_length);
        fuzz_read(target, input, input_length);
    }
    do {
        next_input();
        alarm(SLOW);
        fuzz_read(target, input, input_length);
        runs++;
        clock_gettime(CLOCK_MONOTONIC, &now);
    } while ((!count || runs < count) && (!seconds || now.tv_sec - begin.tv_sec < seconds));
    alarm(0);
    printf("%s: %lu runs from %u seeds in %ld s\n", target->name, runs, seed_count,
           (long)(now.tv_sec - begin.tv_sec));
    return 0;
}

static int read_files(const struct fuzz_target *target, char **paths) {
    for (; *paths; paths++) {
        char *text = file_read(*paths, LARGEST, &input_length);
        if (!text)
            return perror(*paths), 1;
        memcpy(input, text, input_length);
        free(text);
        fuzz_read(target, input, input_length);
    }
    return 0;
}

int main(int argc, char **argv) {
    const struct fuzz_target *target = fuzz_target_named(argv[1]);
    for (const struct fuzz_target *each = fuzz_targets; argc < 2 && each->name; each++)
        puts(each->name);
    if (argc < 2)
        return 0;
    if (!target)
        return fprintf(stderr, "fuzz: there is no target \"%s\"\n", argv[1]), 2;
    const char *folder = getenv("FUZZ_FOLDER");
    snprintf(broken, sizeof broken, "%s/%s.broken", folder ? folder : ".", target->name);
    signal(SIGABRT, on_signal);
    signal(SIGALRM, on_signal);
    __sanitizer_set_death_callback(keep_input);
    find_seeds(target);
    if (argc == 4 && !strcmp(argv[2], "seeds"))
        return write_seeds(argv[3]);
    if (argc < 5 || strcmp(argv[2], "runs") != 0)
        return read_files(target, argv + 2);
    state = 0x9e3779b97f4a7c15u ^ (argc > 5 ? strtoull(argv[5], NULL, 10) : 1);
    return run(target, strtoul(argv[3], NULL, 10), strtol(argv[4], NULL, 10));
}
