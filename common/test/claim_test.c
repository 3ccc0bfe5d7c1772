// claim_test.c: a claim as the grader reads it, byte for byte, and claims that are refused.
#include <fcntl.h>
#include <locale.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "fake_cuda.h"
#include "suite.h"
#include "tare_internal.h"

static char got[1 << 14];

// Makes the claim with a pipe for the grader, and keeps what came through it.
static tare_status report(const tare_claim *claim) {
    int ends[2];
    char number[16];
    if (pipe(ends) != 0)
        abort();
    snprintf(number, sizeof number, "%d", ends[1]);
    setenv("TARE_CLAIM_FD", number, 1);
    tare_status status = tare_report(claim);
    unsetenv("TARE_CLAIM_FD");
    close(ends[1]);
    ssize_t length = read(ends[0], got, sizeof got - 1);
    got[length > 0 ? length : 0] = 0;
    close(ends[0]);
    return status;
}

static tare_claim saxpy(void) {
    return (tare_claim){.what = "saxpy",
                        .bytes = 402653184,
                        .seconds = 0.0125,
                        .rate = 32.5,
                        .unit = TARE_GB_PER_S,
                        .statistic = "single"};
}

static void is_written_as_the_contract_says(void) {
    tare_claim claim = saxpy();
    CU_ASSERT_EQUAL(report(&claim), TARE_OK);
    CU_ASSERT_STRING_EQUAL(got,
                           "claim what=saxpy bytes=402653184 flops=0 seconds=0.012500000000000001 "
                           "rate=32.5 unit=GB/s statistic=single count=0\n");
    double samples[] = {0.25, 0.5, 1e-9};
    claim = (tare_claim){.what = "mm_2",
                         .flops = UINT64_MAX,
                         .seconds = 0.25,
                         .rate = 3,
                         .unit = TARE_TFLOP_PER_S,
                         .statistic = "median",
                         .samples = samples,
                         .count = 3};
    CU_ASSERT_EQUAL(report(&claim), TARE_OK);
    CU_ASSERT_STRING_EQUAL(got, "claim what=mm_2 bytes=0 flops=18446744073709551615 seconds=0.25 "
                                "rate=3 unit=TFLOP/s statistic=median count=3 "
                                "samples=0.25,0.5,1.0000000000000001e-09\n");
}

static void many_samples_become_64(void) {
    static double samples[1000];
    for (int i = 0; i < 1000; i++)
        samples[i] = i + 0.1234567890123456789;
    tare_claim claim = saxpy();
    claim.statistic = "median";
    claim.samples = samples;
    claim.count = 1000;
    CU_ASSERT_EQUAL(report(&claim), TARE_OK);
    char *list = strstr(got, " samples=");
    CU_ASSERT_PTR_NOT_NULL_FATAL(list);
    CU_ASSERT_PTR_NOT_NULL(strstr(got, " count=1000 "));
    CU_ASSERT(strlen(got) < 4096);
    int commas = 0;
    for (char *at = list; *at; at++)
        commas += *at == ',';
    CU_ASSERT_EQUAL(commas, 63);
    CU_ASSERT_EQUAL(atof(list + 9), samples[0]);
    CU_ASSERT_EQUAL(atof(strrchr(list, ',') + 1), samples[999]);
}

static void infinity_is_passed_on(void) {
    tare_claim claim = saxpy();
    claim.seconds = 0;
    claim.rate = INFINITY;
    CU_ASSERT_EQUAL(report(&claim), TARE_OK);
    CU_ASSERT_PTR_NOT_NULL(strstr(got, " seconds=0 rate=inf "));
}

static void a_comma_for_the_point_stays_outside(void) {
    static const char *const with_commas[] = {"de_DE.UTF-8", "fr_FR.UTF-8", "de_DE.utf8"};
    const char *set = NULL;
    for (int i = 0; i < 3 && !set; i++)
        set = setlocale(LC_NUMERIC, with_commas[i]);
    if (!set)
        suite_skip("this machine has no locale with a decimal comma");
    tare_claim claim = saxpy();
    CU_ASSERT_EQUAL(report(&claim), TARE_OK);
    setlocale(LC_NUMERIC, "C");
    CU_ASSERT_PTR_NOT_NULL(strstr(got, " rate=32.5 "));
}

static void nonsense_is_refused(void) {
    double sample = 1;
    tare_claim bad[10];
    for (int i = 0; i < 10; i++)
        bad[i] = saxpy();
    bad[0].what = NULL;
    bad[1].what = "two words";
    bad[2].what = "";
    bad[3].bytes = 0;
    bad[4].unit = TARE_UNITS;
    bad[5].statistic = NULL;
    bad[6].statistic = "median\nclaim";
    bad[7].count = 3;
    bad[8].count = -1;
    bad[8].samples = &sample;
    bad[9].what = "a_name_that_is_much_longer_than_any_kernel_of_this_workbook_would_ever_be";
    for (int i = 0; i < 10; i++) {
        CU_ASSERT_EQUAL(report(&bad[i]), TARE_BAD_ARGUMENT);
        CU_ASSERT_STRING_EQUAL(got, "");
        CU_ASSERT(strstr(tare_why(), "tare_report") != NULL);
    }
    CU_ASSERT_EQUAL(report(NULL), TARE_BAD_ARGUMENT);
}

static void a_closed_descriptor_is_told(void) {
    tare_claim claim = saxpy();
    setenv("TARE_CLAIM_FD", "900", 1);
    CU_ASSERT_EQUAL(tare_report(&claim), TARE_IO_ERROR);
    CU_ASSERT(strstr(tare_why(), "descriptor 900") != NULL);
    setenv("TARE_CLAIM_FD", "not a number", 1); // no grader asks
    CU_ASSERT_EQUAL(tare_report(&claim), TARE_OK);
    unsetenv("TARE_CLAIM_FD");
}

// The byte that the program wrote at its gate; 0: none.
static char said(int grader) {
    char byte;
    return recv(grader, &byte, 1, MSG_DONTWAIT) == 1 ? byte : 0;
}

static void the_gates_are_those_that_the_grader_names(void) {
    int ends[2];
    char number[16];
    CU_ASSERT_EQUAL_FATAL(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
    snprintf(number, sizeof number, "%d", ends[1]);
    tare_gate("data");
    setenv("TARE_GATE_FD", number, 1);
    setenv("TARE_GATE", "data", 1);
    setenv("TARE_GATE_LEAVE", "check", 1);
    tare_gate_leave("check");
    tare_gate("check");
    CU_ASSERT_EQUAL(said(ends[0]), 0);
    CU_ASSERT_EQUAL(send(ends[0], "wg", 2, 0), 2); // both answers wait before the program asks
    tare_gate("data");
    CU_ASSERT_EQUAL(said(ends[0]), 'r');
    CU_ASSERT(tare_gate_is_warm());
    tare_gate("data");
    tare_gate_leave("host");
    CU_ASSERT_EQUAL(said(ends[0]), 0);
    tare_gate_leave("check");
    CU_ASSERT_EQUAL(said(ends[0]), 'r');
    tare_gate_leave("check"); // so the first one was the student's own call
    CU_ASSERT_EQUAL(said(ends[0]), 'e');
    unsetenv("TARE_GATE_FD");
    unsetenv("TARE_GATE");
    unsetenv("TARE_GATE_LEAVE");
    close(ends[0]);
    close(ends[1]);
}

static const struct test tests[] = {
    {"is_written_as_the_contract_says", is_written_as_the_contract_says},
    {"many_samples_become_64", many_samples_become_64},
    {"infinity_is_passed_on", infinity_is_passed_on},
    {"a_comma_for_the_point_stays_outside", a_comma_for_the_point_stays_outside},
    {"nonsense_is_refused", nonsense_is_refused},
    {"the_gates_are_those_that_the_grader_names", the_gates_are_those_that_the_grader_names},
    {"a_closed_descriptor_is_told", a_closed_descriptor_is_told},
};
SUITE_MAIN("library_claim", tests)
