// sum_test.c: a claim is made of terms with random coefficients, and the cause is found again.
#include "naming/sum.h"

#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "suite.h"

enum { ROUNDS = 2000 };

static unsigned long long state = 36;
static unsigned draw(unsigned below) { // Knuth's generator: the same numbers on each machine
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(state >> 33) % below;
}

static const double n[SUM_SIZES] = {70001, 31502};

// Three terms of a n + b bytes; no factor of one of them is near to a sum of others by chance, as
// each is a prime number of bytes.
static struct sum three_terms(void) {
    static const int primes[] = {101, 211, 307, 401, 503, 601, 701, 809, 907, 1009, 1103, 1201};
    unsigned first = draw(4);
    struct sum sum = {.sizes = 2, .extents = 1, .taught = "", .n = {n[0], n[1]}};
    for (int i = 0; i < 3; i++) {
        struct sum_term *term = sum_term(&sum, IN_THE_SUM, "");
        for (int l = 0; l < LANGUAGES; l++)
            text_format(term->words[l], sizeof term->words[0], "term%d", i);
        for (int k = 0; k < 2; k++) {
            term->size[k] = primes[first + 4 * (unsigned)i] * n[k] + 1000 * i;
            sum.whole[k] += term->size[k];
        }
    }
    return sum;
}

static void claim(struct sum *sum, const int factors[3]) {
    for (int k = 0; k < sum->sizes; k++) {
        sum->claimed[k] = 0;
        for (int i = 0; i < 3; i++)
            sum->claimed[k] += factors[i] * sum->term[i].size[k];
    }
}

static void finds_what_is_out_or_twice(void) {
    for (int round = 0; round < ROUNDS; round++) {
        struct sum sum = three_terms();
        struct work_guess guesses[WORK_GUESSES];
        int factors[3] = {1, 1, 1}, at = (int)draw(3), twice = (int)draw(2);
        char name[16];
        factors[at] = 2 * twice;
        claim(&sum, factors);
        text_format(name, sizeof name, "term%d", at);
        int count = sum_guesses(&sum, guesses);
        CU_ASSERT_EQUAL_FATAL(count, 1);
        CU_ASSERT_EQUAL(strcmp(guesses[0].mistake, "work/counted-twice") == 0, twice);
        const char *told = strstr(guesses[0].words[ENGLISH], "term");
        CU_ASSERT_STRING_EQUAL(told ? told : "", name);
    }
}

static void finds_a_whole_part(void) {
    for (int round = 0; round < ROUNDS; round++) {
        struct sum sum = three_terms();
        struct work_guess guesses[WORK_GUESSES];
        char words[64];
        int at = (int)draw(3), times = 5 + (int)draw(12), out = 1 + (int)draw((unsigned)times - 1);
        struct sum_term *term = &sum.term[at];
        term->times = times;
        for (int k = 0; k < 2; k++)
            sum.claimed[k] = sum.whole[k] - out * term->size[k] / times;
        text_format(words, sizeof words, "%d of %d: term%d", out, times, at);
        int count = sum_guesses(&sum, guesses), found = 0;
        for (int i = 0; i < count; i++)
            found |= strstr(guesses[i].words[ENGLISH], words) != NULL;
        CU_ASSERT_TRUE(found);
    }
}

// At one size two causes come to the claim; at the other size only one of them does.
static void a_second_size_decides(void) {
    struct sum sum = three_terms();
    struct work_guess guesses[WORK_GUESSES];
    sum.term[1].size[0] = sum.term[0].size[0];
    sum.term[1].size[1] = 2 * sum.term[0].size[1];
    for (int k = 0; k < 2; k++)
        sum.whole[k] = sum.term[0].size[k] + sum.term[1].size[k] + sum.term[2].size[k];
    claim(&sum, (int[]){2, 1, 1});
    sum.sizes = 1;
    CU_ASSERT_EQUAL_FATAL(sum_guesses(&sum, guesses), 1);
    CU_ASSERT_STRING_EQUAL(guesses[0].words[ENGLISH], "You counted this twice: term0 or term1");
    sum.sizes = 2;
    CU_ASSERT_EQUAL_FATAL(sum_guesses(&sum, guesses), 1);
    CU_ASSERT_STRING_EQUAL(guesses[0].words[ENGLISH], "You counted this twice: term0");
}

static void what_no_term_explains_has_no_name(void) {
    for (int round = 0; round < ROUNDS; round++) {
        struct sum sum = three_terms();
        struct work_guess guesses[WORK_GUESSES];
        double share = 0.131 + draw(10) / 1000.0; // below each part, and no simple fraction
        for (int k = 0; k < 2; k++)
            sum.claimed[k] = sum.whole[k] + share * sum.term[draw(1)].size[k] + 7 * n[k];
        CU_ASSERT_EQUAL(sum_guesses(&sum, guesses), 0);
    }
}

static void says_what_is_more(void) {
    static const double blocks[] = {274, 124};
    for (int round = 0; round < ROUNDS; round++) {
        struct sum sum = three_terms();
        struct work_guess guesses[WORK_GUESSES];
        char words[64];
        int more = 1001 + 2 * (int)draw(400), each = (int)draw(2);
        for (int k = 0; k < 2; k++) {
            sum.blocks[k] = blocks[k];
            sum.claimed[k] = sum.whole[k] + more * (each ? blocks[k] : 1);
        }
        text_format(words, sizeof words, "You counted %d bytes %s", more, each ? "for" : "more");
        CU_ASSERT_EQUAL_FATAL(sum_guesses(&sum, guesses), 1);
        CU_ASSERT_PTR_NOT_NULL(strstr(guesses[0].words[ENGLISH], words));
        sum.claimed[1] += 9000; // only one size fits
        CU_ASSERT_EQUAL(sum_guesses(&sum, guesses), 0);
        for (int k = 0; k < 2; k++) { // as many for each element would be the same
            sum.blocks[k] = sum.whole[k] / 1000;
            sum.claimed[k] = sum.whole[k] + more * sum.blocks[k];
        }
        CU_ASSERT_EQUAL(sum_guesses(&sum, guesses), 0);
    }
}

static const struct test tests[] = {
    {"finds what is out or twice", finds_what_is_out_or_twice},
    {"finds a whole part", finds_a_whole_part},
    {"a second size decides", a_second_size_decides},
    {"says what is more", says_what_is_more},
    {"what no term explains has no name", what_no_term_explains_has_no_name},
};
SUITE_MAIN("grader_sum", tests)
