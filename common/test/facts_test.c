// facts_test.c: units, peaks, cards, and the facts that a device gives or does not give.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fake_cuda.h"
#include "suite.h"
#include "tare_internal.h"

static void no_device_has_a_sentence(void) {
    tare_device d;
    tare_clock clock;
    tare_ceilings ceilings;
    tare_stopwatch *watch = NULL;
    tare_time t;
    double seconds = 1e-3;
    static const int errors[] = {cudaSuccess, 100, 35}; // no device counted, no device, no driver
    for (int i = 0; i < 3; i++) {
        fake_cuda_reset();
        fake.count = 0;
        fake.count_error = errors[i];
        fake.last_error = errors[i];
        CU_ASSERT_EQUAL(tare_device_facts(&d), TARE_NO_DEVICE);
        CU_ASSERT(strstr(tare_why(), "no CUDA device") != NULL);
        CU_ASSERT(strstr(tare_why(), "DEVICE=host") != NULL); // the remedy
        CU_ASSERT_EQUAL(d.ecc, -1);
        CU_ASSERT_EQUAL(tare_device_clock(NULL, &clock), TARE_NO_DEVICE);
        CU_ASSERT_EQUAL(tare_measure_ceilings(&ceilings), TARE_NO_DEVICE);
        CU_ASSERT_EQUAL(tare_stopwatch_new(&watch), TARE_NO_DEVICE);
        CU_ASSERT_PTR_NULL(watch);
        CU_ASSERT_EQUAL(tare_measure(fake_launch, &seconds, NULL, NULL, &t), TARE_NO_DEVICE);
        CU_ASSERT_EQUAL(fake.last_error, 0);
    }
    fake_cuda_reset();
    CU_ASSERT_EQUAL(tare_device_facts(&d), TARE_OK); // a device that appeared is found
}

static void attributes_become_facts(void) {
    fake_cuda_reset();
    tare_device d;
    CU_ASSERT_EQUAL_FATAL(tare_device_facts(&d), TARE_OK);
    CU_ASSERT_STRING_EQUAL(d.name, "Fake card");
    CU_ASSERT_EQUAL(d.is_host, 0);
    CU_ASSERT_EQUAL(d.l2_bytes, 62914560);
    CU_ASSERT_EQUAL(d.ecc, 1);
    CU_ASSERT_DOUBLE_EQUAL(d.peak_bytes_per_s, 4814.304e9, 1e3); // by the attributes of an H200
    CU_ASSERT_EQUAL(d.peak_source, TARE_SOURCE_ATTRIBUTE);
    CU_ASSERT_DOUBLE_EQUAL(d.peak_flop_per_s, 2.0 * 128 * 132 * 1.98e9, 1);
    CU_ASSERT_EQUAL(tare_device_facts(NULL), TARE_BAD_ARGUMENT);
}

static void zero_stays_unknown(void) {
    static const int missing[] = {cudaDevAttrMemoryClockRate, cudaDevAttrGlobalMemoryBusWidth};
    tare_device d;
    for (int i = 0; i < 2; i++) {
        fake_cuda_reset();
        fake.attribute[missing[i]] = 0;
        CU_ASSERT_EQUAL(tare_device_facts(&d), TARE_OK);
        CU_ASSERT_EQUAL(d.peak_bytes_per_s, 0);
        CU_ASSERT_EQUAL(d.peak_source, TARE_SOURCE_UNKNOWN);
        // The same for a published card: now the number is from the table, and the source says so.
        fake_cuda_reset();
        fake.attribute[missing[i]] = 0;
        strcpy(fake.name, "NVIDIA H200");
        CU_ASSERT_EQUAL(tare_device_facts(&d), TARE_OK);
        CU_ASSERT_EQUAL(d.peak_source, TARE_SOURCE_TABLE);
        CU_ASSERT_DOUBLE_EQUAL(d.peak_bytes_per_s, 4916.7e9, 1e8);
    }
    fake_cuda_reset();
    fake.attribute[cudaDevAttrClockRate] = 0;
    CU_ASSERT_EQUAL(tare_device_facts(&d), TARE_OK);
    CU_ASSERT_EQUAL(d.peak_flop_per_s, 0);
    CU_ASSERT_EQUAL(d.flop_source, TARE_SOURCE_UNKNOWN);
    fake_cuda_reset();
    fake.attribute[cudaDevAttrComputeCapabilityMajor] =
        42; // an architecture that does not exist yet
    CU_ASSERT_EQUAL(tare_device_facts(&d), TARE_OK);
    CU_ASSERT_EQUAL(d.peak_flop_per_s, 0);
    fake_cuda_reset();
    fake.attribute[cudaDevAttrL2CacheSize] = -5;
    CU_ASSERT_EQUAL(tare_device_facts(&d), TARE_OK);
    CU_ASSERT_EQUAL(d.l2_bytes, 0);
}

static void the_host_device_has_no_peak(void) {
    fake_cuda_reset();
    strcpy(fake.name, "host device: some CPU, 2 cores");
    fake.attribute[cudaDevAttrMemoryClockRate] = 0;
    tare_device d;
    CU_ASSERT_EQUAL(tare_device_facts(&d), TARE_OK);
    CU_ASSERT_EQUAL(d.is_host, 1);
    CU_ASSERT_EQUAL(d.ecc, -1);
    CU_ASSERT_EQUAL(d.peak_bytes_per_s, 0);
    CU_ASSERT_EQUAL(d.peak_flop_per_s, 0);
    CU_ASSERT(tare_largest_cache(&d) >= d.l2_bytes);
}

static void published_cards_have_their_peaks(void) {
    static const struct {
        const char *name;
        double gb;
    } known[] = {
        {"V100", 898.0},         {"Tesla M2050", 148.4}, {"RTX 3090", 936.1}, {"A100 40GB", 1555},
        {"A100 80GB SXM", 2039}, {"H100 SXM", 3352},     {"RTX 4090", 1008},  {"T4", 320},
        {"H200", 4916.7}};
    int count;
    const tare_card *cards = tare_cards(&count);
    CU_ASSERT_EQUAL(count, (int)(sizeof known / sizeof known[0]));
    for (int i = 0; i < count; i++) {
        const tare_card *card = tare_card_named(known[i].name);
        CU_ASSERT_PTR_NOT_NULL_FATAL(card);
        if (!card)
            continue;
        double gb = tare_peak_bytes_per_s(card->memory_clock_hz, card->bus_bits) / 1e9;
        CU_ASSERT(fabs(gb / known[i].gb - 1) < 1e-3);
        CU_ASSERT(strlen(cards[i].source) > 20);
    }
    CU_ASSERT_PTR_EQUAL(tare_card_named("v100"), tare_card_named("V100"));
    double peak = tare_peak_bytes_per_s(877e6, 4096);
    CU_ASSERT_DOUBLE_EQUAL(peak / 1073741824.0, 836.4, 0.05); // GiB/s is another number
    CU_ASSERT_PTR_NULL(tare_card_named("V1000"));
    CU_ASSERT_PTR_NULL(tare_card_named(NULL));
    CU_ASSERT_EQUAL(tare_peak_bytes_per_s(0, 384), 0);
    CU_ASSERT_EQUAL(tare_peak_bytes_per_s(1e9, 0), 0);
    CU_ASSERT_EQUAL(tare_peak_bytes_per_s(-1, -1), 0);
    CU_ASSERT_EQUAL(tare_peak_bytes_per_s(NAN, 384), 0);
    CU_ASSERT(strstr(tare_ecc_note("GDDR5"), "20 %") != NULL);
    CU_ASSERT(strstr(tare_ecc_note("HBM2e"), "no bandwidth") != NULL);
    CU_ASSERT(strstr(tare_ecc_note("DDR4"), "not known") != NULL);
}

static void units_are_what_they_say(void) {
    CU_ASSERT_EQUAL(tare_gb_per_s(1000000000, 1), 1);
    CU_ASSERT_EQUAL(tare_gib_per_s(1073741824, 1), 1);
    CU_ASSERT_EQUAL(tare_gflop_per_s(2000000000, 2), 1);
    CU_ASSERT_EQUAL(tare_tflop_per_s(3000000000000, 1.5), 2);
    CU_ASSERT(isinf(tare_gb_per_s(1, 0)));
    for (int i = 0; i < TARE_UNITS; i++) {
        tare_unit unit = TARE_UNITS;
        CU_ASSERT_EQUAL(tare_unit_from_name(tare_unit_name((tare_unit)i), &unit), TARE_OK);
        CU_ASSERT_EQUAL(unit, (tare_unit)i);
        CU_ASSERT(tare_unit_size(unit) >= 1);
    }
    tare_unit unit = TARE_MB_PER_S;
    CU_ASSERT_EQUAL(tare_unit_from_name("gb/s", &unit), TARE_BAD_ARGUMENT);
    CU_ASSERT(strstr(tare_why(), "GiB/s") != NULL);
    CU_ASSERT_EQUAL(unit, TARE_MB_PER_S);
    CU_ASSERT_EQUAL(tare_unit_from_name(NULL, &unit), TARE_BAD_ARGUMENT);
    CU_ASSERT_STRING_EQUAL(tare_unit_name((tare_unit)99), "unknown unit");
    CU_ASSERT(isnan(tare_unit_size((tare_unit)-1)));
}

// 2^31 and 2^32 elements: where an int, and an unsigned, of bytes or elements end.
static void large_counts_do_not_overflow(void) {
    for (int shift = 29; shift <= 40; shift++) {
        uint64_t bytes = 3 * (UINT64_C(1) << shift) * sizeof(float);
        CU_ASSERT_DOUBLE_EQUAL(tare_gb_per_s(bytes, 1.0), 12 * ldexp(1, shift) / 1e9, 1e-6);
        CU_ASSERT_DOUBLE_EQUAL(tare_gib_per_s(bytes, 1.0), 12 * ldexp(1, shift - 30), 1e-6);
    }
}

static void every_status_has_words(void) {
    for (int s = TARE_OK; s <= TARE_IO_ERROR; s++)
        for (int other = TARE_OK; other < s; other++)
            CU_ASSERT_STRING_NOT_EQUAL(tare_status_text((tare_status)s),
                                       tare_status_text((tare_status)other));
    CU_ASSERT(strstr(tare_status_text((tare_status)77), "not a status") != NULL);
    for (int source = TARE_SOURCE_UNKNOWN; source <= TARE_SOURCE_MEASURED; source++)
        CU_ASSERT(strlen(tare_source_name((tare_source)source)) > 5);
}

static void host_clock_is_found(void) {
    tare_clock clock;
    CU_ASSERT_EQUAL(tare_host_clock(&clock), TARE_OK);
    CU_ASSERT(clock.tick >= 1e-9 && clock.tick < 1e-2);
    CU_ASSERT(clock.floor >= 0 && clock.floor < 1e-2);
    double before = tare_now();
    CU_ASSERT(tare_now() >= before);
}

static const struct test tests[] = {
    {"no_device_has_a_sentence",
     no_device_has_a_sentence}, // first: a device that was found is kept
    {"attributes_become_facts", attributes_become_facts},
    {"zero_stays_unknown", zero_stays_unknown},
    {"the_host_device_has_no_peak", the_host_device_has_no_peak},
    {"published_cards_have_their_peaks", published_cards_have_their_peaks},
    {"units_are_what_they_say", units_are_what_they_say},
    {"large_counts_do_not_overflow", large_counts_do_not_overflow},
    {"every_status_has_words", every_status_has_words},
    {"host_clock_is_found", host_clock_is_found},
};
SUITE_MAIN("library_facts", tests)
