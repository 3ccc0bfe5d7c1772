// claim.c: what a program reports: work over time in a unit, for a person on stdout, and for the
// grader in the form that claim.md describes.
#include <ctype.h>
#include <errno.h>
#include <locale.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tare_internal.h"

// ---- units: GB is 1e9 bytes, GiB is 2^30 ----------------------------------------------

static const struct {
    const char *name;
    double size; // bytes or flops
} units[TARE_UNITS] = {
#define UNIT(id, name, size, kind) [TARE_##id] = {name, size},
#include "base/units.def"
#undef UNIT
};

static int known(tare_unit unit) {
    return (int)unit >= 0 && unit < TARE_UNITS;
}

const char *tare_unit_name(tare_unit unit) {
    return known(unit) ? units[unit].name : "unknown unit";
}

double tare_unit_size(tare_unit unit) {
    return known(unit) ? units[unit].size : NAN;
}

tare_status tare_unit_from_name(const char *name, tare_unit *unit) {
    if (!name || !unit)
        return tare_fail(TARE_BAD_ARGUMENT, "tare_unit_from_name: name or unit is NULL");
    for (int i = 0; i < TARE_UNITS; i++)
        if (strcmp(name, units[i].name) == 0) {
            *unit = (tare_unit)i;
            return TARE_OK;
        }
    return tare_fail(TARE_BAD_ARGUMENT,
                     "unit %.40s is not one of GB/s, GiB/s, MB/s, TB/s, GFLOP/s, TFLOP/s, "
                     "flop/byte",
                     name);
}

double tare_gb_per_s(uint64_t bytes, double seconds) {
    return (double)bytes / seconds / units[TARE_GB_PER_S].size;
}

double tare_gib_per_s(uint64_t bytes, double seconds) {
    return (double)bytes / seconds / units[TARE_GIB_PER_S].size;
}

double tare_gflop_per_s(uint64_t flops, double seconds) {
    return (double)flops / seconds / units[TARE_GFLOP_PER_S].size;
}

double tare_tflop_per_s(uint64_t flops, double seconds) {
    return (double)flops / seconds / units[TARE_TFLOP_PER_S].size;
}

// ---- lines for the grader ------------------------------------------------------------

enum { LONGEST_LINE = 4096, MOST_SAMPLES = 64 };

static int claims; // that this program has made

int tare_claims_made(void) {
    return claims;
}

// The descriptor that the grader reads; -1: no grader reads.
static int grader(void) {
    const char *named = getenv("TARE_CLAIM_FD");
    if (!named || !*named)
        return -1;
    char *end;
    long number = strtol(named, &end, 10);
    return *end == 0 && number >= 0 && number < 65536 ? (int)number : -1;
}

static tare_status write_all(int descriptor, const char *text, size_t length) {
    while (length > 0) {
        ssize_t written = write(descriptor, text, length);
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return tare_fail(TARE_IO_ERROR, "the claim could not be written to descriptor %d: %s",
                             descriptor, strerror(errno));
        text += written;
        length -= (size_t)written;
    }
    return TARE_OK;
}

tare_status tare_claim_line(const char *format, ...) {
    int descriptor = grader();
    if (descriptor < 0)
        return TARE_OK;
    char line[LONGEST_LINE];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    if (length < 0 || (size_t)length >= sizeof line)
        return tare_fail(TARE_BAD_ARGUMENT, "a line of the claim is longer than %d bytes",
                         LONGEST_LINE - 1);
    return write_all(descriptor, line, (size_t)length);
}

// Numbers that a program reads back have a decimal point, whatever the locale says.
void *tare_plain_numbers(void) {
    static locale_t plain;
    if (!plain)
        plain = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    return plain ? (void *)uselocale(plain) : NULL;
}

void tare_numbers_as_before(void *before) {
    if (before)
        uselocale((locale_t)before);
}

// ---- the probe: was all of the work over when the claim was made? --------------------

// The grader asks for this probe in a run whose time does not count. See claim.md.
struct probe {
    int asked;
    double residual; // seconds of work that the program had not waited for
    int error;
};

static struct probe probe_look(void) {
    struct probe probe = {0};
    const char *asked = getenv("TARE_PROBE");
    if (!asked || !*asked)
        return probe;
    probe.asked = 1;
    cudaError_t before = cudaPeekAtLastError();
    double start = tare_now();
    cudaError_t after = cudaDeviceSynchronize();
    probe.residual = tare_now() - start;
    probe.error = (int)(before != cudaSuccess ? before : after);
    return probe;
}

static tare_status probe_tell(const struct probe *probe, const char *what) {
    tare_clock clock = {0};
    if (probe->error || tare_device_clock(0, &clock) != TARE_OK)
        clock.tick = clock.floor = 0;
    return tare_claim_line("probe what=%s residual=%.17g error=%d tick=%.17g floor=%.17g\n", what,
                           probe->residual, probe->error, clock.tick, clock.floor);
}

// ---- the claim -----------------------------------------------------------------------

static int is_word(const char *text, size_t longest) {
    size_t length = text ? strlen(text) : 0;
    for (size_t i = 0; i < length; i++)
        if (!isalnum((unsigned char)text[i]) && text[i] != '_')
            return 0;
    return length > 0 && length <= longest;
}

static tare_status check(const tare_claim *claim) {
    if (!claim)
        return tare_fail(TARE_BAD_ARGUMENT, "tare_report: claim is NULL");
    if (!is_word(claim->what, 64))
        return tare_fail(TARE_BAD_ARGUMENT,
                         "tare_report: what must be a name of 1 to 64 letters, digits and _");
    if (claim->bytes == 0 && claim->flops == 0)
        return tare_fail(TARE_BAD_ARGUMENT, "tare_report: %s: bytes and flops are both 0",
                         claim->what);
    if ((int)claim->unit < 0 || claim->unit >= TARE_UNITS)
        return tare_fail(TARE_BAD_ARGUMENT, "tare_report: %s: unit is not a tare_unit",
                         claim->what);
    if (!is_word(claim->statistic, 16))
        return tare_fail(
            TARE_BAD_ARGUMENT,
            "tare_report: %s: statistic must be single, median, mean, minimum or batch",
            claim->what);
    if (claim->count < 0 || (claim->count > 0 && !claim->samples))
        return tare_fail(TARE_BAD_ARGUMENT,
                         "tare_report: %s: count is negative, or there are no samples",
                         claim->what);
    return TARE_OK;
}

static tare_status for_the_grader(const tare_claim *claim) {
    // 64 samples of at most 24 bytes, with the other fields, fit into the longest line.
    char samples[MOST_SAMPLES * 26 + 16] = "";
    int shown = claim->count < MOST_SAMPLES ? claim->count : MOST_SAMPLES;
    size_t used = 0;
    for (int i = 0; i < shown; i++) {
        int from = shown < 2 ? 0 : (int)((int64_t)i * (claim->count - 1) / (shown - 1));
        used += (size_t)snprintf(samples + used, sizeof samples - used, "%s%.17g",
                                 i ? "," : " samples=", claim->samples[from]);
    }
    return tare_claim_line("claim what=%s bytes=%llu flops=%llu seconds=%.17g rate=%.17g unit=%s "
                           "statistic=%s count=%d%s\n",
                           claim->what, (unsigned long long)claim->bytes,
                           (unsigned long long)claim->flops, claim->seconds, claim->rate,
                           tare_unit_name(claim->unit), claim->statistic, claim->count, samples);
}

static void print_time(double seconds) {
    double size = fabs(seconds);
    if (size >= 1)
        printf("%#.4g s", seconds);
    else if (size >= 1e-3)
        printf("%#.4g ms", 1e3 * seconds);
    else
        printf("%#.4g us", 1e6 * seconds);
}

static void for_a_person(const tare_claim *claim) {
    printf("%-8s %.*f %s  (", claim->what, fabs(claim->rate) < 100 ? 2 : 1, claim->rate,
           tare_unit_name(claim->unit));
    if (claim->bytes)
        printf("bytes %llu, ", (unsigned long long)claim->bytes);
    if (claim->flops)
        printf("flops %llu, ", (unsigned long long)claim->flops);
    print_time(claim->seconds);
    printf(", %s", claim->statistic);
    if (claim->count > 1)
        printf(" of %d", claim->count);
    printf(")\n");
    fflush(stdout);
}

// Few programs ask whether their report was taken, so that a lab says it at its end.
static char refused[160];

const char *tare_claim_refused(void) {
    return refused;
}

tare_status tare_report(const tare_claim *claim) {
    tare_status taken = check(claim);
    if (taken != TARE_OK) {
        snprintf(refused, sizeof refused, "%s", tare_why());
        return taken;
    }
    struct probe probe = probe_look();
    tare_mark(WITNESS_CLAIM, claim->what, NULL, claim->seconds);
    claims++;
    for_a_person(claim);
    void *before = tare_plain_numbers();
    tare_status status = for_the_grader(claim);
    if (probe.asked && status == TARE_OK)
        status = probe_tell(&probe, claim->what);
    tare_numbers_as_before(before);
    tare_gate_leave("report");
    return status;
}
