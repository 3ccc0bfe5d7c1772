// claim.c: what a program reports, for a person on stdout and for the grader in the form
// that claim.md describes.
#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tare_internal.h"

enum { LONGEST_LINE = 4096, MOST_SAMPLES = 64 };

static int claims;

int tare_claims_made(void) {
    return claims;
}

// The descriptor that the grader reads, or -1.
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
                         "tare_report: what is a name of 1 to 64 letters, digits and _");
    if (claim->bytes == 0 && claim->flops == 0)
        return tare_fail(TARE_BAD_ARGUMENT, "tare_report: %s: bytes or flops, one is not 0",
                         claim->what);
    if ((int)claim->unit < 0 || claim->unit >= TARE_UNITS)
        return tare_fail(TARE_BAD_ARGUMENT, "tare_report: %s: no such unit", claim->what);
    if (!is_word(claim->statistic, 16))
        return tare_fail(TARE_BAD_ARGUMENT,
                         "tare_report: %s: statistic says single, median, mean, minimum or batch",
                         claim->what);
    if (claim->count < 0 || (claim->count > 0 && !claim->samples))
        return tare_fail(TARE_BAD_ARGUMENT, "tare_report: %s: count is not of these samples",
                         claim->what);
    return TARE_OK;
}

static tare_status for_the_grader(const tare_claim *claim) {
    // 64 samples of at most 24 bytes and the other fields: below the longest line.
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
        printf("%.4g s", seconds);
    else if (size >= 1e-3)
        printf("%.4g ms", 1e3 * seconds);
    else
        printf("%.4g us", 1e6 * seconds);
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

tare_status tare_report(const tare_claim *claim) {
    TARE_TRY(check(claim));
    struct tare_probe probe;
    int probed = tare_probe_look(&probe);
    tare_mark(WITNESS_CLAIM, claim->what, NULL, claim->seconds);
    claims++;
    for_a_person(claim);
    void *before = tare_plain_numbers();
    tare_status status = for_the_grader(claim);
    if (probed && status == TARE_OK)
        status = tare_probe_tell(&probe, claim->what);
    tare_numbers_as_before(before);
    tare_gate_leave("report");
    return status;
}
